"""How names are compared when somebody looks for one: 許銀川, 许银川, Xu Yinchuan and "xu yin" are one.

A *key* is a name folded into plain words: small letters without accents, Chinese characters simplified,
blanks between words and between scripts. What is asked for is folded by the same function, so that both sides
can only differ together. A word in letters is found by its beginning, one in Chinese characters by any part
of it; the words may be asked for in any order. Keys are made when somebody looks. Only what everybody may
look for at once has an *index text*, stored beside what it finds (`tournaments.models.search`); whoever is
forgotten is deleted there too (law 8).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from tournaments.text.hanzi import SIMPLIFIED

# Small letters that no normal form takes apart, and what they are looked for and ordered as.
LETTERS = str.maketrans({"đ": "d", "ø": "o", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
_HANZI = str.maketrans(SIMPLIFIED)
FIRST_IDEOGRAPH = "\u2e80"
_BEYOND = rf"[{FIRST_IDEOGRAPH}-\U0010ffff]"
_SCRIPTS = re.compile(rf"(?:(?={_BEYOND})[^\W_])+|(?:(?!{_BEYOND})[^\W_])+")


def search_key(text: str) -> str:
    """``Nguyễn Thị Ánh 阮氏映`` → ``nguyen thi anh 阮氏映``. Folding twice changes nothing."""
    joined = text.replace("\u200c", "").replace("\u200d", "")
    plain = unicodedata.normalize("NFKC", joined).casefold().translate(_HANZI)
    spread = unicodedata.normalize("NFD", plain)
    bare = "".join(letter for letter in spread if not unicodedata.combining(letter))
    return " ".join(_SCRIPTS.findall(unicodedata.normalize("NFC", bare).translate(LETTERS)))


def is_written_in_characters(word: str) -> bool:
    """Whether a word of a key is found by any part of it."""
    return word >= FIRST_IDEOGRAPH


@lru_cache(maxsize=20_000)
def name_search_key(*names: str) -> str:
    """The key of a person with these names: each word behind a blank."""
    return "".join(f" {word}" for word in search_key(" ".join(names)).split())


def ring_key(name: str) -> str:
    """Return a key that is equal for names that differ in accents, script, spacing or order alone."""
    letters = "".join(search_key(name).split())
    # The letters as a ring, from where they sort first: so it does not matter whether the surname stands
    # first.
    return min((letters[at:] + letters[:at] for at in range(len(letters))), default="")


@lru_cache(maxsize=1_000)
def _terms(folded: str) -> tuple[str, ...]:
    """What a key must contain, all of them, to fit what was asked."""
    return tuple(word if is_written_in_characters(word) else f" {word}" for word in folded.split())


_UMLAUT = re.compile("([ln])(?:yu|v|u)")
_TYPED = (r"\1u", r"\1v", r"\1yu")


@lru_cache(maxsize=1_000)
def spellings(query: str) -> tuple[str, ...]:
    """Return what was asked, folded, and with each way to type ü after l or n."""
    folded = search_key(query)
    # 吕 is `lu`, `lv` at a keyboard, `lyu` in a passport.
    return tuple(dict.fromkeys([folded, *(_UMLAUT.sub(typed, folded) for typed in _TYPED)]))


def fits_query(key: str, query: str) -> bool:
    """Whether a key of `name_search_key` fits. What has no letter and no figure fits nobody."""
    ways = map(_terms, spellings(query))
    return any(wanted and all(needle in key for needle in wanted) for wanted in ways)


def variants(names: Iterable[str]) -> str:
    """Return what of the table looking for ``names`` can need, for a page that looks by itself."""
    there = {character for name in names for character in search_key(name)}
    # Character and simplified character in turn.
    return "".join(written + simple for written, simple in SIMPLIFIED.items() if simple in there)


# How close a name is to what was asked for: the nearest first.
WORDS, RUN_TOGETHER, INITIALS = 0, 1, 2
_PINYIN = re.compile(
    r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    r"(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|ve"
    r"|[aeiouv])(?=(?:[bpmfdtlgkhjqxzcsyw]|[nr][aeiouv]|[aeo]|$))"
)


def closeness(key: str, query: str) -> int | None:
    """Tell how close a key of `name_search_key` is; None where it is not meant."""
    if fits_query(key, query):
        return WORDS
    # Syllables may be written together or apart (`xuyinchuan`, `Yin Chuan`), the family name first or last.
    ways = tuple("".join(way.split()) for way in spellings(query))
    if len(ways[0]) < 2 or any(map(is_written_in_characters, ways[0])):
        return None
    turns = _turns(key)
    if any("".join(turn).startswith(ways) for turn in turns):
        return RUN_TOGETHER
    # First letters do: `xyc`, `nta`.
    letters = ["".join(map(_first_letters, turn)) for turn in turns]
    if any(initials.startswith(ways[0]) for initials in letters):
        return INITIALS
    # One name written out, of the other the first letters.
    terms, both = _terms(spellings(query)[0]), f"{key} {' '.join(letters)}"
    return INITIALS if len(terms) > 1 and all(term in both for term in terms) else None


def _turns(key: str) -> list[list[str]]:
    """The words in letters, each of them first in turn."""
    words = [word for word in key.split() if not is_written_in_characters(word)]
    return [words[at:] + words[:at] for at in range(len(words))]


@lru_cache(maxsize=20_000)
def _first_letters(word: str) -> str:
    """Of each syllable where the word is pinyin, else of the word: ``yc`` for yinchuan, ``b`` for bennett."""
    syllables = _PINYIN.findall(word)
    return "".join(syllable[0] for syllable in syllables) if "".join(syllables) == word else word[0]


# Words of a name that may stand first in what is run together; the titles of events have more.
MOST_TURNS = 6
# Words of a question that are looked for.
MOST_WORDS = 8
# Letters, the blank before them included, that an index of three letters at a time can look up.
LEAST = 3


def index_text(key: str, *also: str) -> str:
    """Return what is stored of a key of `name_search_key` so that `needles` find it.

    ``also``: further words, found by their beginning alone."""
    characters = [word for word in key.split() if is_written_in_characters(word)]
    turns = _turns(key)[:MOST_TURNS]
    words = [
        *(word for word in key.split() if not is_written_in_characters(word)),
        *(word[at:] for word in characters for at in range(len(word))),
        *("".join(turn) for turn in turns),
        *("".join(map(_first_letters, turn)) for turn in turns),
        *also,
    ]
    # A blank before each word and behind the last: a needle begins with one.
    return f" {' '.join(map(_stored, dict.fromkeys(words)))} "


def needles(query: str) -> list[list[str]]:
    """Return what an index text must contain: all of one of these lists."""
    ways = []
    for words in (spelling.split()[:MOST_WORDS] for spelling in spellings(query)):
        ways.append(words)
        if len(words) > 1 and not any(map(is_written_in_characters, words)):
            ways.append(["".join(words)])
    ways_stored = [[f" {_stored(word)}" for word in way] for way in ways]
    # Two letters are needed, or one Chinese character.
    return [way for way in ways_stored if any(len(needle) >= LEAST for needle in way)]


def _stored(word: str) -> str:
    """Store a word in plain letters, whatever the script."""
    # A database whose locale is C takes others for no letters at all and leaves them out of its index.
    return "".join(letter if letter.isascii() else f"{ord(letter):04x}" for letter in word)

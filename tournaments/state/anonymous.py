"""What stands in place of a person who is forgotten, and how texts that quote the person are found.

*anonym*   the name that such a person has from then on: ``N. N. 3F9C21`` (nomen nescio), the same in every
           section, every file and after every restoring, because it comes from the person's own random code
*quoted*   a text quotes a person when it holds the whole name, or a part of it by which nobody else of the
           same events is called
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tournaments.text.name_search import is_written_in_characters, search_key

# From so many letters on a word is recognised however it is written; "He" and "An" are words of languages.
LONG = 4
# From so many letters on it is recognised also inside another word, as in an address or a file's name.
GLUED = 6
_ANONYM = re.compile(r"N\. N\. [0-9A-F]{6}")


def anonymous_name(code: str) -> str:
    """The name instead of a name. ``code``: hexadecimal digits, at least six."""
    return f"N. N. {code[:6].upper()}"


def is_anonym(name: str) -> bool:
    return _ANONYM.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Quoted:
    """Finds one person in texts. ``names``: all that the person is called, in any script; ``others``: the
    names of the other people there."""

    whole: tuple[frozenset[str], ...]
    words: frozenset[str]
    short: frozenset[str]
    runs: frozenset[str]

    @classmethod
    def of(cls, names: Sequence[str], others: Iterable[str] = ()) -> Quoted:
        shared = {word for other in others for word in search_key(other).split()}
        pairs = {pair for word in shared if is_written_in_characters(word) for pair in _pairs(word)}
        words = [word for name in names for word in search_key(name).split()]
        latin = {word for word in words if not is_written_in_characters(word)}
        return cls(
            whole=tuple(filter(None, (frozenset(search_key(name).split()) for name in names))),
            words=frozenset(word for word in latin - shared if len(word) >= LONG),
            short=frozenset(
                form
                for name in names
                for word in re.findall(r"\w+", name)
                if 1 < len(word) < LONG and search_key(word) not in shared
                for form in (word.title(), word.upper())
                if not is_written_in_characters(word)
            ),
            runs=frozenset(pair for word in words if is_written_in_characters(word) for pair in _pairs(word))
            - pairs,
        )

    def in_text(self, text: str) -> bool:
        """Whether the text quotes the person."""
        if not text:
            return False
        if self.names(text):
            return True
        plain = search_key(text)
        there = plain.split()
        if self.words & set(there) or any(run in plain for run in self.runs):
            return True
        if any(word in spelling for word in self.words if len(word) >= GLUED for spelling in there):
            return True
        return bool(self.short & set(re.findall(r"\w+", text)))

    def names(self, text: str) -> bool:
        """Tell whether the text has the whole name, its words in any order."""
        # Word by word: those of game records come again and again.
        plain = " ".join(filter(None, map(_key_of_word, text.split())))
        there = plain.split()
        # All that counts among people of whom nothing else is known.
        return any(_is_whole(name, there, plain) for name in self.whole)

    def anywhere(self, value: Any) -> bool:
        """The same for all texts in a JSON value, keys included."""
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, Mapping):
            return any(self.anywhere(item) for pair in value.items() for item in pair)
        if isinstance(value, (list, tuple)):
            return any(self.anywhere(item) for item in value)
        return False


_key_of_word = lru_cache(maxsize=20_000)(search_key)


def _is_whole(name: frozenset[str], there: Sequence[str], plain: str) -> bool:
    """Whether the words of the name follow each other, in any order, or its characters do."""
    size = len(name)
    if name.issubset(there) and any(
        name == set(there[at : at + size]) for at in range(len(there) - size + 1)
    ):
        return True
    return all(is_written_in_characters(word) and len(word) > 1 and word in plain for word in name)


def _pairs(word: str) -> list[str]:
    """Two characters that follow each other; one alone is no name."""
    return [word[at : at + 2] for at in range(len(word) - 1)]

"""Say which of two names comes first, and in which language a name is to be read."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext

from tournaments.state.anonymous import is_anonym
from tournaments.state.namesakes import Apart
from tournaments.text.name_search import LETTERS

_SCRIPTS = (
    ("CJK", "zh"),
    ("HIRAGANA", "ja"),
    ("KATAKANA", "ja"),
    ("HANGUL", "ko"),
    ("CYRILLIC", "ru"),
    ("THAI", "th"),
    ("ARABIC", "ar"),
)
_OWN_LETTERS = {
    "ă": "a~1", "â": "a~2", "đ": "d~", "ê": "e~", "ô": "o~1", "ơ": "o~2", "ư": "u~",
}  # fmt: skip
_TONES = "\u0300\u0309\u0303\u0301\u0323"
_VIETNAMESE = set("ăâđêôơưĂÂĐÊÔƠƯ")


@lru_cache(maxsize=4096)
def name_lang(text: str, federation: str = "") -> str:
    """A language tag for a name; ``und-Latn`` for Latin letters of no known language.

    Kana decide before the Han characters beside them. Vietnamese is told by its own letters or, written
    without them, by the federation.
    """
    beyond = set() if text.isascii() else set(text)
    languages = {
        lang for letter in beyond for word, lang in _SCRIPTS if unicodedata.name(letter, "").startswith(word)
    }
    for lang in ("ja", "ko", "zh", "ru", "th", "ar"):
        if lang in languages:
            return lang
    return "vi" if federation == "VIE" or _VIETNAMESE & set(text) else "und-Latn"


def sort_key(name: str) -> str:
    """Return the key by which Latin names stand in the order of a name list in the reader's language."""
    # In Vietnamese ă, â, đ, ê, ô, ơ and ư are letters of their own. Elsewhere accents are left aside, also in
    # Chinese lists, which international championships order by the romanised names.
    return _vietnamese_key(name) if get_language() == "vi" else plain_key(name)


@lru_cache(maxsize=4096)
def _vietnamese_key(name: str) -> str:
    """The letters in their order, then, between names that differ in nothing else, the tones."""
    letters, tones = [], []
    for character in unicodedata.normalize("NFC", name.casefold()):
        spread = unicodedata.normalize("NFD", character)
        tone = "".join(mark for mark in spread if mark in _TONES)
        base = unicodedata.normalize("NFC", "".join(mark for mark in spread if mark not in _TONES))
        letters.append(_OWN_LETTERS.get(base) or plain_key(base) or " ")
        tones.append(tone)
    return " ".join("".join(letters).split()) + "\0" + "".join(tones)


@lru_cache(maxsize=4096)
def plain_key(name: str) -> str:
    """The same whoever reads it: without accents."""
    spread = unicodedata.normalize("NFD", name.casefold())
    bare = "".join(letter for letter in spread if not unicodedata.combining(letter))
    return " ".join(bare.translate(LETTERS).split())


def reads_chinese() -> bool:
    """Whether the reader's language is Chinese."""
    return (get_language() or "").startswith("zh")


def reads_traditional() -> bool:
    """Whether it is Chinese in traditional characters."""
    return get_language() == "zh-hant"


def first_text(named_object: Any, *keys: str) -> str:
    """The first of these fields that holds something."""
    for key in keys:
        if value := getattr(named_object, key, None):
            return str(value)
    return ""


def both_names(named_object: Any) -> list[str]:
    """Return the name to read first, then the other one, as far as there are two."""
    latin, native = first_text(named_object, "name"), first_text(named_object, "native_name")
    # Of a person who was forgotten, that there is no name.
    if is_anonym(latin):
        return [gettext("Name removed")]
    pair = [native, latin] if reads_chinese() and native else [latin, native]
    return [name for name in dict.fromkeys(pair) if name]


def plain_name(named_object: Any) -> str:
    """One name as text, for titles and sentences, with what tells a person from others of that name."""
    return " · ".join(filter(None, [next(iter(both_names(named_object)), ""), apart_text(named_object)]))


def apart_text(who: Any) -> str:
    """Return what tells a person from others of the same name and federation in the section."""
    apart: Apart | None = getattr(who, "apart", None)
    return plain_name(apart) if apart and not apart.is_federation else ""


def federation_name(names: Mapping[str, str]) -> str:
    """The name of a federation in the reader's language, from its names by language."""
    return names.get(get_language() or "en") or names["en"]

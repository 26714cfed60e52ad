"""Who moves first and second, in the words of the game: Red and Black, in weiqi Black and White."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy

SIDES: Mapping[tuple[str, str], str | Promise] = {
    ("xiangqi", "first"): pgettext_lazy("side in xiangqi", "Red"),
    ("xiangqi", "second"): pgettext_lazy("side in xiangqi", "Black"),
    ("weiqi", "first"): pgettext_lazy("side in weiqi", "Black"),
    ("weiqi", "second"): pgettext_lazy("side in weiqi", "White"),
}

SIGNS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("xiangqi", "first"): ("red", "紅"),
    ("xiangqi", "second"): ("dark", "黑"),
    ("weiqi", "first"): ("black", ""),
    ("weiqi", "second"): ("white", ""),
}
"""The look of the sign (a stylesheet's word) and the character on it; a stone has none."""


def sign_of(side: str, game: str) -> tuple[str, str, str]:
    """The look, the character and its language: simplified for who reads that, else as pieces have it."""
    look, character = SIGNS[game, side]
    if get_language() == "zh-hans":
        return look, character.replace("紅", "红"), "zh-Hans"
    return look, character, "zh-Hant"


def side_word(side: str, game: str) -> str:
    """The word for ``first`` or ``second`` in ``xiangqi`` or ``weiqi``."""
    return str(SIDES[game, side])

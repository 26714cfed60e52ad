"""Who moves first and second, in the words of the game: Red and Black, in weiqi Black and White."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import get_language, gettext, pgettext_lazy

from portal.web.words import Words

SIDES: Mapping[tuple[str, str], Words] = {
    ("xiangqi", "first"): pgettext_lazy("side in xiangqi", "Red"),
    ("xiangqi", "second"): pgettext_lazy("side in xiangqi", "Black"),
    ("weiqi", "first"): pgettext_lazy("side in weiqi", "Black"),
    ("weiqi", "second"): pgettext_lazy("side in weiqi", "White"),
}

LETTERS: Mapping[tuple[str, str], Words] = {
    ("xiangqi", "first"): pgettext_lazy("side in xiangqi, one letter", "R"),
    ("xiangqi", "second"): pgettext_lazy("side in xiangqi, one letter", "B"),
    ("weiqi", "first"): pgettext_lazy("side in weiqi, one letter", "B"),
    ("weiqi", "second"): pgettext_lazy("side in weiqi, one letter", "W"),
}

# The look of the sign (a stylesheet's word) and the character on it; a stone has none.
SIGNS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("xiangqi", "first"): ("red", "紅"),
    ("xiangqi", "second"): ("dark", "黑"),
    ("weiqi", "first"): ("black", ""),
    ("weiqi", "second"): ("white", ""),
}


def sign_of(side: str, game: str) -> tuple[str, str, str]:
    """The look, the character and its language: simplified for who reads that, else as pieces have it."""
    look, character = SIGNS[game, side]
    if get_language() == "zh-hans":
        return look, character.replace("紅", "红"), "zh-Hans"
    return look, character, "zh-Hant"


def side_word(side: str, game: str) -> str:
    """The word for ``first`` or ``second`` in ``xiangqi`` or ``weiqi``."""
    return str(SIDES[game, side])


def turns_text(turns: Iterable[str], game: str) -> str:
    """``RBBR``: who moved when, a dash for a round without a game."""
    return "".join(str(LETTERS[game, side]) if side else "–" for side in turns)


def move_number(ply: int, game: str) -> str:
    """``move 36``: how far a game is; empty before the first one."""
    if not ply:
        return ""
    return gettext("move %(number)s") % {"number": ply if game == "weiqi" else (ply + 1) // 2}


def move_words(ply: int | None, game: str, late: object = False) -> str:
    """Say which move a ply of an ordinary game is, ``move 36 of Black``; empty for none."""
    if not ply:
        return ""
    if game == "weiqi":
        return move_number(ply, game)
    # The second player made the first move.
    ply += bool(late)
    side = side_word("first" if ply % 2 else "second", game)
    return gettext("move %(number)s of %(side)s") % {"number": (ply + 1) // 2, "side": side}

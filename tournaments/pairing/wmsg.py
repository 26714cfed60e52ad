"""``wmsg2008``: the score pairing system of the World Mind Sports Games 2008, appendix 2."""

from __future__ import annotations

from tournaments.pairing import colours
from tournaments.pairing.swiss import Swiss

WMSG2008 = Swiss(
    name="wmsg2008",
    colours=colours.wmsg,
    colours_first_round=colours.wmsg_first_round,
    same_must=False,
    due_always=False,
    apart=False,
)

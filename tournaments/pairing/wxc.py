"""``wxc2015``: the supplemental rules of the 14th World Xiangqi Championship, articles 2.1 to 2.4."""

from __future__ import annotations

from tournaments.pairing import colours
from tournaments.pairing.swiss import Swiss

WXC2015 = Swiss(
    name="wxc2015",
    colours=colours.wxc,
    colours_first_round=colours.wxc_first_round,
    same_must=True,
    due_always=True,
    apart=True,
)

"""``wxc2015``: the supplemental rules of the 14th World Xiangqi Championship, articles 2.1 to 2.4."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing import colour_need, colours
from tournaments.pairing.explaining_need import need_reasons
from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.problem import RoundProblem
from tournaments.pairing.swiss import Reasons, Swiss


def _solve(
    entering: Entering, order: Sequence[PairingPlayer], problem: RoundProblem, explain: bool
) -> tuple[Sequence[int], Reasons]:
    mate = colour_need.solve(problem)
    return mate, need_reasons(entering, order, problem, mate) if explain else {}


WXC2015 = Swiss(
    name="wxc2015",
    order=Entering.order_of_need,
    solve=_solve,
    colours=colours.wxc,
    colours_first_round=colours.wxc_first_round,
    same_must=True,
    from_last_by_rank=True,
    apart=True,
)

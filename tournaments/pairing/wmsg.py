"""``wmsg2008``: the score pairing system of the World Mind Sports Games 2008, appendix 2."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing import brackets, colours
from tournaments.pairing.explaining import swiss_reasons
from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.problem import RoundProblem
from tournaments.pairing.swiss import Reasons, Swiss


def _solve(
    entering: Entering, order: Sequence[PairingPlayer], problem: RoundProblem, explain: bool
) -> tuple[Sequence[int], Reasons]:
    solution = brackets.solve(problem, explain=explain)
    return solution.mate, swiss_reasons(entering, order, problem, solution) if explain else {}


WMSG2008 = Swiss(
    name="wmsg2008",
    order=Entering.processing_order,
    solve=_solve,
    colours=colours.wmsg,
    colours_first_round=colours.wmsg_first_round,
    same_must=False,
    from_last_by_rank=False,
    apart=False,
)

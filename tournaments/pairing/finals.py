"""Swiss with a final: after a round the first two or four play knock-out, the others play on.

The finalists are named in the file, in the order of the standings: pairing reads no standings. They may have
met before; what they play is no rematch. When the final is over they rest.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing import knockout, swiss
from tournaments.pairing.entering import paired_state
from tournaments.pairing.knockout import Reasons, Stage
from tournaments.pairing.players import present
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.swiss import Swiss
from tournaments.pairing.values import InputCode, PairedRound, PairingInputError
from tournaments.state.tournament import Tournament


def finalists(tournament: Tournament, round_number: int) -> tuple[int, ...]:
    """Those who play for the first places from this round or an earlier one on; empty before the final."""
    final = tournament.options.final
    if final is None or round_number <= final.after:
        return ()
    if not final.players:
        raise PairingInputError(InputCode.FINALISTS_MISSING, round=final.after)
    return final.players


def final_stage(tournament: Tournament, round_number: int) -> Stage:
    """The final's own matches in this round."""
    final = tournament.options.final
    if final is None or not 0 < round_number - final.after <= final.rounds:
        return Stage((), ())
    before = tournament.as_paired_for(round_number)
    slots = knockout.final_slots(final.players)
    stage = knockout.stage_of(before, slots, final.after + 1, round_number, third_place=final.third_place)
    return knockout.without_absent(stage, {entry.number for entry in present(tournament, round_number)})


def pair(
    system: Swiss, tournament: Tournament, round_number: int, *, allow_rematch: bool, explain: bool
) -> PairedRound:
    """One round of a Swiss and of its final, if any. Raises `CannotPair` and `PairingInputError`."""
    entering = paired_state(tournament, round_number)
    leaders = finalists(tournament, round_number)
    final = tournament.options.final
    if not leaders or final is None:
        return swiss.pair(system, entering, allow_rematch=allow_rematch, explain=explain)
    stage = final_stage(tournament, round_number)
    pairs = []
    for table, meeting in enumerate(stage.meetings, 1):
        both = {"first": meeting.first, "second": meeting.other}
        why = Reason(ReasonCode.FINAL, {**both, "round": final.after})
        key = (min(meeting.first, meeting.other), max(meeting.first, meeting.other))
        reasons: Reasons = {} if meeting.third_place else {key: (why,)}
        pairs.append(knockout.seated(tournament, round_number, table, meeting, reasons if explain else None))
    others = {n: player for n, player in entering.players.items() if n not in leaders}
    fixed = tuple(f for f in entering.fixed if f.first in others and f.second in others)
    remaining = replace(entering, players=others, fixed=fixed)
    paired = swiss.pair(
        system, remaining, allow_rematch=allow_rematch, explain=explain, tables=len(stage.meetings)
    )
    notices = [
        Notice(NoticeCode.FREE_OPPONENT, {"player": number, "opponent": missing})
        for number, missing in stage.alone
        if missing is not None and explain
    ]
    return replace(
        paired,
        pairs=(*pairs, *paired.pairs),
        free=tuple(sorted(number for number, _ in stage.alone)),
        notices=(*paired.notices, *notices),
    )

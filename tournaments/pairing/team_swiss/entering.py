"""What each team brings into the round that is to be paired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.state.team_matches import (
    Alone,
    ColourModel,
    Primary,
    Team,
    TeamEvent,
    TeamRound,
    team_history,
)
from tournaments.state.tournament import Side


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team entering the round. ``score``: what pairs it, points of the acceleration in it; ``primary``,
    ``secondary``: its points without them; ``sides``: board 1's of the matches that were played; ``met``:
    opponents of such matches; ``wish``: the side that the colour model gives it a claim to, ``strong`` if no
    third one in a row, nor a difference of three, is to be risked."""

    number: int
    score: int
    primary: int
    secondary: int
    sides: tuple[Side, ...]
    met: frozenset[int]
    floated: bool
    may_have_bye: bool
    wish: Side | None
    strong: bool

    @property
    def difference(self) -> int:
        """Matches as the first team minus matches as the second."""
        return 2 * self.sides.count(Side.FIRST) - len(self.sides)


def entrants(event: TeamEvent, round_number: int) -> list[Entrant]:
    """The teams to be paired in ``round_number``, by number.

    Raises `PairingInputError` when the round is none of the event's, or an earlier one is not complete.
    """
    if not 1 <= round_number <= event.rounds:
        raise PairingInputError(InputCode.BAD_ROUND, round=round_number)
    _check_results(event, round_number)
    history = team_history(event, before=round_number)
    last_round = round_number == event.rounds
    totals = {team.number: _totals(event, team, history[team.number], round_number) for team in event.teams}
    floated = _floated(event, history, round_number)
    entrants_found = []
    for team in event.teams:
        if not team.plays_in(round_number):
            continue
        rows = history[team.number]
        sides = tuple(row.side for row in rows if row.side is not None)
        wish, strong = _wish(event.rules.model, sides, last_round=last_round)
        match, board = totals[team.number]
        primary, secondary = (match, board) if event.rules.primary is Primary.MATCH else (board, match)
        entrants_found.append(
            Entrant(
                number=team.number,
                score=primary + acceleration_points(event, team.number, round_number),
                primary=primary,
                secondary=secondary,
                sides=sides,
                met=frozenset(row.opponent for row in rows if row.opponent is not None),
                floated=team.number in floated,
                may_have_bye=not any(
                    row.won_by_forfeit or row.alone in (Alone.BYE, Alone.FULL) for row in rows
                ),
                wish=wish,
                strong=strong,
            )
        )
    return sorted(entrants_found, key=lambda entrant: entrant.number)


def _check_results(event: TeamEvent, round_number: int) -> None:
    held = {match.round for match in event.matches} | {bye.round for bye in event.byes}
    for earlier in range(1, round_number):
        if earlier not in held:
            raise PairingInputError(InputCode.ROUND_MISSING, round=earlier)
    for match in event.matches:
        open_board = len(match.boards) < event.rules.boards or any(b.result is None for b in match.boards)
        if match.round < round_number and not match.lost_by and open_board:
            raise PairingInputError(
                InputCode.RESULT_MISSING,
                round=match.round,
                table=match.table,
                first=match.first,
                second=match.second,
            )


def check_fixed(event: TeamEvent, teams: Sequence[Entrant], *, allow_rematch: bool) -> None:
    """Raises `CannotPair` where the pairs that the arbiter fixed cannot be made."""
    by_number = {team.number: team for team in teams}
    used: set[int] = set()
    for first, second in event.fixed:
        both = {"first": first, "second": second}
        for number in (first, second):
            if number not in by_number:
                raise CannotPair(RefusalCode.FIXED_ABSENT, player=number, **both)
            if number in used:
                raise CannotPair(RefusalCode.FIXED_TWICE, player=number)
            used.add(number)
        if (min(first, second), max(first, second)) in event.forbidden:
            raise CannotPair(RefusalCode.FIXED_FORBIDDEN, **both)
        if second in by_number[first].met and not allow_rematch:
            raise CannotPair(RefusalCode.FIXED_MET, **both)


def _totals(event: TeamEvent, team: Team, rows: Sequence[TeamRound], round_number: int) -> tuple[int, int]:
    match = sum(row.match_points for row in rows)
    board = sum(row.board_points for row in rows)
    for penalty in event.penalties:
        if penalty.team == team.number and penalty.pairing and (penalty.round or event.rounds) < round_number:
            match += penalty.match
            board += penalty.board
    return match, board


def _floated(event: TeamEvent, history: dict[int, list[TeamRound]], round_number: int) -> set[int]:
    """Who played a match of the previous round against another score, by the scores entering it (T10)."""
    if round_number == 1:
        return set()
    teams = {team.number: team for team in event.teams}
    entering: dict[int, int] = {}
    for number, rows in history.items():
        totals = _totals(event, teams[number], rows[:-1], round_number - 1)
        primary = totals[0] if event.rules.primary is Primary.MATCH else totals[1]
        entering[number] = primary + acceleration_points(event, number, round_number - 1)
    return {
        number
        for number, rows in history.items()
        if rows and rows[-1].opponent is not None and entering[rows[-1].opponent] != entering[number]
    }


def table_order(event: TeamEvent, round_number: int) -> list[tuple[int, int]]:
    """Return the matches of a round that is on record, (first, second), in the order of their tables."""
    history = team_history(event, before=round_number)
    scores = {}
    for team in event.teams:
        totals = _totals(event, team, history[team.number], round_number)
        primary = totals[0] if event.rules.primary is Primary.MATCH else totals[1]
        scores[team.number] = primary + acceleration_points(event, team.number, round_number)

    def order(pair: tuple[int, int]) -> tuple[int, int, int]:
        better = min(pair, key=lambda number: (-scores[number], number))
        # By the higher score of the two, the sum, the number of the team that stands higher.
        return -scores[better], -sum(scores[number] for number in pair), better

    return sorted(((m.first, m.second) for m in event.matches if m.round == round_number), key=order)


def _wish(model: ColourModel, sides: Sequence[Side], *, last_round: bool) -> tuple[Side | None, bool]:
    """The side that a team has a claim to (C.04.6, 1.7), and whether the claim is strong."""
    if model is ColourModel.NONE or not sides:
        return None, False
    difference = 2 * sum(side is Side.FIRST for side in sides) - len(sides)
    twice = sides[-1] if len(sides) > 1 and sides[-1] is sides[-2] else None
    if difference <= -2 or (difference in (0, -1) and twice is Side.SECOND):
        return Side.FIRST, True
    if difference >= 2 or (difference in (0, 1) and twice is Side.FIRST):
        return Side.SECOND, True
    if model is ColourModel.STRONG:
        return None, False
    if difference:
        return (Side.SECOND if difference > 0 else Side.FIRST), False
    return (None if last_round else sides[-1].other), False


def acceleration_points(event: TeamEvent, number: int, round_number: int) -> int:
    """Return what Baku's acceleration lends a team in this round (C.04.7), in units of match points."""
    if not event.accelerated:
        return 0
    entered = sorted(team.number for team in event.teams if team.withdrawn_after != 0)
    # T11: of all who entered and had not left before round 1.
    upper = entered[: 2 * -(-len(entered) // 4)]
    accelerated = -(-event.rounds // 2)
    if number not in upper or round_number > accelerated:
        return 0
    points = event.rules.match_points
    return points.win if round_number <= -(-accelerated // 2) else points.win // 2

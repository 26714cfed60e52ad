"""Is a file right? Each round against the rule that paired it, points and ranks against the results.

*different*   the rule pairs the round otherwise. *illegal*     it breaks what no pairing may break,
whatever the rule: a second meeting, a second bye, two who must
              have the same colour, a forbidden pair, somebody twice or left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.exchange.trf.claims import Claims
from tournaments.pairing import (
    CannotPair,
    Difference,
    DifferenceCode,
    Notice,
    PairingInputError,
    Table,
    Verification,
    judge_pairs,
    verify,
)
from tournaments.pairing.dutch.why import WhyNot, why_not
from tournaments.pairing.of_teams import on_record, rounds_with_games
from tournaments.pairing.registry import FIDE_DUTCH
from tournaments.standings.ranking import standings
from tournaments.standings.team_table import section_table
from tournaments.state.tournament import Tournament, history, points_by_number


class RoundState(StrEnum):
    OK = "ok"
    DIFFERENT = "different"
    ILLEGAL = "illegal"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """Check one round; ``differences`` from the rule's pairing, ``broken``: what breaks a law.

    ``refusal``: why the rule has no pairing, or cannot be asked; ``why``: of FIDE's Dutch system, what is
    worse about the first pair on record that is not the rule's."""

    round: int
    state: RoundState
    differences: tuple[Difference, ...] = ()
    broken: tuple[Notice, ...] = ()
    refusal: CannotPair | PairingInputError | None = None
    why: WhyNot | None = None


class ClaimSubject(StrEnum):
    """What a claim is about."""

    POINTS = "points"
    RANK = "rank"
    MATCH_POINTS = "match-points"
    BOARD_POINTS = "board-points"
    TEAM_RANK = "team-rank"


@dataclass(frozen=True, slots=True)
class Claim:
    """A value of the file that does not follow from its results. ``number``: of the player or team; a rank of
    those who share one is any of theirs."""

    of: ClaimSubject
    number: int
    claimed: Fraction
    follows: Fraction


@dataclass(frozen=True, slots=True)
class Check:
    """``paired_by``: the system, empty where nobody knows it and only laws were looked at; ``ranked``:
    whether the ranks could be checked."""

    paired_by: str
    rounds: tuple[RoundCheck, ...]
    claims: tuple[Claim, ...] = ()
    ranked: bool = field(default=False)

    @property
    def ok(self) -> bool:
        return not self.claims and all(
            item.state in (RoundState.OK, RoundState.UNCHECKED) for item in self.rounds
        )


def check_rounds(
    tournament: Tournament,
    *,
    system_known: bool = True,
    tables: bool = True,
    rounds: Collection[int] | None = None,
) -> tuple[RoundCheck, ...]:
    """Check every round on record, or those of ``rounds``.

    ``system_known`` False: nobody knows by which rule they were paired; then the laws of FIDE's Swiss are
    looked at alone. ``tables`` False: the file has no numbers of tables."""
    numbers = [n for n in rounds_with_games(tournament) if rounds is None or n in rounds]
    outcome = (_round(tournament, n, system_known=system_known) for n in numbers)
    return tuple(outcome if tables else map(_without_tables, outcome))


def _without_tables(row: RoundCheck) -> RoundCheck:
    left = tuple(item for item in row.differences if item.code is not DifferenceCode.TABLE)
    same = row.state is RoundState.DIFFERENT and not left and row.refusal is None
    return replace(row, differences=left, state=RoundState.OK if same else row.state)


def _round(tournament: Tournament, number: int, *, system_known: bool) -> RoundCheck:
    broken: tuple[Notice, ...] = ()
    try:
        broken = _broken(tournament, number, system_known=system_known)
        if not system_known:
            return RoundCheck(number, RoundState.ILLEGAL if broken else RoundState.UNCHECKED, (), broken)
        outcome = verify(tournament, number)
    except (CannotPair, PairingInputError) as refusal:
        # Where the rule has no pairing the one on record is not the rule's.
        state = RoundState.ILLEGAL if broken else RoundState.DIFFERENT
        return RoundCheck(number, state, (), broken, refusal)
    if broken and not (outcome.lifted and outcome.ok):
        return RoundCheck(number, RoundState.ILLEGAL, outcome.differences, broken)
    if outcome.ok:
        return RoundCheck(number, RoundState.OK)
    why = _why(tournament, number, outcome)
    return RoundCheck(number, RoundState.DIFFERENT, outcome.differences, why=why)


def _why(tournament: Tournament, number: int, outcome: Verification) -> WhyNot | None:
    extra = [item.params for item in outcome.differences if item.code is DifferenceCode.EXTRA]
    if not extra or tournament.paired_by != FIDE_DUTCH:
        return None
    try:
        return why_not(tournament, number, extra[0]["first"], extra[0]["second"], paired=outcome.expected)
    except CannotPair:
        return None  # the engine analyses no such list; the differences stand


def _broken(tournament: Tournament, number: int, *, system_known: bool) -> tuple[Notice, ...]:
    rows, byes = on_record(tournament, number)
    tables = [Table(first, second, colours_given=True) for _, first, second in rows]
    if not system_known and tournament.teams is None:
        tournament = replace(tournament, system=FIDE_DUTCH)
    return judge_pairs(tournament, number, tables, byes).broken


def check_claims(tournament: Tournament, made: Claims) -> tuple[tuple[Claim, ...], bool]:
    """Points and ranks that do not follow, and whether the ranks were looked at."""
    if tournament.teams is not None:
        return _of_teams(tournament, made)
    unit = tournament.points.unit
    totals = {
        number: Fraction(points, unit) for number, points in points_by_number(history(tournament)).items()
    }
    wrong = _wrong(ClaimSubject.POINTS, made.points, totals)
    if not made.criteria or not tournament.last_round:
        return tuple(wrong), False
    ranks = standings(tournament, tournament.last_round).ranks
    return (*wrong, *_wrong_ranks(ClaimSubject.RANK, made.ranks, ranks)), True


def _of_teams(tournament: Tournament, made: Claims) -> tuple[tuple[Claim, ...], bool]:
    table, _ = section_table(tournament)
    rows = table["rows"]
    wrong: list[Claim] = []
    for of, key, values in (
        (ClaimSubject.MATCH_POINTS, "match_points", made.match_points),
        (ClaimSubject.BOARD_POINTS, "board_points", made.board_points),
    ):
        wrong += _wrong(of, values, {row["team"]: Fraction(row[key]) for row in rows})
    if not made.criteria:
        return tuple(wrong), False
    ranks = {row["team"]: row["rank"] for row in rows}
    return (*wrong, *_wrong_ranks(ClaimSubject.TEAM_RANK, made.team_ranks, ranks)), True


def _wrong(of: ClaimSubject, made: Mapping[int, Fraction], follows: Mapping[int, Fraction]) -> list[Claim]:
    return [
        Claim(of, number, value, follows[number])
        for number, value in sorted(made.items())
        if number in follows and value != follows[number]
    ]


def _wrong_ranks(of: ClaimSubject, made: Mapping[int, int], follows: Mapping[int, int]) -> list[Claim]:
    """Who share a rank may be numbered through."""
    sharing = Counter(follows.values())
    return [
        Claim(of, number, Fraction(rank), Fraction(follows[number]))
        for number, rank in sorted(made.items())
        if number in follows and not 0 <= rank - follows[number] < sharing[follows[number]]
    ]


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A `RoundCheck` in what fits a line. ``tables``: of the pairs on record that are not the rule's."""

    round: int
    state: RoundState
    tables: tuple[int, ...] = ()


def summaries(
    tournament: Tournament, *, system_known: bool = True, tables: bool = True
) -> tuple[RoundSummary, ...]:
    """Every round on record in short; plain values, for a child process that does it."""
    return tuple(
        RoundSummary(row.round, row.state, _tables_of(tournament, row))
        for row in check_rounds(tournament, system_known=system_known, tables=tables)
    )


def _tables_of(tournament: Tournament, row: RoundCheck) -> tuple[int, ...]:
    seated = {
        frozenset((first, second)): table for table, first, second in on_record(tournament, row.round)[0]
    }
    params_of = [*(difference.params for difference in row.differences), *(n.params for n in row.broken)]
    named = [params for params in params_of if "first" in params]
    pairs = {frozenset((params["first"], params["second"])) for params in named}
    return tuple(sorted({seated[pair] for pair in pairs if pair in seated}))

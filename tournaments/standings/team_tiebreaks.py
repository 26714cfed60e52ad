"""The criteria that separate teams level on points, each with its summands (FIDE C.07 of 2026, 11 to 14, 16).

All values are exact fractions of points. What a round without a match brings is article 16's; its words here:

*kind 1*   the pairing's bye, or a full-point bye; *2* a match won without play; *4* one lost so.
*kind 3*   a half- or zero-point bye after which the team came back; *5* one after which it did not.
*VUR*      a voluntarily unplayed round: kinds 3, 4 and 5.
*dummy*    the opponent that a team without a match is given in sums over opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor

from tournaments.fouls import TIE_BREAKING_KINDS
from tournaments.standings.criterion import CriteriaError
from tournaments.state.points import Points
from tournaments.state.team_matches import Alone, Primary, TeamEvent, TeamRound, TeamRules, team_history

# Team numbers in groups, the best group first; inside a group nothing separates them.
Partition = list[list[int]]


@dataclass(frozen=True, slots=True)
class TeamTerm:
    """What one round brings to a sum over opponents: ``theirs`` × ``ours``. ``opponent`` None: the dummy.
    ``cut``: left out by the cut."""

    round: int
    opponent: int | None
    theirs: Fraction
    ours: Fraction = Fraction(1)
    vur: bool = False
    cut: bool = False

    @property
    def amount(self) -> Fraction:
        return self.theirs * self.ours


class TeamField:
    """An event after a round, as the criteria ask about it. ``rows`` by team number."""

    def __init__(self, event: TeamEvent, after: int) -> None:
        self.event = event
        self.rules: TeamRules = event.rules
        self.after = after
        self.rows = team_history(event, before=after + 1)

    def scale(self, of: Primary) -> Points:
        return self.rules.match_points if of is Primary.MATCH else self.rules.board_points

    def gained(self, row: TeamRound, of: Primary) -> Fraction:
        return Fraction(row.points(of), self.scale(of).unit)

    @cached_property
    def penalties(self) -> Mapping[tuple[int, Primary], Fraction]:
        taken: dict[tuple[int, Primary], Fraction] = {}
        for row in self.event.penalties:
            if (row.round or self.event.rounds) <= self.after:
                for of, points in ((Primary.MATCH, row.match), (Primary.BOARD, row.board)):
                    key = row.team, of
                    taken[key] = taken.get(key, Fraction(0)) + Fraction(points, self.scale(of).unit)
        return taken

    def total(self, number: int, of: Primary) -> Fraction:
        """The team's points, penalties taken off."""
        gained = sum((self.gained(row, of) for row in self.rows[number]), Fraction(0))
        return gained + self.penalties.get((number, of), Fraction(0))

    def fouls(self, number: int) -> int:
        """The fouls of the team's members that break ties."""
        members = next(team.members for team in self.event.teams if team.number == number)
        return sum(
            foul.round <= self.after and foul.number in members and foul.kind in TIE_BREAKING_KINDS
            for foul in self.event.fouls
        )

    def draw(self, of: Primary) -> Fraction:
        """What a drawn match gives in a round that counts once."""
        boards = 1 if of is Primary.MATCH else self.rules.boards
        return Fraction(boards * self.scale(of).half, self.scale(of).unit)

    def weight(self, row: TeamRound) -> Fraction:
        """How many times the round counts."""
        return self.rules.board_points.weight(row.round)

    @property
    def worth(self) -> Fraction:
        """How many rounds that count once the rounds so far are worth."""
        return self.rules.board_points.worth(self.after)

    def adjusted(self, number: int, of: Primary) -> Fraction:
        """The team's points as its opponents count them: rounds missed for good (kind 5) as draws."""
        rows = self.rows[number]
        missed = [row for place, row in enumerate(rows) if self.kind(number, place) == 5]
        return self.total(number, of) + sum(
            (self.draw(of) * self.weight(row) - self.gained(row, of) for row in missed), Fraction(0)
        )

    def kind(self, number: int, place: int) -> int:
        """The kind of the round at ``place``, 0 for a match that was played."""
        row = self.rows[number][place]
        if row.played:
            return 0
        if row.alone in (Alone.BYE, Alone.FULL):
            return 1
        if row.alone is None:
            return 2 if row.won_by_forfeit else 4
        later = self.rows[number][place + 1 :]
        return 3 if any(not _is_vur(other) for other in later) else 5

    def dummy(self, number: int, place: int, of: Primary) -> Fraction:
        row = self.rows[number][place]
        limit = self.draw(of) * self.worth if row.scheduled is None else self.adjusted(row.scheduled, of)
        return min(self.total(number, of), limit)

    def per_board(self, number: int) -> list[Fraction]:
        """The points on each board; a bye counts as a win on every one, a half-point bye as a draw."""
        unit, sums = self.rules.board_points.unit, [0] * self.rules.boards
        for row in self.rows[number]:
            points = self.rules.board_points.in_round(row.round)
            alone = {Alone.BYE: points.win, Alone.FULL: points.win, Alone.HALF: points.half, Alone.ZERO: 0}
            boards = row.boards if row.alone is None else (alone[row.alone],) * self.rules.boards
            # A match that is carried may have had more boards.
            for place, gained in enumerate(boards[: self.rules.boards]):
                sums[place] += gained
        return [Fraction(value, unit) for value in sums]


def _is_vur(row: TeamRound) -> bool:
    if row.played:
        return False
    return row.alone in (Alone.HALF, Alone.ZERO) or (row.alone is None and not row.won_by_forfeit)


def opponents(
    field: TeamField, number: int, theirs: Primary, ours: Primary | None = None, *, cut: int = 0
) -> list[TeamTerm]:
    """Return the summands of Buchholz (``ours`` None) or of an extended Sonneborn-Berger.

    The opponents' points in ``theirs``, times the team's own points against them in ``ours``."""
    terms = []
    for place, row in enumerate(field.rows[number]):
        # What a team did in an earlier stage without anybody of this one brings points and no opponent.
        if not row.round and row.scheduled is None:
            continue
        met = field.adjusted(row.opponent, theirs) if row.opponent is not None else None
        terms.append(
            TeamTerm(
                round=row.round,
                opponent=row.opponent,
                theirs=field.dummy(number, place, theirs) if met is None else met,
                ours=Fraction(1) if ours is None else field.gained(row, ours),
                vur=_is_vur(row),
            )
        )
    for _ in range(cut):
        terms = _cut(terms)
    return terms


def _cut(terms: list[TeamTerm]) -> list[TeamTerm]:
    """Leave one more summand out: of the opponent lowest in points, of several the smallest."""
    left = [term for term in terms if not term.cut]
    if not left:
        return terms
    chosen = min(left, key=lambda term: (term.theirs, term.amount))
    unplayed = min((term for term in left if term.vur), key=lambda term: term.amount, default=None)
    # 16.5: a voluntarily unplayed round goes instead, unless that would leave out less.
    if unplayed is not None and unplayed.amount >= chosen.amount:
        chosen = unplayed
    return [TeamTerm(t.round, t.opponent, t.theirs, t.ours, t.vur, t.cut or t is chosen) for t in terms]


def sum_of(terms: Iterable[TeamTerm]) -> Fraction:
    return sum((term.amount for term in terms if not term.cut), Fraction(0))


# Values of one team, more first

Value = Callable[[TeamField, int], Fraction]


def match_wins(field: TeamField, number: int) -> Fraction:
    points = field.rules.match_points
    return Fraction(sum(row.match_points == points.in_round(row.round).win for row in field.rows[number]))


def board_count(field: TeamField, number: int) -> Fraction:
    """Board numbers times the points on them; the smaller, the higher up the points were made."""
    return sum((n * points for n, points in enumerate(field.per_board(number), 1)), Fraction(0))


def berlin(field: TeamField, number: int) -> Fraction:
    boards = field.rules.boards
    return sum(
        ((boards + 1 - n) * points for n, points in enumerate(field.per_board(number), 1)), Fraction(0)
    )


def sssc(field: TeamField, number: int) -> Fraction:
    """The other points and the Buchholz of the primary ones, brought to their size; two decimals (T6)."""
    rules = field.rules
    primary, other = rules.primary, _other(rules.primary)
    most = {
        Primary.MATCH: Fraction(rules.match_points.win, rules.match_points.unit),
        Primary.BOARD: Fraction(rules.boards * rules.board_points.win, rules.board_points.unit),
    }
    divisor = floor(field.worth * most[primary] / most[other]) or 1
    value = field.total(number, other) + sum_of(opponents(field, number, primary)) / divisor
    return Fraction(floor(value * 100 + Fraction(1, 2)), 100)


def board_rate(field: TeamField, number: int, board: int) -> Fraction:
    """The share of points on ``board``, of games played on it."""
    games = sum(len(row.boards) >= board for row in field.rows[number])
    return field.per_board(number)[board - 1] / games if games else Fraction(0)


def _other(of: Primary) -> Primary:
    return Primary.BOARD if of is Primary.MATCH else Primary.MATCH


def value_of(key: str) -> Value | None:
    """The criterion as a value of each team; None where it compares teams with each other.

    Raises `CriteriaError` for a key that is none.
    """
    name, cut = _cut_of(key)
    if name in SUMS:
        theirs, ours = SUMS[name]
        return lambda field, number: sum_of(opponents(field, number, theirs, ours, cut=cut))
    plain: dict[str, Value] = {
        "match-points": lambda field, number: field.total(number, Primary.MATCH),
        "board-points": lambda field, number: field.total(number, Primary.BOARD),
        "other-score": lambda field, number: field.total(number, _other(field.rules.primary)),
        "berlin": berlin,
        "match-wins": match_wins,
        "sssc": sssc,
    }
    if not cut and name in plain:
        return plain[name]
    if not cut and (name in SPLITS or (name.startswith("board-rate:") and name[11:].isdigit())):
        return None
    raise CriteriaError(f"criteria: unknown key {key!r}")


def terms_of(field: TeamField, number: int, key: str) -> list[TeamTerm]:
    """The summands of a criterion that is a sum over opponents; empty for every other one."""
    name, cut = _cut_of(key)
    return opponents(field, number, *SUMS[name], cut=cut) if name in SUMS else []


# Sums over opponents: what of theirs is taken, and times what of one's own.
SUMS: Mapping[str, tuple[Primary, Primary | None]] = {
    "team-buchholz:match": (Primary.MATCH, None),
    "team-buchholz:board": (Primary.BOARD, None),
    "emmsb": (Primary.MATCH, Primary.MATCH),
    "emgsb": (Primary.MATCH, Primary.BOARD),
    "egmsb": (Primary.BOARD, Primary.MATCH),
    "eggsb": (Primary.BOARD, Primary.BOARD),
}


def _cut_of(key: str) -> tuple[str, int]:
    """A key without its cut, and how many summands that leaves out. Raises `CriteriaError`."""
    name, _, tail = key.partition("/")
    if not tail:
        return name, 0
    if not tail.startswith("cut-") or not tail[4:].isdigit() or not 1 <= int(tail[4:]) <= 9:
        raise CriteriaError(f"criteria: unknown key {key!r}")
    return name, int(tail[4:])


# Criteria that compare teams with each other


def by_value(field: TeamField, group: Sequence[int], value: Callable[[int], object]) -> Partition:
    """``group`` in classes of equal values, the largest first."""
    classes: dict[object, list[int]] = {}
    for number in group:
        classes.setdefault(value(number), []).append(number)
    return [classes[key] for key in sorted(classes, reverse=True)]  # type: ignore[type-var]  # one type a call


def extended_direct_encounter(field: TeamField, group: Sequence[int]) -> Partition:
    """Split the tied by the extended direct encounter: matches among them, on the primary points."""
    # The other points where those separate nobody; anew for every smaller group.
    for of in (field.rules.primary, _other(field.rules.primary)):
        parts = _direct_on(field, group, of)
        if len(parts) > 1:
            return [smaller for part in parts for smaller in extended_direct_encounter(field, part)]
    return [list(group)]


def _direct_on(field: TeamField, group: Sequence[int], of: Primary) -> Partition:
    if len(group) < 2:
        return [list(group)]
    met: dict[tuple[int, int], list[Fraction]] = {}
    for number in group:
        for row in field.rows[number]:
            if row.opponent in group and row.opponent is not None:
                met.setdefault((number, row.opponent), []).append(field.gained(row, of))
    sums = {
        number: sum(
            (
                sum(met[number, rival], Fraction(0)) / len(met[number, rival])
                for rival in group
                if (number, rival) in met
            ),
            Fraction(0),
        )
        for number in group
    }
    missing = {number: sum((number, rival) not in met for rival in group) - 1 for number in group}
    if not any(missing.values()):
        return by_value(field, group, sums.__getitem__)
    # A rival's best: all matches with the others that were not played, won.
    scale = field.scale(of)
    boards = 1 if of is Primary.MATCH else field.rules.boards
    win = Fraction(boards * scale.win, scale.unit)
    left = list(group)
    ahead: Partition = []
    while len(left) > 1:
        first = [
            number
            for number in left
            if all(sums[number] > sums[rival] + win * missing[rival] for rival in left if rival != number)
        ]
        if not first:
            break
        ahead.append(first)
        left.remove(first[0])
    return [*ahead, left]


def counted_on_boards(field: TeamField, group: Sequence[int]) -> Partition:
    """Board count, the smaller first; only among teams with equal board points."""
    if len({field.total(number, Primary.BOARD) for number in group}) > 1:
        return [list(group)]
    return by_value(field, group, lambda number: -board_count(field, number))


def top_boards(field: TeamField, group: Sequence[int]) -> Partition:
    return by_value(field, group, lambda number: tuple(field.per_board(number)))


def bottom_out(field: TeamField, group: Sequence[int]) -> Partition:
    """Points without the last board, then without the last two, and so on."""

    def value(number: int) -> tuple[Fraction, ...]:
        points = field.per_board(number)
        return tuple(sum(points[:count], Fraction(0)) for count in range(len(points) - 1, 0, -1))

    return by_value(field, group, value)


def fewer_fouls(field: TeamField, group: Sequence[int]) -> Partition:
    return by_value(field, group, lambda number: -field.fouls(number))


def by_lot(field: TeamField, group: Sequence[int]) -> Partition:
    """The smaller number first: teams have drawn theirs."""
    return by_value(field, group, lambda number: -number)


Split = Callable[[TeamField, Sequence[int]], Partition]


def _direct_then(*further: Split) -> Split:
    """Direct encounter; two that it leaves level in both points are separated by ``further`` (T5)."""

    def split(field: TeamField, group: Sequence[int]) -> Partition:
        parts = []
        for part in extended_direct_encounter(field, group):
            both = {(field.total(n, Primary.MATCH), field.total(n, Primary.BOARD)) for n in part}
            todo = [part]
            if len(part) == 2 and len(both) == 1:
                for rule in further:
                    todo = [smaller for each in todo for smaller in rule(field, each)]
            parts += todo
        return parts

    return split


SPLITS: Mapping[str, Split] = {
    "team-direct": extended_direct_encounter,
    "board-count": counted_on_boards,
    "top-boards": top_boards,
    "bottom-out": bottom_out,
    "ede-bt": _direct_then(counted_on_boards, top_boards),
    "ede-bb": _direct_then(counted_on_boards, bottom_out),
    "ede-t": _direct_then(top_boards),
    "ede-b": _direct_then(bottom_out),
    "team-fouls": fewer_fouls,
    "team-lot": by_lot,
}

"""Who stands where, and why.

Players with equal points form a group; each criterion in turn splits every group that is still tied, by
values computed for that group; a group that nothing splits shares its rank: 1, 2, 2, 4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.categories import CategoryRow, category_rows
from tournaments.standings.criterion import Criterion, Terms
from tournaments.standings.field import Field, Ranks, field_at
from tournaments.standings.gotha_rows import by_criteria, shown_criteria
from tournaments.standings.tiebreaks import (
    check_criteria,
    criterion,
    default_tie_breaks,
    direct_terms,
    expanded,
    own_points,
)
from tournaments.state.gc_disabled import gc_disabled
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.tournament import Appearance, Entry, Tournament, history

TieValue = int | tuple[int, ...] | None


class StandingsError(ValueError):
    """A question that the tournament cannot answer, such as a round that nothing is recorded for."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One player's line.

    ``points`` in `Points` units. ``tiebreaks``: a value for every criterion of the list, in its order
    (`tiebreaks.value_text` writes it); None where the tie never reached a criterion or the criterion could
    not tell the group apart; a tuple where ``direct`` was applied anew to a smaller group.
    ``separated_by``: the key (``points``, ``knock-out`` or a criterion) that separates this row from the one
    above, for the first row from the one below; None between players who share a rank.
    ``arithmetic``: the summands of ``points`` and of every criterion that is a sum or a largest value.
    """

    rank: int
    number: int
    points: int
    tiebreaks: Mapping[str, TieValue]
    separated_by: str | None
    arithmetic: Mapping[str, Terms]


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings after round ``after``; ``criteria`` with ``sos-minus`` written out. Rows by rank, players of
    one rank by number."""

    after: int
    criteria: tuple[str, ...]
    rows: tuple[RankedRow, ...]
    teams: tuple[TeamRow, ...]
    categories: Mapping[str, tuple[CategoryRow, ...]]

    @property
    def ranks(self) -> Ranks:
        """Rank by entry number."""
        return {row.number: row.rank for row in self.rows}


def last_played_round(tournament: Tournament) -> int:
    """The latest round with a result; a round without games (byes, absences) counts as well."""
    decided = {game.round for game in tournament.games if game.result is not None}
    waiting = {game.round for game in tournament.games} - decided
    quiet = ({bye.round for bye in tournament.byes} | {a.round for a in tournament.absences}) - waiting
    return max(decided | quiet, default=0)


def criteria_of(tournament: Tournament) -> tuple[str, ...]:
    """The tournament's own list, or its system's. Raises `CriteriaError` on a key that is unknown."""
    return check_criteria(tournament.tiebreaks or default_tie_breaks(tournament.system), tournament.system)


def standings(tournament: Tournament, after: int | None = None, *, team_size: int = 2) -> Standings:
    """Standings after round ``after`` (default: `last_played_round`), results as they stand now.

    ``team_size``: how many players of a team count (WXC 6.2: 2). Raises `StandingsError` when ``after`` is
    negative or later than anything recorded, `CriteriaError` on an unknown criterion.
    """
    with gc_disabled():
        return _standings(tournament, after, team_size)


def _standings(tournament: Tournament, after: int | None, team_size: int) -> Standings:
    last = tournament.last_round
    after = last_played_round(tournament) if after is None else after
    if not 0 <= after <= last:
        raise StandingsError(f"after: round {after} is not recorded; the last one is {last}")
    keys = criteria_of(tournament)
    if tournament.system in GO_SYSTEMS:
        ranked = by_criteria(tournament, after, keys)
        places = {row.number: row.rank for row in ranked}
        return Standings(
            after=after,
            criteria=shown_criteria(keys),
            rows=tuple(RankedRow(*row) for row in ranked),
            teams=rank_teams(tournament.entries, places, counted=team_size),
            categories=category_rows(tournament.entries, places),
        )
    ordering = _order(tournament, history(tournament.until(after)), after, keys)
    rows = _rows(ordering)
    ranks = {row.number: row.rank for row in rows}
    return Standings(
        after=after,
        criteria=ordering.keys,
        rows=rows,
        teams=rank_teams(tournament.entries, ranks, counted=team_size),
        categories=category_rows(tournament.entries, ranks),
    )


@dataclass(frozen=True, slots=True)
class _Group:
    """Players still tied and the key that separates them from the group above."""

    members: tuple[int, ...]
    above: str | None


class _Ordering:
    """Splits the field group by group, criterion by criterion.

    With ``wanted``, groups that hold none of these players stay whole: their size is all that matters to
    the ranks of the others.
    """

    def __init__(self, field: Field, keys: tuple[str, ...], wanted: Sequence[int] | None = None) -> None:
        self.field = field
        self.keys = keys
        self.criteria = {key: criterion(key) for key in keys}
        self.computed: dict[str, dict[int, int | None]] = {key: {} for key in keys}
        self.direct: dict[int, tuple[int, ...]] = {}
        self.direct_groups: dict[int, tuple[int, ...]] = {}
        whole = tuple(sorted(field.points))
        self.groups = self._first_groups(whole)
        only = None if wanted is None else frozenset(wanted)
        for key in keys:
            open_groups = [g for g in self.groups if _is_open(g, only)]
            if not open_groups:
                break
            if not self.criteria[key].anew:
                self.values(key, [number for group in open_groups for number in group.members])
            self.groups = [
                smaller
                for group in self.groups
                for smaller in (self._split(group, key) if _is_open(group, only) else (group,))
            ]

    def _first_groups(self, whole: tuple[int, ...]) -> list[_Group]:
        """Split the field by points, or by how far players came."""
        field = self.field
        if field.stages is None:
            parts = _parts(whole, field.points, smaller_first=False)
            return [_Group(part, "points" if i else None) for i, part in enumerate(parts)]
        groups: list[_Group] = []
        for part in _parts(whole, field.stages, smaller_first=False):
            # Losers of one round share their rank; only those out of a final are ranked by points.
            plays_on = field.final and not field.stages[part[0]]
            inner = _parts(part, field.points, smaller_first=False) if plays_on else [part]
            for i, few in enumerate(inner):
                groups.append(_Group(few, "points" if i else "knock-out" if groups else None))
        return groups

    def values(self, key: str, members: Sequence[int]) -> Mapping[int, int | None]:
        """Values that depend on the player alone, worked out once for each."""
        computed = self.computed[key]
        missing = [number for number in members if number not in computed]
        if missing:
            computed.update(self.criteria[key].values(self.field, missing) or dict.fromkeys(missing))
        return computed

    def _split(self, group: _Group, key: str) -> Iterable[_Group]:
        rule = self.criteria[key]
        if rule.anew:
            parts = self._split_anew(rule, group.members)
        else:
            parts = _parts(group.members, self.computed[key], smaller_first=rule.smaller_first)
        return (_Group(part, key if i else group.above) for i, part in enumerate(parts))

    def _split_anew(self, rule: Criterion, members: tuple[int, ...]) -> list[tuple[int, ...]]:
        values = rule.values(self.field, members)
        if values is None:
            return [members]
        for number in members:
            self.direct[number] = (*self.direct.get(number, ()), values[number] or 0)
            self.direct_groups.setdefault(number, members)
        parts = _parts(members, values, smaller_first=rule.smaller_first)
        if len(parts) == 1:
            return parts
        return [
            smaller
            for part in parts
            for smaller in (self._split_anew(rule, part) if len(part) > 1 else [part])
        ]

    def column(self, key: str) -> Callable[[int], TieValue]:
        """What the rows show for a criterion, by number."""
        if not self.criteria[key].anew:
            return self.computed[key].get
        return self._applied

    def _applied(self, number: int) -> TieValue:
        applied = self.direct.get(number)
        return applied[0] if applied and len(applied) == 1 else applied

    def ranks(self) -> dict[int, int]:
        ranks: dict[int, int] = {}
        for group in self.groups:
            place = len(ranks) + 1
            ranks.update(dict.fromkeys(group.members, place))
        return ranks


def _is_open(group: _Group, only: frozenset[int] | None) -> bool:
    return len(group.members) > 1 and (only is None or not only.isdisjoint(group.members))


def _parts(
    members: tuple[int, ...], values: Mapping[int, int | None], *, smaller_first: bool
) -> list[tuple[int, ...]]:
    """Members by value, the better first, those without one last; each part in order of number."""
    if len(members) == 1:
        return [members]
    parts: dict[int | None, list[int]] = {}
    for number in members:
        parts.setdefault(values[number], []).append(number)
    values_present = sorted((value for value in parts if value is not None), reverse=not smaller_first)
    return [tuple(parts[value]) for value in (*values_present, *([None] if None in parts else []))]


def _order(
    tournament: Tournament,
    seen: Mapping[int, list[Appearance]],
    after: int,
    keys: tuple[str, ...],
    wanted: Sequence[int] | None = None,
) -> _Ordering:
    """Return the ordering after ``after``."""

    # The ones before it only if a tie asks for the previous rank, and only as far as those players' ranks
    # need.
    def previous(group: Sequence[int]) -> Ranks | None:
        if after <= 1:
            return None
        ranks = _order(tournament, seen, after - 1, keys, group).ranks()
        return {number: ranks[number] for number in group}

    return _Ordering(field_at(tournament, seen, after, previous), expanded(keys, after), wanted)


class _Arithmetic(Mapping[str, Terms]):
    """A row's summands by criterion, worked out when somebody looks."""

    def __init__(self, ordering: _Ordering, number: int) -> None:
        self._ordering = ordering
        self._number = number

    def __iter__(self) -> Iterator[str]:
        yield "points"
        for key, rule in self._ordering.criteria.items():
            if rule.terms is not None or (key == "direct" and self._number in self._ordering.direct_groups):
                yield key

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, key: str) -> Terms:
        field, number = self._ordering.field, self._number
        if key == "points":
            return own_points(field, number)
        terms = self._ordering.criteria[key].terms
        if terms is not None:
            return terms(field, number)
        if key == "direct" and number in self._ordering.direct_groups:
            return direct_terms(field, self._ordering.direct_groups[number], number)
        raise KeyError(key)


def _rows(ordering: _Ordering) -> tuple[RankedRow, ...]:
    for key, rule in ordering.criteria.items():
        if not rule.late:
            ordering.values(key, tuple(ordering.field.points))
    columns = [(key, ordering.column(key)) for key in ordering.keys]
    rows: list[RankedRow] = []
    below = ordering.groups[1].above if len(ordering.groups) > 1 else None
    for group in ordering.groups:
        rank = len(rows) + 1
        for index, number in enumerate(group.members):
            above = group.above if index == 0 else None
            rows.append(
                RankedRow(
                    rank=rank,
                    number=number,
                    points=ordering.field.points[number],
                    tiebreaks={key: value(number) for key, value in columns},
                    separated_by=above if rows else (below if len(group.members) == 1 else None),
                    arithmetic=_Arithmetic(ordering, number),
                )
            )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team. ``members``: all its entry numbers, best first; the first ``counted`` of them make ``sum``.

    A team with fewer players than are counted has rank, sum and best None (6.2 (2)).
    """

    rank: int | None
    team: str
    sum: int | None
    best: int | None
    members: tuple[int, ...]
    counted: int


def rank_teams(
    entries: Iterable[Entry], ranks: Mapping[int, int], *, counted: int = 2
) -> tuple[TeamRow, ...]:
    """Teams by rank, those without a rank last, equal ones by name. Entries without a team are left out.

    Equal sums: the better of the two best individual ranks is ahead; if those are equal as well, the teams
    share the rank. Raises ValueError when ``counted`` is below 1.
    """
    if counted < 1:
        raise ValueError(f"teams: at least one player counts, not {counted}")
    members: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        if entry.team:
            members[entry.team].append(entry.number)
    ranked: list[tuple[int, int, str]] = []
    unranked: list[str] = []
    for team, numbers in members.items():
        numbers.sort(key=lambda number: (ranks[number], number))
        if len(numbers) < counted:
            unranked.append(team)
        else:
            ranked.append((sum(ranks[n] for n in numbers[:counted]), ranks[numbers[0]], team))
    ranked.sort()
    rows: list[TeamRow] = []
    for place, (total, best, team) in enumerate(ranked, start=1):
        above = rows[-1] if rows else None
        shared = above is not None and (above.sum, above.best) == (total, best)
        rank = above.rank if above is not None and shared else place
        rows.append(TeamRow(rank, team, total, best, tuple(members[team]), counted))
    rows.extend(TeamRow(None, team, None, None, tuple(members[team]), counted) for team in sorted(unranked))
    return tuple(rows)

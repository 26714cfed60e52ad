"""Who stands where, and why.

Players with equal points form a group; each criterion in turn splits every group that is still tied, by
values computed for that group; a group that nothing splits shares its rank: 1, 2, 2, 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.standings.categories import CategoryRow, category_rows
from tournaments.standings.field import Field, Ranks, field_at
from tournaments.standings.presets import default_criteria
from tournaments.standings.teams import TeamRow, rank_teams
from tournaments.standings.tiebreaks import (
    Terms,
    check_criteria,
    criterion,
    direct_terms,
    expanded,
    own_points,
)
from tournaments.state.tournament import Appearance, Tournament, history

TieValue = int | tuple[int, ...] | None


class StandingsError(ValueError):
    """A question that the tournament cannot answer, such as a round that nothing is recorded for."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line.

    ``points`` in `Points` units. ``tiebreaks``: a value for every criterion of the list, in its order
    (`tiebreaks.value_text` writes it); None where the tie never reached a criterion or the criterion could
    not tell the group apart; a tuple where ``direct`` was applied anew to a smaller group.
    ``separated_by``: the key (``points`` or a criterion) that separates this row from the one above, for
    the first row from the one below; None between players who share a rank.
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
    rows: tuple[Row, ...]
    teams: tuple[TeamRow, ...]
    categories: Mapping[str, tuple[CategoryRow, ...]]

    @property
    def ranks(self) -> Ranks:
        """Rank by entry number."""
        return {row.number: row.rank for row in self.rows}


def last_played_round(tournament: Tournament) -> int:
    """The latest round with a result; a round without games (byes, absences) counts as well."""
    known = {game.round for game in tournament.games if game.result is not None}
    waiting = {game.round for game in tournament.games} - known
    quiet = ({bye.round for bye in tournament.byes} | {a.round for a in tournament.absences}) - waiting
    return max(known | quiet, default=0)


def criteria_of(tournament: Tournament) -> tuple[str, ...]:
    """The tournament's own list, or its system's. Raises `CriteriaError` on a key that is unknown."""
    return check_criteria(tournament.tiebreaks or default_criteria(tournament.system))


def standings(tournament: Tournament, after: int | None = None, *, team_size: int = 2) -> Standings:
    """Standings after round ``after`` (default: `last_played_round`), results as they stand now.

    ``team_size``: how many players of a team count (WXC 6.2: 2). Raises `StandingsError` when ``after`` is
    negative or later than anything recorded, `CriteriaError` on an unknown criterion.
    """
    last = tournament.last_round
    after = last_played_round(tournament) if after is None else after
    if not 0 <= after <= last:
        raise StandingsError(f"after: round {after} is not recorded; the last one is {last}")
    keys = criteria_of(tournament)
    ordering = _order(tournament, after, keys)
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
    """Players of one rank, the key that separates them from the group above, values met on the way."""

    members: tuple[int, ...]
    above: str | None


class _Ordering:
    """Splits the field group by group; keeps the values that only exist for tied groups."""

    def __init__(self, field: Field, keys: tuple[str, ...]) -> None:
        self.field = field
        self.keys = keys
        self.criteria = {key: criterion(key) for key in keys}
        self.reached: dict[str, dict[int, tuple[int, ...]]] = {
            key: {} for key, c in self.criteria.items() if c.within_group
        }
        self.known: dict[str, dict[int, int | None]] = {key: {} for key in keys}
        self.direct_groups: dict[int, tuple[int, ...]] = {}
        self.groups = list(self._groups())

    def _groups(self) -> Iterator[_Group]:
        whole = tuple(sorted(self.field.points))
        by_points = [_Group(part, "points") for part in _parts(whole, self.field.points, smaller_first=False)]
        for index, group in enumerate(by_points):
            yield from self._split(_Group(group.members, group.above if index else None), self.keys)

    def _split(self, group: _Group, keys: Sequence[str]) -> Iterator[_Group]:
        for index, key in enumerate(keys):
            if len(group.members) == 1:
                break
            parts = self._parts(key, group.members)
            if len(parts) > 1:
                above = group.above
                for part in parts:
                    yield from self._split(_Group(part, above), keys[index + 1 :])
                    above = key
                return
        yield group

    def _parts(self, key: str, members: tuple[int, ...]) -> list[tuple[int, ...]]:
        rule = self.criteria[key]
        values = rule.values(self.field, members) if rule.within_group else self.values(key, members)
        if values is None:
            return [members]
        if rule.within_group:
            self._keep(key, members, values)
        parts = _parts(members, values, smaller_first=rule.smaller_first)
        if not rule.anew or len(parts) == 1:
            return parts
        return [
            smaller for part in parts for smaller in (self._parts(key, part) if len(part) > 1 else [part])
        ]

    def values(self, key: str, members: Sequence[int]) -> Mapping[int, int | None]:
        """Values of a criterion that everybody has, worked out once for each player."""
        known = self.known[key]
        missing = [number for number in members if number not in known]
        if missing:
            known.update(self.criteria[key].values(self.field, missing) or {})
        return known

    def _keep(self, key: str, members: tuple[int, ...], values: Mapping[int, int | None]) -> None:
        for number in members:
            value = values[number]
            if value is not None:
                self.reached[key][number] = (*self.reached[key].get(number, ()), value)
            if key == "direct":
                self.direct_groups.setdefault(number, members)

    def ranks(self) -> dict[int, int]:
        ranks: dict[int, int] = {}
        for group in self.groups:
            place = len(ranks) + 1
            ranks.update(dict.fromkeys(group.members, place))
        return ranks


def _parts(
    members: tuple[int, ...], values: Mapping[int, int | None], *, smaller_first: bool
) -> list[tuple[int, ...]]:
    """Members by value, the better first, those without one last; each part in order of number."""
    parts: dict[int | None, list[int]] = {}
    for number in members:
        parts.setdefault(values[number], []).append(number)
    known = sorted((value for value in parts if value is not None), reverse=not smaller_first)
    return [tuple(parts[value]) for value in (*known, *([None] if None in parts else []))]


def _order(tournament: Tournament, after: int, keys: tuple[str, ...]) -> _Ordering:
    """The ordering after ``after``; the ones before it only if a tie asks for the previous rank."""

    def order(seen: Mapping[int, list[Appearance]], round_number: int) -> _Ordering:
        @cache
        def previous() -> Ranks | None:
            return order(field.seen, round_number - 1).ranks() if round_number > 1 else None

        field = field_at(tournament, seen, round_number, previous)
        return _Ordering(field, expanded(keys, round_number))

    return order(history(tournament.until(after)), after)


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


def _rows(ordering: _Ordering) -> tuple[Row, ...]:
    everybody = tuple(ordering.field.points)
    shared = {
        key: ordering.values(key, everybody)
        for key, rule in ordering.criteria.items()
        if not rule.within_group
    }

    def tie_value(key: str, number: int) -> TieValue:
        if key in shared:
            return shared[key][number]
        reached = ordering.reached[key].get(number)
        return reached[0] if reached and len(reached) == 1 else reached

    rows: list[Row] = []
    below = ordering.groups[1].above if len(ordering.groups) > 1 else None
    for group in ordering.groups:
        rank = len(rows) + 1
        for index, number in enumerate(group.members):
            above = group.above if index == 0 else None
            rows.append(
                Row(
                    rank=rank,
                    number=number,
                    points=ordering.field.points[number],
                    tiebreaks={key: tie_value(key, number) for key in ordering.keys},
                    separated_by=above if rows else (below if len(group.members) == 1 else None),
                    arithmetic=_Arithmetic(ordering, number),
                )
            )
    return tuple(rows)

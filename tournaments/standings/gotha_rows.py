"""The rows of a section that is ranked by OpenGotha's criteria, as every other section's are made.

*main score*   McMahon score or wins: shown as the points. Where it is the first criterion it has no column of
               its own.

Whoever has neither played nor had a bye stands below everybody else, all of them on one rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments.standings.field import Term
from tournaments.standings.gotha import Part, arithmetic, summed, table
from tournaments.state.gotha.criteria import Criteria
from tournaments.state.gotha.of_tournament import event_of
from tournaments.state.gotha.scores import Score
from tournaments.state.gotha.values import Event
from tournaments.state.tournament import Kind, Tournament

MAIN = ("MMS", "NBW")


class GoRow(NamedTuple):
    """As `ranking.Row`."""

    rank: int
    number: int
    points: int
    tiebreaks: Mapping[str, int]
    separated_by: str | None
    arithmetic: Mapping[str, tuple[Term, ...]]


def shown_criteria(keys: Sequence[str]) -> tuple[str, ...]:
    """Those with a column of their own."""
    return tuple(keys[1:] if keys and keys[0] in MAIN else keys)


def by_criteria(tournament: Tournament, after: int, keys: Sequence[str]) -> list[GoRow]:
    """Everybody, by rank; those of one rank by name."""
    event = event_of(tournament.until(after))
    computed = Criteria(event, after)
    main = "MMS" if event.by_mms else "NBW"
    ranked = table(event, after, keys)
    shown = shown_criteria(keys)
    rows: list[GoRow] = []
    above: tuple[int, ...] | None = None
    for row in ranked.rows:
        values = dict(zip(keys, row.values, strict=True))
        rows.append(
            GoRow(
                row.place,
                row.number,
                computed.column(main)[row.number],
                {key: values[key] for key in shown},
                _separating(keys, above, row.values),
                _Arithmetic(event, after, row.number, shown, computed),
            )
        )
        above = row.values
    if len(ranked.rows) > 1 and ranked.rows[0].values != ranked.rows[1].values:
        first, second = ranked.rows[0].values, ranked.rows[1].values
        rows[0] = rows[0]._replace(separated_by=_separating(keys, second, first))
    last = len(rows) + 1
    for number in ranked.apart:
        points = computed.column(main)[number]
        tiebreaks = {key: computed.column(key)[number] for key in shown}
        rows.append(GoRow(last, number, points, tiebreaks, None, {}))
    return rows


def _separating(keys: Sequence[str], above: tuple[int, ...] | None, own: tuple[int, ...]) -> str | None:
    if above is None:
        return None
    place = next((i for i, pair in enumerate(zip(above, own, strict=True)) if pair[0] != pair[1]), None)
    if place is None:
        return None
    return "points" if place == 0 and keys[0] in MAIN else keys[place]


class _Arithmetic(Mapping[str, tuple[Term, ...]]):
    """A row's summands by criterion, worked out when somebody looks."""

    def __init__(
        self, event: Event, after: int, number: int, shown: Sequence[str], computed: Criteria
    ) -> None:
        self._event, self._after, self._number, self._computed = event, after, number, computed
        self._keys = tuple(key for key in shown if summed(key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, key: str) -> tuple[Term, ...]:
        if key not in self._keys:
            raise KeyError(key)
        score = self._computed.scores[self._number]
        byes = {bye.round for bye in self._event.byes if bye.number == self._number}
        parts = arithmetic(self._event, self._after, self._number, key, self._computed)
        return tuple(Term(part.round, _kind(score, byes, part), part.opponent, part.total) for part in parts)


def _kind(score: Score, byes: set[int], part: Part) -> Kind:
    met = score.meetings.get(part.round)
    if met is None:
        return Kind.BYE if part.round in byes else Kind.ABSENT
    return Kind.FORFEIT if met.game.by_default else Kind.PLAYED

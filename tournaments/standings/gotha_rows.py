"""The rows of a section that is ranked by OpenGotha's criteria, as every other section's are made.

*main score*   McMahon score or wins: shown as the points. Where it is the first criterion it has no column of
               its own.

Whoever has neither played nor had a bye stands below everybody else, all of them on one rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments.standings.field import Term
from tournaments.standings.gotha import CriterionPart, adds_rounds, arithmetic, table
from tournaments.state.gotha.criteria import TIMES, Criteria, criterion_text
from tournaments.state.gotha.of_tournament import gotha_event
from tournaments.state.gotha.scores import GoScore
from tournaments.state.tournament import Kind, Tournament

MAIN = ("MMS", "NBW")
DIRECT = ("SDC", "DC")


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
    event = gotha_event(tournament.until(after))
    computed = Criteria(event, after)
    main = "MMS" if event.by_mms else "NBW"
    ranked = table(event, after, keys)
    criteria_shown = shown_criteria(keys)
    level = {key: _level(computed, keys, key) for key in keys if key in DIRECT}
    rows: list[GoRow] = []
    above: tuple[int, ...] | None = None
    for row in ranked.rows:
        values = dict(zip(keys, row.values, strict=True))
        rows.append(
            GoRow(
                row.place,
                row.number,
                computed.column(main)[row.number],
                {key: values[key] for key in criteria_shown},
                _separating(keys, above, row.values),
                _Arithmetic(computed, row.number, criteria_shown, level),
            )
        )
        above = row.values
    if len(ranked.rows) > 1 and ranked.rows[0].values != ranked.rows[1].values:
        first, second = ranked.rows[0].values, ranked.rows[1].values
        rows[0] = rows[0]._replace(separated_by=_separating(keys, second, first))
    last = len(rows) + 1
    for number in ranked.apart:
        points = computed.column(main)[number]
        tiebreaks = {key: computed.column(key)[number] for key in criteria_shown}
        summands = _Arithmetic(computed, number, criteria_shown, {})
        rows.append(GoRow(last, number, points, tiebreaks, None, summands))
    return rows


def _separating(keys: Sequence[str], above: tuple[int, ...] | None, mine: tuple[int, ...]) -> str | None:
    if above is None:
        return None
    place = next((i for i, pair in enumerate(zip(above, mine, strict=True)) if pair[0] != pair[1]), None)
    if place is None:
        return None
    return "points" if place == 0 and keys[0] in MAIN else keys[place]


class _Level(NamedTuple):
    """Who was level before a direct confrontation, each player's group by number, and what it gave."""

    groups: Mapping[int, Sequence[int]]
    values: Mapping[int, int]


def _level(computed: Criteria, keys: Sequence[str], key: str) -> _Level:
    place = keys.index(key)
    groups: dict[tuple[int, ...], list[int]] = {}
    values = {}
    for number, row in computed.values(keys).items():
        groups.setdefault(row[:place], []).append(number)
        values[number] = row[place]
    return _Level({number: group for group in groups.values() for number in group}, values)


class _Arithmetic(Mapping[str, tuple[Term, ...]]):
    """A row's summands by criterion, worked out when somebody looks."""

    def __init__(
        self, computed: Criteria, number: int, criteria_shown: Sequence[str], level: Mapping[str, _Level]
    ) -> None:
        self._computed, self._number = computed, number
        self._level = level
        self._keys = ("points", *(key for key in criteria_shown if adds_rounds(key) or key in level))

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, key: str) -> tuple[Term, ...]:
        if key not in self._keys:
            raise KeyError(key)
        if key in self._level:
            return _among_level(key, self._level[key], self._computed, self._number)
        event, score = self._computed.event, self._computed.scores[self._number]
        byes = {bye.round for bye in event.byes if bye.number == self._number}
        if key == "points":
            key = "MMS" if event.by_mms else "NBW"
        parts = arithmetic(event, self._computed.after, self._number, key, self._computed)
        return tuple(
            Term(
                part.round,
                _kind(score, byes, part),
                part.opponent,
                part.total,
                working=_working(part, 2 if TIMES.get(key) == 4 else 1),
            )
            for part in parts
        )


def _among_level(key: str, level: _Level, computed: Criteria, number: int) -> tuple[Term, ...]:
    """List the games against those on the same values so far."""
    group = level.groups[number]
    if len(group) == 1:
        return ()
    met = [
        opponent
        for _, opponent in sorted(computed.scores[number].meetings.items())
        if opponent.opponent in group
    ]
    # SDC adds their points, if each two of them met with a winner over the board.
    if key == "SDC":
        whole = any(level.values[opponent] for opponent in group)
        terms = tuple(
            Term(
                opponent.round,
                Kind.PLAYED if opponent.game.played else Kind.FORFEIT,
                opponent.opponent,
                opponent.points2,
                counted=whole,
            )
            for opponent in met
        )
        return terms if whole else (*terms, Term(0, "not-all-met", None, 0))
    # For DC they are arrows, and the value is how many places lie below.
    games = [
        Term(
            opponent.round,
            "beat" if opponent.points2 else "lost-to",
            opponent.opponent,
            opponent.points2 // 2,
        )
        for opponent in met
        if opponent.game.played and opponent.points2 != 1
    ]
    return (*games, Term(0, "ranks-below", None, level.values[number]))


def _working(part: CriterionPart, whole: int) -> str:
    """Write how a part came about; ``whole``: what ``times`` is where the opponent counts once."""
    value = criterion_text("MMS", part.value)
    if part.handicap_points:
        value += (
            # `28 + 1`: the opponent's score and the stones given; `½ × (28 − 4)`: of a draw.
            f" {'+' if part.handicap_points > 0 else '−'} {criterion_text('MMS', abs(part.handicap_points))}"
        )
    if part.opponent is None or part.times == whole:
        return value if part.handicap_points else ""
    factor = criterion_text("MMS", part.times * 2 // whole)
    return f"{factor} × ({value})" if part.handicap_points else f"{factor} × {value}"


def _kind(score: GoScore, byes: set[int], part: CriterionPart) -> str:
    if not part.round:
        return "start"
    met = score.meetings.get(part.round)
    if met is None:
        return Kind.BYE if part.round in byes else Kind.ABSENT
    return Kind.FORFEIT if met.game.by_default else Kind.PLAYED

"""The field at one moment: what every criterion reads.

Vocabulary: a *meeting* is a round's deciding appearance (the last game where a draw was replayed); a
*term* is one summand of a criterion, so that a page can show how a value came about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.state.bracket import stages
from tournaments.state.matches import knocks_out
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance, Entry, Foul, Tournament, points_by_number

Ranks = Mapping[int, int]
PreviousRanks = Callable[[Sequence[int]], Ranks | None]


class Term(NamedTuple):
    """One summand: ``points`` in the criterion's own measure; ``counted`` False: shown, but left out;
    ``working``: how they come about where that is more than one number (``28 + 1``).

    ``kind`` is a `Kind` value, for fouls the kind of foul; ``opponent`` is an entry number or None.
    """

    round: int
    kind: str
    opponent: int | None
    points: int
    counted: bool = True
    working: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """Everything known after round ``after``; ``points`` in `Points` units, all by entry number.

    ``lowest`` is the fewest points of all entries, withdrawn ones included (WXC 2.3, S5). ``previous``
    gives some players' ranks one round before, None before round 1. ``rounds``: those on record in which
    everybody plays or misses something; none in a knock-out. ``stages``: how far everybody came in a
    knock-out or a final, None elsewhere; ``final``: those out of it play on. ``memo``: the opponents'
    points worked out already, since half of the criteria begin with them, ``worked_out`` the same of C.07
    by name. ``announced``: how many rounds the tournament has; ``everybody_meets``: a round robin.
    """

    after: int
    entries: Mapping[int, Entry]
    seen: Mapping[int, list[Appearance]]
    meetings: Mapping[int, list[Appearance]]
    points: Mapping[int, int]
    lowest: int
    table: Points
    fouls: Mapping[int, list[Foul]]
    seed: str
    previous: PreviousRanks
    rounds: frozenset[int] = frozenset()
    stages: Mapping[int, int] | None = None
    final: bool = False
    memo: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)
    announced: int = 0
    everybody_meets: bool = False
    worked_out: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)


def field_at(
    tournament: Tournament,
    seen: Mapping[int, list[Appearance]],
    after: int,
    previous: PreviousRanks,
) -> Field:
    """Return the field after round ``after``; ``seen`` is in order of rounds and may hold later ones."""
    until = {number: _until(appearances, after) for number, appearances in seen.items()}
    points = points_by_number(until)
    replayed = any(game.game > 1 for game in tournament.games)
    fouls: dict[int, list[Foul]] = {}
    for foul in sorted(tournament.fouls, key=lambda foul: (foul.round, foul.kind)):
        if foul.round <= after:
            fouls.setdefault(foul.number, []).append(foul)
    knocked_out = knocks_out(tournament)
    bracket_only = knocked_out and tournament.options.final is None
    return Field(
        after=after,
        entries={entry.number: entry for entry in tournament.entries},
        seen=until,
        meetings={n: _deciding(a) for n, a in until.items()} if replayed else until,
        points=points,
        lowest=min(points.values(), default=0),
        table=tournament.points,
        fouls=fouls,
        seed=tournament.seed,
        previous=previous,
        rounds=frozenset() if bracket_only else _rounds_of(until),
        stages=stages(tournament.until(after)) if knocked_out else None,
        final=tournament.options.final is not None,
        announced=tournament.rounds,
        everybody_meets=tournament.system in ("round-robin", "double-round-robin"),
    )


def _rounds_of(seen: Mapping[int, list[Appearance]]) -> frozenset[int]:
    """What is carried is no round that anybody could miss."""
    return frozenset({a.round for rows in seen.values() for a in rows if a.round})


def _until(appearances: list[Appearance], after: int) -> list[Appearance]:
    # Mostly there is one appearance a round, and then the end is known at once.
    end = after if len(appearances) > after and appearances[after].round > after else len(appearances)
    while end and appearances[end - 1].round > after:
        end -= 1
    return appearances[:end]


def _deciding(appearances: list[Appearance]) -> list[Appearance]:
    carried = [a for a in appearances if not a.round]
    rows = sorted((a for a in appearances if a.round), key=lambda a: (a.round, a.game))
    return carried + list({(a.round, a.opponent): a for a in rows}.values())

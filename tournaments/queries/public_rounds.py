"""A published round, by table and by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, Time, extended
from tournaments.models import Pairing, Round, RoundVersion, Section, Standing
from tournaments.pairing.reasons import NoticeCode
from tournaments.queries.addresses import api_address
from tournaments.queries.entries import half_byes_in
from tournaments.queries.links import Link, table_links
from tournaments.queries.matches import open_among
from tournaments.queries.public import (
    FileLink,
    Framed,
    Person,
    Result,
    framing,
    people,
    results_of,
    section_of,
    starts_of,
)
from tournaments.queries.public_matches import MatchLine, TeamRef, match_lines, match_seats, team_refs
from tournaments.queries.public_state import Edition, Moment
from tournaments.queries.seats import seated_pairings
from tournaments.queries.tournament import numbered_entries, tournament_of
from tournaments.queries.verified import holds
from tournaments.state.gotha.of_tournament import main_scores
from tournaments.state.name_search import variants
from tournaments.state.points import Points
from tournaments.state.tournament import Side, history, scores
from tournaments.wording.names import sort_key

Place = Mapping[str, int | str | bool]
"""``{"bye": True}``, or ``table``, ``side`` and the number of the ``opponent``."""
Seated = Sequence[tuple[int, int, int]]
"""Table, first, second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Person):
    points: Annotated[str, _("Before the round.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    table: int
    first: Annotated[Scored, _("Red, or Black in weiqi.")]
    second: Scored
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    results: Annotated[Sequence[Result], _("One per game; several in a match.")]
    reasons: Annotated[Sequence[Mapping[str, Any]], _("Reasons for the pairing: codes with parameters.")]
    by_hand: bool
    rematch: bool
    adjourned: Annotated[bool, _("Broken off, to be finished later.")]
    games: Annotated[Sequence[str], _("URLs of the game documents.")]
    links: Hidden[Sequence[Link]]
    open: Hidden[bool]

    @property
    def won(self) -> str:
        """``first`` or ``second`` where the last game has a winner."""
        last = self.results[-1].value if self.results and not self.open else ""
        return {"1-0": "first", "0-1": "second"}.get(last, "")


@dataclass(frozen=True, slots=True)
class Change:
    number: int
    before: Place | None
    now: Place | None


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's place in the round: a table, the bye, or none."""

    person: Person
    table: int | None = None
    side: Side | None = None
    opponent: Person | None = None
    bye: bool = False
    half_bye: bool = False

    @property
    def absent(self) -> bool:
        return self.table is None and not self.bye and not self.half_bye

    @property
    def place(self) -> str:
        """What the card about it is called, for who sits at no table."""
        return "bye" if self.bye else "half-bye" if self.half_bye else "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage(Framed):
    round: int
    state: Round.State
    starts: Time | None
    edition: Edition
    games: int
    reported: int
    tables: Sequence[Table]
    byes: Sequence[Person]
    half_byes: Annotated[Sequence[Person], _("Asked not to play, and score as for a draw.")]
    absent: Sequence[Person]
    matches: Annotated[Sequence[MatchLine], _("Of teams, where teams meet; their boards are the tables.")]
    resting: Annotated[Sequence[TeamRef], _("Teams without an opponent.")]
    changes: Annotated[Sequence[Change], _("Compared with the previous version.")]
    holds: Hidden[bool | None]
    people: Hidden[Mapping[int, Person]]
    teams: Hidden[Mapping[int, TeamRef]]
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def lines(self) -> list[Line]:
        """The same for somebody who looks for a name, in the order of a name list."""
        found = [Line(one, bye=True) for one in self.byes] + [Line(one) for one in self.absent]
        found += [Line(one, half_bye=True) for one in self.half_byes]
        for one in self.tables:
            found.append(Line(one.first, one.table, Side.FIRST, one.second))
            found.append(Line(one.second, one.table, Side.SECOND, one.first))
        return sorted(found, key=lambda line: (sort_key(line.person.name), line.person.number))

    @property
    def by_hand(self) -> list[int]:
        """The tables that are not the rule's own."""
        return [one.table for one in self.tables if one.by_hand]

    @property
    def rematches(self) -> list[int]:
        return [one.table for one in self.tables if one.rematch]

    @property
    def variants(self) -> str:
        """What the page must know of Chinese characters to find these players by itself."""
        return variants(text for one in self.people.values() for text in (one.name, one.native_name))

    @property
    def verify(self) -> str:
        """The command that computes the round again from the section's tournament file."""
        return f"python manage.py verify_pairing {self.section.slug}.json --round {self.round}"


def round_page(key: int, number: int, moment: Moment) -> RoundPage:
    """Tables with players, points before the round, results and reasons; who has the bye; who is absent;
    what this version changed. Raises `NotPublicError`."""
    section = section_of(key)
    round_ = moment.round(section, number)
    edition = moment.edition(round_)
    everybody = people(section)
    pairings = seated_pairings([round_])
    tables = _tables(round_, [one for one in pairings if one.table], everybody)
    byes = [seat.entry.number or 0 for one in pairings if one.is_bye for seat in one.seats.all()]
    seated = [(one.table, one.first.number or 0, one.second.number or 0) for one in tables]
    halves = half_byes_in(round_)
    away = [] if section.of_teams else _absent(section, number, seated, byes)
    matches, resting = match_lines(round_, pairings)
    if section.of_teams:
        # What was paired are the teams.
        seated, byes = match_seats(round_)
    return RoundPage(
        **framing(section, moment),
        round=number,
        state=moment.state(round_),
        starts=starts_of(round_),
        edition=edition,
        games=len(tables),
        reported=sum(1 for one in tables if one.results and not one.open),
        tables=tables,
        byes=[] if section.of_teams else [everybody[one] for one in byes],
        half_byes=[everybody[one] for one in away if one in halves],
        absent=[everybody[one] for one in away if one not in halves],
        matches=matches,
        resting=resting,
        changes=[] if section.of_teams else _changes(round_, edition.version, seated, byes),
        holds=holds(round_, seated, byes),
        people=everybody,
        teams=team_refs(section) if section.of_teams else {},
    )


def _tables(round_: Round, pairings: Sequence[Pairing], people: Mapping[int, Person]) -> list[Table]:
    missing = open_among(round_.section, pairings)
    points = points_before(round_.section, round_.number)
    links = table_links([round_], staff=False)

    def seat(pairing: Pairing, colour: str) -> Scored:
        number = next(one.entry.number or 0 for one in pairing.seats.all() if one.colour == colour)
        return extended(Scored, people[number], points=points[number])

    found = []
    for pairing in pairings:
        table = pairing.table or 0
        shown = links.get((round_.pk, table), ())
        found.append(
            Table(
                table=table,
                first=seat(pairing, "first"),
                second=seat(pairing, "second"),
                handicap=pairing.handicap,
                results=results_of(pairing.current),
                reasons=pairing.reasons,
                by_hand=pairing.by_hand,
                rematch=any(notice["code"] == NoticeCode.REMATCH for notice in pairing.notices),
                adjourned=pairing.adjourned and not pairing.current,
                games=[api_address(link.path) for link in shown],
                links=shown,
                open=table in missing,
            )
        )
    return found


def points_before(section: Section, number: int) -> Mapping[int, str]:
    """What everybody had when the round was published, as texts: from the standings frozen then, or where
    there are none from the games. Whoever entered later was absent in every round before."""
    if section.is_by_value:
        half = Points(unit=2)
        mains = main_scores(tournament_of(section, before_round=number), number - 1)
        return defaultdict(str, {n: half.text(value) for n, value in mains.items()})
    points = Points.parse(section.points)
    late = points.text(points.absence * (number - 1))
    standing = Standing.objects.filter(section=section, after_round=number - 1).order_by("-version").first()
    if standing is None and number > 1:
        before = scores(history(tournament_of(section, before_round=number)))
        return defaultdict(lambda: late, {n: points.text(value) for n, value in before.items()})
    rows = standing.data["rows"] if standing else []
    return defaultdict(lambda: late, {row["number"]: row["points"] for row in rows})


def _absent(section: Section, number: int, seated: Seated, byes: Iterable[int]) -> list[int]:
    """Entered, not withdrawn, and in no pair of this round; nobody in a round robin is."""
    if not section.is_swiss:
        return []
    placed = {one for _, *pair in seated for one in pair} | set(byes)
    return [
        entry.number or 0
        for entry in numbered_entries(section)
        if entry.number not in placed and (entry.withdrawn_after is None or number <= entry.withdrawn_after)
    ]


def _changes(round_: Round, version: int, seated: Seated, byes: Iterable[int]) -> list[Change]:
    """Whose place is another one than in the version before."""
    last = RoundVersion.objects.filter(round=round_, number=version - 1).first() if version > 1 else None
    if last is None:
        return []
    before = _places(last.pairs)
    pairs = [{"table": table, "first": first, "second": second} for table, first, second in seated]
    now = _places([*pairs, *({"bye": number} for number in byes)])
    return [
        Change(number, before.get(number), now.get(number))
        for number in sorted(before.keys() | now.keys())
        if before.get(number) != now.get(number)
    ]


def _places(pairs: Iterable[Mapping[str, Any]]) -> dict[int, Place]:
    places: dict[int, Place] = {}
    for pair in pairs:
        if pair.get("bye"):
            places[pair["bye"]] = {"bye": True}
            continue
        for side, other in (("first", "second"), ("second", "first")):
            places[pair[side]] = {"table": pair["table"], "side": side, "opponent": pair[other]}
    return places

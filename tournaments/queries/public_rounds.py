"""A published round, by table and by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, Time, extended
from tournaments.models import Pairing, Round, RoundVersion, Section, Standing
from tournaments.pairing.reasons import NoticeCode, printed
from tournaments.queries.addresses import api_address
from tournaments.queries.adjourned import resumed
from tournaments.queries.entries import full_byes_in, half_byes_in
from tournaments.queries.links import Link, table_links
from tournaments.queries.matches import open_among
from tournaments.queries.public import (
    BOARD_HELP,
    FileLink,
    Framed,
    PartOfTable,
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
from tournaments.queries.standing_rows import PointsOf
from tournaments.queries.tournament import tournament_of
from tournaments.queries.verified import holds
from tournaments.state.gotha.of_tournament import main_scores
from tournaments.state.name_search import variants
from tournaments.state.points import Points
from tournaments.state.tournament import Side, history, scores
from tournaments.wording.handicaps import OWN_KOMI
from tournaments.wording.names import sort_key

Place = Mapping[str, int | str | bool]
"""``{"bye": True}``, or ``table``, ``side``, number of the ``opponent``, ``handicap`` and own
``komi`` where there is one."""
Seated = Sequence[tuple[int, int, int, int]]
"""Table, first, second, handicap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Person):
    points: Annotated[str, _("Before the round.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    table: int
    board: Annotated[int | None, BOARD_HELP]
    first: Annotated[Scored, _("Red, or Black in weiqi.")]
    second: Scored
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    komi: Annotated[int | None, OWN_KOMI]
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

    @property
    def people(self) -> list[object]:
        """The numbers of whom it names."""
        return [self.number, *(place.get("opponent") for place in (self.before, self.now) if place)]


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's place in the round: a table, the bye, or none."""

    person: Person
    table: int | None = None
    side: Side | None = None
    opponent: Person | None = None
    bye: bool = False
    half_bye: bool = False
    handicap: int = 0
    komi: int | None = None

    @property
    def absent(self) -> bool:
        return self.table is None and not self.bye and not self.half_bye

    @property
    def place(self) -> str:
        """What the card about it is called: the side, or why there is none."""
        if self.side:
            return str(self.side)
        return "bye" if self.bye else "half-bye" if self.half_bye else "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage(Framed):
    round: int
    state: Round.State
    starts: Time | None
    edition: Edition
    games: Annotated[int, _("How many there are; in a further part, in that part.")]
    reported: Annotated[int, _("How many of them have a result.")]
    tables: Sequence[Table]
    byes: Sequence[Person]
    half_byes: Annotated[Sequence[Person], _("Asked not to play, and score as for a draw.")]
    absent: Sequence[Person]
    matches: Annotated[Sequence[MatchLine], _("Of teams, where teams meet; their boards are the tables.")]
    resting: Annotated[Sequence[TeamRef], _("Teams without an opponent.")]
    changes: Annotated[Sequence[Change], _("Compared with the previous version.")]
    proof: Annotated[
        Mapping[str, Any] | None,
        _("Where teams meet: what the pairing follows from, as verify_pairing reads it; null elsewhere."),
    ]
    holds: Hidden[bool | None]
    people: Hidden[Mapping[int, Person]]
    teams: Hidden[Mapping[int, TeamRef]]
    # ``by_hand``, ``matches_by_hand``: the tables, of all parts, that are not the rule's own. ``names``: of a
    # part of the list by name. ``says_how_many``: how many results there are.
    by_hand: Hidden[Sequence[int]]
    matches_by_hand: Hidden[Sequence[int]]
    rematches: Hidden[Sequence[int]]
    part: PartOfTable = None
    names: Hidden[Sequence[Line]] = ()
    says_how_many: Hidden[bool] = True
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def lines(self) -> list[Line]:
        """`everybody` for somebody who looks for a name, in the order of a name list."""
        return sorted(self.everybody, key=lambda line: (sort_key(line.person.name), line.person.number))

    @property
    def everybody(self) -> list[Line]:
        """Where everybody is."""
        found = [*self.names, *(Line(one, bye=True) for one in self.byes), *map(Line, self.absent)]
        found += [Line(one, half_bye=True) for one in self.half_byes]
        for one in self.tables:
            line = partial(Line, table=one.table, handicap=one.handicap, komi=one.komi)
            found.append(line(one.first, side=Side.FIRST, opponent=one.second))
            found.append(line(one.second, side=Side.SECOND, opponent=one.first))
        return found

    @property
    def line_ups_secret(self) -> bool:
        return any(one.secret for one in self.matches)

    @property
    def line_ups_until(self) -> str | None:
        """When the line-ups are due that are still secret, of the matches that start with the round."""
        due = (one.line_ups_until for one in self.matches if not one.starts)
        return next((until for until in due if until), None)

    @property
    def variants(self) -> str:
        """What the page must know of Chinese characters to find these players by itself."""
        return variants(text for one in self.people.values() for text in (one.name, one.native_name))

    @property
    def verify(self) -> str:
        """The command that computes the round again: from the section's tournament file, or where teams meet
        from the round's document."""
        if self.proof is not None:
            file = f"{self.section.slug}-round-{self.round}.json"
            document = f"{settings.PUBLIC_URL}{self.section.url}/rounds/{self.round}"
            return f"curl -so {file} {document} && python manage.py verify_pairing {file}"
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
    byes = [seat.entry.number or 0 for one in pairings if one.is_bye for seat in one.seated]
    seated = [(one.table, one.first.number or 0, one.second.number or 0, one.handicap) for one in tables]
    halves = half_byes_in(round_)
    fulls = full_byes_in(round_) if section.system == Section.System.FIDE_DUTCH else set()
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
        # Granted or allocated: to whoever looks for a name both are a bye.
        byes=[] if section.of_teams else [everybody[one] for one in (*byes, *sorted(fulls & {*away}))],
        half_byes=[everybody[one] for one in away if one in halves],
        absent=[everybody[one] for one in away if one not in halves | fulls],
        matches=matches,
        resting=resting,
        changes=[]
        if section.of_teams
        else _changes(round_, edition.version, seated, byes, {one.table: one.komi for one in tables}),
        proof=_proof(round_),
        holds=holds(round_, seated, byes),
        people=everybody,
        teams=team_refs(section) if section.of_teams else {},
        by_hand=[one.table for one in tables if one.by_hand],
        matches_by_hand=[one.table for one in matches if one.by_hand],
        rematches=[one.table for one in tables if one.rematch],
    )


def _proof(round_: Round) -> Mapping[str, Any] | None:
    if not round_.section.of_teams or not round_.draft_input:
        return None
    return {"input": round_.draft_input, "allow_rematch": round_.allow_rematch}


def _tables(round_: Round, pairings: Sequence[Pairing], people: Mapping[int, Person]) -> list[Table]:
    missing = open_among(round_.section, pairings)
    points = points_before(round_.section, round_.number)
    links = table_links([round_], staff=False)
    going_on = resumed(pairings)

    def seat(pairing: Pairing, colour: str) -> Scored:
        number = next(one.entry.number or 0 for one in pairing.seated if one.colour == colour)
        return extended(Scored, people[number], points=points[number])

    found = []
    for pairing in pairings:
        table = pairing.table or 0
        shown = links.get((round_.pk, table), ())
        found.append(
            Table(
                table=table,
                board=pairing.board,
                first=seat(pairing, "first"),
                second=seat(pairing, "second"),
                handicap=pairing.handicap,
                komi=pairing.komi,
                results=results_of(pairing.current),
                reasons=printed(pairing.reasons, table=table),
                by_hand=pairing.by_hand,
                rematch=any(notice["code"] == NoticeCode.REMATCH for notice in pairing.notices),
                adjourned=pairing.adjourned and not pairing.current and pairing.pk not in going_on,
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
    frozen = Standing.objects.filter(section=section, after_round=number - 1).order_by("-version")
    rows = frozen.values_list(PointsOf("data"), flat=True).first()
    if rows is None and number > 1:
        before = scores(history(tournament_of(section, before_round=number)))
        return defaultdict(lambda: late, {n: points.text(value) for n, value in before.items()})
    return defaultdict(lambda: late, {int(one): value for one, value in (rows or {}).items()})


def _absent(section: Section, number: int, seated: Seated, byes: Iterable[int]) -> list[int]:
    """Entered, not withdrawn, and in no pair of this round; nobody in a round robin is."""
    if not section.is_swiss:
        return []
    placed = {one for _, *pair, _ in seated for one in pair} | set(byes)
    entries = section.entries.filter(number__isnull=False).order_by("number")
    return [
        entry or 0
        for entry, withdrawn_after in entries.values_list("number", "withdrawn_after")
        if entry not in placed and (withdrawn_after is None or number <= withdrawn_after)
    ]


def _changes(
    round_: Round, version: int, seated: Seated, byes: Iterable[int], komi: Mapping[int, int | None]
) -> list[Change]:
    """Whose place is another one than in the version before."""
    last = RoundVersion.objects.filter(round=round_, number=version - 1).first() if version > 1 else None
    if last is None:
        return []
    before = _places(last.pairs)
    names = ("table", "first", "second", "handicap")
    pairs = [{**dict(zip(names, row, strict=True)), "komi": komi.get(row[0])} for row in seated]
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
        # Versions from before there were handicaps do not name one.
        given = {"handicap": pair["handicap"]} if pair.get("handicap") else {}
        given |= {"komi": pair["komi"]} if pair.get("komi") is not None else {}
        for side, other in (("first", "second"), ("second", "first")):
            places[pair[side]] = {"table": pair["table"], "side": side, "opponent": pair[other], **given}
    return places

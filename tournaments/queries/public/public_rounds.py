"""A published round, by table and by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, Time, component, extended
from portal.published.reading import read_each
from tournaments.models import Pairing, Round, RoundVersion, Section, Standing
from tournaments.pairing.reasons import NoticeCode, printed_reasons
from tournaments.queries.addresses import api_address
from tournaments.queries.adjourned import resumed
from tournaments.queries.clocks import RemainingTime, remaining_by_pairing
from tournaments.queries.entering.entries import full_byes_in, half_byes_in
from tournaments.queries.links import TableLink, live_addresses, table_links
from tournaments.queries.public.public import (
    BOARD_HELP,
    FileLink,
    Framed,
    PartOfTable,
    PublicPerson,
    PublicResult,
    framing,
    people,
    results_of,
    section_of,
    starts_of,
)
from tournaments.queries.public.public_matches import MatchLine, TeamRef, match_lines, match_seats, team_refs
from tournaments.queries.public.public_state import Edition, PublicSnapshot
from tournaments.queries.seats import seated_pairings
from tournaments.queries.standing_rows import PointsOf
from tournaments.queries.teams.decider_boards import StepLine, step_lines
from tournaments.queries.teams.matches import open_among
from tournaments.queries.tournament import tournament_of
from tournaments.queries.verified import pairing_holds
from tournaments.state.deciding import played_from
from tournaments.state.gotha.of_tournament import main_scores
from tournaments.state.points import Points
from tournaments.state.tournament import Side, history, points_by_number
from tournaments.text.name_search import variants
from tournaments.wording.handicaps import OWN_KOMI
from tournaments.wording.names import sort_key

# `{"bye": True}`, or `table`, `side`, number of the `opponent`, `handicap` and own `komi` where there is one.
Place = Mapping[str, int | str | bool]
# Table, first, second, handicap.
Seated = Sequence[tuple[int, int, int, int]]
# Boards beside the list of a round: a strip of more nobody swipes through.
MOST_TILES: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(PublicPerson):
    points: Annotated[str, _("Before the round.")]


@component("Table")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTable:
    table: int
    board: Annotated[int | None, BOARD_HELP]
    first: Annotated[Scored, _("Red, or Black in weiqi.")]
    second: Scored
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    komi: Annotated[int | None, OWN_KOMI]
    results: Annotated[Sequence[PublicResult], _("One per game; several in a match.")]
    reasons: Annotated[Sequence[Mapping[str, Any]], _("Reasons for the pairing: codes with parameters.")]
    by_hand: bool
    rematch: bool
    adjourned: Annotated[bool, _("Broken off, to be finished later.")]
    remaining: Annotated[
        RemainingTime | None, _("What is left on the clocks of a game that goes on; null where not noted.")
    ]
    games: Annotated[Sequence[str], _("URLs of the game documents.")]
    steps: Annotated[Sequence[StepLine], _("Decider games of a level match, step by step.")]
    links: Hidden[Sequence[TableLink]]
    open: Hidden[bool]

    @property
    def won(self) -> str:
        """``first`` or ``second`` where the last game has a winner."""
        last = self.results[-1].value if self.results and not self.open else ""
        return {"1-0": "first", "0-1": "second"}.get(last, "")


@component("Change")
@dataclass(frozen=True, slots=True)
class PairingChange:
    number: int
    before: Place | None
    now: Place | None

    @property
    def people(self) -> list[object]:
        """The numbers of whom it names."""
        return [self.number, *(place.get("opponent") for place in (self.before, self.now) if place)]


@dataclass(frozen=True, slots=True)
class NameLine:
    """Somebody's place in the round: a table, the bye, or none."""

    person: PublicPerson
    table: int | None = None
    side: Side | None = None
    opponent: PublicPerson | None = None
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
    tables: Sequence[PublicTable]
    byes: Sequence[PublicPerson]
    half_byes: Annotated[Sequence[PublicPerson], _("Asked not to play, and score as for a draw.")]
    absent: Sequence[PublicPerson]
    matches: Annotated[Sequence[MatchLine], _("Of teams, where teams meet; their boards are the tables.")]
    resting: Annotated[Sequence[TeamRef], _("Teams without an opponent.")]
    changes: Annotated[Sequence[PairingChange], _("Compared with the previous version.")]
    proof: Annotated[
        Mapping[str, Any] | None,
        _("Where teams meet: what the pairing follows from, as verify_pairing reads it; null elsewhere."),
    ]
    holds: Hidden[bool | None]
    people: Hidden[Mapping[int, PublicPerson]]
    teams: Hidden[Mapping[int, TeamRef]]
    # ``by_hand``, ``matches_by_hand``: the tables, of all parts, that are not the rule's own. ``names``: of a
    # part of the list by name. ``says_how_many``: how many results there are.
    by_hand: Hidden[Sequence[int]]
    matches_by_hand: Hidden[Sequence[int]]
    rematches: Hidden[Sequence[int]]
    part: PartOfTable = None
    names: Hidden[Sequence[NameLine]] = ()
    says_how_many: Hidden[bool] = True
    # Where its running games are followed.
    boards: Hidden[TableLink | None] = None
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def has_points(self) -> bool:
        """Whether anybody had points before the round: before the first result counts nobody has."""
        if self.round > 1:
            return True
        return any(seat.points not in ("", "0") for item in self.tables for seat in (item.first, item.second))

    @property
    def unfinished(self) -> list[PublicTable]:
        """The first tables whose games may be running."""
        return [table for table in self.tables if table.open or not table.results][:MOST_TILES]

    @property
    def lines(self) -> list[NameLine]:
        """`everybody` for somebody who looks for a name, in the order of a name list."""
        return sorted(self.everybody, key=lambda line: (sort_key(line.person.name), line.person.number))

    @property
    def everybody(self) -> list[NameLine]:
        """Where everybody is."""
        lines = [
            *self.names,
            *(NameLine(player, bye=True) for player in self.byes),
            *map(NameLine, self.absent),
        ]
        lines += [NameLine(player, half_bye=True) for player in self.half_byes]
        for player in self.tables:
            line = partial(NameLine, table=player.table, handicap=player.handicap, komi=player.komi)
            lines.append(line(player.first, side=Side.FIRST, opponent=player.second))
            lines.append(line(player.second, side=Side.SECOND, opponent=player.first))
        return lines

    @property
    def line_ups_secret(self) -> bool:
        return any(match.secret for match in self.matches)

    @property
    def line_ups_until(self) -> str | None:
        """When the line-ups are due that are still secret, of the matches that start with the round."""
        due = (match.line_ups_until for match in self.matches if not match.starts)
        return next((until for until in due if until), None)

    @property
    def variants(self) -> str:
        """What the page must know of Chinese characters to find these players by itself."""
        return variants(text for player in self.people.values() for text in (player.name, player.native_name))

    @property
    def verify(self) -> str:
        """Return the command that computes the round again."""
        # Where teams meet the tournament file does not say enough: the round's own document does.
        if self.proof is not None:
            file = f"{self.section.slug}-round-{self.round}.json"
            document = f"{settings.PUBLIC_URL}{self.section.url}/rounds/{self.round}"
            return f"curl -so {file} {document} && {settings.COMMAND} verify_pairing {file}"
        return f"{settings.COMMAND} verify_pairing {self.section.slug}.json --round {self.round}"


def public_round_page(key: int, number: int, moment: PublicSnapshot) -> RoundPage:
    """Answer a round: tables, results, reasons, byes, absences, changes. Raises `NotPublicError`."""
    section = section_of(key)
    round_ = moment.round(section, number)
    edition = moment.edition(round_)
    everybody = people(section)
    pairings = seated_pairings([round_])
    tables = _tables(round_, [item for item in pairings if item.table], everybody)
    byes = [seat.entry.number or 0 for item in pairings if item.is_bye for seat in item.seated]
    seated = [(item.table, item.first.number or 0, item.second.number or 0, item.handicap) for item in tables]
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
        reported=sum(1 for item in tables if item.results and not item.open),
        tables=tables,
        # Granted or allocated: to whoever looks for a name both are a bye.
        byes=[] if section.of_teams else [everybody[item] for item in (*byes, *sorted(fulls & {*away}))],
        half_byes=[everybody[item] for item in away if item in halves],
        absent=[everybody[item] for item in away if item not in halves | fulls],
        matches=matches,
        resting=resting,
        changes=[]
        if section.of_teams
        else _changes(round_, edition.version, seated, byes, {item.table: item.komi for item in tables}),
        proof=_proof(round_),
        holds=pairing_holds(round_, seated, byes),
        people=everybody,
        teams=team_refs(section) if section.of_teams else {},
        by_hand=[item.table for item in tables if item.by_hand],
        matches_by_hand=[item.table for item in matches if item.by_hand],
        rematches=[item.table for item in tables if item.rematch],
        boards=read_each("boards", [round_.pk], lambda _: live_addresses([round_])).get(round_.pk),
    )


def _proof(round_: Round) -> Mapping[str, Any] | None:
    if not round_.section.of_teams or not round_.draft_input:
        return None
    return {"input": round_.draft_input, "allow_rematch": round_.allow_rematch}


def _tables(
    round_: Round, pairings: Sequence[Pairing], people: Mapping[int, PublicPerson]
) -> list[PublicTable]:
    missing = open_among(round_.section, pairings)
    points = points_before(round_.section, round_.number)
    links = table_links([round_], staff=False)
    going_on = resumed(pairings)
    # A replay starts with what the drawn game has left, an adjourned game goes on with it.
    waits = {pairing: game for pairing, game in missing.values() if game > 1}
    waits |= {pairing.pk: 1 for pairing in pairings if pairing.adjourned and not pairing.current}
    clocks = remaining_by_pairing(waits)

    def seat(pairing: Pairing, colour: str) -> Scored:
        number = next(sitting.entry.number or 0 for sitting in pairing.seated if sitting.colour == colour)
        return extended(Scored, people[number], points=points[number])

    tables = []
    for pairing in pairings:
        table = pairing.table or 0
        links_here = links.get((round_.pk, table), ())
        tables.append(
            PublicTable(
                table=table,
                board=pairing.board,
                first=seat(pairing, "first"),
                second=seat(pairing, "second"),
                handicap=pairing.handicap,
                komi=pairing.komi,
                results=results_of(pairing.current),
                reasons=printed_reasons(pairing.reasons, table=table),
                by_hand=pairing.by_hand,
                rematch=any(notice["code"] == NoticeCode.REMATCH for notice in pairing.notices),
                adjourned=pairing.adjourned and not pairing.current and pairing.pk not in going_on,
                remaining=clocks.get(pairing.pk),
                games=[api_address(link.path) for link in links_here],
                steps=step_lines(played_from(pairing.steps), people, (True,)),
                links=links_here,
                open=table in missing,
            )
        )
    return tables


def points_before(section: Section, number: int) -> Mapping[int, str]:
    """Return what everybody had when the round was published, as texts."""
    if section.is_by_value:
        half = Points(unit=2)
        mains = main_scores(tournament_of(section, before_round=number), number - 1)
        return defaultdict(str, {n: half.text(value) for n, value in mains.items()})
    points = Points.parse(section.points)
    # Whoever entered later was absent in every round before.
    late = points.text(int(points.absence * points.worth(number - 1)))
    frozen = Standing.objects.filter(section=section, after_round=number - 1).order_by("-version")
    rows = frozen.values_list(PointsOf("data"), flat=True).first()
    # No frozen standings, as in a section from a file: the games say it.
    if rows is None and number > 1:
        before = points_by_number(history(tournament_of(section, before_round=number)))
        return defaultdict(lambda: late, {n: points.text(value) for n, value in before.items()})
    return defaultdict(lambda: late, {int(number_text): value for number_text, value in (rows or {}).items()})


def _absent(section: Section, number: int, seated: Seated, byes: Iterable[int]) -> list[int]:
    """Entered, not withdrawn, and in no pair of this round; nobody in a round robin is."""
    if not section.is_swiss:
        return []
    placed = {player for _, *pair, _ in seated for player in pair} | set(byes)
    entries = section.entries.filter(number__isnull=False).order_by("number")
    return [
        entry or 0
        for entry, withdrawn_after in entries.values_list("number", "withdrawn_after")
        if entry not in placed and (withdrawn_after is None or number <= withdrawn_after)
    ]


def _changes(
    round_: Round, version: int, seated: Seated, byes: Iterable[int], komi: Mapping[int, int | None]
) -> list[PairingChange]:
    """Whose place is another one than in the version before."""
    last = RoundVersion.objects.filter(round=round_, number=version - 1).first() if version > 1 else None
    if last is None:
        return []
    before = _places(last.pairs)
    names = ("table", "first", "second", "handicap")
    pairs = [{**dict(zip(names, row, strict=True)), "komi": komi.get(row[0])} for row in seated]
    now = _places([*pairs, *({"bye": number} for number in byes)])
    return [
        PairingChange(number, before.get(number), now.get(number))
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
        options = {"handicap": pair["handicap"]} if pair.get("handicap") else {}
        options |= {"komi": pair["komi"]} if pair.get("komi") is not None else {}
        for side, other in (("first", "second"), ("second", "first")):
            places[pair[side]] = {"table": pair["table"], "side": side, "opponent": pair[other], **options}
    return places

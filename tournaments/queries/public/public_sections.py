"""What everybody reads of a section besides rounds and standings: how it is played, its players and teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import ADDRESS, Hidden, component, extended
from tournaments.models import Entry, Section, Team
from tournaments.queries.addresses import api_address, person_address, person_path
from tournaments.queries.adjourned import resumed_places
from tournaments.queries.links import TableLink, table_links
from tournaments.queries.notices.announcements import PublicNotice, of_section
from tournaments.queries.notices.officials import Duty, OfficialLine, duties, shown_officials
from tournaments.queries.public.public import (
    BOARD_HELP,
    GRADE_HELP,
    TITLE_HELP,
    FileLink,
    Framed,
    PartOfTable,
    PublicPerson,
    PublicTimeControl,
    RoundLine,
    control_of,
    federation_names,
    framing,
    path_of,
    people,
    person,
    ranked_by,
    section_of,
    starts_of,
)
from tournaments.queries.public.public_appeals import PublicAppeal, public_appeals
from tournaments.queries.public.public_now import Current, Leader, SectionLine, Watched, section_lines
from tournaments.queries.public.public_ranks import Course, RankAfter, ranks_of
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot
from tournaments.queries.register.namesakes import recall_namesakes
from tournaments.queries.section_settings import ToldChange, told_changes
from tournaments.queries.stages import places_over_stages
from tournaments.queries.teams.line_ups import secret_rounds
from tournaments.queries.teams.team_matches import team_settings_of
from tournaments.queries.tournament import courses_around, points_in, tournament_seen_by
from tournaments.standings.crosstable import CellOutcome
from tournaments.standings.tiebreaks import default_tie_breaks
from tournaments.state.points import Points
from tournaments.state.stages import Source
from tournaments.state.tournament import Appearance as Seen
from tournaments.state.tournament import Game, Kind, Side, history
from tournaments.wording.handicaps import OWN_KOMI
from tournaments.wording.names import federation_name, sort_key
from tournaments.wording.options import carried_words, rules_of_play
from tournaments.wording.stages import source_words

MOST_LEADERS = 5
# Main scores of McMahon and its Swiss are counted twice.
HALVES = Points(unit=2)


@dataclass(frozen=True, slots=True)
class After:
    after: Annotated[int, _("The round.")]
    url: Annotated[str, ADDRESS]


@dataclass(frozen=True, kw_only=True)
class Described:
    """What is known of a player besides name and number. Without slots: it stands beside another base."""

    title: Annotated[str | None, TITLE_HELP]
    grade: Annotated[str | None, GRADE_HELP]
    club: str | None
    native_club: str | None
    province: str | None
    native_province: str | None
    rating: int | None
    team: str | None
    native_team: str | None
    withdrawn_after: Annotated[int | None, _("The last round played.")]
    federation_names: Hidden[Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine(Described, PublicPerson):
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledPlace:
    place: int
    source: Annotated[str, _("Whence a player or a team comes, such as group-a:1 or cup:W7.")]
    number: Annotated[
        int | None, _("Pairing number of the entry, or of the team, once the places are filled.")
    ]
    team: Annotated[str | None, _("Name of the team, where teams meet.")]
    player: Hidden[PlayerLine | None]
    sections: Hidden[Mapping[str, str]]

    @property
    def words(self) -> str:
        """The source, in the reader's language."""
        return source_words(Source.parse(self.source), self.sections)


@component("PlaceOverStages")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceOverStages:
    place: Annotated[int, _("Over all stages; who is equal in all shares it.")]
    name: Annotated[str, _("Of the player, or of the team where teams meet.")]
    native_name: Annotated[str, _("May be empty.")]
    federation: Annotated[str, _("Three-letter code; empty for a team without one.")]
    section: Annotated[str, _("Name of the last stage that was played.")]
    rank: Annotated[int, _("Rank in that stage.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPage(Framed):
    state: Section.State
    system: Section.System
    time_control: PublicTimeControl
    criteria: Annotated[Sequence[str], _("Tie-breaks, in order.")]
    points: Annotated[
        Mapping[str, str],
        _(
            "What a game gives; draw_second: a draw to who moves second, where that is not the same; "
            "decider: further to who wins the decider games of a drawn game."
        ),
    ]
    team_boards: Annotated[int | None, _("Boards of a match of teams; null where players meet.")]
    team_reserves: Annotated[int | None, _("Reserves of a team; null where players meet.")]
    team_criteria: Annotated[Sequence[str], _("What ranks the teams, in order; empty where players meet.")]
    rounds: Sequence[RoundLine]
    current: Current | None
    next: Annotated[RoundLine | None, _("The round that starts next.")]
    leaders: Annotated[Sequence[Leader], _("The first in the newest standings.")]
    tables: Annotated[
        Sequence[Watched], _("The top tables of the round in play, those without a result first.")
    ]
    line: Hidden[SectionLine]
    standings: Sequence[After]
    bracket: Annotated[str | None, _("URL of the bracket document, if there is one.")]
    players: Sequence[PlayerLine]
    places: Annotated[Sequence[FilledPlace], _("Places filled from other sections, in order.")]
    over_stages: Annotated[
        Sequence[PlaceOverStages], _("Everybody of all stages, once this last one is over; else empty.")
    ]
    officials: Annotated[Sequence[OfficialLine], _("Who serves at this section, in order.")]
    announcements: Annotated[
        Sequence[PublicNotice], _("Of the section and of the whole event, pinned ones first.")
    ]
    online: Hidden[bool]
    rulebook: Hidden[str]
    options: Hidden[Mapping[str, Any]]
    ranked_by: Hidden[Sequence[str]]
    changes: Annotated[Sequence[ToldChange], _("Changed while public, the newest first.")]
    appeals: Annotated[
        Sequence[PublicAppeal], _("Decided appeals, where the section makes them public, the newest first.")
    ]
    part: PartOfTable = None
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def carries(self) -> str:
        """What of earlier stages counts here, in the reader's language."""
        carries = self.options.get("carries", "")
        return carried_words(carries) if carries else ""

    @property
    def how_many(self) -> int:
        """Players of all parts."""
        return self.part.rows if self.part else len(self.players)

    @property
    def duties(self) -> list[Duty]:
        """The officials by duty."""
        return duties(self.officials)

    @property
    def rules(self) -> list[str]:
        """What is settled about the game itself, in the reader's language."""
        return rules_of_play(self.section.game, self.system, self.rulebook, self.options)

    @property
    def latest_standings(self) -> int | None:
        """After which round; None before there are any."""
        return self.standings[-1].after if self.standings else None

    @property
    def is_over(self) -> bool:
        return self.state == Section.State.FINISHED

    @property
    def with_teams(self) -> bool:
        """Whether a column of teams says more than that of federations."""
        return any(player.team and player.team != player.federation for player in self.players)

    @property
    def with_ratings(self) -> bool:
        return any(player.rating is not None for player in self.players)

    @property
    def list_of_players(self) -> list[PlayerLine]:
        """Everybody by number; who has none yet follows in the order of a name list."""
        return sorted(
            self.players,
            key=lambda player: (
                player.number is None,
                player.number or 0,
                sort_key(player.name),
                player.name,
            ),
        )


@component("Appearance")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardRound:
    round: int
    game: int
    kind: Kind
    table: int | None
    board: Annotated[int | None, BOARD_HELP]
    side: Side | None
    opponent: PublicPerson | None
    outcome: str | None
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    komi: Annotated[int | None, OWN_KOMI]
    adjourned: Annotated[bool, _("Broken off, to be finished later.")]
    points: str
    total: str
    float: Annotated[int, _("1 down, -1 up, 0 level.")]
    games: Annotated[Sequence[str], _("URLs of the game documents.")]
    links: Hidden[Sequence[TableLink]]


@component("Card")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCard(Described, Framed):
    player: PublicPerson
    person: Annotated[str | None, _("URL of the person's document, over all events.")]
    person_path: Hidden[str]
    rank: Annotated[int | None, _("In the newest standings.")]
    ranks: Annotated[Sequence[RankAfter], _("The course of ranks, round by round.")]
    declared_grade: Annotated[str | None, _("The grade that the player claims, where it differs.")]
    egf_pin: str | None
    ffg_licence: str | None
    aga_id: str | None
    start: Annotated[
        str | None,
        _("McMahon score before the first round, or points of earlier stages, which the points go on from."),
    ]
    points: str
    rounds: Sequence[CardRound]
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def federation_name(self) -> str:
        return federation_name(self.federation_names)

    @property
    def sides(self) -> list[tuple[Side, int]]:
        """How many games with each side."""
        sat = [round_.side for round_ in self.rounds if round_.kind is Kind.PLAYED]
        return [(side, sat.count(side)) for side in Side]

    @property
    def course(self) -> Course | None:
        """The ranks as a line, once there are two to join."""
        return Course(self.ranks) if len(self.ranks) > 1 else None


def section(key: int, moment: PublicSnapshot) -> SectionPage:
    """What is played and how, what is going on now, all rounds, all players."""
    section_row = section_of(key)
    path = path_of(section_row)
    shared = framing(section_row, moment)
    players = _players(section_row, path)
    section_row.players = len(players)  # type: ignore[attr-defined]  # as `section_lines` wants it
    now = section_lines([section_row], moment, most=MOST_LEADERS)[section_row.pk]
    teams = team_settings_of(section_row) if section_row.of_teams else None
    return SectionPage(
        **shared,
        state=moment.section_state(section_row),
        system=Section.System(section_row.system),
        time_control=control_of(section_row),
        criteria=list(section_row.tiebreaks or default_tie_breaks(section_row.system)),
        points=points_in(section_row).as_table(),
        team_boards=teams.boards if teams else None,
        team_reserves=teams.reserves if teams else None,
        team_criteria=teams.tiebreaks if teams and section_row.system != Section.System.KNOCK_OUT else (),
        rounds=[
            RoundLine(
                number=round_.number,
                starts=starts_of(round_),
                url=api_address(f"{path}round/{round_.number}/") if moment.public_state(round_) else None,
            )
            for round_ in section_row.round_set.all()
        ],
        current=now.current,
        next=now.next,
        leaders=now.leaders,
        tables=now.tables,
        line=now,
        standings=[
            After(after, api_address(f"{path}standings/{after}/")) for after in shared["frame"].standings
        ],
        bracket=api_address(f"{path}bracket/") if shared["frame"].bracket else None,
        players=players,
        places=_places(section_row, players),
        over_stages=_over_stages(section_row),
        officials=shown_officials(section_row.event, section_row),
        announcements=of_section(section_row),
        online=section_row.online,
        rulebook=section_row.rulebook,
        options=section_row.options,
        ranked_by=ranked_by(section_row),
        changes=told_changes(section_row),
        appeals=public_appeals(section_row),
    )


def _places(section: Section, players: Sequence[PlayerLine]) -> list[FilledPlace]:
    sources = section.options.get("sources", ())
    if not sources:
        return []
    names = dict(section.event.sections.values_list("slug", "name"))
    teams = dict(section.teams.values_list("number", "name")) if section.of_teams else {}
    by_number = {} if section.of_teams else {player.number: player for player in players if player.number}
    numbers = section.options.get("places") or _in_order(section, sources)
    return [
        FilledPlace(
            place=place,
            source=source,
            number=number or None,
            team=teams.get(number),
            player=by_number.get(number),
            sections=names,
        )
        for place, (source, number) in enumerate(zip(sources, numbers, strict=True), 1)
    ]


def _over_stages(section: Section) -> list[PlaceOverStages]:
    lines = []
    for row in places_over_stages(section):
        entrant = row.entrant
        named = entrant if isinstance(entrant, Team) else entrant.player
        lines.append(
            PlaceOverStages(
                place=row.place,
                name=named.name,
                native_name=named.native_name,
                federation=named.federation_id or "",
                section=row.section.name,
                rank=row.rank,
            )
        )
    return lines


def _in_order(section: Section, sources: Sequence[str]) -> list[int]:
    """The numbers of the places of a section that came as a file; none before they are given."""
    numbers = count(1)
    drawn = section.lots_drawn_at is not None
    return [next(numbers) if drawn and source != "-" else 0 for source in sources]


def _described(entry: Entry, *, titled: bool) -> dict[str, Any]:
    """The fields of `Described`. ``titled``: as the event wishes."""
    player = entry.player
    return {
        "title": (titled and player.title) or None,
        "grade": (titled and player.grade) or None,
        "club": player.club or None,
        "native_club": player.native_club or None,
        "province": player.province or None,
        "native_province": player.native_province or None,
        "rating": entry.rating,
        "team": entry.team.name if entry.team else None,
        "native_team": (entry.team.native_name or None) if entry.team else None,
        "withdrawn_after": entry.withdrawn_after,
        "federation_names": federation_names(player.federation),
    }


def _players(section: Section, path: str) -> list[PlayerLine]:
    entries = section.entries.select_related("player__federation", "team").order_by("number", "pk")
    titled = section.event.titles_shown
    return [
        extended(
            PlayerLine,
            person(entry, section.namesakes, titled=titled),
            **_described(entry, titled=titled),
            url=api_address(f"{path}player/{entry.number}/") if entry.number else None,
        )
        for entry in entries
    ]


def card(key: int, number: int, moment: PublicSnapshot, *, with_course: bool = False) -> PlayerCard:
    """Answer a player with every public round. Raises `NotPublicError` when nobody has the number.

    ``with_course``: also how the ranks went, for which all standings are read."""
    section = section_of(key)
    entries = Entry.objects.filter(section=section, number=number)
    entry = entries.select_related("player__federation", "player__person", "team").first()
    if entry is None:
        raise NotPublicError(f"entry {number} of section {section.pk}")
    recall_namesakes(section)
    registered, titled = entry.player.person, section.event.titles_shown
    tournament = tournament_seen_by(section, entry)
    secret = secret_rounds(entry) if section.of_teams else ()
    everything = history(tournament)[number]
    seen = [item for item in everything if item.round and item.round not in secret]
    carried = sum(item.points for item in everything if not item.round)
    met = {item.opponent for item in seen if item.opponent}
    opponents = people(section, met)
    courses = courses_around(section, tournament, {number, *met}) if seen else {}
    rounds, total = list[CardRound](), carried
    by_number = {item.number: item for item in moment.published(section)}
    public = {item.number for item in moment.rounds(section)}
    sat = [(by_number[item.round].pk, item.table or 0) for item in seen]
    links = table_links([by_number[item] for item in public], staff=False, places=sat)
    games_of_player = {
        (game.round, game.game): game for game in tournament.games if number in {game.first, game.second}
    }
    boards = _boards(entry) if section.of_teams else {}
    for item, place in zip(seen, sat, strict=True):
        total += item.points
        if item.round not in public:
            continue
        game = games_of_player.get((item.round, item.game)) if item.opponent else None
        own_links, board = links.get(place, ()), boards.get(item.round)
        appearance = _appearance(item, tournament.points, total, opponents, own_links, game, board=board)
        if courses:
            appearance = _by_main_score(appearance, courses[number], courses.get(item.opponent or 0))
        if appearance.adjourned and (item.round, number) in resumed_places(section):
            appearance = replace(appearance, adjourned=False)
        rounds.append(appearance)
    framed = framing(section, moment)
    ranks = ranks_of(section, number, framed["frame"].standings) if with_course else []
    return PlayerCard(
        **framed,
        player=person(entry, section.namesakes),
        person=person_address(registered.uid) if registered.listed else None,
        person_path=person_path(registered.uid) if registered.listed else "",
        rank=ranks[-1].rank if ranks else None,
        ranks=ranks,
        **_described(entry, titled=titled),
        declared_grade=(titled and entry.player.declared_grade) or None,
        egf_pin=entry.player.egf_pin or None,
        ffg_licence=entry.player.ffg_licence or None,
        aga_id=entry.player.aga_id or None,
        start=_start(courses.get(number, [0])[0], tournament.points.text(carried) if carried else None),
        points=rounds[-1].total if rounds else tournament.points.text(carried),
        rounds=rounds,
    )


def _start(main_score: int, carried: str | None) -> str | None:
    return HALVES.text(main_score) if main_score else carried


def _boards(entry: Entry) -> dict[int, int | None]:
    """Where ``entry`` sits in the matches of its team, by round."""
    return dict(entry.seats.values_list("round__number", "pairing__board"))


def _appearance(  # noqa: PLR0917 - what a row shows
    seen: Seen,
    points: Points,
    total: int,
    people: Mapping[int, PublicPerson],
    links: Sequence[TableLink],
    game: Game | None,
    *,
    board: int | None,
) -> CardRound:
    return CardRound(
        round=seen.round,
        game=seen.game,
        kind=seen.kind,
        table=seen.table,
        board=board,
        side=seen.side,
        opponent=people[seen.opponent] if seen.opponent else None,
        outcome=_outcome(seen, points),
        handicap=game.handicap if game else 0,
        komi=game.komi if game else None,
        adjourned=seen.adjourned,
        points=points.text(seen.points),
        total=points.text(total),
        float=seen.float,
        games=[api_address(link.path) for link in links],
        links=links,
    )


def _by_main_score(
    appearance: CardRound, own_course: Sequence[int], other: Sequence[int] | None
) -> CardRound:
    """Of McMahon, and of its Swiss: what pairs there is the main score, and floats go by its whole points."""
    before, after = own_course[appearance.round - 1 : appearance.round + 1]
    apart = before // 2 - other[appearance.round - 1] // 2 if other else 0
    return replace(
        appearance,
        points=HALVES.text(after - before),
        total=HALVES.text(after),
        float=(apart > 0) - (apart < 0),
    )


def _outcome(seen: Seen, points: Points) -> str | None:
    if seen.opponent is None or seen.kind is Kind.PENDING or seen.adjourned:
        return None
    if seen.won:
        return CellOutcome.WIN
    points = points.in_round(seen.round)
    drawn = seen.kind is Kind.PLAYED and (
        seen.points - seen.decider == points.drawn[seen.side is Side.SECOND] > points.loss
    )
    return CellOutcome.DRAW if drawn else CellOutcome.LOSS

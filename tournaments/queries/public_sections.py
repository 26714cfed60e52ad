"""What everybody reads of a section besides its rounds and standings: how it is played, its players, its
teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import ADDRESS, Hidden, extended
from tournaments.models import Entry, Section
from tournaments.queries.addresses import api_address
from tournaments.queries.announcements import Notice, of_section
from tournaments.queries.links import Link, table_links
from tournaments.queries.officials import Duty, OfficialLine, duties, shown_officials
from tournaments.queries.public import (
    GRADE_HELP,
    TITLE_HELP,
    FileLink,
    Framed,
    Person,
    RoundLine,
    TimeControl,
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
from tournaments.queries.public_now import Current, Leader, SectionLine, Watched, section_lines
from tournaments.queries.public_state import Moment, NotPublicError
from tournaments.queries.section_settings import ToldChange, told_changes
from tournaments.queries.tournament import around
from tournaments.standings.crosstable import Outcome
from tournaments.standings.tiebreaks import default_tie_breaks
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance as Seen
from tournaments.state.tournament import Kind, Side, history
from tournaments.wording.names import federation_name, sort_key
from tournaments.wording.options import rules_of_play

MOST_LEADERS = 5


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
    withdrawn_after: Annotated[int | None, _("The last round played.")]
    federation_names: Hidden[Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine(Described, Person):
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPage(Framed):
    state: Section.State
    system: Section.System
    time_control: TimeControl
    criteria: Annotated[Sequence[str], _("Tie-breaks, in order.")]
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
    officials: Annotated[Sequence[OfficialLine], _("Who serves at this section, in order.")]
    announcements: Annotated[Sequence[Notice], _("Of the section and of the whole event, pinned ones first.")]
    online: Hidden[bool]
    rulebook: Hidden[str]
    options: Hidden[Mapping[str, Any]]
    ranked_by: Hidden[Sequence[str]]
    changes: Annotated[Sequence[ToldChange], _("Changed while public, the newest first.")]
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def duties(self) -> list[Duty]:
        """The officials by duty."""
        return duties(self.officials)

    @property
    def rules(self) -> list[str]:
        """What is settled about the game itself, in the reader's language."""
        return rules_of_play(self.section.game, self.rulebook, self.options)

    @property
    def latest_standings(self) -> int | None:
        """After which round; None before there are any."""
        return self.standings[-1].after if self.standings else None

    @property
    def is_over(self) -> bool:
        return self.state == Section.State.FINISHED

    @property
    def with_teams(self) -> bool:
        return any(one.team for one in self.players)

    @property
    def with_ratings(self) -> bool:
        return any(one.rating is not None for one in self.players)

    @property
    def list_of_players(self) -> list[PlayerLine]:
        """Everybody by number; who has none yet follows in the order of a name list."""
        return sorted(
            self.players,
            key=lambda one: (one.number is None, one.number or 0, sort_key(one.name), one.name),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    round: int
    game: int
    kind: Kind
    table: int | None
    side: Side | None
    opponent: Person | None
    outcome: str | None
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    adjourned: Annotated[bool, _("Broken off, to be finished later.")]
    points: str
    total: str
    float: Annotated[int, _("1 down, -1 up, 0 level.")]
    games: Annotated[Sequence[str], _("URLs of the game documents.")]
    links: Hidden[Sequence[Link]]


@dataclass(frozen=True, slots=True)
class Course:
    """A drawing of ranks, 40 units a round wide and 60 high, the best rank on top."""

    ranks: Sequence[RankAfter]

    @property
    def best(self) -> int:
        return min(one.rank for one in self.ranks)

    @property
    def worst(self) -> int:
        return max(one.rank for one in self.ranks)

    @property
    def width(self) -> int:
        return 40 * (len(self.ranks) - 1)

    @property
    def dots(self) -> list[tuple[int, int]]:
        span = max(1, self.worst - self.best)
        return [(40 * at, round(60 * (one.rank - self.best) / span)) for at, one in enumerate(self.ranks)]

    @property
    def line(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)


@dataclass(frozen=True, slots=True)
class RankAfter:
    after: Annotated[int, _("The round.")]
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Described, Framed):
    player: Person
    rank: Annotated[int | None, _("In the newest standings.")]
    ranks: Annotated[Sequence[RankAfter], _("The course of ranks, round by round.")]
    declared_grade: Annotated[str | None, _("The grade that the player claims, where it differs.")]
    egf_pin: str | None
    ffg_licence: str | None
    aga_id: str | None
    points: str
    rounds: Sequence[Appearance]

    @property
    def federation_name(self) -> str:
        return federation_name(self.federation_names)

    @property
    def sides(self) -> list[tuple[Side, int]]:
        """How many games with each side."""
        sat = [one.side for one in self.rounds if one.kind is Kind.PLAYED]
        return [(side, sat.count(side)) for side in Side]

    @property
    def course(self) -> Course | None:
        """The ranks as a line, once there are two to join."""
        return Course(self.ranks) if len(self.ranks) > 1 else None


def section(key: int, moment: Moment) -> SectionPage:
    """What is played and how, what is going on now, all rounds, all players."""
    found = section_of(key)
    path = path_of(found)
    shared = framing(found, moment)
    players = _players(found, path)
    found.players = len(players)  # type: ignore[attr-defined]  # as `section_lines` wants it
    now = section_lines([found], moment, most=MOST_LEADERS)[found.pk]
    return SectionPage(
        **shared,
        state=moment.section_state(found),
        system=Section.System(found.system),
        time_control=control_of(found),
        criteria=list(found.tiebreaks or default_tie_breaks(found.system)),
        rounds=[
            RoundLine(
                number=one.number,
                starts=starts_of(one),
                url=api_address(f"{path}round/{one.number}/") if moment.public_state(one) else None,
            )
            for one in found.round_set.all()
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
        officials=shown_officials(found.event, found),
        announcements=of_section(found),
        online=found.online,
        rulebook=found.rulebook,
        options=found.options,
        ranked_by=ranked_by(found),
        changes=told_changes(found),
    )


def _described(entry: Entry) -> dict[str, Any]:
    """The fields of `Described`."""
    player = entry.player
    return {
        "title": player.title or None,
        "grade": player.grade or None,
        "club": player.club or None,
        "native_club": player.native_club or None,
        "province": player.province or None,
        "native_province": player.native_province or None,
        "rating": entry.rating,
        "team": entry.team.name if entry.team else None,
        "withdrawn_after": entry.withdrawn_after,
        "federation_names": federation_names(player.federation),
    }


def _players(found: Section, path: str) -> list[PlayerLine]:
    entries = found.entries.select_related("player__federation", "team").order_by("number", "pk")
    return [
        extended(
            PlayerLine,
            person(entry),
            **_described(entry),
            url=api_address(f"{path}player/{entry.number}/") if entry.number else None,
        )
        for entry in entries
    ]


def card(key: int, number: int, moment: Moment, *, with_course: bool = False) -> Card:
    """A player with every public round: table, side, opponent, result and float; ``with_course``
    also how the ranks went, for which all standings are read. Raises `NotPublicError` when
    nobody has the number."""
    found = section_of(key)
    entries = Entry.objects.filter(section=found, number=number)
    entry = entries.select_related("player__federation", "team").first()
    if entry is None:
        raise NotPublicError(f"entry {number} of section {found.pk}")
    tournament = around(found, entry)
    seen = history(tournament)[number]
    opponents = people(found, {one.opponent for one in seen if one.opponent})
    rounds: list[Appearance] = []
    total = 0
    by_number = {one.number: one for one in moment.rounds(found)}
    links = table_links(by_number.values(), staff=False)
    handicaps = {(game.round, game.game): game.handicap for game in tournament.games}
    for one in seen:
        total += one.points
        place = (by_number[one.round].pk, one.table or 0)
        stones = handicaps.get((one.round, one.game), 0) if one.opponent else 0
        rounds.append(_appearance(one, tournament.points, total, opponents, links.get(place, ()), stones))
    ranks = _ranks(found, number) if with_course else []
    return Card(
        **framing(found, moment),
        player=person(entry),
        rank=ranks[-1].rank if ranks else None,
        ranks=ranks,
        **_described(entry),
        declared_grade=entry.player.declared_grade or None,
        egf_pin=entry.player.egf_pin or None,
        ffg_licence=entry.player.ffg_licence or None,
        aga_id=entry.player.aga_id or None,
        points=tournament.points.text(total),
        rounds=rounds,
    )


def _ranks(found: Section, number: int) -> list[RankAfter]:
    """After each round with frozen standings in which the player stands. One query."""
    frozen = found.standings.order_by("after_round", "version").values_list("after_round", "data__rows")
    ranks = {after: row["rank"] for after, rows in frozen for row in rows if row["number"] == number}
    return [RankAfter(after, rank) for after, rank in ranks.items()]


def _appearance(  # noqa: PLR0917 - what a row shows
    seen: Seen,
    points: Points,
    total: int,
    people: Mapping[int, Person],
    links: Sequence[Link],
    handicap: int,
) -> Appearance:
    return Appearance(
        round=seen.round,
        game=seen.game,
        kind=seen.kind,
        table=seen.table,
        side=seen.side,
        opponent=people[seen.opponent] if seen.opponent else None,
        outcome=_outcome(seen, points),
        handicap=handicap,
        adjourned=seen.adjourned,
        points=points.text(seen.points),
        total=points.text(total),
        float=seen.float,
        games=[api_address(link.path) for link in links],
        links=links,
    )


def _outcome(seen: Seen, points: Points) -> str | None:
    if seen.opponent is None or seen.kind is Kind.PENDING or seen.adjourned:
        return None
    if seen.won:
        return Outcome.WIN
    drawn = seen.kind is Kind.PLAYED and seen.points == points.draw > points.loss
    return Outcome.DRAW if drawn else Outcome.LOSS

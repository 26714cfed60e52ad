"""What everybody reads of a section besides its rounds and standings: how it is played, its players, its
teams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from portal.published.documents import ADDRESS, Hidden, Time, extended
from tournaments.models import Entry, Pairing, ResultReport, Round, Section
from tournaments.queries.addresses import api_address
from tournaments.queries.matches import has_matches, open_games
from tournaments.queries.public import (
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
from tournaments.queries.public_state import Moment, NotPublicError
from tournaments.queries.tournament import around
from tournaments.standings.crosstable import Outcome
from tournaments.standings.tiebreaks import default_tie_breaks
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance as Seen
from tournaments.state.tournament import Kind, Side, history
from tournaments.wording.names import federation_name, sort_key
from tournaments.wording.options import rules_of_play


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    number: int
    state: Round.State
    starts: Time | None
    games: int
    reported: Annotated[int, _("Games with a result.")]


@dataclass(frozen=True, slots=True)
class After:
    after: Annotated[int, _("The round.")]
    url: Annotated[str, ADDRESS]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine(Person):
    team: str | None
    withdrawn_after: Annotated[int | None, _("The last round played.")]
    url: str | None
    federation_names: Hidden[Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPage(Framed):
    state: Section.State
    system: Section.System
    time_control: TimeControl
    criteria: Annotated[Sequence[str], _("Tie-breaks, in order.")]
    rounds: Sequence[RoundLine]
    current: Current | None
    standings: Sequence[After]
    bracket: Annotated[str | None, _("URL of the bracket document, if there is one.")]
    players: Sequence[PlayerLine]
    online: Hidden[bool]
    rulebook: Hidden[str]
    options: Hidden[Mapping[str, Any]]
    ranked_by: Hidden[Sequence[str]]
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def rules(self) -> list[str]:
        """What is settled about the game itself, in the reader's language."""
        return rules_of_play(self.section.game, self.rulebook, self.options)

    @property
    def latest_standings(self) -> int | None:
        """After which round; None before there are any."""
        return self.standings[-1].after if self.standings else None

    @property
    def any_start(self) -> bool:
        return any(one.starts for one in self.rounds)

    @property
    def with_teams(self) -> bool:
        return any(one.team for one in self.players)

    @property
    def list_of_players(self) -> list[PlayerLine]:
        """Everybody by number; who has none yet follows in the order of a name list."""
        return sorted(
            self.players,
            key=lambda one: (one.number is None, one.number or 0, sort_key(one.name), one.name),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Person):
    rank: Annotated[int | None, _("In the individual standings; null before there are any.")]
    counted: Annotated[bool, _("Whether this rank counts (WXC 6.2).")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedTeam:
    rank: Annotated[int | None, _("null if the team has too few players.")]
    team: str
    federation: Annotated[str | None, _("Three-letter code.")]
    sum: int | None
    members: Sequence[Member]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsPage(Framed):
    after: Annotated[int | None, _("The round of the standings; null before there are any.")]
    counted: Annotated[int, _("How many players' ranks are added.")]
    teams: Sequence[RankedTeam]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    round: int
    game: int
    kind: Kind
    table: int | None
    side: Side | None
    opponent: Person | None
    outcome: str | None
    points: str
    total: str
    float: Annotated[int, _("1 down, -1 up, 0 level.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Framed):
    player: Person
    club: str | None
    team: str | None
    rating: int | None
    withdrawn_after: int | None
    points: str
    rounds: Sequence[Appearance]
    federation_names: Hidden[Mapping[str, str]]

    @property
    def federation_name(self) -> str:
        return federation_name(self.federation_names)


def section(key: int, moment: Moment) -> SectionPage:
    """What is played and how, what is going on now, all rounds, all players."""
    found = section_of(key)
    path = path_of(found)
    public = moment.rounds(found)
    shared = framing(found, moment)
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
        current=_current(public[-1], moment) if public else None,
        standings=[
            After(after, api_address(f"{path}standings/{after}/")) for after in shared["frame"].standings
        ],
        bracket=api_address(f"{path}bracket/") if shared["frame"].bracket else None,
        players=_players(found, path),
        online=found.online,
        rulebook=found.rulebook,
        options=found.options,
        ranked_by=ranked_by(found),
    )


def _current(round_: Round, moment: Moment) -> Current:
    in_force = Exists(ResultReport.objects.in_force().filter(pairing=OuterRef("pk")))
    tables = Pairing.objects.filter(round=round_, table__isnull=False).aggregate(
        games=Count("pk"), reported=Count("pk", filter=Q(in_force))
    )
    reported = tables["reported"]
    if has_matches(round_):
        # A drawn game that is to be played again is no result yet.
        reported = tables["games"] - len(open_games(round_))
    return Current(
        number=round_.number,
        state=moment.state(round_),
        starts=starts_of(round_),
        games=tables["games"],
        reported=reported,
    )


def _players(found: Section, path: str) -> list[PlayerLine]:
    entries = found.entries.select_related("player__federation", "team").order_by("number", "pk")
    return [
        extended(
            PlayerLine,
            person(entry),
            team=entry.team.name if entry.team else None,
            withdrawn_after=entry.withdrawn_after,
            url=api_address(f"{path}player/{entry.number}/") if entry.number else None,
            federation_names=federation_names(entry.player.federation),
        )
        for entry in entries
    ]


def teams(key: int, moment: Moment) -> TeamsPage:
    """The teams by rank in the newest frozen standings, then by name; members by individual rank, then by
    number. Five queries more than the frame for any number."""
    found = section_of(key)
    after = max(moment.standings_after(found), default=None)
    frozen = moment.standing(found, after)[1] if after else {"rows": [], "teams": []}
    ranks = {row["number"]: row["rank"] for row in frozen["rows"]}
    ranked = {row["team"]: row for row in frozen["teams"]}
    members: dict[int, list[Entry]] = defaultdict(list)
    for entry in found.entries.filter(team__isnull=False).select_related("player").order_by("number", "pk"):
        members[entry.team_id or 0].append(entry)
    rows = [
        _team(team.name, team.federation_id, members[team.pk], ranked.get(team.name, {}), ranks)
        for team in found.teams.order_by("name")
    ]
    return TeamsPage(
        **framing(found, moment),
        after=after,
        counted=found.counted_players,
        teams=sorted(rows, key=lambda team: team.rank or len(rows) + 1),
    )


def _team(
    name: str,
    federation: str | None,
    entries: list[Entry],
    frozen: Mapping[str, Any],
    ranks: Mapping[int, int],
) -> RankedTeam:
    counted = set(frozen.get("members", ()))
    members = [
        extended(
            Member,
            person(entry),
            rank=ranks.get(entry.number or 0),
            # A team of too few players adds nothing up (WXC 6.2 (2)).
            counted=frozen.get("rank") is not None and entry.number in counted,
        )
        for entry in entries
    ]
    return RankedTeam(
        rank=frozen.get("rank"),
        team=name,
        federation=federation or None,
        sum=frozen.get("sum"),
        members=sorted(members, key=lambda one: (one.rank is None, one.rank or 0)),
    )


def card(key: int, number: int, moment: Moment) -> Card:
    """A player with every public round: table, side, opponent, result and float. Raises `NotPublicError` when
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
    for one in seen:
        total += one.points
        rounds.append(_appearance(one, tournament.points, total, opponents))
    return Card(
        **framing(found, moment),
        player=person(entry),
        club=entry.player.club or None,
        team=entry.team.name if entry.team else None,
        rating=entry.rating,
        withdrawn_after=entry.withdrawn_after,
        points=tournament.points.text(total),
        rounds=rounds,
        federation_names=federation_names(entry.player.federation),
    )


def _appearance(seen: Seen, points: Points, total: int, people: Mapping[int, Person]) -> Appearance:
    return Appearance(
        round=seen.round,
        game=seen.game,
        kind=seen.kind,
        table=seen.table,
        side=seen.side,
        opponent=people[seen.opponent] if seen.opponent else None,
        outcome=_outcome(seen, points),
        points=points.text(seen.points),
        total=points.text(total),
        float=seen.float,
    )


def _outcome(seen: Seen, points: Points) -> str | None:
    if seen.opponent is None or seen.kind is Kind.PENDING:
        return None
    if seen.won:
        return Outcome.WIN
    drawn = seen.kind is Kind.PLAYED and seen.points == points.draw > points.loss
    return Outcome.DRAW if drawn else Outcome.LOSS

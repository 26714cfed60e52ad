"""Line-ups that captains hand in: until when, who has, and which one counts.

Nothing here is for the public but that a line-up was handed in, and when: what it says is *secret* until the
boards have their players (`Match.is_seated`), unless the section says otherwise (`TeamSettings.secret`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import Entry, LineUp, Match, Round, Section, Team
from tournaments.queries.teams.team_matches import PUBLIC, still_in, team_settings_of
from tournaments.state.line_ups import LineUp as Places
from tournaments.state.line_ups import Order

STILL_ON = (Round.State.PUBLISHED, Round.State.PLAYING)
# Ids of a match and of a team.
Key = tuple[int, int]


def deadline_of(round_: Round, match: Match) -> datetime | None:
    """Return until when captains hand in line-ups of a match; None: not asked for, or no start is known."""
    minutes = team_settings_of(round_.section).deadline
    starts = round_.start_of(match)
    if minutes is None or starts is None:
        return None
    until = starts - timedelta(minutes=minutes)
    # What is published later than the deadline leaves time until the start.
    late = round_.published_at is not None and until <= round_.published_at
    return starts if late else until


def has_passed(until: datetime | None) -> bool:
    """Whether it is too late for a captain, by the deadline of the match."""
    return until is not None and timezone.now() >= until


def unrevealed(rounds: Collection[Round] | QuerySet[Round]) -> QuerySet[Match]:
    """The matches of these whose boards have nobody yet, by number."""
    waiting = Match.objects.filter(
        round__in=rounds, table__isnull=False, first_line_up__isnull=True, lost_by=""
    )
    return waiting.select_related("first", "second").order_by("table")


def handed_in(matches: Iterable[Match]) -> Mapping[Key, LineUp]:
    """The newest line-up of each side that has given one. One query."""
    line_ups = LineUp.objects.filter(match__in=[match.pk for match in matches]).select_related("by")
    return {(line_up.match_id, line_up.team_id): line_up for line_up in line_ups.order_by("version")}


def last_line_ups(round_: Round) -> Mapping[int, Places]:
    """By id of the team, its line-up in the newest round before this one."""
    earlier = Match.objects.filter(
        round__section=round_.section, round__number__lt=round_.number, table__isnull=False
    ).order_by("round__number")
    places: dict[int, Places] = {}
    for first, second, ours, theirs in earlier.values_list(
        "first", "second", "first_line_up", "second_line_up"
    ):
        for key, players in ((first, ours), (second, theirs)):
            if key is not None and players is not None:
                places[key] = tuple(players)
    return places


@dataclass(frozen=True, slots=True)
class LineUpSide:
    """Hold a team that waits for line-ups; ``players``: by board, where they are not secret."""

    team: Team
    at: datetime | None
    players: Places = ()


@dataclass(frozen=True, slots=True)
class MatchWaiting:
    """A match that waits, its first team first. ``until``: its deadline."""

    match: Match
    sides: tuple[LineUpSide, ...]
    until: datetime | None = None
    secret: bool = True

    @property
    def missing(self) -> list[Team]:
        return [side.team for side in self.sides if side.at is None]


def waiting_in(rounds: Collection[Round]) -> dict[int, list[MatchWaiting]]:
    """List the matches that wait for line-ups by id of the round; two queries for any number of rounds."""
    of_teams = [round_ for round_ in rounds if round_.section.of_teams]
    waiting = list(unrevealed(of_teams)) if of_teams else []
    line_ups = handed_in(waiting) if waiting else {}
    waiting_matches: dict[int, list[MatchWaiting]] = {round_.pk: [] for round_ in rounds}
    by_key = {round_.pk: round_ for round_ in of_teams}
    open_ = {round_.pk for round_ in of_teams if not team_settings_of(round_.section).secret}
    for match in waiting:
        sides = tuple(
            _side(team, line_ups.get((match.pk, team.pk)), visible=match.round_id in open_)
            for team in (match.first, match.second)
            if team is not None
        )
        until = deadline_of(by_key[match.round_id], match)
        waiting_matches[match.round_id].append(MatchWaiting(match, sides, until, match.round_id not in open_))
    return waiting_matches


def _side(team: Team, line_up: LineUp | None, *, visible: bool) -> LineUpSide:
    if line_up is None:
        return LineUpSide(team, None)
    return LineUpSide(team, line_up.at, tuple(line_up.players) if visible else ())


def secret_rounds(entry: Entry) -> set[int]:
    """Return the public rounds of which nobody may know yet whether this member plays; one query."""
    of_team = Q(first=entry.team_id) | Q(second=entry.team_id)
    rounds = Round.objects.filter(section=entry.section_id, state__in=PUBLIC)
    return {match.round.number for match in unrevealed(rounds).filter(of_team).select_related("round")}


def boards_waiting(rounds: Collection[Round]) -> dict[int, int]:
    """By id of the round, how many boards have nobody yet. One query, none where players meet players."""
    of_teams = {round_.pk: round_ for round_ in rounds if round_.section.of_teams}
    counts: dict[int, int] = {}
    for match in unrevealed(list(of_teams.values())) if of_teams else ():
        boards = team_settings_of(of_teams[match.round_id].section).boards
        counts[match.round_id] = counts.get(match.round_id, 0) + boards
    return counts


def too_few(rounds: Collection[Round]) -> dict[int, list[tuple[Team, int]]]:
    """List by id of the round the teams that have fewer players there than they must field, with how many.

    As many queries for any number of rounds."""
    drawn = [
        round_ for round_ in rounds if round_.section.of_teams and round_.section.lots_drawn_at is not None
    ]
    if not drawn:
        return {}
    members: dict[int, list[Entry]] = {}
    of_teams = Entry.objects.filter(
        section__in=[round_.section_id for round_ in drawn], team__isnull=False, number__isnull=False
    )
    for entry in of_teams.prefetch_related("absences"):
        members.setdefault(entry.team_id or 0, []).append(entry)
    teams = _playing(drawn)
    short_teams: dict[int, list[tuple[Team, int]]] = {}
    for round_ in drawn:
        needed = team_settings_of(round_.section).line_ups().needed
        for team in teams[round_.pk]:
            here = sum(_is_there(entry, round_.number) for entry in members.get(team.pk, ()))
            if here < needed:
                short_teams.setdefault(round_.pk, []).append((team, here))
    return short_teams


def _is_there(entry: Entry, round_number: int) -> bool:
    gone = entry.withdrawn_after is not None and entry.withdrawn_after < round_number
    return not gone and all(absence.round_number != round_number for absence in entry.absences.all())


def _playing(rounds: Collection[Round]) -> dict[int, list[Team]]:
    """List by id of the round the teams that play in it, by number; five queries, and those of `still_in`."""
    planned = [round_ for round_ in rounds if round_.state == Round.State.PLANNED]
    matches = Match.objects.filter(round__in=rounds, table__isnull=False, lost_by="")
    met: dict[int, set[int | None]] = {}
    for key, first, second in matches.values_list("round", "first", "second"):
        met.setdefault(key, set()).update((first, second))
    before = Q()
    for round_ in planned:
        before |= Q(section=round_.section_id, number=round_.number - 1)
    earlier = Round.objects.filter(before, state__in=PUBLIC).select_related("section") if planned else ()
    going = still_in(earlier)
    teams = Team.objects.filter(section__in=[round_.section_id for round_ in rounds], withdrawn_after=None)
    teams_by_round: dict[int, list[Team]] = {round_.pk: [] for round_ in rounds}
    for team in teams.order_by("number", "name").prefetch_related("absences"):
        rests = {round_.round_number for round_ in team.absences.all()}
        for round_ in rounds:
            if round_.section_id != team.section_id:
                continue
            in_cup = team.pk in going.get(round_.section_id, (team.pk,))
            paired = team.pk in met.get(round_.pk, ())
            # Those that are paired and have not lost without play; before the pairing those that can be.
            if paired or (round_ in planned and in_cup and round_.number not in rests):
                teams_by_round[round_.pk].append(team)
    return teams_by_round


def plays_now(team: Team) -> int | None:
    """The round in which the boards of the team have their players and that is not closed; None for none."""
    on = Q(first=team) | Q(second=team)
    playing = Match.objects.filter(on, first_line_up__isnull=False, round__state__in=STILL_ON)
    return playing.order_by("-round__number").values_list("round__number", flat=True).first()


def rosters_close(section: Section) -> datetime | None:
    """Until when captains change their rosters; None where no time is set."""
    minutes = team_settings_of(section).roster_deadline
    first = section.round_set.filter(number=1).values_list("starts_at", flat=True).first()
    return None if minutes is None or first is None else first - timedelta(minutes=minutes)


def rosters_closed(section: Section) -> bool:
    until = rosters_close(section)
    return until is not None and timezone.now() >= until


def may_order_roster(section: Section) -> bool:
    """Tell whether captains may still put their rosters in order."""
    if section.state == Section.State.FINISHED or rosters_closed(section):
        return False
    settings = team_settings_of(section)
    started = section.state == Section.State.RUNNING
    # Line-ups follow the roster, or it says who meets whom: then it stands from the first public round on.
    by_places = settings.order == Order.FIXED or section.system == Section.System.SCHEVENINGEN
    return not (by_places and started)

"""A section of team matches as the pure rooms know it, and the matches of a round with their boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F, Prefetch, Q, QuerySet

from tournaments.models import Entry, Match, Pairing, Round, Section, Team, TeamPenalty
from tournaments.queries.matches import games_of
from tournaments.queries.seats import seated_pairings
from tournaments.queries.tournament import ADJOURNED_AS, tournament_of
from tournaments.state.points import Points
from tournaments.state.team_matches import (
    Board,
    Penalty,
    TeamBye,
    TeamEvent,
    TeamMatch,
    as_tournament,
    board_points,
    points_of,
)
from tournaments.state.team_matches import Team as StateTeam
from tournaments.state.team_settings import TeamSettings, from_json
from tournaments.state.tournament import Result, Side, Tournament

PUBLIC = (Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)
INVERTED = {Result.FIRST: Result.SECOND, Result.SECOND: Result.FIRST}
LOST = {"": (), "first": (Side.FIRST,), "second": (Side.SECOND,), "both": (Side.FIRST, Side.SECOND)}
THOUSAND = 1000
"""Penalties are kept in thousandths of a point."""


def team_settings_of(section: Section) -> TeamSettings:
    return from_json(section.team_rules)


def board_points_of(section: Section) -> Points:
    """What a board gives."""
    return Points.parse(section.points)


def teams_with_rosters(section: Section) -> list[Team]:
    """By number, those without one by name, each with its ``entries`` in the order of the roster. Two
    queries for any number."""
    members = Prefetch(
        "entries", roster_order(Entry.objects.filter(section=section).select_related("player"))
    )
    found = section.teams.select_related("federation").prefetch_related(members)
    return list(found.order_by(F("number").asc(nulls_last=True), "name"))


def roster_order(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """The members of a team in order: by their place, then by number, then as they were entered."""
    return entries.order_by(F("board_order").asc(nulls_last=True), F("number").asc(nulls_last=True), "pk")


def away_in(section: Section, round_number: int) -> frozenset[int]:
    """The numbers of those who do not play this round: absent, or withdrawn before it."""
    away = Q(absences__round_number=round_number) | Q(withdrawn_after__lt=round_number)
    found = section.entries.filter(away, number__isnull=False)
    return frozenset(number or 0 for number in found.values_list("number", flat=True))


def matches_in(rounds: Iterable[Round]) -> list[Match]:
    """With their teams, by round and table."""
    found = Match.objects.filter(round__in=list(rounds)).select_related("first", "second", "round")
    return list(
        found.defer("round__draft_input", "round__draft_changes").order_by("round__number", "table", "pk")
    )


def team_event_of(section: Section, *, before_round: int | None = None) -> TeamEvent:
    """The matches of the public rounds (only those before ``before_round``) with the results as they stand.
    Nothing of a draft, and no line-up that is still secret."""
    rounds = section.round_set.filter(state__in=PUBLIC)
    if before_round is not None:
        rounds = rounds.filter(number__lt=before_round)
    public = list(rounds.defer("draft_input", "draft_changes"))
    settings = team_settings_of(section)
    rules = settings.rules(board_points_of(section))
    found = matches_in(public)
    boards = boards_by_match(seated_pairings(public))
    return TeamEvent(
        rules=rules,
        teams=tuple(_team(team) for team in teams_with_rosters(section) if team.number),
        rounds=section.rounds,
        matches=tuple(
            state_of(section, match, boards.get(match.pk, {})) for match in found if match.second is not None
        ),
        byes=tuple(
            TeamBye(match.round.number, match.first.number or 0)
            for match in found
            if match.second is None and section.has_byes
        ),
        penalties=tuple(_penalties(section, rules.match_points, rules.board_points)),
    )


def _team(team: Team) -> StateTeam:
    """Without its name (law 8)."""
    return StateTeam(
        number=team.number or 0,
        federation=team.federation_id or "",
        members=tuple(entry.number or 0 for entry in team.entries.all()),
        withdrawn_after=team.withdrawn_after,
    )


def _penalties(section: Section, match: Points, board: Points) -> Iterable[Penalty]:
    for row in TeamPenalty.objects.filter(team__section=section).select_related("team"):
        yield Penalty(
            team=row.team.number or 0,
            match=row.match_points * match.unit // THOUSAND,
            board=row.board_points * board.unit // THOUSAND,
            round=row.round_number,
        )


Boards = Mapping[int, Pairing]
"""By board, the pairings of a match."""


def boards_by_match(pairings: Iterable[Pairing]) -> dict[int, dict[int, Pairing]]:
    found: dict[int, dict[int, Pairing]] = {}
    for pairing in pairings:
        if pairing.match_id is not None and pairing.board is not None:
            found.setdefault(pairing.match_id, {})[pairing.board] = pairing
    return found


def state_of(section: Section, match: Match, boards: Boards) -> TeamMatch:
    """A match with the results of its loaded ``boards``; without boards while its line-ups are secret."""
    first, second = match.first_line_up or (), match.second_line_up or ()
    return TeamMatch(
        round=match.round.number,
        table=match.table or 0,
        first=match.first.number or 0,
        second=(match.second.number or 0) if match.second else 0,
        boards=tuple(
            _board(section, ours, theirs, boards.get(number))
            for number, (ours, theirs) in enumerate(zip(first, second, strict=True), 1)
        ),
        lost_by=frozenset(LOST[match.lost_by]),
    )


def _board(section: Section, ours: int | None, theirs: int | None, pairing: Pairing | None) -> Board:
    """A side that is empty has lost by forfeit, both have where both are."""
    if ours is None or theirs is None or pairing is None:
        nobody = Result.NONE if ours is theirs else Result.SECOND if ours is None else Result.FIRST
        return Board(nobody, forfeit=True, players=(ours, theirs))
    game = games_of(pairing, pairing.current, number=pairing.round.number, most=None)[0]
    result = game.result
    if pairing.adjourned and result is None:
        result = ADJOURNED_AS[section.adjourned_as]
    if result is not None and game.first != ours:
        result = INVERTED.get(result, result)
    return Board(result, forfeit=game.forfeit, players=(ours, theirs))


def to_pair(section: Section, *, before_round: int) -> Tournament:
    """What the pairing of a round rests on: players, or teams whose matches are the games (T3)."""
    if not section.of_teams:
        return tournament_of(section, before_round=before_round)
    event = team_event_of(section, before_round=before_round)
    return replace(as_tournament(event, section.system, seed=section.seed), grouping=section.grouping)


@dataclass(frozen=True, slots=True)
class Score:
    """What a match stands at: points of its boards, as texts, and how many of them have a result."""

    first: str
    second: str
    done: int
    boards: int

    @property
    def over(self) -> bool:
        return self.done == self.boards


def score_of(section: Section, match: TeamMatch) -> Score:
    rules = team_settings_of(section).rules(board_points_of(section))
    points = rules.board_points
    ours, theirs = board_points(rules, match)
    done = rules.boards if match.lost_by else sum(board.result is not None for board in match.boards)
    return Score(points.text(sum(ours)), points.text(sum(theirs)), done, rules.boards)


def match_points_of(section: Section, match: TeamMatch) -> tuple[str, str]:
    """What it gives each side, as texts."""
    rules = team_settings_of(section).rules(board_points_of(section))
    (first, _), (second, _) = points_of(rules, match)
    return rules.match_points.text(first), rules.match_points.text(second)


def unseated(round_: Round) -> list[int]:
    """The tables of the matches whose boards have nobody yet."""
    if not round_.section.of_teams:
        return []
    waiting = round_.matches.filter(table__isnull=False, first_line_up__isnull=True, lost_by="")
    return [table or 0 for table in waiting.order_by("table").values_list("table", flat=True)]


def tables_of(section: Section, settings: TeamSettings, match_table: int) -> Sequence[int]:
    """The tables in the hall of one match, by board."""
    start = section.first_table + (match_table - 1) * settings.boards
    return range(start, start + settings.boards)

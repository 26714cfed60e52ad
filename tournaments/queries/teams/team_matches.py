"""A section of team matches as the pure rooms know it, and the matches of a round with their boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from tournaments.models import Entry, Match, Pairing, ResultReport, Round, Section, Team, TeamPenalty
from tournaments.pairing import scheveningen
from tournaments.pairing.of_teams import competition_of
from tournaments.queries.seats import options_of, seated_pairings, with_seats
from tournaments.queries.tables import players_at
from tournaments.queries.teams.matches import level_tables, open_games_of
from tournaments.queries.tournament import ADJOURNED_AS, confirmed_fouls, ruled_pairs, tournament_of
from tournaments.state.bracket import stages, still_in_from
from tournaments.state.deciding import played_from
from tournaments.state.lots import odd_begin
from tournaments.state.points import Points
from tournaments.state.team_matches import (
    Alone,
    Board,
    PenaltyOfTeam,
    TeamBye,
    TeamEvent,
    TeamMatch,
    TeamRules,
    board_points,
    goes_on,
    is_level,
    loses,
    plays_on,
)
from tournaments.state.team_matches import Team as StateTeam
from tournaments.state.team_section import LOST, board_of, forfeited, outcome
from tournaments.state.team_settings import TeamSettings, team_settings_from_json
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import Side, Tournament

PUBLIC = (Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)
# Penalties are kept in thousandths of a point.
THOUSAND = 1000


def team_settings_of(section: Section) -> TeamSettings:
    return team_settings_from_json(section.team_rules)


def match_first_sides(match: Match, round_: Round) -> list[bool]:
    """Board by board, whether the first team's player moves first in a match of ``round_``."""
    section = round_.section
    return scheveningen.first_sides(section.system, team_settings_of(section), round_.number, match.colours)


def board_points_of(section: Section) -> Points:
    """What a board gives."""
    return Points.parse(section.points)


def teams_with_rosters(section: Section) -> list[Team]:
    """List teams by number with ``entries`` in roster order and ``absences``; three queries."""
    members = Prefetch(
        "entries", roster_order(Entry.objects.filter(section=section).select_related("player"))
    )
    teams = section.teams.select_related("federation", "captain").prefetch_related(members, "absences")
    return list(teams.order_by(F("number").asc(nulls_last=True), "name"))


def who_meets(round_: Round) -> list[Entry] | list[Team]:
    """Who is to be paired in a round: players, or teams where teams meet."""
    if not round_.section.of_teams:
        return players_at(round_)
    stays = Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gte=round_.number)
    teams = round_.section.teams.filter(stays, number__isnull=False)
    return list(teams.exclude(absences__round_number=round_.number).order_by("number"))


def teams_seated(round_: Round) -> list[Team]:
    """The teams of a paired round by number, those without an opponent too."""
    sides = Q(matches_first__round=round_) | Q(matches_second__round=round_)
    return list(round_.section.teams.filter(sides).distinct().order_by("number"))


def match_numbers(round_: Round) -> list[int]:
    """Of its matches; a bye has none."""
    matches = round_.matches.filter(table__isnull=False).order_by("table")
    return [table or 0 for table in matches.values_list("table", flat=True)]


def rounds_to_come(section: Section) -> list[int]:
    """The numbers of those that are not public yet."""
    return list(
        section.round_set.exclude(state__in=PUBLIC).order_by("number").values_list("number", flat=True)
    )


def rounds_planned(section: Section) -> list[int]:
    """The numbers of those that nobody has paired."""
    planned = section.round_set.filter(state=Round.State.PLANNED).order_by("number")
    return list(planned.values_list("number", flat=True))


def roster_order(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """The members of a team in order: by their place, then by number, then as they were entered."""
    return entries.order_by(F("board_order").asc(nulls_last=True), F("number").asc(nulls_last=True), "pk")


def away_in(section: Section, round_number: int) -> frozenset[int]:
    """The numbers of those who do not play this round: absent, or withdrawn before it."""
    away = Q(absences__round_number=round_number) | Q(withdrawn_after__lt=round_number)
    entries = section.entries.filter(away, number__isnull=False)
    return frozenset(number or 0 for number in entries.values_list("number", flat=True))


def matches_in(rounds: Iterable[Round]) -> list[Match]:
    """With their teams, by round and table."""
    matches = Match.objects.filter(round__in=list(rounds)).select_related("first", "second", "round")
    return list(
        matches.defer("round__draft_input", "round__draft_changes").order_by("round__number", "table", "pk")
    )


def team_event_of(
    section: Section, *, before_round: int | None = None, rounds: Sequence[Round] | None = None
) -> TeamEvent:
    """Read the matches of the public rounds, or of ``rounds``, with the results as they stand."""
    public = list(_public(section, before_round) if rounds is None else rounds)
    settings = team_settings_of(section)
    rules = settings.rules(board_points_of(section))
    # Nothing of a draft, and no line-up that is still secret.
    matches, boards = matches_in(public), boards_by_match(seated_pairings(public))
    return TeamEvent(
        rules=rules,
        teams=tuple(_team(team) for team in teams_with_rosters(section) if team.number),
        rounds=section.rounds,
        begins_first=odd_begin(section.seed),
        accelerated=settings.accelerated,
        matches=tuple(
            match_state(section, match, boards.get(match.pk, {}))
            for match in matches
            if match.second is not None
        ),
        byes=tuple(
            TeamBye(match.round.number, match.first.number or 0)
            for match in matches
            if match.second is None and section.has_byes
        ),
        penalties=tuple(_penalties(section, rules.match_points, rules.board_points)),
        fouls=confirmed_fouls(section, [round_.number for round_ in public]) if settings.counts_fouls else (),
        carried=options_of(section).carried_matches if section.options.get("carried_matches") else (),
    )


def _public(section: Section, before_round: int | None) -> QuerySet[Round]:
    rounds = section.round_set.filter(state__in=PUBLIC).defer("draft_input", "draft_changes")
    return rounds if before_round is None else rounds.filter(number__lt=before_round)


def level_matches(round_: Round) -> list[TeamMatch]:
    """The matches of a knock-out of teams that are over and that their boards do not decide."""
    return level_in([round_]).get(round_.pk, [])


def level_in(rounds: Iterable[Round]) -> dict[int, list[TeamMatch]]:
    """List the level matches of several rounds, by id of the round, in as many queries as for one."""
    level_matches: dict[int, list[TeamMatch]] = {}
    for round_, _, state in _cup_matches(rounds):
        if is_level(rules_of(round_.section), state):
            level_matches.setdefault(round_.pk, []).append(state)
    return level_matches


def plays_on_in(section: Section, match: Match, boards: Boards) -> bool:
    """Whether a match of a knock-out of teams is level by its boards, so that decider boards count."""
    cup = section.system == Section.System.KNOCK_OUT and match.second is not None
    return cup and plays_on(rules_of(section), match_state(section, match, boards))


def undecided_matches(round_: Round) -> list[int]:
    """List the numbers of the level matches, or tables, of which nobody has said who goes on."""
    if not round_.section.of_teams:
        return level_tables(round_)
    return [match.table for match in level_matches(round_) if match.decided_for is None]


def still_in(rounds: Iterable[Round]) -> dict[int, set[int]]:
    """Return by id of the section the teams that go on from these public rounds of knock-outs."""
    rounds = list(rounds)
    # Of a double elimination it is who has not lost twice, at several queries for each section.
    twice = {row.section_id: row.section for row in rounds if row.section.options.get("elimination")}
    teams_in = {key: _not_beaten_twice(section) for key, section in twice.items()}
    for round_, match, state in _cup_matches(rounds, alone=True):
        section = round_.section
        if section.pk in twice:
            continue
        sides = {Side.FIRST: match.first_id, Side.SECOND: match.second_id}
        # Who had no opponent goes on; of a match that nobody has won yet both teams may.
        won = goes_on(rules_of(section), state) if match.second_id else (Side.FIRST, None)
        # Before the last round who lost still plays for the third place.
        semi_final = round_.number == section.rounds - 1 and options_of(section).third_place
        going = sides if won is None or semi_final else {won[0]: sides[won[0]]}
        out = {sides[side] for side in loses(rules_of(section), state)} if won is None else set()
        teams_in.setdefault(section.pk, set()).update(
            key for key in going.values() if key is not None and key not in out
        )
    return teams_in


def _not_beaten_twice(section: Section) -> set[int]:
    """Of a double elimination, the ids of the teams that are still in."""
    cup = as_tournament(team_event_of(section), Section.System.KNOCK_OUT, options=options_of(section))
    came = stages(cup) or {}
    return {
        team.pk
        for team in section.teams.exclude(number=None)
        if came.get(team.number or 0, 0) >= still_in_from(cup)
    }


def of_teams_gone(rounds: Iterable[Round]) -> list[Match]:
    """List public matches that are not over though a team of theirs has withdrawn; one query."""
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pk"))
    open_boards = Pairing.objects.filter(~Exists(reported), match=OuterRef("pk"))
    gone = Q(first__withdrawn_after__isnull=False) | Q(second__withdrawn_after__isnull=False)
    open_ = Q(first_line_up__isnull=True) | Exists(open_boards)
    matches = Match.objects.filter(gone, open_, round__in=list(rounds), table__isnull=False, lost_by="")
    return list(matches.select_related("first", "second").order_by("round__number", "table"))


def _cup_matches(rounds: Iterable[Round], *, alone: bool = False) -> Iterable[tuple[Round, Match, TeamMatch]]:
    """Yield the matches of knock-outs of teams; ``alone``: also who has no opponent."""
    cups = {
        round_.pk: round_
        for round_ in rounds
        if round_.section.of_teams and round_.section.system == Section.System.KNOCK_OUT
    }
    boards = boards_by_match(seated_pairings(cups.values())) if cups else {}
    for match in matches_in(cups.values()) if cups else ():
        if match.second_id is not None or alone:
            round_ = cups[match.round_id]
            yield round_, match, match_state(round_.section, match, boards.get(match.pk, {}))


def rules_of(section: Section) -> TeamRules:
    return team_settings_of(section).rules(board_points_of(section))


def _team(team: Team) -> StateTeam:
    """Without its name (law 8)."""
    return StateTeam(
        number=team.number or 0,
        federation=team.federation_id or "",
        members=tuple(entry.number or 0 for entry in team.entries.all()),
        withdrawn_after=team.withdrawn_after,
        absences={absence.round_number: Alone(absence.kind) for absence in team.absences.all()},
        last_rank=team.last_rank,
    )


def _penalties(section: Section, match: Points, board: Points) -> Iterable[PenaltyOfTeam]:
    for row in TeamPenalty.objects.filter(team__section=section).select_related("team"):
        yield PenaltyOfTeam(
            team=row.team.number or 0,
            match=row.match_points * match.unit // THOUSAND,
            board=row.board_points * board.unit // THOUSAND,
            round=row.round_number,
            pairing=row.pairing,
        )


# By board, the pairings of a match.
Boards = Mapping[int, Pairing]


def boards_of(matches: Iterable[Match]) -> list[Pairing]:
    """The boards of these matches, by round and table, as `with_seats` has them."""
    pairings = Pairing.objects.filter(match__in=[match.pk for match in matches])
    return list(with_seats(pairings).order_by("round__number", "table"))


def boards_by_match(pairings: Iterable[Pairing]) -> dict[int, dict[int, Pairing]]:
    boards: dict[int, dict[int, Pairing]] = {}
    for pairing in pairings:
        if pairing.match_id is not None and pairing.board is not None:
            boards.setdefault(pairing.match_id, {})[pairing.board] = pairing
    return boards


def match_state(section: Section, match: Match, boards: Boards) -> TeamMatch:
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
        lost_by=LOST[match.lost_by],
        decided_for=Side(match.decided_for) if match.decided_for else None,
        steps=played_from(match.steps),
    )


def _board(section: Section, ours: int | None, theirs: int | None, pairing: Pairing | None) -> Board:
    if ours is None or theirs is None or pairing is None:
        return board_of(ours, theirs, None)
    game = open_games_of(pairing, pairing.current, number=pairing.round.number, most=None)[0]
    if pairing.adjourned and game.result is None:
        game = replace(game, result=ADJOURNED_AS[section.adjourned_as])
    return board_of(ours, theirs, game)


def to_pair(section: Section, *, before_round: int) -> Tournament | TeamEvent:
    """Read what the pairing of a round rests on."""
    if not section.of_teams:
        return tournament_of(section, before_round=before_round)
    event = team_event_of(section, before_round=before_round)
    # T3: teams are paired as players whose games are the matches, or by FIDE's Swiss as teams.
    return competition_of(
        event,
        section.system,
        before_round,
        seed=section.seed,
        grouping=section.grouping,
        options=replace(options_of(section), first_round=team_settings_of(section).first_round),
        **ruled_pairs(section.rulings.all()),
    )


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Hold what a match stands at; ``by_board``: the points of both teams, empty without a result.

    ``by_side``: whether a draw gives more to who moves second."""

    first: str
    second: str
    done: int
    boards: int
    by_board: Sequence[tuple[str, str]] = ()
    by_side: bool = False

    @property
    def over(self) -> bool:
        return self.done == self.boards

    @property
    def turned(self) -> MatchScore:
        """As the second team reads it."""
        rows = [(theirs, ours) for ours, theirs in self.by_board]
        return replace(self, first=self.second, second=self.first, by_board=rows)

    @property
    def sums(self) -> str:
        """How the board points come about, where the results alone do not say it: 1 + 3 = 4 : 2 + 0 = 2."""
        counted = [row for row in self.by_board if row[0]]
        if not self.by_side or len(counted) < 2:
            return ""
        first, second = (" + ".join(side) for side in zip(*counted, strict=True))
        return f"{first} = {self.first} : {second} = {self.second}"


def score_of(section: Section, match: TeamMatch) -> MatchScore:
    rules = rules_of(section)
    points = rules.board_points
    ours, theirs = board_points(rules, match)
    done = rules.boards if match.lost_by else sum(board.result is not None for board in match.boards)
    counted = (
        [True] * rules.boards
        if match.lost_by
        else [our_points.result is not None for our_points in match.boards]
    )
    return MatchScore(
        points.text(sum(ours)),
        points.text(sum(theirs)),
        done,
        rules.boards,
        by_board=[
            (points.text(our_points), points.text(other)) if counts else ("", "")
            for counts, our_points, other in zip(counted, ours, theirs, strict=True)
        ],
        by_side=points.draw_second is not None,
    )


def decision(section: Section, match: Match, boards: Boards) -> tuple[str, str]:
    """Return who goes on from a level match of a knock-out, and by what, as codes; empty: open."""
    if section.system != Section.System.KNOCK_OUT or match.second is None:
        return "", ""
    rules = rules_of(section)
    state = match_state(section, match, boards)
    if loses(rules, state):
        return "", ""
    won, (ours, theirs) = goes_on(rules, state), board_points(rules, state)
    if won is None or sum(ours) != sum(theirs):
        return "", ""
    return str(won[0]), str(won[1]) if won[1] else match.decided_by


def lost_by(section: Section, match: TeamMatch) -> str:
    """`forfeited` in this section."""
    return forfeited(rules_of(section), match)


def winner_of(section: Section, match: TeamMatch) -> str:
    """`outcome` in this section."""
    return outcome(rules_of(section), match, knock_out=section.system == Section.System.KNOCK_OUT)


def match_tables(section: Section, settings: TeamSettings, match_table: int) -> Sequence[int]:
    """The tables in the hall of one match, by board."""
    start = section.first_table + (match_table - 1) * settings.boards
    return range(start, start + settings.boards)

"""Matches of teams as everybody reads them: who meets whom, what it stands at, and who is in the teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, Time
from tournaments.models import Match, Pairing, Round, Section, Team
from tournaments.pairing.reasons import printed_reasons
from tournaments.queries.public.public import PublicPerson, people, person
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.teams.decider_boards import StepLine, step_lines
from tournaments.queries.teams.line_ups import MatchWaiting, waiting_in
from tournaments.queries.teams.match_points import match_points_after
from tournaments.queries.teams.team_matches import (
    boards_by_match,
    boards_of,
    decision,
    lost_by,
    match_first_sides,
    match_state,
    matches_in,
    score_of,
    team_settings_of,
    teams_with_rosters,
)
from tournaments.state.tournament import Result
from tournaments.wording.names import plain_name
from tournaments.wording.teams.team_standings import decision_text, default_text

WON = {Result.FIRST: "first", Result.SECOND: "second"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRef:
    number: Annotated[int | None, _("Drawn by lot; null before the draw.")]
    name: str
    native_name: Annotated[str, _("In Chinese; may be empty.")]
    short_name: Annotated[str, _("Of five characters; may be empty.")]
    federation: Annotated[str, _("Three-letter code; empty for none.")]


@dataclass(frozen=True, slots=True)
class DefaultBoard:
    """A board of a match that was not played."""

    board: int
    won_by: Annotated[str, _("first or second team; empty where both have lost.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenLineUp:
    team: Annotated[str, _("first or second")]
    players: Annotated[Sequence[PublicPerson | None], _("By board; null where a board stays empty.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    table: Annotated[int, _("Number of the match.")]
    first: Annotated[TeamRef, _("Its player moves first on board 1.")]
    second: TeamRef
    first_points: Annotated[str, _("Board points so far.")]
    second_points: str
    first_match_points: Annotated[
        str, _("Match points of the team after the round, or so far; empty in a knock-out.")
    ]
    second_match_points: str
    reported: Annotated[int, _("Boards with a result.")]
    boards: int
    by_board: Annotated[
        Sequence[Sequence[str]], _("Points of both teams board by board, empty without a result.")
    ]
    sums: Hidden[str]
    secret: Hidden[bool]
    tables: Annotated[Sequence[int], _("Tables of the boards that are played.")]
    decided: Annotated[str, _("Who goes on from a level match of a knock-out: first, second, or empty.")]
    decided_by: Annotated[
        str,
        _("By what: board-count, top-boards, bottom-out, decider-boards, games, lot, ruling, or empty."),
    ]
    steps: Annotated[Sequence[StepLine], _("Decider boards of a level match, step by step.")]
    forfeited: Annotated[str, _("Who has lost the match without play: first, second, both, or empty.")]
    by_default: Annotated[Sequence[DefaultBoard], _("Boards that were decided without play.")]
    reasons: Annotated[Sequence[Mapping[str, Any]], _("Reasons for the pairing: codes with parameters.")]
    rematch: bool
    by_hand: Annotated[bool, _("Whether the chief referee changed who meets whom.")]
    revealed: Annotated[bool, _("Whether it is known who sits at the boards.")]
    starts: Annotated[Time | None, _("When it starts, if not with its round; null: with the round.")]
    line_ups_until: Annotated[Time | None, _("When line-ups are due that are still secret.")]
    line_ups_given: Annotated[Sequence[str], _("Who has handed in one that is still secret: first, second.")]
    given: Annotated[
        Sequence[GivenLineUp], _("What was handed in so far, where line-ups are not secret; else empty.")
    ]

    @property
    def over(self) -> bool:
        return self.reported == self.boards

    @property
    def won(self) -> str:
        """Return ``first`` or ``second`` once the match is over and somebody has won it."""
        if not self.over:
            return ""
        if self.forfeited:
            return {"first": "second", "second": "first"}.get(self.forfeited, "")
        ours, theirs = float(self.first_points), float(self.second_points)
        # A level match of a knock-out is decided otherwise.
        return self.decided if ours == theirs else "first" if ours > theirs else "second"

    @property
    def defaults(self) -> list[str]:
        """What was decided without play, in sentences: the match, or boards of it."""
        teams = {"first": plain_name(self.first), "second": plain_name(self.second)}
        lost = []
        if self.forfeited:
            lost.append(default_text(None, teams.get(self.forfeited, "")))
        return [
            *lost,
            *(default_text(default.board, teams.get(default.won_by, "")) for default in self.by_default),
        ]

    @property
    def decision(self) -> str:
        """Who goes on from a level match, and by what, in the reader's language."""
        team = {"first": self.first, "second": self.second}.get(self.decided)
        return decision_text(plain_name(team), self.decided_by) if team else ""

    @property
    def span(self) -> str:
        """Its tables, as one range."""
        if not self.tables:
            return ""
        first, last = min(self.tables), max(self.tables)
        return str(first) if first == last else f"{first}–{last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    # A match of one team, from its side.
    round: int
    table: Annotated[int | None, _("Number of the match; null without an opponent.")]
    opponent: Annotated[TeamRef | None, _("null without an opponent.")]
    points: Annotated[str, _("Board points so far; empty while line-ups are secret.")]
    against: str
    line_up: Annotated[Sequence[PublicPerson | None], _("By board; null where a board stays empty.")]
    starts: Annotated[Time | None, _("When it starts, if not with its round; null: with the round.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRoster:
    team: TeamRef
    rank: Annotated[int | None, _("null before there are standings.")]
    match_points: str
    board_points: str
    withdrawn: bool
    last_rank: Annotated[int | None, _("At the last event, where that numbers the teams; else null.")]
    captain: Annotated[str, _("The captain's name; may be empty.")]
    members: Annotated[Sequence[PublicPerson], _("In the order of the boards, reserves last.")]
    matches: Annotated[Sequence[PlayedMatch], _("Round by round.")]

    @property
    def lines(self) -> list[tuple[PublicPerson, str]]:
        """The members, each with how often they sat at which board: ``1 × 2, 3``: twice at 1, once at 3."""
        sat: dict[int | None, Counter[int]] = {}
        for match in self.matches:
            for board, player in enumerate(match.line_up, 1):
                if player is not None:
                    sat.setdefault(player.number, Counter())[board] += 1
        return [(member, _boards_of(sat.get(member.number, Counter()))) for member in self.members]


def _boards_of(sat: Mapping[int, int]) -> str:
    return ", ".join(
        str(board) if times == 1 else f"{board} × {times}" for board, times in sorted(sat.items())
    )


def own_start(match: Match) -> str | None:
    return match.starts_at.isoformat() if match.starts_at else None


def rounds_of_teams(sections: Sequence[Section], moment: PublicSnapshot) -> dict[int, Round]:
    """Return the public rounds in which teams meet, by id; sections come with theirs."""
    of_teams = [section for section in sections if section.of_teams]
    return {round_.pk: round_ for section in of_teams for round_ in moment.rounds(section)}


def moved_matches(sections: Sequence[Section], rounds: Mapping[int, Round]) -> dict[int, list[Match]]:
    """List the matches that do not start with their rounds, by id of the section; one query at most."""
    matches_by_section: dict[int, list[Match]] = {section.pk: [] for section in sections}
    moved = Match.objects.filter(round__in=rounds, starts_at__isnull=False, table__isnull=False)
    for match in moved.select_related("first", "second").order_by("round__number", "table") if rounds else ():
        match.round = rounds[match.round_id]
        matches_by_section[match.round.section_id].append(match)
    return matches_by_section


def team_ref(team: Team) -> TeamRef:
    return TeamRef(
        number=team.number,
        name=team.name,
        native_name=team.native_name,
        short_name=team.short_name,
        federation=team.federation_id or "",
    )


def team_refs(section: Section) -> dict[int, TeamRef]:
    """Every team that has a number, by number."""
    return {team.number: team_ref(team) for team in section.teams.all() if team.number}


def match_lines(round_: Round, pairings: Sequence[Pairing]) -> tuple[list[MatchLine], list[TeamRef]]:
    """The matches by number with the results of their loaded boards, and the teams without an opponent."""
    section = round_.section
    if not section.of_teams:
        return [], []
    boards = boards_by_match(pairings)
    matches = matches_in([round_])
    waiting = {item.match.pk: item for item in waiting_in([round_])[round_.pk]}
    named = any(item.steps for item in matches) or any(
        side.players for item in waiting.values() for side in item.sides
    )
    everybody = people(section) if named else {}
    points = match_points_after(round_)
    lines = [
        _line(round_, item, boards.get(item.pk, {}), waiting.get(item.pk), (everybody, points))
        for item in matches
        if item.second
    ]
    return lines, [team_ref(item.first) for item in matches if item.second is None]


def _line(
    round_: Round,
    match: Match,
    boards: Mapping[int, Pairing],
    waits: MatchWaiting | None,
    names_and_points: tuple[Mapping[int, PublicPerson], Mapping[int, str]],
) -> MatchLine:
    everybody, points = names_and_points
    section = round_.section
    state = match_state(section, match, boards)
    score = score_of(section, state)
    if match.second is None:
        raise ValueError("a bye is no match")
    side, how = decision(section, match, boards)
    return MatchLine(
        table=match.table or 0,
        first=team_ref(match.first),
        second=team_ref(match.second),
        first_points=score.first,
        second_points=score.second,
        first_match_points=points.get(match.first.number or 0, ""),
        second_match_points=points.get(match.second.number or 0, ""),
        reported=score.done,
        boards=score.boards,
        by_board=score.by_board,
        sums=score.sums,
        secret=team_settings_of(section).secret,
        tables=sorted(pairing.table or 0 for pairing in boards.values()),
        decided=side,
        decided_by=how,
        steps=step_lines(state.steps, everybody, match_first_sides(match, round_)) if state.steps else [],
        forfeited=lost_by(section, state),
        by_default=[
            DefaultBoard(number, WON.get(board.result or Result.NONE, ""))
            for number, board in enumerate(() if match.lost_by else state.boards, 1)
            if board.forfeit
        ],
        reasons=printed_reasons(match.reasons, match=match.table),
        rematch=any(notice["code"] == "rematch" for notice in match.notices),
        by_hand=match.by_hand,
        revealed=match.is_seated,
        starts=own_start(match),
        line_ups_until=waits.until.isoformat() if waits and waits.until else None,
        line_ups_given=[
            name for name, side in zip(("first", "second"), waits.sides, strict=True) if side.at is not None
        ]
        if waits
        else [],
        given=[
            GivenLineUp(team=name, players=[everybody.get(number or 0) for number in side.players])
            for name, side in zip(("first", "second"), waits.sides, strict=True)
            if side.players
        ]
        if waits
        else [],
    )


def team_rosters(
    section: Section, frozen: Mapping[str, Any], rounds: Sequence[Round], *, only: Team | None = None
) -> list[TeamRoster]:
    """List every team with its roster and its matches of the public ``rounds``; by rank, before that by
    number.

    ``only``: with the matches of this team alone. As many queries for any number of teams."""
    rows = {row["team"]: row for row in frozen.get("team_table", {}).get("rows", [])}
    by_number = people(section)
    played: dict[int, list[PlayedMatch]] = {}
    matches = [
        match for match in matches_in(rounds) if only is None or only.pk in (match.first_id, match.second_id)
    ]
    boards = boards_by_match(boards_of(matches))
    for match in matches:
        # Of line-ups only what may be known.
        is_visible = match.second and (match.is_seated or match.lost_by)
        score = (
            score_of(section, match_state(section, match, boards.get(match.pk, {}))) if is_visible else None
        )
        first, second = (score.first, score.second) if score else ("", "")
        sides: list[tuple[Team, Team | None, str, str, list[int | None] | None]]
        sides = [(match.first, match.second, first, second, match.first_line_up)]
        if match.second:
            sides.append((match.second, match.first, second, first, match.second_line_up))
        for team, other, points, against, line_up in sides:
            played.setdefault(team.pk, []).append(
                PlayedMatch(
                    round=match.round.number,
                    table=match.table,
                    opponent=team_ref(other) if other else None,
                    points=points,
                    against=against,
                    line_up=[by_number.get(number or 0) for number in line_up or ()],
                    starts=own_start(match),
                )
            )
    rosters = [
        _roster(section, team, rows.get(team.number, {}), played.get(team.pk, []))
        for team in teams_with_rosters(section)
    ]
    return sorted(rosters, key=lambda match: (match.rank is None, match.rank or 0))


def _roster(
    section: Section, team: Team, row: Mapping[str, Any], matches: Sequence[PlayedMatch]
) -> TeamRoster:
    return TeamRoster(
        team=team_ref(team),
        rank=row.get("rank"),
        match_points=row.get("match_points", ""),
        board_points=row.get("board_points", ""),
        withdrawn=team.withdrawn_after is not None,
        last_rank=team.last_rank if team_settings_of(section).first_round else None,
        captain=team.captain_name,
        members=[
            person(entry, section.namesakes, titled=section.event.titles_shown)
            for entry in team.entries.all()
        ],
        matches=matches,
    )


def match_seats(round_: Round) -> tuple[list[tuple[int, int, int, int]], list[int]]:
    """Table, first and second of the matches as teams' numbers, and no handicap; who has no opponent."""
    matches = matches_in([round_])
    pairs = [
        (match.table or 0, match.first.number or 0, match.second.number or 0, 0)
        for match in matches
        if match.second
    ]
    return pairs, [match.first.number or 0 for match in matches if match.second is None]

"""Matches of teams as everybody reads them: who meets whom, what it stands at, and how the teams rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden
from tournaments.models import Match, Pairing, Round, Section, Team
from tournaments.queries.public import Person, people, person
from tournaments.queries.seats import seated_pairings
from tournaments.queries.team_matches import (
    boards_by_match,
    matches_in,
    score_of,
    state_of,
    teams_with_rosters,
)
from tournaments.wording.standings import separation


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRef:
    number: Annotated[int | None, _("Drawn by lot; null before the draw.")]
    name: str
    native_name: Annotated[str, _("In Chinese; may be empty.")]
    federation: Annotated[str, _("Three-letter code; empty for none.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    table: Annotated[int, _("Number of the match.")]
    first: Annotated[TeamRef, _("Its player moves first on board 1.")]
    second: TeamRef
    first_points: Annotated[str, _("Board points so far.")]
    second_points: str
    reported: Annotated[int, _("Boards with a result.")]
    boards: int
    tables: Annotated[Sequence[int], _("Tables of the boards that are played.")]
    forfeited: Annotated[str, _("Who has lost the match without play: first, second, both, or empty.")]
    reasons: Annotated[Sequence[Mapping[str, Any]], _("Reasons for the pairing: codes with parameters.")]
    rematch: bool

    @property
    def over(self) -> bool:
        return self.reported == self.boards

    @property
    def span(self) -> str:
        """Its tables, as one range."""
        if not self.tables:
            return ""
        first, last = min(self.tables), max(self.tables)
        return str(first) if first == last else f"{first}–{last}"


@dataclass(frozen=True, slots=True)
class TeamTerm:
    """A summand of a criterion: the opponent's points times the team's own."""

    round: int
    opponent: int | None
    theirs: str
    ours: str
    counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRound:
    round: int
    opponent: Annotated[TeamRef | None, _("null without a match.")]
    match_points: str
    board_points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    rank: int
    team: TeamRef
    match_points: str
    board_points: str
    penalty: Annotated[Sequence[str], _("Match points and board points taken or given; empty if none.")]
    per_board: Annotated[Sequence[str], _("Points on each board.")]
    values: Annotated[Mapping[str, str], _("Criterion → value, of those that are a value of one team.")]
    separated_by: Annotated[str | None, _("The criterion that decided against the row above.")]
    arithmetic: Annotated[Mapping[str, Sequence[TeamTerm]], _("Criterion → terms.")]
    rounds: Sequence[TeamRound]
    criteria: Hidden[Sequence[str]]
    above: Hidden[int | None]

    @property
    def shared(self) -> bool:
        """Whether the row above has the same rank."""
        return self.above == self.rank

    @property
    def separated(self) -> str:
        """Which rule puts the row below the one above, in a sentence."""
        if self.separated_by is None or self.above is None:
            return ""
        return separation(self.separated_by, self.above)

    @property
    def columns(self) -> list[tuple[str, str | None]]:
        """Each criterion with the value, None for one that compares teams with each other."""
        return [(key, self.values.get(key)) for key in self.criteria]

    @property
    def sums(self) -> list[tuple[str, str, Sequence[TeamTerm]]]:
        return [
            (key, self.values[key], terms) for key, terms in self.arithmetic.items() if key in self.values
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    # A match of one team, from its side.
    round: int
    table: Annotated[int | None, _("Number of the match; null without an opponent.")]
    opponent: Annotated[TeamRef | None, _("null without an opponent.")]
    points: Annotated[str, _("Board points so far.")]
    against: str
    line_up: Annotated[Sequence[Person | None], _("By board; null where a board stays empty.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRoster:
    team: TeamRef
    rank: Annotated[int | None, _("null before there are standings.")]
    match_points: str
    board_points: str
    withdrawn: bool
    members: Annotated[Sequence[Person], _("In the order of the boards, reserves last.")]
    matches: Annotated[Sequence[PlayedMatch], _("Round by round.")]


def team_ref(team: Team) -> TeamRef:
    return TeamRef(
        number=team.number,
        name=team.name,
        native_name=team.native_name,
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
    found = matches_in([round_])
    lines = [_line(section, one, boards.get(one.pk, {})) for one in found if one.second]
    return lines, [team_ref(one.first) for one in found if one.second is None]


def _line(section: Section, match: Match, boards: Mapping[int, Pairing]) -> MatchLine:
    score = score_of(section, state_of(section, match, boards))
    if match.second is None:
        raise ValueError("a bye is no match")
    return MatchLine(
        table=match.table or 0,
        first=team_ref(match.first),
        second=team_ref(match.second),
        first_points=score.first,
        second_points=score.second,
        reported=score.done,
        boards=score.boards,
        tables=sorted(pairing.table or 0 for pairing in boards.values()),
        forfeited=match.lost_by,
        reasons=match.reasons,
        rematch=any(notice["code"] == "rematch" for notice in match.notices),
    )


def team_rosters(section: Section, frozen: Mapping[str, Any], rounds: Sequence[Round]) -> list[TeamRoster]:
    """Every team with its roster and its matches of the public ``rounds``: by rank, by number before there
    are standings. As many queries for any number of teams. Of line-ups only what may be known."""
    rows = {row["team"]: row for row in frozen.get("team_table", {}).get("rows", [])}
    by_number = people(section)
    played: dict[int, list[PlayedMatch]] = {}
    boards = boards_by_match(seated_pairings(rounds))
    for match in matches_in(rounds):
        score = (
            score_of(section, state_of(section, match, boards.get(match.pk, {}))) if match.second else None
        )
        first, second = (score.first, score.second) if score else ("", "")
        sides: list[tuple[Team, Team | None, str, str, list[int | None] | None]]
        sides = [(match.first, match.second, first, second, match.first_line_up)]
        if match.second:
            sides.append((match.second, match.first, second, first, match.second_line_up))
        for own, other, points, against, line_up in sides:
            played.setdefault(own.pk, []).append(
                PlayedMatch(
                    round=match.round.number,
                    table=match.table,
                    opponent=team_ref(other) if other else None,
                    points=points,
                    against=against,
                    line_up=[by_number.get(number or 0) for number in line_up or ()],
                )
            )
    found = [
        _roster(team, rows.get(team.number, {}), played.get(team.pk, []))
        for team in teams_with_rosters(section)
    ]
    return sorted(found, key=lambda one: (one.rank is None, one.rank or 0))


def _roster(team: Team, row: Mapping[str, Any], matches: Sequence[PlayedMatch]) -> TeamRoster:
    return TeamRoster(
        team=team_ref(team),
        rank=row.get("rank"),
        match_points=row.get("match_points", ""),
        board_points=row.get("board_points", ""),
        withdrawn=team.withdrawn_after is not None,
        members=[person(entry) for entry in team.entries.all()],
        matches=matches,
    )


def match_seats(round_: Round) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Table, first and second of the matches as teams' numbers; who has no opponent."""
    found = matches_in([round_])
    pairs = [(one.table or 0, one.first.number or 0, one.second.number or 0) for one in found if one.second]
    return pairs, [one.first.number or 0 for one in found if one.second is None]


def team_standings(section: Section, frozen: Mapping[str, Any]) -> list[TeamStanding]:
    """The rows as they were frozen; names are read in now."""
    table = frozen.get("team_table")
    if not table:
        return []
    refs = team_refs(section)
    ranks = [None, *(row["rank"] for row in table["rows"])]
    return [
        TeamStanding(
            rank=row["rank"],
            team=refs[row["team"]],
            match_points=row["match_points"],
            board_points=row["board_points"],
            penalty=row["penalty"],
            per_board=row["per_board"],
            values=row["values"],
            separated_by=row["separated_by"],
            arithmetic={
                key: [TeamTerm(**term) for term in terms] for key, terms in row["arithmetic"].items()
            },
            rounds=[
                TeamRound(
                    round=one["round"],
                    opponent=refs[one["opponent"]] if one["opponent"] else None,
                    match_points=one["match_points"],
                    board_points=one["board_points"],
                )
                for one in row["rounds"]
            ],
            criteria=table["criteria"],
            above=above,
        )
        for row, above in zip(table["rows"], ranks, strict=False)
    ]

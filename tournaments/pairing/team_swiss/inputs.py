"""What a round of FIDE's Swiss for teams depends on, as data without names (law 8), and the event of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.state.points import Points
from tournaments.state.team_matches import (
    Alone,
    ColourModel,
    PenaltyOfTeam,
    Primary,
    Team,
    TeamBye,
    TeamEvent,
    TeamMatch,
    TeamRules,
    board_from,
    board_text,
    team_history,
)
from tournaments.state.tournament import Side

NAME = "fide-team"
FORMAT = "qiyuan-team-input/1"


def pairing_input(event: TeamEvent, round_number: int) -> dict[str, Any]:
    """Plain JSON values; equal inputs give equal pairings, and `event_from_input` reads them."""
    rules = event.rules
    history = team_history(event, before=round_number)
    alone = [(row.round, number, row.alone) for number, rows in history.items() for row in rows if row.alone]
    return {
        "format": FORMAT,
        "system": NAME,
        "round": round_number,
        "rounds": event.rounds,
        "model": str(rules.model),
        "primary": str(rules.primary),
        "secondary_colours": rules.secondary_colours,
        "begins_first": event.begins_first,
        "accelerated": event.accelerated,
        "boards": rules.boards,
        "match_points": rules.match_points.as_table(),
        "board_points": rules.board_points.as_table(),
        "bye": None if rules.bye is None else list(rules.bye),
        **({"forfeit_boards": rules.forfeit_boards} if rules.forfeit_boards else {}),
        **({} if rules.forfeit_points is None else {"forfeit_points": rules.forfeit_points}),
        # Who left before round 1 is in nothing, not even in the half that is accelerated (T11).
        "teams": sorted(team.number for team in event.teams if team.withdrawn_after != 0),
        "present": sorted(team.number for team in event.teams if team.plays_in(round_number)),
        "matches": sorted(_match(rules, match) for match in event.matches if match.round < round_number),
        "byes": sorted([number, team] for number, team, kind in alone if kind is Alone.BYE),
        "absences": sorted(
            [number, team, str(kind)] for number, team, kind in alone if kind is not Alone.BYE
        ),
        "penalties": sorted(
            [penalty.round or event.rounds, penalty.team, penalty.match, penalty.board]
            for penalty in event.penalties
            if penalty.pairing and (penalty.round or event.rounds) < round_number
        ),
        "forbidden": sorted(list(pair) for pair in event.forbidden),
        "fixed": sorted(list(pair) for pair in event.fixed),
    }


def _match(rules: TeamRules, match: TeamMatch) -> list[Any]:
    """Return round, first and second team, the boards' results, who has lost without play."""
    by_side = rules.board_points.draw_second is not None
    boards = [board_text(board, by_side=by_side) for board in match.boards]
    return [match.round, match.first, match.second, boards, sorted(str(side) for side in match.lost_by)]


def is_input(data: Mapping[str, Any]) -> bool:
    return bool(data.get("format") == FORMAT)


def event_from_input(data: Mapping[str, Any]) -> TeamEvent:
    """An event from which the round of ``data["round"]`` pairs exactly as it did."""
    n, present = data["round"], set(data["present"])
    away: dict[int, dict[int, Alone]] = {number: {} for number in data["teams"]}
    for number, team, kind in data["absences"]:
        away[team][number] = Alone(kind)
    for number in data["teams"]:
        if number not in present:
            away[number][n] = Alone.ZERO
    return TeamEvent(
        rules=TeamRules(
            boards=data["boards"],
            primary=Primary(data["primary"]),
            match_points=Points.parse(data["match_points"]),
            board_points=Points.parse(data["board_points"]),
            bye=None if data["bye"] is None else (data["bye"][0], data["bye"][1]),
            model=ColourModel(data["model"]),
            secondary_colours=data["secondary_colours"],
            forfeit_boards=data.get("forfeit_boards", 0),
            forfeit_points=data.get("forfeit_points"),
        ),
        teams=tuple(Team(number, absences=away[number]) for number in data["teams"]),
        rounds=data["rounds"],
        matches=tuple(
            TeamMatch(number, 0, first, second, tuple(map(board_from, boards)), frozenset(map(Side, lost_by)))
            for number, first, second, boards, lost_by in data["matches"]
        ),
        byes=tuple(TeamBye(number, team) for number, team in data["byes"]),
        penalties=tuple(
            PenaltyOfTeam(team, match, board, number) for number, team, match, board in data["penalties"]
        ),
        forbidden=frozenset((team, other) for team, other in data["forbidden"]),
        fixed=tuple((first, second) for first, second in data["fixed"]),
        begins_first=data["begins_first"],
        accelerated=data["accelerated"],
    )

"""Random events of team matches, and the same as TRF26 text for another program."""

from __future__ import annotations

import random
from dataclasses import replace

from tournaments.pairing.team_swiss.pairing import pair_teams
from tournaments.pairing.values import CannotPair, PairedRound
from tournaments.state.points import Points
from tournaments.state.team_matches import (
    Alone,
    Board,
    ColourModel,
    Primary,
    Team,
    TeamBye,
    TeamEvent,
    TeamMatch,
    TeamRules,
    board_points,
    team_history,
)
from tournaments.state.tournament import Result, Side

HALVES = Points.parse({"win": "1", "draw": "0.5", "loss": "0"})
RESULTS = (Result.FIRST, Result.SECOND, Result.DRAW)


def random_rules(seed: int) -> TeamRules:
    """Rules by number: three models, either points first, with and without the other ones for colours."""
    rng = random.Random(f"rules {seed}")
    boards = rng.choice((2, 3, 4))
    return TeamRules(
        boards=boards,
        colours="".join("FS"[i % 2] for i in range(boards)),
        primary=list(Primary)[seed % 2],
        board_points=HALVES,
        bye=(1, boards * HALVES.draw),
        model=list(ColourModel)[seed % 3],
        secondary_colours=rng.random() < 0.6,
    )


def played(
    seed: int, teams: int, rounds: int, *, disturbed: bool = False, further: int = 0
) -> tuple[TeamEvent, PairedRound | None]:
    """An event in which all of so many ``rounds`` but the last one that could be paired are played, and the
    pairing of that one; None if already the first could not be. ``disturbed``: forfeits, byes on request,
    withdrawals. ``further``: rounds that are announced beyond (the last two have rules of their own, and so
    have the first ones of an accelerated event)."""
    rng = random.Random(f"event {seed}")
    rules = random_rules(seed)
    event = TeamEvent(
        rules=rules,
        teams=tuple(
            Team(n, f"Team {n:03}", members=tuple(range(rules.boards * (n - 1) + 1, rules.boards * n + 1)))
            for n in range(1, teams + 1)
        ),
        rounds=rounds + further,
        begins_first=rng.random() < 0.5,
        accelerated=rules.primary is Primary.MATCH and rng.random() < 0.3,
    )
    paired = None
    for number in range(1, rounds + 1):
        if disturbed:
            event = _with_absences(rng, event, number)
        try:
            paired = pair_teams(event, number)
        except CannotPair:
            return event, paired
        if number < rounds:
            event = _with_results(rng, event, paired, disturbed=disturbed)
    return event, paired


def _with_absences(rng: random.Random, event: TeamEvent, number: int) -> TeamEvent:
    teams = []
    for team in event.teams:
        away = dict(team.absences)
        if rng.random() < 0.05 and team.plays_in(number):
            away[number] = rng.choice((Alone.HALF, Alone.ZERO, Alone.FULL))
        teams.append(replace(team, absences=away))
    return replace(event, teams=tuple(teams))


def _with_results(rng: random.Random, event: TeamEvent, paired: PairedRound, *, disturbed: bool) -> TeamEvent:
    matches = list(event.matches)
    for pair in paired.pairs:
        lost: frozenset[Side] = frozenset()
        if disturbed and rng.random() < 0.05:
            lost = rng.choice((frozenset({Side.FIRST}), frozenset({Side.SECOND}), frozenset(Side)))
        boards = [Board(rng.choice(RESULTS)) for _ in range(event.rules.boards)]
        if disturbed:
            for i in range(1, len(boards)):
                if rng.random() < 0.05:
                    boards[i] = Board(rng.choice((Result.FIRST, Result.SECOND)), forfeit=True)
        matches.append(
            TeamMatch(paired.round, pair.table, pair.first, pair.second, () if lost else tuple(boards), lost)
        )
    byes = event.byes if paired.bye is None else (*event.byes, TeamBye(paired.round, paired.bye))
    return replace(event, matches=tuple(matches), byes=byes)


def as_trf(event: TeamEvent, upto: int, *, mode: str) -> str:
    """The rounds before ``upto`` as TRF26. ``mode``: the tail of record 192, such as ``TYPEA_MP_GP``."""
    rules = event.rules
    m = rules.boards
    lines = [
        "012 random",
        "042 2026/05/01",
        "052 2026/05/09",
        f"062 {m * len(event.teams)}",
        f"082 {len(event.teams)}",
    ]
    lines += ["092 Team: Swiss-System", f"142 {event.rounds}", f"152 {'W' if event.begins_first else 'B'}"]
    lines += [f"192 FIDE_TEAM_{mode}", "352 " + rules.colours.replace("F", "W").replace("S", "B")]
    lines += ["362 TW 2.0   TD 1.0   TL 0.0"]
    cells: dict[tuple[int, int], str] = {}
    points: dict[int, float] = {}
    forfeits = []
    for match in event.matches:
        for team, other, side in ((match.first, match.second, 0), (match.second, match.first, 1)):
            gained = board_points(rules, match)[side]
            for board in range(m):
                player, opponent = m * (team - 1) + board + 1, m * (other - 1) + board + 1
                points[player] = points.get(player, 0) + gained[board] / 2
                if match.lost_by:
                    cells[player, match.round] = "0000 - " + "-+"[gained[board] > 0]
                    continue
                begins = (rules.colours[board] == "F") == (side == 0)
                how = match.boards[board]
                letter = {0: "-" if how.forfeit else "0", 1: "=", 2: "+" if how.forfeit else "1"}[
                    gained[board]
                ]
                cells[player, match.round] = f"{opponent:4} {'w' if begins else 'b'} {letter}"
        if match.lost_by:
            sign = "--" if len(match.lost_by) == 2 else "-+" if Side.FIRST in match.lost_by else "+-"
            forfeits.append(f"330 {sign} {match.round:03} {match.first:03} {match.second:03}")
    for team in event.teams:
        for player in team.members:
            line = f"001 {player:4}      {'Player ' + str(player):33} 2000 FID             "
            line = f"{line:80}{points.get(player, 0):4.1f} {player:4}  "
            line += "  ".join(cells.get((player, r), "0000 - -") for r in range(1, upto))
            lines.append(line)
    for team in event.teams:
        rows = team_history(event, before=upto)[team.number]
        match_points = sum(row.match_points for row in rows)
        board = sum(row.board_points for row in rows) / 2
        head = f"310 {team.number:3} {team.name:32} T{team.number:03}    2000   "
        head += f"{match_points:4.1f} {board:6.1f} {team.number:3}"
        lines.append(f"{head:73}" + " ".join(f"{player:4}" for player in team.members))
    byes = {bye.round: bye.team for bye in event.byes if bye.round < upto}
    lines.append(f"320 {1.0:4.1f} {m / 2:4.1f} " + " ".join(f"{byes.get(r, 0):03}" for r in range(1, upto)))
    lines += forfeits
    for number in range(1, upto + 1):
        for kind in (Alone.FULL, Alone.HALF, Alone.ZERO):
            away = [team.number for team in event.teams if team.absences.get(number) is kind]
            if away:
                lines.append(f"240 {kind} {number:03} " + " ".join(f"{n:4}" for n in away))
    if event.accelerated:
        lines += _acceleration(event)
    return "\r\n".join(lines) + "\r\n"


def _acceleration(event: TeamEvent) -> list[str]:
    last = 2 * -(-len(event.teams) // 4)
    rounds = -(-event.rounds // 2)
    full = -(-rounds // 2)
    spans = [(2.0, 1, full), (1.0, full + 1, rounds)]
    return [f"250 {points:4.1f} {0:4.1f} {a:3} {b:3} {1:4} {last:4}" for points, a, b in spans if a <= b]

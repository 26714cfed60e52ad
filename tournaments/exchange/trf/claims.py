"""What a TRF claims about its own standings: points and ranks, which follow from its results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.exchange.conversion import Problems
from tournaments.exchange.foreign import decode_foreign, split_lines
from tournaments.exchange.trf.columns import TrfLine, player_line
from tournaments.exchange.trf.team_records import points_at

_RANK = (86, 89)
_TEAM_RANK = (69, 71)


@dataclass(slots=True)
class Claims:
    """``points`` and ``ranks`` by player; ``match_points``, ``board_points`` and ``team_ranks`` by team;
    ``criteria``: whether a record names them, without which no rank can be checked."""

    points: dict[int, Fraction] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    match_points: dict[int, Fraction] = field(default_factory=dict)
    board_points: dict[int, Fraction] = field(default_factory=dict)
    team_ranks: dict[int, int] = field(default_factory=dict)
    criteria: bool = False


def claims(data: bytes, *, encoding: str | None = None) -> Claims:
    """What is blank or unreadable is not claimed; `read` has said where the file is spoilt."""
    problems, made = Problems(), Claims()
    decoded = decode_foreign(data, encoding, problems)
    for number, text in enumerate(split_lines(decoded[0]) if decoded else (), 1):
        line = TrfLine(text, number, problems)
        if text[:3] == "001":
            _player(line, made)
        elif text[:3] == "310":
            _team(line, made)
        elif text[:3] in ("202", "212"):
            made.criteria = True
    return made


def _player(line: TrfLine, made: Claims) -> None:
    player = player_line(line)
    if player is None or player.spoilt:
        return
    if player.points is not None:
        made.points[player.number] = player.points
    if rank := line.whole(*_RANK, "rank"):
        made.ranks[player.number] = rank


def _team(line: TrfLine, made: Claims) -> None:
    number = line.whole(5, 7, "team")
    if not number:
        return
    columns: Mapping[int, dict[int, Fraction]] = {55: made.match_points, 62: made.board_points}
    for first, points in columns.items():
        value = points_at(line, first, first + 5)
        if value is not None:
            points[number] = value
    if rank := line.whole(*_TEAM_RANK, "rank"):
        made.team_ranks[number] = rank

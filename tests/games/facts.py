"""The fixtures of this app: games and node counts, in our own format, each naming its source."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.xiangqi.values import Move

HERE = Path(__file__).resolve().parent.parent / "fixtures" / "games"


@cache
def championship_games() -> list[dict[str, Any]]:
    """Thirty complete games with their results; ``moves`` as a list of ICCS texts."""
    games = json.loads((HERE / "championships-2009.json").read_text())["games"]
    return [game | {"moves": game["moves"].split()} for game in games]


@cache
def perft_positions() -> list[tuple[str, int, int]]:
    """FEN, depth, nodes; fewest nodes first."""
    return [tuple(entry) for entry in json.loads((HERE / "perft.json").read_text())["positions"]]


def moves_of(texts: list[str]) -> tuple[Move, ...]:
    return tuple(Move.parse(text) for text in texts)

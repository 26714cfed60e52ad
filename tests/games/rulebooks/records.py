"""Records in which rulebooks find something, as people hand them in."""

from games.records.game import Game
from games.records.writing import to_pgn
from tests.games.rulebooks.facts import diagrams, moves, position


def diagram_record(placement: str) -> bytes:
    """The diagram of the World Xiangqi Rules that begins so, as a game to the third occurrence."""
    (diagram,) = [item for item in diagrams() if item["position"].startswith(placement)]
    played = moves(diagram["lead"]) + moves(diagram["cycle"]) * 2
    return to_pgn(Game(start=position(diagram["position"]), moves=tuple(played))).encode()


CHASING = diagram_record("2bak4/4a4/4b4/1rp6/")
"""Red's two cannons chase Black's chariot in turn: the first must change, then has lost."""

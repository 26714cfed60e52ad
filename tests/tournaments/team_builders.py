"""An event of team matches written down by hand: six teams, three boards, three rounds."""

from tournaments.state.points import Points
from tournaments.state.team_matches import Board, Team, TeamEvent, TeamMatch, TeamRules
from tournaments.state.tournament import Result


def result(first: int, second: int, boards: str, *, round_number: int, forfeits: str = "") -> TeamMatch:
    """A match; ``boards``: 1, 0 or = for the first team, - for a loss of both; ``forfeits``: numbers of
    boards not played."""
    letters = {"1": Result.FIRST, "0": Result.SECOND, "=": Result.DRAW, "-": Result.NONE}
    rows = tuple(Board(letters[x], forfeit=str(n) in forfeits) for n, x in enumerate(boards, 1))
    return TeamMatch(round_number, 0, first, second, rows)


SIX = TeamEvent(
    rules=TeamRules(boards=3, board_points=Points.parse({"win": "1", "draw": "0.5", "loss": "0"})),
    teams=tuple(Team(number) for number in range(1, 7)),
    rounds=3,
    begins_first=False,
    matches=(
        result(4, 1, "=00", round_number=1),
        result(2, 5, "11=", round_number=1, forfeits="2"),
        result(6, 3, "000", round_number=1),
        result(3, 1, "000", round_number=2),
        result(4, 2, "0=0", round_number=2),
        result(5, 6, "11=", round_number=2),
        result(1, 2, "000", round_number=3),
        result(5, 3, "00=", round_number=3, forfeits="1"),
        result(6, 4, "001", round_number=3),
    ),
)

"""The decider boards of a match in the tournament file, as `tournaments.state.deciding` writes them:
``{"rule": "one; 1; even; exchange; next; 5 min + 3 s", "begins": true, "games": [[12, 15, "1-0"]]}``, the
first team's player and points first."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.exchange.file_errors import FileErrorCode, Reader
from tournaments.state.clocks import MOST_REMAINING
from tournaments.state.deciding import MOST_PLAYED, STEP_RESULTS, Odds, PlayedStep, Step, StepError, StepGame
from tournaments.state.team_matches import Team
from tournaments.state.tournament import Result

_RESULTS = ("", *map(str, STEP_RESULTS))
_KEYS = ("rule", "begins", "games")
_MORE = (*_KEYS, "left")


def read_steps(reader: Reader, value: object, path: str, boards: int) -> tuple[PlayedStep, ...]:
    """``boards``: of a match. Defects go to ``reader``."""
    steps = []
    rows = reader.items(value, path)
    if len(rows) > MOST_PLAYED:
        reader.blame(path, FileErrorCode.OUT_OF_RANGE, value=len(rows), least=0, most=MOST_PLAYED)
        return ()
    for i, row in enumerate(rows):
        place = f"{path}[{i}]"
        data = reader.mapping(row, place, _MORE, _KEYS)
        try:
            rule = Step.parse(reader.text(data.get("rule", ""), f"{place}.rule"))
        except StepError:
            reader.blame(f"{place}.rule", FileErrorCode.BAD_SETTING)
            continue
        games = reader.items(data.get("games", []), f"{place}.games")
        if len(games) != rule.seats(boards):
            reader.blame(f"{place}.games", FileErrorCode.BAD_ROW)
            continue
        begins = reader.boolean(data.get("begins", True), f"{place}.begins")
        read = [_game(reader, game, f"{place}.games[{at}]") for at, game in enumerate(games)]
        left = reader.integers(data.get("left", []), f"{place}.left", MOST_REMAINING, least=0)
        if len(left) != (2 if rule.odds is Odds.REMAINING else 0):
            reader.blame(f"{place}.left", FileErrorCode.BAD_ROW)
            continue
        steps.append(PlayedStep(rule, begins, tuple(read), (left[0], left[1]) if left else None))
    return tuple(steps)


def _game(reader: Reader, row: object, path: str) -> StepGame:
    cells = reader.items(row, path)
    if len(cells) != 3:
        reader.blame(path, FileErrorCode.BAD_ROW)
        return StepGame(None, None)
    first, second = (None if cell is None else reader.integer(cell, path) for cell in cells[:2])
    value = reader.text(cells[2], path, _RESULTS)
    return StepGame(first, second, Result(value) if value in STEP_RESULTS else None)


def check_steps(
    reader: Reader, steps: Sequence[PlayedStep], path: str, round_: int, *teams: Team | None
) -> None:
    """Everybody at a decider board is in the team whose side it is."""
    for at, step in enumerate(steps):
        for game in step.games:
            for team, number in zip(teams, (game.first, game.second), strict=True):
                if number is not None and team is not None and number not in team.members:
                    reader.blame(
                        f"{path}.steps[{at}]",
                        FileErrorCode.NOT_A_MEMBER,
                        number=number,
                        team=team.number,
                        round=round_,
                    )

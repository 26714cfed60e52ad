"""GNU Go (Debian package ``gnugo``), a judge of legality over GTP: for development, never in the program."""

import shutil
import subprocess
from collections.abc import Sequence

from games.weiqi.values import BLACK, Move, spoken_point

LARGEST = 19


def program() -> str | None:
    """Where GNU Go is (Debian keeps games out of many PATHs), or None."""
    return shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games:/usr/local/games")


def _command(move: Move, size: int) -> str:
    colour = "black" if move.colour == BLACK else "white"
    return f"play {colour} {'pass' if move.point is None else spoken_point(move.point, size)}"


def first_illegal(games: Sequence[tuple[int, Sequence[Move], Sequence[Move]]]) -> list[int | None]:
    """For games as (size, stones set up as moves, moves): the first ply that GNU Go refuses, None for none.

    Suicide is refused, repetition by positional superko.
    """
    where = program()
    if where is None:
        raise FileNotFoundError("gnugo")
    commands, owners = [], []
    for number, (size, setup, moves) in enumerate(games):
        commands += [f"boardsize {size}", "clear_board", *(_command(move, size) for move in setup)]
        owners += [(number, 0)] * (2 + len(setup))
        commands += [_command(move, size) for move in moves]
        owners += [(number, ply) for ply in range(1, len(moves) + 1)]
    done = subprocess.run(
        [where, "--mode", "gtp", "--positional-superko"],
        input="\n".join([*commands, "quit\n"]),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [line for line in done.stdout.splitlines() if line.startswith(("=", "?"))]
    assert len(answers) == len(commands) + 1, "one answer a command"
    refused: list[int | None] = [None] * len(games)
    for (number, ply), owner in zip(owners, answers, strict=False):
        if owner.startswith("?"):
            assert ply, f"setting up: {owner}"
            assert "illegal move" in owner, owner
            if refused[number] is None:
                refused[number] = ply
    return refused

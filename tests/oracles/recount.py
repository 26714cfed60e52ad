"""The counts of a game, recounted slowly and obviously: for every ply the whole game is gone through anew.

It shares nothing with the program but squares and pieces: its own board of letters, its own attacks.
"""

from __future__ import annotations

Board = dict[tuple[int, int], str]
"""(file, rank) → letter, upper case for Red."""


def read(fen: str) -> Board:
    board: Board = {}
    for row, text in enumerate(fen.split(maxsplit=1)[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, 9 - row] = letter
                file += 1
    return board


def is_red(letter: str) -> bool:
    return letter.isupper()


def between(board: Board, first: tuple[int, int], other: tuple[int, int]) -> int | None:
    """How many pieces stand between two points of one line; None if they are on no line."""
    (f, r), (g, s) = first, other
    if f == g:
        return sum((f, rank) in board for rank in range(min(r, s) + 1, max(r, s)))
    if r == s:
        return sum((file, r) in board for file in range(min(f, g) + 1, max(f, g)))
    return None


def attacks(board: Board, origin: tuple[int, int], target: tuple[int, int]) -> bool:
    """Whether the chariot, cannon, horse, pawn or general on ``origin`` attacks a general on ``target``."""
    letter = board[origin]
    (f, r), (g, s) = origin, target
    kind = letter.lower()
    if kind == "r":
        return between(board, origin, target) == 0
    if kind == "c":
        return between(board, origin, target) == 1
    if kind == "k":
        return f == g and between(board, origin, target) == 0
    if kind == "n":
        if {abs(g - f), abs(s - r)} != {1, 2}:
            return False
        leg = (f + (g - f) // 2, r) if abs(g - f) == 2 else (f, r + (s - r) // 2)
        return leg not in board
    if kind == "p":
        ahead = 1 if is_red(letter) else -1
        crossed = r >= 5 if is_red(letter) else r <= 4
        return (g, s) == (f, r + ahead) or (crossed and s == r and abs(g - f) == 1)
    return False


def in_check(board: Board, red: bool) -> bool:
    general = next(at for at, letter in board.items() if letter == ("K" if red else "k"))
    return any(attacks(board, at, general) for at, letter in board.items() if is_red(letter) is not red)


def point(text: str) -> tuple[int, int]:
    return "abcdefghi".index(text[0]), int(text[1])


class Recount:
    """A game recounted; plies from 1, sides ``True`` for Red."""

    def __init__(self, fen: str, moves: list[str]) -> None:
        self.boards = [read(fen)]
        self.red_moved: list[bool] = []
        self.captured: list[bool] = []
        self.checked: list[bool] = []
        for move in moves:
            board = dict(self.boards[-1])
            origin, target = point(move[:2]), point(move[2:])
            self.captured.append(target in board)
            board[target] = board.pop(origin)
            self.red_moved.append(is_red(board[target]))
            self.checked.append(in_check(board, not self.red_moved[-1]))
            self.boards.append(board)

    def since_capture(self, ply: int) -> list[int]:
        """The plies up to ``ply`` after the last that captured."""
        collected: list[int] = []
        for at in range(1, ply + 1):
            collected = [] if self.captured[at - 1] else [*collected, at]
        return collected

    def checks(self, ply: int, red: bool) -> int:
        return sum(self.checked[at - 1] and self.red_moved[at - 1] is red for at in self.since_capture(ply))

    def occurrences(self, ply: int) -> int:
        """How often the position after ``ply`` has stood since the last capture."""
        quiet = self.since_capture(ply)
        first = quiet[0] - 1 if quiet else ply
        return sum(
            self.boards[at] == self.boards[ply] and (ply - at) % 2 == 0 for at in range(first, ply + 1)
        )

    def natural_limit(self, ply: int, red: bool) -> int:
        """WXC 5: plies since the last capture less the claimant's checks beyond the tenth."""
        return len(self.since_capture(ply)) - max(0, self.checks(ply, red) - 10)

    def tiantian_limit(self, ply: int) -> int:
        """Tiantian 1.6: plies since the last capture less those of checking rounds beyond the twentieth."""
        quiet = self.since_capture(ply)
        rounds = [quiet[at : at + 2] for at in range(0, len(quiet) - 1, 2)]
        checking = [item for item in rounds if any(self.checked[at - 1] for at in item)]
        return len(quiet) - 2 * max(0, len(checking) - 20)

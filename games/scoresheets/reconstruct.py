"""Find the game that two scoresheets tell, or the several games that fit, or that there is none (WXC 4.1).

*rival*   a game that fits if a sheet that shows slips has one more (`MARGIN`)
*slip*    what a sheet shows of its not having been written with care
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from games.scoresheets.align import (
    DROPPED,
    DROPPED_NEXT,
    EXTEND,
    NEAR_WRONG,
    NEVER,
    OPEN,
    SWAPPED,
    Remaining,
    alone_cost,
    are_swapped,
    illegible_cost,
    pair_cost,
    wrong_cost,
)
from games.scoresheets.missed import NOWHERE, Step, count_missed, strain
from games.scoresheets.sheet import Cell
from games.xiangqi.board import Board
from games.xiangqi.moves import legal_moves
from games.xiangqi.notation.reading import moves_of
from games.xiangqi.notation.tokens import letters_of
from games.xiangqi.notation.writing import chinese, english
from games.xiangqi.values import Move

# Steps of a search; what is not settled then is not complete.
MOST_STEPS: Final = 25_000
# So many of them, at most, for rivals: they cost more than others, for more moves are tried.
MOST_STEPS_FOR_RIVALS: Final = 10_000
# Games that are told where several fit.
MOST_GAMES: Final = 200
# How much dearer a rival may be: by another character that was misread, or two more rows in the wrong order.
MARGIN: Final = max(NEAR_WRONG, SWAPPED)
# Of more games that are the cheapest no rivals are looked for.
MOST_WITH_RIVALS: Final = 6
# How much dearer than the sheets alone suggest a game may be.
MOST_SLACK: Final = 12
_ORDER: Final = (2, 3, 0, 1)


class Status(StrEnum):
    """What came out."""

    COMPLETE = "complete"
    AMBIGUOUS = "ambiguous"
    BROKEN = "broken"


class BreakCause(StrEnum):
    """Why sheets give no game."""

    NOT_PLAYABLE = "not-playable"
    DIFFERENT_GAMES = "different-games"
    NOTHING_READABLE = "nothing-readable"


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """What two sheets give."""

    status: Status
    # The games that fit, the cheapest first; one where it is complete, none where it is broken.
    games: tuple[tuple[Step, ...], ...]
    # How many of them are the cheapest; the others are their rivals.
    best: int
    # Whether these are all.
    proved: bool
    # The plies up to the break; where games fit, what they have in common, rivals only beside one.
    begin: tuple[Move, ...]
    # The first ply that cannot be repeated.
    broken_at: int | None = None
    # What stands there on either sheet.
    stood: tuple[str, str] = ("", "")
    cause: BreakCause | None = None


class _State(NamedTuple):
    """Where a search stands on both sheets."""

    first: int
    # How far into two rows that are swapped.
    first_step: int
    # ``skip`` or ``drop`` while such a run goes on.
    first_run: str
    second: int
    second_step: int
    second_run: str


class _Next(NamedTuple):
    cost: int
    step: Step | None
    state: _State


@dataclass(slots=True)
class _Frame:
    key: tuple[int, _State]
    budget: int
    following: Iterator[_Next]
    moved: bool
    fruitful: bool = False


def reconstruct(first: Sequence[Cell], second: Sequence[Cell]) -> Reconstruction:
    """Find the game of two sheets; either may be empty."""
    if not any(cell.is_readable for cell in (*first, *second)):
        return _broken((first, second), (), (0, 0), BreakCause.NOTHING_READABLE)
    search = _Search(first, second)
    if search.differ():
        place = search.first_difference() - 1
        return _broken((first, second), (), (place, place), BreakCause.DIFFERENT_GAMES)
    games, best = search.games()
    if not games:
        sheets = first, second
        return _broken(sheets, search.farthest, search.at, BreakCause.NOT_PLAYABLE, proved=search.proved)
    played = [tuple(step.move for step in game) for game in games]
    status = Status.COMPLETE if len(games) == 1 and search.proved else Status.AMBIGUOUS
    begin = _common(played[:best] if best > 1 else played)
    return Reconstruction(status, games, best, search.proved, begin)


def _common(games: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    same = 0
    while all(len(game) > same and game[same] == games[0][same] for game in games):
        same += 1
    return games[0][:same]


def _broken(
    sheets: tuple[Sequence[Cell], Sequence[Cell]],
    begin: tuple[Move, ...],
    at: tuple[int, int],
    cause: BreakCause,
    *,
    proved: bool = True,
) -> Reconstruction:
    """Say where and why the sheets give no game; ``at``: the cells of the ply; ``proved``: all were tried."""
    cells_first, other = (
        cells[place].text if place < len(cells) else "" for cells, place in zip(sheets, at, strict=True)
    )
    ply, stood = (max(at) if cause is BreakCause.DIFFERENT_GAMES else len(begin)) + 1, (cells_first, other)
    return Reconstruction(Status.BROKEN, (), 0, proved, begin, ply, stood, cause)


class _Search:
    def __init__(self, first: Sequence[Cell], second: Sequence[Cell]) -> None:
        self.sheets = first, second
        self.remaining = Remaining(first, second)
        self.board = Board()
        self.steps: list[Step] = []
        self.found_games: dict[tuple[Move, ...], tuple[int, tuple[Step, ...]]] = {}
        self.dead: dict[tuple[int, _State], int] = {}
        self.count = 0
        self.limit = MOST_STEPS
        self.proved = True
        self.farthest: tuple[Move, ...] = ()
        self.at = (0, 0)
        self.start = _State(0, 0, "", 0, 0, "")
        # By sheet: whether no slip is assumed, and whether its rows are taken to be in order.
        self.believed = self.in_order = [False, False]

    def differ(self) -> bool:
        """Whether the sheets disagree so much that they cannot be of one game."""
        readable = min(sum(cell.is_readable for cell in sheet) for sheet in self.sheets)
        return readable >= 6 and self.remaining(0, 0).outside > 1.2 * readable

    def first_difference(self) -> int:
        """The first ply, from 1, of which the sheets give different moves."""
        pairs = zip(*self.sheets, strict=False)
        return next((ply for ply, (a, b) in enumerate(pairs, 1) if pair_cost(a, b) >= NEAR_WRONG), 1)

    def games(self) -> tuple[tuple[tuple[Step, ...], ...], int]:
        """List the cheapest games with their rivals, and how many the cheapest are; `proved`: these are
        all."""
        least = self.remaining(0, 0).outside
        # Every game costs what must be assumed to explain both sheets by it (`align`). The bounds grow, each
        # one is exhausted: that there is one game only is proved, not hoped.
        for bound in range(least, least + MOST_SLACK + 1):
            self._exhaust(bound, note=bound == least)
            if self.found_games or not self.proved:
                break
        best = len(self.found_games)
        # Where a ply is anybody's guess, there are no rivals.
        if not 0 < best <= MOST_WITH_RIVALS or not self.proved:
            return tuple(steps for _, steps in self.found_games.values()), best
        sheets_counted = [count_missed(steps, self.sheets) for _, steps in self.found_games.values()]
        self.believed = [not any(sheets[which].slips for sheets in sheets_counted) for which in range(2)]
        skips = [any(sheets[which].skipped for sheets in sheets_counted) for which in range(2)]
        # A row that one sheet skips is what makes two rows in the wrong order on the other look right.
        self.in_order = [self.believed[which] and not skips[1 - which] for which in range(2)]
        # The cheapest game need not be the one that was played: what stands on one sheet only may be a
        # character or a row wrong there. A sheet without a slip is believed.
        if not all(self.believed):
            self.limit = min(MOST_STEPS, self.count + MOST_STEPS_FOR_RIVALS)
            self._exhaust(bound + MARGIN, note=False)
        return tuple(steps for _, steps in sorted(self.found_games.values(), key=lambda item: item[0])), best

    def _exhaust(self, bound: int, *, note: bool) -> None:
        """All games that cost at most ``bound``."""
        stack = [_Frame((self.board.key, self.start), bound, self._following(self.start, bound), moved=False)]
        while stack:
            frame = stack[-1]
            following = next(frame.following, None)
            if following is None or not self.proved:
                self._leave(stack)
                continue
            cost, step, state = following
            if step is not None:
                self.board.push(step.move)
                self.steps.append(step)
                if note and len(self.steps) > len(self.farthest):
                    self.farthest = tuple(step.move for step in self.steps)
                    self.at = state.first, state.second
            key = self.board.key, state
            budget = frame.budget - cost
            if (state.first, state.second) == self.remaining.ends:
                frame.fruitful = True
                self._keep(bound - budget)
            elif self.dead.get(key, -1) < budget:
                self.count += 1
                if self.count > self.limit:
                    self.proved = False
                stack.append(_Frame(key, budget, self._following(state, budget), moved=step is not None))
                continue
            if step is not None:
                self.board.pop()
                self.steps.pop()

    def _leave(self, stack: list[_Frame]) -> None:
        frame = stack.pop()
        if frame.moved:
            self.board.pop()
            self.steps.pop()
        if frame.fruitful and stack:
            stack[-1].fruitful = True
        elif not frame.fruitful and self.proved:
            self.dead[frame.key] = frame.budget

    def _keep(self, cost: int) -> None:
        game = tuple(step.move for step in self.steps)
        steps = tuple(self.steps)
        earlier = self.found_games.get(game)
        if earlier is None or strain(cost, steps) < strain(*earlier):
            self.found_games[game] = cost, steps
        if len(self.found_games) >= MOST_GAMES:
            self.proved = False

    def _following(self, state: _State, budget: int) -> Iterator[_Next]:
        """What can come next and costs, with what remains after it, no more than the budget."""
        ends = self.remaining.ends
        for option in self._options(0, state[:3], budget):
            for other in self._options(1, state[3:], budget):
                if option[1] == other[1] == NOWHERE and (state.first, state.second) == ends:
                    continue
                after = _State(*option[2], *other[2])
                cost = option[0] + other[0]
                budget_left = budget - cost - self._least(after)
                if budget_left >= 0:
                    for move, more in self._played(option[1], other[1], budget_left):
                        yield _Next(cost + more, Step(move, option[1], other[1]), after)
        for after, cost in self._dropped(state):
            if budget - cost - self._least(after) >= 0:
                yield _Next(cost, None, after)

    def _options(
        self, which: int, stands: tuple[int, int, str], budget: int
    ) -> Iterator[tuple[int, int, tuple[int, int, str]]]:
        """Say what a sheet may give for the next ply: the cost, the cell, and where it stands then."""
        cells = self.sheets[which]
        at, step, run = stands
        if step:
            after = (at, step + 1, "") if step < 3 else (at + 4, 0, "")
            yield 0, at + _ORDER[step], after
            return
        if at < len(cells):
            yield 0, at, (at + 1, 0, "")
            skip = EXTEND if run == "skip" else OPEN
            if skip <= budget and not self.believed[which]:
                yield skip, NOWHERE, (at, 0, "skip")
            if budget >= SWAPPED and not self.in_order[which] and are_swapped(cells, at):
                yield SWAPPED, at + _ORDER[0], (at, 1, "")
        else:
            yield 0, NOWHERE, (at, 0, "skip")

    def _dropped(self, state: _State) -> Iterator[tuple[_State, int]]:
        """A cell that stands for no ply."""
        first_sheet, other = self.sheets
        if not state.first_step and state.first < len(first_sheet) and not self.believed[0]:
            cost = _drop_cost(first_sheet[state.first], state.first_run)
            yield state._replace(first=state.first + 1, first_run="drop"), cost
        if not state.second_step and state.second < len(other) and not self.believed[1]:
            cost = _drop_cost(other[state.second], state.second_run)
            yield state._replace(second=state.second + 1, second_run="drop"), cost

    def _least(self, state: _State) -> int:
        first_left, other = state.first, state.second
        if state.first_step or state.second_step:
            far = 4 - max(state.first_step, state.second_step)
            first_left += 4 if state.first_step else 0
            other += 4 if state.second_step else 0
            wide = range(far + 1)
            if state.first_step and state.second_step:
                return min(self.remaining(first_left, other))
            if state.first_step:
                return min(min(self.remaining(first_left, other + more)) for more in wide)
            return min(min(self.remaining(first_left + more, other)) for more in wide)
        run = self.remaining(first_left, other)
        along = state.second_run == "skip" or state.first_run == "drop"
        beside = state.first_run == "skip" or state.second_run == "drop"
        return min(run.outside, run.first if along else NEVER, run.second if beside else NEVER)

    def _played(self, first_at: int, other: int, budget: int) -> Iterator[tuple[Move, int]]:
        """The moves that can have been played here, and what each costs beyond the places."""
        cells = [
            self.sheets[which][at] if at != NOWHERE else None for which, at in enumerate((first_at, other))
        ]
        moves_offered = [self._offers(cell) for cell in cells]
        offered = dict.fromkeys(move for moves in moves_offered for move in moves)
        floor = sum(map(self._floor, range(2), cells))
        moves = [*offered]
        if floor <= budget:
            # A move that stands nowhere can still be found where the sheets cannot be repeated otherwise.
            moves += [move for move in legal_moves(self.board) if move not in offered]
        for move in moves:
            cost = 0
            for which, (cell, offered_here) in enumerate(zip(cells, moves_offered, strict=True)):
                if cell is not None and move not in offered_here and not cell.is_blank:
                    cost += NEVER if self.believed[which] else self._contradicts(cell, move)
            if cost <= budget:
                yield move, cost

    def _floor(self, which: int, cell: Cell | None) -> int:
        """The least that a cell costs if a move is played that it does not offer."""
        if cell is None or cell.is_blank:
            return 0
        if self.believed[which]:
            return NEVER
        return NEAR_WRONG if cell.is_readable else alone_cost(cell)

    def _offers(self, cell: Cell | None) -> list[Move]:
        if cell is None or not cell.is_readable:
            return []
        if cell.square is not None:
            meant = [cell.square]
        else:
            meant = [move for reading in cell.readings for move in moves_of(self.board, reading)]
        return [move for move in meant if self.board.is_legal(move)]

    def _contradicts(self, cell: Cell, move: Move) -> int:
        """What it costs that another move stands there, or nothing that can be read."""
        forms = [str(move)] if cell.square is not None else self._forms(move)
        if cell.is_readable:
            return wrong_cost(cell.letters, forms)
        return illegible_cost(cell.letters, forms)

    def _forms(self, move: Move) -> list[str]:
        """Write a move in letters: once for English, and for Chinese where that differs."""
        text = english(self.board.squares, move)
        if text[1].isdigit() and not text[0].isdigit():
            return [text]
        return [text, letters_of(chinese(self.board.squares, move))]


def _drop_cost(cell: Cell, run: str) -> int:
    if cell.is_blank:
        return EXTEND if run == "drop" else OPEN
    return DROPPED_NEXT if run == "drop" else DROPPED

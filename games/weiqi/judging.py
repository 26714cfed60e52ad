"""Play a record on the board: every play judged, every fault kept, the game played on as far as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from games.problems import Problem
from games.weiqi.board import Board, Cycle, Illegal, IllegalPlayError, Repetition
from games.weiqi.record import HARMLESS, MOST_FAULTS, FaultCode, WeiqiRecord, fault
from games.weiqi.values import COLOUR_LETTERS, SIDE_NAMES, UNREADABLE, Move, point_name

# Plays that may not be made and yet leave a board; what follows in the record was played on that.
_STANDS = frozenset({Illegal.RECAPTURE, Illegal.REPETITION})


@dataclass(frozen=True, slots=True)
class Judged:
    """A record that was played through."""

    record: WeiqiRecord
    # After the last move; a stone that could not be put down stands as a pass.
    board: Board
    # Those of the reader and those of the board.
    faults: tuple[Problem, ...]
    # Plays that recreate a position and are left to the referee (`Repetition.PRACTICE`).
    cycles: tuple[Cycle, ...]

    @property
    def is_valid(self) -> bool:
        """Whether every move was read and is legal."""
        return not any(fault.code not in HARMLESS for fault in self.faults)

    @property
    def is_agreed(self) -> bool:
        """Whether the record ends with two passes (article 7)."""
        return [move.point for move in self.record.moves[-2:]] == [None, None]


def judge(record: WeiqiRecord, repetition: Repetition = Repetition.PRACTICE) -> Judged:
    board = Board(record.size, repetition, record.first)
    faults = list(record.faults)
    unlisted = 0
    cycles: list[Cycle] = []
    setups = {0: record.setup} | {**record.setups} if record.setup else record.setups
    play = board.play
    for ply, move in enumerate(record.moves, start=1):
        if setups and ply - 1 in setups:
            faults += _set_up(board, record, ply - 1)
        try:
            cycle = play(move)
        except IllegalPlayError as error:
            if len(faults) >= MOST_FAULTS:
                unlisted += 1
            elif move.point != UNREADABLE:
                faults.append(_fault(record, ply, error))
            board.push(move if error.reason in _STANDS else Move(move.colour, None))
        else:
            if cycle is not None:
                cycles.append(cycle)
    if len(record.moves) in setups:
        faults += _set_up(board, record, len(record.moves))
    if unlisted:
        faults.append(fault(FaultCode.MORE_FAULTS, params={"count": unlisted}))
    return Judged(record, board, tuple(faults), tuple(cycles))


def _set_up(board: Board, record: WeiqiRecord, ply: int) -> list[Problem]:
    setups = [record.setup] if ply == 0 else []
    setups += [record.setups[ply]] if ply in record.setups else []
    breathless: set[int] = set()
    for setup in setups:
        breathless = board.set_up(setup.black, setup.white, setup.empty)
    if not breathless:
        return []
    point = min(breathless)
    text = f"A{COLOUR_LETTERS[board.stones[point]]}[{point_name(point)}]"
    params = {"stones": len(breathless)}
    return [fault(FaultCode.SETUP_WITHOUT_LIBERTY, text, ply=ply + 1 if ply else None, params=params)]


def _fault(record: WeiqiRecord, ply: int, error: IllegalPlayError) -> Problem:
    cycle = error.cycle
    more = {} if cycle is None else {"repeats": cycle.repeats, "length": cycle.length}
    params: dict[str, object] = {"side": SIDE_NAMES[error.move.colour], **more}
    return fault(error.reason, str(error.move), line=record.line_of(ply), ply=ply, params=params)

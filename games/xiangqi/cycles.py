"""Follow series of moves: where a position comes again, and what each ply of the way threatens.

*occurrence*   a position counts as the same if the pieces stand alike and the same side is to move, since the
               last capture.
*cycle*        the plies from one occurrence to the next.
*piece*        one piece through all its moves; it is named by the square on which it stood at the start.
*anchor*       from where a game can be taken up with nothing lost that a rulebook asks for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.xiangqi.board import Board, IllegalMoveError
from games.xiangqi.fen import START_POSITION, FileErrorCode, Position
from games.xiangqi.moves import legal_moves
from games.xiangqi.threats import (
    StillPosition,
    Threat,
    board_after,
    captures_by,
    captures_of,
    keeps_general_safe,
    threats_of,
)
from games.xiangqi.values import Move


class Attack(NamedTuple):
    """A threat that stands after a ply, and how it compares with what stood before that ply."""

    # The attacking and the attacked piece.
    by: int
    on: int
    threat: Threat
    # The capture was not possible before the ply; only a duty to answer a check does not make it so.
    new: bool
    # The threat of the same piece on the same piece before the ply, if there was one.
    before: Threat | None


class Anchor(NamedTuple):
    """A position in the course of a game; all judging of later plies rests on it and the moves since."""

    # How many plies led to it.
    ply: int
    position: Position
    # Square → piece: pieces are told apart, and the first of several chosen, by name.
    names: Mapping[int, int]


# So many plies before the first one after a capture an anchor stands: whether an attack stood already is
# asked of the ply two before (`games.rulebooks.axf.takes_recapture_away`), compared with the position before
# that one.
BEFORE_CAPTURE: Final = 3


@dataclass(slots=True)
class Played:
    """A game or a series of moves, every move legal; plies count from 1. It grows and shrinks by a ply."""

    start: Position
    moves: list[Move] = field(default_factory=list)
    sides: list[int] = field(default_factory=list)
    # Index 0 of the lists of positions is the start; what belongs to ply n has index n. Whether the side to
    # move then stands in check.
    checks: list[bool] = field(default_factory=list)
    # Plies since the last capture.
    quiet: list[int] = field(default_factory=list)
    # The same for the same position with the same side to move.
    keys: list[int] = field(default_factory=list)
    # The positions themselves.
    stills: list[StillPosition] = field(default_factory=list)
    repetitions: list[int] = field(default_factory=list)
    # The illegal move at which the list stopped, if it did.
    stopped: IllegalMoveError | None = None
    # The ply of the anchor from which it was taken up: the lists say nothing of what lies before.
    since: int = 0
    _board: Board = field(init=False, repr=False, compare=False)
    _stood: dict[int, list[int]] = field(default_factory=dict)
    _threats: dict[tuple[int, int], list[Threat]] = field(default_factory=dict)
    _attacks: dict[int, list[Attack]] = field(default_factory=dict)
    _kills: dict[int, bool] = field(default_factory=dict)
    # Per position: square → piece.
    _pieces: list[dict[int, int]] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        moves: Iterable[Move],
        start: Position = START_POSITION,
        *,
        allowed: Container[FileErrorCode] = (),
    ) -> Played:
        """Play the moves up to the first illegal one; raise `FenError` for defects of the start not
        ``allowed``."""
        played = cls._begun(start, allowed)
        for move in moves:
            try:
                played.push(move)
            except IllegalMoveError as error:
                played.stopped = error
                break
        return played

    @classmethod
    def resumed(
        cls, anchor: Anchor, moves: Iterable[Move], *, allowed: Container[FileErrorCode] = ()
    ) -> Played:
        """Take a game up at an anchor; plies keep their numbers. Raise `IllegalMoveError`."""
        played = cls(anchor.position, since=anchor.ply)
        played.moves += [_NO_MOVE] * anchor.ply
        played.sides += [0] * anchor.ply
        played.checks += [False] * anchor.ply
        played.quiet += [0] * anchor.ply
        played.keys += [0] * anchor.ply
        played.repetitions += [1] * anchor.ply
        played.stills += [_NOWHERE] * anchor.ply
        played._pieces = [{}] * anchor.ply + [dict(anchor.names)]
        played._board = Board(anchor.position, allowed=allowed)
        played._note()
        for move in moves:
            played.push(move)
        return played

    @classmethod
    def _begun(cls, start: Position, allowed: Container[FileErrorCode]) -> Played:
        played = cls(start)
        played._board = Board(start, allowed=allowed)
        played._note()
        return played

    def push(self, move: Move) -> None:
        """Add a ply; raise `IllegalMoveError` and change nothing for an illegal one."""
        board = self._board
        board.play(move)
        self.moves.append(move)
        self.sides.append(1 - board.side)
        self._note()

    def pop(self) -> Move:
        """Take the last ply back, exactly; raise `IndexError` where there is none since the anchor."""
        last = len(self)
        if last == self.since:
            raise IndexError("no ply to take back")
        stood = self._stood[self.keys[last]]
        stood.pop()
        if not stood:
            del self._stood[self.keys[last]]
        self.sides.pop()
        self.checks.pop()
        self.quiet.pop()
        self.keys.pop()
        self.stills.pop()
        self.repetitions.pop()
        # What is remembered of positions holds whenever they come again; what belongs to the ply goes.
        self._attacks.pop(last, None)
        del self._pieces[last:]
        self._board.pop()
        return self.moves.pop()

    def anchor(self) -> Anchor:
        """Find the latest position from which the game can be taken up: a little before the last capture."""
        last = len(self)
        ply = max(last - self.quiet[last] - BEFORE_CAPTURE + 1, self.since)
        still = self.stills[ply]
        side = self.start.side if ply == self.since else 1 - self.side_of(ply)
        return Anchor(ply, Position(still.squares, side, self.quiet[ply]), self.pieces(ply))

    def _note(self) -> None:
        board = self._board
        self._stood.setdefault(board.key, []).append(len(self.keys))
        self.checks.append(board.check)
        self.quiet.append(board.quiet)
        self.keys.append(board.key)
        self.repetitions.append(board.seen[board.key])
        self.stills.append(StillPosition(bytes(board.squares), (board.kings[0], board.kings[1])))

    def __len__(self) -> int:
        return len(self.moves)

    def side_of(self, ply: int) -> int:
        return self.sides[ply - 1]

    def checking(self, ply: int) -> list[Move]:
        """How the side that made the ply could take the general next."""
        still, side = self.stills[ply], self.side_of(ply)
        return captures_of(still.squares, still.kings[1 - side], side)

    def guarded_beside_check(self, ply: int, threat: Threat) -> bool:
        """Say whether nothing but the check of that very ply forbids the recapture that answers the
        capture."""
        still, side = self.stills[ply], self.side_of(ply)
        taken = board_after(still.squares, threat.capture)
        free = bytearray(taken)
        for check in self.checking(ply):
            if check.origin != threat.capture.origin:
                free[check.origin] = 0
        unchecked = StillPosition(bytes(free), still.kings)
        recaptures = captures_of(taken, threat.capture.target, 1 - side)
        return any(keeps_general_safe(unchecked, move, 1 - side) for move in recaptures)

    def kills(self, ply: int) -> bool:
        """Say whether the ply is a kill threat: no check, but mate by checks if the opponent passed."""
        key = self.keys[ply]
        is_kill_known = self._kills.get(key)
        if is_kill_known is None:
            is_kill = not self.checks[ply] and threatens_mate(self.stills[ply], self.side_of(ply))
            is_kill_known = self._kills[key] = is_kill
        return is_kill_known

    def is_over(self, ply: int) -> bool:
        """Whether the ply left the other side without a legal move."""
        position = Position(self.stills[ply].squares, 1 - self.side_of(ply))
        return not legal_moves(Board(position, allowed=frozenset(FileErrorCode)))

    def occurrences(self, ply: int) -> list[int]:
        """The plies after which the position after ``ply`` stood, since the last capture, oldest first."""
        # No position comes again over a capture, so that those that stood before are none of them.
        return self._stood[self.keys[ply]][: self.repetitions[ply]]

    def pieces(self, ply: int) -> dict[int, int]:
        """Square → piece after the ply."""
        pieces_by_square = self._pieces
        if not pieces_by_square:
            pieces_by_square.append({at: at for at, piece in enumerate(self.start.squares) if piece})
        while len(pieces_by_square) <= ply:
            now = dict(pieces_by_square[-1])
            origin, target = self.moves[len(pieces_by_square) - 1]
            now[target] = now.pop(origin)
            pieces_by_square.append(now)
        return pieces_by_square[ply]

    def square_of(self, piece: int, ply: int) -> int:
        return next(square for square, other_piece in self.pieces(ply).items() if other_piece == piece)

    def threats(self, ply: int, side: int) -> list[Threat]:
        """Find what that side threatens after the ply."""
        at = (self.keys[ply], side)
        threats_known = self._threats.get(at)
        # The same position is read once.
        if threats_known is None:
            threats_known = self._threats[at] = threats_of(self.stills[ply], side)
        return threats_known

    def attacks(self, ply: int) -> list[Attack]:
        """What the side that made the ply threatens after it."""
        attacks_known = self._attacks.get(ply)
        if attacks_known is not None:
            return attacks_known
        side = self.sides[ply - 1]
        origin, target = self.moves[ply - 1]
        still = self.stills[ply - 1]
        before: dict[tuple[int, int], Threat] = {
            threat.capture: threat for threat in self.threats(ply - 1, side)
        }
        possible = set(before)
        if self.checks[ply - 1]:
            possible.update(captures_by(still.squares, side))
        pieces = self.pieces(ply)
        attacks_found = []
        for threat in self.threats(ply, side):
            at, on = threat.capture
            was = (origin if at == target else at, on)
            attacks_found.append(Attack(pieces[at], pieces[on], threat, was not in possible, before.get(was)))
        self._attacks[ply] = attacks_found
        return attacks_found


_NO_MOVE: Final = Move(0, 0)
_NOWHERE: Final = StillPosition(b"", (0, 0))
# Checks of the longest series that is looked for.
LONGEST: Final = 3
_ANY: Final = frozenset(FileErrorCode)


def threatens_mate(still: StillPosition, side: int, longest: int = LONGEST) -> bool:
    """Say whether that side could force mate by checks, were it its turn: at once, or by a series of
    checks."""
    # A ply that leaves such a threat without checking is a kill (World Xiangqi Rules).
    return mates(Board(Position(still.squares, side), allowed=_ANY), longest)


def mates(board: Board, longest: int = LONGEST) -> bool:
    """Whether the side to move can mate by at most so many checks, whatever is answered."""
    checks = [move for move in legal_moves(board) if _checks(board, move)]
    return any(_loses(board, move, left) for left in range(longest) for move in checks)


def _checks(board: Board, move: Move) -> bool:
    board.push(move)
    check = board.check
    board.pop()
    return check


def _loses(board: Board, check: Move, left: int) -> bool:
    """Say whether every answer to the check runs into mate by so many more; without an answer it is mate."""
    board.push(check)
    try:
        answers = legal_moves(board)
        return not answers or (left > 0 and all(_still_mates(board, answer, left) for answer in answers))
    finally:
        board.pop()


def _still_mates(board: Board, answer: Move, left: int) -> bool:
    board.push(answer)
    try:
        return mates(board, left)
    finally:
        board.pop()

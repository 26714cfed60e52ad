"""Laws of the board, and two oracles: one written from the articles alone, and sgfmill's board."""

from hypothesis import given
from hypothesis import strategies as st
from sgfmill.boards import Board as SgfmillBoard

from games.weiqi.board import Board, IllegalPlayError, Repetition
from games.weiqi.counting import count
from games.weiqi.positions import read_position, write_position
from games.weiqi.values import BLACK, EMPTY, WHITE, Move, opponent, point_at, points_of

SYMMETRIES = [
    lambda x, y, n: (x, y),
    lambda x, y, n: (n - x, y),
    lambda x, y, n: (x, n - y),
    lambda x, y, n: (n - x, n - y),
    lambda x, y, n: (y, x),
    lambda x, y, n: (n - y, x),
    lambda x, y, n: (y, n - x),
    lambda x, y, n: (n - y, n - x),
]
SIZES = st.integers(2, 6)
WISHES = st.lists(st.integers(0, 10_000), max_size=120)


def wished(size: int, wish: int, turn: int) -> Move:
    """A number as a move: a pass now and then, else any point."""
    return Move(turn, None if wish % 37 == 0 else point_at(*divmod(wish % (size * size), size)))


def position(board: Board) -> tuple[object, ...]:
    return (str(board), list(board.keys), list(board.moves), list(board.captured), board.turn)


class ByTheArticles:
    """Articles 3 to 6 on a dictionary, as slow as they read."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: dict[tuple[int, int], int] = {}
        self.past: list[dict[tuple[int, int], int]] = [{}]

    def around(self, x: int, y: int) -> list[tuple[int, int]]:
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [(a, b) for a, b in near if 0 <= a < self.size and 0 <= b < self.size]

    def chain(
        self, at: tuple[int, int], stones: dict[tuple[int, int], int]
    ) -> tuple[set[tuple[int, int]], bool]:
        chain, free, todo = {at}, False, [at]
        while todo:
            for near in self.around(*todo.pop()):
                if near not in stones:
                    free = True
                elif stones[near] == stones[at] and near not in chain:
                    chain.add(near)
                    todo.append(near)
        return chain, free

    def play(self, move: Move, *, strict: bool) -> bool:
        """Whether the move was legal; then it was played."""
        if move.point is None:
            self.past.append(self.stones)
            return True
        y, x = divmod(move.point, 32)
        if (x, y) in self.stones:
            return False
        after = {**self.stones, (x, y): move.colour}
        for near in self.around(x, y):
            if after.get(near) == opponent(move.colour):
                chain, free = self.chain(near, after)
                if not free:
                    after = {at: colour for at, colour in after.items() if at not in chain}
        if not self.chain((x, y), after)[1]:
            return False
        if after in (self.past if strict else self.past[-2:-1]):
            return False
        self.stones = after
        self.past.append(after)
        return True


@given(SIZES, WISHES, st.sampled_from(list(Repetition)))
def test_the_board_agrees_with_the_articles(size, wishes, rule):
    board, plain = Board(size, rule), ByTheArticles(size)
    for wish in wishes:
        move = wished(size, wish, board.turn)
        legal = board.is_legal(move)
        assert plain.play(move, strict=rule is Repetition.STRICT) is legal
        if legal:
            board.play(move)
        stones = {divmod(point, 32)[::-1]: board.stones[point] for point in points_of(size)}
        assert {at: colour for at, colour in stones.items() if colour} == plain.stones


@given(SIZES, WISHES)
def test_taking_back_is_exact_and_what_is_played_again_is_the_same(size, wishes):
    board = Board(size)
    states = [position(board)]
    for wish in wishes:
        try:
            board.play(wished(size, wish, board.turn))
        except IllegalPlayError:
            assert position(board) == states[-1]
            continue
        states.append(position(board))
    moves = list(board.moves)
    for state in reversed(states):
        assert position(board) == state
        legal = [board.is_legal(Move(board.turn, point)) for point in points_of(size)]
        fresh = Board(size)
        for move in board.moves:
            fresh.play(move)
        assert legal == [fresh.is_legal(Move(fresh.turn, point)) for point in points_of(size)]
        if board.moves:
            board.pop()
    for move in moves:
        board.play(move)
    assert position(board) == states[-1]


@given(SIZES, WISHES, st.sampled_from(SYMMETRIES))
def test_turned_boards_and_swapped_colours_are_the_same_game(size, wishes, turn_round):
    board, turned = Board(size), Board(size, first=WHITE)

    def image(point: int) -> int:
        y, x = divmod(point, 32)
        return point_at(*turn_round(x, y, size - 1))

    for wish in wishes:
        move = wished(size, wish, board.turn)
        mirrored = Move(opponent(move.colour), None if move.point is None else image(move.point))
        legal = board.is_legal(move)
        assert turned.is_legal(mirrored) is legal
        if legal:
            assert board.play(move) == turned.play(mirrored)
    assert board.captures(BLACK) == turned.captures(WHITE)
    here, there = count(board), count(turned)
    assert (here.black, here.white, here.shared) == (there.white, there.black, there.shared)


@given(st.integers(2, 19), WISHES, st.lists(st.integers(0, 400), max_size=4))
def test_stones_are_played_taken_or_there_and_every_board_counts_to_its_points(size, wishes, taps):
    board, other = Board(size), SgfmillBoard(size)
    for wish in wishes:
        move = wished(size, wish, board.turn)
        if board.is_legal(move):
            board.play(move)
            if move.point is not None:
                other.play(*divmod(move.point, 32), "b" if move.colour == BLACK else "w")
    stones = [board.stones[point] for point in points_of(size)]
    for colour in (BLACK, WHITE):
        played = sum(move.colour == colour and move.point is not None for move in board.moves)
        assert stones.count(colour) == played - board.captures(opponent(colour))
    assert count(board).black - count(board).white == 2 * other.area_score()
    occupied = [point for point in points_of(size) if board.stones[point] != EMPTY]
    dead = {point for tap in taps if occupied for point in board.chain(occupied[tap % len(occupied)])}
    counted = count(board, dead)
    assert counted.black + counted.white == 2 * size * size
    assert sorted(counted.owners) == points_of(size)
    again = read_position(write_position(board))
    assert str(again) == str(board)
    assert again.turn == board.turn

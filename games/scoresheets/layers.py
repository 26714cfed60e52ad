"""Find the game that sheets tell of which every cell has a cost for every move, and how sure each ply is.

*dropped*   positions for which a layer had no room. The right game may have been among them, and those that
            were kept are then sure of a wrong one: so it is counted how likely they were, and from which ply
            on their games are others than the one that was found.
*followed*  up to where the sheets' texts fit the game. That its cells cost much shows, too, that it was lost.
*doubtful*  a ply that a person has to look at
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import exp, inf, log1p
from typing import Final

from games.scoresheets.costed import AnyCell
from games.xiangqi.board import BLACK_KEY, KEYS, Board
from games.xiangqi.moves import legal_moves
from games.xiangqi.values import Move

# Positions of a layer.
WIDEST: Final = 200
# How much dearer than the cheapest position of its layer one may be.
DEAREST: Final = 25.0
SURE: Final = 0.99
# What the cell of the chosen move may cost before a person looks at it.
DEAR: Final = 5.0
_WINDOW: Final = 10
# What so many plies in a row cost on average where the game was lost.
LOST: Final = 2.8
# How likely it is that the right game was dropped, summed over the layers, from where on it is lost.
DROPPED: Final = 4.0
_BEFORE: Final = 2
_CANDIDATES: Final = 6
_LEAST_CANDIDATE: Final = 0.001


@dataclass(frozen=True, slots=True)
class Candidate:
    move: Move
    probability: float


@dataclass(frozen=True, slots=True)
class PlyFollowed:
    move: Move
    probability: float
    # Of the cell of each sheet, 0 for one that is empty.
    costs: tuple[float, ...]
    # The likeliest moves here, the likeliest first, that of the game among them.
    candidates: tuple[Candidate, ...]
    doubtful: bool


@dataclass(frozen=True, slots=True)
class FollowedGame:
    # Of the whole game.
    plies: tuple[PlyFollowed, ...]
    # The first ply, from 1, from which on it could not be followed.
    lost_at: int | None


# Whence the first position came.
_NOWHERE: Final = (0, Move(0, 0))


@dataclass(slots=True)
class _Node:
    board: Board
    cost: float
    # From which position of the layer before, and by which move.
    came: tuple[int, Move]
    # Minus the logarithm of the sum over all ways to it.
    forward: float = inf
    back: float = inf


@dataclass(frozen=True, slots=True)
class _Edge:
    origin: int
    target: int
    move: Move
    cost: float


@dataclass(slots=True)
class _Layer:
    nodes: list[_Node]
    # From the layer before.
    edges: list[_Edge] = field(default_factory=list)
    # By position of the layer before, how likely those were that came of it and had no room.
    dropped: dict[int, float] = field(default_factory=dict)


def follow(
    sheets: Sequence[Sequence[AnyCell]], fixed: Mapping[int, Move] | None = None, *, widest: int = WIDEST
) -> FollowedGame:
    """Find the likeliest game of one sheet or several; ``fixed``: by ply from 1, what a person has
    decided."""
    fixed = fixed or {}
    length = max([_written(cells) for cells in sheets] + [max(fixed, default=0)])
    layers = [_Layer([_Node(Board(), 0.0, _NOWHERE, 0.0)])]
    for ply in range(1, length + 1):
        cells = [sheet[ply - 1] for sheet in sheets if ply <= len(sheet)]
        # Ply by ply the positions that can have been reached are kept, the cheapest of them.
        layer = _next_layer(layers[-1].nodes, cells, fixed.get(ply), widest)
        # What was decided is not legal in any game that fits: the game ends there.
        if not layer.nodes:
            break
        layers.append(layer)
    # A second pass back over the same layers gives the probability of every move at every ply over whole
    # games: a wrong move early on leaves later texts legal and well fitting on wrong squares, so the
    # certainty of one cell says little.
    _pass_back(layers)
    return _judged(sheets, fixed, layers, length)


def _written(cells: Sequence[AnyCell]) -> int:
    # What is empty after the last cell in which something stands is no ply.
    return max((at for at, cell in enumerate(cells, 1) if not cell.is_blank), default=0)


def _next_layer(
    layer: Sequence[_Node], cells: Sequence[AnyCell], decided: Move | None, widest: int
) -> _Layer:
    # Cost of the move, from which position, the move, to which position.
    edges: list[tuple[float, int, Move, int]] = []
    # The same by position reached, with the cost so far.
    cheapest: dict[int, tuple[float, int, Move, int]] = {}
    bound = inf
    for origin, node in enumerate(layer):
        if node.cost > bound:
            break
        moves = legal_moves(node.board)
        if decided is not None:
            moves = [decided] if decided in moves else []
        costs = [0.0] * len(moves) if decided is not None else _sums(node.board, moves, cells)
        squares, position = node.board.squares, node.board.key ^ BLACK_KEY
        for move, cost in zip(moves, costs, strict=True):
            total = node.cost + cost
            if total > bound:
                continue
            bound = min(bound, total + DEAREST)
            start, end = move
            piece, captured = squares[start], squares[end]
            key = position ^ KEYS[piece][start] ^ KEYS[piece][end]
            if captured:
                key ^= KEYS[captured][end]
            edges.append((cost, origin, move, key))
            if key not in cheapest or total < cheapest[key][0]:
                cheapest[key] = (total, origin, move, key)
    options = sorted(option for option in cheapest.values() if option[0] <= bound)[:widest]
    places = {key: place for place, (_, _, _, key) in enumerate(options)}
    after = _Layer(
        [_Node(layer[origin].board.after(move), total, (origin, move)) for total, origin, move, _ in options]
    )
    if len(options) == widest:
        after.dropped = _dropped(layer, edges, places)
    for cost, origin, move, key in edges:
        if key in places:
            after.edges.append(_Edge(origin, places[key], move, cost))
            target = after.nodes[places[key]]
            target.forward = _either(target.forward, layer[origin].forward + cost)
    return after


def _sums(board: Board, moves: Sequence[Move], cells: Sequence[AnyCell]) -> list[float]:
    costs = [cell.costs_of(board, moves) for cell in cells]
    return [sum(each) for each in zip(*costs, strict=True)] if len(costs) > 1 else costs[0]


def _dropped(
    layer: Sequence[_Node], edges: Sequence[tuple[float, int, Move, int]], places: Mapping[int, int]
) -> dict[int, float]:
    least = min(layer[origin].forward + cost for cost, origin, _, _ in edges)
    whole = 0.0
    lost: dict[int, float] = defaultdict(float)
    for cost, origin, _, key in edges:
        likely = exp(least - layer[origin].forward - cost)
        whole += likely
        if key not in places:
            lost[origin] += likely
    return {origin: likely / whole for origin, likely in lost.items()}


def _either(cost: float, other: float) -> float:
    low, high = (cost, other) if cost < other else (other, cost)
    return low if high == inf else low - log1p(exp(low - high))


def _pass_back(layers: Sequence[_Layer]) -> None:
    for node in layers[-1].nodes:
        node.back = 0.0
    for before, layer in reversed([*pairwise(layers)]):
        for edge in layer.edges:
            node = before.nodes[edge.origin]
            node.back = _either(node.back, layer.nodes[edge.target].back + edge.cost)


def _cheapest(layers: Sequence[_Layer]) -> list[int]:
    """The place in each layer of the positions of the cheapest game."""
    nodes = layers[-1].nodes
    places = [min(range(len(nodes)), key=lambda place: nodes[place].cost)]
    for layer in reversed(layers[1:]):
        places.append(layer.nodes[places[-1]].came[0])
    return places[::-1]


def _doubts(layers: Sequence[_Layer], path: Sequence[int]) -> list[float]:
    """Say by ply how likely it is that the right game leaves the one found there or before, and was
    dropped."""
    leaves = [0.0] * len(layers)
    # By layer and position, the last layer at which the way to it was on the path.
    parted: list[list[int]] = [[0]]
    for at, layer in enumerate(layers[1:], 1):
        parted.append(
            [
                at if place == path[at] else parted[at - 1][node.came[0]]
                for place, node in enumerate(layer.nodes)
            ]
        )
        for origin, likely in layer.dropped.items():
            leaves[min(parted[at - 1][origin] + 1, at)] += likely
    doubts, so_far = [], 0.0
    for likely in leaves[1:]:
        so_far += likely
        doubts.append(so_far)
    return doubts


def _chances(before: _Layer, layer: _Layer, whole: float) -> dict[Move, float]:
    """Of the moves at a ply, over all games that the layers have."""
    chances: dict[Move, float] = defaultdict(float)
    for edge in layer.edges:
        cost = before.nodes[edge.origin].forward + edge.cost + layer.nodes[edge.target].back
        chances[edge.move] += exp(whole - cost)
    return chances


def _judged(
    sheets: Sequence[Sequence[AnyCell]], fixed: Mapping[int, Move], layers: Sequence[_Layer], length: int
) -> FollowedGame:
    path = _cheapest(layers)
    moves: list[Move] = []
    costs: list[tuple[float, ...]] = []
    for at, layer in enumerate(layers[1:]):
        cells = [sheet[at] if at < len(sheet) else None for sheet in sheets]
        board = layers[at].nodes[path[at]].board
        move = layer.nodes[path[at + 1]].came[1]
        moves.append(move)
        costs.append(tuple(cell.costs_of(board, [move])[0] if cell else 0.0 for cell in cells))
    doubts = _doubts(layers, path)
    lost_at = _lost_at(costs, doubts, fixed)
    if lost_at is None and len(moves) < length:
        lost_at = len(moves) + 1
    whole = layers[0].nodes[0].back
    plies = []
    for at, (move, each) in enumerate(zip(moves, costs, strict=True)):
        chances = _chances(layers[at], layers[at + 1], whole)
        probability = min(1.0, chances[move])
        likeliest = sorted(chances.items(), key=lambda item: -item[1])[:_CANDIDATES]
        candidates = tuple(
            Candidate(other, round(min(1.0, chance), 4))
            for other, chance in likeliest
            if chance >= _LEAST_CANDIDATE or other == move
        )
        unsure = at + 1 not in fixed and (probability < SURE or max(each) > DEAR)
        doubtful = unsure or (lost_at is not None and at + 1 >= lost_at)
        plies.append(PlyFollowed(move, round(probability, 4), each, candidates, doubtful))
    return FollowedGame(tuple(plies), lost_at)


def _lost_at(
    costs: Sequence[tuple[float, ...]], doubts: Sequence[float], fixed: Mapping[int, Move]
) -> int | None:
    """Find the first ply from which on the game cannot be believed."""
    # It may have been dropped.
    plies = [ply for ply, doubt in enumerate(doubts, 1) if doubt > DROPPED][:1]
    window = min(_WINDOW, len(costs))
    for start in range(len(costs) - window + 1):
        part = costs[start : start + window]
        # Ten plies in a row cost so much that it cannot be this one. Of two sheets the one that fits better
        # says it.
        if part and min(sum(each) for each in zip(*part, strict=True)) > LOST * window:
            # Less the plies before: the mistake was made before it showed.
            plies.append(max(1, start + 1 - _BEFORE))
            break
    return min((ply for ply in plies if ply > max(fixed, default=0)), default=None)

"""What the other program is told: a TRF26 of numbers, without names, clubs and ratings.

Players are numbered anew from 1 in the order of their numbers: who has neither played nor plays now is not in
it. Every trap of the program that a file can step into is closed here, each beside its line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from tournaments.pairing.dutch.competitors import DutchRound
from tournaments.pairing.dutch.competitors import lent_points as lent_by
from tournaments.pairing.dutch.engine import AGAIN
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance, Kind, Result, Side, history

_PLAYED = {
    Result.FIRST: ("1", "0"),
    Result.SECOND: ("0", "1"),
    Result.DRAW: ("=", "="),
    Result.NONE: ("0", "0"),
    Result.FIRST_HALF: ("=", "0"),
    Result.SECOND_HALF: ("0", "="),
}
_FORFEITED = {
    Result.FIRST: ("+", "-"),
    Result.SECOND: ("-", "+"),
    Result.DRAW: ("-", "-"),
    Result.NONE: ("-", "-"),
}
Rematches = Collection[tuple[int, int]]
# A round that is made: opponent and side by number; opponent 0 is the bye.
Made = Mapping[int, tuple[int, Side]]


def ids_of(entering: DutchRound) -> dict[int, int]:
    """The numbers of the file by ours."""
    return {number: place for place, number in enumerate(entering.everybody, 1)}


def engine_input(
    entering: DutchRound, *, without: Collection[int] = (), again: Rematches = (), made: Made | None = None
) -> str:
    """Write the file from which the round is paired.

    ``without``: who is not paired although present; ``again``: the only pairs that may meet again; ``made``:
    the pairs of the round itself, to be analysed."""
    return "".join(f"{line}\r\n" for line in _lines(entering, set(without), again, made))


def _lines(
    entering: DutchRound, without: Collection[int], again: Rematches, made: Made | None
) -> Iterator[str]:
    tournament, points = entering.tournament, entering.tournament.points
    ids = ids_of(entering)
    yield "012 round"
    yield f"062 {len(ids)}"
    # Beyond the rounds of this record, and without it, the program allows second meetings.
    yield f"142 {entering.rounds}"
    # Without this one it draws the first colour by chance.
    yield f"152 {'W' if entering.odd_first else 'B'}"
    # Only values that differ from 1, ½ and 0: it knows no other letter for an absence than these.
    if scoring := _points(points):
        yield scoring
    # FIDE_DUTCH_2026 it knows, the other reference program does not; an unknown code it passes over.
    yield "192 FIDE_DUTCH"
    if again:
        yield AGAIN
    seen = history(tournament)
    cells = _cells(entering, ids)
    for number, place in ids.items():
        row = "".join(
            cells.get((round_number, number)) or _alone(seen[number], round_number, points)
            for round_number in range(1, entering.round)
        )
        row += _now(entering, number, without, made, ids)
        # A total that the results do not give makes the file unreadable: it is added up, never typed.
        total = sum(a.points for a in seen[number]) + _by(points, made, number)
        # Number, name, nothing of what else a player line has, then points and rank.
        head = f"001 {place:>4}      {place:<33} {'':4} {'':3} {'':11} {'':10}"
        yield f"{head} {points.text(total):>4} {place:>4}{row}".rstrip()
    yield from _lent(entering)
    yield from _forbidden(entering, ids, again)


def _points(points: Points) -> str:
    table = points.as_table()
    if table == {"win": "1", "draw": "0.5", "loss": "0", "absence": "0"}:
        return ""
    values = {"W": table["win"], "D": table["draw"], "L": "0", "P": points.text(points.of_bye)}
    return "162  " + "    ".join(f"{code}{value:>4}" for code, value in values.items())


def _cells(entering: DutchRound, ids: Mapping[int, int]) -> dict[tuple[int, int], str]:
    """By round and number, of everybody who had an opponent."""
    cells = {}
    for game in entering.tournament.games:
        codes = (_FORFEITED if game.forfeit else _PLAYED)[game.result or Result.NONE]
        for number, opponent, colour, code in (
            (game.first, game.second, "w", codes[0]),
            (game.second, game.first, "b", codes[1]),
        ):
            cells[game.round, number] = f"  {ids[opponent]:>4} {colour} {code}"
    return cells


def _alone(rows: Iterable[Appearance], round_number: int, points: Points) -> str:
    """Of who had none; a round of which nothing is on record was missed."""
    row = next((candidate for candidate in rows if candidate.round == round_number), None)
    code = "Z"
    if row is not None and row.kind is Kind.HALF_BYE:
        code = "H"
    elif row is not None and row.kind is Kind.BYE:
        # Where the bye gives less than a win, what gives a win is a full-point bye.
        code = "F" if row.won and points.bye is not None else "U"
    return f"  0000 - {code}"


def _now(
    entering: DutchRound, number: int, without: Collection[int], made: Made | None, ids: Mapping[int, int]
) -> str:
    """The round to be paired: who is away says so in its column."""
    if number not in entering.here or number in without:
        return "  0000 - Z"
    if made is None:
        return ""
    opponent, side = made[number]
    if not opponent:
        return "  0000 - U"
    # Any result makes the pair one that was played.
    return f"  {ids[opponent]:>4} {'w' if side is Side.FIRST else 'b'} ="


def _by(points: Points, made: Made | None, number: int) -> int:
    """What `_now` gives."""
    if made is None or number not in made:
        return 0
    return points.draw if made[number][0] else points.of_bye


def _lent(entering: DutchRound) -> Iterator[str]:
    """The acceleration is said point by point: the code of record 192 alone accelerates nothing there."""
    places = [place for place, number in enumerate(entering.everybody, 1) if number in entering.upper_half]
    if not places:
        return
    tournament = entering.tournament
    values: dict[int, list[int]] = {}
    for round_number in range(1, entering.rounds + 1):
        value = lent_by(tournament, True, round_number, entering.rounds)
        if value:
            values.setdefault(value, []).append(round_number)
    for value, rounds in values.items():
        points = f"{tournament.points.text(value):>4}"
        yield f"250      {points} {rounds[0]:03} {rounds[-1]:03} {places[0]:>4} {places[-1]:>4}"


def _forbidden(entering: DutchRound, ids: Mapping[int, int], again: Rematches) -> Iterator[str]:
    pairs = {pair for pair in entering.forbidden if set(pair) <= set(ids)}
    if again:
        lifted = {(min(pair), max(pair)) for pair in again}
        for number, competitor in entering.here.items():
            for opponent in competitor.met:
                pair = (min(number, opponent), max(number, opponent))
                if opponent in ids and pair not in lifted:
                    pairs.add(pair)
    for smaller, larger in sorted(pairs):
        yield f"260 {entering.round:03} {entering.round:03} {ids[smaller]:>4} {ids[larger]:>4}"

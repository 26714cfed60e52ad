"""What must be the same on both sides of a foreign format, whatever it loses."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from tests.oracles.random_states import random_state
from tournaments.exchange.conversion import LossCode, Reading, Writing
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.pairing.simulation import simulate
from tournaments.state.tournament import Tournament, history, points_by_number
from tournaments.wording.exchange import problem_text


def states(**changes):
    """Tournaments with byes, absences, withdrawals, forfeits and forbidden pairs, as a file gives them."""
    drawn = st.integers(0, 5000).map(lambda seed: random_state(seed)[0]).filter(has_played_its_last_round)
    return drawn.map(lambda tournament: loads(dumps(replace(tournament, **changes))))


def has_played_its_last_round(tournament: Tournament) -> bool:
    """A round that everybody misses is never paired, so it is never the last on record: in a foreign file its
    absences are announced for a round to come."""
    held = {row.round for row in (*tournament.games, *tournament.byes)}
    return tournament.last_round in held


def simulated(system: str, **changes):
    """Tournaments of 4 to 20 players as the rules pair them."""
    sizes = st.tuples(st.integers(4, 20), st.integers(0, 3), st.integers(0, 1000))
    return sizes.map(lambda s: loads(dumps(replace(simulate(s[0], s[1], system, s[2]), **changes))))


def lost(writing: Writing, code: LossCode) -> set[int]:
    """The entries that a loss names; 10 players at most are ever left out of the list."""
    loss = writing.lost(code)
    return set(loss.params["numbers"]) if loss else set()


def check_rows(before: Tournament, after: Tournament, writing: Writing, *, ahead: bool = True) -> None:
    """Games, byes, absences, scores, and (``ahead``) who plays in the next round."""
    with_tables = writing.lost(LossCode.TABLES) is None
    assert games_of(after, tables=with_tables) == games_of(before, tables=with_tables)
    assert after.byes == before.byes
    rows = {(row.round, row.number) for row in after.all_absences()}
    held = {(row.round, row.number) for row in before.all_absences()}
    assert held <= rows
    gone = {entry.number for entry in before.entries if entry.withdrawn_after is not None}
    assert {number for _, number in rows - held} <= gone
    if not writing.lost(LossCode.POINTS) and not writing.lost(LossCode.HALF_POINT_BYES):
        assert totals(after) == totals(before)
    if not ahead:
        return
    next_round = before.last_round + 1
    for old, new in zip(before.entries, after.entries, strict=True):
        announced = old.number in lost(writing, LossCode.ANNOUNCED) | lost(writing, LossCode.WITHDRAWALS)
        assert announced or new.plays_in(next_round) == old.plays_in(next_round)


def games_of(tournament: Tournament, *, tables: bool) -> set[tuple]:
    return {
        (g.round, g.table if tables else 0, g.first, g.second, g.result, g.forfeit) for g in tournament.games
    }


def totals(tournament: Tournament) -> dict[int, str]:
    points = tournament.points
    return {number: points.text(score) for number, score in points_by_number(history(tournament)).items()}


def check_reading(reading: Reading) -> None:
    """A tournament or flaws, never both, never neither; each has words with nothing left to fill in."""
    assert (reading.tournament is None) == bool(reading.problems)
    for message in (*map(problem_text, reading.problems), *map(problem_text, reading.losses)):
        assert message
        assert "%(" not in message.replace("100 %(", "")


def damaged(data: bytes, seed: int, strokes: int) -> bytes:
    """``data`` with some bytes changed, taken out, doubled, or swapped for other places of it."""
    rnd = random.Random(seed)
    work = bytearray(data)
    for _ in range(strokes):
        at, to = rnd.randrange(len(work)), rnd.randrange(len(work))
        match rnd.randrange(5):
            case 0:
                work[at] = rnd.choice(b' 0123456789wb-+=\r\n\t<>"&/;\x00\xff')
            case 1:
                del work[at : at + rnd.randint(1, 5)]
            case 2:
                work[at:at] = work[to : to + rnd.randint(1, 40)]
            case 3:
                work[at], work[to] = work[to], work[at]
            case _:
                work[at:at] = rnd.choice((b"\r\n", b" ", b"0000 - Z", b"299 -", b"<x/>", "棋".encode()))
        work = work or bytearray(b" ")
    return bytes(work)

"""Two hundred games of all kinds: every one gets the verdict of its class."""

import pytest

from games.weiqi.board import Repetition
from games.weiqi.counting import count
from games.weiqi.judging import Judged, judge
from games.weiqi.reading import read_file
from games.weiqi.results import Ended
from games.weiqi.values import WHITE, Move
from games.weiqi.writing import write_sgf
from tests.games.weiqi.games import Facts, load, moves, points, sgf

GAMES = load("games")
CYCLES = {"3ko-lost": 6, "eternal_life_1": 4, "eternal_life_3": 6, "eternal_life_4": 4, "quadruple_ko_16": 8}
CYCLES |= {"quadruple_ko_9": 6, "triple_ko_12": 6, "triple_ko_19": 6}
"""Games whose record runs into the repetition → the length of the cycle; in the others it stops before."""


def judged(facts: Facts, rule: Repetition = Repetition.PRACTICE) -> Judged:
    (record,) = read_file(sgf(facts))
    assert list(record.moves) == moves(facts)
    return judge(record, rule)


def of(*classes: str) -> pytest.MarkDecorator:
    chosen = [facts for facts in GAMES if facts["class"] in classes]
    return pytest.mark.parametrize("facts", chosen, ids=[facts["id"] for facts in chosen])


def codes(verdict: Judged) -> list[tuple[str, int | None]]:
    return [(fault.code, fault.ply) for fault in verdict.faults]


def test_all_classes_are_there():
    assert len(GAMES) == 200
    assert {facts["class"] for facts in GAMES} == {
        "scored_exact", "scored_shared", "unusual", "handicap", "historical", "size", "resign_chinese",
    }  # fmt: skip


@of("scored_exact", "scored_shared")
def test_scored_games_count_to_their_result(facts):
    verdict = judged(facts)
    assert verdict.faults == ()
    counted = count(verdict.board, points(facts["dead"]))
    assert verdict.record.komi is not None
    outcome = counted.outcome(verdict.record.komi)
    assert outcome.sgf == facts["result"]
    assert verdict.record.claim.difference(outcome) == 0
    assert counted.shared == facts["shared"]
    assert (counted.shared > 0) is (facts["class"] == "scored_shared")


@of("resign_chinese")
def test_resigned_games_are_legal(facts):
    verdict = judged(facts)
    assert verdict.faults == ()
    assert verdict.record.claim.ended is Ended.RESIGNATION


@of("historical", "size")
def test_old_games_and_small_boards_are_legal(facts):
    verdict = judged(facts, Repetition.STRICT)
    assert verdict.is_valid
    assert verdict.record.size == facts["size"]


@of("handicap")
def test_handicap_games_begin_with_white(facts):
    verdict = judged(facts)
    assert verdict.faults == ()
    assert verdict.record.first == WHITE
    assert verdict.record.handicap == len(facts["black"]) // 2 == int(facts["handicap"])


@of("unusual")
def test_unusual_games_have_what_they_are_known_for(facts):
    verdict = judged(facts)
    name = facts["source"].split("/")[1].removesuffix(".sgf")
    last = len(moves(facts))
    expected = {
        "illegal_ko": [("recapture", last)],
        "suicide": [("suicide", last)],
        "two_moves": [("same-colour-twice", last)],
        "both_lost": [("occupied", last)] if name == "both_lost_2" else [],
    }.get(name.rpartition("_")[0], [])
    assert codes(verdict) == expected
    assert verdict.is_valid is not expected
    assert verdict.is_valid is (expected == [])
    assert {cycle.length for cycle in verdict.cycles} == ({CYCLES[name]} if name in CYCLES else set())
    strict = judged(facts, Repetition.STRICT)
    if name in CYCLES:
        first = verdict.cycles[0]
        fault = strict.faults[0]
        assert (fault.code, fault.ply) == ("repetition", first.ply)
        assert fault.params == {
            "side": "first" if strict.record.moves[first.ply - 1].colour != WHITE else "second",
            "repeats": first.repeats,
            "length": first.length,
        }
    else:
        assert codes(strict) == expected


@pytest.mark.parametrize("facts", [*GAMES, *load("selfplay")], ids=lambda facts: facts["id"])
def test_what_is_written_reads_the_same(facts):
    (record,) = read_file(sgf(facts))
    (again,) = read_file(write_sgf(record))
    assert (again.moves, again.setup, again.first, again.komi, again.claim, again.size) == (
        record.moves, record.setup, record.first, record.komi, record.claim, record.size,
    )  # fmt: skip
    assert again.headers == record.headers


def test_comments_variations_and_setup_are_written():
    text = "(;SZ[9]PB[a\\]b 柯]C[c\\\\d];B[aa](;W[bb]C[x\ny];AW[hh];B[cc](;W[])(;W[dd]))(;W[ee];B[ff]))"
    (record,) = read_file(text.encode())
    (again,) = read_file(write_sgf(record))
    for name in ("moves", "comments", "variations", "setups", "headers"):
        assert getattr(again, name) == getattr(record, name), name
    assert again.moves[-1] == Move(WHITE, None)
    (ends,) = read_file(b"(;SZ[9];B[aa]()(;W[bb]))")
    (again,) = read_file(write_sgf(ends))
    assert (again.moves, again.variations) == (ends.moves, ends.variations)
    (ends,) = read_file(b"(;SZ[9];B[aa];W[!!])")
    with pytest.raises(ValueError, match="ply 2"):
        write_sgf(ends)

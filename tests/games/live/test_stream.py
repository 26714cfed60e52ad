"""Who writes what when: nothing is lost, nothing doubled, and the events alone give the same stream."""

import random
from typing import Any

import pytest

from games.live.playing import PASS, Game, Weiqi, Xiangqi
from games.live.stream import Code, EventKind, PlyItem, Stream, Writer
from games.rulebooks.findings import SIDES, Finding, Kind
from games.rulebooks.prompting import recipients
from games.xiangqi.fen import START_POSITION
from tests.games.facts import championship_games, moves_of
from tests.games.rulebooks.facts import live_cases, position

CHARIOTS = "3k5/9/9/9/8r/9/9/1R7/9/5K3 w"


def cases(prefix: str) -> list[dict[str, Any]]:
    return [case for case in live_cases() if case["id"].startswith(prefix)]


def begun(
    fen: str = CHARIOTS, rulebook: str = "xiangqi-com", *, online: bool = True, events: Any = ()
) -> Stream:
    return Stream(Xiangqi(rulebook, position(fen)), rulebook, online=online, events=events)


def items(*moves: str, first: int = 1) -> list[PlyItem]:
    return [PlyItem(ply, move) for ply, move in enumerate(moves, first)]


def rows(stream: Stream) -> int:
    return sum(event.kind in (EventKind.PLY, EventKind.REPLACE) for event in stream.new)


def do(stream: Stream, op: Any, usual: Writer) -> None:
    if isinstance(op, str):
        stream.write(items(op, first=stream.head + 1), usual)
    elif "back_to" in op:
        stream.back(op["back_to"], Writer.REFEREE)
    elif "pgn" in op:
        moves = [word for word in op["pgn"].split() if not word.endswith(".")]
        stream.write_game(moves, Writer.PULLED)
    elif "overturn" in op:
        stream.overturn(Writer.REFEREE, op["overturn"])
    elif "flag" in op:
        stream.flag(SIDES.index(op["flag"]), usual)
    else:
        writer = {"phone": Writer.TABLE, "desk": Writer.DESK}.get(op.get("by", ""), usual)
        stream.write([PlyItem(op["ply"], op["move"], op.get("key", ""))], writer)


@pytest.mark.parametrize(
    "case", [*cases("st-"), *cases("tt-4"), *cases("wxc-3"), *cases("tt-5")], ids=lambda case: str(case["id"])
)
def test_the_cases(case: dict[str, Any]) -> None:
    online = case["mode"] == "online"
    stream = begun(case["start"], case["rulebook"], online=online)
    for op in case["ops"]:
        do(stream, op, Writer.PLAYER if online else Writer.DESK)
    # A prompt that stands again after a take-back is the first one.
    prompted = list(dict.fromkeys(map(_plain(online), stream.prompted)))
    assert prompted == [
        (row["ply"], row["kind"], row["article"], row["code"], row["side"], tuple(row["to"]))
        for row in case["expect"]
    ]
    assert case.get("rows", rows(stream)) == rows(stream)
    assert case.get("objections", 0) == len(stream.objections)
    assert case.get("certain_to") == stream.certain_to
    if "line" in case:
        assert [row.move for row in stream.line] == case["line"]
    end = stream.over.end if stream.over else None
    expected = case.get("end")
    if expected is None or expected.get("proposed"):
        assert end is None
    else:
        assert end is not None
        assert (end.result, end.cause, end.article) == tuple(
            expected[key] for key in ("result", "cause", "article")
        )


def _plain(online: bool) -> Any:
    def plain(finding: Finding) -> tuple[object, ...]:
        side = None if finding.side is None else SIDES[finding.side]
        to = recipients(finding, online=online)
        return finding.ply, str(finding.kind), finding.article, finding.code, side, to

    return plain


def test_the_same_key_gets_the_first_answer_again() -> None:
    stream = begun()
    sent = [PlyItem(1, "b2c2", "k1"), PlyItem(2, "i5i6", "k2")]
    first = stream.write(sent, Writer.PLAYER)
    assert stream.write(sent, Writer.PLAYER) == first
    assert rows(stream) == 2
    again = begun(events=stream.new)
    assert [row.code for row in again.write(sent, Writer.PLAYER)] == [Code.TAKEN, Code.TAKEN]
    assert again.new == [], "also by who has the stream from its events"


def test_a_gap_says_which_ply_is_missing_and_keeps_what_came_before() -> None:
    stream = begun()
    answers = stream.write([PlyItem(1, "b2c2"), PlyItem(3, "c2b2"), PlyItem(4, "i6i5")], Writer.TABLE)
    assert [(row.code, row.status, row.head) for row in answers] == [
        (Code.TAKEN, 200, 1),
        (Code.MISSING, 409, 1),
    ]


def test_a_players_device_is_told_the_legal_moves_and_nothing_is_stored() -> None:
    stream = begun()
    (answer,) = stream.write([PlyItem(1, "b2c3")], Writer.PLAYER)
    assert (answer.code, answer.status, answer.reason) == (Code.ILLEGAL, 422, "piece-does-not-move-so")
    assert "b2c2" in answer.legal
    assert "b2c3" not in answer.legal
    assert stream.new == []


def test_what_stood_on_the_board_stood() -> None:
    """An illegal ply in a hall is kept, and what follows unread, until somebody takes it back."""
    stream = begun(online=False)
    answers = stream.write(items("b2c2", "i5i6", "c2d4", "i6i5"), Writer.DESK)
    assert [row.code for row in answers] == [Code.TAKEN, Code.TAKEN, Code.ILLEGAL_KEPT, Code.TAKEN]
    assert [row.legal for row in stream.line] == [True, True, False, None]
    assert stream.certain_to == 2
    (foul,) = stream.prompted
    assert (foul.kind, foul.side, foul.ply, foul.evidence["why"]) == (
        Kind.FOUL,
        0,
        3,
        "piece-does-not-move-so",
    )
    (answer,) = stream.write([PlyItem(3, "c2d2", seen=stream.seq)], Writer.DESK)
    assert answer.code is Code.REPLACED
    assert stream.certain_to is None
    assert stream.head == 3


def test_who_may_replace_what_stands() -> None:
    stream = begun(online=False)
    stream.write(items("b2c2", "i5i6"), Writer.DESK)
    (low,) = stream.write([PlyItem(1, "b2d2", seen=stream.seq)], Writer.TABLE)
    (blind,) = stream.write([PlyItem(1, "b2d2", seen=1)], Writer.DESK)
    assert (low.code, blind.code) == (Code.OTHER_MOVE, Code.OTHER_MOVE), "lower; has not seen ply 2"
    assert low.stands is not None
    assert low.stands.move == "b2c2"
    assert len(stream.objections) == 2
    (high,) = stream.write([PlyItem(1, "b2d2", seen=stream.seq)], Writer.REFEREE)
    assert high.code is Code.REPLACED
    assert [row.move for row in stream.line] == ["b2d2"]
    assert stream.objections == [] or all(row.ply == 1 for row in stream.objections)


def test_a_refused_replacement_leaves_the_game_as_it_was() -> None:
    stream = begun()
    stream.write(items("b2c2", "i5i6", "c2b2"), Writer.PLAYER)
    (answer,) = stream.write([PlyItem(1, "b2c3", seen=stream.seq)], Writer.PLAYER)
    assert answer.code is Code.ILLEGAL
    assert [row.code for row in stream.write(items("i6i5", first=4), Writer.PLAYER)] == [Code.TAKEN]


def test_a_player_takes_back_its_last_ply_at_once_or_not_at_all() -> None:
    stream = begun()
    stream.write(items("b2c2", "i5i6"), Writer.PLAYER)
    assert stream.back(1, Writer.PLAYER, age=11).code is Code.NOT_ALLOWED
    assert stream.back(0, Writer.PLAYER, age=1).code is Code.NOT_ALLOWED
    assert stream.back(1, Writer.PLAYER, age=9).code is Code.TAKEN
    assert stream.back(0, Writer.TOKEN).code is Code.NOT_ALLOWED
    assert stream.back(0, Writer.TABLE).code is Code.TAKEN


@pytest.mark.parametrize("bad", [-5, 360000, "soon", 1.5, True, "-5"])
def test_a_clock_that_cannot_be_is_not_taken_but_the_ply_is(bad: object) -> None:
    stream = begun()
    (answer,) = stream.write([PlyItem(1, "b2c2", clock_first=bad, clock_second=900)], Writer.TABLE)
    assert (answer.code, answer.clocks_refused) == (Code.TAKEN, (str(bad),))
    assert stream.new[0].clocks == (None, 900)


def test_a_clock_that_was_missing_is_added() -> None:
    stream = begun()
    stream.write(items("b2c2"), Writer.DESK)
    (answer,) = stream.write([PlyItem(1, "b2c2", clock_first=900)], Writer.TABLE)
    assert answer.code is Code.THERE
    assert [event.kind for event in stream.new] == [EventKind.PLY, EventKind.CLOCK]


def test_plies_after_a_result_are_kept_beside_the_line() -> None:
    stream = begun(online=False)
    stream.write(items("b2c2"), Writer.TABLE)
    stream.close(Writer.REFEREE)
    (answer,) = stream.write(items("i5i6", first=2), Writer.TABLE)
    assert (answer.code, answer.status, stream.head) == (Code.OVER, 409, 1)
    assert [row.move for row in stream.objections] == ["i5i6"]


def test_mate_closes_the_stream_and_says_who_won() -> None:
    stream = begun("4k4/8R/9/9/9/9/9/9/9/R2K5 w", "")
    (answer,) = stream.write(items("a0a9"), Writer.TABLE)
    assert answer.end is not None
    assert (answer.end.result, answer.end.cause) == ("1-0", "mate")
    assert stream.write(items("e9e8", first=2), Writer.TABLE)[0].code is Code.OVER


def test_a_late_copy_of_a_whole_game_takes_nothing_back_unless_it_is_said() -> None:
    stream = begun(online=False)
    stream.write_game(["b2c2", "i5i6", "c2b2"], Writer.PULLED)
    assert stream.write_game(["b2c2"], Writer.PULLED)[0].code is Code.THERE
    assert stream.head == 3
    assert stream.write_game(["b2c2"], Writer.PULLED, back=True)[0].code is Code.TAKEN
    assert stream.head == 1
    assert rows(stream) == 3, "what was cut stays in the table"


WEIQI_KO = ["cc", "dc", "bd", "ed", "ce", "de", "dd", "cd"]
"""White takes the ko at cd; Black may not take it back at once at dd."""


def test_weiqi_takes_stones_and_knows_the_ko() -> None:
    stream = Stream(Weiqi("weiqi"), "weiqi", online=True)
    assert all(row.code is Code.TAKEN for row in stream.write(items(*WEIQI_KO), Writer.PLAYER))
    (answer,) = stream.write([PlyItem(9, "dd")], Writer.PLAYER)
    assert (answer.code, answer.reason) == (Code.ILLEGAL, "recapture")
    assert "dd" not in answer.legal
    hall = Stream(Weiqi("weiqi"), "weiqi", online=False)
    hall.write(items(*WEIQI_KO, "dd"), Writer.DESK)
    assert [(row.kind, row.code, row.side, row.ply) for row in hall.prompted] == [
        (Kind.FOUL, "immediate-recapture", 0, 9)
    ]


def test_weiqi_two_passes_end_it_and_only_who_is_there_plays_on() -> None:
    stream = Stream(Weiqi("weiqi"), "weiqi", online=False)
    stream.write(items("pd", PASS, PASS), Writer.TABLE)
    assert stream.over is not None
    assert stream.over.end is None
    assert stream.write(items("dd", first=4), Writer.PLAYER)[0].code is Code.OVER
    assert stream.write(items("dd", first=4), Writer.TABLE)[0].code is Code.TAKEN


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["", "axf", "wxc2015", "tiantian2020", "xiangqi-com"])
@pytest.mark.parametrize("online", [False, True])
def test_whoever_folds_the_events_has_the_same_stream(rulebook: str, online: bool) -> None:
    """Several writers at random: right plies, wrong ones, gaps, repeats, replacements, take-backs."""
    chance = random.Random(12)
    for game in championship_games()[:12]:
        line = [str(move) for move in moves_of(game["moves"])]
        stream = Stream(Xiangqi(rulebook, START_POSITION), rulebook, online=online)
        for number in range(150):
            writer = chance.choice(list(Writer))
            ply = max(1, stream.head + chance.choice((1, 1, 1, 1, 0, -1, 2)))
            move = line[min(ply, len(line)) - 1] if chance.random() < 0.9 else chance.choice(line)
            seen = stream.seq if chance.random() < 0.3 else None
            stream.write([PlyItem(ply, move, f"k{number % 140}", seen=seen)], writer)
            if chance.random() < 0.03:
                stream.back(max(0, stream.head - chance.randint(1, 5)), writer, age=1)
            if stream.over is not None:
                stream.overturn(Writer.REFEREE, "test")
        seqs = [event.seq for event in stream.new]
        assert seqs == list(range(1, len(seqs) + 1))
        again = Stream(Xiangqi(rulebook, START_POSITION), rulebook, online=online, events=stream.new)
        assert _state(again) == _state(stream)
        for event in stream.new:
            if event.key:
                # Sent again, to whoever folded them.
                first, repeated = (
                    each.write([PlyItem(event.ply, event.move, event.key)], Writer.DESK)[0]
                    for each in (stream, again)
                )
                assert (repeated.code, repeated.move) == (first.code, first.move)
                assert (repeated.stands is None) == (first.stands is None) or first.code is Code.THERE
        assert len({event.key for event in stream.new if event.key}) == sum(bool(e.key) for e in stream.new)


def _state(stream: Stream) -> tuple[object, ...]:
    game: Game = stream.game
    assert isinstance(game, Xiangqi)
    standing = game.table.prompts
    return stream.line, stream.objections, stream.over, stream.certain_to, stream.seq, standing, len(game)


@pytest.mark.parametrize("text", ["C25", "C2 = 5", "炮 二 平 五", "炮二平五", "C2=5", "h2e2", "H2-E2"])
def test_a_ply_is_read_however_it_is_written(text: str) -> None:
    assert Xiangqi("", START_POSITION).meant(text) == "h2e2"


def test_both_sides_may_write_chinese_numerals() -> None:
    stream = Stream(Xiangqi("", START_POSITION), "", online=False, events=())
    for item in items("炮二平五", "马 八 进 七", "马二进三"):
        stream.write([stream.meant(item)], Writer.DESK)
    assert [ply.move for ply in stream.line] == ["h2e2", "h9g7", "h0g2"]

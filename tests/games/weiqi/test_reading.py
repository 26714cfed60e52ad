"""Reading SGF: whatever is wrong is a fault with its line and ply, and the rest is there."""

import pytest

from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.weiqi.record import (
    MOST_BYTES,
    MOST_FAULTS,
    MOST_GAMES,
    MOST_MOVES,
    FaultCode,
    Setup,
    Variation,
    WeiqiRecord,
)
from games.weiqi.values import BLACK, WHITE, parse_point


def read(text: str | bytes) -> WeiqiRecord:
    """The one game of a file."""
    (record,) = read_file(text if isinstance(text, bytes) else text.encode())
    return record


def faults(record: WeiqiRecord) -> list[tuple[str, int | None, int | None, str]]:
    return [(fault.code, fault.line, fault.ply, fault.text) for fault in judge(record).faults]


def names(record: WeiqiRecord) -> str:
    return " ".join(map(str, record.moves))


def test_a_game_with_everything_in_it():
    record = read(
        "\ufeff(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]PB[Alice \\] B]PW[Bob]RE[W+2.5]C[hello\n(you)]\n"
        ";B[ee]C[tengen];W[tt];B[cc];W[])"
    )
    assert record.headers == {
        "Black": "Alice ] B",
        "White": "Bob",
        "Size": "9",
        "Komi": "6.5",
        "Rules": "Chinese",
        "SgfResult": "W+2.5",
        "Result": "0-1",
    }
    assert names(record) == "B[ee] W[] B[cc] W[]"
    assert record.comments == {0: "hello\n(you)", 1: "tengen"}
    assert (record.size, record.komi, record.first, record.handicap) == (9, 13, BLACK, 0)
    assert judge(record).is_valid


def test_the_third_version_of_the_format_reads_the_same():
    record = read("(;GaMe[1]FileFormat[3]SiZe[9]AddBlack[cc][gg]\n;White[ee];Black[tt])")
    assert (names(record), record.first, record.handicap) == ("W[ee] B[]", WHITE, 2)
    assert faults(record) == []


def test_handicap_stones_and_who_moves_first():
    assert read("(;SZ[9]HA[2]AB[cc][gg];W[ee])").first == WHITE
    assert read("(;SZ[9]HA[2]AB[cc][gg]PL[B];B[ee])").first == BLACK
    assert read("(;SZ[9]AB[aa:bb];W[ee])").setup == Setup(black=(0, 1, 32, 33))
    assert faults(read("(;SZ[9]HA[3]AB[cc][gg];W[ee])")) == [("handicap-differs", 1, None, "HA[3]")]
    assert faults(read("(;SZ[9]AB[cc][gg];B[ee])")) == [("same-colour-twice", 1, 1, "B[ee]")]
    assert faults(read("(;SZ[9]HA[two];B[ee])")) == [("bad-handicap", 1, None, "HA[two]")]
    without = read("(;SZ[9];W[ee];B[cc])")
    assert faults(without) == [("white-first", 1, None, "W[ee]")]
    assert judge(without).is_valid


def test_variations_are_kept_not_judged():
    record = read("(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[dd]C[again];B[dd]))(;W[ff]))")
    assert names(record) == "B[aa] W[bb] B[cc] W[dd]"
    assert record.variations == (Variation(3, "(;W[dd]C[again];B[dd])"), Variation(1, "(;W[ff])"))
    assert faults(record) == []


@pytest.mark.parametrize(
    ("text", "expected", "moves"),
    [
        ("(;SZ[9];B[aa]\n;W[zz];B[bb])", [("off-board", 2, 2, "W[zz]")], "B[aa] W[zz] B[bb]"),
        ("(;SZ[9];B[aa];W[99];B[bb])", [("bad-move", 1, 2, "W[99]")], "B[aa] W[?] B[bb]"),
        ("(;SZ[9];B[aa]\n\n;W[aa])", [("occupied", 3, 2, "W[aa]")], "B[aa] W[aa]"),
        ("(;SZ[9];B[ba];W[gg];B[ab];W[aa])", [("suicide", 1, 4, "W[aa]")], "B[ba] W[gg] B[ab] W[aa]"),
        ("(;SZ[9];B[aa]W[bb];B[cc])", [("two-moves", 1, 2, "W[bb]")], "B[aa] W[bb] B[cc]"),
        ("(;SZ[9];W[bb]B[aa];B[cc])", [("two-moves", 1, 2, "W[bb]")], "B[aa] W[bb] B[cc]"),
        ("(;SZ[9];B[aa][bb];W[cc])", [("two-moves", 1, 2, "B[bb]")], "B[aa] B[bb] W[cc]"),
        ("(;SZ[9];B[aa];B[bb];W[cc])", [("same-colour-twice", 1, 2, "B[bb]")], "B[aa] B[bb] W[cc]"),
        (
            "(;SZ[9];B[aa];AW[bb]AE[aa];W[cc];B[aa])",
            [("setup-after-root", 1, 2, "AE[aa]AW[bb]")],
            "B[aa] W[cc] B[aa]",
        ),
        ("(;GM[40]SZ[9];B[aa])", [("wrong-game", 1, None, "GM[40]")], "B[aa]"),
        ("(;SZ[9:13];B[aa])", [("bad-size", 1, None, "SZ[9:13]")], "B[aa]"),
        ("(;SZ[9]AB[aa][jj]AW[aa];W[bb])", [
            ("bad-setup", 1, None, "AB[jj]"), ("bad-setup", 1, None, "AB[aa]AW[aa]"),
        ], "W[bb]"),
        ("(;SZ[9]AB[ba][ab]AW[aa];B[bb])", [("setup-without-liberty", None, None, "AW[aa]")], "B[bb]"),
        ("(;SZ[9];B[aa];W[bb]", [("unclosed", 1, None, "")], "B[aa] W[bb]"),
        ("(;SZ[9];B[aa];W[bb]))", [("outside-game", 1, None, ")")], "B[aa] W[bb]"),
        ("(;SZ[9];B[aa]?!\n;W[bb])", [("not-sgf", 1, None, "?!")], "B[aa] W[bb]"),
        ("(;SZ[9];B;B[aa])", [("no-value", 1, None, "B")], "B[aa]"),
        ("(;SZ[9][x];B[aa])", [], "B[aa]"),
        ("([y];SZ[9];B[aa])(;SZ[9];B[aa])", [("outside-game", 1, None, "([y];SZ[9];B[aa])")], "B[aa]"),
        ("hello (;SZ[9];B[aa])", [("outside-game", 1, None, "hello")], "B[aa]"),
        ("", [("no-game", None, None, "")], ""),
        (";B[aa];W[bb])", [("outside-game", 1, None, ";B[aa];W[bb])"), ("no-game", None, None, "")], ""),
    ],
)  # fmt: skip
def test_faults(text, expected, moves):
    record = read(text)
    assert faults(record) == expected
    assert names(record) == moves


def test_a_recapture_is_named_with_what_it_repeats_and_the_rest_is_read_on():
    record = read("(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb];B[gg];W[hh])")
    (fault,) = judge(record).faults
    assert (fault.code, fault.cause, fault.ply) == ("recapture", "illegal", 2)
    assert fault.params == {"side": "second", "repeats": 0, "length": 2}
    assert judge(record).board.stones[parse_point("bb")] == WHITE
    assert len(record.moves) == 4


@pytest.mark.parametrize(
    ("text", "komi", "codes", "candidates"),
    [
        ("", None, [], ()),
        ("0", 0, [], ()),
        ("7.50", 15, [], ()),
        ("-5.5", -11, [], ()),
        ("3.75", None, ["komi-in-stones"], ("7.5",)),
        ("2.75", None, ["komi-in-stones"], ("5.5",)),
        ("375", None, ["komi-in-stones"], ("7.5",)),
        ("6.3", None, ["komi-in-stones"], ()),
        ("seven", None, ["bad-komi"], ()),
    ],
)
def test_a_komi_is_never_guessed(text, komi, codes, candidates):
    record = read(f"(;SZ[9]RU[Chinese]{f'KM[{text}]' if text else ''};B[aa])")
    assert record.komi == komi
    assert [fault.code for fault in record.faults] == codes
    assert [fault.candidates for fault in record.faults] == [candidates] * len(codes)
    assert judge(record).is_valid


def test_two_games_in_a_file_are_two_games():
    records = read_file(b"(;SZ[9];B[aa])\n(;SZ[13];B[bb];W[!!])\n")
    assert [(record.index, record.size, len(record.moves)) for record in records] == [(0, 9, 1), (1, 13, 2)]
    assert [fault.line for fault in records[1].faults] == [2]


@pytest.mark.parametrize(
    ("text", "encoding", "declared"),
    [
        ("柯洁", "utf-8", ""),
        ("聂卫平", "gb18030", ""),
        ("吳清源 許功蓋", "big5", "Big5"),
        ("武宮正樹", "shift_jis", "Shift_JIS"),
        ("Jürgen", "latin-1", "ISO-8859-1"),
        ("朱镕基", "gb18030", "GB2312"),
        ("马晓春", "gb18030", "UTF-8"),
        ("马晓春", "gb18030", "no such thing"),
        ("马晓春", "gb18030", "rot13"),
    ],
)
def test_names_are_read_in_their_encoding_never_as_latin_1(text, encoding, declared):
    ca = f"CA[{declared}]" if declared else ""
    record = read(f"(;SZ[9]{ca}PB[{text}];B[aa])".encode(encoding))
    assert record.headers["Black"] == text
    assert faults(record) == []


def test_characters_whose_second_byte_is_a_bracket_do_not_end_a_value():
    name = "乗乚"  # in GBK 81 5B and 81 5C: a bracket, a backslash
    assert {name.encode("gb18030")[at] for at in (1, 3)} <= set(b"[\\]")
    assert read(f"(;SZ[9]PB[{name}];B[aa])".encode("gb18030")).headers["Black"] == name


def test_bytes_that_are_no_characters_are_a_fault_and_the_moves_are_read():
    record = read(b"(;SZ[9]\nPB[\xff\xff];B[aa])")
    assert faults(record) == [("bad-characters", 2, None, "")]
    assert names(record) == "B[aa]"
    assert judge(record).is_valid


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[19]" + b";B[aa]" * 60_000 + b")",
        b"(;B[aa]" * 48_000 + b")" * 48_000,
        b"(;B[aa]" * 56_000,
        b"(;B[aa]" + b"(;W[bb])" * 40_000 + b")",
        b"(;B[aa]" + b"(;W[bb]" * 40_000,
        b"(;AB" + b"[aa:ss]" * 56_000 + b")",
        b"(;B[aa]!" * 48_000,
        b"(;" * 120_000,
        b"(;)" * 120_000,
    ],
    ids=["flat", "deep", "unclosed", "wide", "wide-unclosed", "setup", "broken", "starts", "games"],
)
def test_huge_files_are_read_without_recursion(data):
    records = read_file(data)
    assert 1 <= len(records) <= MOST_GAMES
    for record in records:
        judged = judge(record)
        assert len(record.moves) <= MOST_MOVES
        assert len(judged.faults) <= MOST_FAULTS + 3


def test_limits_are_named():
    assert faults(read(b"(;" + b" " * MOST_BYTES)) == [("file-too-large", None, None, "")]
    record = read(b"(;SZ[9]" + b";B[];W[]" * 1001 + b")")
    assert len(record.moves) == MOST_MOVES
    assert faults(record) == [("too-many-moves", 1, None, "B[]")]


@pytest.mark.parametrize("name", [b"Ren\xe9", b"\xff\xfe"])
def test_a_name_in_an_encoding_that_is_not_named_swallows_no_move(name):
    """As GB18030 the last byte of the name and the bracket behind it are one character."""
    (record,) = read_file(b"(;SZ[9]PB[" + name + b"];B[aa];W[bb])")
    assert [str(move) for move in record.moves] == ["B[aa]", "W[bb]"]
    assert [fault.code for fault in record.faults] == [FaultCode.BAD_CHARACTERS]
    (chinese,) = read_file("(;SZ[9]PB[黃鎮閉];B[aa]C[閉;好];W[bb])".encode("gb18030"))
    assert (chinese.properties["PB"], chinese.faults) == ("黃鎮閉", ())


def test_a_negative_komi_in_stones_keeps_its_sign():
    (record,) = read_file(b"(;SZ[9]KM[-3.75];B[aa])")
    assert [fault.candidates for fault in record.faults] == [("-7.5",)]

"""Comments and variations of a record: kept with its reading, read back from it, and written out again."""

from __future__ import annotations

from django.utils import translation

from games.pages.notes import notes_of
from games.queries.public_games import played
from games.records.answer import MOST_VARIATIONS, readings, variations_from
from games.records.detect import read
from games.records.weiqi_variations import DEEPEST, variations_as_sgf
from games.rulebooks.weiqi_reading import readings as weiqi_readings
from games.weiqi.record import WeiqiRecord
from games.weiqi.values import Move
from games.weiqi.writing import write_sgf

PGN = b"""[Event "x"]

1. C2=5 {central cannon} H8+7 (1... C8=5 {same} 2. H2+3 (2. R1+1 {sharp})) 2. H2+3 {good} *
"""


def test_a_stored_reading_gives_the_variations_back() -> None:
    [game], [stored] = list(read(PGN)), list(readings(PGN, "auto"))
    assert variations_from(stored["variations"]) == game.variations
    assert stored["comments"] == {"1": "central cannon", "3": "good"}


def test_they_stand_in_order_below_the_game() -> None:
    [stored] = list(readings(PGN, "auto"))
    with translation.override("en"):
        notes = notes_of(played(stored, "", comments=True))
    assert [(note.ply, note.text, note.line, note.depth) for note in notes] == [
        (1, "central cannon", "", 0),
        (2, "", "1… C8=5 2. H2+3", 0),
        (2, "same", "", 1),
        (3, "", "2. R1+1", 1),
        (3, "sharp", "", 2),
        (3, "good", "", 0),
    ]


def test_without_comments_the_lines_are_left() -> None:
    [stored] = list(readings(PGN, "auto"))
    with translation.override("en"):
        notes = notes_of(played(stored, ""))
    assert [(note.text, note.line) for note in notes] == [("", "1… C8=5 2. H2+3"), ("", "2. R1+1")]


def test_what_programs_write_among_the_words_is_no_comment() -> None:
    [stored] = list(readings(b"1. C2=5 {[%clk 0:58:31]} H8+7 {well [%emt 0:00:42] played} *", "auto"))
    with translation.override("en"):
        notes = notes_of(played(stored, "", comments=True))
    assert [(note.ply, note.text) for note in notes] == [(2, "well  played")]


SGF = (
    b"(;SZ[9];B[aa](;W[bb](;B[cc](;W[dd])(;W[de]C[again]LB[aa:1];B[dd]))(;C[first];B[ee]))"
    b"(;W[ff]C[one \\] two](;B[gg])(;B[gh])))"
)


def test_variations_of_weiqi_are_kept_and_written_with_their_moves_and_comments_alone() -> None:
    [stored] = list(weiqi_readings(SGF, "weiqi"))
    assert [(line["ply"], line["moves"]["sgf"], line["comments"]) for line in stored["variations"]] == [
        (4, ["W[de]", "B[dd]"], {"4": "again"}),
        (3, ["B[ee]"], {"2": "first"}),
        (2, ["W[ff]", "B[gg]"], {"2": "one ] two"}),
    ]
    [inner] = stored["variations"][2]["variations"]
    assert (inner["ply"], inner["moves"]["sgf"]) == (3, ["B[gh]"])
    moves = tuple(Move.parse(text) for text in stored["moves"]["sgf"])
    variations = variations_as_sgf(stored["variations"])
    written = write_sgf(WeiqiRecord(size=9, moves=moves, variations=variations))
    [again] = list(weiqi_readings(written, "weiqi"))
    assert (again["moves"], again["variations"]) == (stored["moves"], stored["variations"])
    with translation.override("en"):
        notes = notes_of(played(stored, "", comments=True))
    assert [(note.ply, note.text, note.line, note.depth) for note in notes] == [
        (2, "", "2 F4 3 G3", 0),
        (2, "one ] two", "", 1),
        (3, "", "3 G2", 1),
        (3, "", "3 E5", 0),
        (2, "first", "", 1),
        (4, "", "4 D5 5 D6", 0),
        (4, "again", "", 1),
    ]


def test_lines_inside_one_another_are_kept_to_a_depth() -> None:
    deep = b"(;SZ[9];B[aa]" + b"(;W[bb])(;W[cc]" * 60 + b")" * 61
    [stored] = list(weiqi_readings(deep, "weiqi"))
    depth, lines = 0, stored["variations"]
    while lines:
        depth, lines = depth + 1, lines[0]["variations"]
    assert depth == DEEPEST


def test_there_is_an_end_to_what_is_kept() -> None:
    many = b"1. C2=5 H8+7 " + b"(1... C8=5) " * (2 * MOST_VARIATIONS) + b"*"
    [stored] = list(readings(many, "auto"))
    assert len(stored["variations"]) == MOST_VARIATIONS
    assert stored["plies"] == 2

"""Comments and variations of a record: kept with its reading, read back from it, and written out again."""

from __future__ import annotations

from django.utils import translation

from games.pages.notes import notes_of
from games.queries.public_games import played
from games.records.answer import MOST_VARIATIONS, readings, variations_from
from games.records.detect import read

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
        notes = notes_of(played(stored, "", variations=True))
    assert [(note.ply, note.text, note.line, note.depth) for note in notes] == [
        (1, "central cannon", "", 0),
        (2, "", "1… C8=5 2. H2+3", 0),
        (2, "same", "", 1),
        (3, "", "2. R1+1", 1),
        (3, "sharp", "", 2),
        (3, "good", "", 0),
    ]


def test_the_public_sees_the_lines_alone() -> None:
    [stored] = list(readings(PGN, "auto"))
    with translation.override("en"):
        notes = notes_of(played(stored, ""))
    assert [(note.text, note.line) for note in notes] == [("", "1… C8=5 2. H2+3"), ("", "2. R1+1")]


def test_there_is_an_end_to_what_is_kept() -> None:
    many = b"1. C2=5 H8+7 " + b"(1... C8=5) " * (2 * MOST_VARIATIONS) + b"*"
    [stored] = list(readings(many, "auto"))
    assert len(stored["variations"]) == MOST_VARIATIONS
    assert stored["plies"] == 2

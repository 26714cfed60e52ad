"""The fonts of this machine draw every letter of our languages, and no two alike."""

from __future__ import annotations

import unicodedata
from functools import cache

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from portal.ops import fonts as font_files
from portal.ops.fonts import CHINESE, Face, Fonts, fonts
from portal.published.drawing import Card, draw
from tests import machine
from tests.tournaments.paper.reading import PACKAGES

ATTACHED = frozenset("\u031b\u0327\u0328")
"""Marks that grow together with their letter: horn, cedilla, ogonek."""


def _marked(letters: str, marks: str) -> set[str]:
    both = letters + letters.upper()
    made = {unicodedata.normalize("NFC", letter + mark) for letter in both for mark in marks}
    return {letter for letter in made if len(letter) == 1}


VIETNAMESE = {*"đĐăâêôơưĂÂÊÔƠƯ"} | _marked("aăâeêioôơuưy", "\u0300\u0301\u0303\u0309\u0323")
PINYIN = _marked("aeiouü", "\u0300\u0301\u0304\u030c")
EUROPEAN = {chr(code) for code in range(0xA1, 0x180) if unicodedata.category(chr(code)) in ("Lu", "Ll", "No")}
ASCII = {chr(code) for code in range(0x21, 0x7F)}
LETTERS = sorted(VIETNAMESE | PINYIN | EUROPEAN | ASCII)
ALIKE = [{"Ð", "Đ"}]
"""Letters that look the same to everybody."""


@pytest.fixture
def installed() -> Fonts:
    faces = fonts()
    if faces is None or len(faces.faces) < 2:
        pytest.skip(machine.missing(PACKAGES))
    return faces


@cache
def _font(face: Face) -> TTFont:
    return TTFont(face.file, fontNumber=0, lazy=True)


def _outline(face: Face, character: str) -> tuple[object, ...]:
    font = _font(face)
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[ord(character)]].draw(pen)
    return tuple((step, tuple(points)) for step, points in pen.value)


def _parts(face: Face, character: str) -> int:
    return sum(step in ("closePath", "endPath") for step, *_points in _outline(face, character))


def _least_parts(face: Face, character: str) -> int:
    """Of how many closed lines a character is at least drawn: those of its letter or its figures, and one for
    each mark that stands apart."""
    spread = unicodedata.normalize("NFKD" if unicodedata.category(character) == "No" else "NFD", character)
    base = spread[0]
    marks = [mark for mark in spread[1:] if unicodedata.combining(mark)]
    if "\u2044" in spread:
        return 1 + sum(_parts(face, figure) for figure in spread if figure != "\u2044")
    above = any(unicodedata.combining(mark) == 230 for mark in marks)
    lost_dot = base in "ij" and above
    return _parts(face, base) - lost_dot + sum(mark not in ATTACHED for mark in marks)


def _drawn_by(installed: Fonts, character: str) -> Face | None:
    return next((face for face in installed.faces if ord(character) in face.characters), None)


def _amiss(installed: Fonts) -> list[str]:
    """The letters that nobody could read as what they are."""
    amiss, drawn = [], dict[tuple[object, ...], str]()
    for letter in LETTERS:
        face = _drawn_by(installed, letter)
        if face is None:
            amiss.append(f"{letter} is drawn by no font")
            continue
        outline = (face.family, *_outline(face, letter))
        same = drawn.setdefault(outline, letter)
        if same != letter and {same, letter} not in ALIKE:
            amiss.append(f"{letter} is drawn as {same}")
        if _parts(face, letter) < _least_parts(face, letter):
            amiss.append(f"{letter} lacks a part")
    return amiss


@pytest.mark.slow
def test_no_two_letters_are_drawn_alike_and_none_lacks_a_part(installed: Fonts) -> None:
    assert len(VIETNAMESE) == 12 * 2 * 5 + 14
    assert _amiss(installed) == []


@pytest.mark.slow
def test_what_the_font_of_setup_draws_wrongly_is_what_the_comparison_finds(
    installed: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = font_files._SHARE / CHINESE[1][0]
    if not file.is_file():
        pytest.skip(machine.missing(PACKAGES))
    monkeypatch.setattr(font_files, "BROKEN", {})
    bare = Fonts((Face("Paper", file, None), installed.faces[-1]))
    assert _amiss(bare) == [
        "½ lacks a part",
        "¾ lacks a part",
        "ǖ lacks a part",
        "ờ is drawn as ớ",
        "ỡ is drawn as õ",
    ]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(
    ("name", "other"), [("Nguyễn Văn Trường", "Nguyễn Văn Trướng"), ("Đỗ Mỡ", "Đỗ Mõ"), ("Đới", "Đời")]
)
def test_a_picture_tells_the_names_apart(installed: Fonts, name: str, other: str, form: str) -> None:
    form_of = unicodedata.normalize
    assert draw(Card(title=form_of(form, name)), installed) != draw(
        Card(title=form_of(form, other)), installed
    )
    assert draw(Card(title=form_of(form, name)), installed) == draw(Card(title=name), installed)

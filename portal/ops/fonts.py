"""Find the fonts that paper is set in, and which characters they have.

A *face* is a file that a PDF may embed. The first that is there of `CHINESE` sets everything; DejaVu Sans,
which Pango usually brings along, helps with what that one lacks or draws wrongly.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from django.conf import settings

# What a machine needs that has neither the library nor a font.
APT = (
    "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    " fonts-wqy-microhei fonts-dejavu-core"
)

_SHARE = Path("/usr/share/fonts")
CHINESE = (
    # Both scripts in their own forms, told apart by the language of the text.
    ("opentype/noto/NotoSansCJK-Regular.ttc", "opentype/noto/NotoSansCJK-Bold.ttc"),
    # Small, with more Latin letters than the first, but in one weight and one form.
    ("truetype/wqy/wqy-microhei.ttc", ""),
)
HELPER = ("truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf")
# Characters that a font has but draws wrongly: its ½ has no 2, its ¾ no 3, its ǖ no u, its ờ is ớ and its ỡ
# is õ. `tests/portal/ops/test_fonts.py` compares the outlines of every letter of our languages.
BROKEN = {"wqy-microhei.ttc": frozenset("½¾ǖờỡ")}


@dataclass(frozen=True)
class Face:
    """One font: its file, the file of its bold weight if it has one, its family in the style sheet."""

    family: str
    file: Path
    bold: Path | None

    @cached_property
    def _claimed(self) -> dict[int, bool]:
        """Read every character that it claims to have, and whether its glyph has an outline."""
        from fontTools.ttLib import TTFont

        with TTFont(self.file, fontNumber=0, lazy=True) as font:
            glyphs, empty = font.getBestCmap(), set()
            # All have one in a font that keeps its outlines in another way (CFF).
            if "loca" in font:
                starts = font["loca"]
                names = enumerate(font.getGlyphOrder())
                empty = {name for place, name in names if starts[place] == starts[place + 1]}
            return {code: glyph not in empty for code, glyph in glyphs.items()}

    @property
    def broken(self) -> frozenset[str]:
        return BROKEN.get(self.file.name, frozenset())

    @cached_property
    def characters(self) -> frozenset[int]:
        """List every character that it can draw."""
        broken = {ord(character) for character in self.broken}
        return frozenset(
            code
            for code, is_drawn in self._claimed.items()
            # Not one whose glyph is empty, as of ǎ in one of ours.
            if code not in broken and (is_drawn or unicodedata.category(chr(code)) == "Zs")
        )

    @cached_property
    def _copies(self) -> list[IO[bytes]]:
        """Copies of its files, the bold one last, that have none but its characters."""
        from fontTools.ttLib import TTFont

        copies: list[IO[bytes]] = []
        for file in filter(None, (self.file, self.bold)):
            with TTFont(file, fontNumber=0, lazy=True) as font:
                for table in filter(lambda table: table.isUnicode(), font["cmap"].tables):
                    table.cmap = {code: name for code, name in table.cmap.items() if code in self.characters}
                copy = NamedTemporaryFile(prefix="qiyuan-font-", suffix=".ttf")  # noqa: SIM115  for as long as the process lives
                font.save(copy)
                copy.flush()
                copies.append(copy)
        return copies

    @property
    def rules(self) -> str:
        """Write ``@font-face`` for the style sheet."""
        files = [file for file in (self.file, self.bold) if file]
        # A font that claims more than it draws must not be asked for the rest. A range in the style sheet
        # would say so as well, but Debian 13's Pango takes no notice of it.
        if self._claimed.keys() != self.characters:
            files = [Path(copy.name) for copy in self._copies]
        return "\n".join(
            f'@font-face {{ font-family: "{self.family}"; font-weight: {weight};'
            f' src: url("{file.as_uri()}") }}'
            for file, weight in zip(files, (400, 700), strict=False)
        )


@dataclass(frozen=True)
class Fonts:
    """Faces in the order in which they are asked for a character."""

    faces: tuple[Face, ...]

    @cached_property
    def characters(self) -> frozenset[int]:
        return frozenset().union(*(face.characters for face in self.faces))

    @property
    def families(self) -> str:
        return ", ".join(f'"{face.family}"' for face in self.faces)

    @property
    def rules(self) -> str:
        return "\n".join(face.rules for face in self.faces)

    @property
    def name(self) -> str:
        """Name the fonts for a paper's digest."""
        # Another font is another paper, and so are other characters that are taken from the next.
        return "+".join(face.file.name + "".join(sorted(face.broken)) for face in self.faces)

    def outside(self, text: str) -> list[str]:
        """List the characters of ``text`` that would not be seen as they are, in order, each once."""
        # Without a sign in any face it would be a box, without a word of warning; or it is made to act unseen
        # on those around it (right-to-left marks).
        return [character for character in dict.fromkeys(text) if not self._draws(character)]

    def _draws(self, character: str) -> bool:
        if character in "\n\u00a0 ":
            return True
        return unicodedata.category(character) not in ("Cf", "Cc") and ord(character) in self.characters


def _face(family: str, regular: Path, bold: Path) -> Face | None:
    return Face(family, regular, bold if bold.is_file() else None) if regular.is_file() else None


@cache
def fonts() -> Fonts | None:
    """Find the fonts of this machine; None when it has none for Chinese."""
    # The setting names a file that goes before those of the system.
    own_faces = [(settings.PAPER_FONT, "")] if settings.PAPER_FONT else []
    faces_found = (
        _face("Paper", _SHARE / regular, _SHARE / bold if bold else Path())
        for regular, bold in [*own_faces, *CHINESE]
    )
    first = next((face for face in faces_found if face), None)
    if first is None:
        return None
    helper = _face("Helper", _SHARE / HELPER[0], _SHARE / HELPER[1])
    return Fonts((first, helper) if helper else (first,))

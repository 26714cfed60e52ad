"""Draw boards for paper, each whole in itself."""

from __future__ import annotations

from html import escape

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.pages.boards import GLYPHS
from games.weiqi.positions import placed_stones
from games.weiqi.values import COLOUR_LETTERS, STRIDE, star_points
from games.xiangqi.fen import PIECE_LETTERS, Position
from games.xiangqi.values import Move
from tournaments.paper.blanks import drawing_address

INK, RED = "#1b1a17", "#b3261e"
_PALACES = "M4 1l2 2M6 1l-2 2M4 8l2 2M6 8l-2 2"


# The press knows no style sheet inside a drawing.
def xiangqi(position: Position, last: Move | None = None) -> SafeString:
    """Draw a position, Red below; the last move is marked at both its ends."""
    files = "".join(
        f"M{x} 1v{9 if x in (1, 9) else 4}" + ("" if x in (1, 9) else f"M{x} 6v4") for x in range(1, 10)
    )
    ranks = "".join(f"M1 {y}h8" for y in range(1, 11))
    drawn = [
        f'<path d="{files}{ranks}{_PALACES}" fill="none" stroke="{INK}" stroke-width=".03"/>',
        _text(3, 5.65, "楚河", "#8d887c"),
        _text(7, 5.65, "漢界", "#8d887c"),
    ]
    for square in last or ():
        x, y = _point(square)
        drawn.append(
            f'<rect x="{x - 0.46:g}" y="{y - 0.46:g}" width=".92" height=".92" fill="none" stroke="#8d887c" '
            'stroke-width=".05"/>'
        )
    for square, piece in enumerate(position.squares):
        if piece:
            x, y = _point(square)
            letter = PIECE_LETTERS[piece]
            colour = INK if letter.islower() else RED
            drawn.append(
                f'<circle cx="{x}" cy="{y}" r=".42" fill="#fff" stroke="{colour}" stroke-width=".05"/>'
                + _text(x, y + 0.2, GLYPHS[letter], colour)
            )
    return _drawing("".join(drawn), 10, 11)


def weiqi(position: str) -> SafeString:
    """A board with its stones, from the text of a position."""
    size, held = placed_stones(position)
    lines = "".join(f"M1 {n}h{size - 1}M{n} 1v{size - 1}" for n in range(1, size + 1))
    drawn = [f'<path d="{lines}" fill="none" stroke="{INK}" stroke-width=".03"/>']
    for point in star_points(size):
        y, x = divmod(point, STRIDE)
        drawn.append(f'<circle cx="{x + 1}" cy="{y + 1}" r=".1" fill="{INK}"/>')
    for point, colour in held.items():
        y, x = divmod(point, STRIDE)
        fill = INK if COLOUR_LETTERS[colour].lower() == "b" else "#fff"
        drawn.append(
            f'<circle cx="{x + 1}" cy="{y + 1}" r=".46" fill="{fill}" stroke="{INK}" stroke-width=".04"/>'
        )
    return _drawing("".join(drawn), size + 1, size + 1)


def _point(square: int) -> tuple[int, int]:
    return square // 10 + 1, 10 - square % 10


def _text(x: float, foot: float, text: str, colour: str) -> str:
    return (
        f'<text x="{x:g}" y="{foot:g}" text-anchor="middle" font-family="Paper" font-size=".56" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _drawing(drawn: str, width: int, height: int) -> SafeString:
    picture = drawing_address(drawn, f".4 .4 {width - 0.8:g} {height - 0.8:g}")
    return format_html('<img class="diagram" src="{}" alt="">', picture)

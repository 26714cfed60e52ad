"""What is blank on a scoresheet, as a drawing: lines to write moves on, or a board to draw them on."""

from __future__ import annotations

from base64 import b64encode

# A blank scoresheet has room for so many.
MOVES = 60
_ROW, _WIDTH = 4.45, 132.0
_NUMBER = 8.0
_INK = 'fill="none" stroke="#8d887c" stroke-width=".1"'


def move_lines(first: str, second: str) -> str:
    """Two columns of numbered moves under the words for the sides, as an address of the drawing."""
    rows = MOVES // 2
    half = _WIDTH / 2
    box = (half - _NUMBER) / 2
    down = _ROW * (rows + 1)
    uprights = [start + step for start in (0.0, half) for step in (0.0, _NUMBER, _NUMBER + box)] + [_WIDTH]
    path = [f"M0 {_ROW * row:g}H{_WIDTH:g}" for row in range(rows + 2)]
    path += [f"M{x:g} 0V{down:g}" for x in uprights]
    texts = [
        _text(start + _NUMBER - 1.2, _ROW * (row + 1), str(number), "end")
        for start, shift in ((0.0, 0), (half, rows))
        for row, number in enumerate(range(1 + shift, rows + 1 + shift), start=1)
    ]
    texts += [
        _text(start + _NUMBER + box * (column + 0.5), _ROW, word, "middle")
        for start in (0.0, half)
        for column, word in enumerate((first, second))
    ]
    return _address(f'<path {_INK} d="{"".join(path)}"/>{"".join(texts)}', _WIDTH, down)


def empty_board(lines: int = 19) -> str:
    """A board of weiqi with its stars, as an address of the drawing."""
    last = lines - 0.5
    path = "".join(f"M.5 {n + 0.5}H{last}M{n + 0.5} .5V{last}" for n in range(lines))
    stars = "".join(
        f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r=".12" fill="#1b1a17"/>'
        for x in (3, 9, 15)
        for y in (3, 9, 15)
    )
    drawn = f'<path fill="none" stroke="#1b1a17" stroke-width=".03" d="{path}"/>{stars}'
    return _address(drawn, lines, lines)


def _text(x: float, foot: float, text: str, anchor: str) -> str:
    where = f'x="{x:g}" y="{foot - 1.3:g}" text-anchor="{anchor}"'
    return f'<text {where} font-family="Paper" font-size="2.4" fill="#5d594f">{text}</text>'


def _address(drawn: str, width: float, height: float) -> str:
    return drawing_address(drawn, f"-.2 -.2 {width + 0.4:g} {height + 0.4:g}")


def drawing_address(drawn: str, box: str) -> str:
    """``drawn``: what stands within the drawing, whole in itself; ``box``: what of it is seen."""
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'
    return f"data:image/svg+xml;base64,{b64encode(whole.encode()).decode()}"

"""Time controls as people write them: ``60 min + 30 s``, ``90+30``, ``1h30 + 30s``, ``60分+30秒``.

*main time*   what a player has for the whole game
*increment*   what each move adds
*byo-yomi*    after the main time so many periods; a move within a period gives it back whole
*Canadian*    after the main time so many moves within each period
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

MOST_MAIN = 86_400
MOST_INCREMENT = 600
MOST_PERIODS = 60
MOST_PERIOD = 7_200
MOST_MOVES = 200
MOST_TEXT = 80


class TimeControlError(ValueError):
    """What is no time control, with the text. ``beyond``: it can be read, but nobody plays so."""

    def __init__(self, text: str, *, beyond: bool = False) -> None:
        super().__init__(f"no time control: {text!r}")
        self.text = text
        self.beyond = beyond


@dataclass(frozen=True, slots=True)
class TimeControl:
    """``main``, ``increment`` and ``period`` in seconds. ``periods``: of byo-yomi; ``moves``: within each
    Canadian period; 0 where there is none.

    >>> str(TimeControl.parse("1h30 + 30s")), str(TimeControl.parse("60分，读秒3次，每次30秒"))
    ('90 min + 30 s', '60 min, 3 × 30 s byo-yomi')
    """

    main: int
    increment: int = 0
    periods: int = 0
    period: int = 0
    moves: int = 0

    def __post_init__(self) -> None:
        """Raises `TimeControlError` (``beyond``)."""
        if self.moves or self.periods:
            after = not self.increment and bool(self.moves) != bool(self.periods) and self.period > 0
        else:
            after = self.main > 0 and not self.period
        limits = (
            (self.main, MOST_MAIN),
            (self.increment, MOST_INCREMENT),
            (self.periods, MOST_PERIODS),
            (self.period, MOST_PERIOD),
            (self.moves, MOST_MOVES),
        )
        if not after or not all(0 <= value <= most for value, most in limits):
            raise TimeControlError(str(self), beyond=True)

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Raises `TimeControlError`."""
        if len(text) > MOST_TEXT:
            raise TimeControlError(text[:MOST_TEXT])
        try:
            return _Reader(text).read()
        except TimeControlError as error:
            raise TimeControlError(text, beyond=error.beyond) from None

    def __str__(self) -> str:
        main = duration(self.main)
        if self.periods:
            return f"{main}, {self.periods} × {duration(self.period)} byo-yomi"
        if self.moves:
            return f"{main}, {self.moves} moves in {duration(self.period)}"
        return f"{main} + {duration(self.increment)}" if self.increment else main


def duration(seconds: int) -> str:
    """``90 min``, ``30 s``, ``2 min 30 s``."""
    minutes, remainder = divmod(seconds, 60)
    if not remainder:
        return f"{minutes} min"
    return f"{minutes} min {remainder} s" if minutes else f"{remainder} s"


_WORDS = (
    # The longer ones first: what they say, and how it is written in English, Chinese and Vietnamese.
    ("byo", r"byo[ -]?yomi|byo|overtime|読秒|读秒|讀秒|đếm giây|保留时间|保留時間"),
    ("each", r"per move|a move|each move|/ ?move|每步|每着|每著|每手|mỗi nước|/ ?nước"),
    ("moves", r"moves?|步|着|著|手|nước"),
    ("periods", r"periods?|次|个|個|lần"),
    ("h", r"hours?|hrs?|h|小时|小時|时|時|giờ"),
    ("m", r"minutes?|mins?|min|m|分钟|分鐘|分|phút|'"),
    ("s", r"seconds?|secs?|sec|s|秒钟|秒鐘|秒|giây|\""),
    ("x", r"x|×|✕|\*"),
    ("+", r"\+|plus|加|cộng|thêm"),
    (
        "",
        r"[\s,;./、。]|then|in|of|and|for|game|within|trong|sau đó|per player|per side|per period"
        r"|each player|each side|mỗi bên|mỗi lần|mỗi|canadian"
        r"|每方|各|之后|之後|每次|每|内|內|后|後|共|用时|用時|加拿大",
    ),
)
_TOKEN = re.compile(
    r"(?P<clock>\d{1,2}:\d{2}:\d{2})|(?P<number>\d+(?:[.,]5)?)|"
    + "|".join(f"(?P<w{index}>{words})" for index, (_, words) in enumerate(_WORDS)),
)
_UNITS = {"h": 3600, "m": 60, "s": 1}


class _Reader:
    """Reads left to right: the main time, then whatever follows it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._tokens())
        self.plus = self.each = self.byo = False
        self.durations: list[int] = []
        self.moves = self.periods = 0

    def read(self) -> TimeControl:
        main = self._main()
        self._read_remaining()
        match self.durations:
            case []:
                self._only(not (self.plus or self.each or self.byo or self.moves or self.periods))
                return TimeControl(main)
            case [each] if self.moves:
                self._only(not (self.each or self.periods > 1))
                return TimeControl(main, period=each, moves=self.moves)
            case [each] if self.byo or self.periods:
                return TimeControl(main, periods=self.periods or 1, period=each)
            case [each] if self.plus or self.each:
                return TimeControl(main, increment=each)
        raise TimeControlError(self.text)

    def _tokens(self) -> Iterator[tuple[str, str]]:
        text = unicodedata.normalize("NFKC", self.text.replace("″", '"').replace("”", '"'))
        text = text.replace("′", "'").replace("’", "'").replace("''", '"').lower()
        end = 0
        for token in _TOKEN.finditer(text):
            self._only(token.start() == end)
            end = token.end()
            if token["clock"] or token["number"]:
                yield ("clock" if token["clock"] else "number", token[0])
            else:
                kind = _WORDS[int(str(token.lastgroup)[1:])][0]
                if kind or token[0] in ",;、，":
                    yield (kind or ",", token[0])
        self._only(end == len(text))

    def _only(self, right: bool) -> None:
        if not right:
            raise TimeControlError(self.text)

    def _main(self) -> int:
        """Up to where something else begins. A number without a unit is minutes."""
        self._only(bool(self.tokens) and self.tokens[0][0] in ("number", "clock"))
        return self._duration(bare=60)

    def _duration(self, *, bare: int) -> int:
        """The one that begins here: ``1 h 30``, ``90 min``, or a number of ``bare`` seconds."""
        kind, text = self.tokens.pop(0)
        if kind == "clock":
            hours, minutes, seconds = map(int, text.split(":"))
            return 3600 * hours + 60 * minutes + seconds
        total, unit = 0.0, 0
        while True:
            number = float(text.replace(",", "."))
            smaller = {3600: 60, 60: 1}.get(unit, bare)
            if self.tokens and self.tokens[0][0] in _UNITS:
                fresh = _UNITS[self.tokens.pop(0)[0]]
                self._only(not unit or fresh < unit)
                unit = fresh
                total += number * unit
            else:
                return int(total + number * smaller)
            if unit == 1 or not self._goes_on(unit):
                self._only(total == int(total))
                return int(total)
            text = self.tokens.pop(0)[1]

    def _goes_on(self, unit: int) -> bool:
        """Whether a smaller part of the same duration follows."""
        if not self.tokens or self.tokens[0][0] != "number":
            return False
        after = self.tokens[1][0] if len(self.tokens) > 1 else ""
        return (after in _UNITS and _UNITS[after] < unit) or after in ("", "+", ",")

    def _read_remaining(self) -> None:
        while self.tokens:
            kind, text = self.tokens[0]
            after = self.tokens[1][0] if len(self.tokens) > 1 else ""
            if kind == "number" and after in ("moves", "periods", "x"):
                self._count(after, text)
            elif kind == "number":
                self.durations.append(self._duration(bare=1))
            elif kind in ("+", "each", "byo", ","):
                self.tokens.pop(0)
                self.plus |= kind == "+"
                self.each |= kind == "each"
                self.byo |= kind == "byo"
            elif kind == "x" and after == "number" and self.durations and not self.periods:
                # 30 s × 3
                self.periods = int(self._whole(self.tokens[1][1]))
                del self.tokens[:2]
            else:
                raise TimeControlError(self.text)

    def _count(self, kind: str, text: str) -> None:
        """So many moves, or periods."""
        del self.tokens[:2]
        count = self._whole(text)
        if kind == "moves":
            self._only(not self.moves)
            self.moves = count
        else:
            self._only(not self.periods)
            self.periods = count

    def _whole(self, text: str) -> int:
        self._only(text.isdecimal() and len(text) < 6 and int(text) > 0)
        return int(text)

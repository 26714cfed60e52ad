"""The figures of FIDE's B.02 8.1 and the logistic curve, as integers.

8.1.2 is stored, not computed: the normal curve with deviation 2000/7 gives other values at 54, 343, 344, 358,
392 and 620.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache

# 8.1.2: the last difference at which the higher player is expected to score .50, .51 …; beyond, 1.0.
_LAST_DIFFERENCES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170),
    *(179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411),
    *(432, 456, 484, 517, 559, 619, 735),
)

# 8.1.1: the difference that a score of 50, 51 … 100 per cent stands for; below 50, the same less than 0.
DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175),
    *(
        184,
        193,
        202,
        211,
        220,
        230,
        240,
        251,
        262,
        273,
        284,
        296,
        309,
        322,
        336,
        351,
        366,
        383,
        401,
        422,
        444,
    ),
    *(470, 501, 538, 589, 677, 800),
)


def _hundredths() -> tuple[int, ...]:
    rows: list[int] = []
    for row, last in enumerate(_LAST_DIFFERENCES):
        rows += [50 + row] * (last + 1 - len(rows))
    return (*rows, 100)


# Expected of the higher player by the difference; the last one goes for all that are greater.
HUNDREDTHS = _hundredths()


def expected_hundredths(difference: int) -> int:
    """``difference``: own rating less the opponent's.

    >>> expected_hundredths(0), expected_hundredths(-3), expected_hundredths(-4), expected_hundredths(400)
    (50, 50, 49, 92)
    """
    if difference >= 0:
        return HUNDREDTHS[min(difference, len(HUNDREDTHS) - 1)]
    return 100 - HUNDREDTHS[min(-difference, len(HUNDREDTHS) - 1)]


def dp(percent: int) -> int:
    """``percent`` 0 … 100.

    >>> dp(57), dp(43), dp(0)
    (50, -50, -800)
    """
    return DP[percent - 50] if percent >= 50 else -DP[50 - percent]


_CONTEXT = Context(prec=40)


@cache
def _curve(difference: int) -> int:
    power = _CONTEXT.power(Decimal(10), Decimal(-difference) / 400)
    share = _CONTEXT.divide(Decimal(10_000), 1 + power)
    return int(share.quantize(Decimal(1), ROUND_HALF_UP))


def expected_ten_thousandths(difference: int) -> int:
    """By 1 / (1 + 10^(−D/400)), rounded once; both sides of a game make 10,000.

    >>> expected_ten_thousandths(100), expected_ten_thousandths(-100)
    (6401, 3599)
    """
    return _curve(difference) if difference >= 0 else 10_000 - _curve(-difference)


def per_cent(halves: int, games: int) -> int:
    """A score as a whole per cent, half up.

    >>> per_cent(10, 8)
    63
    """
    return (100 * halves + games) // (2 * games)


def half_up(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def half_away(numerator: int, denominator: int) -> int:
    """Round half away from zero (8.3.4).

    >>> half_away(-250, 100), half_away(250, 100), half_away(-49, 100)
    (-3, 3, 0)
    """
    return half_up(numerator, denominator) if numerator >= 0 else -half_up(-numerator, denominator)

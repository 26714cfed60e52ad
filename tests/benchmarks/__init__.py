"""Benchmarks: each module has ``main()``, which measures and prints its own table of medians and ratios.

They are no tests: what a machine does in a second is no fact about the program. ``./go bench`` runs them.
"""

import os
from typing import TypeVar

SHORT = "QIYUAN_SHORT"
T = TypeVar("T")


def shortest(whole: T, short: T) -> T:
    """``whole``, or ``short`` where only whether a benchmark runs is asked (``./go bench --short``)."""
    return short if os.environ.get(SHORT) else whole

"""No pattern of ours takes more than its share of time for a text that somebody has made for it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.patterns import ROOT

pytestmark = [pytest.mark.anywhere, pytest.mark.slow]


def fed(*patterns: str) -> dict[str, object]:
    done = subprocess.run(
        (sys.executable, "-m", "tests.patterns", *patterns), cwd=ROOT, capture_output=True, check=True
    )
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_patterns_that_take_the_square_are_recognised() -> None:
    before = (
        r"CA\s*\[\s*([A-Za-z0-9_.:\- ]{1,40})\s*\]",
        r"charset\s*[\"'=\s]\s*[\"']?\s*([A-Za-z0-9_-]{3,20})",
        r"(a+)+b",
    )
    slow = fed(*before)["slow"]
    assert isinstance(slow, list)
    assert {pattern for pattern, *_ in slow} == {repr(b) for b in before}


def test_every_pattern_of_production_takes_time_as_the_text_is_long() -> None:
    answer = fed()
    assert answer["slow"] == []
    assert isinstance(answer["patterns"], int)
    assert answer["patterns"] > 100

"""The examples of ``docs/reference/weiqi.md`` run."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "weiqi.md"


def test_examples_of_the_page():
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted >= 8

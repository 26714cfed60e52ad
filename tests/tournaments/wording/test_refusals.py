"""Each code has one sentence: where two tables word it, the later one would hide the other without a word."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from tournaments import wording


def test_no_code_is_worded_twice() -> None:
    [folder] = wording.__path__
    codes = Counter(
        key.value
        for path in Path(folder).rglob("*.py")
        for table in ast.walk(ast.parse(path.read_text()))
        if isinstance(table, ast.Dict)
        for key, value in zip(table.keys, table.values, strict=True)
        if isinstance(key, ast.Constant) and "gettext_noop" in ast.unparse(value)
        if isinstance(key.value, str) and "-" in key.value
    )
    assert codes
    assert [code for code, times in codes.items() if times > 1] == []

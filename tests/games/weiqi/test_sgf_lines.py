"""What a text of SGF is, as far as a tap has to know: one line to which a move can be added."""

from __future__ import annotations

import pytest

from games.weiqi.sgf import is_one_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(;GM[1]SZ[9])", True),
        ("\n(;GM[1];B[aa]\n;W[bb] )\n", True),
        ("(;C[a (good\\] move)];B[aa])", True),
        ("(;B[aa](;W[bb])(;W[cc]))", False),
        ("(;B[aa])(;B[bb])", False),
        ("before (;B[aa])", False),
        ("(;B[aa]", False),
        ("", False),
    ],
)
def test_one_line_is_a_single_tree_to_its_last_bracket(text: str, expected: bool) -> None:
    assert is_one_line(text) is expected

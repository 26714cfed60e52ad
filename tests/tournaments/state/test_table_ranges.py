"""Tables as a person lists them."""

from __future__ import annotations

import pytest

from tournaments.state.table_ranges import is_within, read_ranges, write_ranges


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1-14, 20", "1–14, 20"),
        ("20;3 – 5，1", "1, 3–5, 20"),
        ("", ""),
        (" , ", ""),
        ("7-7", "7"),
    ],
)
def test_read_and_written(text: str, written: str) -> None:
    ranges = read_ranges(text)
    assert write_ranges(ranges) == written
    assert read_ranges(written) == ranges


@pytest.mark.parametrize("text", ["x", "5-3", "0", "1-", "99999", "1 2", "-4"])
def test_what_is_no_table(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        read_ranges(text)


def test_none_given_means_all() -> None:
    assert is_within(99, ())
    assert is_within(3, ((1, 4),))
    assert not is_within(5, ((1, 4),))

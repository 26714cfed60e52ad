"""Addresses in announcements become links, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.wording.links import linked_text


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Rules: https://example.org/a?b=1.", "https://example.org/a?b=1"),
        ("规则：https://example.org/规，见附件", "https://example.org/规"),
        ("(http://example.org/)", "http://example.org/"),
        ("two\nhttps://example.org/x\nlines", "https://example.org/x"),
    ],
)
def test_an_address_ends_where_a_reader_ends_it(text: str, address: str) -> None:
    assert f'<a href="{address}" rel="nofollow">{address}</a>' in linked_text(text)


@given(st.text(alphabet="https:/ab.<>\"'&\n ，", max_size=60))
def test_nothing_that_is_typed_becomes_markup(text: str) -> None:
    """Whoever takes out the two tags that are made has the escaped text."""
    assert not {"javascript", "<script"} & set(linked_text(text).lower().split())
    for part in linked_text(f"{text} javascript:alert(1) <script>").split("<")[1:]:
        assert part.startswith(('a href="http', "/a>", "br>"))

"""What the tests of pages stand on."""

import pytest
from django.http import HttpResponse

from tests.world import check_html, skeleton

PAGE = (
    '<!doctype html><title>Men</title><table class="a b"><tr><td title="1st">Wu &amp; Co.</td></tr></table>'
)


def test_pages_with_other_names_have_one_skeleton() -> None:
    check_html(HttpResponse(PAGE))
    assert skeleton(PAGE) == skeleton(
        PAGE.replace("Wu", "Đặng Đức").replace("1st", "2nd").replace("a b", "c")
    )


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("<tr>", "<p>Men</p><tr>"),
        ("&amp;", "&wu"),
        ('title="1st"', 'title="1st" title="2nd"'),
        ("</td>", "</b></td>"),
        ('"1st"', '"1&st;"'),
    ],
)
def test_what_is_not_valid_is_seen_after_a_page_that_is(good: str, bad: str) -> None:
    check_html(HttpResponse(PAGE))
    with pytest.raises(AssertionError):
        check_html(HttpResponse(PAGE.replace(good, bad)))

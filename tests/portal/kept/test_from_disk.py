"""Pages as they are opened from disk: their links and their scripts."""

from __future__ import annotations

import pytest

from portal.kept import scripts
from portal.kept.from_disk import kept_page, member_of

MEMBERS = {
    "en/e/cup/index.html",
    "en/e/cup/men/round/1/index.html",
    "vi/e/cup/index.html",
    "download/e/cup/a.sgf",
}
AT = "en/e/cup/men/round/1/index.html"
pytestmark = pytest.mark.anywhere


def on_disk(html: str) -> tuple[str, list[str]]:
    wanted: list[str] = []

    def static(address: str) -> str:
        wanted.append(address)
        return address.lstrip("/")

    site = "https://qiyuan.example"
    return kept_page(html, AT, members=MEMBERS, site=site, static=static), wanted


@pytest.mark.parametrize(
    ("address", "leads"),
    [
        ("/en/e/cup/", "../../../index.html"),
        ("../../../", "../../../index.html"),
        ("../../../#top", "../../../index.html#top"),
        ("#seven", "#seven"),
        ("/vi/e/cup/", "../../../../../../vi/e/cup/index.html"),
        ("https://qiyuan.example/en/e/cup/", "../../../index.html"),
        ("/en/download/e/cup/a.sgf", "../../../../../../download/e/cup/a.sgf"),
        ("/en/desk/", "https://qiyuan.example/en/desk/"),
        ("/en/search/?q=a&amp;b=1", "https://qiyuan.example/en/search/?q=a&amp;b=1"),
        ("https://other.example/x", "https://other.example/x"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("/en/e/cup/?sort=1", "../../../index.html"),
    ],
)
def test_what_is_kept_is_reached_within_and_the_rest_at_the_site(address: str, leads: str) -> None:
    page, _ = on_disk(f'<a class="x" href="{address}">x</a>')
    assert page == f'<a class="x" href="{leads}">x</a>'


def test_scripts_that_run_without_a_server_are_one() -> None:
    page, wanted = on_disk(
        '<head><script type="module" src="/static/portal/viewer.0123456789ab.js"></script>\n'
        '<script type="module" src="/static/portal/live.js"></script>'
        '<link rel="stylesheet" href="/static/portal/qiyuan.css">'
        '<script type="application/ld+json">{"a": 1}</script></head>'
    )
    assert 'data-start="viewer"' in page
    assert "live" not in page
    assert '<script type="application/ld+json">{"a": 1}</script>' in page
    assert wanted == ["/static/portal/qiyuan.css"]


def test_forms_that_are_sent_are_left_out() -> None:
    assert on_disk('<p>a</p><form class="x" method="post" action="/b/"><input></form>')[0] == "<p>a</p>"


def test_members_have_the_address_of_their_page() -> None:
    assert member_of("/en/e/cup/") == "en/e/cup/index.html"
    assert member_of("/download/e/cup/%E6%A3%8B.sgf") == "download/e/cup/棋.sgf"


def test_every_script_that_may_run_is_bundled_with_what_it_imports() -> None:
    text = scripts.bundle(sorted(scripts.RUN))
    for name in (*scripts.RUN, "moves"):
        assert f"\n{name}() {{\n" in text
    assert "\nimport " not in text
    assert "\nexport " not in text

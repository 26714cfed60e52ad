"""Static files as they are served."""

import re

import pytest

from tests.browser.site import ROOT, made


@pytest.mark.slow
def test_scripts_import_each_other_under_the_names_that_pages_use() -> None:
    with made("ready") as folder:
        static = folder / "data" / "static" / "portal"
    imported = {
        (name, matches)
        for name in ("desk", "waiting", "sheet")
        for script in static.glob(f"{name}.????????????.js")
        for matches in re.findall(r'from "\./((?:waiting|queue)\.[0-9a-f]{12}\.js)"', script.read_text())
    }
    assert {(name, matches.split(".")[0]) for name, matches in imported} == {
        ("desk", "waiting"),
        ("desk", "queue"),
        ("waiting", "queue"),
        ("sheet", "queue"),
    }
    for _, matches in imported:
        assert (static / matches).exists()


@pytest.mark.slow
def test_sheets_go_out_whole_without_their_comments() -> None:
    with made("ready") as folder:
        static = folder / "data" / "static" / "portal"
    for name in ("qiyuan", "screen"):
        [sheet] = static.glob(f"{name}.????????????.css")
        written = (ROOT / "portal/static/portal" / f"{name}.css").read_text()
        assert "/*" in written
        assert sheet.read_text().split() == re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL).split()

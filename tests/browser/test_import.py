"""A list of players as a club sends it, from the file to the entries, in three actions; and one whose columns
somebody has to say, once."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from tests.browser.driving import SOON, Clicks, sign_in
from tests.browser.site import Site, running
from tests.browser.words import BOTH, Words
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # a whole journey

SET_UP = """
from tournaments.demo import cast, stages
stages.found_section(cast.ensure_cast(), seed=7)
answer = 0
"""
LETTERHEAD = (
    ("2026年全国象棋公开赛报名表",),
    ("报名单位：湖北省象棋协会",),
    (),
    ("序号", "姓名", "英文名", "国家", "等级称号", "等级分", "出生年月", "单位", "备注"),
)
SENT = (
    *(
        (n, f"棋手{n}", f"PLAYER, Number {chr(64 + n)}", "中国", "大师", 2400 + n, "1990-05", "武汉", "")
        for n in range(1, 9)
    ),
    (9, "王一", "WANG Yi", "Atlantis", "特级大师", "strong", "1985年3月", "武汉", ""),
    (10, "", "", "中国", "", 2300, "", "", "to be named"),
)
UNKNOWN = "Kto;Skąd;Ile\nAnna Zielińska;POL;1890\nJan Nowak;POL;1750\n"


def workbook() -> bytes:
    book = Workbook()
    for row in (*LETTERHEAD, *SENT):
        book.active.append(row)
    book.active.merge_cells("A1:I1")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.fixture(params=BOTH)
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Site, Words]]:
    site = Site(tmp_path, free_port())
    site.install("ready")
    site.ask(SET_UP)
    with running(site):
        yield site, Words(request.param)


def address(site: Site, say: Words, leaf: str = "") -> str:
    return f"{site.url}/{say.language}/desk/demo-2026/men/entries/{leaf}"


def choose(page: Page, name: str, data: bytes) -> None:
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def test_a_list_as_it_is_sent(hall: tuple[Site, Words], new_page: Callable[..., Page]) -> None:
    site, say = hall
    desk = new_page()
    sign_in(desk, site, "desk", say)
    desk.goto(address(site, say, "import/"))
    clicks = Clicks(desk)
    desk.reload()
    choose(desk, "报名表.xlsx", workbook())
    press(desk, say("Preview import"))
    expect(desk.get_by_role("cell", name="Atlantis")).to_be_visible(timeout=SOON)
    expect(desk.get_by_text(say("Headings in line %(line)s.", line=4))).to_be_visible()
    press(desk, say("Import %(count)s player", "Import %(count)s players", count=9))
    imported = say("%(count)s player imported.", "%(count)s players imported.", count=9)
    expect(desk.get_by_text(imported)).to_be_visible(timeout=SOON)
    assert clicks.number <= 2, "beside choosing the file"
    desk.get_by_role("link", name=say("Go to entries"), exact=True).click()
    expect(desk.get_by_text("Atlantis")).to_be_visible()
    expect(desk.get_by_role("link", name="Player Number A")).to_be_visible()

    desk.goto(address(site, say, "import/"))
    choose(desk, "list.csv", UNKNOWN.encode())
    press(desk, say("Preview import"))
    desk.locator("select[name=column-2]").select_option("birth_year")
    desk.locator("input[name=headings]").fill("1")
    press(desk, say("Import %(count)s player", "Import %(count)s players", count=3))
    expect(desk.get_by_role("alert")).to_be_visible(timeout=SOON)
    press(desk, say("Import %(count)s player", "Import %(count)s players", count=2))
    two = say("%(count)s player imported.", "%(count)s players imported.", count=2)
    expect(desk.get_by_text(two)).to_be_visible(timeout=SOON)

    desk.goto(address(site, say, "import/"))
    choose(desk, "next.csv", UNKNOWN.replace("Anna", "Ewa").replace("Jan", "Adam").encode())
    press(desk, say("Preview import"))
    again = say("Columns as in the last list with these headings.")
    expect(desk.get_by_text(again)).to_be_visible(timeout=SOON)
    expect(desk.locator("select[name=column-2]")).to_have_value("birth_year")

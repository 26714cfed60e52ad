"""From the printed scoresheets to the accepted record: both players photograph theirs from their phones, a
worker reads them, the desk decides what is doubtful beside the pictures, the referee accepts the game
and confirms the foul of who missed four moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import FilePayload, Page, expect

from games.models import GameRecord, PhotoGame, Scoresheets
from games.photos.model import model_path
from games.wording.refusals import WORDS
from tests.browser.pages import PHONE, SOON, Open, signed_in
from tests.browser.words import BOTH, Words
from tests.games.photos.made_sheets import games
from tests.games.photos.photographing import packed
from tests.games.photos.sending import sheet_of_texts
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.working import compute
from tests.world import World
from tournaments.acts.results import report_result
from tournaments.models import Entry, Foul

pytestmark = [
    pytest.mark.browser,
    pytest.mark.matrix,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'"),
]
BLANK: Final = 11
"""The ply that stands on neither sheet."""
MISSED: Final = (5, 6, 16, 19)
"""Those that Black's lacks besides."""
OTHER: Final = 17
"""Of which both have a move that is not legal."""
TYPED: Final = "1. C2=5"


class Phone:
    """A player's, at the record of the own game."""

    def __init__(self, open_page: Open, server: Any, say: Words, entry: Entry) -> None:
        self.page: Page = open_page("", say.language, **PHONE)
        self.page.set_default_timeout(SOON)
        self.page.goto(server.url + say.address(own_page(entry)))
        self.page.locator("#photo-wanted").click()
        self.sheet = self.page.locator("#own-sheet")

    def send(self, raw: bytes) -> None:
        if not (chosen := self.sheet.locator("input[type=file]")).is_visible():
            self.sheet.locator("summary").click()
        chosen.set_input_files(FilePayload(name="photo.jpg", mimeType="image/jpeg", buffer=raw))
        self.sheet.locator("form button").click()


def desk_of(open_page: Open, server: Any, world: World, who: str, say: Words) -> Page:
    page = signed_in(open_page, server, world, who, viewport={"width": 1280, "height": 900})
    page.set_default_timeout(SOON)
    page.goto(server.url + say.address(world.url("scoresheets", 1, 1)))
    return page


@pytest.mark.parametrize("language", BOTH)
def test_two_photos_become_the_accepted_record(
    press: None, live_server: Any, drawn: World, open_page: Open, language: str
) -> None:
    say = Words(language)
    drawn.published()
    report_result(round_=drawn.round(), table=1, value="1-0", seen=None, by=drawn.users["dave"])
    moves = list(games()[0].moves[:24])
    red, black = (Phone(open_page, live_server, say, entry) for entry in seats(drawn))

    # A picture of something else is refused in one sentence; what was typed beside it stays.
    typed = red.page.locator("textarea[name=text]")
    typed.fill(TYPED)
    red.send(Path("docs/images/standings.png").read_bytes())
    expect(red.sheet).to_contain_text(say(str(WORDS["photo-no-marks"])))
    red.send(packed(sheet_of_texts(drawn, 0, texts("simplified", BLANK))))
    expect(red.sheet).to_contain_text(say("Reading the photos…"))
    compute()
    doubtful = say(
        "%(count)s move in the photos is doubtful; the desk decides it.",
        "%(count)s moves in the photos are doubtful; the desk decides them.",
        count=sum(ply["doubtful"] for ply in answer()["plies"]),
    )
    expect(red.sheet).to_contain_text(doubtful)
    expect(typed).to_have_value(TYPED)

    black.send(packed(sheet_of_texts(drawn, 1, texts("english", BLANK, *MISSED))))
    expect(black.sheet).to_contain_text(say("Reading the photos…"))
    compute()
    expect(black.sheet.locator("[role=status]")).not_to_contain_text(say("Reading the photos…"))

    # The desk sees the cells of the first doubtful move, taps, and what follows is searched again.
    desk = desk_of(open_page, live_server, drawn, "carol", say)
    while any(ply["doubtful"] for ply in answer()["plies"]):
        ply = next(at for at, ply in enumerate(answer()["plies"]) if ply["doubtful"])
        row = desk.locator(".photo-plies > li").first
        expect(row.locator("svg.photo-cell")).to_have_count(2)
        if not (tap := row.locator(f"button[name=move][value={moves[ply]}]")).count():
            row.locator("input[name=other]").fill(moves[ply])
            tap = row.get_by_role("button", name=say("Play this move"))
        with desk.expect_navigation():
            tap.click()
        compute()
        desk.reload()
    assert [ply["move"] for ply in answer()["plies"]] == moves
    with desk.expect_navigation():
        desk.locator("form[action*='photo-game'] button").click()
    with desk.expect_navigation():
        desk.get_by_role("button", name=say("Use this game as the record")).click()
    compute()

    referee = desk_of(open_page, live_server, drawn, "bob", say)
    referee.goto(live_server.url + say.address(drawn.url("record", 1, 1)))
    # The board beside it writes its move into the address, which counts as a navigation as well.
    with referee.expect_response(lambda got: got.request.method == "POST" and got.status == 302):
        referee.get_by_role("button", name=say("Accept record")).click()
    record = GameRecord.objects.get()
    assert record.acceptance.by == drawn.users["bob"]
    assert record.reading.data["moves"]["iccs"] == moves
    referee.goto(live_server.url + say.address(drawn.url("scoresheets", 1, 1)))
    missed = Scoresheets.objects.get().answer.data["sheets"]
    assert (missed["first"]["missed"], missed["second"]["missed"]) == ([BLANK], sorted((BLANK, *MISSED)))
    with referee.expect_navigation():
        referee.locator("form[action*='/foul/'] button[name=confirm]").click()
    foul = Foul.objects.in_force().get()
    assert (foul.status, foul.entry) == (Foul.Status.CONFIRMED, seats(drawn)[1])


def texts(paper: str, *without: int) -> list[str]:
    """What a player writes: some cells empty, one with another move than was played."""
    written = games()[0].texts(paper)[:24]
    written[OTHER - 1] = {"simplified": "炮九退一", "english": "C9-1"}[paper]
    return ["" if ply in without else text for ply, text in enumerate(written, 1)]


def answer() -> dict[str, Any]:
    """What the worker made of the newest photos."""
    data: dict[str, Any] = PhotoGame.objects.latest("pk").answer.data
    return data

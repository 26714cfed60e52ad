"""Two sheets at the desk: handed in, reconciled by the worker; fouls confirmed, the game taken as record."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from playwright.sync_api import expect

from games.models import GameRecord, ProposalRuling, Scoresheets
from portal.journal.models import JournalEntry
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.decoders import forbid
from tests.games.scoresheets.making import GAMES, rows, texts_of
from tests.working import compute
from tests.world import World, count
from tournaments.models import Foul, Pairing

MOVES = GAMES[1]
LAST = f"move {(len(MOVES) + 1) // 2} of {'Red' if len(MOVES) % 2 else 'Black'}"


def sheets_with(missed: int) -> dict[str, str]:
    texts = texts_of(MOVES)
    return {"first": rows(texts_of(MOVES, "chinese")), "second": rows([*["…"] * missed, *texts[missed:]])}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_from_two_sheets_to_a_record_and_its_fouls(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("scoresheets", 1, 1))
    accessible_everywhere(page)
    for label, side in (("Red's scoresheet", "first"), ("Black's scoresheet", "second")):
        page.get_by_label(label).fill(sheets_with(9)[side])
    page.get_by_role("button", name="Reconcile scoresheets").click()
    expect(page.get_by_text("Reconciling the scoresheets…")).to_be_visible()
    compute()
    expect(page.get_by_role("heading", name=f"One game found: up to {LAST}")).to_be_visible(timeout=SOON)
    accessible_everywhere(page)
    expect(page.get_by_text("Proposed: 2 recording fouls (WXC 4.3)")).to_be_visible()
    page.get_by_role("button", name="Confirm one foul by Black").dblclick()
    expect(page.get_by_text("1 to decide")).to_be_visible()
    assert Foul.objects.in_force().get().article == "4.3"
    page.reload()
    page.get_by_text("Reject…").click()
    page.get_by_label("Reason").fill("the sheet was wet")
    accessible_everywhere(page)
    page.get_by_role("button", name="Reject one foul by Black").dblclick()
    expect(page.get_by_text("rejected · dave")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm one foul by Black")).to_have_count(0)
    page.reload()
    assert (Foul.objects.in_force().count(), ProposalRuling.objects.count()) == (1, 2)
    page.get_by_role("button", name="Use this game as the record").click()
    compute()
    expect(page.get_by_role("heading", name="Record of table 1")).to_be_visible()
    assert GameRecord.objects.get().reading.data["plies"] == len(MOVES)


@pytest.mark.slow
def test_a_proposed_foul_is_rejected_with_a_reason(drawn: World, text: Any) -> None:
    drawn.published()
    drawn.post("carol", "scoresheets_submit", 1, 1, **sheets_with(9))
    compute()
    assert "2 recording fouls to decide" in text(drawn.get("dave", "round_desk", 1))
    sheets = Scoresheets.objects.get()
    black = Pairing.objects.get(round=drawn.round(), table=1).seats.get(colour="second").entry
    arguments = {"sheets": sheets.pk, "player": black.number, "left": 2}
    assert drawn.post("carol", "scoresheets_rule", 1, 1, **arguments).status_code == 403
    refused = drawn.post("dave", "scoresheets_rule", 1, 1, **arguments, reason="")
    assert refused.status_code == 422
    assert "Give a reason; it is recorded in the journal." in text(refused)
    assert drawn.post("dave", "scoresheets_rule", 1, 1, **arguments, reason="wet sheet").status_code == 302
    page = text(drawn.get("dave", "scoresheets", 1, 1))
    assert "1 to decide" in page
    assert "rejected · dave · " in page
    assert "wet sheet" in page
    again = drawn.post("bob", "scoresheets_rule", 1, 1, **arguments, confirm="1")
    assert again.status_code == 409
    assert "in the meantime; 1 still to decide" in text(again)
    drawn.post("bob", "scoresheets_rule", 1, 1, **(arguments | {"left": 1}), confirm="1")
    assert "· decided" in text(drawn.get("dave", "scoresheets", 1, 1))
    assert "recording foul" not in text(drawn.get("dave", "round_desk", 1))
    journal = text(drawn.client("erin").get(f"/en/desk/{drawn.event.slug}/-/journal/"))
    assert "ruling on a proposed foul" in journal
    assert "wet sheet" in journal
    elsewhere = arguments | {"sheets": sheets.pk + 99}
    assert drawn.post("dave", "scoresheets_rule", 1, 1, **elsewhere, reason="x").status_code == 404


@pytest.mark.slow
def test_as_many_queries_for_one_proposal_as_for_three(drawn: World) -> None:
    drawn.published()
    collected = []
    for tables in ((1,), (2, 3)):
        for table in tables:
            drawn.post("carol", "scoresheets_submit", 1, table, **sheets_with(9))
        compute()
        pages = (drawn.url("round_desk", 1), drawn.url("scoresheets", 1, 1))
        collected.append([count(drawn.client("bob"), page) for page in pages])
    assert collected[0] == collected[1]


@pytest.mark.slow
def test_a_game_that_fits_best_stands_before_its_rivals(drawn: World, text: Any) -> None:
    drawn.published()
    texts = texts_of(MOVES)
    drawn.post(
        "carol",
        "scoresheets_submit",
        1,
        1,
        first=rows(texts),
        second=rows([*texts[:4], *["…"] * 4, *texts[8:]]),
    )
    compute()
    assert f"One game found: up to {LAST}" in text(drawn.get("carol", "scoresheets", 1, 1))
    careless = rows([*texts[:20], "#" + texts[20][1:], *texts[21:]])
    second = rows([*texts[:4], *["…"] * 4, *texts[8:]])
    drawn.post("carol", "scoresheets_submit", 1, 1, first=careless, second=second)
    compute()
    answer = drawn.get("carol", "scoresheets", 1, 1)
    page = text(answer)
    assert "One best match; others are close and differ from move 3 of Red on" in page
    assert f"Use the best match (up to {LAST})" in page
    best, *others = answer.context["choices"]
    assert best["moves"] == []
    assert [other["moves"][0]["ply"] for other in others] == [5] * len(others)
    assert "if one more slip is assumed" in page


@pytest.mark.slow
def test_a_game_is_taken_from_the_sheets_that_were_shown(drawn: World, text: Any) -> None:
    drawn.published()
    drawn.post("carol", "scoresheets_submit", 1, 1, **sheets_with(9))
    compute()
    arguments = {"sheets": Scoresheets.objects.get().pk, "which": 0}
    other = rows(texts_of(GAMES[2]))
    drawn.post("carol", "scoresheets_submit", 1, 1, first=other, second=other)
    compute()
    refused = drawn.post("dave", "scoresheets_take", 1, 1, **arguments)
    assert refused.status_code == 409
    assert "New scoresheets have been submitted" in text(refused)
    assert not GameRecord.objects.exists()
    arguments["sheets"] = Scoresheets.objects.latest("pk").pk
    assert drawn.post("dave", "scoresheets_take", 1, 1, **arguments).status_code == 302
    compute()
    assert GameRecord.objects.get().reading.data["plies"] == len(GAMES[2])


def test_a_file_that_is_sent_twice_is_one_pair(drawn: World) -> None:
    drawn.published()
    raw = rows(texts_of(MOVES)).encode()
    for _ in range(2):
        file = SimpleUploadedFile("red.txt", raw)
        sent = drawn.post("carol", "scoresheets_submit", 1, 1, first_file=file, second="1. …")
        assert sent.status_code == 302
    assert Scoresheets.objects.count() == 1


def test_a_file_is_decoded_by_a_child(drawn: World, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn.published()
    forbid(monkeypatch)
    file = SimpleUploadedFile("red.txt", rows(texts_of(MOVES)).encode("gb18030"))
    sent = drawn.post("carol", "scoresheets_submit", 1, 1, first_file=file, second="1. …")
    assert sent.status_code == 302
    assert Scoresheets.objects.get().first == rows(texts_of(MOVES))


def test_a_file_that_is_no_text_is_refused(drawn: World, text: Any) -> None:
    drawn.published()
    file = SimpleUploadedFile("red.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    arguments = {"first_file": file, "second": rows(texts_of(MOVES))}
    refused = drawn.post("carol", "scoresheets_submit", 1, 1, **arguments)
    assert refused.status_code == 422
    assert "This is not a text file" in text(refused)
    assert refused.context["form"]["second"].value() == arguments["second"]
    assert not Scoresheets.objects.exists()


@pytest.mark.slow
def test_several_games_none_and_too_much(drawn: World) -> None:
    drawn.published()
    texts = texts_of(MOVES)[:10]
    texts[9] = "…"
    sent = drawn.post("carol", "scoresheets_submit", 1, 1, first=rows(texts), second=rows(texts))
    assert sent.status_code == 302
    compute()
    page = drawn.get("carol", "scoresheets", 1, 1)
    assert "games fit; they differ from move 5 of Black on" in page.content.decode()
    assert len(page.context["choices"]) == 24
    arguments = {"sheets": Scoresheets.objects.get().pk, "seen": ""}
    assert drawn.post("carol", "scoresheets_take", 1, 1, which=3, **arguments).status_code == 302
    assert drawn.post("carol", "scoresheets_take", 1, 1, which=999, **arguments).status_code == 404
    for typed, message in (
        ({}, "No scoresheet given"),
        ({"first": "C2=5 H8+7\n" * 5000}, "The scoresheet is too long"),
    ):
        refused = drawn.post("carol", "scoresheets_submit", 1, 1, **typed)
        assert refused.status_code == 422
        assert message in refused.content.decode()
    assert Scoresheets.objects.count() == 1
    drawn.post("carol", "scoresheets_submit", 1, 1, first="C1+9 K1=9", second="C1+9 K1=9")
    compute()
    broken = drawn.get("carol", "scoresheets", 1, 1).content.decode()
    # Of so little so much could be made that the search ends first; that, too, is said.
    assert "No game found (search incomplete)" in broken
    assert "The search stopped at move 1 of Red: “C1+9” and “C1+9”" in broken


def test_sheets_of_different_games_propose_nothing_and_lose_nothing(drawn: World, text: Any) -> None:
    drawn.published()
    sheets = {"first": rows(texts_of(GAMES[0])), "second": rows(texts_of(GAMES[8]))}
    drawn.post("carol", "scoresheets_submit", 1, 1, **sheets)
    compute()
    answer = drawn.get("carol", "scoresheets", 1, 1)
    assert "The scoresheets are of different games; they first differ at move" in text(answer)
    assert answer.context["choices"] == []
    assert answer.context["form"].initial == sheets
    assert "Proposed" not in text(answer)


@pytest.mark.parametrize(
    "sheet", ["1." * 5000, "1. 2. 3.", '[Event "x"]'], ids=["glued numbers", "numbers", "a tag"]
)
def test_a_sheet_without_a_move_gets_one_clear_sentence(drawn: World, text: Any, sheet: str) -> None:
    drawn.published()
    answer = drawn.post("carol", "scoresheets_submit", 1, 1, first=sheet)
    assert answer.status_code == 422
    assert "This scoresheet has no moves." in text(answer)
    assert not Scoresheets.objects.exists()


def test_a_sheet_that_is_too_long_is_refused_with_its_size(drawn: World, text: Any) -> None:
    drawn.published()
    for sheet, size in (("\n".join(["C2=5 H8+7"] * 5000), "10000"), ("x" * 250_000, "250000")):
        answer = drawn.post("carol", "scoresheets_submit", 1, 1, second=sheet)
        assert answer.status_code == 422
        assert f"The scoresheet is too long ({size})" in text(answer)


@pytest.mark.slow
def test_uploaded_sheets_that_are_sent_twice_count_once(drawn: World) -> None:
    drawn.published()
    texts = sheets_with(0)
    for key in ("one", "one", "two"):
        files = {
            f"{side}_file": SimpleUploadedFile(f"{side}.txt", f"{text}\n".encode())
            for side, text in texts.items()
        }
        assert drawn.post("carol", "scoresheets_submit", 1, 1, once=key, **files).status_code == 302
        compute()
    keys = JournalEntry.objects.filter(act="submit_scoresheets").values_list("once", flat=True)
    assert len(keys) == len(set(keys)) > 0
    assert "" not in keys

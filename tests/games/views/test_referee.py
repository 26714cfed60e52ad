"""The referee's page of one table at 360 px: taps counted, double taps, a reload in between; in English, and
in Chinese where further languages are asked for."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from games.acts.records import accept_record, submit_record
from games.models import Claim, GameRecord
from games.queries.claims import claim_revision
from portal import outbox
from tests.browser.pages import Open, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.factories import make_link
from tests.games.acts.claiming import QUIET
from tests.world import World, count, entry_at, pairing_at, value_at
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.models import Foul, Section
from tournaments.queries.invitations import invitation_secret
from tournaments.wording.names import plain_name


@pytest.fixture(params=BOTH)
def say(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)


def side(word: str, say: Words) -> str:
    return say(word, context="side in xiangqi")


def called(entry: Any, say: Words) -> str:
    """A player as buttons name them."""
    with translation.override(say.language):
        return str(plain_name(entry.player))


class Thumb:
    """Counts taps. Every tap is a double one; a target is at least 44 px high."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, role: Any, name: str, *, double: bool = False) -> None:
        target = self.page.get_by_role(role, name=name)
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 44 or role == "radio"
        self.taps += 1
        if double:
            target.dblclick()
        else:
            target.click()


def recorded(world: World, table: int) -> None:
    """A game without a capture since ply 2, accepted."""
    pairing, bob = pairing_at(world, table), world.users["bob"]
    answer = submit_record(pairing=pairing, raw=" ".join(QUIET).encode(), by=bob)
    outbox.drain()
    accept_record(record=GameRecord.objects.get(pk=answer["record"]), by=bob)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_fourth_foul(live_server: Any, drawn: World, open_page: Open, say: Words) -> None:
    drawn.published()
    losing = side("Black", say)
    black = entry_at(drawn, 1, "second")
    for _ in range(3):
        log_foul(
            round_=drawn.round(),
            table=1,
            player=black.number,
            offence="technical",
            confirm=True,
            by=drawn.users["bob"],
        )
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + say.address(drawn.url("referee", 1, 1)))
    accessible_everywhere(page)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.get_by_text(say("next foul loses the game for %(side)s", side=losing))).to_be_visible()
    thumb = Thumb(page)
    thumb.tap("link", say("Log foul: %(side)s", side=losing))
    accessible_everywhere(page)
    thumb.tap("link", f"{say('Moves not recorded')}: {say('4 to 7')}")
    page.reload()
    accessible_everywhere(page)
    # No number is typed, and the button says what follows.
    sure = page.locator("form .btn-primary").inner_text()
    assert losing in sure
    assert "WXC 4.3" in sure
    assert "4" in sure
    thumb.tap("button", sure, double=True)
    assert thumb.taps == 3
    # Back in the list, at its table.
    expect(page.locator("#hall-1")).to_contain_text("1–0")
    page.goto(live_server.url + say.address(drawn.url("referee", 1, 1)))
    expect(page.locator(".referee-result")).to_contain_text("1–0")
    page.reload()
    assert Foul.objects.in_force().filter(entry=black).count() == 4
    assert value_at(drawn, 1) == "1-0"
    # The third of them is withdrawn after the fourth was confirmed.
    page.locator(".log").get_by_role("link", name=say("withdraw")).nth(1).click()
    accessible_everywhere(page)
    page.get_by_label(say("Reason")).fill("it was Red")
    withdraw = say("Withdraw foul by %(side)s, %(player)s", side=losing, player=called(black, say))
    page.get_by_role("button", name=withdraw).click()
    expect(page.locator("main form summary", has_text=say("Draw")).first).to_be_visible()
    page.reload()
    assert value_at(drawn, 1) == "*"
    reading = read_back(open_page, live_server, drawn)
    [withdrawn] = [line for line in reading if "Foul withdrawn" in line]
    assert "Reason: it was Red" in withdrawn
    assert "fouls in this game: 3" in withdrawn
    for act in ("Foul logged", "Foul confirmed"):
        assert sum(act in line for line in reading) == 4


def claim(page: Page, world: World, url: str, say: Words, row: tuple[int, str, str, str, str]) -> None:
    """From the table's page to the ruling, in six taps; nothing has happened before the last of them."""
    table, ply, clock, follows, value = row
    red = side("Red", say)
    before = value_at(world, table)
    page.goto(url + say.address(world.url("referee", 1, table)))
    page.set_viewport_size({"width": 360, "height": 740})
    thumb = Thumb(page)
    thumb.tap("link", say("Claim…"))
    thumb.tap("radio", red)
    page.get_by_label(say("Last move on the board")).fill(str((int(ply) + 1) // 2))
    page.locator("[name=ply_side]").select_option("first" if int(ply) % 2 else "second")
    page.get_by_label(say("Time left on the clock")).fill(clock)
    thumb.taps += 2
    thumb.tap("button", say("Count"))
    # Of a foul the article stands behind it, before the full stop.
    follows = follows.rstrip(".。")
    expect(page.get_by_text(follows)).to_be_visible()
    # Whoever loads the verdict anew asks again, and nothing has happened yet.
    page.reload()
    expect(page.get_by_text(follows)).to_be_visible()
    assert value_at(world, table) == before
    page.get_by_text(say("Show the count move by move")).click()
    if table == 1:
        accessible_everywhere(page)
        page.set_viewport_size({"width": 360, "height": 740})
    claimant = called(entry_at(world, table, "first"), say)
    ruling = say("Apply ruling: claim by %(side)s, %(player)s", side=red, player=claimant)
    thumb.tap("button", ruling, double=True)
    assert thumb.taps <= 6
    expect(page.get_by_role("heading", name=say("Table %(table)s", table=table))).to_be_visible()
    page.reload()
    assert value_at(world, table) == value


@pytest.mark.browser
@pytest.mark.matrix  # a whole journey
@pytest.mark.django_db(transaction=True)
def test_claims(live_server: Any, drawn: World, open_page: Open, say: Words) -> None:
    """Right, wrong, wrong again; with less than five minutes and with exactly five."""
    drawn.published()
    red = side("Red", say)
    loses = say("%(side)s loses the game.", side=red)
    cases: list[tuple[int, str, str, str, str]] = [
        (1, "102", "", say("The game is drawn."), "1/2"),
        (
            2,
            "101",
            "5:00",
            say("Technical foul for %(side)s; 5 minutes deducted from the clock.", side=red),
            "",
        ),
        (2, "100", "20:00", loses, "0-1"),
        (3, "101", "4:59", loses, "0-1"),
    ]
    for table in (1, 2, 3):
        recorded(drawn, table)
    page = signed_in(open_page, live_server, drawn, "dave")
    for row in cases:
        claim(page, drawn, live_server.url, say, row)
    accessible_everywhere(page)
    assert Claim.objects.count() == 4
    assert Foul.objects.in_force().count() == 1
    reading = read_back(open_page, live_server, drawn)
    for words, times in (
        ("Ruling on a claim", 4),
        ("consequence: draw", 1),
        ("consequence: technical foul, 5 minutes deducted", 1),
        ("consequence: the claimant loses", 2),
        ("seconds left on the clock: 300", 1),
        ("seconds left on the clock: 299", 1),
    ):
        assert sum(words in line for line in reading) == times, words
    # The foul names the claim that it follows from, where it was logged and where it was confirmed.
    fouls = [line for line in reading if "Foul logged" in line or "Foul confirmed" in line]
    assert len(fouls) == 2
    for line in fouls:
        assert "claim: Natural move limit of 50 rounds without a capture (WXC 5)" in line
        assert "after moves of both sides: 101" in line


def read_back(open_page: Open, server: Any, world: World) -> list[str]:
    """The journal as the supervisor reads it on a phone: a line for each act."""
    page = signed_in(open_page, server, world, "erin")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.url}/en/desk/{world.event.slug}/-/journal/")
    accessible_everywhere(page)
    acts = page.locator(".log > li").all_inner_texts()
    return [" ".join(act.split()) for act in acts]


@pytest.mark.slow
def test_what_cannot_be_entered_is_said_where_it_was_typed(drawn: World) -> None:
    drawn.published()
    red = entry_at(drawn, 1, "first").number
    arguments = {"player": red, "kind": "natural-limit", "ply": 120, "clock": "-3", "typed": ""}
    for changed, message in (
        ({}, "is not a clock time"),
        ({"clock": "4:99"}, "is not a clock time"),
        ({"clock": "1:75:00"}, "is not a clock time"),
        ({"clock": "４：１０"}, "no accepted record"),
        ({"clock": "4:10"}, "no accepted record"),
        ({"clock": "", "typed": "C2=5 hello"}, "up to “hello”, move 1 of Black, which cannot"),
        (
            {"clock": "", "typed": "C2=5 H8+7", "ply": 3},
            "The claim is for move 2 of Red, but the game ends with move 1 of Black.",
        ),
        ({"player": 99}, "Choose one of those offered."),
        ({"player": "\0"}, "Control characters were removed"),
        ({"ply": "1\0"}, "Control characters were removed"),
    ):
        answer = drawn.post("dave", "referee_claim", 1, 1, **(arguments | changed))
        assert answer.status_code == 422
        assert message in answer.content.decode()
    assert drawn.get("dave", "referee_foul", 1, 1).status_code == 404
    answer = drawn.client("dave").get(
        drawn.url("referee_foul", 1, 1), {"player": red, "offence": "technical"}
    )
    assert answer.status_code == 200
    bad = drawn.post("dave", "referee_foul", 1, 1, player=red, offence="yawning")
    assert "Unknown offence for this game" in bad.content.decode()
    assert not Foul.objects.exists()
    logged = drawn.post("carol", "referee_foul", 1, 1, player=red, offence="technical", log="1", reason="")
    assert logged.status_code == 302
    foul = Foul.objects.get()
    assert drawn.post("dave", "referee_confirm", 1, 1, foul=foul.pk).status_code == 302
    again = drawn.post("bob", "referee_confirm", 1, 1, foul=foul.pk)
    assert again.status_code == 409
    assert "dave has already decided" in again.content.decode()


@pytest.mark.slow
def test_a_verdict_of_which_the_ground_has_gone_is_counted_again(drawn: World, text: Any) -> None:
    """Two referees at one table; the first one's page leads on, and what was typed is still there."""
    drawn.published()
    red = entry_at(drawn, 1, "first").number
    arguments = {
        "player": red,
        "kind": "natural-limit",
        "ply": 101,
        "clock": "4:10",
        "typed": " ".join(QUIET),
    }
    counted = drawn.post("dave", "referee_claim", 1, 1, **arguments)
    assert "Red loses the game." in text(counted)
    arguments["seen"] = counted.context["seen"]
    drawn.post("carol", "referee_result", 1, 1, value="1-0", table=1)
    refused = drawn.post("dave", "referee_claim", 1, 1, **arguments, apply="1")
    assert refused.status_code == 409
    assert "Count again." in text(refused)
    assert refused.context["form"]["typed"].value() == arguments["typed"]
    assert value_at(drawn, 1) == "1-0"
    again = drawn.post("dave", "referee_claim", 1, 1, **arguments)
    arguments["seen"] = again.context["seen"]
    assert drawn.post("dave", "referee_claim", 1, 1, **arguments, apply="1").status_code == 302
    assert value_at(drawn, 1) == "0-1"
    assert Claim.objects.count() == 1
    # What followed cites its article, whose text is one tap away.
    cites = '(<a class="cited" href="/en/rulebooks/wxc2015/#article-5">WXC 5</a>)'
    assert f"Red loses the game {cites}." in text(drawn.get("dave", "referee", 1, 1))


@pytest.mark.slow
def test_what_a_foul_led_to_cites_its_article(drawn: World, text: Any) -> None:
    drawn.published()
    cites = '(<a class="cited" href="/en/rulebooks/wxc2015/#article-4-3">WXC 4.3</a>)'
    for side, pressed, sentence in (
        ("first", {"log": "on"}, f"Foul logged. It counts once confirmed {cites}."),
        ("second", {}, f"Foul confirmed: 2 of 4 {cites}"),
    ):
        sent = {"player": entry_at(drawn, 1, side).number, "offence": "missed-moves", "missed": 8}
        assert drawn.post("dave", "referee_foul", 1, 1, **sent, **pressed).status_code == 302
        assert sentence in text(drawn.get("dave", "hall", 1))


def test_a_withdrawn_foul_cites_the_article_by_which_it_was_given(drawn: World, text: Any) -> None:
    drawn.published()
    sent = {"player": entry_at(drawn, 1, "first").number, "offence": "missed-moves", "missed": 4}
    drawn.post("dave", "referee_foul", 1, 1, **sent)
    withdrawal = {"foul": Foul.objects.in_force().get().pk, "reason": "Its sheet was complete"}
    # The page says which it is.
    page = drawn.client("bob").get(drawn.url("referee_withdraw", 1, 1), withdrawal)
    assert "· dave · 4 to 7 moves missed" in text(page)
    assert drawn.post("bob", "referee_withdraw", 1, 1, **withdrawal).status_code == 302
    cites = '(<a class="cited" href="/en/rulebooks/wxc2015/#article-4-3">WXC 4.3</a>)'
    assert f"Foul withdrawn {cites}." in text(drawn.get("bob", "referee", 1, 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "cites"),
    [
        ("tiantian2020", ' (article <a class="cited" href="/en/rulebooks/tiantian2020/#article-3">3</a>)'),
        ("wxc2015", ""),
    ],
)
def test_a_no_show_says_what_it_was_and_cites_its_article(
    drawn: World, text: Any, rulebook: str, cites: str
) -> None:
    """Where the rulebook of the section has one, its text is one tap away; to the player too."""
    Section.objects.filter(pk=drawn.section.pk).update(rulebook=rulebook)
    drawn.section.refresh_from_db()
    drawn.published()
    late = entry_at(drawn, 1, "second")
    assert drawn.post("dave", "referee_result", 1, 1, table=1, absent="second").status_code == 302
    result = f"1–0 forfeit, no-show{cites}"
    hall = text(drawn.get("dave", "hall", 1))
    assert f"Table 1: {result}" in hall
    assert ('data-article="/en/rulebooks/tiantian2020/#article-3"' in hall) == bool(cites)
    table = text(drawn.get("dave", "referee", 1, 1))
    # Above, and in the history with who entered it.
    assert (table.count(result), "dave" in table.partition("History")[2]) == (2, True)
    own_page = reverse("my_page", args=[invitation_secret(make_link(late))])
    page = text(drawn.client("dave").get(own_page))
    assert f"Result {result}" in page
    # Nobody is asked for the record of what was not played.
    assert 'id="record-1"' not in page
    nobody = drawn.post("dave", "referee_result", 1, 2, table=2, absent="nobody")
    assert nobody.status_code == 422
    drawn.post("dave", "referee_result", 1, 2, table=2, absent="both")
    assert f"Table 2: 0–0 forfeit, no-show{cites}" in text(drawn.get("dave", "hall", 1))


@pytest.mark.slow
def test_fouls_that_another_referee_has_just_replaced(drawn: World, text: Any) -> None:
    """One sentence says who and how many stand now; what was chosen stays, and a second try goes through."""
    drawn.published()
    red = entry_at(drawn, 1, "first")
    sent = {"player": red.number, "missed": 8}
    drawn.post("dave", "referee_foul", 1, 1, **sent, offence="missed-moves")
    page = f"{drawn.url('referee_foul', 1, 1)}?player={red.number}&offence=missed-moves&missed=4"
    seen = drawn.client("dave").get(page).context["recorded_seen"]
    four = sent | {"missed": 4}
    assert drawn.post("bob", "referee_replace", 1, 1, **four, seen=seen).status_code == 302
    late = drawn.post("dave", "referee_replace", 1, 1, **sent, seen=seen)
    assert late.status_code == 409
    page_text = text(late)
    sentence = "bob has just changed the fouls for missed moves: there are 1 now."
    assert page_text.count(sentence) == 1
    assert Foul.objects.in_force().filter(entry=red, status="confirmed").count() == 1
    # Eight are still what is chosen, against what stands now.
    assert (late.context["missed"], late.context["recorded"]) == (8, 1)
    again = late.context["recorded_seen"]
    assert drawn.post("dave", "referee_replace", 1, 1, **sent, seen=again).status_code == 302
    assert Foul.objects.in_force().filter(entry=red, status="confirmed").count() == 2


@pytest.mark.slow
def test_a_result_cites_the_article_by_which_it_was_decided(drawn: World, text: Any) -> None:
    drawn.published()
    sent = {"table": 1, "value": "1-0", "cause": "time", "article": "3"}
    assert drawn.post("dave", "referee_result", 1, 1, **sent).status_code == 302
    cites = '1–0, on time (article <a class="cited" href="/en/rulebooks/wxc2015/#article-3">3</a>)'
    assert cites in text(drawn.get("dave", "referee", 1, 1))
    own_page = reverse("my_page", args=[invitation_secret(make_link(entry_at(drawn, 1, "first")))])
    page = text(drawn.client("dave").get(own_page))
    assert "<small>on time</small></strong>· you won" in page
    assert '(<a class="cited" href="/en/rulebooks/wxc2015/#article-3">WXC 3</a>)' in page
    assert page.count("on time") == 2  # in the list of all games too, with its article


@pytest.mark.slow
def test_as_many_queries_for_one_line_of_the_log_as_for_three(drawn: World) -> None:
    drawn.published()
    red = entry_at(drawn, 1, "first").number
    arguments = {"player": red, "clock": "", "typed": " ".join(QUIET), "apply": "1"}
    collected = []
    for plies in ((50,), (51, 52)):
        for ply in plies:
            drawn.post("dave", "referee_foul", 1, 1, player=red, offence="technical", log="1")
            for kind in ("natural-limit", "repetition"):
                seen = claim_revision(pairing_at(drawn, 1), 1)
                drawn.post("dave", "referee_claim", 1, 1, **arguments, kind=kind, ply=ply, seen=seen)
        collected.append(count(drawn.client("dave"), drawn.url("referee", 1, 1)))
    assert Claim.objects.count() == 6
    assert collected[0] == collected[1]


@pytest.mark.slow
def test_a_note_stands_in_the_log_of_its_table(drawn: World, text: Any) -> None:
    drawn.published()
    carol = drawn.client("carol")
    assert carol.post(drawn.url("referee_note", 1, 1), {"text": "the light failed"}).status_code == 302
    assert "Note: the light failed · carol" in text(carol.get(drawn.url("referee", 1, 1)))
    assert "the light failed" not in text(carol.get(drawn.url("referee", 1, 2)))
    refused = carol.post(drawn.url("referee_note", 1, 1), {"text": "x" * 501})
    assert refused.status_code == 422
    assert "x" * 501 in text(refused)

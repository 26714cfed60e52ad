"""What a player does behind the private link: see the own table and say how the game ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from portal import outbox
from portal.journal.models import JournalEntry
from tests import factories
from tests.factories import make_entries, make_event, make_link, make_section
from tests.games.views.mine import page, say, seats
from tests.waiting import waiting_in
from tests.world import ValidClient, World
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.results import report_result
from tournaments.models import Entry, PlayerLink, PlayerReport, ResultReport, Round, Seat
from tournaments.queries.invitations import invitation_secret
from tournaments.todo import situation_of

pytestmark = pytest.mark.django_db
COST = 57
"""Queries of a player's own page in xiangqi; six of them make the version by which it follows."""


def reports(world: World) -> list[tuple[str, str | None]]:
    result_reports = ResultReport.objects.filter(pairing__round=world.round())
    return [(report.value, report.by and report.by.username) for report in result_reports]


@pytest.mark.slow
def test_what_a_player_sees_and_no_cookie(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    visitor = ValidClient(enforce_csrf_checks=True)
    answer = visitor.get(page(first))
    page_text = text(answer)
    assert "Table</span> <b>1</b>" in page_text
    assert second.player.name in page_text
    assert "How did your game end?" in page_text
    assert not visitor.cookies
    assert answer["Cache-Control"] == "private, no-cache"
    assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex")
    # Typed from the card in capitals, with the letters that look like digits, it is the same link.
    typed = invitation_secret(make_link(first)).upper().replace("0", "O").replace("1", "I")
    assert visitor.get(reverse("my_page", args=[typed])).status_code == 200
    with translation.override("en"):
        chinese = visitor.get(f"/p/{typed}/", headers={"Accept-Language": "zh-CN"})
    assert chinese["Location"] == f"/zh-hans/p/{typed}/"


@pytest.mark.slow
def test_where_both_stand_why_they_meet_and_each_own_foul(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    for entry, kind in ((first, "technical"), (second, "other")):
        log_foul(
            round_=playing.round(),
            table=1,
            player=entry.number or 0,
            kind=kind,
            by=playing.users["bob"],
            confirm=True,
        )
    page_text = text(ValidClient().get(page(first)))
    assert "Why this pairing" in page_text
    assert "Technical foul" in page_text
    assert "Other foul" not in page_text


@pytest.mark.slow
def test_a_foul_for_missed_moves_says_what_the_next_step_costs(
    playing: World, text: Callable[[Any], str]
) -> None:
    first, second = seats(playing)
    foul = {"round_": playing.round(), "table": 1, "offence": "missed-moves", "confirm": True}
    log_foul(**foul, player=first.number, missed=4, by=playing.users["bob"])
    log_foul(**foul, player=second.number, missed=8, by=playing.users["bob"])
    assert "8 or more moves missed in this game make it two fouls." in text(ValidClient().get(page(first)))
    page_text = text(ValidClient().get(page(second)))
    assert "8 or more moves missed in one game are two fouls in all." in page_text
    # Two fouls of one act are not one that stands there twice, in the game nor below *Decided about you*.
    for place in (1, 2):
        assert page_text.count(f"Moves not recorded ({place} of 2 in this game)") == 2


@pytest.mark.slow
def test_what_comes_next_and_how_to_be_told(playing: World, text: Callable[[Any], str]) -> None:
    first, _second = seats(playing)
    Round.objects.filter(section=playing.section, number=2).update(starts_at="2015-09-22T06:00Z")
    report_result(round_=playing.round(), table=1, value="1-0", seen=None, by=playing.users["bob"])
    page_text = text(ValidClient().get(page(first)))
    coming = page_text[page_text.index('id="next"') :]
    for words in ("Round 2", "Cannot play…", "Record of round 1", "due from you", "My rounds in my calendar"):
        assert words in coming
    assert "Put this page on the home screen" in coming
    assert "Make a new one" in coming
    withdraw(entries=[first], reason="ill", by=playing.users["alice"])
    assert "Cannot play…" not in text(ValidClient().get(page(first)))


def test_a_player_replaces_the_own_link(playing: World, text: Callable[[Any], str]) -> None:
    first, _second = seats(playing)
    old = page(first)
    visitor = ValidClient()
    assert "Make a new link if somebody else may have seen yours." in text(
        visitor.get(page(first, "my_link"))
    )
    answer = visitor.post(page(first, "renew_own_link"), {"once": "renew"}, follow=True)
    assert "This is your new link." in text(answer)
    assert old not in text(answer)
    gone = visitor.get(old)
    assert gone.status_code == 410
    assert "You or the desk have made a new one" in text(gone)
    assert visitor.post(old + "link/renew/", {"once": "renew"}).status_code == 410
    link = PlayerLink.objects.get(entry=first, revoked_at=None)
    assert visitor.get(reverse("my_page", args=[invitation_secret(link)])).status_code == 200
    entry = JournalEntry.objects.get(act="renew_own_link")
    assert entry.party == f"entry:{first.pk}"
    assert invitation_secret(link) not in str(entry.answer)


@pytest.mark.slow
def test_the_standings_stand_on_the_own_page() -> None:
    section = make_section(make_event("stands"))
    make_entries(section, 6)
    factories.play(section, 2)
    factories.publish(factories.pair(section, 3))
    seat = Seat.objects.select_related("entry").get(
        pairing__table=1, colour="first", round__section=section, round__number=3
    )
    page_text = ValidClient().get(page(seat.entry)).content.decode()
    assert re.search(r"<dt>Rank</dt>\s*<dd>\d+ ", page_text)
    assert re.search(r"score \S+, rank \d", page_text)
    assert "<dt>Buchholz" in page_text or "<dt>sum of" in page_text


@pytest.mark.slow
def test_both_say_the_same_and_that_is_the_result(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    assert "that is what you reported" in text(say(first, "draw"))
    # Put right before the other side has spoken; said twice it is said once.
    say(first, "win", once="k")
    say(first, "win", once="k")
    assert PlayerReport.objects.count() == 2
    assert reports(playing) == []
    # The opponent is not told what was said.
    assert "report" in text(ValidClient().get(page(second)))
    assert "You and your opponent reported" not in text(ValidClient().get(page(second)))
    assert "you lost" in text(say(second, "loss"))
    assert reports(playing) == [("1-0", None)]
    assert playing.round().state == Round.State.PLAYING
    # Afterwards it is a referee's.
    late = say(first, "loss")
    assert late.status_code == 409
    assert "Table 1 already has a result" in text(late)
    assert reports(playing) == [("1-0", None)]
    lines = JournalEntry.objects.filter(act="tell_result").order_by("pk")
    assert [(line.by, line.party, line.after["agreed"]) for line in lines] == [
        (None, f"entry:{first.pk}", False),
        (None, f"entry:{first.pk}", False),
        (None, f"entry:{second.pk}", True),
    ]
    journal = text(playing.client("alice").get(reverse("journal", args=[playing.event.slug])))
    assert "by private link" in journal
    assert "both players" in text(playing.get("dave", "result", 1, 1))


@pytest.mark.slow
def test_a_referee_takes_back_what_both_have_said_and_they_say_it_anew(
    playing: World, text: Callable[[Any], str]
) -> None:
    first, second = seats(playing)
    say(first, "win")
    say(second, "loss")
    early, agreed = JournalEntry.objects.filter(act="tell_result").order_by("pk")
    url = reverse("journal", args=[playing.event.slug])
    journal = text(playing.client("bob").get(url))
    # What one player alone has said is no result, and nothing to undo.
    assert f'name="entry" value="{agreed.pk}"' in journal
    assert f'name="entry" value="{early.pk}"' not in journal
    undo = reverse("undo", args=[playing.event.slug])
    refused = playing.client("bob").post(undo, {"entry": early.pk, "reason": "no"})
    assert refused.status_code == 409
    answer = playing.client("bob").post(undo, {"entry": agreed.pk, "reason": "they play on"})
    assert answer.status_code == 302
    assert reports(playing)[-1] == ("*", "bob")
    page_text = text(ValidClient().get(page(first)))
    assert "How did your game end?" in page_text
    assert "that is what you reported" not in page_text
    say(first, "draw")
    say(second, "draw")
    assert reports(playing)[-1] == ("1/2", None)
    history = text(playing.get("dave", "result", 1, 1))
    assert history.count("both players") == 2


@pytest.mark.slow
def test_a_dispute_is_the_referees(playing: World, text: Callable[[Any], str]) -> None:
    first, second = seats(playing)
    say(first, "win")
    assert "Reported by a player" in text(playing.get("dave", "results", 1))
    assert "You and your opponent reported different results" in text(say(second, "win"))
    # Neither can change it any more, nor can the desk decide.
    assert "Go to a referee together" in text(say(first, "loss"))
    round_page = text(playing.get("dave", "round_desk", 1))
    assert "Table 1: players reported different results" in round_page
    assert "reports differ" in round_page
    refused = playing.post("carol", "report_result", 1, table=1, value="1-0", seen="", game=1)
    assert refused.status_code == 409
    assert "a referee must decide" in text(refused)
    assert reports(playing) == []
    without = playing.post("dave", "report_result", 1, table=1, value="1-0", seen="", game=1)
    assert without.status_code == 422
    answer = playing.post(
        "dave", "report_result", 1, table=1, value="0-1", seen="", game=1, reason="Both scoresheets say so."
    )
    assert answer.status_code == 302
    assert reports(playing) == [("0-1", "dave")]
    assert "different results" not in text(playing.get("dave", "round_desk", 1))
    assert "you lost" in text(ValidClient().get(page(first)))


@pytest.mark.slow
def test_what_was_said_of_another_opponent_does_not_count(playing: World) -> None:
    """Two players are swapped after one has reported: neither an agreement nor a dispute comes of it."""
    first, second = seats(playing)
    say(first, "win")
    other = seats(playing, 2)[0]
    swap = {"first": first.number, "second": other.number, "reason": "They sat at the wrong tables."}
    assert playing.post("bob", "swap_players", 1, **swap).status_code == 302
    outbox.drain()
    now = Seat.objects.exclude(entry=first).get(pairing__seats__entry=first, round=playing.round()).entry
    assert now != second
    say(now, "win")
    assert reports(playing) == []
    assert b"different results" not in playing.get("dave", "round_desk", 1).content
    say(first, "loss")
    assert [value for value, _ in reports(playing)] != []


@pytest.mark.slow
def test_links_that_open_nothing(playing: World, text: Callable[[Any], str], caplog: Any) -> None:
    first, second = seats(playing)
    forged = ValidClient().get(reverse("my_page", args=["0" * 26]))
    assert forged.status_code == 404
    assert "This private link is not valid" in text(forged)
    url = page(first)
    assert playing.client("carol").get(playing.url("player_links")).status_code == 200
    assert playing.post("carol", "revoke_link", first.pk).status_code == 302
    gone = ValidClient().get(url)
    assert gone.status_code == 410
    assert "This private link was revoked" in text(gone)
    assert ValidClient().post(f"{url}result/", {"outcome": "win", "round": 1, "game": 1}).status_code == 410
    secret = url.rstrip("/").rpartition("/")[2]
    message = " ".join(record.getMessage() for record in caplog.records)
    assert "private link" in message
    assert secret not in message
    assert not PlayerReport.objects.exists()
    # A link of another section opens its own page only.
    away = make_entries(make_section(playing.event, "women"), 1)[0]
    assert "No opponent" not in text(ValidClient().get(page(away)))
    elsewhere = ValidClient().post(page(away, "my_result"), {"outcome": "win", "round": 1, "game": 1})
    assert elsewhere.status_code == 409
    assert second.player.name not in text(elsewhere)


@pytest.mark.slow
def test_links_are_made_printed_renewed(drawn: World, text: Callable[[Any], str]) -> None:
    """The cards show addresses that open; the database has none of them."""
    assert "Create links for 8 players" in text(drawn.get("carol", "player_links"))
    assert drawn.post("carol", "issue_links", once="one").status_code == 302
    drawn.post("carol", "issue_links", once="two")
    links = list(PlayerLink.objects.all())
    assert len(links) == 8
    page_text = text(drawn.get("carol", "player_links"))
    secrets = [invitation_secret(link) for link in links]
    assert all(f"/p/{secret}/" in page_text for secret in secrets)
    assert page_text.count('class="qr"') == 8
    collected = {value for link in links for value in (link.salt, link.secret_digest)}
    assert not collected & set(secrets)
    assert not any(
        secret in str(entry.__dict__) for entry in JournalEntry.objects.all() for secret in secrets
    )
    entry = links[0].entry
    drawn.post("carol", "renew_link", entry.pk)
    new = PlayerLink.objects.get(entry=entry, revoked_at=None)
    assert Client().get(reverse("my_page", args=[secrets[0]])).status_code == 410
    assert Client().get(reverse("my_page", args=[invitation_secret(new)])).status_code == 200


def test_another_key_prints_nothing_and_locks_nobody_out(drawn: World, settings: Any) -> None:
    [entry] = drawn.section.entries.order_by("pk")[:1]
    link = make_link(entry)
    handed_out = invitation_secret(link)
    settings.SECRET_KEY = "another"
    assert invitation_secret(link) == ""
    assert b"cannot be printed again" in drawn.get("carol", "player_links").content
    assert Client().get(reverse("my_page", args=[handed_out])).status_code == 200


def test_hostile_names_are_text(drawn: World, text: Callable[[Any], str]) -> None:
    entry = drawn.section.entries.select_related("player").order_by("pk")[0]
    entry.player.name = "<script>alert(1)</script>"
    entry.player.save()
    for answer in (ValidClient().get(page(entry)), drawn.get("carol", "player_links")):
        assert "<script>alert" not in text(answer)
        assert "&lt;script&gt;alert(1)" in text(answer)


@pytest.mark.slow
def test_i_am_here(drawn: World, text: Callable[[Any], str]) -> None:
    """Check-in by oneself, while round 1 is not paired; the desk sees who did it."""
    mine, other = drawn.section.entries.order_by("number")[:2]
    drawn.section.entries.update(status=Entry.Status.ENTERED)
    visitor = ValidClient(enforce_csrf_checks=True)
    assert "Check in" in text(visitor.get(page(mine)))
    sent = {"once": "k"}
    for _ in range(2):
        assert visitor.post(page(mine, "my_check_in"), sent)["Location"] == page(mine)
    assert "You are checked in" in text(visitor.get(page(mine)))
    assert list(drawn.section.entries.filter(status=Entry.Status.CHECKED_IN)) == [mine]
    [line] = JournalEntry.objects.filter(act="check_in")
    assert (line.by, line.party) == (None, f"entry:{mine.pk}")
    drawn.post("carol", "check_in", other.pk, present="on")
    page_text = text(drawn.get("alice", "entries"))
    assert ", by the player" in page_text
    assert ", by carol" in page_text
    # Nobody else has been seen; whether they play is not this test's question.
    drawn.section.entries.update(status=Entry.Status.CHECKED_IN)
    drawn.paired()
    late = visitor.post(page(other, "my_check_in"), sent)
    assert late.status_code == 409
    assert "Check-in is closed" in text(late)
    assert "Check in" not in text(visitor.get(page(other)))


def test_who_has_withdrawn_is_not_asked(drawn: World, text: Callable[[Any], str]) -> None:
    entries = drawn.section.entries.order_by("number")[0]
    drawn.post("alice", "withdraw", entries.pk, reason="ill")
    assert "Check in" not in text(ValidClient().get(page(entries)))
    assert ValidClient().post(page(entries, "my_check_in")).status_code == 409


@pytest.mark.slow
def test_i_am_at_the_table(playing: World, text: Callable[[Any], str]) -> None:
    first, _ = seats(playing)
    assert "I'm at my table" not in text(ValidClient().get(page(first)))
    playing.section.online = True
    playing.section.save()
    assert "I'm at my table" in text(ValidClient().get(page(first)))
    answer = ValidClient().post(page(first, "take_my_seat"), {"round": 1}, follow=True)
    assert "Present since" in text(answer)
    assert Seat.objects.filter(taken_at__isnull=False).get().entry == first
    assert ValidClient().post(page(first, "take_my_seat"), {"round": 4}).status_code == 409
    assert ValidClient().post(page(first, "take_my_seat"), {"round": 99}).status_code == 404


def test_queries_do_not_grow_with_the_field(
    playing: World, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first, _ = seats(playing)
    url = page(first)
    # Names are read once, until something is done at the event.
    ValidClient().get(url)
    with django_assert_max_num_queries(COST):
        ValidClient().get(url)


def queries_of_page(players: int, rounds: int) -> int:
    """Queries of the page of the first at table 1, round ``rounds`` + 1 being public."""
    section = make_section(make_event(f"of-{players}-{rounds}"))
    make_entries(section, players)
    factories.play(section, rounds)
    factories.publish(factories.pair(section, rounds + 1))
    seat = Seat.objects.select_related("entry").get(
        pairing__table=1, colour="first", round__section=section, round__number=rounds + 1
    )
    address = page(seat.entry)
    # Names and frozen standings are read once.
    ValidClient().get(address)
    with CaptureQueriesContext(connection) as queries:
        assert ValidClient().get(address).status_code == 200
    return len(queries)


@pytest.mark.slow
def test_the_page_asks_as_much_whatever_the_field_and_the_rounds() -> None:
    assert {queries_of_page(10, 1), queries_of_page(10, 3), queries_of_page(100, 1)} == {COST}


@pytest.mark.slow
def test_a_withdrawal_while_the_game_is_open_stands_everywhere(
    playing: World, text: Callable[[Any], str]
) -> None:
    first, second = seats(playing)
    before = ValidClient().get(page(first)).content.decode()
    assert "has withdrawn" not in before
    withdraw(entries=[second], reason="ill", by=playing.users["alice"])
    assert "Your opponent has withdrawn, and your game has no result yet." in text(
        ValidClient().get(page(first))
    )
    assert "You have withdrawn, and your game has no result yet." in text(ValidClient().get(page(second)))
    assert ": withdrawn</span>" in text(playing.get("bob", "round_desk", 1))
    assert "a player has withdrawn</span>" in text(playing.get("bob", "hall", 1))
    for place in ("result", "referee"):
        assert "has withdrawn, and this game has no result." in text(playing.get("bob", place, 1, 1))
    waiting = [w for w in waiting_in(situation_of(playing.event)) if w.kind == "withdrawn"]
    assert [w.text for w in waiting] == ["A player has withdrawn, and the game has no result: table 1"]
    report_result(
        round_=playing.round(), table=1, value="1-0", forfeit=True, seen=None, by=playing.users["bob"]
    )
    assert not [w for w in waiting_in(situation_of(playing.event)) if w.kind == "withdrawn"]
    assert "withdrawn, and" not in text(ValidClient().get(page(first)))

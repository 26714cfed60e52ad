"""A player photographs the own scoresheet, from the private page: both players' are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.acts.photo_games import ask_for_following
from games.acts.records import accept_record, submit_record
from games.models import GameRecord, PhotoGame, PhotoGameAnswer, SheetPhoto
from games.photos.model import model_path
from portal.push.models import Notice, PushDevice, Subscription
from portal.push.notices import followers_of
from portal.push.topics import TOPICS
from tests import factories
from tests.cached_worlds import remembered
from tests.games.photos.photographing import packed
from tests.games.photos.sending import sheet
from tests.games.views.mine import page, seats
from tests.working import compute
from tests.world import ValidClient, World
from tournaments.acts.results import report_result
from tournaments.models import Entry, Pairing
from tournaments.pages.followed_scopes import proof_of_link, scope_of_entry, under_event

pytestmark = pytest.mark.django_db
READS = pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'")


@pytest.fixture
@remembered
def published(press: None, drawn: World) -> World:
    drawn.published()
    return drawn


def send(entry: Entry, raw: bytes) -> Any:
    file = SimpleUploadedFile("photo.jpg", raw, "image/jpeg")
    return ValidClient().post(page(entry, "submit_my_photo", 1), {"photo": file})


def record_page(entry: Entry) -> str:
    return ValidClient().get(page(entry, "my_record", 1)).content.decode()


def end_of_game(world: World) -> None:
    report_result(round_=world.round(), table=1, value="1-0", seen=None, by=world.users["dave"])


@pytest.mark.long
@READS
def test_both_players_are_asked_and_their_sheets_are_read_together(published: World) -> None:
    red, black = seats(published)
    assert "photo-wanted" not in ValidClient().get(page(red)).content.decode()
    end_of_game(published)
    for player in (red, black):
        mine = ValidClient().get(page(player)).content.decode()
        assert 'id="photo-wanted"' in mine
        assert "Both players’ sheets are wanted" in record_page(player)
    assert send(red, packed(sheet(published, 0, "simplified"))).status_code == 302
    assert 'id="photo-wanted"' not in ValidClient().get(page(red)).content.decode()
    assert "Your opponent is asked for a photo, too" in record_page(red)
    assert "Reading the photos" in record_page(red)
    assert "Your opponent’s scoresheet has been photographed" in record_page(black)
    compute()
    assert send(black, packed(sheet(published, 1, "english"))).status_code == 302
    compute()
    for player in (red, black):
        assert "All moves in the photos were read; the desk confirms them." in record_page(player)
    photos = SheetPhoto.objects.order_by("pk")
    assert [(photo.side, photo.by_entry) for photo in photos] == [("first", red), ("second", black)]
    assert len(PhotoGameAnswer.objects.latest("pk").data["plies"]) == 24
    # The desk goes on from here, as with photos of its own.
    desk = published.get("carol", "scoresheets", 1, 1).content.decode()
    assert "These are the moves on the scoresheets" in desk


@READS
@pytest.mark.slow
def test_a_player_sees_how_many_sheets_are_read_before(published: World, text: Callable[[Any], str]) -> None:
    red, _ = seats(published)
    other = Pairing.objects.exclude(seats__entry=red).filter(table__isnull=False)[0]
    for _ in range(3):
        ask_for_following(PhotoGame.objects.create(pairing=other), by=None)
    send(red, packed(sheet(published, 0, "simplified", plies=6)))
    assert "3 before yours" in record_page(red)
    progress = page(red, "my_photo_reading", 1)
    assert "3 before yours" in text(ValidClient().get(progress))
    compute()
    done = ValidClient().get(progress)
    assert done["HX-Retarget"] == done["HX-Reselect"] == "#own-sheet"
    assert 'id="own-sheet"' in done.content.decode()


@pytest.mark.slow
def test_a_photo_that_cannot_be_used_is_refused_beside_the_form_for_typing(published: World) -> None:
    red, _ = seats(published)
    answer = send(red, b"no picture")
    refused = answer.content.decode()
    assert answer.status_code == 422
    assert "This is no JPEG or PNG picture." in refused
    assert 'name="text"' in refused
    assert not SheetPhoto.objects.exists()


@pytest.mark.slow
def test_nobody_is_asked_once_a_record_is_there(published: World) -> None:
    red, _ = seats(published)
    end_of_game(published)
    submit_record(
        pairing=Pairing.objects.get(seats__entry=red), raw=b"1. C2=5 H8+7", by=published.users["carol"]
    )
    assert 'id="photo-wanted"' not in ValidClient().get(page(red)).content.decode()
    compute()
    accept_record(record=GameRecord.objects.get(), by=published.users["bob"])
    assert "own-sheet" not in record_page(red)


@pytest.mark.slow
def test_who_has_not_photographed_hears_that_the_opponent_has(published: World) -> None:
    red, black = seats(published)
    event = under_event(published.event.pk)
    for entry in (red, black):
        device = PushDevice.objects.create(
            endpoint=f"https://localhost/{entry.pk}", digest=str(entry.pk), language="en", time_zone="UTC"
        )
        proof = proof_of_link(factories.make_link(entry).pk)
        Subscription.objects.create(
            device=device, scope=scope_of_entry(entry.pk), under=event, proof=proof, topics=list(TOPICS)
        )
    send(red, packed(sheet(published, 0, "simplified", plies=6)))
    notice = Notice.objects.get(topic="sheet-wanted")
    (heard,) = followers_of(notice.topic, notice.under, notice.facts)
    assert heard.scope == scope_of_entry(black.pk)
    words = TOPICS["sheet-wanted"].compose(notice.facts, {heard.scope}, "UTC")[heard.scope]
    assert words.title == "Photograph your scoresheet: table 1, round 1"
    # Both are there: what waits is not sent any more.
    send(black, packed(sheet(published, 1, "simplified", plies=6)))
    assert not followers_of(notice.topic, notice.under, notice.facts)


@pytest.mark.slow
def test_in_weiqi_there_is_no_sheet_to_photograph(played: World) -> None:
    first, _ = seats(played)
    assert "own-sheet" not in record_page(first)
    assert 'id="photo-wanted"' not in ValidClient().get(page(first)).content.decode()

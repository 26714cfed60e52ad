"""The pages of captains, applicants and offices are shown from what is stored, and by the clock never too
long. What is done to them is tried of every act (`tests.framed`)."""

from __future__ import annotations

import re
import zlib
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import outbox
from portal.outbox.work import RECORDS
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_entries, make_event, make_section
from tests.teams_world import captain_link, match_at, waiting_round
from tests.tournaments.addresses_of_entries import applicant_secret, quota_secret
from tests.world import ValidClient
from tournaments.acts.entering.entry_forms import DELETE
from tournaments.acts.teams.captains import revoke_captain_link
from tournaments.models import Application, EntryForm, Organisation, PrivatePage, Quota, Round, Section
from tournaments.pages import private_pages
from tournaments.queries.teams.captains import captain_secret
from tournaments.state.applications import DRAFT_DAYS

pytestmark = pytest.mark.django_db
STORED = 2
"""Queries of a page that is stored: itself with its link, and the stamps of its places."""
DRAFT = {"state": Application.State.DRAFT, "turn": None, "confirmed_at": None}
KEY = re.compile(r'name="once" value="([0-9a-f]{32})"')


@pytest.fixture(autouse=True)
def stored_for_ten_minutes(settings: Any) -> None:
    settings.PRIVATE_PAGES_FOR = 600.0


@pytest.fixture
@remembered
def waiting(cast: Cast) -> Round:
    return waiting_round(cast)


@pytest.fixture
def entering(cast: Cast) -> Section:
    """Takes applications for another five minutes."""
    section = make_section(make_event("entering"), "open", name="Open")
    make_entries(section, 2)
    now = timezone.now()
    EntryForm.objects.create(
        section=section, opens_at=now - timedelta(days=1), closes_at=now + timedelta(minutes=5)
    )
    return section


def of_captain(round_: Round) -> str:
    return f"/en/t/{captain_secret(captain_link(match_at(round_, 1).first))}/"


def of_applicant(section: Section) -> str:
    return f"/en/a/{applicant_secret(section)}/"


def of_office(section: Section) -> str:
    return f"/en/q/{quota_secret(section)}/"


def queries_of(address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert ValidClient().get(address).status_code == 200
    return len(queries)


def at(moment: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


@pytest.mark.slow
def test_the_second_reader_gets_what_the_first_got_without_its_being_read(
    waiting: Round, entering: Section
) -> None:
    for address in (of_captain(waiting), of_applicant(entering), of_office(entering)):
        first = ValidClient().get(address)
        assert queries_of(address) == STORED
        second, past = ValidClient().get(address), ValidClient().get(address, {"past": "1"})
        texts = [KEY.sub("", answer.content.decode()) for answer in (first, second, past)]
        assert texts[0] == texts[1] == texts[2]
        keys = [set(KEY.findall(answer.content.decode())) for answer in (first, second)]
        assert keys[0]
        assert not keys[0] & keys[1]
        headers = [dict(answer.headers.items()) for answer in (second, past)]
        for row in headers:
            for name in ("Content-Length", "X-Request-ID"):
                del row[name]
        assert headers[0] == headers[1]


@pytest.mark.slow
def test_the_database_alone_opens_nothing(entering: Section) -> None:
    """Also of who typed the address in capitals: a draft's page writes it out once more."""
    Application.objects.filter(section=entering).delete()
    address = of_applicant(entering)
    Application.objects.update(**DRAFT)
    secret = address.split("/")[-2]
    for typed in (secret.upper(), secret):
        assert secret in ValidClient().get(address.replace(secret, typed)).content.decode()
    [body] = [zlib.decompress(body).decode() for body in PrivatePage.objects.values_list("body", flat=True)]
    assert secret not in body.lower()


@pytest.mark.slow
def test_a_link_that_opens_nothing_any_more_opens_nothing_at_once(
    cast: Cast, waiting: Round, entering: Section
) -> None:
    address, office = of_captain(waiting), of_office(entering)
    ValidClient().get(address)
    ValidClient().get(office)
    revoke_captain_link(section=waiting.section, team=match_at(waiting, 1).first.pk, by=cast.alice)
    assert ValidClient().get(address).status_code == 410
    Quota.objects.update(secret_digest="")
    assert ValidClient().get(office).status_code == 404
    assert PrivatePage.objects.filter(quota__isnull=False).exists()


@pytest.mark.slow
def test_the_time_that_is_left_is_right_to_the_minute(
    waiting: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = of_captain(waiting)
    text = ValidClient().get(address).content.decode()
    assert "30 minutes left" in text
    until = PrivatePage.objects.get().until
    assert until <= timezone.now() + timedelta(minutes=1)
    at(until + timedelta(seconds=1), monkeypatch)
    assert "29 minutes left" in ValidClient().get(address).content.decode()
    assert PrivatePage.objects.get().until == until + timedelta(minutes=1)


@pytest.mark.slow
def test_an_office_reads_that_entries_are_closed_from_that_moment_on(
    entering: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, closes = of_office(entering), EntryForm.objects.get().closes_at
    assert "Enter the player" in ValidClient().get(address).content.decode()
    assert PrivatePage.objects.get().until == closes
    at(closes, monkeypatch)
    assert "Enter the player" not in ValidClient().get(address).content.decode()


@pytest.mark.slow
def test_a_draft_that_has_expired_opens_nothing(entering: Section, monkeypatch: pytest.MonkeyPatch) -> None:
    address = of_applicant(entering)
    made = timezone.now() - timedelta(days=DRAFT_DAYS) + timedelta(minutes=1)
    Application.objects.update(**DRAFT, made_at=made)
    assert ValidClient().get(address).status_code == 200
    at(PrivatePage.objects.get().until + timedelta(seconds=1), monkeypatch)
    assert ValidClient().get(address).status_code == 404


@pytest.mark.slow
def test_answers_that_are_deleted_stand_on_no_page(entering: Section) -> None:
    address = of_applicant(entering)
    EntryForm.objects.update(asks={"club": "asked"})
    Application.objects.filter(quota=None).update(particulars={"club": "Lions"})
    assert "Lions" in ValidClient().get(address).content.decode()
    long_ago = timezone.now() - timedelta(days=900)
    EntryForm.objects.update(opens_at=long_ago - timedelta(days=1), closes_at=long_ago, kept_days=1)
    type(entering.event).objects.filter(pk=entering.event_id).update(
        starts=long_ago.date(), ends=long_ago.date()
    )
    outbox.enqueue(DELETE, key=DELETE, payload={}, priority=RECORDS)
    outbox.drain()
    assert "Lions" not in ValidClient().get(address).content.decode()


@pytest.mark.slow
def test_an_office_has_the_name_of_its_organisation(entering: Section) -> None:
    """Nothing of the event is changed by that: the whole site's stamp is."""
    address = of_office(entering)
    club = Organisation.objects.create(slug="club", name="Old name")
    Quota.objects.update(federation=None, organisation=club, name="Old name")
    assert "Old name" in ValidClient().get(address).content.decode()
    Quota.objects.update(name="New name")
    private_pages.touch(private_pages.SITE)
    assert "New name" in ValidClient().get(address).content.decode()

"""Whom a notice concerns and what each reads: the topics by who may have them, and their words."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone, translation

from portal import published
from portal.push.models import ANYWHERE, Notice, PushDevice, Subscription
from portal.push.notices import followers_of
from portal.push.subscribing import digest_of, followed_places
from portal.push.topics import PLACES, TOPICS
from tests import factories
from tournaments.models import (
    Announcement,
    AnnouncementText,
    Entry,
    Event,
    Person,
    Player,
    PlayerLink,
    Round,
    RoundVersion,
    Seat,
    Section,
)
from tournaments.pages import notifications
from tournaments.pages.followed_scopes import proof_of_link, scope_of_entry, scope_of_person, under_event
from tournaments.pages.paths import section_path

MAY_HAVE = {
    "paired": {"entry"},
    "changed": {"entry"},
    "result": {"entry"},
    "round": {"section", "event"},
    "standings": {"section", "event"},
    "person-round": {"person"},
    "person-result": {"person"},
    "announcement": {"section", "event", "entry", "team", "application", "organisation"},
    "decision": {"entry"},
    "foul": {"entry"},
    "team-match": {"team"},
    "line-up": {"team"},
    "entry-moved": {"application"},
    "dispute": {"staff"},
    "table-waits": {"staff"},
    "round-complete": {"staff"},
    "message": {"entry", "team", "application"},
    "appeal": {"entry", "team", "staff"},
    "event-listed": {"organisation"},
    "record-owed": {"entry"},
    "sheet-wanted": {"entry"},
}
"""Topic → the kinds of scopes whose followers may have it."""


COLUMNS = ("entry", "team", "application", "staff", "section", "event", "person", "organisation")


def test_who_may_have_which_topic() -> None:
    assert {name: set(topic.scopes) for name, topic in TOPICS.items()} == MAY_HAVE
    assert set().union(*MAY_HAVE.values()) == set(COLUMNS) == set(PLACES)


def test_the_documentation_has_the_same_table() -> None:
    page = (Path(settings.BASE_DIR) / "docs" / "guide" / "notifications.md").read_text()
    rows = [line for line in page.split("\n") if line.count("|") == len(COLUMNS) + 3][2:]
    printed = [
        {kind for kind, cell in zip(COLUMNS, row.split("|")[2:-2], strict=True) if cell.strip()}
        for row in rows
    ]
    assert printed == list(MAY_HAVE.values())
    breaks = [name for name, row in zip(MAY_HAVE, rows, strict=True) if "within" in row]
    assert breaks == [name for name in MAY_HAVE if TOPICS[name].hours]


@pytest.fixture
def newest(section: Section) -> Round:
    for entry in section.entries.all():
        factories.make_link(entry)
    round_ = section.round_set.get(number=3)
    round_.starts_at = datetime(2015, 9, 23, 6, 0, tzinfo=UTC)
    round_.save()
    return round_


def version(round_: Round) -> RoundVersion:
    return round_.versions.select_related("round__section__event").order_by("-number")[0]


def device(name: str) -> PushDevice:
    return PushDevice.objects.create(
        endpoint=f"https://localhost/{name}", digest=name, language="en", time_zone="UTC"
    )


def follows(section: Section, name: str, scope: str, proof: str = "") -> Subscription:
    return Subscription.objects.create(
        device=device(name),
        scope=scope,
        under=under_event(section.event_id),
        proof=proof,
        topics=list(TOPICS),
    )


def follow_own(section: Section, entry: Entry) -> Subscription:
    link = PlayerLink.objects.get(entry=entry, revoked_at=None)
    return follows(section, f"own-{entry.number}", scope_of_entry(entry.pk), proof_of_link(link.pk))


def heard(topic: str) -> set[str]:
    """Whom the newest notice of a topic concerns."""
    notice = Notice.objects.filter(topic=topic).latest("pk")
    return {row.device.digest for row in followers_of(topic, notice.under, notice.facts)}


def words(topic: str, scope: str, zone: str = "Asia/Kuala_Lumpur", language: str = "en") -> Any:
    notice = Notice.objects.filter(topic=topic).latest("pk")
    with translation.override(language):
        return TOPICS[topic].compose(notice.facts, {scope}, zone).get(scope)


def everybody(section: Section) -> None:
    follow_own(section, section.entries.get(number=1))
    follow_own(section, section.entries.get(number=2))
    follows(section, "section", f"section:{section.pk}")
    follows(section, "event", under_event(section.event_id))
    follows(section, "forged", scope_of_entry(section.entries.get(number=3).pk))


def test_each_player_reads_the_own_table(newest: Round) -> None:
    section = newest.section
    everybody(section)
    notifications.notify_followers_of_round(version(newest))
    assert heard("paired") == {"own-1", "own-2"}
    assert heard("round") == {"section", "event"}
    seat = Seat.objects.filter(round=newest, colour="first").select_related("pairing", "entry__player")[0]
    other = Seat.objects.exclude(pk=seat.pk).select_related("entry__player").get(pairing=seat.pairing)
    wording = words("paired", scope_of_entry(seat.entry_id))
    assert wording.title == f"Table {seat.pairing.table}, round 3"
    first, second, third = wording.body.split("\n")
    assert first == f"You play Red against {other.entry.player.name}"
    assert second == "Starts Wed, 23 Sept 2015, 14:00"
    assert third == "14th Test Championship · Men"
    assert wording.badge == seat.pairing.table
    elsewhere = words("paired", scope_of_entry(seat.entry_id), "Europe/Berlin")
    assert "08:00 (14:00 Kuala Lumpur time)" in elsewhere.body
    assert "红" in words("paired", scope_of_entry(seat.entry_id), language="zh-hans").body


def test_a_bye_is_told_as_one(newest: Round) -> None:
    everybody(newest.section)
    notifications.notify_followers_of_round(version(newest))
    seat = Seat.objects.get(round=newest, colour="bye")
    assert words("paired", scope_of_entry(seat.entry_id)).title == "Round 3: bye"


def test_of_a_change_only_those_hear_whose_table_is_another(newest: Round) -> None:
    section = newest.section
    for entry in section.entries.all():
        follow_own(section, entry)
    before = version(newest)
    pairs = [dict(row) for row in before.pairs]
    first = pairs[0]
    first["first"], first["second"] = first["second"], first["first"]
    changed = RoundVersion.objects.create(
        round=newest, number=before.number + 1, pairs=pairs, input={}, digest="x", at=timezone.now()
    )
    notifications.notify_followers_of_round(changed)
    assert heard("changed") == {f"own-{first['first']}", f"own-{first['second']}"}
    assert not Notice.objects.filter(topic__in=["paired", "round"]).exists()


def test_a_draft_and_what_is_withheld_are_told_to_nobody(newest: Round) -> None:
    section = newest.section
    everybody(section)
    notifications.notify_followers_of_round(version(newest))
    published.withhold(section_path(section))
    assert heard("round") == set()
    Round.objects.filter(pk=newest.pk).update(state=Round.State.DRAFT)
    assert heard("paired") == set()
    assert words("paired", scope_of_entry(section.entries.get(number=1).pk)) is None


def test_a_revoked_link_hears_nothing(newest: Round) -> None:
    everybody(newest.section)
    PlayerLink.objects.filter(entry__number=1).update(revoked_at=timezone.now())
    notifications.notify_followers_of_round(version(newest))
    assert heard("paired") == {"own-2"}


def test_a_result_and_its_correction(newest: Round) -> None:
    everybody(newest.section)
    seat = Seat.objects.filter(round=newest, entry__number=1).select_related("pairing").get()
    report = seat.pairing.reports.first() or factories.report(newest, seat.pairing.table or 0, "1-0")
    notifications.notify_followers_of_result(newest, report)
    assert "own-1" in heard("result")
    assert heard("result") <= {"own-1", "own-2"}
    assert words("result", scope_of_entry(seat.entry_id)).title.startswith(
        f"Table {seat.pairing.table}, round 3: "
    )
    type(report).objects.create(pairing=report.pairing, game=report.game, value="1/2", supersedes=report)
    assert words("result", scope_of_entry(seat.entry_id)) is None


def person_scope(section: Section, number: int) -> str:
    return scope_of_person(section.entries.select_related("player").get(number=number).player.person_id)


def follow_person(section: Section, number: int) -> Subscription:
    row = follows(section, f"person-{number}", person_scope(section, number))
    Subscription.objects.filter(pk=row.pk).update(under=ANYWHERE)
    return row


def test_who_follows_somebody_reads_table_and_result(newest: Round) -> None:
    section = newest.section
    follow_person(section, 1)
    follow_person(section, 2)
    follow_own(section, section.entries.get(number=3))
    notifications.notify_followers_of_round(version(newest))
    assert heard("person-round") == {"person-1", "person-2"}
    seat = Seat.objects.filter(round=newest, entry__number=1).select_related("pairing", "entry__player").get()
    other = Seat.objects.exclude(pk=seat.pk).select_related("entry__player").get(pairing=seat.pairing)
    wording = words("person-round", person_scope(section, 1))
    assert wording.title == f"{seat.entry.player.name}: table {seat.pairing.table}, round 3"
    assert other.entry.player.name in wording.body
    assert wording.badge is None
    report = seat.pairing.reports.first() or factories.report(newest, seat.pairing.table or 0, "1-0")
    notifications.notify_followers_of_result(newest, report)
    assert "person-1" in heard("person-result")
    assert words("person-result", person_scope(section, 1)).title.startswith(f"Table {seat.pairing.table}")


def test_of_a_person_whose_page_is_not_public_nobody_hears(newest: Round) -> None:
    section = newest.section
    follow_person(section, 1)
    follow_person(section, 2)
    Person.objects.filter(players__entries=section.entries.get(number=1)).update(listed=False)
    notifications.notify_followers_of_round(version(newest))
    assert heard("person-round") == {"person-2"}
    Event.objects.filter(pk=section.event_id).update(listed=False)
    assert heard("person-round") == set()
    Event.objects.filter(pk=section.event_id).update(listed=True)
    published.withhold(section_path(section))
    assert heard("person-round") == set()


def test_who_followed_a_row_that_was_merged_hears_of_the_other(newest: Round) -> None:
    section = newest.section
    follow_person(section, 1)
    row = Person.objects.get(players__entries=section.entries.get(number=1))
    stays = Person.objects.create(name="Other", federation=row.federation)
    Player.objects.filter(person=row).update(person=stays)
    Person.objects.filter(pk=row.pk).update(merged_into=stays)
    notifications.notify_followers_of_round(version(newest))
    assert heard("person-round") == {"person-1"}
    assert words("person-round", scope_of_person(row.pk)).title.endswith("round 3")


def test_of_a_change_followers_of_a_person_hear_like_the_person(newest: Round) -> None:
    section = newest.section
    for number in range(1, 5):
        follow_person(section, number)
    before = version(newest)
    pairs = [dict(row) for row in before.pairs]
    first = pairs[0]
    first["first"], first["second"] = first["second"], first["first"]
    changed = RoundVersion.objects.create(
        round=newest, number=before.number + 1, pairs=pairs, input={}, digest="x", at=timezone.now()
    )
    notifications.notify_followers_of_round(changed)
    concerned = {f"person-{first['first']}", f"person-{first['second']}"}
    assert heard("person-round") == concerned & {f"person-{number}" for number in range(1, 5)}


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_a_device_costs_the_same_for_one_and_three(
    newest: Round, count: int, django_assert_num_queries: Any
) -> None:
    section = newest.section
    phone = device("phone")
    PushDevice.objects.filter(pk=phone.pk).update(digest=digest_of("https://localhost/phone"))
    scopes = [f"section:{section.pk}", under_event(section.event_id)]
    for number in range(1, count + 1):
        scopes += [person_scope(section, number), scope_of_entry(section.entries.get(number=number).pk)]
    for scope in scopes:
        Subscription.objects.create(device=phone, scope=scope, under="x", topics=[])
    with django_assert_num_queries(7):
        lines = followed_places("https://localhost/phone")
    assert [line.scope for line in lines] == scopes
    assert (lines[0].name, lines[0].path) == ("14th Test Championship · Men", section_path(section))
    assert lines[2].path.startswith("person/")
    assert lines[3].path == ""
    assert all(line.name for line in lines)


def test_standings_are_told_to_who_follows_the_section(newest: Round) -> None:
    section = newest.section
    everybody(section)
    notifications.notify_followers_of_standings(section, section.standings.get(after_round=2))
    assert heard("standings") == {"section", "event"}
    wording = words("standings", f"section:{section.pk}")
    assert (wording.title, wording.body) == ("Standings after round 2", "14th Test Championship · Men")
    assert wording.path.endswith("/standings/2/")


def test_an_announcement_in_the_language_of_the_reader(newest: Round) -> None:
    section = newest.section
    everybody(section)
    row = Announcement.objects.create(event=section.event, section=section)
    for language, text in (("en", "Lunch at noon"), ("zh-hans", "十二点用餐")):
        AnnouncementText.objects.create(announcement=row, version=1, language=language, text=text)
    notifications.notify_followers_of_announcement(row)
    assert heard("announcement") == {"own-1", "own-2", "section", "event"}
    assert words("announcement", f"section:{section.pk}").body == "Lunch at noon"
    assert words("announcement", f"section:{section.pk}", language="zh-hant").body == "十二点用餐"
    row.version = 2
    row.save()
    assert words("announcement", f"section:{section.pk}") is None


@pytest.mark.parametrize("count", [1, 3])
def test_the_price_does_not_grow_with_the_followers(
    newest: Round, count: int, django_assert_num_queries: Any
) -> None:
    section = newest.section
    entries = list(section.entries.order_by("number")[:count])
    for entry in entries:
        follow_own(section, entry)
    notifications.notify_followers_of_round(version(newest))
    notice = Notice.objects.get(topic="paired")
    with django_assert_num_queries(3):
        rows = followers_of("paired", notice.under, notice.facts)
    assert len(rows) == count
    scopes = {row.scope for row in rows}
    words_now = TOPICS["paired"].compose(notice.facts, scopes, "UTC")
    assert set(words_now) == scopes

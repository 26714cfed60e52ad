"""Photos of scoresheets are kept for as long as the section says, and the game stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.acts.photos import add_sheet_photo, keep_photos
from games.models import LiveSetting, PhotoGame, SheetPhoto
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.games.photos.photographing import packed, photographed, rendered
from tests.tournaments.paper.reading import printed
from tests.working import compute
from tests.world import World, pairing_at
from tournaments.acts.entering.entry_forms import DELETE
from tournaments.models import Event


@pytest.fixture
@remembered
def published(press: None, drawn: World) -> World:
    drawn.published()
    return drawn


def a_photo(world: World) -> SheetPhoto:
    pairing = pairing_at(world, 1)
    photo = SheetPhoto.objects.create(
        pairing=pairing, side="first", body=b"grey", width=1, height=1, digest="x", by=world.users["alice"]
    )
    PhotoGame.objects.create(pairing=pairing, first=photo, by=world.users["alice"])
    return photo


def end_days_ago(world: World, days: int) -> None:
    """The event ended then; it is the day for which the worker waits."""
    day = timezone.now().date() - timedelta(days=days)
    Event.objects.filter(pk=world.event.pk).update(starts=day, ends=day)
    Job.objects.filter(kind=DELETE).update(due_at=timezone.now())
    compute()


def test_photos_go_when_their_days_are_over_and_never_without_days(published: World) -> None:
    a_photo(published)
    keep_photos(section=published.section, photo_days=None, by=published.users["alice"])
    end_days_ago(published, 1_000)
    assert SheetPhoto.objects.exists(), "the section says nothing: as long as the event"
    keep_photos(section=published.section, photo_days=30, by=published.users["alice"])
    end_days_ago(published, 30)
    assert SheetPhoto.objects.exists(), "the thirtieth day is not over"
    end_days_ago(published, 31)
    assert not SheetPhoto.objects.exists()
    assert not PhotoGame.objects.exists()
    line = JournalEntry.objects.get(act="photos_deleted")
    assert (line.by, line.target, line.after) == (None, f"section:{published.section.pk}", {"photos": 1})
    end_days_ago(published, 31)
    assert JournalEntry.objects.filter(act="photos_deleted").count() == 1


def test_the_worker_waits_for_the_day_after_the_last(published: World) -> None:
    keep_photos(section=published.section, photo_days=30, by=published.users["alice"])
    Event.objects.filter(pk=published.event.pk).update(ends=timezone.now().date())
    Job.objects.filter(kind=DELETE).update(due_at=timezone.now())
    compute()
    job = Job.objects.get(kind=DELETE, state=Job.State.NEW)
    due = timezone.now().date() + timedelta(days=31)
    assert job.due_at.date() == due


@pytest.mark.slow
def test_no_photo_is_taken_that_would_be_deleted_at_once(published: World) -> None:
    keep_photos(section=published.section, photo_days=1, by=published.users["alice"])
    end_days_ago(published, 2)
    pairing = pairing_at(published, 1)
    raw = packed(photographed(rendered(printed(published.section, "photo-sheets", 1).body, 0)))
    with pytest.raises(Refusal) as refused:
        add_sheet_photo(pairing=pairing, side="first", raw=raw, by=published.users["alice"])
    assert refused.value.code == "photos-kept-until"
    assert not SheetPhoto.objects.exists()


@pytest.mark.parametrize("days", ["0", "3651", "-1", "many", "1.5"])
def test_other_days_are_refused_beside_their_field(published: World, days: str) -> None:
    answer = published.post("alice", "keep_photos", photo_days=days)
    assert answer.status_code == 422
    assert "photo_days" in answer.content.decode()
    assert not LiveSetting.objects.filter(photo_days__isnull=False).exists()

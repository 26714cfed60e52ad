"""An event into one file and back (``docs/operate/backup.md``)."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import translation

from games.models import GameRecord, RecordReading, RecordSource
from portal import outbox
from portal.accounts.models import AccessToken, User
from portal.backup.archive import Reader
from portal.backup.tables import tables
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Denied, Refusal
from tests.forgetting import AS_THE_OTHERS, LATIN, NATIVE, everything_published, places, quotes
from tests.tournaments.backups.files import (
    NOT_CARRIED,
    backup_of,
    edit,
    everything_there_is,
    flipped,
    forged,
    published,
    restore,
)
from tests.world import World
from tournaments.acts.backups import MOST_BYTES, ask_restoring
from tournaments.acts.entering.players import erase_player
from tournaments.models import (
    Backup,
    Entry,
    Erasure,
    Event,
    Invitation,
    Membership,
    Person,
    Player,
    Restoration,
    RoundVersion,
    Section,
    Standing,
)
from tournaments.queries.journal import journal_lines, journal_of

pytestmark = pytest.mark.django_db


def test_every_model_is_carried_or_not_for_a_reason() -> None:
    models = {
        model._meta.label
        for app in ("portal", "tournaments", "games")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if not model._meta.label.startswith("portal.User_")
    }
    carried = {table.label for table in tables()}
    assert carried | NOT_CARRIED == models
    assert carried & NOT_CARRIED == set()


def pages_below(prefix: str) -> dict[str, bytes]:
    pages = everything_published(without=AS_THE_OTHERS)
    return {path: body for path, body in pages.items() if path.startswith(prefix)}


def rows_of(event: Event) -> list[Any]:
    with translation.override("en"):
        return [
            (line.at, line.by, line.act, line.target, line.facts, line.reason, line.origin)
            for line in journal_lines(journal_of(event), "UTC")
        ]


def frozen(event: Event) -> list[Any]:
    versions = RoundVersion.objects.filter(round__section__event=event).order_by("pk")
    standings = Standing.objects.filter(section__event=event).order_by("pk")
    return [
        *versions.values_list("number", "digest", "input", "pairs", "at"),
        *standings.values_list("after_round", "version", "digest", "at"),
    ]


def rows(event: Event) -> dict[str, int]:
    """How many rows each table of a backup has."""
    members = Reader(io.BytesIO(backup_of(event))).manifest["members"]
    return {name: member["rows"] for name, member in members.items() if "rows" in member}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_on_an_empty_database_everything_is_as_it_was(full: World) -> None:
    before = pages_below("e/cup/")
    assert len(before) > 50
    journal, versions, counts = rows_of(full.event), frozen(full.event), rows(full.event)
    assert len(journal) > 15
    body = backup_of(full.event)
    raw = bytes(RecordSource.objects.order_by("pk")[0].raw)
    call_command("flush", interactive=False, verbosity=0)
    assert not Event.objects.exists()
    admin = User.objects.create_superuser("new-admin")
    again = published(body, "cup", admin)
    # A server goes on counting: ids of records, which the journal tells as they are, are others there.
    assert [without_ids(line) for line in journal] == [without_ids(line) for line in rows_of(again)[2:]]
    assert rows_of(again)[1][2] == "event restored from a backup"
    assert frozen(again) == versions
    after = rows(again)
    assert after.pop("tournaments/memberships.jsonl") == counts.pop("tournaments/memberships.jsonl") + 1
    assert after.pop("portal/journal.jsonl") == counts.pop("portal/journal.jsonl") + 2
    assert after.pop("portal/actors.jsonl") == counts.pop("portal/actors.jsonl") + 1
    assert after == counts
    outbox.drain([outbox.FAST])
    below = pages_below("e/cup/")
    assert {path for path in before if "/files/" not in path} == set(below)
    assert {path for path, page in below.items() if same(path, page) != same(path, before[path])} == set()
    assert bytes(RecordSource.objects.order_by("pk")[0].raw) == raw
    # Nobody of those who did all this can sign in here.
    assert not User.objects.exclude(pk=admin.pk).filter(is_active=True).exists()
    assert not any(user.has_usable_password() for user in User.objects.exclude(pk=admin.pk))
    assert not User.objects.exclude(email="").exists()
    # Whoever goes on here can: the draft of round 2 is still a draft, and valid.
    section = Section.objects.get(event=again, slug="men")
    assert section.round_set.get(number=2).state == "draft"


@pytest.mark.long
def test_beside_the_first_one_under_another_address(full: World) -> None:
    before = {path.replace("e/cup/", "e/copy/"): body for path, body in pages_below("e/cup/").items()}
    copy = published(backup_of(full.event), "copy", full.users["admin"])
    outbox.drain([outbox.FAST])
    # The same people, each with a copy for this event; the same accounts: nobody is there twice.
    assert Player.objects.filter(event=copy).count() == 8
    assert Player.objects.values("person").distinct().count() == 8
    assert not User.objects.filter(is_active=False).exists()
    assert Membership.objects.filter(event=copy, user=full.users["bob"], role="chief-referee").exists()
    below = pages_below("e/copy/")
    assert set(below) == {path for path in before if "/files/" not in path}
    for path, body in below.items():
        was = without_version(re.sub(rb"\bcup\b", b"copy", before[path]))
        assert same(path, was) == same(path, without_version(body)), path
    # Ids of records, which the journal tells as they are, are others here.
    assert [without_ids(line) for line in rows_of(copy)[2:]] == [
        without_ids(line) for line in rows_of(full.event)
    ]


def same(path: str, body: bytes) -> Any:
    """A page by its bytes; a document by its values, because PostgreSQL keeps no order of keys; a calendar
    without its ids, because PostgreSQL goes on counting."""
    if path.endswith(" json"):
        return json.loads(body)
    return re.sub(rb"UID:(event|section)-\d+", b"", body) if "/calendar/" in path else body


def without_ids(line: tuple[Any, ...]) -> tuple[Any, ...]:
    ids = ("announcement", "document", "record", "sheets", "account of the entry", "row of the account")
    return (*line[:4], [fact for fact in line[4] if fact.name not in ids], *line[5:])


def without_version(page: bytes) -> bytes:
    """Nor without the ids of announcements and in calendars, which are others in a copy."""
    versions = rb'data-version="\d+"|"version":\d+,(?="event")|\?v=\d+'
    calendars = rb"SEQUENCE:\d+|UID:(event|section)-\d+"
    announcements = rb'announcement-\d+|data-key="a\d+"|"id":\d+,(?="at")'
    return re.sub(b"|".join([versions, announcements, calendars]), b"", page)


@pytest.mark.slow
def test_what_is_not_carried(full: World) -> None:
    from tests.factories import make_link

    link = make_link(full.section.entries.all()[0])
    User.objects.filter(username="alice").update(
        email="alice@example.org", first_name="Alice", last_name="Adams"
    )
    AccessToken.objects.create(
        user=full.users["alice"], name="t", digest="x" * 64, hint="q", expires_at="2030-01-01T00:00Z"
    )
    with zipfile.ZipFile(io.BytesIO(backup_of(full.event))) as members:
        everything = b"".join(members.read(name) for name in members.namelist()).decode("utf-8", "ignore")
    for secret in (
        "alice@example.org",
        "xu.yinchuan@example.org",
        full.users["alice"].password,
        "x" * 64,
        link.secret_digest,
        link.salt,
        Invitation.objects.get().secret_digest,
    ):
        assert secret not in everything
    assert "Alice Adams" in everything
    # One JSON object a line, the records as they came.
    with zipfile.ZipFile(io.BytesIO(backup_of(full.event))) as members:
        for line in members.read("tournaments/results.jsonl").splitlines():
            assert {"id", "pairing_id", "value", "at"} <= set(json.loads(line))
        files = [name for name in members.namelist() if name.startswith("games/sources/")]
        assert {members.read(name) for name in files} == {
            bytes(record_source.raw) for record_source in RecordSource.objects.all()
        }


@pytest.mark.slow
def test_a_record_that_nobody_had_read_is_read_after_restoring(full: World) -> None:
    RecordReading.objects.filter(record__acceptance=None).delete()
    record = GameRecord.objects.order_by("pk")[0]
    RecordReading.objects.filter(record=record).delete()
    copy = restore(backup_of(full.event), "copy", full.users["admin"])
    outbox.drain([outbox.FAST])
    of_copy = RecordReading.objects.filter(record__pairing__round__section__event=copy)
    assert of_copy.count() == 2
    assert not RecordReading.objects.filter(record=record).exists()


@pytest.mark.slow
def test_who_was_forgotten_since_is_forgotten_in_an_older_backup(full: World) -> None:
    body = backup_of(full.event)
    entry = full.section.entries.select_related("player", "section__event").get(number=3)
    erase_player(entry=entry, confirm=LATIN, by=full.users["admin"])
    copy = published(body, "copy", full.users["admin"])
    outbox.drain([outbox.FAST])
    assert places() == set()
    assert not [
        path for path, page in pages_below("e/copy/").items() if quotes(page.decode("utf-8", "ignore"))
    ]
    assert Entry.objects.filter(section__event=copy, player__person=entry.player.person_id).count() == 1
    # Also where the person is not there any more, and only the tombstone is.
    Restoration.objects.all().delete()


@pytest.mark.slow
def test_a_file_blanks_nothing_at_other_events(full: World) -> None:
    """Whoever restores may have written any name into it, also that of somebody who is not forgotten."""
    body = backup_of(full.event)
    entry = full.section.entries.select_related("player", "section__event").get(number=3)
    erase_player(entry=entry, confirm=LATIN, by=full.users["admin"])
    journal_entry = JournalEntry.objects.create(
        act="set_schedule", scope=f"event:{full.other.event.pk}", target="", reason="Anna Schmidt was late"
    )
    restore(
        forged(body, edit("tournaments/players.jsonl", LATIN.encode(), b"Anna Schmidt")),
        "copy",
        full.users["admin"],
    )
    journal_entry.refresh_from_db()
    assert journal_entry.reason == "Anna Schmidt was late"


@pytest.mark.slow
def test_a_reason_that_begins_like_an_account(full: World) -> None:
    JournalEntry.objects.create(
        act="set_schedule", scope=f"event:{full.event.pk}", target="", reason="user: not there"
    )
    copy = restore(backup_of(full.event), "copy", full.users["admin"])
    assert JournalEntry.objects.filter(scope=f"event:{copy.pk}", reason="user: not there").exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_tombstone_alone_is_enough(full: World) -> None:
    body = backup_of(full.event)
    uid = Person.objects.filter(name=LATIN)[0].uid
    call_command("flush", interactive=False, verbosity=0)
    Erasure.objects.create(uid=uid)
    published(body, "cup", User.objects.create_superuser("new-admin"))
    outbox.drain([outbox.FAST])
    assert places() == set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_who_was_forgotten_before_stays_forgotten_elsewhere(full: World) -> None:
    entry = full.section.entries.select_related("player", "section__event").get(number=3)
    erase_player(entry=entry, confirm=NATIVE, by=full.users["admin"])
    uid, body = entry.player.person.uid, backup_of(full.event)
    call_command("flush", interactive=False, verbosity=0)
    restore(body, "cup", User.objects.create_superuser("new-admin"))
    assert Erasure.objects.get().uid == uid


@pytest.mark.slow
def test_never_over_an_event_that_is_there(full: World) -> None:
    body, before = backup_of(full.event), everything_there_is()
    for slug, code in (
        ("away", "event-slug-taken"),
        ("No!", "event-slug-invalid"),
        ("", "event-slug-invalid"),
    ):
        with pytest.raises(Refusal) as refused:
            restore(body, slug, full.users["admin"])
        assert refused.value.code == code
    for name in ("bob", "carol", "nobody"):
        with pytest.raises(Denied):
            restore(body, "copy", full.users[name])
    assert everything_there_is() == before
    assert restore(body, "copy", full.users["alice"]).slug == "copy"


# --- The desk and the command line --------------------------------------------------------------------------


@pytest.mark.slow
def test_made_by_the_worker_and_taken_away(full: World, text: Callable[[Any], str]) -> None:
    Backup.objects.all().delete()
    Job.objects.filter(kind="wipe").delete()
    address = f"/en/desk/{full.event.slug}/-/backup/"
    alice = full.client("alice")
    assert "No backup yet" in text(alice.get(address))
    sent = {"once": "k"}
    assert alice.post(address, sent).status_code == 302
    assert alice.post(address, sent).status_code == 302
    assert "Creating backup" in text(alice.get(address))
    assert Job.objects.filter(kind="backup").count() == 1
    outbox.drain([outbox.SLOW])
    page = alice.get(address)
    assert "Creating backup" not in text(page)
    made = alice.get(f"{address}file/")
    assert made["Content-Disposition"] == 'attachment; filename="cup.qiyuan.zip"'
    reader = Reader(io.BytesIO(b"".join(made) if made.streaming else made.content))
    assert reader.manifest["subject"]["slug"] == "cup"
    # Restored through the desk, by a worker.
    upload = SimpleUploadedFile("cup.zip", made.content)
    answer = alice.post("/en/desk/-/restore/", {"file": upload, "slug": "copy", "once": "r"})
    assert answer.status_code == 302
    assert "being restored" in text(alice.get(answer["Location"]))
    outbox.drain([outbox.SLOW])
    assert "/en/desk/copy/" in text(alice.get("/en/desk/-/restore/"))
    assert Event.objects.get(slug="copy").sections.count() == 1
    assert bytes(Restoration.objects.get(slug="copy").body) == b""
    # A bad file: one sentence, nothing restored.
    bad = SimpleUploadedFile("x.zip", flipped(made.content))
    alice.post("/en/desk/-/restore/", {"file": bad, "slug": "third", "once": "s"})
    outbox.drain([outbox.SLOW])
    assert "This backup is damaged at" in text(alice.get("/en/desk/-/restore/"))
    assert not Event.objects.filter(slug="third").exists()
    taken = SimpleUploadedFile("x.zip", made.content)
    refused = alice.post("/en/desk/-/restore/", {"file": taken, "slug": "copy", "once": "t"})
    assert refused.status_code == 422
    assert full.client("carol").get("/en/desk/-/restore/").status_code == 403


@pytest.mark.slow
def test_too_large_for_the_desk(full: World) -> None:
    with pytest.raises(Refusal) as refused:
        ask_restoring(body=b"x" * (MOST_BYTES + 1), slug="copy", by=full.users["admin"])
    assert refused.value.code == "backup-file-too-large"


@pytest.mark.slow
def test_a_worker_that_dies_in_the_middle_loses_and_doubles_nothing(full: World) -> None:
    """Two workers do the same job, the first one's lease being over: the event is there once."""
    from portal.outbox import runner

    body = backup_of(full.event)
    restoring = ask_restoring(body=body, slug="copy", by=full.users["admin"])
    job = Job.objects.get(kind="restore")
    first = runner.claim(job.pk)
    assert first is not None
    Job.objects.filter(pk=job.pk).update(lease_until="2000-01-01T00:00Z")
    second = runner.claim(job.pk)
    assert second is not None
    assert runner._perform(second) is runner.RunOutcome.DONE
    assert runner._perform(first) in (
        runner.RunOutcome.LOST,
        runner.RunOutcome.REFUSED,
        runner.RunOutcome.PUT_OFF,
    )
    assert Event.objects.filter(slug="copy").count() == 1
    assert Job.objects.get(pk=job.pk).state == "done"
    assert Restoration.objects.get(pk=restoring["restoration"]).event == Event.objects.get(slug="copy")


def test_at_the_command_line(full: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cup.zip"
    call_command("backup", "cup", str(file))
    assert [path.name for path in tmp_path.iterdir()] == ["cup.zip"]
    call_command("restore", str(file), by="admin", slug="copy")
    assert "copy: " in capsys.readouterr().out
    for arguments, sentence in (
        (("backup", "nowhere", str(file)), "Unknown event"),
        (("backup", "cup", str(tmp_path / "no" / "where.zip")), "cannot be written"),
        (("restore", str(file), "--by", "admin"), "Another event already uses the URL name"),
        (("restore", str(file), "--by", "carol", "--slug", "x"), "not allowed to restore"),
        (("restore", str(file), "--by", "somebody"), "Unknown username"),
        (("restore", str(tmp_path / "none"), "--by", "admin"), "cannot be read"),
    ):
        with pytest.raises(CommandError, match=sentence):
            call_command(*arguments)
    file.write_bytes(file.read_bytes()[:-500])
    with pytest.raises(CommandError, match="not a Qiyuan backup"):
        call_command("restore", str(file), by="admin", slug="y")
    assert JournalEntry.objects.filter(act="restore_event").count() == 1

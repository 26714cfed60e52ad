"""What this site has signed is its own word. Whatever else a file says nobody here has said, and nobody reads
it before somebody has looked at it."""

from __future__ import annotations

from typing import Any

import pytest

from portal import outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.tournaments.backups.files import backup_of, edit, forged, published, restore
from tests.world import ValidClient, World
from tournaments.models import Event, Federation, Membership, ResultReport
from tournaments.queries.public.public import listed_events

pytestmark = pytest.mark.django_db
JOURNAL = "portal/journal.jsonl"


def authors(event: Event) -> set[User]:
    """Accounts to which a restored event attributes anything, but for whoever restored it."""
    collected = {line.by for line in JournalEntry.objects.filter(scope=f"event:{event.pk}").exclude(by=None)}
    collected |= {
        result_report.by
        for result_report in ResultReport.objects.filter(pairing__round__section__event=event)
    }
    collected |= {result_report.user for result_report in Membership.objects.filter(event=event)}
    return collected - {None, User.objects.get(username="admin")}


def words_in_carols_mouth(body: bytes) -> bytes:
    """One line of the journal says another reason; all digests are made to fit."""
    return forged(body, edit(JOURNAL, b'"reason":""', b'"reason":"I was paid for it"'))


@pytest.mark.slow
def test_what_this_site_has_signed_is_of_its_accounts(full: World) -> None:
    copy = restore(backup_of(full.event), "copy", full.users["admin"])
    assert {user.username for user in authors(copy)} >= {"alice", "bob", "carol", "dave"}
    assert all(user.is_active for user in authors(copy))


@pytest.mark.slow
def test_a_changed_file_says_nothing_of_an_account(full: World) -> None:
    before = {user.pk for user in User.objects.all()}
    copy = restore(words_in_carols_mouth(backup_of(full.event)), "copy", full.users["admin"])
    [line] = JournalEntry.objects.filter(scope=f"event:{copy.pk}", reason="I was paid for it")
    assert line.by is None or line.by.pk not in before
    assert not {user.pk for user in authors(copy)} & before
    assert not any(user.is_active for user in authors(copy))
    done = JournalEntry.objects.get(act="restore_event")
    assert done.after["ours"] is False
    # Nor is it washed clean by a backup that this site makes of it.
    again = restore(backup_of(copy), "again", full.users["admin"])
    assert not {user.pk for user in authors(again)} & before


@pytest.mark.slow
def test_what_two_foreign_files_call_alike_is_not_one(full: World) -> None:
    body = backup_of(full.event)
    other = forged(body, edit(JOURNAL, b'"reason":""', b'"reason":"x"'))
    item = restore(words_in_carols_mouth(body), "one", full.users["admin"])
    two = restore(other, "two", full.users["admin"])
    assert authors(item)
    assert not authors(item) & authors(two)


@pytest.mark.slow
def test_an_earlier_key_still_vouches(full: World, settings: Any) -> None:
    body, old = backup_of(full.event), settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    assert not any(user.is_active for user in authors(restore(body, "foreign", full.users["admin"])))
    settings.SECRET_KEY_FALLBACKS = ["in between", old]
    assert all(user.is_active for user in authors(restore(body, "known", full.users["admin"])))


@pytest.mark.slow
def test_nothing_is_public_before_somebody_publishes_it(full: World, text: Any) -> None:
    reader, admin = ValidClient(), full.users["admin"]
    copy = restore(backup_of(full.event), "copy", admin)
    outbox.drain()
    assert copy not in listed_events()
    assert full.event in listed_events()
    for path in ("", "men/", "men/round/1/", "men/standings/1/"):
        assert reader.get(f"/en/e/cup/{path}").status_code == 200, path
        assert reader.get(f"/en/e/copy/{path}").status_code == 410, path
    assert "/e/copy/" not in text(reader.get("/en/"))

    page = published(backup_of(full.event), "shown", admin)
    outbox.drain()
    assert page in listed_events()
    assert reader.get("/en/e/shown/men/round/1/").status_code == 200


@pytest.mark.slow
def test_the_page_says_so(full: World, text: Any) -> None:
    from tournaments.acts.backups import ask_restoring

    admin = full.users["admin"]
    ask_restoring(body=words_in_carols_mouth(backup_of(full.event)), slug="copy", by=admin)
    outbox.drain()
    page = text(full.client("admin").get("/en/desk/-/restore/"))
    assert "Not published yet" in page
    assert "This file was not signed by this site" in page


@pytest.mark.slow
def test_a_file_adds_no_federation_to_the_site(full: World) -> None:
    """They are in everybody's lists."""
    body = forged(backup_of(full.event), edit("tournaments/federations.jsonl", b'"CHN"', b'"XXX"'))
    spoilt = forged(
        body,
        lambda there: there.update(
            {
                name: there[name].replace(b'"CHN"', b'"XXX"')
                for name in ("tournaments/players.jsonl", "tournaments/persons.jsonl")
            }
        ),
    )
    with pytest.raises(Refusal) as refused:
        restore(spoilt, "copy", full.users["alice"])
    assert (refused.value.code, refused.value.params) == ("backup-federations", {"federations": "XXX"})
    assert not Federation.objects.filter(code="XXX").exists()
    restore(spoilt, "copy", full.users["admin"])
    assert Federation.objects.filter(code="XXX").exists()

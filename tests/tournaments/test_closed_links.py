"""Every address behind every kind of private link, with a secret that is revoked, expired, of another kind,
of somebody else or made up: nothing that the link once opened is shown, and nothing is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.acts.table_links import issue_table_links
from games.models import TableLink
from games.queries.table_links import address_of as table_address
from portal.journal.models import JournalEntry
from portal.web.private_links import LENGTH, new_secret, secret_from
from tests.factories import make_link
from tests.teams_world import captain_link
from tests.tournaments.addresses import TABLE, address
from tests.tournaments.addresses_of_entries import applicant_secret, applied_in, quota_in, quota_secret
from tests.world import World
from tournaments.models import Application, Quota, Section, Team
from tournaments.queries.entering.applications import APPLICANT_LINK
from tournaments.queries.entering.quotas import QUOTA_LINK
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.teams.captains import captain_secret

KINDS = {
    "private": lambda section: invitation_secret(make_link(section.entries.order_by("pk")[0])),
    "captain": lambda section: captain_secret(captain_link(_team(section))),
    "applicant": applicant_secret,
    "quota": quota_secret,
    "table": lambda section: table_address(_table_link(section)).rstrip("/").rpartition("/")[2],
}
"""The secret of each kind of link."""
BEHIND = [name for name, row in TABLE.items() if row.kind in (*KINDS, "quota_player")]


def kind_of(name: str) -> str:
    """In the list of addresses those of a table stand under a player's link, which opens none of them."""
    return "table" if name.startswith("table_") else TABLE[name].kind.removesuffix("_player")


def _table_link(section: Section) -> TableLink:
    by = get_user_model().objects.get(username="alice")
    issue_table_links(section=section, by=by)
    return section.table_links.get(table=1)


def _team(section: Section) -> Team:
    return Team.objects.get_or_create(section=section, name="A")[0]


def revoked(section: Section, kind: str, secret: str) -> tuple[str, int]:
    """Taken back; of applications and offices another secret has taken its place."""
    if kind == "private":
        section.entries.order_by("pk")[0].links.update(revoked_at=timezone.now())
        return secret, 410
    if kind == "captain":
        _team(section).links.update(revoked_at=timezone.now())
        return secret, 410
    if kind == "table":
        section.table_links.update(revoked_at=timezone.now())
        return secret, 410
    if kind == "quota":
        Quota.objects.filter(pk=quota_in(section).pk).update(**new_secret(QUOTA_LINK))
    else:
        Application.objects.filter(pk=applied_in(section).pk).update(**new_secret(APPLICANT_LINK))
    return secret, 404


def not_yet(section: Section, _kind: str, secret: str) -> tuple[str, int]:
    """The section is a draft again, as one that comes from a backup."""
    Section.objects.filter(pk=section.pk).update(state=Section.State.DRAFT)
    return secret, 404


def expired(section: Section, kind: str, secret: str) -> tuple[str, int]:
    """An application that nobody confirmed in time; the other kinds of links have no end."""
    if kind == "applicant":
        Application.objects.filter(pk=applied_in(section).pk).update(
            state=Application.State.DRAFT,
            confirmed_at=None,
            turn=None,
            made_at=timezone.now() - timedelta(days=400),
        )
        return secret, 404
    return not_yet(section, kind, secret)


def made_up(_section: Section, _kind: str, _secret: str) -> tuple[str, int]:
    return secret_from("nobody", "0" * 32), 404


def spoilt(_section: Section, _kind: str, secret: str) -> tuple[str, int]:
    """Another last letter."""
    return secret[: LENGTH - 1] + ("1" if secret[-1] != "1" else "2"), 404


STATES: list[Callable[[Section, str, str], tuple[str, int]]] = [revoked, not_yet, expired, made_up, spoilt]


def secrets(section: Section, kind: str, secret: str) -> Iterator[tuple[str, str, int]]:
    """What each state makes of the link, with what its addresses answer. The caller undoes it."""
    for state in STATES:
        with transaction.atomic():
            closed, status = state(section, kind, secret)
            yield state.__name__, closed, status
            transaction.set_rollback(True)
    for other, make in KINDS.items():
        if other != kind:
            yield f"of another kind: {other}", make(section), 404


@pytest.mark.long
@pytest.mark.parametrize("name", BEHIND)
def test_a_link_that_is_not_valid_opens_nothing(drawn: World, name: str) -> None:
    section = drawn.section
    drawn.published()
    kind, url = kind_of(name), address(drawn, name)
    secret = KINDS[kind](section)
    if kind == "table":
        url = url.replace(KINDS["private"](section), secret)
    assert secret in url
    words = [drawn.event.name, section.name, *(str(entry.player) for entry in section.entries.all())]
    words += ["New Comer", "Reserve"]
    for state, closed, status in secrets(section, kind, secret):
        before = JournalEntry.objects.count()
        for method in ("GET", "HEAD", "POST"):
            there = url.replace(secret, closed)
            answer = Client().generic(method, there, "reason=x", "application/x-www-form-urlencoded")
            if answer.status_code == 405:
                assert TABLE[name].get == 405 or TABLE[name].post == 405
                continue
            assert answer.status_code == status, (state, method)
            body = b"".join(answer).decode()
            assert not [word for word in words if word and word in body], (state, method)
            assert answer["Referrer-Policy"] == "no-referrer"
            assert {"private", "no-cache"} <= set(answer["Cache-Control"].split(", "))
            assert answer["X-Robots-Tag"] == "noindex"
        assert JournalEntry.objects.count() == before, state


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in BEHIND if TABLE[name].kind == "quota_player"])
def test_a_valid_link_does_not_open_the_applications_of_another_office(drawn: World, name: str) -> None:
    """The applicant who came by the form belongs to no office."""
    quota = quota_in(drawn.section)
    stranger = applied_in(drawn.section)
    stranger = Application.objects.exclude(quota=quota).filter(pk=stranger.pk).first() or _stranger(drawn)
    url = address(drawn, name)
    there = url.replace(f"/{quota.applications.latest('pk').pk}/", f"/{stranger.pk}/")
    assert there != url
    for method in ("GET", "POST"):
        answer = Client().generic(method, there, "reason=x", "application/x-www-form-urlencoded")
        assert answer.status_code in {404, 405}
        assert stranger.name not in answer.content.decode()


def _stranger(world: World) -> Application:
    return Application.objects.create(
        section=world.section,
        name="Somebody Else",
        key="somebody else",
        federation_id=world.section.entries.order_by("pk")[0].player.federation_id,
        state=Application.State.SUBMITTED,
        turn=2,
        confirmed_at=timezone.now(),
        **new_secret(APPLICANT_LINK),
    )

"""Who serves at an event, as everybody reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.common import changes, check_name
from tournaments.acts.frame import EVENT, ActResult, act
from tournaments.models import Event, Federation, Official, Role, Section
from tournaments.policy import Act

MOST_OFFICIALS = 200
MOST_POSITION = 999
LONGEST = {"name": 80, "native_name": 40, "title": 40, "duty": 60}
# Rows and accounts are named by key, in these columns.
COLUMNS = {"section": "section_id", "federation": "federation_id", "account": "account_id"}


# A role at the event shows in public as this duty.
DUTIES: Mapping[str, Official.Role] = {
    Role.CHIEF_ORGANISER: Official.Role.ORGANISER,
    Role.ORGANISER: Official.Role.ORGANISER,
    Role.CHIEF_REFEREE: Official.Role.CHIEF,
    Role.REFEREE: Official.Role.ARBITER,
    Role.SUPERVISOR: Official.Role.DELEGATE,
    Role.DESK: Official.Role.OTHER,
}


class OfficialSet(TypedDict):
    official: int


class OfficialRemoved(TypedDict):
    removed: int


@act(on=EVENT, right=Act.EDIT_EVENT, done=_("official added or changed"))
def set_official(
    *,
    event: Event,
    name: Annotated[str, Field(longest=LONGEST["name"])],
    role: Annotated[str, Field(choices=Official.Role.choices)],
    official: Annotated[int | None, Field(least=0)] = None,
    native_name: Annotated[str, Field(longest=LONGEST["name"])] = "",
    title: Annotated[str, Field(longest=LONGEST["title"])] = "",
    duty: Annotated[str, Field(longest=LONGEST["duty"])] = "",
    federation: Annotated[str | None, Field(longest=3)] = None,
    section: Annotated[Section | None, Field()] = None,
    account: Annotated[int | None, Field(least=0)] = None,
    position: Annotated[int, Field(least=1, most=1000)] = 1,
    shown: Annotated[bool, Field()] = True,
    by: User,
    seen: Annotated[Mapping[str, Any] | None, Field()] = None,
    once: str = "",
) -> ActResult[OfficialSet]:
    """Set an official of the event; ``official``: its id, None for one more.

    ``duty``: the role in own words, needed for ``other``. ``account``: the id of a user who has a role at the
    event. ``seen``: what the person's page showed."""
    if role not in Official.Role.values:
        raise Refusal("unknown-official-role", field="role", role=role)
    if role == Official.Role.OTHER and not duty.strip():
        raise Refusal("duty-needed", field="duty")
    texts = {"name": name, "native_name": native_name, "title": title, "duty": duty}
    for field, text in texts.items():
        check_name(field, text, most=LONGEST[field])
    if federation and not Federation.objects.filter(pk=federation).exists():
        raise Refusal("unknown-federation", field="federation", federation=federation)
    row = _official(event, official)
    if account not in (None, row.account_id) and not event.memberships.filter(user=account).exists():
        raise Refusal("account-not-staff", field="account")
    old = row.section if row.pk else section
    wanted = {
        **texts,
        "role": role,
        "federation": federation or None,
        "section": section.pk if section else None,
        "account": account,
        "position": position,
        "shown": shown,
    }
    for key, value in changes(wanted=wanted, now=official_values(row), seen=seen).items():
        setattr(row, COLUMNS.get(key, key), value)
    row.save()
    pages.officials_changed(event, old, section)
    facts = {"official": row.pk, "shown": row.shown}
    return ActResult({"official": row.pk}, after={**facts, "section": section.pk} if section else facts)


@act(on=EVENT, right=Act.EDIT_EVENT, done=_("official added from the staff"))
def add_staff_official(*, event: Event, membership: Id, by: User, once: str = "") -> ActResult[OfficialSet]:
    """Name somebody with a role at the event as an official, after those who are there."""
    held = event.memberships.filter(pk=membership).select_related("user").first()
    if held is None:
        raise Refusal("no-such-membership")
    if event.officials.filter(account=held.user).exists():
        raise Refusal("account-official-already", name=str(held.user))
    name = held.user.get_full_name()
    if not name:
        # The name by which somebody signs in is nobody's business.
        raise Refusal("account-without-name", name=held.user.username)
    check_name("name", name, most=LONGEST["name"])
    role = DUTIES[held.role]
    row = _official(event, None)
    row.name, row.role, row.account = name, role, held.user
    row.duty = str(Role(held.role).label) if role == Official.Role.OTHER else ""
    row.position = min(MOST_POSITION, event.officials.count() + 1)
    row.save()
    pages.officials_changed(event, None)
    return ActResult({"official": row.pk}, after={"official": row.pk, "shown": row.shown})


def official_values(official: Official) -> dict[str, Any]:
    """What a form shows of one."""
    names = (*LONGEST, "role", "position", "shown")
    keys = {key: getattr(official, column) for key, column in COLUMNS.items()}
    return {**{name: getattr(official, name) for name in names}, **keys}


@act(on=EVENT, right=Act.EDIT_EVENT, done=_("official removed"))
def remove_official(*, event: Event, official: Id, by: User, once: str = "") -> ActResult[OfficialRemoved]:
    """The name is gone: the journal keeps the id."""
    row = _official(event, official)
    section = row.section
    row.delete()
    pages.officials_changed(event, section)
    return ActResult({"removed": official}, before={"official": official})


def _official(event: Event, official: int | None) -> Official:
    if official is not None:
        row = event.officials.filter(pk=official).select_related("section__event").first()
        if row is None:
            raise Refusal("no-such-official")
        return row
    if event.officials.count() >= MOST_OFFICIALS:
        raise Refusal("too-many-officials", limit=MOST_OFFICIALS)
    return Official(event=event)

"""Enter official mode, and leave it: deliberately, or with what leaves it (`queries.official.LEAVES`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Reason
from tournaments.acts.common import scope_of, target_of
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.queries.official import (
    LeavingReason,
    changed_draft,
    is_left_for_good,
    leaves,
    rulings_to_come,
)

LEFT = "leave_official"


class ModeChanged(TypedDict):
    section: int
    official: bool


@act(on=SECTION, right=Act.SET_MODE, done=_("official mode entered"))
def enter_official(*, section: Section, by: User, once: str = "") -> ActResult[ModeChanged]:
    """From the next version on rounds are paired in official mode; what is published stays as it says."""
    answer: ModeChanged = {"section": section.pk, "official": True}
    if section.official:
        return no_change(answer)
    if is_left_for_good(section):
        raise Refusal("official-left-for-good")
    if (draft := changed_draft(section)) is not None:
        raise Refusal("official-changed-draft", round=draft.number)
    if rulings := rulings_to_come(section):
        pairs = [f"{ruling.first} – {ruling.second}" for ruling in rulings]
        raise Refusal("official-rulings", names=pairs)
    _set(section, official=True)
    return ActResult(answer, before={"official_mode": False}, after={"official_mode": True})


@act(on=SECTION, right=Act.SET_MODE, needs_reason=True, name=LEFT, done=_("official mode left"))
def leave_official(
    *,
    section: Section,
    confirmed: Annotated[bool, Field(label=_("Yes, leave official mode"))] = False,
    reason: Reason,
    by: User,
    once: str = "",
) -> ActResult[ModeChanged]:
    answer: ModeChanged = {"section": section.pk, "official": False}
    if not section.official:
        return no_change(answer)
    if not confirmed:
        raise Refusal("leaving-unconfirmed", field="confirmed")
    _set(section, official=False)
    return ActResult(answer, before={"official_mode": True}, after={"official_mode": False})


def leave_with(
    section: Section,
    change: LeavingReason,
    *,
    confirmed: bool,
    reason: str,
    by: User,
    settings: list[str] | None = None,
) -> None:
    """Leave the official mode before ``change`` is done to a locked section, if that leaves it."""
    if not leaves(section, change):
        return
    if not confirmed:
        more: Mapping[str, Any] = {"settings": settings} if settings else {}
        raise Refusal("leaves-official", field="leave_official", what=change.value, **more)
    if not reason:
        raise Refusal("reason-needed", field="reason")
    _set(section, official=False)
    journal.record(
        LEFT,
        by=by,
        scope=scope_of(section.event),
        target=target_of(section),
        before={"official_mode": True},
        after={"official_mode": False, "leaving": change.value},
        reason=reason,
    )


def _set(section: Section, *, official: bool) -> None:
    section.official = official
    section.save(update_fields=["official"])

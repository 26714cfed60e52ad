"""Entries on line as tests have them: an open form, and people who apply."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.cast import Cast
from tournaments.acts.entering.applications import confirm_application, hand_in
from tournaments.acts.entering.entry_forms import FormSettings, set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.models import Application, Quota, Section
from tournaments.queries.entering.quotas import quota_address

HOUR = timedelta(hours=1)


def settings(**values: Any) -> FormSettings:
    """Open since an hour, for a day more; nothing asked but what is always asked."""
    now = timezone.now()
    return FormSettings(**{"opens_at": now - HOUR, "closes_at": now + 24 * HOUR, **values})


def open_form(cast: Cast, *, capacity: int | None = None, **values: Any) -> Section:
    """The section is public and takes entries on line."""
    Section.objects.filter(pk=cast.section.pk).update(state=Section.State.OPEN, capacity=capacity)
    set_entry_form(section=cast.section, values=settings(**values), by=cast.alice)
    cast.section.refresh_from_db()
    return cast.section


def drafted(section: Section, name: str = "New Comer", **typed: Any) -> Application:
    return hand_in(
        section=section, typed=Typed(**{"name": name, "federation": "GER", **typed}), language="en"
    )


def confirmed(section: Section, name: str = "New Comer", **typed: Any) -> Application:
    application = drafted(section, name, **typed)
    confirm_application(application=application, by=application)
    return Application.objects.select_related("section__event", "entry").get(pk=application.pk)


def page_of(quota: Quota) -> str:
    """The address of the office's page, by its link."""
    return "/en/q/" + quota_address(quota).partition("/q/")[2]

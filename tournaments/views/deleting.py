"""What was made by mistake is deleted: a page says first what goes, and why it may not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from portal.policy import Refusal
from tournaments.acts.deleting import (
    Deleted,
    check_deletable,
    check_entry,
    check_event,
    delete_entry,
    delete_event,
    delete_section,
)
from tournaments.forms.base import ActForm, form_of
from tournaments.models import Event, Section
from tournaments.policy import Act
from tournaments.requests.access import EntryAccess, EventAccess, SectionAccess
from tournaments.requests.act_urls import act_url
from tournaments.wording.names import plain_name
from tournaments.wording.refusals import refusal_sentence

DeleteEventForm = form_of(delete_event)
DeleteEntryForm = form_of(delete_entry)
DeleteSectionForm = form_of(delete_section)


@dataclass(frozen=True, slots=True)
class DeletionLosses:
    """How much goes."""

    sections: int = 0
    entries: int = 0
    roles: int = 0
    screens: int = 0


def _of_event(event: Event) -> DeletionLosses:
    return DeletionLosses(
        sections=event.sections.count(),
        entries=sum(section.entries.count() for section in event.sections.all()),
        roles=event.memberships.count(),
        screens=event.screens.count(),
    )


def _event_page(request: HttpRequest, access: EventAccess, failed: ActForm | None) -> HttpResponse:
    form = failed or DeleteEventForm()
    return _page(request, access, form, _of_event(access.event), partial(check_event, access.event))


def _section_page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    section = access.section
    form = failed or DeleteSectionForm()
    if section.state == Section.State.DRAFT:
        del form.fields["reason"]
    screens = section.event.screens.filter(section=section).count()
    losses = DeletionLosses(entries=section.entries.count(), screens=screens)
    return _page(request, access, form, losses, partial(check_deletable, section))


def _entry_page(request: HttpRequest, access: EntryAccess, failed: ActForm | None) -> HttpResponse:
    form = failed or DeleteEntryForm()
    return _page(request, access, form, DeletionLosses(), partial(check_entry, access.entry))


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: ActForm,
    losses: DeletionLosses,
    check: Callable[[], None],
) -> HttpResponse:
    """``check``: raises why it cannot be; the page says that in place of the button."""
    context = {
        "event": access.event,
        "section": access.has("section"),
        "entry": access.has("entry"),
        "may": access.may,
        "form": form,
        "losses": losses,
        "back": _back(access),
        "sentence": "" if form.is_bound else _why_not(check),
    }
    return render(
        request, "tournaments/desk/delete.html", context, status=form.status if form.is_bound else 200
    )


def _back(access: EventAccess) -> str:
    """To what would be deleted."""
    place, entry, section = [access.event.slug], access.has("entry"), access.has("section")
    if entry:
        return reverse("entry_desk", args=[*place, section.slug, entry.pk])
    return (
        reverse("section_desk", args=[*place, section.slug]) if section else reverse("event_desk", args=place)
    )


def _why_not(check: Callable[[], None]) -> str:
    try:
        check()
    except Refusal as refusal:
        return refusal_sentence(refusal.code, refusal.params)
    return ""


def _event_gone(request: HttpRequest, _answer: Deleted, access: EventAccess) -> HttpResponse:
    words = gettext("“%(name)s” deleted.") % {"name": plain_name(access.event)}
    messages.success(request, words)
    return redirect("desk")


def _section_gone(request: HttpRequest, _answer: Deleted, access: SectionAccess) -> HttpResponse:
    words = gettext("“%(name)s” deleted.") % {"name": plain_name(access.section)}
    messages.success(request, words)
    return redirect("event_desk", access.event.slug)


def _entry_gone(request: HttpRequest, _answer: Deleted, access: EntryAccess) -> HttpResponse:
    words = gettext("“%(name)s” deleted.") % {"name": access.entry.player.name}
    messages.success(request, words)
    return redirect("entries", access.event.slug, access.section.slug)


EVENT = [
    act_url(
        "-/delete/", delete_event, DeleteEventForm, page=_event_page, read=Act.DELETE_EVENT, to=_event_gone
    )
]
SECTION = [
    act_url(
        "delete/",
        delete_section,
        DeleteSectionForm,
        page=_section_page,
        read=Act.EDIT_EVENT,
        to=_section_gone,
    )
]
ENTRY = [
    act_url(
        "<int:entry>/delete/",
        delete_entry,
        DeleteEntryForm,
        page=_entry_page,
        read=Act.ENTER_PLAYER,
        to=_entry_gone,
    )
]

"""The announcements of an event at the desk: write one, and what was said before."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.acts.notices.announcements import (
    Announced,
    Texts,
    announce,
    correct_announcement,
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.notices.announcements import AnnounceForm, CorrectForm
from tournaments.models import Announcement, Screen
from tournaments.pages.followers import announcement_listeners, count_listeners
from tournaments.policy import Act
from tournaments.queries.notices.announcements import WrittenAnnouncement, announcements_written
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.wording.lists import listed

PinForm = form_of(pin_announcement)
WithdrawForm = form_of(withdraw_announcement)
RestoreForm = form_of(restore_announcement)
GONE = "no-such-announcement"
TEXTS = [field.name for field in fields(Texts)]


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """Show an announcement with its form; ``open``: that was refused and shows why."""

    written: WrittenAnnouncement
    form: CorrectForm
    open: bool
    listeners: int = 0


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    event = access.event
    listeners = announcement_listeners(event)
    announcements = [
        replace(_announcement_row(row, failed), listeners=listeners.get(row.announcement.pk, 0))
        for row in announcements_written(event)
    ]
    new = failed if isinstance(failed, AnnounceForm) else _new(access, failed)
    context = {
        "event": event,
        "may": access.may,
        "failed": None
        if failed is new or any(announcement.open for announcement in announcements)
        else failed,
        "shown": announcements,
        "form": new,
        "single": ActForm(),
        "listeners": count_listeners(event),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/announcements.html", context, status=status)


def _new(access: EventAccess, failed: ActForm | None) -> AnnounceForm:
    """An empty one, or what was typed to correct one that has been withdrawn meanwhile: it is not lost."""
    sections = access.event.sections.select_related("event")
    lost = isinstance(failed, CorrectForm) and failed.refusal and failed.refusal.code == GONE
    typed = failed.data if failed and lost else {}
    return AnnounceForm(sections=sections, initial={key: typed[key] for key in TEXTS if key in typed})


def _announcement_row(announcement: WrittenAnnouncement, failed: ActForm | None) -> AnnouncementShown:
    key = announcement.announcement.pk
    if (
        isinstance(failed, CorrectForm)
        and failed.data.get("announcement") == str(key)
        and not announcement.announcement.withdrawn
    ):
        failed.auto_id = f"correct{key}-%s"
        failed.put(version=str(announcement.announcement.version))
        return AnnouncementShown(announcement, failed, True)
    return AnnouncementShown(announcement, CorrectForm.of(announcement), False)


def _published(answer: Announced, access: EventAccess) -> str:
    """What follows it, and which screens do not, for they show other things."""
    about = Announcement.objects.get(pk=answer["announcement"])
    screens = list(access.event.screens.all())
    follow = [screen for screen in screens if _follows(screen, about)]
    if not screens:
        return gettext("Announcement published. Public pages follow within seconds.")
    if len(follow) == len(screens):
        return gettext("Announcement published. Public pages and screens follow within seconds.")
    others = [_called(screen) for screen in screens if screen not in follow]
    words = ngettext(
        "Announcement published. Public pages follow within seconds; %(screens)s does not show it.",
        "Announcement published. Public pages follow within seconds; %(screens)s do not show it.",
        len(others),
    )
    return words % {"screens": listed(others)}


def _follows(screen: Screen, about: Announcement) -> bool:
    """Whether a screen shows what is announced of this section, or of the event."""
    is_about = about.section_id is None or screen.section_id in {None, about.section_id}
    return is_about and Screen.Shows.ANNOUNCEMENTS in screen.shows


def _called(screen: Screen) -> str:
    words = gettext("screen %(number)s") % {"number": screen.number}
    return f"{words} ({screen.name})" if screen.name else words


on_page = partial(act_url, page=_page, to="announcements")
EVENT = [
    page_url("-/announcements/", "announcements", _page, Act.SEE_DESK),
    on_page(
        "-/announcements/add/",
        announce,
        AnnounceForm,
        success_message=_published,
    ),
    on_page(
        "-/announcements/correct/",
        correct_announcement,
        CorrectForm,
        success_message=_("Announcement corrected."),
    ),
    on_page("-/announcements/pin/", pin_announcement, PinForm),
    on_page("-/announcements/withdraw/", withdraw_announcement, WithdrawForm),
    on_page("-/announcements/restore/", restore_announcement, RestoreForm),
]

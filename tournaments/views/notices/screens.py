"""The screens of an event at the desk: which there are, what each shows, where it is opened."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournaments.acts.notices.screens import ScreenSet, remove_screen, set_screen
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.notices.handouts import ScreenForm
from tournaments.models import Screen, Section
from tournaments.pages.paths import screen_path
from tournaments.policy import Act
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url

# Once in this time is enough to know that a screen is alive.
SEEN_EVERY = timedelta(seconds=30)

RemoveScreenForm = form_of(remove_screen)


@csrf_exempt
@require_POST
def screen_seen(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Note that a screen is alive."""
    # Its page comes from the front, which asks no database, so it says so itself. No act: nobody reads it,
    # and whoever feigns it hides a dark screen for three minutes.
    screens = Screen.objects.filter(event__slug=event, number=number)
    now = timezone.now()
    due = Q(seen_at=None) | Q(seen_at__lt=now - SEEN_EVERY)
    if not screens.filter(due).update(seen_at=now) and not screens.exists():
        raise Http404
    return HttpResponse(status=204)


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    screens = list(access.event.screens.select_related("section"))
    sections = list(access.event.sections.all())
    named = dict(Screen.Shows.choices)
    there = {str(screen.pk) for screen in screens}
    context = {
        "event": access.event,
        "may": access.may,
        "failed": failed,
        "screens": [
            {
                "screen": screen,
                "shows": [named[key] for key in screen.shows],
                "path": screen_path(access.event, screen.number),
                "form": _form(screen, sections, failed),
                "remove": RemoveScreenForm(
                    initial={"screen": screen.pk}, auto_id=f"remove{screen.number}-%s"
                ),
            }
            for screen in screens
        ],
        "form": failed
        if isinstance(failed, ScreenForm) and failed.data.get("screen") not in there
        else ScreenForm(sections=sections),
        "here": get_language() or settings.LANGUAGE_CODE,
    }
    return render(request, "tournaments/desk/screens.html", context, status=failed.status if failed else 200)


def _form(screen: Screen, sections: list[Section], failed: ActForm | None) -> ScreenForm:
    if isinstance(failed, ScreenForm) and failed.data.get("screen") == str(screen.pk):
        return failed
    return ScreenForm(sections=sections, **ScreenForm.of(screen))


def _saved(answer: ScreenSet, _access: EventAccess) -> str:
    return gettext("Screen %(screen)s saved. It updates within seconds.") % answer


on_page = partial(act_url, page=_page, to="screens")
EVENT = [
    page_url("-/screens/", "screens", _page, Act.SEE_DESK),
    on_page("-/screens/set/", set_screen, ScreenForm, success_message=_saved),
    on_page("-/screens/remove/", remove_screen, RemoveScreenForm),
]

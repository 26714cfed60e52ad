"""What of a section's running games the public sees, and where tables get their links."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from games.acts.live_settings import show_live
from games.policy import RecordAct
from games.queries.public_live import setting_of
from tournaments.forms.base import ActForm, form_of
from tournaments.models import Round
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.requests.access import SectionAccess
from tournaments.requests.acting import act_url

LiveForm = form_of(show_live)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    """The two settings, and the walls of the section's rounds."""
    setting = setting_of(access.section)
    form = failed or LiveForm(initial={"public": setting.public, "delay": setting.delay})
    rounds = Round.objects.filter(section=access.section, state__in=PUBLIC_STATES)
    context: dict[str, Any] = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "form": form,
        "setting": setting,
        "rounds": rounds.order_by("-number"),
    }
    return render(request, "games/desk/live_settings.html", context, status=failed.status if failed else 200)


SECTION = [
    act_url(
        "",
        show_live,
        LiveForm,
        name="live_settings",
        page=_page,
        read=RecordAct.SHOW_LIVE,
        to="live_settings",
        success_message=gettext_lazy("Saved."),
    ),
]

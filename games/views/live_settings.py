"""What of a section's running games the public sees, where tables get their links, and how long photos of
scoresheets are kept."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from games.acts.first_move import set_first_move
from games.acts.live_settings import show_live
from games.acts.photos import keep_photos
from games.policy import RecordAct
from games.queries.first_move import may_be_left_open
from games.queries.public_live import setting_of
from tournaments.forms.base import ActForm, form_of
from tournaments.models import Round, Section
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url

LiveForm = form_of(show_live)
PhotosForm = form_of(keep_photos)


class FirstMoveForm(ActForm):
    ids = "first"
    act = set_first_move

    first_move = forms.ChoiceField(
        label=gettext_lazy("Who moves first"),
        required=False,
        choices=Section.FirstMove.choices,
        help_text=gettext_lazy("By nigiri or lot: either player or a referee enters it at the table."),
    )


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    """The settings, and the walls of the section's rounds."""
    setting = setting_of(access.section)
    section = access.section
    first_move = FirstMoveForm(initial={"first_move": section.first_move})
    initial = {"public": setting.public, "delay": setting.delay, "comments": setting.comments}
    form: ActForm = LiveForm(initial=initial)
    photos: ActForm = PhotosForm(initial={"photo_days": setting.photo_days})
    if isinstance(failed, FirstMoveForm):
        first_move = failed
    elif isinstance(failed, PhotosForm):
        photos = failed
    elif failed is not None:
        form = failed
    rounds = Round.objects.filter(section=access.section, state__in=PUBLIC_STATES)
    context: dict[str, Any] = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "form": form,
        "setting": setting,
        "first_move": first_move if may_be_left_open(section) else None,
        "photos": photos if section.game == Section.Game.XIANGQI else None,
        "rounds": rounds.order_by("-number"),
    }
    return render(request, "games/desk/live_settings.html", context, status=failed.status if failed else 200)


SECTION = [
    act_url(
        "first-move/",
        set_first_move,
        FirstMoveForm,
        name="set_first_move",
        page=_page,
        to="live_settings",
        success_message=gettext_lazy("Saved."),
    ),
    act_url(
        "photos/",
        keep_photos,
        PhotosForm,
        name="keep_photos",
        page=_page,
        to="live_settings",
        success_message=gettext_lazy("Saved."),
    ),
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

"""The desk's start, an event, its sections."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.acts.events import EventCreated, archive_event, copy_event, create_event, unarchive_event
from tournaments.acts.sections import SectionCreated, create_section, open_section
from tournaments.forms.base import ActForm
from tournaments.forms.events import CopyForm, EventForm, SectionForm
from tournaments.models import Section
from tournaments.needs import Situation, decisions_of, situation_of, version_of
from tournaments.needs.own import next_step
from tournaments.pages.paths import bracket_path
from tournaments.policy import SITE_ADMIN, Act, may_anywhere
from tournaments.presets import PRESETS
from tournaments.queries.advice import advise
from tournaments.queries.desk import memberships, my_events, other_events, others_at, overviews
from tournaments.queries.matches import has_matches
from tournaments.queries.public import ranked_by
from tournaments.requests.access import EventAccess, SectionAccess, SiteAccess
from tournaments.requests.acting import acting, showing
from tournaments.requests.frame import staff, user_of
from tournaments.wording.options import option_words, rounds_warning, rules_of_play, time_control
from tournaments.wording.standings import PRESETS as PRESET_NAMES

YEAR = timedelta(weeks=52)
"""Fifty-two weeks later the same days of the week come again."""


@staff("GET")
def desk(request: HttpRequest) -> HttpResponse:
    """My events; for a site administrator the others too; and what of them is archived."""
    user = user_of(request)
    others = list(other_events(user)) if user.is_superuser else []
    mine = list(my_events(user))
    may = set(SITE_ADMIN) if user.is_superuser else set()
    if may_anywhere(Act.RESTORE_EVENT, user):
        may.add(Act.RESTORE_EVENT)
    return render(
        request,
        "tournaments/desk/start.html",
        {
            "has_role": bool(mine),
            "events": [event for event in mine if not event.archived],
            "others": [event for event in others if not event.archived],
            "archived": [event for event in (*mine, *others) if event.archived],
            "may": may,
        },
    )


def _create_page(request: HttpRequest, _access: SiteAccess, failed: EventForm | None) -> HttpResponse:
    today = timezone.localdate()
    form = failed or EventForm(initial={"starts": today, "ends": today})
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/event_create.html", {"form": form}, status=status)


def _copy_page(request: HttpRequest, access: EventAccess, failed: CopyForm | None) -> HttpResponse:
    """A new event from this one, a year later by default."""
    old = access.event
    initial = {
        "name": old.name,
        "native_name": old.native_name,
        "place": old.place,
        "starts": old.starts + YEAR,
        "ends": old.ends + YEAR,
        "time_zone": old.time_zone,
    }
    form = failed or CopyForm(people=others_at(old, access.user), initial=initial)
    context = _frame(access) | {"form": form, "sections": old.sections.all()}
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/event_copy.html", context, status=status)


def _to_event(_request: HttpRequest, answer: EventCreated, _access: SiteAccess) -> HttpResponse:
    return redirect("event_desk", answer["slug"])


def _event_page(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What needs me now, section by section, and who works here."""
    situation = situation_of(access.event)
    context = _now(access, situation) | {
        "sections": [{"overview": overview, "step": next_step(overview)} for overview in situation.overviews],
        "people": memberships(access.event),
    }
    return render(request, "tournaments/desk/event.html", context)


def _decisions(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The decisions alone, or 204 while ``v`` is still their version."""
    context = _now(access, situation_of(access.event))
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=204)
    return render(request, "tournaments/desk/_decisions.html", context)


def _now(access: EventAccess, situation: Situation) -> dict[str, object]:
    """What waits for the person who looks, and what for somebody else."""
    found = decisions_of(situation)
    return _frame(access) | {
        "mine": [one for one in found if not one.act or one.act in access.acts],
        "others": [one for one in found if one.act and one.act not in access.acts],
        "version": version_of(found),
    }


def _section_form(request: HttpRequest, access: EventAccess, failed: SectionForm | None) -> HttpResponse:
    context = _frame(access) | {"form": failed or SectionForm(), "presets": PRESETS}
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/section_create.html", context, status=status)


def _to_section(request: HttpRequest, answer: SectionCreated, access: EventAccess) -> HttpResponse:
    created = access.event.sections.get(pk=answer["section"])
    players = request.POST.get("players", "")
    advice = advise(created, int(players) if players.isdecimal() else 0)
    if advice and advice.tight:
        messages.warning(request, rounds_warning(advice))
    return redirect("section_desk", *access.place, answer["slug"])


def _section_page(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """How far the section is, and its facts."""
    [overview] = overviews([access.section])
    now = access.section
    advice = advise(now, overview.entries)
    return render(
        request,
        "tournaments/desk/section.html",
        _frame(access)
        | {
            "section": now,
            "overview": overview,
            "step": next_step(overview),
            "rules": PRESET_NAMES.get(now.preset, now.preset),
            "time": time_control(now.base_seconds, now.increment_seconds, now.move_limit),
            "form": ActForm(),
            "options": option_words(now),
            "game_rules": rules_of_play(now.game, now.rulebook, now.options),
            "warning": rounds_warning(advice) if advice and advice.tight else "",
            "ranked_by": ranked_by(now),
            "is_draft": now.state == Section.State.DRAFT,
            "bracket": any(r.is_public and has_matches(r) for r in overview.rounds) and bracket_path(now),
        },
    )


def _frame(access: EventAccess) -> dict[str, object]:
    return {"event": access.event, "may": access.may, "acts": access.acts}


SECTION = [
    showing("", "section_desk", _section_page, Act.SEE_DESK),
    acting(
        "open/",
        open_section,
        to="section_desk",
        said=gettext_lazy("Section published. Its pages are public now."),
    ),
]


EVENT = [
    showing("", "event_desk", _event_page, Act.SEE_DESK),
    showing("-/now/", "event_now", _decisions, Act.SEE_DESK),
    acting(
        "-/copy/",
        copy_event,
        CopyForm,
        page=_copy_page,
        read=Act.COPY_EVENT,
        to=_to_event,
        said=gettext_lazy("Event created. Nothing is public yet."),
    ),
    acting(
        "-/archive/",
        archive_event,
        to="event_desk",
        said=gettext_lazy("Event archived. Its public pages keep their addresses."),
    ),
    acting("-/unarchive/", unarchive_event, to="event_desk", said=gettext_lazy("Event unarchived.")),
    acting(
        "-/new-section/",
        create_section,
        SectionForm,
        name="section_create",
        page=_section_form,
        read=Act.EDIT_EVENT,
        to=_to_section,
    ),
]
SITE = [
    path("desk/", desk, name="desk"),
    acting(
        "desk/-/new-event/",
        create_event,
        EventForm,
        name="event_create",
        page=_create_page,
        read=Act.CREATE_EVENT,
        to=_to_event,
    ),
]

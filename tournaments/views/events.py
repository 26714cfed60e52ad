"""The desk's start, an event, its sections."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from portal.policy import Denied
from tournaments.acts.events import copy_event, create_event
from tournaments.acts.sections import create_section, open_section
from tournaments.decisions import Situation, decisions_of, situation_of, version_of
from tournaments.decisions.steps import next_step
from tournaments.forms.base import ActForm
from tournaments.forms.events import CopyForm, EventForm, SectionForm
from tournaments.models import Section
from tournaments.pages.paths import bracket_path
from tournaments.policy import SITE_ADMIN, Act, may_anywhere
from tournaments.presets import PRESETS
from tournaments.queries.advice import advise
from tournaments.queries.desk import memberships, my_events, other_events, overviews
from tournaments.queries.matches import has_matches
from tournaments.queries.public import ranked_by
from tournaments.requests.access import EventAccess, access_event, access_section
from tournaments.requests.frame import attempt, once_of, sent, staff, user_of
from tournaments.wording.options import option_words, rounds_warning
from tournaments.wording.play import rules_of_play, time_control
from tournaments.wording.standings import PRESETS as PRESET_NAMES

YEAR = timedelta(weeks=52)
"""Fifty-two weeks later the same days of the week come again."""


@staff("GET")
def desk(request: HttpRequest) -> HttpResponse:
    """My events; for a site administrator the others too."""
    user = user_of(request)
    others = list(other_events(user)) if user.is_superuser else []
    mine = list(my_events(user))
    may = set(SITE_ADMIN) if user.is_superuser else set()
    if may_anywhere(Act.RESTORE_EVENT, user):
        may.add(Act.RESTORE_EVENT)
    return render(
        request,
        "tournaments/desk/start.html",
        {"events": mine, "others": others, "may": may},
    )


@staff("GET", "POST")
def event_create(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    if not user.is_superuser:
        raise Denied(Act.CREATE_EVENT)
    today = timezone.localdate()
    form = EventForm(sent(request), initial={"starts": today, "ends": today})
    if request.method == "POST":
        answer = attempt(
            form,
            lambda: create_event(
                **{name: value for name, value in form.cleaned_data.items() if name != "once"},
                by=user,
                once=once_of(request),
            ),
        )
        if answer is not None:
            return redirect("event_desk", answer["slug"])
    return render(
        request, "tournaments/desk/event_create.html", {"form": form}, status=_status(form, request)
    )


@staff("GET", "POST")
def event_copy(request: HttpRequest, event: str) -> HttpResponse:
    """A new event from this one, a year later by default."""
    access = access_event(user_of(request), event, Act.COPY_EVENT)
    old = access.event
    people = [held for held in memberships(old) if held.user_id != access.user.pk]
    initial = {
        "name": old.name,
        "native_name": old.native_name,
        "place": old.place,
        "starts": old.starts + YEAR,
        "ends": old.ends + YEAR,
        "time_zone": old.time_zone,
    }
    form = CopyForm(sent(request), people=people, initial=initial)
    if request.method == "POST":
        answer = attempt(
            form,
            lambda: copy_event(
                **{name: value for name, value in form.cleaned_data.items() if name != "once"},
                event=old,
                by=access.user,
                once=once_of(request),
            ),
        )
        if answer is not None:
            messages.success(request, gettext("Event created. Nothing is public yet."))
            return redirect("event_desk", answer["slug"])
    context = _frame(access) | {"form": form, "sections": old.sections.all()}
    return render(request, "tournaments/desk/event_copy.html", context, status=_status(form, request))


@staff("GET")
def event_desk(request: HttpRequest, event: str) -> HttpResponse:
    """What needs me now, section by section, and who works here."""
    access = access_event(user_of(request), event, Act.SEE_DESK)
    situation = situation_of(access.event)
    context = _now(access, situation) | {
        "sections": [
            {"overview": overview, "step": next_step(overview, access.acts)}
            for overview in situation.overviews
        ],
        "people": memberships(access.event),
    }
    return render(request, "tournaments/desk/event.html", context)


@staff("GET")
def event_now(request: HttpRequest, event: str) -> HttpResponse:
    """The decisions alone, or 204 while ``v`` is still their version."""
    access = access_event(user_of(request), event, Act.SEE_DESK)
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


@staff("GET", "POST")
def section_create(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.EDIT_EVENT)
    form = SectionForm(sent(request))
    if request.method == "POST":
        answer = attempt(
            form,
            lambda: create_section(
                **form.section(), event=access.event, by=access.user, once=once_of(request)
            ),
        )
        if answer is not None:
            created = access.event.sections.get(pk=answer["section"])
            advice = advise(created, form.cleaned_data["players"] or 0)
            if advice and advice.tight:
                messages.warning(request, rounds_warning(advice))
            return redirect("section_desk", event, answer["slug"])
    context = _frame(access) | {"form": form, "presets": PRESETS}
    return render(request, "tournaments/desk/section_create.html", context, status=_status(form, request))


@staff("GET")
def section_desk(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """How far the section is, and its facts."""
    access = access_section(user_of(request), event, section, Act.SEE_DESK)
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
            "step": next_step(overview, access.acts),
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


@staff("POST")
def section_open(request: HttpRequest, event: str, section: str) -> HttpResponse:
    access = access_section(user_of(request), event, section, Act.EDIT_EVENT)
    open_section(section=access.section, by=access.user, once=once_of(request))
    messages.success(request, gettext("Section published. Its pages are public now."))
    return redirect("section_desk", event, section)


def _frame(access: EventAccess) -> dict[str, object]:
    return {"event": access.event, "may": access.may}


def _status(form: ActForm, request: HttpRequest) -> int:
    return form.status if request.method == "POST" else 200

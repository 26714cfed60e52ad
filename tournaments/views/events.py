"""The desk's start, an event, its sections."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.all_rounds import publish_all_rounds, take_back_all_rounds
from tournaments.acts.events import EventCreated, archive_event, copy_event, create_event, unarchive_event
from tournaments.acts.sections import open_section
from tournaments.forms.base import ActForm
from tournaments.forms.events import CopyForm, NewEventForm
from tournaments.models import Round, Section
from tournaments.pages.paths import section_path
from tournaments.policy import SITE_ADMIN, Act, may_anywhere
from tournaments.queries.desk_events import (
    ARCHIVED,
    LISTS,
    MOST,
    NOW,
    OTHERS,
    PAST,
    SOON,
    lists_of,
    page_of_events,
)
from tournaments.queries.entering.organisations import offers_to
from tournaments.queries.event_overview import memberships, others_at, overviews
from tournaments.queries.public.public import has_bracket, ranked_by
from tournaments.queries.public.public_bracket import bracket
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.recommended_rounds import advise
from tournaments.queries.teams.captains import captained_by
from tournaments.requests.access import EventAccess, SectionAccess, SiteAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import staff, user_of
from tournaments.todo import Phase, Situation, checklists_of, needs_of, situation_of, version_of
from tournaments.todo.own import next_task
from tournaments.wording.options import option_words, rounds_warning, rules_of_play, time_control
from tournaments.wording.standings import PRESETS as PRESET_NAMES

# Fifty-two weeks later the same days of the week come again.
YEAR = timedelta(weeks=52)


@staff("GET")
def desk(request: HttpRequest) -> HttpResponse:
    """The nearest of my events; for a site administrator the others too; and what of them is archived."""
    user = user_of(request)
    may = set(SITE_ADMIN) if user.is_superuser else set()
    may |= {
        right
        for right in (Act.CREATE_EVENT, Act.RESTORE_EVENT, Act.LOAD_RATING_LIST)
        if may_anywhere(right, user)
    }
    lists = lists_of(user, timezone.now())
    lists_by_time = {key: page_of_events(key, events, most=MOST) for key, events in lists.items()}
    words = _words()
    return render(
        request,
        "tournaments/desk/start.html",
        {
            "has_role": user.memberships.exists(),
            "teams": captained_by(user),
            "offers": offers_to(user),
            "times": [
                (words[key], lists_by_time[key]) for key in (NOW, SOON, PAST) if lists_by_time[key].events
            ],
            "others": lists_by_time[OTHERS],
            "archived": lists_by_time[ARCHIVED],
            "may": may,
        },
    )


def _words() -> dict[str, str]:
    """What the lists are called."""
    return {
        NOW: gettext("Now"),
        SOON: gettext("Soon"),
        PAST: gettext("Past"),
        OTHERS: gettext("Other events on this site"),
        ARCHIVED: gettext("Archived events"),
    }


@staff("GET")
def desk_events(request: HttpRequest, key: str) -> HttpResponse:
    """One of the lists, behind the event that the address names."""
    if key not in LISTS:
        raise Http404
    events = lists_of(user_of(request), timezone.now())[key]
    slug = request.GET.get("after", "")
    after = events.filter(slug=slug).first() if slug and "\0" not in slug else None
    if slug and after is None:
        raise Http404
    context = {"listed": page_of_events(key, events, after=after), "title": _words()[key]}
    return render(request, "tournaments/desk/events.html", context)


def _create_page(request: HttpRequest, access: SiteAccess, failed: NewEventForm | None) -> HttpResponse:
    today = timezone.localdate()
    form = failed or NewEventForm(user=access.user, initial={"starts": today, "ends": today})
    context = {"form": form, "wrong_details": form.errors.keys() & set(form.details)}
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/event_create.html", context, status=status)


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


def _to_event(_request: HttpRequest, answer: EventCreated, _access: EventAccess) -> HttpResponse:
    return redirect("event_desk", answer["slug"])


def _to_first_section(_request: HttpRequest, answer: EventCreated, _access: SiteAccess) -> HttpResponse:
    """An event without a section is nothing yet."""
    return redirect("section_create", answer["slug"])


def _event_page(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What needs me now, section by section, and who works here."""
    situation = situation_of(access.event)
    context = _now(access, situation) | {
        "sections": [{"overview": overview, "step": next_task(overview)} for overview in situation.overviews],
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
    """Gather what waits for the person who looks, what for somebody else, and the checklists."""
    # Nothing waits at an event that is put away.
    needs = [] if access.event.archived else needs_of(situation)
    waiting = [need for need in needs if need.waits and not need.phase]
    lists = checklists_of(needs)
    # Of sections that are over while others are not: for the end of the page.
    later = [need for need in lists if need.phase == Phase.AFTER and situation.rounds]
    return _frame(access) | {
        "mine": [need for need in waiting if not need.act or need.act in access.acts],
        "others": [need for need in waiting if need.act and need.act not in access.acts],
        "checklists": [need for need in lists if need not in later],
        "later": later,
        "version": version_of(need for need in needs if need.waits or need.phase),
    }


def _section_page(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """How far the section is, and its facts."""
    [overview] = overviews([access.section])
    now = access.section
    moment = PublicSnapshot()
    all_public = all(round_.is_public for round_ in overview.rounds)
    # Once all rounds are there, it is too late for advice.
    advice = None if all_public else advise(now, overview.entries)
    return render(
        request,
        "tournaments/desk/section.html",
        _frame(access)
        | {
            "section": now,
            "overview": overview,
            "step": next_task(overview),
            "rules": PRESET_NAMES.get(now.preset, now.preset),
            "time": time_control(now.time_control, now.move_limit),
            "form": ActForm(),
            "options": option_words(now),
            "game_rules": rules_of_play(now.game, now.system, now.rulebook, now.options),
            "warning": rounds_warning(advice) if advice and advice.tight else "",
            "ranked_by": ranked_by(now),
            "paired": any(round_.state != Round.State.PLANNED for round_ in overview.rounds),
            "is_draft": now.state == Section.State.DRAFT,
            "all_public": all_public,
            "bracket": bracket(now.pk, moment) if has_bracket(now, moment) else None,
            "section_url": f"{reverse('home')}{section_path(now)}",
        },
    )


def _frame(access: EventAccess) -> dict[str, object]:
    return {"event": access.event, "may": access.may, "acts": access.may}


SECTION = [
    page_url("", "section_desk", _section_page, Act.SEE_DESK),
    act_url(
        "open/",
        open_section,
        to="section_desk",
        success_message=gettext_lazy("Section published. Its pages are public now."),
    ),
    act_url(
        "all-rounds/publish/",
        publish_all_rounds,
        to="section_desk",
        success_message=gettext_lazy("Pairings of all rounds published."),
    ),
    act_url(
        "all-rounds/take-back/",
        take_back_all_rounds,
        to="section_desk",
        success_message=gettext_lazy("Pairings of all rounds unpublished."),
    ),
]


EVENT = [
    page_url("", "event_desk", _event_page, Act.SEE_DESK),
    page_url("-/now/", "event_now", _decisions, Act.SEE_DESK),
    act_url(
        "-/copy/",
        copy_event,
        CopyForm,
        page=_copy_page,
        read=Act.COPY_EVENT,
        to=_to_event,
        success_message=gettext_lazy("Event created. Nothing is public yet."),
    ),
    act_url(
        "-/archive/",
        archive_event,
        to="event_desk",
        success_message=gettext_lazy("Event archived. Its public pages keep their addresses."),
    ),
    act_url(
        "-/unarchive/", unarchive_event, to="event_desk", success_message=gettext_lazy("Event unarchived.")
    ),
]
SITE = [
    path("desk/", desk, name="desk"),
    path("desk/-/events/<slug:key>/", desk_events, name="desk_events"),
    act_url(
        "desk/-/new-event/",
        create_event,
        NewEventForm,
        name="event_create",
        page=_create_page,
        read=Act.CREATE_EVENT,
        to=_to_first_section,
        success_message=gettext_lazy("Event created. Now its first section: what is played, and how."),
    ),
]

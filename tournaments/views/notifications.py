"""Notifications on this device: behind the private links of players, captains and applicants, at the desk
for who works there, of a person, a section, an event or an organisation for everybody; and the list of what
a device follows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt

from portal import published
from portal.accounts.models import User
from portal.policy import Denied
from portal.published.views import gone
from portal.push import accounts
from portal.push.keys import site_key
from portal.push.letters import follow_by_mail
from portal.push.models import ANYWHERE
from portal.push.notices import service_of
from portal.push.subscribing import (
    MOST_FOLLOWED,
    BadSubscriptionError,
    Followed,
    add_device,
    devices_of,
    follow,
    followed_places,
    leave,
    leave_everything,
    remove_device,
    topics_of,
)
from portal.push.topics import topics_for
from portal.web.languages import WordlessResponse
from portal.web.rate_limits import refuse_if_often
from tournaments.models import Event, Organisation, Section
from tournaments.pages.followed_scopes import (
    EVENT_SCOPE,
    SECTION_SCOPE,
    proof_of_application,
    proof_of_captain,
    proof_of_link,
    proof_of_user,
    scope_of_application,
    scope_of_entry,
    scope_of_organisation,
    scope_of_person,
    scope_of_staff,
    scope_of_team,
    under_event,
)
from tournaments.pages.listed_places import place_at
from tournaments.pages.paths import event_path, section_path
from tournaments.policy import Act
from tournaments.queries.addresses import organisation_path, person_path
from tournaments.queries.own_feeds import feed_code
from tournaments.queries.public.public_persons import listed_person
from tournaments.requests.access import access_event
from tournaments.requests.captains import CaptainAccess
from tournaments.requests.frame import staff, user_of
from tournaments.requests.private import ApplicationAccess, LinkAccess, applicants, captains, private
from tournaments.wording.names import plain_name

LONGEST = 8 * 1024
Scope = TypeVar("Scope")


@csrf_exempt
def section_notifications(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """A section that everybody may read, or the page says that there is none."""
    row = Section.objects.select_related("event").filter(event__slug=event, slug=section).first()
    if row is None or not _is_public(section_path(row)):
        raise Http404
    followed = Followed(f"{SECTION_SCOPE}:{row.pk}", under_event(row.event_id))
    about = {"event": row.event, "section": row, "page_path": section_path(row)}
    return _answer(request, followed, "tournaments/public/notifications.html", about)


@csrf_exempt
def event_notifications(request: HttpRequest, event: str) -> HttpResponse:
    row = Event.objects.filter(slug=event).first()
    if row is None or not _is_public(event_path(row)):
        raise Http404
    followed = Followed(f"{EVENT_SCOPE}:{row.pk}", under_event(row.pk))
    about = {"event": row, "page_path": event_path(row)}
    return _answer(request, followed, "tournaments/public/notifications.html", about)


@csrf_exempt
def person_notifications(request: HttpRequest, code: UUID) -> HttpResponse:
    """A person who has a public page over all events, or the page says that there is none."""
    try:
        row = listed_person(code)
    except published.NotPublishedError:
        raise Http404 from None
    except published.UnpublishedError:
        return gone(request)
    followed = Followed(scope_of_person(row.pk), ANYWHERE)
    about = {"person": row, "page_path": person_path(row.uid)}
    return _answer(request, followed, "tournaments/public/notifications.html", about)


@csrf_exempt
def organisation_notifications(request: HttpRequest, slug: str) -> HttpResponse:
    """New events of an organisation, and what they announce."""
    row = Organisation.objects.filter(slug=slug).first()
    if row is None:
        raise Http404
    followed = Followed(scope_of_organisation(row.pk), ANYWHERE)
    about = {"organisation": row, "page_path": organisation_path(row.slug)}
    return _answer(request, followed, "tournaments/public/notifications.html", about)


@csrf_exempt
def device_notifications(request: HttpRequest) -> HttpResponse:
    """What this device follows, which it alone can say: the page asks by the device's own address."""
    if request.method == "POST":
        return _acted(request, _DEVICE_ACTS, None)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    context = {"key": site_key().public, "with_account": request.user.is_authenticated}
    response = render(request, "portal/device_notifications.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@private("GET", "POST")
def my_notifications(request: HttpRequest, access: LinkAccess) -> HttpResponse:
    entry = access.entry
    followed = Followed(
        scope_of_entry(entry.pk), under_event(access.section.event_id), proof_of_link(access.link.pk)
    )
    about = {"entry": entry, "back": "my_page", "back_words": gettext("My page")}
    about["feed_code"] = feed_code(access.link)
    return _private_answer(request, access, followed, about)


@captains("GET", "POST")
def team_notifications(request: HttpRequest, access: CaptainAccess) -> HttpResponse:
    """Behind the team's private link."""
    team = access.own
    followed = Followed(
        scope_of_team(team.pk), under_event(access.section.event_id), proof_of_captain(access.holder.pk)
    )
    about = {"team": team, "back": "captain_page", "back_words": plain_name(team)}
    return _private_answer(request, access, followed, about)


@applicants("GET", "POST")
def application_notifications(request: HttpRequest, access: ApplicationAccess) -> HttpResponse:
    row = access.application
    under = under_event(access.section.event_id)
    followed = Followed(scope_of_application(row.pk), under, proof_of_application(row))
    about = {"application": row, "back": "application_page", "back_words": row.name}
    return _private_answer(request, access, followed, about)


def _private_answer(
    request: HttpRequest,
    access: LinkAccess | CaptainAccess | ApplicationAccess,
    followed: Followed,
    about: dict[str, Any],
) -> HttpResponse:
    """With the devices that follow by the same link."""
    about |= {"event": access.section.event, "section": access.section, "secret": access.secret}
    about["back"] = reverse(about["back"], args=[access.secret])
    if request.method == "POST" and request.POST.get("device", "").isdecimal():
        remove_device(followed, int(request.POST["device"][:18]))
        return redirect(request.path)
    if request.method != "POST":
        about["devices"] = [(device, service_of(device.endpoint)) for device in devices_of(followed)]
    return _answer(request, followed, "tournaments/private/notifications.html", about)


@staff("GET", "POST")
def staff_notifications(request: HttpRequest, event: str) -> HttpResponse:
    """For who has a role at the event: what the desk has to decide."""
    access = access_event(user_of(request), event, Act.SEE_DESK)
    membership = access.event.memberships.filter(user=access.user).order_by("pk").first()
    if membership is None:
        raise Denied(Act.SEE_DESK)
    followed = Followed(
        scope_of_staff(membership.pk), under_event(access.event.pk), proof_of_user(access.user.pk)
    )
    about = {"event": access.event, "may": access.may, "back": reverse("event_desk", args=[event])}
    return _answer(request, followed, "tournaments/desk/notifications.html", about)


def _is_public(page_path: str) -> bool:
    try:
        published.find(page_path)
    except (published.NotPublishedError, published.UnpublishedError):
        return False
    return True


def _answer(request: HttpRequest, followed: Followed, template: str, about: dict[str, Any]) -> HttpResponse:
    if request.method == "POST" and "mail" not in request.POST:
        return _acted(request, _ACTS, followed)
    sent = failed = ""
    if request.method == "POST":
        if not settings.SENDS_MAIL:
            return WordlessResponse(status=400)
        if (refused := _too_many_letters(request)) is not None:
            return refused
        try:
            sent = _letter_sent(request, followed, about)
        except BadSubscriptionError as bad:
            failed = bad.code
    elif request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    context = {
        **about,
        "key": site_key().public,
        "scope": followed.scope,
        "topics": topics_for(followed.kind),
        "by_letter": settings.SENDS_MAIL,
        "letter_sent": sent,
        "letter_failed": failed,
    }
    response = render(request, template, context, status=422 if failed else 200)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _too_many_letters(request: HttpRequest) -> HttpResponse | None:
    """Nobody's letter box is filled through this site: few letters to one address, more from one."""
    address = request.POST.get("mail", "").casefold()
    return refuse_if_often(request, "follow_by_mail", key=address)


def _letter_sent(request: HttpRequest, followed: Followed, about: dict[str, Any]) -> str:
    """The address. The answer is the same whether it follows already, or wants no letters."""
    address = request.POST.get("mail", "")
    event = about.get("event")
    zone = event.time_zone if event else settings.TIME_ZONE
    topics = request.POST.getlist("topic")
    follow_by_mail(followed, address, topics, language=get_language() or "en", zone=zone)
    return address


def _acted(
    request: HttpRequest,
    acts: Mapping[str, Callable[[HttpRequest, Scope, dict[str, Any]], dict[str, Any]]],
    followed: Scope,
) -> HttpResponse:
    """Do what a browser asks for itself; ``do`` is one of ``acts``."""
    if (refused := refuse_if_often(request, "push")) is not None:
        return refused
    wanted = _wanted(request)
    # Nobody can forge it for another: who knows the address of a device at its push service is the device.
    act = acts.get(wanted.get("do", "")) if isinstance(wanted.get("do"), str) else None
    if act is None:
        return WordlessResponse(status=400)
    try:
        return JsonResponse(act(request, followed, wanted))
    except BadSubscriptionError as bad:
        return JsonResponse({"code": bad.code}, status=422)


def _wanted(request: HttpRequest) -> dict[str, Any]:
    """What was sent in the field ``wanted`` of a form, empty where it is no object in JSON."""
    text = request.POST.get("wanted", "")
    try:
        wanted = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return {}
    return wanted if isinstance(wanted, dict) else {}


def _account(request: HttpRequest) -> User | None:
    """Who is signed in, where the page that asks is one of ours: these addresses ask for no token."""
    is_ours = request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
    return request.user if is_ours and isinstance(request.user, User) else None


def _ask(_request: HttpRequest, followed: Followed, wanted: dict[str, Any]) -> dict[str, Any]:
    return {"topics": topics_of(followed, _endpoint(wanted))}


def _follow(request: HttpRequest, followed: Followed, wanted: dict[str, Any]) -> dict[str, Any]:
    """With an account, all of its devices do."""
    row = follow(followed, wanted, language=get_language() or "en")
    if (user := _account(request)) is not None and accounts.may_share(followed, user):
        accounts.share_with_devices(user, row)
    return {"topics": list(row.topics)}


def _leave(request: HttpRequest, followed: Followed, wanted: dict[str, Any]) -> dict[str, Any]:
    if (user := _account(request)) is not None:
        accounts.unshare(user, followed)
    leave(followed, _endpoint(wanted))
    return {"topics": None}


def _list(request: HttpRequest, _followed: None, wanted: dict[str, Any]) -> dict[str, Any]:
    """List what this device follows, and the devices of whoever is signed in."""
    endpoint = _endpoint(wanted)
    answer: dict[str, Any] = {"places": [asdict(place) for place in followed_places(endpoint)]}
    if (user := _account(request)) is not None:
        devices = accounts.devices_of_account(user)
        answer["devices"] = [
            {
                "device": device.pk,
                "name": service_of(device.endpoint),
                "since": device.created_at.date().isoformat(),
                "here": device.endpoint == endpoint,
            }
            for device in devices
        ]
        answer["joined"] = any(device.endpoint == endpoint for device in devices)
    return answer


def _leave_from_list(request: HttpRequest, followed: None, wanted: dict[str, Any]) -> dict[str, Any]:
    _leave(request, Followed(str(wanted.get("scope", "")), ""), wanted)
    return _list(request, followed, wanted)


def _join(request: HttpRequest, followed: None, wanted: dict[str, Any]) -> dict[str, Any]:
    """This device hears of what the account follows from now on."""
    if (user := _account(request)) is not None:
        add_device(wanted, language=get_language() or "en")
        accounts.join(user, _endpoint(wanted))
    return _list(request, followed, wanted)


def _remove(request: HttpRequest, followed: None, wanted: dict[str, Any]) -> dict[str, Any]:
    """Another device of the account, which is lost or somebody else's by now."""
    key = wanted.get("device")
    if (user := _account(request)) is not None and type(key) is int:
        accounts.remove_device_of_account(user, key)
    return _list(request, followed, wanted)


def _leave_everything(_request: HttpRequest, _followed: None, wanted: dict[str, Any]) -> dict[str, Any]:
    leave_everything(_endpoint(wanted))
    return {"places": []}


def _endpoint(wanted: dict[str, Any]) -> str:
    """Of a browser alone: an e-mail address is no secret, and whoever knows one is not its reader."""
    endpoint = str(wanted.get("endpoint", ""))
    return endpoint if endpoint.startswith("https:") else ""


_ACTS = {"ask": _ask, "follow": _follow, "leave": _leave}
_DEVICE_ACTS: Mapping[str, Callable[[HttpRequest, None, dict[str, Any]], dict[str, Any]]] = {
    "list": _list,
    "leave": _leave_from_list,
    "leave-everything": _leave_everything,
    "join": _join,
    "remove": _remove,
}


@csrf_exempt
def my_list(request: HttpRequest) -> HttpResponse:
    """Answer *my list* as it is known now; ``paths`` are on it, ``removed`` no longer."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if (refused := refuse_if_often(request, "push")) is not None:
        return refused
    wanted = _wanted(request)
    paths, removed = (_paths(wanted.get(name)) for name in ("paths", "removed"))
    user = _account(request)
    on_list = [followed for path in paths if (followed := place_at(path)) is not None]
    if user is None:
        places = accounts.places_of(followed.scope for followed in on_list)
    else:
        # With an account it is the account's, on each of its devices.
        accounts.take_from_list(
            user, [followed.scope for path in removed if (followed := place_at(path)) is not None]
        )
        try:
            accounts.put_on_list(user, on_list)
        except BadSubscriptionError as bad:
            return JsonResponse({"code": bad.code}, status=422)
        places = accounts.list_of_account(user)
    answer = {"account": user is not None, "places": [asdict(place) for place in places]}
    response = JsonResponse(answer)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _paths(paths: Any) -> list[str]:
    """As many as an account may follow."""
    if not isinstance(paths, list):
        return []
    return [path for path in paths if isinstance(path, str)][:MOST_FOLLOWED]


PUBLIC = [
    path("notifications/", device_notifications, name="device_notifications"),
    path("notifications/my-list/", my_list, name="my_list"),
    path("person/<uuid:code>/notifications/", person_notifications, name="person_notifications"),
    path("o/<slug:slug>/-/notifications/", organisation_notifications, name="organisation_notifications"),
    path("e/<slug:event>/-/notifications/", event_notifications, name="event_notifications"),
    path(
        "e/<slug:event>/<slug:section>/-/notifications/", section_notifications, name="section_notifications"
    ),
]
PLAYERS_LINK = [path("notifications/", my_notifications, name="my_notifications")]
CAPTAIN = [path("notifications/", team_notifications, name="team_notifications")]
APPLICANT = [path("notifications/", application_notifications, name="application_notifications")]
EVENT = [path("-/notifications/", staff_notifications, name="staff_notifications")]

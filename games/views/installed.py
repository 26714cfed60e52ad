"""Install private pages by their manifests: the icon on the phone opens the own page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext

from portal.published.offline import manifest_response
from tournaments.requests.captains import CaptainAccess
from tournaments.requests.private import ApplicationAccess, LinkAccess, applicants, captains, private
from tournaments.wording.names import plain_name

# What may be shared to a player's page: records and photos of scoresheets.
RECORDS = [
    ".pgn",
    ".sgf",
    ".txt",
    ".xqf",
    ".cbl",
    "text/plain",
    "application/x-chess-pgn",
    "application/x-go-sgf",
    "image/jpeg",
    "image/png",
]


def _shortcut(name: str, address: str, secret: str) -> dict[str, str]:
    return {"name": name, "url": reverse(address, args=[secret])}


@private("GET")
def my_manifest(_request: HttpRequest, access: LinkAccess) -> HttpResponse:
    secret = access.secret
    shortcuts = [
        _shortcut(gettext("My page"), "my_page", secret),
        _shortcut(gettext("Submit record"), "my_newest_record", secret),
        _shortcut(gettext("Notifications"), "my_notifications", secret),
    ]
    share_target = {
        "action": reverse("my_share", args=[secret]),
        "method": "POST",
        "enctype": "multipart/form-data",
        "params": {
            "title": "title",
            "text": "text",
            "url": "url",
            "files": [{"name": "file", "accept": RECORDS}],
        },
    }
    name = plain_name(access.entry.player)
    more = {"shortcuts": shortcuts, "share_target": share_target}
    return _manifest("p", access, name, "my_page", more)


@captains("GET")
def team_manifest(_request: HttpRequest, access: CaptainAccess) -> HttpResponse:
    shortcuts = [
        _shortcut(gettext("Captain's page"), "captain_page", access.secret),
        _shortcut(gettext("Notifications"), "team_notifications", access.secret),
    ]
    return _manifest("t", access, plain_name(access.own), "captain_page", {"shortcuts": shortcuts})


@applicants("GET")
def application_manifest(_request: HttpRequest, access: ApplicationAccess) -> HttpResponse:
    shortcuts = [_shortcut(gettext("Notifications"), "application_notifications", access.secret)]
    return _manifest("a", access, access.application.name, "application_page", {"shortcuts": shortcuts})


def _manifest(
    place: str,
    access: LinkAccess | CaptainAccess | ApplicationAccess,
    name: str,
    page: str,
    more: dict[str, Any],
) -> HttpResponse:
    """The icon of one private page is another app than the site, and than another private page."""
    title = f"{name} · {plain_name(access.section.event)}"
    start = reverse(page, args=[access.secret])
    return manifest_response(f"/{place}/{access.secret}/", title, name, start, **more)


PLAYERS_LINK = [path("app.webmanifest", my_manifest, name="my_manifest")]
CAPTAIN = [path("app.webmanifest", team_manifest, name="team_manifest")]
APPLICANT = [path("app.webmanifest", application_manifest, name="application_manifest")]

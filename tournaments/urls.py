"""Addresses of tournaments, below the language: published pages, then the desk.

``-`` cannot begin the address of an event or a section, so what stands behind it never collides with one.
"""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from portal.published.views import page
from tournaments.views import (
    backups,
    entries,
    erasure,
    events,
    files,
    fouls,
    imports,
    invitations,
    journal,
    links,
    logo,
    no_shows,
    papers,
    people,
    prizes,
    public,
    public_papers,
    publication,
    resend_form,
    results,
    rounds,
    schedule,
    screens,
    teams,
    webhooks,
)

_round: list[URLPattern | URLResolver] = [
    *rounds.ROUND,
    *no_shows.ROUND,
    *results.ROUND,
]
_entries: list[URLPattern | URLResolver] = [
    *entries.ENTRY,
    *imports.ENTRY,
    *links.ENTRY,
    *erasure.ENTRY,
]
_section: list[URLPattern | URLResolver] = [
    *events.SECTION,
    *files.SECTION,
    *schedule.SECTION,
    *teams.SECTION,
    *prizes.SECTION,
    *papers.SECTION,
    *entries.SECTION,
    *links.SECTION,
    path("entries/", include(_entries)),
    path("round/<int:number>/", include(_round)),
]
_event: list[URLPattern | URLResolver] = [
    *events.EVENT,
    *files.EVENT,
    *people.EVENT,
    *logo.EVENT,
    *screens.EVENT,
    *fouls.EVENT,
    *journal.EVENT,
    *publication.EVENT,
    *backups.EVENT,
    *webhooks.EVENT,
    path("<slug:section>/", include(_section)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.home, name="home"),
    path(
        "e/<slug:event>/<slug:section>/paper/<slug:kind>/<int:number>/<slug:size>.pdf",
        public_papers.public_paper,
        name="public_paper",
    ),
    path(
        "e/<slug:event>/<slug:section>/paper/<slug:kind>/<int:number>/<slug:size>.<slug:digest>.pdf",
        public_papers.printed_paper,
        name="printed_paper",
    ),
    path("download/<path:path>", public.download, name="download"),
    path("e/<slug:event>/-/screen/<int:number>/seen/", screens.screen_seen, name="screen_seen"),
    # Every published address ends in a slash: without it Django leads on to the one that has it.
    re_path(r"^(?P<path>e/.+/)$", page, name="page"),
    path("invitation/<slug:secret>/", invitations.invitation, name="invitation"),
    *events.SITE,
    *backups.SITE,
    path("desk/-/again/", resend_form.kept, name="kept"),
    path("desk/<slug:event>/", include(_event)),
]

"""Addresses of tournaments, below the language: published pages, then the desk.

``-`` cannot begin the address of an event or a section, so what stands behind it never collides with one.
"""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from portal.published.views import page, picture
from tournaments.views import (
    announcements,
    awards,
    backups,
    categories,
    deleting,
    documents,
    entries,
    erasure,
    event_settings,
    events,
    files,
    fouls,
    imports,
    invitations,
    journal,
    links,
    logo,
    new_section,
    no_shows,
    official,
    officials,
    papers,
    people,
    prizes,
    public,
    public_papers,
    public_search,
    publication,
    rating_lists,
    ratings,
    resend_form,
    results,
    rounds,
    schedule,
    screens,
    search,
    selected,
    settings,
    site,
    team_matches,
    teams,
    webhooks,
)

_round: list[URLPattern | URLResolver] = [
    *rounds.ROUND,
    *no_shows.ROUND,
    *results.ROUND,
    *team_matches.ROUND,
]
_entries: list[URLPattern | URLResolver] = [
    *entries.ENTRY,
    *imports.ENTRY,
    *rating_lists.ENTRY,
    *links.ENTRY,
    *selected.ENTRY,
    *erasure.ENTRY,
    *deleting.ENTRY,
]
_section: list[URLPattern | URLResolver] = [
    *events.SECTION,
    *ratings.SECTION,
    *files.SECTION,
    *schedule.SECTION,
    *settings.SECTION,
    *official.SECTION,
    *teams.SECTION,
    *prizes.SECTION,
    *awards.SECTION,
    *categories.SECTION,
    *papers.SECTION,
    *entries.SECTION,
    *rounds.SECTION,
    *links.SECTION,
    *deleting.SECTION,
    path("entries/", include(_entries)),
    path("round/<int:number>/", include(_round)),
]
_event: list[URLPattern | URLResolver] = [
    *events.EVENT,
    *new_section.EVENT,
    *deleting.EVENT,
    *event_settings.EVENT,
    *files.EVENT,
    *people.EVENT,
    *officials.EVENT,
    *logo.EVENT,
    *documents.EVENT,
    *screens.EVENT,
    *announcements.EVENT,
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
    *documents.PUBLIC,
    path("download/<path:path>", public.download, name="download"),
    *public_search.SITE,
    re_path(r"^picture/(?P<path>(?:e/.+/)?)(?P<digest>[0-9a-f]{16})\.png$", picture, name="picture"),
    path("e/<slug:event>/-/screen/<int:number>/seen/", screens.screen_seen, name="screen_seen"),
    path("e/-/<path:path>/", public.events, name="events"),
    # Every published address ends in a slash: without it Django leads on to the one that has it.
    re_path(r"^(?P<path>e/.+/)$", page, name="page"),
    path("invitation/<slug:secret>/", invitations.invitation, name="invitation"),
    *events.SITE,
    *backups.SITE,
    *search.SITE,
    *site.SITE,
    *rating_lists.SITE,
    path("desk/-/again/", resend_form.kept, name="kept"),
    path("desk/<slug:event>/", include(_event)),
]

"""Addresses of tournaments, below the language: published pages, then the desk.

``-`` cannot begin the address of an event or a section, so what stands behind it never collides with one.
"""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from portal.published.views import page, picture
from tournaments.views import (
    away,
    backups,
    categories,
    deleting,
    event_settings,
    events,
    files,
    fouls,
    imports,
    invitations,
    journal,
    links,
    mail_notifications,
    new_section,
    no_shows,
    notifications,
    official,
    papers,
    people,
    rated_lists,
    rating_systems,
    resend_form,
    results,
    rounds,
    search,
    selected,
    settings,
    status,
    why,
)
from tournaments.views.entering import (
    applications,
    desk_applications,
    entries,
    open_to,
    organisations,
    quotas,
)
from tournaments.views.money import awards, fees, payments, prizes
from tournaments.views.notices import (
    announcements,
    documents,
    logo,
    officials,
    schedule,
    screens,
    site,
    webhooks,
)
from tournaments.views.public import (
    public,
    public_calendar,
    public_papers,
    public_persons,
    public_search,
    publication,
)
from tournaments.views.register import erasure, own_person, persons, rating_lists, ratings
from tournaments.views.teams import captains, team_matches, teams

_round: list[URLPattern | URLResolver] = [
    *rounds.ROUND,
    *away.ROUND,
    *no_shows.ROUND,
    *results.ROUND,
    *team_matches.ROUND,
    *why.ROUND,
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
    *open_to.SECTION,
    *rounds.SECTION,
    *links.SECTION,
    *captains.SECTION,
    *desk_applications.SECTION,
    *quotas.SECTION,
    *fees.SECTION,
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
    *organisations.EVENT,
    *officials.EVENT,
    *logo.EVENT,
    *documents.EVENT,
    *screens.EVENT,
    *announcements.EVENT,
    *fouls.EVENT,
    *fees.EVENT,
    *journal.EVENT,
    *publication.EVENT,
    *backups.EVENT,
    *webhooks.EVENT,
    path("-/captain/<int:team>/", include(captains.ACCOUNT)),
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
    *public_calendar.SITE,
    *public_persons.SITE,
    *rated_lists.SITE,
    re_path(r"^picture/(?P<path>(?:e/.+/)?)(?P<digest>[0-9a-f]{16})\.png$", picture, name="picture"),
    path("e/<slug:event>/-/screen/<int:number>/seen/", screens.screen_seen, name="screen_seen"),
    *applications.PUBLIC,
    *payments.PUBLIC,
    *notifications.PUBLIC,
    *mail_notifications.PUBLIC,
    path("e/-/<path:path>/", public.events, name="events"),
    # Every published address ends in a slash: without it Django leads on to the one that has it.
    re_path(r"^(?P<path>e/.+/)$", page, name="page"),
    path("p/<slug:secret>/", include(own_person.OWN)),
    path("p/<slug:secret>/", include(notifications.OWN)),
    path("t/<slug:secret>/", include(captains.OWN)),
    path("a/<slug:secret>/", include(applications.OWN)),
    path("q/<slug:secret>/", include(quotas.OWN)),
    path("invitation/", invitations.opened_invitation, name="opened_invitation"),
    path("invitation/<slug:secret>/", invitations.invitation, name="invitation"),
    *rating_systems.SITE,
    *organisations.SITE,
    *events.SITE,
    *backups.SITE,
    *search.SITE,
    *site.SITE,
    *status.SITE,
    *rating_lists.SITE,
    *persons.SITE,
    *quotas.SITE,
    path("desk/-/again/", resend_form.kept_form, name="kept"),
    path("desk/<slug:event>/", include(_event)),
]

"""Addresses for programs, below ``/api/v1/``; none ends in a slash."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import (
    appeals,
    applications,
    entries,
    events,
    federation,
    fees,
    files,
    fouls,
    licences,
    money,
    organisations,
    persons,
    public,
    quotas,
    ratings,
    rounds,
    teams,
)

SECTION = "events/<slug:event>/sections/<slug:section>"
ROUND = f"{SECTION}/rounds/<int:number>"
_ENTRY = f"{SECTION}/entries/<int:entry>"
_LONG = {"boards": "boards/<int:after>", "all_rounds": "all-rounds"}
_ENDS = {"part": "parts/<int:part>", "places": "places"}

urlpatterns: list[URLPattern | URLResolver] = [
    path("me", entries.Me.as_view(), name="api_me"),
    path("front", public.FrontDocument.as_view(), name="api_front"),
    path("events", public.Events.as_view(), name="api_events"),
    path("persons", federation.Persons.as_view(), name="api_persons"),
    path("persons/<uuid:code>", federation.PersonDocument.as_view(), name="api_person"),
    path("ratings", federation.RatingList.as_view(), name="api_rating_list"),
    path("organisations", federation.Organisations.as_view(), name="api_organisations"),
    *organisations.OF_SITE,
    *events.OF_SITE,
    *files.OF_SITE,
    *ratings.OF_SITE,
    path("organisations/<slug:organisation>/", include([*organisations.ORGANISATION, *ratings.ORGANISATION])),
    path("organisations/<slug:slug>", federation.OrganisationDocument.as_view(), name="api_organisation"),
    path("licences/check", licences.LicenceCheck.as_view(), name="api_licence_check"),
    path("register", persons.Register.as_view(), name="api_register"),
    path("register/<uuid:code>", persons.OfRegister.as_view(), name="api_registered"),
    path("register/<uuid:code>/", include(persons.PERSON)),
    path("search", public.Search.as_view(), name="api_search"),
    path("events/<slug:event>/", include([*events.EVENT, *files.EVENT, *money.EVENT, *ratings.EVENT])),
    path("events/<slug:event>", public.EventDocument.as_view(), name="api_event"),
    path("events/<slug:event>/fees", fees.Fees.as_view(), name="api_fees"),
    path("events/<slug:event>/schedule", public.ScheduleDocument.as_view(), name="api_schedule"),
    path(SECTION, public.SectionDocument.as_view(), name="api_section"),
    path(f"{SECTION}/standings/<int:after>", public.StandingsDocument.as_view(), name="api_standings"),
    path(f"{SECTION}/crosstables/<int:after>", public.CrosstableDocument.as_view(), name="api_crosstable"),
    path(f"{SECTION}/parts/<int:part>", public.SectionPart.as_view(), name="api_section_part"),
    path(f"{SECTION}/places", public.SectionPlaces.as_view(), name="api_section_places"),
    path(
        f"{SECTION}/standings/<int:after>/parts/<int:part>",
        public.StandingsPart.as_view(),
        name="api_standings_part",
    ),
    path(
        f"{SECTION}/standings/<int:after>/places",
        public.StandingsPlaces.as_view(),
        name="api_standings_places",
    ),
    path(
        f"{SECTION}/crosstables/<int:after>/parts/<int:part>",
        public.CrosstablePart.as_view(),
        name="api_crosstable_part",
    ),
    path(f"{ROUND}/parts/<int:part>", public.RoundPart.as_view(), name="api_round_part"),
    path(f"{ROUND}/places", public.RoundPlaces.as_view(), name="api_round_places"),
    *(
        path(f"{SECTION}/{_LONG.get(name, name)}/{end}", view.as_view(), name=f"api_{name}_{ending}")
        for name, views in public.FURTHER.items()
        for (ending, end), view in zip(_ENDS.items(), views, strict=True)
    ),
    path(f"{SECTION}/boards/<int:after>", public.BoardsDocument.as_view(), name="api_boards"),
    path(f"{SECTION}/teams", public.TeamsDocument.as_view(), name="api_teams"),
    path(f"{SECTION}/rosters", teams.Rosters.as_view(), name="api_rosters"),
    path(f"{SECTION}/prizes", public.PrizesDocument.as_view(), name="api_prizes"),
    path(f"{SECTION}/ratings", public.RatingsDocument.as_view(), name="api_ratings"),
    path(f"{SECTION}/norms", public.NormsDocument.as_view(), name="api_norms"),
    path(f"{SECTION}/all-rounds", public.AllRoundsDocument.as_view(), name="api_all_rounds"),
    path(f"{SECTION}/bracket", public.BracketDocument.as_view(), name="api_bracket"),
    path(f"{SECTION}/players/<int:number>", public.PlayerDocument.as_view(), name="api_player"),
    path(f"{SECTION}/applications", applications.Applications.as_view(), name="api_applications"),
    path(
        f"{SECTION}/applications/<int:application>",
        applications.OneApplication.as_view(),
        name="api_application",
    ),
    path(f"{SECTION}/quotas", quotas.Quotas.as_view(), name="api_quotas"),
    path("quotas/<int:quota>/", include(quotas.QUOTA)),
    path("quotas/<int:quota>/players", quotas.OwnPlayers.as_view(), name="api_quota_players"),
    path("quotas/<int:quota>/teams", quotas.OwnTeams.as_view(), name="api_quota_teams"),
    path("quotas/<int:quota>/teams/<int:application>", quotas.OneOwnTeam.as_view(), name="api_quota_team"),
    path(
        "quotas/<int:quota>/players/<int:application>/withdraw",
        quotas.WithdrawOwn.as_view(),
        name="api_quota_withdraw",
    ),
    path(f"{SECTION}/report", appeals.RefereeReportView.as_view(), name="api_report"),
    path(f"{SECTION}/appeals", appeals.Appeals.as_view(), name="api_appeals"),
    path(f"{SECTION}/entries", entries.Entries.as_view(), name="api_entries"),
    path(f"{_ENTRY}/correct", entries.Correct.as_view(), name="api_correct"),
    path(ROUND, public.RoundDocument.as_view(), name="api_round"),
    path(f"{ROUND}/desk", rounds.RoundDesk.as_view(), name="api_round_desk"),
    path(f"{ROUND}/results", rounds.Results.as_view(), name="api_results"),
    path(f"{ROUND}/matches", teams.Matches.as_view(), name="api_matches"),
    path(f"{ROUND}/fouls", fouls.Fouls.as_view(), name="api_fouls"),
    path(
        f"{SECTION}/",
        include(
            [
                *teams.SECTION,
                *appeals.SECTION,
                *rounds.SECTION,
                *applications.SECTION,
                *events.SECTION,
                *files.SECTION,
                *money.SECTION,
                *entries.SECTION,
                *quotas.SECTION,
            ]
        ),
    ),
    path(f"{_ENTRY}/", include(entries.ENTRY)),
    path(f"{SECTION}/applications/<int:application>/", include(applications.APPLICATION)),
    path(f"{ROUND}/", include([*rounds.ROUND, *teams.ROUND, *fouls.ROUND])),
]

"""Addresses for programs, below ``/api/v1/``; none ends in a slash."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.api import entries, fouls, public, rounds

SECTION = "events/<slug:event>/sections/<slug:section>"
ROUND = f"{SECTION}/rounds/<int:number>"
_ENTRY = f"{SECTION}/entries/<int:entry>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("me", entries.Me.as_view(), name="api_me"),
    path("front", public.FrontDocument.as_view(), name="api_front"),
    path("events", public.Events.as_view(), name="api_events"),
    path("search", public.Search.as_view(), name="api_search"),
    path("events/<slug:event>", public.EventDocument.as_view(), name="api_event"),
    path("events/<slug:event>/schedule", public.ScheduleDocument.as_view(), name="api_schedule"),
    path(SECTION, public.SectionDocument.as_view(), name="api_section"),
    path(f"{SECTION}/standings/<int:after>", public.StandingsDocument.as_view(), name="api_standings"),
    path(f"{SECTION}/crosstables/<int:after>", public.CrosstableDocument.as_view(), name="api_crosstable"),
    path(f"{SECTION}/teams", public.TeamsDocument.as_view(), name="api_teams"),
    path(f"{SECTION}/prizes", public.PrizesDocument.as_view(), name="api_prizes"),
    path(f"{SECTION}/ratings", public.RatingsDocument.as_view(), name="api_ratings"),
    path(f"{SECTION}/all-rounds", public.AllRoundsDocument.as_view(), name="api_all_rounds"),
    path(f"{SECTION}/all-rounds/publish", rounds.PublishAllRounds.as_view(), name="api_all_rounds_publish"),
    path(
        f"{SECTION}/all-rounds/take-back", rounds.TakeBackAllRounds.as_view(), name="api_all_rounds_take_back"
    ),
    path(f"{SECTION}/bracket", public.BracketDocument.as_view(), name="api_bracket"),
    path(f"{SECTION}/players/<int:number>", public.PlayerDocument.as_view(), name="api_player"),
    path(f"{SECTION}/entries", entries.Entries.as_view(), name="api_entries"),
    path(f"{_ENTRY}/check-in", entries.CheckIn.as_view(), name="api_check_in"),
    path(f"{_ENTRY}/absences", entries.Absences.as_view(), name="api_absences"),
    path(f"{_ENTRY}/withdraw", entries.Withdraw.as_view(), name="api_withdraw"),
    path(f"{_ENTRY}/reinstate", entries.Reinstate.as_view(), name="api_reinstate"),
    path(ROUND, public.RoundDocument.as_view(), name="api_round"),
    path(f"{ROUND}/desk", rounds.RoundDesk.as_view(), name="api_round_desk"),
    path(f"{ROUND}/confirm", rounds.Confirm.as_view(), name="api_confirm"),
    path(f"{ROUND}/pair", rounds.Pair.as_view(), name="api_pair"),
    path(f"{ROUND}/publish", rounds.Publish.as_view(), name="api_publish"),
    path(f"{ROUND}/close", rounds.Close.as_view(), name="api_close"),
    path(f"{ROUND}/reopen", rounds.Reopen.as_view(), name="api_reopen"),
    path(f"{ROUND}/results", rounds.Results.as_view(), name="api_results"),
    path(f"{ROUND}/fouls", fouls.Fouls.as_view(), name="api_fouls"),
    path(f"{ROUND}/fouls/<int:foul>/confirm", fouls.ConfirmFoul.as_view(), name="api_foul_confirm"),
    path(f"{ROUND}/fouls/<int:foul>/withdraw", fouls.WithdrawFoul.as_view(), name="api_foul_withdraw"),
]

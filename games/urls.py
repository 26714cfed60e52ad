"""Addresses of games, below the language. Games themselves are published and have no address here."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.views import counts, hall, mine, my_count, my_record, records, referee, rulebooks, scoresheets

_record: list[URLPattern | URLResolver] = [
    path("", records.record, name="record"),
    path("submit/", records.record_submit, name="submit_record"),
    path("prefill/", records.record_prefill, name="prefill_record"),
    path("read/", records.record_read, name="read_record"),
    path("progress/", records.record_progress, name="record_progress"),
    path("accept/", records.record_accept, name="accept_record"),
]
_count: list[URLPattern | URLResolver] = [
    path("", counts.count_page, name="count"),
    path("propose/", counts.count_propose, name="propose_count"),
    path("consent/", counts.count_consent, name="consent_count"),
    path("enter/", counts.count_enter, name="enter_count"),
]
_referee: list[URLPattern | URLResolver] = [
    path("", referee.referee, name="referee"),
    path("result/", referee.referee_result, name="referee_result"),
    path("foul/", referee.referee_foul, name="referee_foul"),
    path("foul/confirm/", referee.referee_confirm, name="referee_confirm"),
    path("foul/withdraw/", referee.referee_withdraw, name="referee_withdraw"),
    path("note/", referee.referee_note, name="referee_note"),
    path("claim/", referee.referee_claim, name="referee_claim"),
]
_sheets: list[URLPattern | URLResolver] = [
    path("", scoresheets.scoresheets, name="scoresheets"),
    path("submit/", scoresheets.scoresheets_submit, name="scoresheets_submit"),
    path("take/", scoresheets.scoresheets_take, name="scoresheets_take"),
    path("foul/", scoresheets.scoresheets_rule, name="scoresheets_rule"),
    path("progress/", scoresheets.scoresheets_progress, name="scoresheets_progress"),
]
_round = "desk/<slug:event>/<slug:section>/round/<int:number>/"
_table = f"{_round}results/<int:table>/"
_desk = f"{_table}record/"

_my_record: list[URLPattern | URLResolver] = [
    path("", my_record.record, name="my_record"),
    path("submit/", my_record.submit, name="submit_my_record"),
    path("prefill/", my_record.prefill, name="prefill_my_record"),
    path("read/", my_record.read, name="read_my_record"),
    path("progress/", my_record.progress, name="my_record_progress"),
]
_my_count: list[URLPattern | URLResolver] = [
    path("", my_count.count_page, name="my_count"),
    path("propose/", my_count.propose, name="propose_my_count"),
    path("agree/", my_count.agree, name="agree_my_count"),
]
_mine: list[URLPattern | URLResolver] = [
    path("", mine.my_page, name="my_page"),
    path("result/", mine.tell, name="my_result"),
    path("here/", mine.here, name="my_check_in"),
    path("seat/", mine.take, name="take_my_seat"),
    path("round/<int:number>/record/", include(_my_record)),
    path("round/<int:number>/count/", include(_my_count), {"game": 1}),
    path("round/<int:number>/count/game/<int:game>/", include(_my_count)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("rulebooks/", rulebooks.rulebooks, name="rulebooks"),
    path("rulebooks/<slug:name>/", rulebooks.rulebook, name="rulebook"),
    path("p/<slug:secret>/", include(_mine)),
    path(f"{_round}tables/", hall.hall, name="hall"),
    path(f"{_round}owed/", hall.records_owed, name="records_owed"),
    path(_desk, include(_record), {"game": 1}),
    path(f"{_desk}game/<int:game>/", include(_record)),
    path(f"{_table}count/", include(_count), {"game": 1}),
    path(f"{_table}count/game/<int:game>/", include(_count)),
    path(f"{_table}referee/", include(_referee), {"game": 1}),
    path(f"{_table}referee/game/<int:game>/", include(_referee)),
    path(f"{_table}scoresheets/", include(_sheets), {"game": 1}),
    path(f"{_table}scoresheets/game/<int:game>/", include(_sheets)),
    path(f"{_desk}source/<int:key>/", records.record_source, name="record_source"),
]

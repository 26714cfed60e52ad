"""Give the addresses of games, below the language."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.views import (
    counts,
    hall,
    installed,
    live_boards,
    live_cards,
    live_desk,
    live_settings,
    mine,
    my_count,
    my_record,
    public_live,
    records,
    referee,
    relays,
    rulebooks,
    scoresheets,
    shared,
    table_links,
)

_round = "desk/<slug:event>/<slug:section>/round/<int:number>/"
_table = f"{_round}results/<int:table>/"
_study = "rulebooks/judge/<slug:event>/<slug:section>/round/<int:number>/table/<int:table>/<int:game>/"
_desk = f"{_table}record/"

_mine: list[URLPattern | URLResolver] = [
    *mine.PLAYERS_LINK,
    *installed.PLAYERS_LINK,
    *shared.PLAYERS_LINK,
    path("round/<int:number>/live/", include(live_boards.MINE), {"game": 1}),
    path("round/<int:number>/live/game/<int:game>/", include(live_boards.MINE)),
    path("round/<int:number>/record/", include(my_record.RECORD)),
    path("round/<int:number>/count/", include(my_count.COUNT), {"game": 1}),
    path("round/<int:number>/count/game/<int:game>/", include(my_count.COUNT)),
]

# Games themselves are published and have no address here.
urlpatterns: list[URLPattern | URLResolver] = [
    *public_live.PAGES,
    path("rulebooks/", rulebooks.rulebooks, name="rulebooks"),
    path("rulebooks/<slug:name>/", rulebooks.rulebook, name="rulebook"),
    path(f"{_study}<slug:name>/", rulebooks.judged_game, name="judged_game"),
    path("p/<slug:secret>/", include(_mine)),
    path("t/<slug:secret>/", include(installed.CAPTAIN)),
    path("a/<slug:secret>/", include(installed.APPLICANT)),
    path("b/<slug:secret>/", include(live_boards.TABLE_LINK)),
    path(f"{_round}tables/", hall.hall, name="hall"),
    path("desk/<slug:event>/<slug:section>/live/", include(live_settings.SECTION)),
    path("desk/<slug:event>/<slug:section>/table-links/", include(table_links.SECTION)),
    path(f"{_round}findings/", live_cards.round_findings, name="round_findings"),
    path(f"{_round}live/", include(relays.ROUND)),
    path(f"{_round}live/", live_desk.live_desk, name="live_desk"),
    path(f"{_round}live/lines/", live_desk.live_desk_lines, name="live_desk_lines"),
    path(f"{_round}live/type/", live_desk.live_desk_type, name="live_desk_type"),
    path(f"{_round}prompts/", live_cards.live_prompts, name="live_prompts"),
    path(f"{_table}live/", include([*live_boards.DESK, *live_cards.TABLE_RULINGS]), {"game": 1}),
    path(f"{_table}live/game/<int:game>/", include([*live_boards.DESK, *live_cards.TABLE_RULINGS])),
    path(f"{_round}owed/", hall.records_owed, name="records_owed"),
    path(_desk, include(records.RECORD), {"game": 1}),
    path(f"{_desk}game/<int:game>/", include(records.RECORD)),
    path(f"{_table}count/", include(counts.COUNT), {"game": 1}),
    path(f"{_table}count/game/<int:game>/", include(counts.COUNT)),
    path(f"{_table}referee/", include(referee.REFEREE), {"game": 1}),
    path(f"{_table}referee/game/<int:game>/", include(referee.REFEREE)),
    path(f"{_table}scoresheets/", include(scoresheets.SHEETS), {"game": 1}),
    path(f"{_table}scoresheets/game/<int:game>/", include(scoresheets.SHEETS)),
    path(f"{_desk}source/<int:key>/", records.record_source, name="record_source"),
]

"""Addresses of tournaments, below the language: published pages, then the desk.

``-`` cannot begin the address of an event or a section, so what stands behind it never collides with one.
"""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from portal.published.views import page
from tournaments.views import (
    absentees,
    entries,
    events,
    files,
    forgetting,
    fouls,
    imports,
    invitations,
    journal,
    kept,
    links,
    logo,
    papers,
    prizes,
    public,
    results,
    rounds,
    schedule,
    screens,
    webhooks,
)

_round: list[URLPattern | URLResolver] = [
    path("", rounds.round_desk, name="round_desk"),
    path("progress/", rounds.round_progress, name="round_progress"),
    path("pair/", rounds.round_pair, name="pair_round"),
    path("swap/", rounds.round_adjust, {"change": "swap"}, name="swap_players"),
    path("flip/", rounds.round_adjust, {"change": "flip"}, name="flip_colours"),
    path("bye/", rounds.round_adjust, {"change": "bye"}, name="give_bye"),
    path("rule/", rounds.round_rule, name="rule_pair"),
    path("rule/lift/", rounds.round_lift, name="lift_rule"),
    path("absence/", rounds.round_miss, name="miss_round"),
    path("publish/", rounds.round_publish, name="publish_round"),
    path("absentees/", absentees.absentees_page, name="absentees"),
    path("absentees/forfeit/", absentees.forfeit, name="forfeit_absent"),
    path("close/", rounds.round_close, name="close_round"),
    path("reopen/", rounds.round_reopen, name="reopen_round"),
    path("results/", results.results, name="results"),
    path("results/report/", results.result_report, name="report_result"),
    path("results/<int:table>/", results.result, name="result"),
]
_entries: list[URLPattern | URLResolver] = [
    path("", entries.entries, name="entries"),
    path("add/", entries.entry_add, name="entry_add"),
    path("import/", imports.entries_import, name="entries_import"),
    path("import/done/", imports.entries_imported, name="entries_imported"),
    path("<int:entry>/", entries.entry_desk, name="entry_desk"),
    path("<int:entry>/check-in/", entries.entry_check_in, name="check_in"),
    path("<int:entry>/absence/", entries.entry_absence, name="set_absence"),
    path("<int:entry>/withdraw/", entries.entry_withdraw, name="withdraw"),
    path("<int:entry>/reinstate/", entries.entry_reinstate, name="reinstate"),
    path("<int:entry>/link/", links.link_renew, name="renew_link"),
    path("<int:entry>/link/revoke/", links.link_revoke, name="revoke_link"),
    path("<int:entry>/correct/", entries.entry_correct, name="correct_player"),
    path("<int:entry>/forget/", forgetting.entry_erase, name="erase_player"),
]
_section: list[URLPattern | URLResolver] = [
    path("", events.section_desk, name="section_desk"),
    path("open/", events.section_open, name="open_section"),
    path("files/", files.section_files, name="section_files"),
    path("files/<slug:key>/", files.section_file, name="section_file"),
    path("schedule/", schedule.schedule, name="schedule"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes/add/", prizes.prizes_add, name="add_prizes"),
    path("prizes/category/", prizes.category_add, name="add_category"),
    path("paper/", papers.papers, name="papers"),
    path("paper/print/", papers.papers_print, name="print_paper"),
    path("paper/progress/", papers.papers_progress, name="papers_progress"),
    path("paper/<int:key>/", papers.paper, name="paper"),
    path("lots/", entries.lots, name="draw_lots"),
    path("links/", links.player_links, name="player_links"),
    path("links/issue/", links.links_issue, name="issue_links"),
    path("entries/", include(_entries)),
    path("round/<int:number>/", include(_round)),
]
_event: list[URLPattern | URLResolver] = [
    path("", events.event_desk, name="event_desk"),
    path("-/now/", events.event_now, name="event_now"),
    path("-/copy/", events.event_copy, name="copy_event"),
    path("-/new-section/", events.section_create, name="section_create"),
    path("-/import-section/", files.section_import, name="section_import"),
    path("-/people/", events.people, name="people"),
    path("-/people/grant/", events.role_grant, name="grant_role"),
    path("-/people/revoke/", events.role_revoke, name="revoke_role"),
    path("-/people/delegate/", events.role_delegate, name="delegate_pairing"),
    path("-/logo/", logo.logo, name="logo"),
    path("-/logo/set/", logo.logo_set, name="set_logo"),
    path("-/logo/remove/", logo.logo_remove, name="remove_logo"),
    path("-/screens/", screens.screens, name="screens"),
    path("-/screens/set/", screens.screen_set, name="set_screen"),
    path("-/screens/remove/", screens.screen_remove, name="remove_screen"),
    path("-/people/invite/", invitations.invite, name="invite_person"),
    path("-/people/invite/revoke/", invitations.invitation_revoke, name="revoke_invitation"),
    path("-/fouls/", fouls.fouls, name="fouls"),
    path("-/fouls/csv/", fouls.fouls_csv, name="fouls_csv"),
    path("-/journal/", journal.journal, name="journal"),
    path("-/journal/undo/", journal.journal_undo, name="undo"),
    path("-/webhooks/", webhooks.webhooks, name="webhooks"),
    path("-/webhooks/add/", webhooks.webhook_add, name="add_webhook"),
    path("-/webhooks/end/", webhooks.webhook_end, name="end_webhook"),
    path("-/webhooks/repeat/", webhooks.delivery_repeat, name="repeat_delivery"),
    path("<slug:section>/", include(_section)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.home, name="home"),
    path(
        "e/<slug:event>/<slug:section>/paper/<slug:kind>/<int:number>/<slug:size>.pdf",
        papers.public_paper,
        name="public_paper",
    ),
    path("download/<path:path>", public.download, name="download"),
    path("e/<slug:event>/-/screen/<int:number>/seen/", screens.screen_seen, name="screen_seen"),
    # Every published address ends in a slash: without it Django leads on to the one that has it.
    re_path(r"^(?P<path>e/.+/)$", page, name="page"),
    path("invitation/<slug:secret>/", invitations.invitation, name="invitation"),
    path("desk/", events.desk, name="desk"),
    path("desk/-/new-event/", events.event_create, name="event_create"),
    path("desk/-/again/", kept.kept, name="kept"),
    path("desk/<slug:event>/", include(_event)),
]

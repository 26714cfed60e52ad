"""Every address of the project with who may use it, and what they get: the table that `test_urls` walks."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.urls import reverse

from tests.factories import make_link
from tests.teams_world import captain_link
from tests.tournaments.acts.cases import CASES
from tests.tournaments.acts.cases_ratings import RATINGS
from tests.tournaments.acts.entering.cases_organisations import ORGANISATIONS
from tests.tournaments.acts.register.cases_persons import PERSONS
from tests.tournaments.addresses_of_entries import (
    ENTRIES,
    applicant_secret,
    applied_in,
    quota_in,
    quota_secret,
)
from tests.tournaments.addresses_of_programs import PROGRAMS
from tests.tournaments.rows import EVERY, SIGNED_IN, Row, only, rows_of
from tests.world import World
from tournaments.models import Organisation, Team
from tournaments.queries.invitations import secret_of
from tournaments.queries.teams.captains import secret_of as captain_secret

EXCLUDED = ("admin:",)
"""Django's admin has its own permissions, proven by ``tests/portal/test_admin.py``."""
ALL = only("AFBDCE")
EDIT = only("AF")
ENTER = only("AFC")
REFEREE = only("B")
SELECTED = {
    "check_in": "AFBDC",
    **dict.fromkeys(("absence", "category", "grades"), "AFBC"),
    "withdraw": "AFB",
}
SELECTED |= {"reinstate": "AFB", "team": "AFBC", "links": "AFC"}
ADMIN = frozenset({"admin"})
TABLE: dict[str, Row] = {
    # machines, and pages that everybody reads
    "health_live": Row("site", EVERY, public=True),
    "health_ready": Row("site", EVERY, public=True),
    "health_pages": Row("site", EVERY, public=True),
    "health_write": Row("site", EVERY, public=True),
    "health_work": Row("site", EVERY, public=True),
    "worker": Row("site", EVERY, public=True),
    "following": Row("site", EVERY, get=404, more=("e/nowhere",), public=True),
    "payment_told": Row("site", EVERY, get=405, post=404, more=("nobody",), public=True),
    "stand_in": Row("site", EVERY, get=404, post=404, more=("forged",), public=True),
    "offline": Row("site", EVERY, public=True),
    "manifest": Row("site", EVERY, public=True),
    "home": Row("site", EVERY, public=True),
    "public_search": Row("site", EVERY, public=True),
    "public_calendar": Row("site", EVERY, public=True),
    "calendar_file": Row("site", EVERY, public=True),
    "public_person": Row("site", EVERY, get=404, more=(uuid4(),), public=True),
    "photo": Row("site", EVERY, get=404, more=(uuid4(), "0" * 16), public=True),
    "public_organisation": Row("site", EVERY, get=404, more=("nowhere",), public=True),
    "suggestions": Row("site", EVERY, public=True),
    "events": Row("site", EVERY, more=("xiangqi",), public=True),
    "robots": Row("site", EVERY, public=True),
    "sitemap": Row("site", EVERY, public=True),
    "sitemap_computed": Row("site", EVERY, public=True),
    "sitemap_part": Row("site", EVERY, get=404, more=(77,), public=True),
    "picture": Row("page", EVERY, get=404, more=("0" * 16,), public=True),
    "page": Row("page", EVERY, get=404, public=True),
    "download": Row("page", EVERY, get=404, public=True),
    "public_paper": Row("paper", EVERY, get=404, public=True),
    "printed_paper": Row("printed", EVERY, get=302, public=True),
    "screen_seen": Row("event", EVERY, get=405, post=404, more=(1,), public=True),
    "device_notifications": Row("site", EVERY, post=400, public=True),
    "confirm_mail": Row("site", EVERY, get=404, post=404, more=("x:y",), public=True),
    "mail_list": Row("site", EVERY, more=("x:y",), public=True),
    "person_notifications": Row("site", EVERY, get=404, post=404, more=(uuid4(),), public=True),
    "event_notifications": Row("event", EVERY, get=404, post=404, public=True),
    "section_notifications": Row("section", EVERY, get=404, post=404, public=True),
    "rulebooks": Row("site", EVERY, public=True),
    "rulebook": Row("site", EVERY, more=("axf",), public=True),
    "judged_game": Row("site", EVERY, get=404, more=("nowhere", "men", 1, 1, 1, "axf"), public=True),
    "account_login": Row("site", frozenset({"anonymous"}), post=200, public=True),
    "account_logout": Row("site", EVERY - {"anonymous"}, post=302),
    "sender": Row("site", EVERY, public=True),
    "tokens": Row("site", EVERY - {"anonymous"}, post=422),
    "token_revoke": Row("token", EVERY - {"anonymous"}, get=405, post=404),
    "api_reference": Row("site", EVERY, public=True),
    "api_schema": Row("site", EVERY, public=True),
    "account_change_password": Row("site", SIGNED_IN, post=200),
    "account_set_password": Row("site", SIGNED_IN, get=302, post=302),
    "account_reset_password": Row("site", EVERY, post=200, public=True),
    "account_reset_password_done": Row("site", EVERY, public=True),
    "account_reset_password_from_key": Row("site", EVERY, post=200, more=("1", "k"), public=True),
    "account_reset_password_from_key_done": Row("site", EVERY, public=True),
    "account_inactive": Row("site", EVERY, public=True),
    # before the sign-in is changed one shows again that it is oneself; nobody here has a second factor
    "account_reauthenticate": Row("site", SIGNED_IN, post=200),
    "mfa_index": Row("site", SIGNED_IN),
    "mfa_authenticate": Row("site", frozenset(), post=200, public=True),
    "mfa_reauthenticate": Row("site", SIGNED_IN, get=302, post=302),
    "mfa_activate_totp": Row("site", SIGNED_IN, get=302, post=302),
    "mfa_deactivate_totp": Row("site", SIGNED_IN, get=404, post=404),
    "mfa_view_recovery_codes": Row("site", SIGNED_IN, get=404),
    "mfa_generate_recovery_codes": Row("site", SIGNED_IN, get=302, post=302),
    "mfa_download_recovery_codes": Row("site", SIGNED_IN, get=404, post=404),
    "opened_invitation": Row("site", EVERY, get=404, post=405, public=True),
    "invitation": Row("site", EVERY, get=404, post=404, more=("0" * 26,), public=True),
    # behind a player's private link: whoever has it, signed in or not
    "my_page": Row("private", EVERY, public=True),
    "my_sender": Row("private", EVERY, public=True),
    "my_person": Row("private", EVERY, public=True),
    "my_notifications": Row("private", EVERY, post=400, public=True),
    "propose_particulars": Row("private", EVERY, get=405, post=302, public=True),
    "set_own_contact": Row("private", EVERY, get=405, post=302, public=True),
    "set_own_photo": Row("private", EVERY, get=405, post=422, public=True),
    "remove_own_photo": Row("private", EVERY, get=405, post=409, public=True),
    "my_check_in": Row("private", EVERY, get=405, post=302, public=True),
    "pay_as_player": Row("private", EVERY, get=405, post=409, public=True),
    "receipt_as_player": Row("private", EVERY, get=405, post=400, public=True),
    "receipt_as_player_pdf": Row("private", EVERY, get=404, more=(1,), public=True),
    "take_my_seat": Row("private", EVERY, get=405, post=422, public=True),
    "my_result": Row("private", EVERY, get=405, post=422, public=True),
    "my_record": Row("private", EVERY, get=404, more=(1,), public=True),
    "my_record_progress": Row("private", EVERY, get=404, more=(1,), public=True),
    "submit_my_record": Row("private", EVERY, get=405, post=404, more=(1,), public=True),
    "prefill_my_record": Row("private", EVERY, get=405, post=404, more=(1,), public=True),
    "read_my_record": Row("private", EVERY, get=405, post=404, more=(1,), public=True),
    "my_count": Row("private", EVERY, get=404, more=(1,), public=True),
    "propose_my_count": Row("private", EVERY, get=405, post=404, more=(1,), public=True),
    "agree_my_count": Row("private", EVERY, get=405, post=404, more=(1,), public=True),
    # behind a captain's private link; with an account, of a team that nobody here is captain of
    "captain_page": Row("captain", EVERY, public=True),
    "captain_sender": Row("captain", EVERY, public=True),
    "captain_line_up": Row("captain", EVERY, get=405, post=422, public=True),
    "captain_roster": Row("captain", EVERY, get=405, post=422, public=True),
    "captain_board": Row("captain", EVERY, get=405, post=422, public=True),
    "captain_absence": Row("captain", EVERY, get=405, post=422, public=True),
    "captain_account_board": Row("event", SIGNED_IN, get=405, post=404, more=(77,)),
    "captain_account_absence": Row("event", SIGNED_IN, get=405, post=404, more=(77,)),
    "captain_account_page": Row("event", SIGNED_IN, get=404, more=(77,)),
    "captain_account_line_up": Row("event", SIGNED_IN, get=405, post=404, more=(77,)),
    "captain_account_roster": Row("event", SIGNED_IN, get=405, post=404, more=(77,)),
    # the desk
    "search": Row("site", SIGNED_IN),
    "desk": Row("site", EVERY - {"anonymous"}),
    "desk_events": Row("site", EVERY - {"anonymous"}, more=("others",)),
    "kept": Row("site", EVERY - {"anonymous"}, get=302),
    # there is an administrator: nothing is begun any more
    "set_up": Row("site", EVERY, get=404, post=404, public=True),
    "site": Row("site", frozenset({"admin"}), post=422),
    "status": Row("site", ADMIN),
    "name_creator": Row("site", frozenset({"admin"}), get=405, post=422),
    "remove_creator": Row("site", frozenset({"admin"}), get=405, post=422),
    "restore": Row("site", only("A") | {"admin", "charlie"}, post=422),
    "organisations": Row("site", ADMIN),
    "found_organisation": Row("site", ADMIN, get=405, post=422),
    "mark": Row("organisation", EVERY, get=404, more=("0" * 16,), public=True),
    "organisation": Row("organisation", ADMIN),
    **{
        # Without a federation it stops keeping persons.
        name: Row("organisation", ADMIN, get=405, post=302 if name == "set_federation" else 422)
        for name in ORGANISATIONS
        if name not in ("found_organisation", "offer_event", "withdraw_offer")
    },
    "rating_systems": Row("organisation", ADMIN),
    **{name: Row("organisation", ADMIN, get=405, post=404, more=("none", 1)) for name in RATINGS},
    # Of a system that is not there everything is 404.
    **dict.fromkeys(
        ("change_rating_rules", "open_rating_period", "check_rating_lists", "correct_rating_lists"),
        Row("organisation", ADMIN, get=405, post=404, more=("none",)),
    ),
    **dict.fromkeys(
        ("rating_system", "rating_system_progress"), Row("organisation", ADMIN, get=404, more=("none",))
    ),
    **dict.fromkeys(
        ("rating_period", "rating_period_progress"), Row("organisation", ADMIN, get=404, more=("none", 1))
    ),
    "make_rating_system": Row("organisation", ADMIN, get=405, post=422),
    "public_rating_systems": Row("site", EVERY, public=True),
    "public_rating_system": Row("site", EVERY, get=404, more=("none",), public=True),
    "public_rated_list": Row("site", EVERY, get=404, more=("none", "2026-02-01"), public=True),
    "public_list_version": Row("site", EVERY, get=404, more=("none", "2026-02-01", 1), public=True),
    "public_list_file": Row("site", EVERY, get=404, more=("none", "2026-02-01", 1, "list.csv"), public=True),
    "public_rated_number": Row("site", EVERY, get=404, more=("none", "7"), public=True),
    # there is none
    "remove_mark": Row("organisation", ADMIN, get=405, post=409),
    # empty: it keeps nobody's persons
    "set_federation": Row("organisation", ADMIN, get=405, post=302),
    "offer_event": Row("event", only("A") | {"admin"}, post=422),
    "withdraw_offer": Row("event", only("A") | {"admin"}, get=405, post=422),
    "persons": Row("site", ADMIN),
    "person": Row("person", ADMIN),
    # What a command alone does has no address.
    **{name: Row("person", ADMIN, get=405, post=422) for name in PERSONS if name != "enter_list_ratings"},
    # Sent without one nothing is kept, and nothing was.
    "set_person_contact": Row("person", ADMIN, get=405, post=302),
    **dict.fromkeys(("tell_apart", "doubt_again"), Row("person", ADMIN, get=405, post=400)),
    "merge_persons": Row("person", ADMIN, get=404, post=404),
    "rating_lists": Row("site", EDIT | {"admin", "charlie"}, post=422),
    "read_sent_table": Row("site", EDIT | {"admin", "charlie"}, get=405, post=422),
    "rating_lists_progress": Row("site", EDIT | {"admin", "charlie"}),
    "remove_rating_list": Row("site", EDIT | {"admin", "charlie"}, get=405, post=422),
    "take_from_list": Row("section", only("AFBC"), post=422),
    "restore_progress": Row("site", only("A") | {"admin", "charlie"}),
    "event_create": Row("site", frozenset({"admin"}), post=422),
    "event_desk": Row("event", ALL),
    "event_now": Row("event", ALL),
    "copy_event": Row("event", only("A") | {"admin"}, post=422),
    "archive_event": Row("event", only("A"), get=405, post=302),
    "unarchive_event": Row("event", only("A"), get=405, post=302),
    "event_settings": Row("event", EDIT, post=422),
    "move_event": Row("event", EDIT, post=422),
    "delete_event": Row("event", only("A"), post=409),
    "delete_section": Row("section", EDIT, post=422),
    "delete_entry": Row("entry", ENTER, post=302),
    "section_create": Row("event", EDIT, post=422),
    "people": Row("event", ALL | {"admin"}),
    "grant_role": Row("event", only("A") | {"admin"}, get=405, post=422),
    "revoke_role": Row("event", only("A") | {"admin"}, get=405, post=422),
    "invite_person": Row("event", only("A") | {"admin"}, get=405, post=422),
    "revoke_invitation": Row("event", only("A") | {"admin"}, get=405, post=422),
    "fouls": Row("event", ALL),
    "fouls_csv": Row("event", ALL),
    "fouls_xlsx": Row("event", ALL),
    "journal": Row("event", only("AFBE")),
    "undo": Row("event", only("AFBE"), get=405, post=422),
    "public_places": Row("event", only("AFB")),
    "backup": Row("event", only("A") | {"admin"}, post=302),
    "backup_progress": Row("event", only("A") | {"admin"}),
    "backup_file": Row("event", only("A") | {"admin"}, get=404),
    "screens": Row("event", ALL),
    "logo": Row("event", EDIT),
    "set_logo": Row("event", EDIT, get=405, post=422),
    "remove_logo": Row("event", EDIT, get=405, post=409),
    "officials": Row("event", ALL),
    "announcements": Row("event", ALL),
    "webhooks": Row("event", EDIT),
    "add_webhook": Row("event", EDIT, get=405, post=422),
    "section_desk": Row("section", ALL),
    "schedule": Row("section", ALL, post=422),
    "section_settings": Row("section", EDIT, post=422),
    "section_import": Row("event", EDIT, post=422),
    "section_files": Row("section", ALL),
    "section_file": Row("section", ALL, more=("json",)),
    # the section of these tests is of xiangqi
    "submission": Row("section", ALL, get=404),
    "rating_preview": Row("section", ALL, get=404),
    "confirm_rating_class": Row("section", EDIT, get=405, post=404),
    "teams": Row("section", ALL),
    "rank_teams": Row("section", only("AFBC"), get=405, post=409),
    "prizes": Row("section", ALL),
    "category_members": Row("section", ALL),
    "set_category_members": Row("section", only("AFBC"), get=405, post=422),
    "documents": Row("event", EDIT),
    "add_document": Row("event", EDIT, get=405, post=422),
    "replace_document": Row("event", EDIT, get=405, post=422),
    "document": Row("event", EVERY, get=404, more=("0" * 16, "cup-other.pdf"), public=True),
    "winners": Row("section", ALL),
    "papers": Row("section", ALL),
    "papers_progress": Row("section", ALL),
    "paper": Row("section", ALL, get=404, more=(1,)),
    "open_section": Row("section", EDIT, get=405, post=409),
    "draw_lots": Row("section", ALL, post=409),
    "player_links": Row("section", ENTER),
    "issue_links": Row("section", ENTER, get=405, post=302),
    "renew_link": Row("entry", ENTER, get=405, post=302),
    "revoke_link": Row("entry", ENTER, get=405, post=409),
    "entries": Row("section", ALL),
    "entry_add": Row("section", ENTER, post=422),
    "entries_import": Row("section", ENTER, post=422),
    "entries_imported": Row("section", ENTER, get=302),
    "dismiss_doubts": Row("entry", ENTER, get=405, post=302),
    "entry_desk": Row("entry", ALL),
    "entries_selected": Row("section", ALL, get=302, post=302),
    **{f"{act}_selected": Row("section", only(who), get=405, post=422) for act, who in SELECTED.items()},
    "check_in": Row("entry", only("AFBDC"), get=405, post=302),
    "set_absence": Row("entry", only("AFBC"), get=405, post=422),
    "person_data": Row("entry", only("A") | {"admin"}),
    "person_data_file": Row("entry", only("A") | {"admin"}),
    "erase_player": Row("entry", only("A") | {"admin"}, post=422),
    "reinstate": Row("entry", only("AFB"), get=405, post=422),
    "withdraw": Row("entry", only("AFB"), get=405, post=422),
    "round_desk": Row("round", ALL),
    "round_progress": Row("round", ALL),
    "why_not": Row("round", ALL, get=404),
    "require_check_in": Row("section", EDIT, get=405, post=302),
    "pair_round": Row("round", REFEREE, get=405, post=409),
    "swap_players": Row("round", REFEREE, get=405, post=422),
    "flip_colours": Row("round", REFEREE, get=405, post=422),
    "give_bye": Row("round", REFEREE, get=405, post=422),
    "miss_round": Row("round", only("AFBC"), get=405, post=422),
    "absentees": Row("round", ALL, get=404),
    "forfeit_absent": Row("round", only("AFBDC"), get=405, post=404),
    "close_round": Row("round", REFEREE, get=405, post=409),
    "hall": Row("round", ALL, get=404),
    "referee": Row("round", ALL, get=404, more=(1,)),
    "referee_result": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "referee_foul": Row("round", only("BDC"), get=404, post=404, more=(1,)),
    "referee_confirm": Row("round", only("BD"), get=405, post=404, more=(1,)),
    "referee_withdraw": Row("round", only("BD"), get=404, post=404, more=(1,)),
    "referee_note": Row("round", only("BDC"), get=405, post=404, more=(1,)),
    "referee_claim": Row("round", only("BD"), get=404, post=404, more=(1,)),
    "scoresheets": Row("round", ALL, get=404, more=(1,)),
    "scoresheets_progress": Row("round", ALL, get=404, more=(1,)),
    "scoresheets_submit": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "scoresheets_rule": Row("round", only("BD"), get=405, post=404, more=(1,)),
    "records_owed": Row("round", ALL, get=404),
    "scoresheets_take": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "results": Row("round", ALL, get=404),
    "official": Row("section", ALL),
    "enter_official": Row("section", only("AB"), get=405, post=302),
    "publish_all_rounds": Row("section", only("B"), get=405, post=409),
    "take_back_all_rounds": Row("section", only("B"), get=405, post=302),
    "api_all_rounds": Row("section", EVERY, get=404, public=True),
    "api_ratings": Row("section", EVERY, get=404, public=True),
    "set_fixed_table": Row("entry", only("AFBC"), get=405, post=302),
    "set_categories": Row("entry", only("AFBC"), get=405, post=302),
    "adjourn_game": Row("round", only("BDC"), get=405, post=404),
    "withdraw_adjournment": Row("round", only("BDC"), get=405, post=404),
    "resume_game": Row("round", only("BDC"), get=405, post=404),
    "uphold_result": Row("round", only("BD"), get=405, post=409, more=(1,)),
    "result": Row("round", ALL, get=404, more=(1,)),
    "match_desk": Row("round", ALL, get=404, more=(1,)),
    "give_line_up": Row("round", only("BDC"), get=405, post=404, more=(1,)),
    "captain_links": Row("section", ENTER),
    "issue_captain_links": Row("section", ENTER, get=405, post=409),
    "play_decider": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "decide_match": Row("round", only("BD"), get=405, post=404, more=(1,)),
    "withdraw_decision": Row("round", only("BD"), get=405, post=404, more=(1,)),
    "forfeit_boards": Row("round", only("BD"), get=405, post=404, more=(1,)),
    "lift_forfeit": Row("round", only("BD"), get=405, post=404, more=(1,)),
    "forfeit_match": Row("round", only("BD"), get=405, post=404, more=(1,)),
    "move_match": Row("round", only("AFB"), get=405, post=404, more=(1,)),
    # records: the round of these tests is not public, so those who may find no table
    "record": Row("round", ALL, get=404, more=(1,)),
    "record_progress": Row("round", ALL, get=404, more=(1,)),
    "record_source": Row("round", ALL, get=404, more=(1, 1)),
    "submit_record": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "read_record": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "prefill_record": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "count": Row("round", ALL, get=404, more=(1,)),
    "propose_count": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "consent_count": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "enter_count": Row("round", only("AFBDC"), get=405, post=404, more=(1,)),
    "accept_record": Row("round", only("BD"), get=405, post=404, more=(1,)),
    **rows_of(CASES),
    **PROGRAMS,
    **ENTRIES,
}
POST_DIFFERS = {"draw_lots": REFEREE, "schedule": only("AFB")}
"""Where reading is free to more people than doing."""
UNNAMED = {"to_language", "to_our_case", "nothing_here"}
"""Addresses without a language, or with one in another case, lead on; they have no name to be called by."""


def address(world: World, name: str) -> str:
    """Of this name in ``world``."""
    row = TABLE[name]
    section = world.section
    arguments: dict[str, list[Any]] = {
        "site": [],
        "organisation": [Organisation.objects.get_or_create(slug="xia", name="X", level="world")[0].slug],
        "person": [world.section.entries.order_by("pk")[0].player.person_id],
        "private": [secret_of(make_link(section.entries.order_by("pk")[0]))] if row.kind == "private" else [],
        "captain": [captain_secret(captain_link(Team.objects.get_or_create(section=section, name="A")[0]))]
        if row.kind == "captain"
        else [],
        "quota": [quota_secret(section)] if row.kind == "quota" else [],
        "quota_player": [quota_secret(section), quota_in(section).applications.latest("pk").pk]
        if row.kind == "quota_player"
        else [],
        "applicant": [applicant_secret(section)] if row.kind == "applicant" else [],
        "application": [world.event.slug, section.slug, applied_in(section).pk]
        if row.kind == "application"
        else [],
        "page": ["e/nowhere/"],
        "paper": [world.event.slug, section.slug, "pairings", 1, "a4"],
        "printed": [world.event.slug, section.slug, "pairings", 1, "a4", "0" * 64],
        "token": [77],
        "event": [world.event.slug],
        "section": [world.event.slug, section.slug],
        "round": [world.event.slug, section.slug, 1],
        "entry": [world.event.slug, section.slug, section.entries.order_by("pk")[0].pk],
    }
    return reverse(name, args=[*arguments[row.kind], *row.more])

"""Every address of the project with who may use it, and what they get: the table that `test_urls` walks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from tests.factories import make_link
from tests.world import World
from tournaments.queries.invitations import secret_of

STAFF = ("alice", "frank", "bob", "dave", "carol", "erin")
EVERYBODY = ("anonymous", *STAFF, "admin", "charlie", "nobody")
EXCLUDED = ("admin:",)
"""Django's admin has its own permissions, proven by ``tests/portal/test_admin.py``."""


def only(letters: str) -> frozenset[str]:
    """``ABF``: Alice, Bob and Frank."""
    return frozenset(name for name in STAFF if name[0].upper() in letters)


@dataclass(frozen=True)
class Row:
    """``may``: who gets through. ``kind``: to what the address belongs, ``event``, ``section``, ``round`` or
    ``entry`` (then another event's object is 404), or ``site``. ``get`` and ``post``: what those who may
    get, for GET and for an empty POST; 405 for everybody when the method is not answered."""

    kind: str
    may: frozenset[str]
    get: int = 200
    post: int = 405
    more: tuple[Any, ...] = ()
    public: bool = False


ALL = only("AFBDCE")
EVERY = frozenset(EVERYBODY)
EDIT = only("AF")
ENTER = only("AFC")
REFEREE = only("B")
SELECTED = {"check_in": "AFBDC", **dict.fromkeys(("absence", "category"), "AFBC"), "withdraw": "AFB"}
SELECTED |= {"reinstate": "AFB", "team": "AFC", "links": "AFC"}
SIGNED_IN = EVERY - {"anonymous"}
TABLE: dict[str, Row] = {
    # machines, and pages that everybody reads
    "health_live": Row("site", frozenset(EVERYBODY), public=True),
    "health_ready": Row("site", frozenset(EVERYBODY), public=True),
    "health_pages": Row("site", frozenset(EVERYBODY), public=True),
    "health_work": Row("site", frozenset(EVERYBODY), public=True),
    "worker": Row("site", frozenset(EVERYBODY), public=True),
    "offline": Row("site", frozenset(EVERYBODY), public=True),
    "manifest": Row("site", frozenset(EVERYBODY), public=True),
    "home": Row("site", frozenset(EVERYBODY), public=True),
    "public_search": Row("site", frozenset(EVERYBODY), public=True),
    "suggestions": Row("site", frozenset(EVERYBODY), public=True),
    "events": Row("site", frozenset(EVERYBODY), more=("xiangqi",), public=True),
    "robots": Row("site", frozenset(EVERYBODY), public=True),
    "sitemap": Row("site", frozenset(EVERYBODY), public=True),
    "sitemap_part": Row("site", frozenset(EVERYBODY), get=404, more=(77,), public=True),
    "picture": Row("page", frozenset(EVERYBODY), get=404, more=("0" * 16,), public=True),
    "page": Row("page", frozenset(EVERYBODY), get=404, public=True),
    "download": Row("page", frozenset(EVERYBODY), get=404, public=True),
    "public_paper": Row("paper", frozenset(EVERYBODY), get=404, public=True),
    "printed_paper": Row("printed", frozenset(EVERYBODY), get=302, public=True),
    "screen_seen": Row("event", frozenset(EVERYBODY), get=405, post=404, more=(1,), public=True),
    "rulebooks": Row("site", frozenset(EVERYBODY), public=True),
    "rulebook": Row("site", frozenset(EVERYBODY), more=("axf",), public=True),
    "account_login": Row("site", frozenset({"anonymous"}), post=200, public=True),
    "account_logout": Row("site", frozenset(EVERYBODY) - {"anonymous"}, post=302),
    "sender": Row("site", frozenset(EVERYBODY), public=True),
    "tokens": Row("site", frozenset(EVERYBODY) - {"anonymous"}, post=422),
    "token_revoke": Row("token", frozenset(EVERYBODY) - {"anonymous"}, get=405, post=404),
    "api_reference": Row("site", frozenset(EVERYBODY), public=True),
    "api_schema": Row("site", frozenset(EVERYBODY), public=True),
    "account_change_password": Row("site", SIGNED_IN, post=200),
    "account_set_password": Row("site", SIGNED_IN, get=302, post=302),
    "account_reset_password": Row("site", frozenset(EVERYBODY), post=200, public=True),
    "account_reset_password_done": Row("site", frozenset(EVERYBODY), public=True),
    "account_reset_password_from_key": Row("site", EVERY, post=200, more=("1", "k"), public=True),
    "account_reset_password_from_key_done": Row("site", frozenset(EVERYBODY), public=True),
    "account_inactive": Row("site", frozenset(EVERYBODY), public=True),
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
    "invitation": Row("site", frozenset(EVERYBODY), get=404, post=404, more=("0" * 26,), public=True),
    # behind a player's private link: whoever has it, signed in or not
    "my_page": Row("private", frozenset(EVERYBODY), public=True),
    "my_sender": Row("private", frozenset(EVERYBODY), public=True),
    "my_check_in": Row("private", frozenset(EVERYBODY), get=405, post=302, public=True),
    "take_my_seat": Row("private", frozenset(EVERYBODY), get=405, post=422, public=True),
    "my_result": Row("private", frozenset(EVERYBODY), get=405, post=422, public=True),
    "my_record": Row("private", frozenset(EVERYBODY), get=404, more=(1,), public=True),
    "my_record_progress": Row("private", frozenset(EVERYBODY), get=404, more=(1,), public=True),
    "submit_my_record": Row("private", frozenset(EVERYBODY), get=405, post=404, more=(1,), public=True),
    "prefill_my_record": Row("private", frozenset(EVERYBODY), get=405, post=404, more=(1,), public=True),
    "read_my_record": Row("private", frozenset(EVERYBODY), get=405, post=404, more=(1,), public=True),
    "my_count": Row("private", frozenset(EVERYBODY), get=404, more=(1,), public=True),
    "propose_my_count": Row("private", frozenset(EVERYBODY), get=405, post=404, more=(1,), public=True),
    "agree_my_count": Row("private", frozenset(EVERYBODY), get=405, post=404, more=(1,), public=True),
    # the desk
    "search": Row("site", SIGNED_IN),
    "desk": Row("site", frozenset(EVERYBODY) - {"anonymous"}),
    "kept": Row("site", frozenset(EVERYBODY) - {"anonymous"}, get=302),
    # there is an administrator: nothing is begun any more
    "set_up": Row("site", frozenset(EVERYBODY), get=404, post=404, public=True),
    "site": Row("site", frozenset({"admin"}), post=422),
    "name_creator": Row("site", frozenset({"admin"}), get=405, post=422),
    "remove_creator": Row("site", frozenset({"admin"}), get=405, post=422),
    "restore": Row("site", only("A") | {"admin", "charlie"}, post=422),
    "rating_lists": Row("site", EDIT | {"admin", "charlie"}, post=422),
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
    "delete_event": Row("event", only("A"), post=409),
    "delete_section": Row("section", EDIT, post=422),
    "delete_entry": Row("entry", ENTER, post=302),
    "section_create": Row("event", EDIT, post=422),
    "people": Row("event", ALL | {"admin"}),
    "grant_role": Row("event", only("A") | {"admin"}, get=405, post=422),
    "revoke_role": Row("event", only("A") | {"admin"}, get=405, post=422),
    "delegate_pairing": Row("event", REFEREE, get=405, post=422),
    "invite_person": Row("event", only("A") | {"admin"}, get=405, post=422),
    "revoke_invitation": Row("event", only("A") | {"admin"}, get=405, post=422),
    "fouls": Row("event", ALL),
    "fouls_csv": Row("event", ALL),
    "journal": Row("event", only("AFBE")),
    "undo": Row("event", only("AFBE"), get=405, post=422),
    "public_places": Row("event", only("AFB")),
    "unpublish": Row("event", only("AFB"), get=405, post=422),
    "republish": Row("event", only("AFB"), get=405, post=422),
    "backup": Row("event", only("A") | {"admin"}, post=302),
    "backup_progress": Row("event", only("A") | {"admin"}),
    "backup_file": Row("event", only("A") | {"admin"}, get=404),
    "screens": Row("event", ALL),
    "logo": Row("event", EDIT),
    "set_logo": Row("event", EDIT, get=405, post=422),
    "remove_logo": Row("event", EDIT, get=405, post=409),
    "set_screen": Row("event", only("AFBC"), get=405, post=422),
    "remove_screen": Row("event", only("AFBC"), get=405, post=422),
    "officials": Row("event", ALL),
    "set_official": Row("event", EDIT, get=405, post=422),
    "add_staff_official": Row("event", EDIT, get=405, post=422),
    "remove_official": Row("event", EDIT, get=405, post=422),
    "announcements": Row("event", ALL),
    "announce": Row("event", only("AFB"), get=405, post=422),
    "correct_announcement": Row("event", only("AFB"), get=405, post=422),
    "pin_announcement": Row("event", only("AFB"), get=405, post=422),
    "withdraw_announcement": Row("event", only("AFB"), get=405, post=422),
    "restore_announcement": Row("event", only("AFB"), get=405, post=422),
    "webhooks": Row("event", EDIT),
    "add_webhook": Row("event", EDIT, get=405, post=422),
    "end_webhook": Row("event", EDIT, get=405, post=422),
    "repeat_delivery": Row("event", EDIT, get=405, post=422),
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
    "add_team": Row("section", ENTER, get=405, post=422),
    "remove_team": Row("section", ENTER, get=405, post=422),
    "place_in_teams": Row("section", ENTER, get=405, post=422),
    "set_roster": Row("section", ENTER, get=405, post=422),
    "penalise_team": Row("section", REFEREE, get=405, post=422),
    "withdraw_team": Row("section", only("AFB"), get=405, post=422),
    "prizes": Row("section", ALL),
    "add_prizes": Row("section", EDIT, get=405, post=422),
    "change_prizes": Row("section", EDIT, get=405, post=422),
    "category_members": Row("section", ALL),
    "set_category_members": Row("section", only("AFBC"), get=405, post=422),
    "documents": Row("event", EDIT),
    "add_document": Row("event", EDIT, get=405, post=422),
    "replace_document": Row("event", EDIT, get=405, post=422),
    "remove_document": Row("event", EDIT, get=405, post=422),
    "document": Row("event", EVERY, get=404, more=("0" * 16, "cup-other.pdf"), public=True),
    "winners": Row("section", ALL),
    "award_prizes": Row("section", only("AFB"), get=405, post=422),
    "correct_awards": Row("section", only("AFB"), get=405, post=422),
    "remove_prizes": Row("section", EDIT, get=405, post=422),
    "add_category": Row("section", EDIT, get=405, post=422),
    "papers": Row("section", ALL),
    "print_paper": Row("section", only("AFBDC"), get=405, post=422),
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
    "erase_player": Row("entry", only("A") | {"admin"}, post=422),
    "correct_player": Row("entry", only("AFBC"), get=405, post=422),
    "reinstate": Row("entry", only("AFB"), get=405, post=422),
    "withdraw": Row("entry", only("AFB"), get=405, post=422),
    "round_desk": Row("round", ALL),
    "round_progress": Row("round", ALL),
    "require_check_in": Row("section", EDIT, get=405, post=302),
    "confirm_players": Row("round", only("AFBC"), get=405, post=422),
    "pair_round": Row("round", REFEREE, get=405, post=409),
    "swap_players": Row("round", REFEREE, get=405, post=422),
    "flip_colours": Row("round", REFEREE, get=405, post=422),
    "give_bye": Row("round", REFEREE, get=405, post=422),
    "rule_pair": Row("round", REFEREE, get=405, post=422),
    "lift_rule": Row("round", REFEREE, get=405, post=422),
    "miss_round": Row("round", only("AFBC"), get=405, post=422),
    "publish_round": Row("round", REFEREE, get=405, post=422),
    "absentees": Row("round", ALL, get=404),
    "forfeit_absent": Row("round", only("AFBDC"), get=405, post=404),
    "close_round": Row("round", REFEREE, get=405, post=409),
    "reopen_round": Row("round", REFEREE, get=405, post=422),
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
    "report_result": Row("round", only("AFBDC"), get=405, post=422),
    "undo_result": Row("round", only("AFBDC"), get=405, post=422),
    "official": Row("section", ALL),
    "enter_official": Row("section", only("AB"), get=405, post=302),
    "leave_official": Row("section", only("AB"), get=405, post=422),
    "publish_all_rounds": Row("section", only("B"), get=405, post=409),
    "take_back_all_rounds": Row("section", only("B"), get=405, post=302),
    "api_all_rounds": Row("section", frozenset(EVERYBODY), get=404, public=True),
    "api_ratings": Row("section", frozenset(EVERYBODY), get=404, public=True),
    "correct_start": Row("entry", only("AFBC"), get=405, post=422),
    "set_fixed_table": Row("entry", only("AFBC"), get=405, post=302),
    "set_categories": Row("entry", only("AFBC"), get=405, post=302),
    "adjourn_game": Row("round", only("BDC"), get=405, post=404),
    "withdraw_adjournment": Row("round", only("BDC"), get=405, post=404),
    "resume_game": Row("round", only("BDC"), get=405, post=404),
    "uphold_result": Row("round", only("BD"), get=405, post=409, more=(1,)),
    "result": Row("round", ALL, get=404, more=(1,)),
    "match_desk": Row("round", ALL, get=404, more=(1,)),
    "give_line_up": Row("round", only("BDC"), get=405, post=404, more=(1,)),
    "forfeit_match": Row("round", only("BD"), get=405, post=404, more=(1,)),
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
    # for programs: sessions open nothing there; nothing of this event is published
    "api_search": Row("site", frozenset(EVERYBODY), get=400, public=True),
    "api_front": Row("site", frozenset(EVERYBODY), public=True),
    "api_events": Row("site", frozenset(EVERYBODY), public=True),
    "api_event": Row("event", frozenset(EVERYBODY), get=404, public=True),
    "api_schedule": Row("event", frozenset(EVERYBODY), get=404, public=True),
    "api_section": Row("section", frozenset(EVERYBODY), get=404, public=True),
    "api_round": Row("round", frozenset(EVERYBODY), get=404, public=True),
    "api_standings": Row("round", frozenset(EVERYBODY), get=404, public=True),
    "api_prizes": Row("section", frozenset(EVERYBODY), get=404, public=True),
    "api_teams": Row("section", frozenset(EVERYBODY), get=404, public=True),
    "api_crosstable": Row("round", frozenset(EVERYBODY), get=404, public=True),
    "api_player": Row("round", frozenset(EVERYBODY), get=404, public=True),
    "api_bracket": Row("section", frozenset(EVERYBODY), get=404, public=True),
    "api_game": Row("round", frozenset(EVERYBODY), get=404, public=True, more=(1, 1)),
    "api_games": Row("section", frozenset(EVERYBODY), public=True),
    "api_check": Row("site", frozenset(EVERYBODY), get=405, post=415, public=True),
    # these need a token (tests/tournaments/api/test_staff.py): nobody's session is one
    "api_me": Row("site", frozenset(EVERYBODY), get=401, public=True),
    "api_entries": Row("section", frozenset(EVERYBODY), get=401, post=401, public=True),
    "api_check_in": Row("entry", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_absences": Row("entry", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_withdraw": Row("entry", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_reinstate": Row("entry", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_round_desk": Row("round", frozenset(EVERYBODY), get=401, public=True),
    "api_confirm": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_pair": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_publish": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_close": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_reopen": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_all_rounds_publish": Row("section", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_all_rounds_take_back": Row("section", frozenset(EVERYBODY), get=405, post=401, public=True),
    "api_results": Row("round", frozenset(EVERYBODY), get=401, post=401, public=True),
    "api_fouls": Row("round", frozenset(EVERYBODY), get=401, post=401, public=True),
    "api_foul_confirm": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True, more=(1,)),
    "api_foul_withdraw": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True, more=(1,)),
    "api_records": Row("round", frozenset(EVERYBODY), get=401, post=401, public=True, more=(1, 1)),
    "api_record_accept": Row("round", frozenset(EVERYBODY), get=405, post=401, public=True, more=(1, 1, 1)),
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
        "private": [secret_of(make_link(section.entries.order_by("pk")[0]))] if row.kind == "private" else [],
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

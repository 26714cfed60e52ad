"""The addresses for programs: the part of the table of `tests.tournaments.addresses` that is theirs."""

from __future__ import annotations

from uuid import uuid4

from tests.tournaments.acts.register.cases_persons import PERSONS
from tests.tournaments.rows import EVERY, Row

LONG_TABLES = {"boards": "round"} | dict.fromkeys(("teams", "prizes", "ratings", "all_rounds"), "section")
"""Those that are in parts besides rounds, standings and crosstables."""
POSTED = {
    "site": (
        *("create_event", "ask_restoring", "send_rating_list", "read_sent_table", "remove_rating_list"),
        *("set_site", "name_creator", "remove_creator"),
        *("add_list_address", "remove_list_address", "fetch_list_now", "decide_on_fetched_list"),
    ),
    "organisation": (
        *("set_mark", "remove_mark", "give_office", "take_office", "show_office", "make_rating_system"),
        *("change_rating_rules", "open_rating_period", "delete_rating_period", "set_ratings"),
        *("remove_set_rating", "count_sections", "stop_counting_section", "set_game_rated", "give_numbers"),
        *("set_norm_table", "remove_norm_table", "make_licence_kind", "change_licence_kind"),
        *("set_place_norm", "remove_place_norm"),
        *("preview_rating_list", "publish_rating_list", "check_rating_lists", "correct_rating_lists"),
        *("make_circuit", "change_circuit", "add_circuit_section", "remove_circuit_section"),
        *("change_circuit_section", "delete_circuit", "disqualify_in_circuit", "draw_circuit_lots"),
        *("remove_circuit_category", "set_circuit_bonus", "publish_circuit", "copy_circuit"),
    ),
    "event": (
        *("change_event", "copy_event", "delete_event", "archive_event", "unarchive_event", "unpublish"),
        *("republish", "undo", "set_logo", "remove_logo", "offer_event", "withdraw_offer", "add_document"),
        *("replace_document", "remove_document", "set_official", "add_staff_official", "remove_official"),
        *("set_screen", "remove_screen", "add_webhook", "end_webhook", "repeat_delivery", "announce"),
        *("correct_announcement", "pin_announcement", "withdraw_announcement", "restore_announcement"),
        "write_to_entrants",
        *("grant_role", "revoke_role", "delegate_pairing", "invite_person", "revoke_invitation"),
        *("create_section", "import_section", "set_fee_terms", "book_payment", "book_fee", "undo_booking"),
        *("issue_receipt", "refund_payment", "settle_notice", "back_up_event"),
        "keep_event",
    ),
    "section": (
        *(
            "change_section",
            "delete_section",
            "open_section",
            "draw_lots",
            "set_schedule",
        ),
        *("take_draw_groups", "set_sources", "make_groups"),
        *("write_report", "sign_report", "submit_report", "answer_report"),
        *("require_check_in", "enter_official", "leave_official", "confirm_rating_class", "take_from_list"),
        *("set_norm_exemption", "show_norms"),
        *(
            "print_paper",
            "set_fee_table",
            "charge_anew",
            "add_category",
            "remove_category",
            "set_categories",
            "add_prizes",
        ),
        *("change_prizes", "remove_prizes", "award_prizes", "correct_awards", "issue_links", "remove_quota"),
        *("issue_quota_links", "revoke_quota_link", "add_team", "remove_team", "place_in_teams"),
        *("issue_captain_links", "revoke_captain_link", "name_captain", "show_live", "issue_table_links"),
        "set_first_move",
        *("renew_table_link", "revoke_table_link", "import_players"),
    ),
    "round": (
        *(
            "swap_places",
            "change_colours",
            "give_bye",
            "rule_pair",
            "lift_rule",
            "adjourn_game",
            "note_clocks",
        ),
        *("withdraw_adjournment", "resume_game", "uphold_result", "take_back_result", "undo_result"),
        *("forfeit_absent", "await_player", "note_table", "rule_on_claim", "follow_relay"),
    ),
    "entry": (
        "overrule_condition",
        "delete_entry",
        "revoke_link",
        "set_fixed_table",
        "correct_start",
        "dismiss_doubts",
    ),
    "application": ("delete_application", "renew_application_link"),
}
"""Acts at an address of their own that only takes a body, by what the address belongs to."""
PROGRAMS: dict[str, Row] = {
    **{
        f"api_{name}": Row(kind, EVERY, get=405, post=401, public=True)
        for kind, names in POSTED.items()
        for name in names
    },
    "api_apply_finding": Row("round", EVERY, get=405, post=401, public=True, more=(1, 1)),
    "api_overturn_ruling": Row("round", EVERY, get=405, post=401, public=True, more=(1, 1)),
    "api_decide_colours": Row("round", EVERY, get=405, post=401, public=True, more=(1, 1)),
    "api_dismiss_finding": Row("round", EVERY, get=405, post=401, public=True, more=(1, 1)),
    "api_event_export": Row("event", EVERY, get=401, public=True),
    "api_event_schema": Row("site", EVERY, public=True),
    "api_import_event": Row("site", EVERY, get=405, post=401, public=True),
    # for programs: sessions open nothing there; nothing of this event is published
    "api_persons": Row("site", EVERY, public=True),
    "api_rating_list": Row("site", EVERY, get=400, public=True),
    "api_organisations": Row("site", EVERY, public=True),
    "api_organisation": Row("site", EVERY, get=404, more=("nowhere",), public=True),
    "api_person": Row("site", EVERY, get=404, more=(uuid4(),), public=True),
    "api_licence_check": Row("site", EVERY, get=401, public=True),
    "api_register": Row("site", EVERY, get=401, public=True),
    "api_registered": Row("site", EVERY, get=401, post=401, more=(uuid4(),), public=True),
    **{
        f"api_{name}": Row("site", EVERY, get=405, post=401, more=(uuid4(),), public=True)
        for name in (*PERSONS, "issue_licence", "ask_for_licence", "set_licence_state")
        if name not in ("change_person", "enter_list_ratings")
    },
    "api_found_organisation": Row("site", EVERY, get=405, post=401, public=True),
    **{
        f"api_{name}": Row("organisation", EVERY, get=405, post=401, public=True)
        for name in (
            *("change_organisation", "move_organisation", "set_federation", "add_series", "rename_series"),
            *("set_series", "delete_series"),
        )
    },
    "api_offers": Row("organisation", EVERY, get=401, public=True),
    "api_accept_event": Row("organisation", EVERY, get=405, post=401, more=(77,), public=True),
    "api_reject_event": Row("organisation", EVERY, get=405, post=401, more=(77,), public=True),
    "api_search": Row("site", EVERY, get=400, public=True),
    "api_front": Row("site", EVERY, public=True),
    "api_events": Row("site", EVERY, public=True),
    "api_event": Row("event", EVERY, get=404, public=True),
    "api_schedule": Row("event", EVERY, get=404, public=True),
    "api_section": Row("section", EVERY, get=404, public=True),
    "api_round": Row("round", EVERY, get=404, public=True),
    "api_section_part": Row("section", EVERY, get=404, public=True, more=(2,)),
    "api_section_places": Row("section", EVERY, get=404, public=True),
    "api_round_part": Row("round", EVERY, get=404, public=True, more=(2,)),
    "api_round_places": Row("round", EVERY, get=404, public=True),
    "api_standings": Row("round", EVERY, get=404, public=True),
    "api_standings_part": Row("round", EVERY, get=404, public=True, more=(2,)),
    "api_standings_places": Row("round", EVERY, get=404, public=True),
    "api_crosstable_part": Row("round", EVERY, get=404, public=True, more=(2,)),
    **{
        f"api_{name}_part": Row(kind, EVERY, get=404, public=True, more=(2,))
        for name, kind in LONG_TABLES.items()
    },
    **{
        f"api_{name}_places": Row(kind, EVERY, get=404, public=True)
        for name, kind in (LONG_TABLES | {"games": "section", "event_games": "event"}).items()
    },
    "api_prizes": Row("section", EVERY, get=404, public=True),
    "api_teams": Row("section", EVERY, get=404, public=True),
    "api_crosstable": Row("round", EVERY, get=404, public=True),
    "api_boards": Row("round", EVERY, get=404, public=True),
    "api_player": Row("round", EVERY, get=404, public=True),
    "api_bracket": Row("section", EVERY, get=404, public=True),
    "api_game": Row("round", EVERY, get=404, public=True, more=(1, 1)),
    "api_games": Row("section", EVERY, public=True),
    "api_archives": Row("site", EVERY, get=401, post=401, public=True),
    "api_archive": Row("site", EVERY, get=401, more=(77,), public=True),
    "api_archive_report": Row("site", EVERY, get=401, more=(77,), public=True),
    "api_import_records": Row("section", EVERY, get=405, post=401, public=True),
    "api_collections": Row("site", EVERY, get=401, public=True),
    "api_collected_games": Row("site", EVERY, get=401, more=(77,), public=True),
    "api_collected_game": Row("site", EVERY, get=401, more=(77, 77), public=True),
    "api_check": Row("site", EVERY, get=405, post=415, public=True),
    # these need a token (tests/tournaments/api/test_staff.py): nobody's session is one
    "api_me": Row("site", EVERY, get=401, public=True),
    "api_fees": Row("event", EVERY, get=401, public=True),
    "api_entries": Row("section", EVERY, get=401, post=401, public=True),
    "api_applications": Row("section", EVERY, get=401, public=True),
    "api_decide_applications": Row("section", EVERY, get=405, post=401, public=True),
    "api_application": Row("application", EVERY, get=401, public=True),
    "api_quotas": Row("section", EVERY, get=401, post=401, public=True),
    "api_quota_players": Row("site", EVERY, get=401, post=401, more=(77,), public=True),
    "api_quota_teams": Row("site", EVERY, get=405, post=401, more=(77,), public=True),
    "api_quota_team": Row("site", EVERY, get=405, post=401, more=(77, 77), public=True),
    **dict.fromkeys(
        ("api_name_delegate", "api_remove_delegate"),
        Row("site", EVERY, get=405, post=401, more=(77,), public=True),
    ),
    "api_quota_withdraw": Row("site", EVERY, get=405, post=401, more=(77, 77), public=True),
    "api_correct": Row("entry", EVERY, get=405, post=401, public=True),
    "api_check_in": Row("entry", EVERY, get=405, post=401, public=True),
    "api_set_absence": Row("entry", EVERY, get=405, post=401, public=True),
    "api_withdraw": Row("entry", EVERY, get=405, post=401, public=True),
    "api_reinstate": Row("entry", EVERY, get=405, post=401, public=True),
    "api_set_grades_by_rating": Row("entry", EVERY, get=405, post=401, public=True),
    "api_round_desk": Row("round", EVERY, get=401, public=True),
    "api_confirm_players": Row("round", EVERY, get=405, post=401, public=True),
    "api_pair_round": Row("round", EVERY, get=405, post=401, public=True),
    "api_publish_round": Row("round", EVERY, get=405, post=401, public=True),
    "api_close_round": Row("round", EVERY, get=405, post=401, public=True),
    "api_reopen_round": Row("round", EVERY, get=405, post=401, public=True),
    "api_publish_all_rounds": Row("section", EVERY, get=405, post=401, public=True),
    "api_take_back_all_rounds": Row("section", EVERY, get=405, post=401, public=True),
    "api_change_handicap": Row("round", EVERY, get=405, post=401, public=True),
    "api_results": Row("round", EVERY, get=401, post=401, public=True),
    "api_rosters": Row("section", EVERY, get=401, post=401, public=True),
    "api_set_team_absence": Row("section", EVERY, get=405, post=401, public=True),
    "api_describe_team": Row("section", EVERY, get=405, post=401, public=True),
    "api_rank_teams": Row("section", EVERY, get=405, post=401, public=True),
    "api_withdraw_team": Row("section", EVERY, get=405, post=401, public=True),
    "api_reinstate_team": Row("section", EVERY, get=405, post=401, public=True),
    "api_penalise_team": Row("section", EVERY, get=405, post=401, public=True),
    "api_matches": Row("round", EVERY, get=401, public=True),
    "api_give_line_up": Row("round", EVERY, get=405, post=401, public=True),
    "api_reveal_line_ups": Row("round", EVERY, get=405, post=401, public=True),
    "api_move_match": Row("round", EVERY, get=405, post=401, public=True),
    "api_forfeit_match": Row("round", EVERY, get=405, post=401, public=True),
    "api_forfeit_boards": Row("round", EVERY, get=405, post=401, public=True),
    "api_lift_forfeit": Row("round", EVERY, get=405, post=401, public=True),
    "api_decide_match": Row("round", EVERY, get=405, post=401, public=True),
    "api_play_decider": Row("round", EVERY, get=405, post=401, public=True),
    "api_withdraw_decision": Row("round", EVERY, get=405, post=401, public=True),
    "api_fouls": Row("round", EVERY, get=401, post=401, public=True),
    "api_confirm_foul": Row("round", EVERY, get=405, post=401, public=True, more=(1,)),
    "api_withdraw_foul": Row("round", EVERY, get=405, post=401, public=True, more=(1,)),
    "api_replace_misses": Row("round", EVERY, get=405, post=401, public=True),
    "api_report": Row("section", EVERY, get=401, post=405, public=True),
    "api_appeals": Row("section", EVERY, get=401, post=405, public=True),
    "api_set_appeal_rules": Row("section", EVERY, get=405, post=401, public=True),
    "api_note_deposit": Row("section", EVERY, get=405, post=401, public=True, more=(1,)),
    "api_decide_appeal": Row("section", EVERY, get=405, post=401, public=True, more=(1,)),
    "api_give_tables": Row("section", EVERY, get=405, post=401, public=True),
    "api_records": Row("round", EVERY, get=401, post=401, public=True, more=(1, 1)),
    "api_live": Row("round", EVERY, get=401, post=401, public=True, more=(1, 1)),
    "api_take_back_plies": Row("round", EVERY, get=405, post=401, public=True, more=(1, 1)),
    "api_note_flag": Row("round", EVERY, get=405, post=401, public=True, more=(1, 1)),
    "api_live_games": Row("round", EVERY, get=405, post=401, public=True),
    "api_accept_record": Row("round", EVERY, get=405, post=401, public=True, more=(1, 1, 1)),
}

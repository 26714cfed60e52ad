"""The law with a list: every act has an address for programs, or stands here with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

import tournaments.acts.ratings.person_ratings  # noqa: F401  # a command that is not loaded yet has an act, too
from tournaments.acts.frame import ACTS

OWN_LINK = "of who holds a private link: no account, hence no token"
PART = "part of another act, which has an address"
WORKER = "done by the worker, with what another act was sent"
DRAWN = "of a picture that a person looks at: no program has it"
CONDITION = "of a condition, which is put together on its page and looked at"
AT_THE_BOARD = "agreed at the board by those who look at it"
BY_A_PERSON = "of apps, with what a person is shown once: no program gives itself a further door"
WITHOUT_ADDRESS = {
    **dict.fromkeys(("register_app", "renew_app_secret", "answer_for_app", "delete_app"), BY_A_PERSON),
    "accept_invitation": OWN_LINK,
    "add_sheet_photo": DRAWN,
    **dict.fromkeys(("decide_photo_ply", "settle_photo_game"), DRAWN),
    "adjust_round": PART,  # swap_places, change_colours, give_bye
    "agree_count": AT_THE_BOARD,
    "agree_with_opponent": OWN_LINK,
    "ask_absence": OWN_LINK,
    "ask_own_absence": OWN_LINK,
    "ask_team_absence": OWN_LINK,
    "change_application": OWN_LINK,
    "change_category": CONDITION,
    "set_circuit_eligible": CONDITION,
    "add_circuit_category": CONDITION,
    "confirm_application": OWN_LINK,
    "contest_result": PART,  # report_or_contest
    "count_board": AT_THE_BOARD,
    "enter_count": AT_THE_BOARD,
    "enter_list_ratings": WORKER,
    "enter_under_quota": "a list that a person has looked at; programs enter one by one",
    "replace_under_quota": "programs withdraw the one and enter the other",
    "erase_player": "cannot be undone: a person types the name again",
    "hand_in_line_up": OWN_LINK,
    "issue_own_receipt": OWN_LINK,
    "load_rating_list": WORKER,
    "propose_particulars": OWN_LINK,
    "remove_own_photo": OWN_LINK,
    "renew_own_link": OWN_LINK,
    "restore_draw_groups": PART,  # undo
    "restore_event": WORKER,
    "restore_grades": PART,  # undo
    "restore_quotas": PART,  # undo
    "take_back_groups": PART,  # undo
    "rule_count": AT_THE_BOARD,
    "rule_on_proposal": DRAWN,
    "set_open_to": CONDITION,
    "set_entry_form": "the entry form is made on its page, question by question, and looked at",
    "set_own_contact": OWN_LINK,
    "set_own_photo": OWN_LINK,
    "start_payment": OWN_LINK,
    "submit_appeal": OWN_LINK,
    "submit_scoresheets": DRAWN,
    "take_seat": OWN_LINK,
    "tell_board_result": OWN_LINK,
    "tell_result": OWN_LINK,
    "withdraw_own_entry": OWN_LINK,
    "withdraw_told": OWN_LINK,
}
BY_HAND = {
    "change_person": "api_registered",
    "correct_player": "api_correct",
    "enter_team_under_quota": "api_quota_teams",
    "change_team_under_quota": "api_quota_team",
    "import_collection": "api_archives",
    "import_players": "api_import_players",
    "import_records": "api_import_records",
    "import_section": "api_import_section",
    "report_result": "api_results",
    "set_quotas": "api_quotas",
    "set_roster": "api_rosters",
}
"""Addresses whose view is written out."""


def names_and_acts(resolver: URLResolver) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "view_class", None)
            yield str(pattern.name), getattr(getattr(view, "post", None), "act", "")
        else:
            yield from names_and_acts(pattern)


def test_every_act_has_an_address_or_a_reason() -> None:
    addresses = dict(names_and_acts(get_resolver()))
    reached = {act for name, act in names_and_acts(get_resolver()) if name.startswith("api_") and act}
    reached |= {act for act, name in BY_HAND.items() if name in addresses}
    assert set(ACTS) - reached - set(WITHOUT_ADDRESS) == set()
    assert reached & set(WITHOUT_ADDRESS) == set()
    assert set(WITHOUT_ADDRESS) | set(BY_HAND) <= set(ACTS)

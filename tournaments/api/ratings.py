"""Let programs look after rating systems, lists that are loaded, and who may create events."""

from __future__ import annotations

from tournaments.acts.backups import ask_restoring, back_up_event, keep_event
from tournaments.acts.entering.organisation_marks import remove_mark, set_mark
from tournaments.acts.entering.organisations import give_office, show_office, take_office
from tournaments.acts.notices.site import name_creator, remove_creator, set_site
from tournaments.acts.ratings.circuits import (
    add_circuit_section,
    change_circuit,
    change_circuit_section,
    copy_circuit,
    delete_circuit,
    disqualify_in_circuit,
    draw_circuit_lots,
    make_circuit,
    publish_circuit,
    remove_circuit_category,
    remove_circuit_section,
    set_circuit_bonus,
)
from tournaments.acts.ratings.norm_tables import (
    remove_norm_table,
    remove_percent_norm,
    remove_place_norm,
    set_norm_table,
    set_percent_norm,
    set_place_norm,
)
from tournaments.acts.ratings.rating_periods import (
    check_rating_lists,
    correct_rating_lists,
    count_sections,
    give_numbers,
    preview_rating_list,
    publish_rating_list,
    set_game_rated,
    stop_counting_section,
)
from tournaments.acts.ratings.rating_systems import (
    change_rating_rules,
    delete_rating_period,
    make_rating_system,
    open_rating_period,
    remove_set_rating,
    set_ratings,
)
from tournaments.acts.register.licences import change_licence_kind, make_licence_kind
from tournaments.acts.register.list_addresses import (
    add_list_address,
    decide_on_fetched_list,
    fetch_list_now,
    remove_list_address,
)
from tournaments.acts.register.rating_lists import read_sent_table, remove_rating_list, send_rating_list
from tournaments.api.access import api_act_url

RATINGS, SITE, ORGANISATIONS = "ratings", "site", "organisations"

EVENT = [
    api_act_url("back-up", back_up_event, "events", "events_back_up", status=202),
    api_act_url("keep", keep_event, "events", "events_keep", status=202),
]
OF_SITE = [
    api_act_url("events/restore", ask_restoring, "events", "events_restore", status=202),
    api_act_url("rating-lists/send", send_rating_list, RATINGS, "ratings_lists_send", status=202),
    api_act_url("rating-lists/read", read_sent_table, RATINGS, "ratings_lists_read", status=202),
    api_act_url("rating-lists/remove", remove_rating_list, RATINGS, "ratings_lists_remove"),
    api_act_url("rating-lists/addresses/add", add_list_address, SITE, "ratings_addresses_add", status=202),
    api_act_url("rating-lists/addresses/remove", remove_list_address, SITE, "ratings_addresses_remove"),
    api_act_url("rating-lists/addresses/fetch", fetch_list_now, SITE, "ratings_addresses_fetch", status=202),
    api_act_url("rating-lists/addresses/decide", decide_on_fetched_list, SITE, "ratings_addresses_decide"),
    api_act_url("site/set", set_site, SITE, "site_set"),
    api_act_url("site/creators/add", name_creator, SITE, "site_creators_add"),
    api_act_url("site/creators/remove", remove_creator, SITE, "site_creators_remove"),
]
ORGANISATION = [
    api_act_url("mark/set", set_mark, ORGANISATIONS, "organisations_mark"),
    api_act_url("mark/remove", remove_mark, ORGANISATIONS, "organisations_mark_remove"),
    api_act_url("offices/give", give_office, "staff", "organisations_offices_give"),
    api_act_url("offices/take", take_office, "staff", "organisations_offices_take"),
    api_act_url("offices/show", show_office, "staff", "organisations_offices_show"),
    api_act_url("licences/make", make_licence_kind, ORGANISATIONS, "organisations_licences_make", status=201),
    api_act_url("licences/change", change_licence_kind, ORGANISATIONS, "organisations_licences_change"),
    api_act_url("norms/set", set_norm_table, RATINGS, "norms_set"),
    api_act_url("norms/remove", remove_norm_table, RATINGS, "norms_remove"),
    api_act_url("norms/places/set", set_place_norm, RATINGS, "norms_places_set"),
    api_act_url("norms/places/remove", remove_place_norm, RATINGS, "norms_places_remove"),
    api_act_url("norms/percentages/set", set_percent_norm, RATINGS, "norms_percentages_set"),
    api_act_url("norms/percentages/remove", remove_percent_norm, RATINGS, "norms_percentages_remove"),
    api_act_url("ratings/make", make_rating_system, RATINGS, "ratings_make", status=201),
    api_act_url("ratings/rules", change_rating_rules, RATINGS, "ratings_rules"),
    api_act_url("ratings/periods/open", open_rating_period, RATINGS, "ratings_periods_open", status=201),
    api_act_url("ratings/periods/delete", delete_rating_period, RATINGS, "ratings_periods_delete"),
    api_act_url("ratings/set", set_ratings, RATINGS, "ratings_set"),
    api_act_url("ratings/take-back", remove_set_rating, RATINGS, "ratings_take_back"),
    api_act_url("ratings/sections/count", count_sections, RATINGS, "ratings_count"),
    api_act_url("ratings/sections/stop", stop_counting_section, RATINGS, "ratings_stop"),
    api_act_url("ratings/games", set_game_rated, RATINGS, "ratings_games"),
    api_act_url("ratings/numbers", give_numbers, RATINGS, "ratings_numbers"),
    api_act_url("ratings/preview", preview_rating_list, RATINGS, "ratings_preview", status=202),
    api_act_url("ratings/publish", publish_rating_list, RATINGS, "ratings_publish", status=202),
    api_act_url("ratings/check", check_rating_lists, RATINGS, "ratings_check", status=202),
    api_act_url("ratings/correct", correct_rating_lists, RATINGS, "ratings_correct", status=202),
    api_act_url("circuits/make", make_circuit, ORGANISATIONS, "circuits_make", status=201),
    api_act_url("circuits/change", change_circuit, ORGANISATIONS, "circuits_change"),
    api_act_url("circuits/sections/add", add_circuit_section, ORGANISATIONS, "circuits_sections_add"),
    api_act_url(
        "circuits/sections/remove", remove_circuit_section, ORGANISATIONS, "circuits_sections_remove"
    ),
    api_act_url(
        "circuits/categories/remove", remove_circuit_category, ORGANISATIONS, "circuits_categories_remove"
    ),
    api_act_url(
        "circuits/sections/change", change_circuit_section, ORGANISATIONS, "circuits_sections_change"
    ),
    api_act_url("circuits/delete", delete_circuit, ORGANISATIONS, "circuits_delete"),
    api_act_url("circuits/bonus", set_circuit_bonus, ORGANISATIONS, "circuits_bonus"),
    api_act_url("circuits/disqualify", disqualify_in_circuit, ORGANISATIONS, "circuits_disqualify"),
    api_act_url("circuits/lots", draw_circuit_lots, ORGANISATIONS, "circuits_lots"),
    api_act_url("circuits/publish", publish_circuit, ORGANISATIONS, "circuits_publish"),
    api_act_url("circuits/copy", copy_circuit, ORGANISATIONS, "circuits_copy", status=201),
]

"""Cases of the acts on rating systems."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from portal.accounts.models import User
from tests.cast import Cast
from tests.framed import Case
from tests.tournaments.acts.entering.cases_organisations import an_organisation
from tests.tournaments.rated_world import FEBRUARY, JANUARY, MARCH, Ratings
from tournaments.models import ListAddress, Office, RatedSection
from tournaments.ratings.norms import FIDE_NORMS, rule_document

Of = partial(Case, who="frank", not_who="alice", scope="organisation")
"""Frank is a rating officer; Alice is chief organiser of an event and nothing more."""
Made = Callable[[Ratings], dict[str, Any]]


def ratings_for(cast: Cast) -> Ratings:
    return Ratings(an_organisation(cast, role=Office.Role.RATING_OFFICER), cast.frank)


def a_system(more: Made = lambda _ratings: {}) -> Callable[[Cast], dict[str, Any]]:
    def make(cast: Cast) -> dict[str, Any]:
        ratings = ratings_for(cast)
        ratings.made()
        ratings.rules()
        return {"organisation": ratings.organisation, "system": ratings.code, **more(ratings)}

    return make


def a_period(ratings: Ratings) -> dict[str, Any]:
    return {"period": ratings.period(JANUARY, FEBRUARY).pk}


def a_section(ratings: Ratings) -> dict[str, Any]:
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    return {**a_period(ratings), "sections": [section.pk]}


def a_counted(ratings: Ratings, *, number: bool = True) -> dict[str, Any]:
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    period = ratings.period(JANUARY, FEBRUARY, section, number=number)
    return {"period": period.pk, "counted": RatedSection.objects.get(period=period).pk}


def without_numbers(ratings: Ratings) -> dict[str, Any]:
    return {"period": a_counted(ratings, number=False)["period"]}


def a_published(ratings: Ratings) -> dict[str, Any]:
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    ratings.published(ratings.period(JANUARY, FEBRUARY, section))
    return {}


def an_adjustment(ratings: Ratings) -> dict[str, Any]:
    ratings.period(JANUARY, FEBRUARY)
    made = ratings.system.adjustments.create(number="7", day=JANUARY, value=1800, reason="title")
    return {"adjustments": [made.pk]}


def a_percent_norm(cast: Cast) -> dict[str, Any]:
    organisation = an_organisation(cast)
    made = organisation.percent_norms.create(since=date(2020, 1, 1), steps=[["C2", 55, "C1"]])
    return {"organisation": organisation, "percent_norm": made.pk}


def a_place_norm(cast: Cast) -> dict[str, Any]:
    organisation = an_organisation(cast)
    made = organisation.place_norms.create(title="CAM", places=3, since=date(2020, 1, 1))
    return {"organisation": organisation, "place_norm": made.pk}


def a_norm_table(cast: Cast) -> dict[str, Any]:
    organisation = ratings_for(cast).organisation
    organisation.norm_tables.create(title="IM", document=rule_document(FIDE_NORMS["IM"]))
    return {"organisation": organisation, "title": "IM"}


def an_address(_cast: Cast, **more: Any) -> dict[str, Any]:
    by = User.objects.get(username="admin")
    made = ListAddress.objects.create(source="egf", url="https://egf.example/list", by=by, **more)
    return {"address": made.pk}


OfSite = partial(Case, who="admin", not_who="alice", scope="site")
LIST_ADDRESSES: dict[str, Case] = {
    "add_list_address": OfSite(lambda _cast: {"source": "egf", "url": "https://egf.example/list"}),
    "remove_list_address": OfSite(an_address),
    "fetch_list_now": OfSite(an_address),
    "decide_on_fetched_list": OfSite(
        lambda cast: an_address(cast, odd=["moved"], odd_digest="sha256:1") | {"seen": "sha256:1"}
    ),
}
NORMS: dict[str, Case] = {
    "set_norm_exemption": Case(
        lambda cast: {"section": cast.section, "exemption": "zonal", "reason": "Zone 3.5"}, may="AFB"
    ),
    "show_norms": Case(lambda cast: {"section": cast.section, "public": True}, may="AFB"),
    "set_norm_table": Of(
        lambda cast: {"organisation": ratings_for(cast).organisation, "title": "IM", "performance": 2450}
    ),
    "remove_norm_table": Of(a_norm_table),
    "set_place_norm": Of(
        lambda cast: {
            "organisation": an_organisation(cast),
            "title": "棋协大师",
            "places": 3,
            "since": "2020-01-01",
        }
    ),
    "remove_place_norm": Of(a_place_norm),
    "set_percent_norm": Of(
        lambda cast: {
            "organisation": an_organisation(cast),
            "since": "2026-01-01",
            "steps": "二级棋士; 55; 一级棋士",
        }
    ),
    "remove_percent_norm": Of(a_percent_norm),
}
RATINGS: dict[str, Case] = {
    "make_rating_system": Of(
        lambda cast: {
            "organisation": ratings_for(cast).organisation,
            "code": "xia",
            "name": "Xia",
            "game": "xiangqi",
            "preset": "elo",
        }
    ),
    "change_rating_rules": Of(a_system(lambda _ratings: {"k": "30", "start": 1500})),
    "open_rating_period": Of(a_system(lambda _ratings: {"name": "March", "first": FEBRUARY, "end": MARCH})),
    "delete_rating_period": Of(a_system(a_period)),
    "set_ratings": Of(
        a_system(
            lambda ratings: {
                **a_period(ratings),
                "day": JANUARY,
                "ratings": "7, 1800",
                "reason_code": "title",
            }
        )
    ),
    "remove_set_rating": Of(a_system(an_adjustment)),
    "count_sections": Of(a_system(a_section)),
    "stop_counting_section": Of(a_system(a_counted)),
    "set_game_rated": Of(
        a_system(lambda ratings: {**a_counted(ratings), "round_number": 1, "table": 1, "reason": "Fair play"})
    ),
    "give_numbers": Of(a_system(without_numbers)),
    "preview_rating_list": Of(a_system(a_period)),
    "publish_rating_list": Of(a_system(lambda ratings: {**a_period(ratings), "seen": "sha256:0"})),
    "check_rating_lists": Of(a_system(a_published)),
    "correct_rating_lists": Of(
        a_system(lambda ratings: {**a_published(ratings), "seen": "sha256:0", "reason": "Protest"})
    ),
}

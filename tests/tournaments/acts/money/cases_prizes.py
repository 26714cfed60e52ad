"""Cases of categories and prizes, of the score with which somebody starts, of ratings."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests import factories
from tests.cast import Cast
from tests.framed import Case
from tournaments.acts.money.awards import award_prizes
from tournaments.acts.money.prizes import PrizeListInput
from tournaments.acts.register.rating_lists import load_rating_list, send_rating_list
from tournaments.exchange.ratings.rating_lists import RatedRow, ReadRatingList
from tournaments.models import Category, ListedPlayer, Prize, Section
from tournaments.standings.categories import Award
from tournaments.state.conditions import Condition


def categorised(cast: Cast) -> dict[str, Any]:
    Category.objects.create(section=cast.section, key="u20", name="Under 20")
    return {"section": cast.section, "categories": {cast.section.entries.all()[0].pk: ["u20"]}}


def ruled(cast: Cast) -> dict[str, Any]:
    made = Category.objects.create(section=cast.section, key="u20", name="Under 20")
    return {"section": cast.section, "category": made.pk}


def listed(cast: Cast) -> dict[str, Any]:
    made = Prize.objects.create(section=cast.section, name="Prizes", places=2)
    return {"section": cast.section, "prize": made.pk}


def with_start(cast: Cast) -> dict[str, Any]:
    Section.objects.filter(pk=cast.section.pk).update(system=Section.System.MCMAHON, game="weiqi")
    return {"entry": cast.section.entries.order_by("pk")[0], "mms_correction": 1}


def with_ratings(cast: Cast) -> dict[str, Any]:
    Section.objects.filter(pk=cast.section.pk).update(game="weiqi")
    cast.section.entries.update(rating=1949)
    return {"entries": [cast.section.entries.select_related("section__event").order_by("pk")[0]]}


def with_grades(cast: Cast) -> dict[str, Any]:
    return {"section": cast.section, "grades": {cast.section.entries.order_by("pk")[0].pk: "2d"}}


VALUES = PrizeListInput(name="Prizes", places=3)


def final(cast: Cast) -> dict[str, Any]:
    """The first round is the last, and closed."""
    listed(cast)
    cast.section.rounds = 1
    cast.section.save()
    factories.play(cast.section, 1)
    return {"section": cast.section, "standing": 1}


def awarded(cast: Cast) -> dict[str, Any]:
    award_prizes(**final(cast), by=cast.alice)
    winners = {cast.section.prizes.get().pk: [Award(1, 2)]}
    return {"section": cast.section, "winners": winners, "version": 1, "reason": "Result corrected."}


def scheduled(cast: Cast, *, public: bool = False) -> dict[str, Any]:
    """A round robin."""
    Section.objects.filter(pk=cast.section.pk).update(
        system=Section.System.ROUND_ROBIN, all_rounds_public=public
    )
    cast.section.refresh_from_db()
    return {"section": cast.section}


def rated(cast: Cast) -> dict[str, Any]:
    """A finished section of weiqi."""
    Section.objects.filter(pk=cast.section.pk).update(game="weiqi", state=Section.State.FINISHED)
    return {"section": cast.section, "rating_class": "A", "country": "fr"}


def read_rows() -> ReadRatingList:
    """A player of the section, as a federation knows him."""
    return ReadRatingList(
        "egf", "sha256:1", date(2026, 1, 2), (RatedRow("12345678", "Player", "0", rating=1800),)
    )


def rating_list(cast: Cast) -> int:
    return int(load_rating_list(listed=read_rows(), by=cast.admin)["rating_list"])


def matched(cast: Cast) -> dict[str, Any]:
    key = rating_list(cast)
    chosen = {cast.section.entries.order_by("pk")[0].pk: ListedPlayer.objects.get().pk}
    return {"section": cast.section, "rating_list": key, "chosen": chosen, "fields": ["number", "rating"]}


def sent_table(cast: Cast) -> dict[str, Any]:
    body = b"name,rating\nPlayer 0,1800\n"
    answer = send_rating_list(source="csv", body=body, by=cast.alice)
    return {"sent": answer["sent"], "columns": ["name", "rating"], "shape": ""}


PRIZES = {
    "send_rating_list": Case(lambda _cast: {"source": "aga", "body": b"x"}, scope="site"),
    "read_sent_table": Case(sent_table, scope="site"),
    "load_rating_list": Case(lambda _cast: {"listed": read_rows()}, scope="site"),
    "remove_rating_list": Case(
        lambda cast: {"rating_list": rating_list(cast)}, who="admin", not_who="alice", scope="site"
    ),
    "take_from_list": Case(matched),
    "confirm_rating_class": Case(rated),
    "publish_all_rounds": Case(scheduled, who="bob", not_who="alice"),
    "take_back_all_rounds": Case(lambda cast: scheduled(cast, public=True), who="bob", not_who="alice"),
    "correct_start": Case(with_start, may="AFBC"),
    "set_grades_by_rating": Case(with_ratings),
    "restore_grades": Case(with_grades),
    "award_prizes": Case(final, may="AFB"),
    "correct_awards": Case(awarded, may="AFB"),
    "add_category": Case(lambda cast: {"section": cast.section, "key": "u20", "name": "Under 20"}, may="AF"),
    "change_category": Case(lambda cast: {**ruled(cast), "name": "Under 21"}, may="AF"),
    "remove_category": Case(ruled, may="AF"),
    "set_open_to": Case(lambda cast: {"section": cast.section, "condition": Condition(born_from=2008)}),
    "add_prizes": Case(lambda cast: {"section": cast.section, "values": VALUES}, may="AF"),
    "change_prizes": Case(lambda cast: {**listed(cast), "values": VALUES}, may="AF"),
    "remove_prizes": Case(listed, may="AF"),
    "set_categories": Case(categorised),
}

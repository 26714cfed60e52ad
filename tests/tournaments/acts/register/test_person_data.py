"""All that is kept of a person is given out: the name stands nowhere that the answer does not have."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.utils.translation import override

from tests.forgetting import LATIN, named_everywhere, places
from tests.world import World
from tournaments.acts._person_data import COPIES as KEPT_NOWHERE
from tournaments.acts._person_data import HIDDEN, data_of_person
from tournaments.models import Entry
from tournaments.wording.register.kept_columns import kept_label
from tournaments.wording.register.kept_rows import kept_title

pytestmark = pytest.mark.django_db
COPIES = frozenset(
    {
        *("tournaments_paper", "tournaments_backup", "tournaments_restoration", "tournaments_sentlist"),
        *("portal_job", "portal_rendered", "portal_delivery", "django_session", "tournaments_searchkey"),
        *("tournaments_searchkey_words", "games_recordarchive", "games_archivepart"),
        "tournaments_privatepage",
    }
)
"""Made of what the answer has, or files that wait to be read."""


@pytest.mark.slow
def test_every_place_where_the_name_stands_is_in_the_answer(drawn: World, text: Callable[[Any], str]) -> None:
    entry = named_everywhere(drawn)
    rows = data_of_person(entry.player)
    columns = {(row.table.lower().replace(".", "_"), column) for row in rows for column in row.columns}
    places_of_name = [place.split(".") for place in places()]
    missing = {(table, column) for table, column in places_of_name if table not in COPIES} - columns
    assert missing == set()
    url = f"/en/desk/cup/men/entries/{entry.pk}/data"
    admin = drawn.client("admin")
    page = text(admin.get(f"{url}/"))
    assert page.count(LATIN) > 10
    answer = admin.get(f"{url}.json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert len(json.loads(answer.content)["rows"]) == len(rows)
    # The chief organiser of one of two events.
    assert drawn.client("alice").get(f"{url}/").status_code == 409
    assert "data/" in admin.get(f"/en/desk/cup/men/entries/{entry.pk}/forget/").content.decode()


@pytest.mark.slow
def test_nothing_of_others_is_in_the_answer(drawn: World) -> None:
    entry = drawn.section.entries.select_related("player").get(number=1)
    rows = data_of_person(entry.player)
    entry_keys = {row.key for row in rows if row.table == "tournaments.Entry"}
    assert entry_keys == set(
        Entry.objects.filter(player__person=entry.player.person_id).values_list("pk", flat=True)
    )
    assert {row.key for row in rows if row.table == "tournaments.Player"} == {entry.player_id}
    assert "secret_digest" not in {column for row in rows for column in row.columns}


def test_every_table_is_called_in_the_language_of_the_reader() -> None:
    """What stands on the page: no table's name of programmers, and none with an English plural."""
    for model in apps.get_models():
        if (
            model._meta.app_label not in ("portal", "tournaments", "games")
            or model._meta.label in KEPT_NOWHERE
        ):
            continue
        with override("en"):
            english = kept_title(model)
        with override("zh-hans"):
            chinese = kept_title(model)
        assert english == "Webhook" or chinese != english, model._meta.label


# Proper names and words that these languages write alike.
ALIKE = {"zh-hans": set(), "zh-hant": set(), "vi": {"Rating", "Komi", "URL"}}


@pytest.mark.parametrize("language", ALIKE)
def test_every_column_is_called_in_the_language_of_the_reader(language: str) -> None:
    """What stands within the folds of the page."""
    english_left = set()
    for model in apps.get_models():
        if model._meta.app_label in ("portal", "tournaments", "games") and (
            model._meta.label not in KEPT_NOWHERE
        ):
            for field in model._meta.concrete_fields:
                with override("en"):
                    english = kept_label(field)
                with override(language):
                    translated = kept_label(field)
                if translated == english and not field.primary_key and field.name not in HIDDEN:
                    english_left.add(english)
    assert english_left - ALIKE[language] == set()

"""Players of one name on the referee's pages: each has what tells it from the others, on buttons as well."""

from __future__ import annotations

import pytest

from tests.world import World, entry_at
from tournaments.acts.results import report_result
from tournaments.models import Player


@pytest.fixture
def namesakes(drawn: World) -> World:
    """Everybody is called Li Wei and plays for one federation; table 1 plays, table 2 has a result."""
    Player.objects.filter(event=drawn.event).update(name="Li Wei", native_name="", federation="CHN", club="")
    round_ = drawn.published()
    report_result(round_=round_, table=2, value="1-0", seen=None, by=drawn.users["bob"])
    return drawn


@pytest.mark.parametrize(
    ("page", "query"),
    [("referee", ""), ("referee_foul", "?player={first}"), ("hall", "")],
)
def test_each_page_of_a_table_tells_them_apart(namesakes: World, page: str, query: str) -> None:
    first, second = (entry_at(namesakes, 1, side).number for side in ("first", "second"))
    place = [1] if page == "hall" else [1, 1]
    url = namesakes.url(page, *place) + query.format(first=first)
    page_text = namesakes.client("bob").get(url).content.decode()
    assert f'Li Wei</span> <small class="soft">#{first}</small>' in page_text
    if page in ("referee", "hall"):
        assert f'Li Wei</span> <small class="soft">#{second}</small>' in page_text
        assert f'data-first="Li Wei · #{first}"' in page_text


@pytest.mark.slow
def test_the_buttons_of_a_result_name_who_wins(namesakes: World) -> None:
    first, second = (entry_at(namesakes, 1, side).number for side in ("first", "second"))
    page = namesakes.client("bob").get(namesakes.url("referee", 1, 1)).content.decode()
    assert f"Confirm: draw between Li Wei · #{first} and Li Wei · #{second}" in page


def test_who_owes_a_record_and_against_whom(namesakes: World) -> None:
    first, second = (entry_at(namesakes, 2, side).number for side in ("first", "second"))
    page = namesakes.client("bob").get(namesakes.url("records_owed", 1)).content.decode()
    assert f'Li Wei</span> <small class="soft">#{first}</small>' in page
    assert f"against Li Wei · #{second}" in page

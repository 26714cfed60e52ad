"""The referee's page of a weiqi table: an offence with its ruling, and what the table then has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cached_worlds import remembered
from tests.world import World, entry_at, value_at
from tournaments.models import Foul

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def played(drawn: World) -> World:
    drawn.section.game, drawn.section.rulebook, drawn.section.ladder = "weiqi", "weiqi", "two"
    drawn.section.save()
    drawn.published()
    return drawn


def chosen(world: World, offence: str) -> Any:
    number = entry_at(world, 1, "second").number
    address = world.url("referee_foul", 1, 1)
    return world.client("dave").get(address, {"player": number, "offence": offence})


def ruled(world: World, ruling: str, offence: str = "two-plays", who: str = "dave", **more: Any) -> Any:
    number = entry_at(world, 1, "second").number
    return world.post(
        who, "referee_foul", 1, 1, player=number, offence=offence, ruling=ruling, move=46, reason="", **more
    )


def text_of_record(world: World, text: Text) -> str:
    return text(world.get("dave", "referee", 1, 1))


@pytest.mark.slow
def test_a_warning_is_the_usual_ruling_and_the_second_is_announced(played: World, text: Text) -> None:
    page = chosen(played, "two-plays")
    assert page.content.decode().count('type="radio"') == 6
    assert page.context["form"]["ruling"].value() == "warning"
    assert "referee-next" not in text(page)
    assert ruled(played, "warning").status_code == 302
    assert "1 of 2" in text_of_record(played, text)
    assert 'warning: <span class="referee-next">next foul loses the game for White' in text(
        chosen(played, "stone-lifted")
    )
    assert ruled(played, "void-and-pass").status_code == 302
    assert "Foul confirmed: the move is void and counts as a pass" in text_of_record(played, text)
    assert value_at(played, 1) == ""
    assert ruled(played, "warning", "stone-lifted").status_code == 302
    assert "White loses by fouls" in text_of_record(played, text)
    assert value_at(played, 1) == "1-0"


def test_the_referees_page_leads_to_the_count(played: World, text: Text) -> None:
    """Where the referee also rules no result: no foul is needed for a position that keeps coming again."""
    assert f'href="{played.url("count", 1, 1)}"' in text_of_record(played, text)


@pytest.mark.slow
def test_a_ruled_loss_waits_for_who_may_confirm_it(played: World, text: Text) -> None:
    assert ruled(played, "loss", who="carol", log="1").status_code == 302
    assert "<strong>Two moves in a row</strong> · White" in text_of_record(played, text)
    assert "loss of the game" in text_of_record(played, text)
    assert value_at(played, 1) == ""
    foul = Foul.objects.get()
    assert played.post("dave", "referee_confirm", 1, 1, foul=foul.pk).status_code == 302
    assert value_at(played, 1) == "1-0"


@pytest.mark.parametrize("ruling", ["", "five-minutes", "yawning"])
def test_another_ruling_is_refused_on_the_page(played: World, ruling: str) -> None:
    answer = ruled(played, ruling)
    assert answer.status_code == 422
    assert "Two moves in a row" in answer.content.decode()
    assert not Foul.objects.exists()


@pytest.mark.slow
def test_without_rulings_nothing_is_to_be_chosen(played: World) -> None:
    assert 'type="radio"' not in chosen(played, "other").content.decode()
    assert ruled(played, "loss", "other").status_code == 302
    assert Foul.objects.in_force().get().penalty == ""

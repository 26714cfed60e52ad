"""A section is made in three steps: cards, how long, who may enter."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from tests.world import World
from tournaments.models import Section
from tournaments.presets import CARDS
from tournaments.queries.section_settings import settings_of
from tournaments.wording.presets import CARD_WORDS

Text = Callable[[Any], str]


class Fields(HTMLParser):
    """What a browser would send of the form of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, list[str]] = {}
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        name = values.get("name") or ""
        if tag == "input" and name:
            self.values.setdefault(name, []).append(values.get("value") or "")
        elif tag == "select":
            self.select = name
        elif tag == "option" and "selected" in values:
            self.values.setdefault(self.select, []).append(values.get("value") or "")


def fields(answer: Any) -> dict[str, list[str]]:
    return Fields(answer.content.decode()).values


def page(world: World, **data: Any) -> Any:
    return world.client("alice").get(reverse("section_create", args=[world.event.slug]), data)


def send(world: World, data: dict[str, Any]) -> Any:
    return world.client("alice").post(reverse("section_create", args=[world.event.slug]), data)


def test_every_card_has_its_words_and_leads_on(world: World, text: Text) -> None:
    assert set(CARDS) == set(CARD_WORDS)
    page_text = text(page(world))
    assert all(f'href="?card={key}"' in page_text for key in CARDS)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.slow
def test_three_steps_without_a_script(world: World, text: Text, card: str) -> None:
    second = page(world, card=card)
    third = page(world, **(fields(second) | {"players": "12"}))
    assert 'aria-current="step">3 Entries' in text(third)
    answer = send(world, fields(third) | {"name": "Open", "create": "on"})
    assert answer.status_code == 302, text(answer)
    section = Section.objects.get(slug="open")
    rules, chosen = CARDS[card].rules, CARDS[card].settings
    assert (section.game, section.system, section.preset) == (CARDS[card].game, rules.system, rules.key)
    assert section.rulebook == rules.rulebook_for(section.game)
    assert section.tiebreaks == chosen.get("tiebreaks", rules.tiebreaks)
    assert section.time_control == CARDS[card].time
    assert {key: settings_of(section)[key] for key in chosen} == chosen
    assert chosen or section.options == {}
    assert section.rounds == {
        "double-round-robin": 22,
        "round-robin": 11,
        "knock-out": 4,
        "scheveningen": 4,
        "mcmahon": 5,
        "swiss-opengotha": 5,
    }.get(rules.system, 8)


@pytest.mark.parametrize(("players", "rounds"), [("", 5), ("4", 3), ("60", 5)])
def test_a_mcmahon_has_five_rounds_where_nobody_says_how_many(
    world: World, text: Text, players: str, rounds: int
) -> None:
    second = page(world, card="mcmahon")
    assert "Leave empty for five" in text(second)
    third = page(world, **(fields(second) | {"players": players}))
    assert send(world, fields(third) | {"name": "Open", "create": "on"}).status_code == 302
    assert Section.objects.get(slug="open").rounds == rounds


def test_only_what_applies_is_asked(world: World) -> None:
    assert "practice_2009" not in fields(page(world, card="weiqi"))
    assert "board_size" not in fields(page(world, card="wxc2015"))
    assert "rounds" not in fields(page(world, card="asian"))
    assert "tiebreaks" not in fields(page(world, card="knock-out"))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"tiebreaks": ["wins", "direct", "wins"]}, "Choose each tie-break once, from the list."),
        ({"players": "6", "rounds": "9"}, "6 players have opponents for 5 rounds, not for 9."),
        (
            {"rounds": "4", "final_after": "4", "final_size": "4"},
            "This final would end in round 6, and the section has 4 rounds",
        ),
        ({"time_control": "an hour"}, "an hour"),
        ({"players": "-1"}, "must be at least 2"),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_is_chosen(
    world: World, text: Text, typed: dict[str, Any], words: str
) -> None:
    answer = page(world, **(fields(page(world, card="wxc2015")) | typed))
    page_text = text(answer)
    assert words in page_text
    assert 'aria-current="step">2 Rounds and time' in page_text
    again = fields(answer)
    for key, value in typed.items():
        sent = value if isinstance(value, list) else [value]
        assert key == "final_size" or again[key][: len(sent)] == sent


def test_going_back_keeps_what_was_typed(world: World, text: Text) -> None:
    third = page(world, **(fields(page(world, card="wxc2015")) | {"rounds": "7", "time_control": "90+30"}))
    back = send(world, fields(third) | {"name": "Frauen", "capacity": "40", "step": "2"})
    assert back.status_code == 200
    typed = fields(back)
    assert (typed["rounds"], typed["time_control"]) == (["7"], ["90+30"])
    again = fields(page(world, **(typed | {"step": "3"})))
    assert (again["name"], again["capacity"]) == (["Frauen"], ["40"])
    assert send(world, again | {"create": "on"}).status_code == 302
    section = Section.objects.get(slug="frauen")
    assert (section.rounds, str(section.time_control), section.capacity) == (7, "90 min + 30 s", 40)


def test_details_and_the_first_start(world: World, text: Text) -> None:
    typed = {"tiebreaks": ["wins", "direct"], "points_win": "3", "starts": "2015-09-22T09:00", "rounds": "5"}
    typed |= {"ends": "2015-09-24T14:30", "move_limit": "200"}
    third = page(world, **(fields(page(world, card="wmsg2008")) | typed))
    more = {"name": "女子组", "rulebook": "tiantian2020", "first_table": "31", "create": "on"}
    assert send(world, fields(third) | more).status_code == 302
    section = Section.objects.get(slug="section")
    assert section.tiebreaks == ["wins", "direct"]
    assert (section.points["win"], section.move_limit) == ("3", 200)
    assert (section.rulebook, section.first_table, section.rounds) == ("tiantian2020", 31, 5)
    starts = dict(section.round_set.exclude(starts_at=None).values_list("number", "starts_at"))
    assert {number: at.isoformat()[:16] for number, at in starts.items()} == {
        1: "2015-09-22T01:00",
        5: "2015-09-24T06:30",
    }
    backwards = fields(third) | {"name": "Three", "ends": "2015-09-22T08:00", "create": "on"}
    assert "Round 5 must start later than round 1." in text(send(world, backwards))
    late = fields(third) | {"name": "Two", "starts": "2016-01-01T09:00", "create": "on"}
    answer = send(world, late)
    assert answer.status_code == 422
    assert "outside the days of the event" in text(answer)

"""A section is made on one page: three questions, the regulations within them, and four fields."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import make_event
from tests.world import World
from tournaments.forms.regulations import nearest_regulations, offered_card
from tournaments.models import Event, KeptPreset, Organisation, Section
from tournaments.presets import CARDS
from tournaments.queries.section_settings import settings_of_section
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
        chosen = values.get("type") not in ("radio", "checkbox") or "checked" in values
        if tag == "input" and name and chosen:
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


@pytest.mark.slow
def test_every_card_is_reached_by_three_answers(world: World) -> None:
    assert set(CARDS) == set(CARD_WORDS)
    for card in CARDS.values():
        who = "teams" if card.teams else "players"
        answer = page(world, game=card.game, who=who, system=card.played_as)
        assert card.key in [item.card.key for item in answer.context["cards"]]


@pytest.mark.slow
def test_an_answer_narrows_what_comes_after_it(world: World) -> None:
    first = page(world).context
    assert first["chosen"].card.key == "wxc2015"
    assert [answer.value for answer in first["systems"]] == ["swiss", "round-robin", "knock-out"]
    go = page(world, game="weiqi", who="players", system="swiss", card="wxc2015").context
    assert "mcmahon" in [answer.value for answer in go["systems"]]
    assert go["chosen"].card.game == "weiqi"
    # What does not exist for teams gives way.
    teams = page(world, game="weiqi", who="teams", system="mcmahon", card="mcmahon").context
    assert (teams["chosen"].card.teams, teams["chosen"].card.played_as) == (True, "swiss")
    assert page(world, game="chess", who="x", system="x", card="x").status_code == 200


@pytest.mark.slow
def test_what_was_typed_stays_when_a_question_is_answered_anew(world: World) -> None:
    typed = {"card": "wxc2015", "game": "xiangqi", "who": "players", "system": "knock-out", "name": "Frauen"}
    again = fields(page(world, **typed, players="12", time_control="90+30", capacity="40"))
    assert (again["name"], again["players"], again["capacity"]) == (["Frauen"], ["12"], ["40"])
    assert again["time_control"] == ["90+30"]
    # The time of the regulations goes with them.
    proposed = fields(page(world, card="wxc2015"))["time_control"][0]
    other = fields(page(world, card="wxc2015", game="weiqi", time_control=proposed))
    assert "byo-yomi" in other["time_control"][0]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.slow
def test_one_page_without_a_script(world: World, text: Text, card: str) -> None:
    answer = send(world, fields(page(world, card=card)) | {"players": "12", "name": "Open"})
    assert answer.status_code == 302, text(answer)
    section = Section.objects.get(slug="open")
    rules, chosen = CARDS[card].rules, CARDS[card].settings
    assert (section.game, section.system, section.preset) == (CARDS[card].game, rules.system, rules.key)
    assert section.rulebook == chosen.get("rulebook", rules.rulebook_for(section.game))
    assert section.tiebreaks == chosen.get("tiebreaks", rules.tiebreaks)
    assert section.time_control == CARDS[card].time
    assert {key: settings_of_section(section)[key] for key in chosen} == chosen
    assert chosen or section.options == {}
    assert section.rounds == {
        "double-round-robin": 22,
        "round-robin": 11,
        "knock-out": 4,
        "scheveningen": 4,
        "mcmahon": 5,
        "swiss-opengotha": 5,
        "double-elimination": 9,
        "weiqi-double-elimination": 8,
    }.get(card if card in {"double-elimination", "weiqi-double-elimination"} else rules.system, 8)
    regulations = nearest_regulations(section)
    assert regulations is not None
    assert regulations.departures == {}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [("", 5), ("4", 3), ("60", 5)])
def test_a_mcmahon_has_five_rounds_where_nobody_says_how_many(
    world: World, text: Text, players: str, rounds: int
) -> None:
    answer = page(world, card="mcmahon", players=players)
    assert answer.context["proposed"] == rounds
    assert send(world, fields(answer) | {"name": "Open"}).status_code == 302
    assert Section.objects.get(slug="open").rounds == rounds


@pytest.mark.slow
def test_only_what_applies_is_asked(world: World) -> None:
    assert "practice_2009" not in fields(page(world, card="weiqi"))
    assert "board_size" not in fields(page(world, card="wxc2015"))
    assert "rounds" not in fields(page(world, card="asian"))
    assert "tiebreaks" not in fields(page(world, card="knock-out"))


@pytest.mark.slow
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
        ({"name": ""}, "Name"),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_is_chosen(
    world: World, text: Text, typed: dict[str, Any], words: str
) -> None:
    answer = send(world, fields(page(world, card="wxc2015")) | {"name": "Open"} | typed)
    assert answer.status_code == 422
    assert words in text(answer)
    again = fields(answer)
    for key, value in typed.items():
        sent = value if isinstance(value, list) else [value]
        assert key == "final_size" or again[key][: len(sent)] == sent


@pytest.mark.slow
def test_the_settings_of_an_own_section_make_another_one(world: World) -> None:
    chosen = {"tiebreaks": ["wins", "direct"], "points_win": "3", "time_control": "25 min"}
    first = fields(page(world, card="wmsg2008")) | {"name": "League"} | chosen
    assert send(world, first).status_code == 302
    league = Section.objects.get(slug="league")
    answer = page(world, card="wmsg2008")
    assert f"like-{league.pk}" in [item.card.key for item in answer.context["own"]]
    again = fields(page(world, card=f"like-{league.pk}")) | {"name": "League 2"}
    assert send(world, again).status_code == 302
    second = Section.objects.get(slug="league-2")
    alike = ("tiebreaks", "points", "time_control")
    assert [getattr(second, name) for name in alike] == [getattr(league, name) for name in alike]
    # Another person's sections are none of one's own.
    assert offered_card(f"like-{league.pk}", world.users["admin"], world.event) is None


@pytest.mark.slow
def test_settings_are_kept_by_name_for_the_organisation_and_below(world: World, text: Text) -> None:
    def offered(who: str, event: Event) -> list[str]:
        address = reverse("section_create", args=[event.slug])
        answer = world.client(who).get(address, {"card": "wmsg2008"})
        return [str(item.words.title) for item in answer.context["kept"]]

    chosen = {"tiebreaks": ["wins", "direct"], "points_win": "3", "time_control": "25 min"}
    assert send(world, fields(page(world, card="wmsg2008")) | {"name": "League"} | chosen).status_code == 302
    league = Section.objects.get(slug="league")
    place = [world.event.slug, "league"]
    keep = reverse("keep_preset", args=place)
    # Nobody's event: the person's own.
    assert world.client("alice").post(keep, {"name": "Mine"}).status_code == 302
    assert offered("alice", world.event) == ["Mine"]
    assert offered_card(f"kept-{KeptPreset.objects.get().pk}", world.users["bob"], world.event) is None
    nation = Organisation.objects.create(slug="fed", name="Federation", level="nation")
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    Event.objects.filter(pk=world.event.pk).update(organisation=nation)
    Event.objects.filter(pk=world.other.event.pk).update(organisation=club)
    assert world.client("alice").post(keep, {"name": "Youth league"}, follow=True).status_code == 200
    assert "Youth league" in text(world.client("alice").get(reverse("section_settings", args=place)))
    assert offered("alice", world.event) == offered("charlie", world.other.event) == ["Youth league"]
    preset = KeptPreset.objects.get(name="Youth league")
    again = fields(page(world, card=f"kept-{preset.pk}")) | {"name": "League 2"}
    assert send(world, again).status_code == 302
    second = Section.objects.get(slug="league-2")
    alike = ("tiebreaks", "points", "time_control", "preset", "game")
    assert [getattr(second, name) for name in alike] == [getattr(league, name) for name in alike]
    # Who has no right at an event of the organisation gets none of them.
    assert offered_card(f"kept-{preset.pk}", world.users["alice"], make_event("cup-2")) is None
    remove = reverse("remove_preset", args=place)
    assert world.client("alice").post(remove, {"preset": preset.pk}).status_code == 302
    refused = world.client("alice").post(remove, {"preset": preset.pk})
    assert "This preset has been deleted." in text(refused)
    assert world.client("alice").post(keep, {"name": ""}).status_code == 422


@pytest.mark.slow
def test_details_and_the_first_start(world: World, text: Text) -> None:
    typed = {"tiebreaks": ["wins", "direct"], "points_win": "3", "starts": "2015-09-22T09:00", "rounds": "5"}
    typed |= {"ends": "2015-09-24T14:30", "move_limit": "200"}
    form = fields(page(world, card="wmsg2008")) | typed
    more = {"name": "女子组", "rulebook": "tiantian2020", "first_table": "31"}
    assert send(world, form | more).status_code == 302
    section = Section.objects.get(name="女子组")
    assert section.slug == "nu-zi-zu"
    assert section.tiebreaks == ["wins", "direct"]
    assert (section.points["win"], section.move_limit) == ("3", 200)
    assert (section.rulebook, section.first_table, section.rounds) == ("tiantian2020", 31, 5)
    starts = dict(section.round_set.exclude(starts_at=None).values_list("number", "starts_at"))
    assert {number: at.isoformat()[:16] for number, at in starts.items()} == {
        1: "2015-09-22T01:00",
        5: "2015-09-24T06:30",
    }
    backwards = form | {"name": "Three", "ends": "2015-09-22T08:00"}
    assert "Round 5 must start later than round 1." in text(send(world, backwards))
    late = form | {"name": "Two", "starts": "2016-01-01T09:00"}
    answer = send(world, late)
    assert answer.status_code == 422
    assert "outside the days of the event" in text(answer)

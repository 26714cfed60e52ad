"""The board of a running game for whoever writes its plies: the phone at the table, a player, the desk."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.acts.table_links import issue_table_links, renew_table_link, revoke_table_link
from games.models import LiveEvent, LiveGame, TableLink
from games.queries.live import event_of, stream_of
from games.queries.table_links import address_of, table_cards
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.world import World
from tournaments.models import Section

LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]


@pytest.fixture
@remembered
def linked(playing: World) -> World:
    """Every table has its link."""
    issue_table_links(section=playing.section, by=playing.users["carol"])
    return playing


def address(world: World, table: int = 1) -> str:
    link = TableLink.objects.get(section=world.section, table=table, revoked_at=None)
    return "/en" + reverse("table_page", args=[address_of(link).split("/b/")[1].strip("/")]).removeprefix(
        "/en"
    )


def players(world: World, table: int = 1) -> list[int]:
    return [entry.pk for entry in seats(world, table)]


def sent(client: Client, place: str, body: dict[str, Any], status: int = 200) -> dict[str, Any]:
    answer = client.post(f"{place}plies/", {"sent": json.dumps(body)})
    assert answer.status_code == status, answer.content
    answered: dict[str, Any] = answer.json()
    return answered


def plies(world: World, *moves: str, first: int = 1) -> dict[str, Any]:
    items = [{"ply": ply, "move": move, "key": f"k{ply}"} for ply, move in enumerate(moves, first)]
    return {"players": players(world), "plies": items}


def test_every_table_gets_its_link_and_loses_it(playing: World) -> None:
    by = playing.users["carol"]
    issued = issue_table_links(section=playing.section, by=by)
    cards = table_cards(playing.section)
    assert issued["issued"] == len(cards) == len({card.address for card in cards if card.address})
    assert issue_table_links(section=playing.section, by=by) == {"issued": 0}
    before = address(playing)
    assert Client().get(before).status_code == 200
    renew_table_link(section=playing.section, table=1, by=by)
    assert Client().get(before).status_code == 410
    renewed = address(playing)
    revoke_table_link(section=playing.section, table=1, by=by)
    assert Client().get(renewed).status_code == 410
    with pytest.raises(Refusal, match="no-link"):
        revoke_table_link(section=playing.section, table=1, by=by)


def test_the_phone_at_the_table_writes_and_reads(linked: World, client: Client) -> None:
    place = address(linked)
    page = client.get(place)
    assert page.status_code == 200
    assert page["Referrer-Policy"] == "no-referrer"
    assert page.context["state"]["seq"] == 0
    answered = sent(client, place, plies(linked, *LINE))
    assert [item["code"] for item in answered["answers"]] == ["taken"] * 4
    assert answered["state"]["moves"] == LINE
    assert LiveEvent.objects.first().writer == "table"  # type: ignore[union-attr]
    again = sent(client, place, plies(linked, *LINE))
    assert again["answers"] == answered["answers"]
    assert client.get(f"{place}state/?seen=4-").status_code == 204
    assert client.get(f"{place}state/?seen=3-").json()["moves"] == LINE
    back = sent(client, place, {"players": players(linked), "back": 3})
    assert back["state"]["moves"] == LINE[:3]


def test_an_illegal_ply_is_kept_and_only_the_referee_is_told(linked: World, client: Client) -> None:
    place = address(linked)
    answered = sent(client, place, plies(linked, "h2e2", "h9h7"))
    assert [item["code"] for item in answered["answers"]] == ["taken", "illegal-kept"]
    assert (answered["state"]["certain_to"], answered["state"]["prompts"]) == (1, [])
    desk = linked.client("dave").get(reverse("desk_board_state", args=["cup", "men", 1, 1])).json()
    [prompt] = desk["prompts"]
    assert prompt["text"].startswith("Black played h9h7 (move 1 of Black): not possible (")


def test_two_phones_disagree_and_the_referee_sees_both(linked: World, client: Client) -> None:
    place = address(linked)
    sent(client, place, plies(linked, *LINE[:2]))
    other = {"players": players(linked), "plies": [{"ply": 2, "move": "b9c7", "key": "other"}]}
    answered = sent(client, place, other)
    assert answered["answers"][0]["refused"] is True
    assert "Another move stands here already: h9g7 (table, " in answered["answers"][0]["text"]
    desk = linked.client("dave").get(reverse("desk_board_state", args=["cup", "men", 1, 1])).json()
    assert desk["objections"][0].startswith("2. b9c7 (table, ")


def test_a_players_device_is_a_page_only_on_line(playing: World, client: Client) -> None:
    first, second = seats(playing)
    assert client.get(own_page(first, "my_board", 1)).status_code == 404
    Section.objects.filter(pk=playing.section.pk).update(online=True, rulebook="xiangqi-com")
    assert client.get(own_page(first, "my_board", 1)).status_code == 200
    place = own_page(first, "my_board", 1)
    assert sent(client, place, plies(playing, "h2e2"))["state"]["moves"] == ["h2e2"]
    assert sent(client, own_page(second, "my_board", 1), plies(playing, "h9h8", first=2))["answers"][0][
        "refused"
    ]


BAD: list[Any] = [
    "no object",
    {"plies": []},
    {"plies": "x"},
    {"plies": [{"ply": "1", "move": "h2e2"}]},
    {"plies": [{"ply": 1, "move": "h" * 10_000}]},
    {"plies": [{"ply": 1, "move": "h2e2", "extra": 1}]},
    {"back": -1},
    {"back": True},
]


@pytest.mark.parametrize("body", BAD, ids=str)
def test_what_is_no_request_is_refused_in_a_sentence(linked: World, client: Client, body: Any) -> None:
    if isinstance(body, dict):
        body = {"players": players(linked), **body}
    answer = client.post(f"{address(linked)}plies/", {"sent": json.dumps(body)})
    assert answer.status_code == 409
    assert not LiveEvent.objects.exists()


def test_whoever_has_seen_other_players_writes_nothing(linked: World, client: Client) -> None:
    body = plies(linked, *LINE) | {"players": players(linked, 2)}
    assert "Other players sit" in sent(client, address(linked), body, 409)["refused"]
    assert not LiveGame.objects.exists()


def test_the_page_of_links_shows_every_table(linked: World, text: Any) -> None:
    page = linked.client("carol").get(reverse("table_links", args=["cup", "men"]))
    assert page.status_code == 200
    assert text(page).count("The moves of the game at this table.") == len(table_cards(linked.section))
    assert linked.client("erin").get(reverse("table_links", args=["cup", "men"])).status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_of_links_costs_the_same_for_any_number(
    count: int, playing: World, django_assert_num_queries: Any
) -> None:
    issue_table_links(section=playing.section, by=playing.users["carol"])
    TableLink.objects.filter(table__gt=count).delete()
    carol = playing.client("carol")
    with django_assert_num_queries(2):
        table_cards(playing.section)
    assert carol.get(reverse("table_links", args=["cup", "men"])).status_code == 200


def test_weiqi_shows_what_is_taken(played: World, client: Client) -> None:
    issue_table_links(section=played.section, by=played.users["carol"])
    line = ["aa", "ba", "ii", "ab"]
    answered = sent(client, address(played), plies(played, *line))
    assert answered["state"]["plays"] == ["Baa", "Wba", "Bii", "Wab -aa"]
    assert client.get(address(played)).context["board"]["size"] == 9


def test_overtime_goes_with_a_ply(linked: World, client: Client) -> None:
    byo_yomi = {"overtime_periods": 3, "overtime_seconds": 30, "increment_seconds": 0}
    Section.objects.filter(pk=linked.section.pk).update(**byo_yomi)
    place = address(linked)
    assert 'data-overtime="first"' in client.get(place).content.decode()
    body = plies(linked, *LINE[:2])
    body["plies"][0] |= {"clock_first": 0, "overtime_first": "3x30"}
    body["plies"][1] |= {"clock_second": 65, "overtime_second": "soon"}
    answered = sent(client, place, body)
    assert [item["clocks_refused"] for item in answered["answers"]] == [[], ["soon"]]
    assert answered["state"]["clock_texts"] == ["0:00:00 + 3 × 30 s", "0:01:05"]
    later = plies(linked, LINE[2], first=3)
    later["plies"][0]["overtime_first"] = "2 × 30 s"
    sent(client, place, later)
    live = LiveGame.objects.get()
    assert live.overtime == {"first": {"main": False, "periods": 2, "period": 30}}
    assert [row.overtime for row in live.events.order_by("seq")][1] == {}
    stream = stream_of(live)
    assert stream.take_new() == []
    event = event_of(live.events.get(seq=3))
    assert str(event.overtime.first) == "2 × 30 s"

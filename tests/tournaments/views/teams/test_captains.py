"""The captain's page, by the private link and by an account; the desk's cards; what everybody reads."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.queries.hall import hall_version
from games.queries.mine import version
from portal import outbox
from portal.journal.models import JournalEntry
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import enter_again, make_entries, make_link, make_section, pair, publish, report_all
from tests.teams_world import captain_link, match_at, numbers, round_of, teams_playing, waiting_round
from tests.teams_world import signed_in_as as client
from tests.world import ValidClient
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.results import report_result
from tournaments.acts.teams.captains import name_captain
from tournaments.acts.teams.line_ups import give_line_up
from tournaments.models import CaptainLink, Entry, LineUp, Round, Seat, Team
from tournaments.queries.invitations import invitation_secret as players_secret
from tournaments.queries.teams.captains import captain_secret

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def waiting(cast: Cast) -> Round:
    return waiting_round(cast)


def teams(round_: Round, table: int = 1) -> tuple[Team, Team]:
    match = match_at(round_, table)
    assert match.second
    return match.first, match.second


def own_page(team: Team, leaf: str = "") -> str:
    return f"/en/t/{captain_secret(captain_link(team))}/{leaf}"


def boards(team: Team, *places: int, number: int = 1) -> dict[str, Any]:
    chosen = {f"board_{board}": numbers(team)[place] for board, place in enumerate(places, 1)}
    return {"round": number, **chosen}


@pytest.mark.slow
def test_a_link_without_a_language_leads_on_and_a_revoked_one_says_so(waiting: Round) -> None:
    team = teams(waiting)[0]
    answer = ValidClient().get(own_page(team).removeprefix("/en"), headers={"Accept-Language": "zh-CN"})
    assert answer["Location"].startswith("/zh-hans/t/")
    response = ValidClient().get(own_page(team))
    assert (response["Referrer-Policy"], response["X-Robots-Tag"]) == ("no-referrer", "noindex")
    assert not response.cookies
    url = own_page(team)
    CaptainLink.objects.filter(team=team).update(revoked_at=timezone.now())
    assert ValidClient().get(url).status_code == 410
    assert ValidClient().get("/en/t/" + "0" * 26 + "/").status_code == 404


@pytest.mark.slow
def test_the_page_offers_what_counts_by_default_and_one_press_hands_it_in(waiting: Round, text: Text) -> None:
    first, second = teams(waiting)
    response = ValidClient().get(own_page(first))
    assert "Waiting for your line-up." in text(response)
    assert "minutes left" in text(response)
    assert second.name in text(response)
    assert text(response).count("reserve") == 1
    answer = ValidClient().post(own_page(first, "line-up/"), boards(first, 0, 1, 2))
    assert answer.status_code == 302
    assert LineUp.objects.get().players == numbers(first)[:3]
    again = text(ValidClient().get(own_page(first)))
    assert "Submitted at" in again
    assert f"Waiting for the line-up of {second.name}, or for the deadline." in again
    assert "The other team submitted its line-up at" in text(ValidClient().get(own_page(second)))


@pytest.mark.slow
def test_what_cannot_be_is_said_at_the_board(waiting: Round, text: Text) -> None:
    team = teams(waiting)[0]
    refused = ValidClient().post(own_page(team, "line-up/"), boards(team, 0, 0, 1))
    assert refused.status_code == 422
    assert "sits at board 1 already" in text(refused)
    nonsense = {"round": "x", "board_1": "☃", "board_2": "-7", "board_3": "9" * 400}
    assert ValidClient().post(own_page(team, "line-up/"), nonsense).status_code == 422
    assert ValidClient().post(own_page(team, "line-up/"), boards(team, 0, 1, 2, number=77)).status_code == 404
    assert not LineUp.objects.exists()


@pytest.mark.slow
def test_who_plays_in_another_section_at_the_same_time_is_told(
    cast: Cast, waiting: Round, text: Text
) -> None:
    team = teams(waiting)[0]
    ours = team.entries.order_by("board_order").first()
    assert ours
    other = make_section(cast.event, "blitz", name="Blitz")
    make_entries(other, 3)
    enter_again(ours, other, number=4)
    round_ = publish(pair(other, 1))
    sentence = f"Also playing in another section at this time: {ours.player.name} (Blitz, round 1);"
    desk = reverse("match_desk", args=[cast.event.slug, waiting.section.slug, 1, 1])
    assert ValidClient().post(own_page(team, "line-up/"), boards(team, 0, 1, 2)).status_code == 302
    assert sentence in text(ValidClient().get(own_page(team)))
    assert sentence in text(client(cast.dave).get(desk))
    assert sentence not in text(client(cast.carol).get(desk)), "who may not see the line-up"
    later = waiting.starts_at + timedelta(hours=5) if waiting.starts_at else None
    Round.objects.filter(pk=round_.pk).update(starts_at=later)
    assert sentence not in text(ValidClient().get(own_page(team)))
    Round.objects.filter(pk=round_.pk).update(starts_at=waiting.starts_at)
    assert sentence in text(client(cast.dave).get(desk))
    report_all(round_)
    assert sentence not in text(client(cast.dave).get(desk))


def test_a_late_line_up_is_refused_in_one_sentence(waiting: Round, text: Text) -> None:
    team = teams(waiting)[0]
    now = timezone.now()
    times = {"starts_at": now + timedelta(minutes=20), "published_at": now - timedelta(hours=2)}
    Round.objects.filter(pk=waiting.pk).update(**times)
    refused = ValidClient().post(own_page(team, "line-up/"), boards(team, 0, 1, 2))
    assert refused.status_code == 409
    assert "this line-up comes too late. Go to a referee." in text(refused)
    page = text(ValidClient().get(own_page(team)))
    assert "The line-ups are about to be revealed." in page
    assert 'id="hand-in"' not in page


@pytest.mark.slow
def test_the_open_page_asks_whether_there_is_news(cast: Cast, waiting: Round, text: Text) -> None:
    first, second = teams(waiting)

    def poll_answer() -> str:
        return ValidClient().get(own_page(first)).context["version"]

    before = poll_answer()
    assert ValidClient().get(own_page(first), {"v": before}).status_code == 204
    ValidClient().post(own_page(second, "line-up/"), boards(second, 0, 1, 2))
    assert ValidClient().get(own_page(first), {"v": before}).status_code == 200
    before = poll_answer()
    ValidClient().post(own_page(first, "line-up/"), boards(first, 3, 1, 0))
    response = ValidClient().get(own_page(first), {"v": before})
    assert "Waiting for the results of your boards." in text(response)
    before = poll_answer()
    # Board 2: the second team's player moves first, and wins.
    report_result(round_=round_of(waiting.section, 1), table=2, value="1-0", seen=None, by=cast.bob)
    response = ValidClient().get(own_page(first), {"v": before})
    assert "0 : 2" in text(response)
    assert "2 : 0" in text(ValidClient().get(own_page(second)))
    assert response.context["now"].boards[1].results[0].value == "0-1"


@pytest.mark.slow
def test_a_board_of_a_match_is_read_from_the_first_team(cast: Cast, waiting: Round, text: Text) -> None:
    first, second = teams(waiting)
    ValidClient().post(own_page(second, "line-up/"), boards(second, 0, 1, 2))
    ValidClient().post(own_page(first, "line-up/"), boards(first, 3, 1, 0))
    for table in (1, 2):
        report_result(round_=round_of(waiting.section, 1), table=table, value="1-0", seen=None, by=cast.bob)
    address = reverse("match_desk", args=[cast.event.slug, waiting.section.slug, 1, 1])
    rows = client(cast.bob).get(address).context["row"].boards
    assert [board.results[0].value for board in rows[:2]] == ["1-0", "0-1"]


@pytest.mark.slow
def test_everybody_reads_who_has_given_and_nothing_else(cast: Cast, waiting: Round, text: Text) -> None:
    first, _ = teams(waiting)
    ValidClient().post(own_page(first, "line-up/"), boards(first, 3, 1, 0))
    outbox.drain()
    section = waiting.section
    page = text(Client().get(f"/en/e/{cast.event.slug}/{section.slug}/round/1/"))
    assert page.count("line-up given") == 1
    assert "Line-ups are secret until both teams of a match have submitted theirs" in page
    document = Client().get(f"/api/v1/events/{cast.event.slug}/sections/{section.slug}/rounds/1").json()
    match = document["matches"][0]
    assert (match["revealed"], match["line_ups_given"]) == (False, ["first"])
    assert match["line_ups_until"]
    assert document["tables"] == []
    entry = first.entries.order_by("board_order").first()
    assert entry
    card = f"/api/v1/events/{cast.event.slug}/sections/{section.slug}/players/{entry.number}"
    assert Client().get(card).json()["rounds"] == []
    mine = text(ValidClient().get(f"/en/p/{players_secret(make_link(entry))}/"))
    assert "The line-ups of your team's match are not known yet." in mine


@pytest.mark.slow
def test_the_round_at_the_desk_says_who_is_missing_and_a_referee_reveals(
    cast: Cast, waiting: Round, text: Text
) -> None:
    first, second = teams(waiting)
    ValidClient().post(own_page(first, "line-up/"), boards(first, 3, 1, 0))
    place = [cast.event.slug, waiting.section.slug, 1]
    page = text(client(cast.carol).get(reverse("round_desk", args=place)))
    assert (page.count("line-up given"), page.count("line-up missing")) == (1, 3)
    assert f"line-ups missing from {second.name}" in page
    assert "Reveal line-ups now" not in page
    assert "6 results missing" in page
    match = reverse("match_desk", args=[*place, 1])
    secret = text(client(cast.carol).get(match))
    assert "Submitted line-ups" not in secret
    assert "Submitted line-ups" in text(client(cast.dave).get(match))
    to = reverse("reveal_line_ups", args=place)
    assert client(cast.carol).post(to, {"reason": "x"}).status_code == 403
    assert client(cast.dave).post(to, {"reason": ""}).status_code == 422
    assert client(cast.dave).post(to, {"reason": "the hall is ready"}).status_code == 302
    assert match_at(waiting).is_seated
    revealed = text(client(cast.carol).get(match))
    assert "Submitted line-ups" in revealed
    assert f"{second.name} submitted no line-up before the reveal and plays in its default order." in revealed
    assert f"{first.name} submitted no line-up" not in revealed
    assert "You submitted no line-up" in text(ValidClient().get(own_page(second)))
    assert "You submitted no line-up" not in text(ValidClient().get(own_page(first)))


@pytest.mark.slow
def test_a_captain_signs_in_and_finds_the_team(cast: Cast, waiting: Round, text: Text) -> None:
    first, second = teams(waiting)
    name_captain(section=waiting.section, team=first.pk, account=cast.charlie.username, by=cast.carol)
    captain = client(cast.charlie)
    mine = reverse("captain_account_page", args=[cast.event.slug, first.pk])
    assert mine in captain.get(reverse("desk")).content.decode()
    assert "Waiting for your line-up." in text(captain.get(mine))
    answer = captain.post(f"{mine}line-up/", boards(first, 3, 1, 0))
    assert (answer.status_code, answer["Location"]) == (302, mine)
    assert LineUp.objects.get().by == cast.charlie
    other = reverse("captain_account_page", args=[cast.event.slug, second.pk])
    assert captain.get(other).status_code == 404
    assert captain.post(f"{other}line-up/", boards(second, 0, 1, 2)).status_code == 404
    assert captain.get(reverse("event_desk", args=[cast.event.slug])).status_code == 404
    assert client(cast.alice).get(mine).status_code == 404


@pytest.mark.slow
def test_the_desk_makes_prints_and_withdraws_links(cast: Cast, waiting: Round, text: Text) -> None:
    place = [cast.event.slug, waiting.section.slug]
    desk, page = client(cast.carol), reverse("captain_links", args=place)
    assert "Create links for 4 captains" in text(desk.get(page))
    assert desk.post(reverse("issue_captain_links", args=place)).status_code == 302
    page_text = desk.get(page).content.decode()
    links = list(CaptainLink.objects.select_related("team"))
    assert all(f"/t/{captain_secret(link)}/" in page_text for link in links)
    team = links[0].team
    assert desk.post(reverse("revoke_captain_link", args=place), {"team": team.pk}).status_code == 302
    assert ValidClient().get(f"/en/t/{captain_secret(links[0])}/").status_code == 410
    refused = desk.post(reverse("name_captain", args=place), {"team": team.pk, "account": "☃"})
    assert refused.status_code == 422
    assert "No active account" in text(refused)
    assert page in desk.get(reverse("player_links", args=place)).content.decode()


@pytest.mark.slow
def test_a_card_keeps_back_a_link_that_opens_a_secret_line_up(cast: Cast, waiting: Round, text: Text) -> None:
    first, second = teams(waiting)
    page = reverse("captain_links", args=[cast.event.slug, waiting.section.slug])
    url, other = own_page(first), own_page(second)
    ValidClient().post(f"{url}line-up/", boards(first, 3, 1, 0))
    desk = client(cast.carol)
    response = desk.get(page)
    assert url.removeprefix("/en") not in response.content.decode()
    assert other.removeprefix("/en") in response.content.decode()
    assert text(response).count("it opens a line-up that is still secret") == 1
    to = reverse("issue_captain_links", args=[cast.event.slug, waiting.section.slug])
    assert desk.post(to, {"team": first.pk}).status_code == 302
    assert own_page(first) != url
    assert own_page(first).removeprefix("/en") in desk.get(page).content.decode()
    assert JournalEntry.objects.filter(act="issue_captain_links", after__team=first.pk).count() == 1
    ValidClient().post(own_page(second, "line-up/"), boards(second, 0, 1, 2))
    assert own_page(second).removeprefix("/en") in desk.get(page).content.decode()


@pytest.mark.slow
def test_the_cards_cost_as_much_for_any_number_of_accounts(cast: Cast, waiting: Round) -> None:
    page = reverse("captain_links", args=[cast.event.slug, waiting.section.slug])
    desk = client(cast.carol)
    counted = []
    people = (cast.alice, cast.bob, cast.charlie)
    for team, captain in zip(waiting.section.teams.order_by("number"), people, strict=False):
        Team.objects.filter(pk=team.pk).update(captain=captain)
        with CaptureQueriesContext(connection) as queries:
            assert captain.username in desk.get(page).content.decode()
        counted.append(len(queries))
    assert len(set(counted)) == 1


@pytest.mark.slow
def test_a_reserve_hears_of_the_reveal(waiting: Round, text: Text) -> None:
    first, second = teams(waiting)
    reserve = first.entries.get(board_order=4)
    mine = f"/en/p/{players_secret(make_link(reserve))}/"
    before = version(reserve)
    assert "The line-ups of your team's match are not known yet." in text(ValidClient().get(mine))
    for team in (first, second):
        ValidClient().post(own_page(team, "line-up/"), boards(team, 0, 1, 2))
    assert version(Entry.objects.get(pk=reserve.pk)) != before
    assert "The line-ups of your team's match are not known yet." not in text(ValidClient().get(mine))


def test_open_pages_of_the_desk_and_the_hall_hear_of_the_reveal_and_of_a_reserve(
    cast: Cast, waiting: Round
) -> None:
    first, second = teams(waiting)
    seen = [hall_version(round_of(waiting.section, 1))]
    for team in (first, second):
        ValidClient().post(own_page(team, "line-up/"), boards(team, 0, 1, 2))
    seen.append(hall_version(round_of(waiting.section, 1)))
    arguments = {
        "match": 1,
        "team": first.pk,
        "players": numbers(first)[1:],
        "reason": "ill",
        "by": cast.carol,
    }
    give_line_up(round_=round_of(waiting.section, 1), **arguments)
    seen.append(hall_version(round_of(waiting.section, 1)))
    assert len(set(seen)) == 3


@pytest.mark.slow
def test_line_ups_that_are_not_secret_are_read_as_soon_as_they_are_in(cast: Cast, text: Text) -> None:
    round_ = waiting_round(cast, settings={"team_secret": False})
    first, second = teams(round_)
    ValidClient().post(own_page(first, "line-up/"), boards(first, 3, 1, 0))
    outbox.drain()
    place = f"{cast.event.slug}/{round_.section.slug}"
    page = text(Client().get(f"/en/e/{place}/round/1/"))
    named = [f"{first.name} {number}" for number in (4, 2, 1)]
    assert [page.find(name) > 0 for name in named] == [True] * 3
    assert "secret" not in page
    events, sections = place.split("/")
    document = Client().get(f"/api/v1/events/{events}/sections/{sections}/rounds/1").json()
    (values,) = document["matches"][0]["given"]
    assert (values["team"], [item["name"] for item in values["players"]]) == ("first", named)
    theirs = text(ValidClient().get(own_page(second)))
    assert all(name in theirs for name in named)
    assert ", and public." in text(ValidClient().get(own_page(first)))
    desk = client(cast.bob).get(reverse("match_desk", args=[events, sections, 1, 1]))
    assert "secret" not in text(desk)


@pytest.mark.slow
def test_the_public_pages_of_a_round_whose_line_ups_are_secret_claim_no_results(
    waiting: Round, text: Text
) -> None:
    outbox.drain()
    event, section = waiting.section.event.slug, waiting.section.slug
    for leaf in (f"e/{event}/", f"e/{event}/{section}/"):
        page = text(Client().get(f"/en/{leaf}"))
        assert "no results yet" in page
        assert "all results are in" not in page
    rosters = text(Client().get(f"/en/e/{event}/{section}/teams/"))
    assert "line-ups awaited" in rosters
    assert "0 : 0" not in rosters


@pytest.mark.slow
def test_the_page_asks_before_a_board_is_forfeited(waiting: Round, text: Text) -> None:
    first, second = teams(waiting)
    ValidClient().post(own_page(second, "line-up/"), boards(second, 0, 1, 2))
    assert "only a referee can change them" in text(ValidClient().get(own_page(first)))
    sent = {**boards(first, 0, 1), "board_3": "0"}
    refused = ValidClient().post(own_page(first, "line-up/"), sent)
    assert refused.status_code == 422
    assert "Board 3 is left empty" in text(refused)
    assert 'name="forfeits"' in refused.content.decode()
    assert ValidClient().post(own_page(first, "line-up/"), {**sent, "forfeits": "on"}).status_code == 302
    page_text = text(ValidClient().get(own_page(first)))
    assert "you can still put a player at an empty board" in page_text
    assert 'name="forfeits"' not in ValidClient().get(own_page(first)).content.decode()
    assert ValidClient().post(own_page(first, "line-up/"), boards(first, 0, 1, 2)).status_code == 302


@pytest.mark.slow
def test_who_appeals_a_ruling_about_the_other_team_is_told_what_can_be_appealed(
    cast: Cast, text: Text
) -> None:
    round_ = teams_playing(cast)
    fouled, other = (
        Seat.objects.select_related("entry__team").get(round=round_, pairing__table=1, colour=colour).entry
        for colour in ("first", "second")
    )
    done = log_foul(
        round_=round_, table=1, player=fouled.number or 0, offence="technical", confirm=True, by=cast.bob
    )
    assert other.team
    values = {"round": 1, "foul": done["foul"], "statement": "They were wrong.", "once": "a"}
    answer = ValidClient().post(own_page(other.team, "appeal/send/"), values)
    assert answer.status_code == 403
    assert text(answer).count("You can appeal a foul of your own side") == 1
    assert own_page(other.team) in text(answer)

"""Armageddon for half a point: set, entered at the table, seen in the standings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast
from tests.tournaments.acts.played import make, round_of, start
from tests.working import compute
from tests.world import ValidClient
from tournaments.acts.change_section import change_section
from tournaments.acts.decider_games import play_decider_games
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round
from tournaments.acts.undo.undo import undo
from tournaments.models import Section
from tournaments.queries.files import section_as_file
from tournaments.queries.teams.team_matches import undecided_matches

STEP_NAME = "extra game"
ARMAGEDDON = "one; 1; even; lot; second-wins; 10 min + 2 s / 7 min + 2 s"
POINTS = {"win": "3", "draw": "1", "loss": "0", "decider": "0.5"}


def norway(cast: Cast, preset: str = "axf-round-robin") -> Section:
    section = make(cast, 4, preset)
    wanted = {"steps": [ARMAGEDDON], "points": POINTS}
    change_section(section=section, wanted=wanted, reason="agreed", by=cast.alice)
    section.refresh_from_db()
    return section


@pytest.mark.slow
def test_a_drawn_game_of_a_round_robin_goes_on_and_its_winner_has_half_a_point(
    cast: Cast, client: ValidClient
) -> None:
    section = norway(cast)
    round_ = start(cast, section, 1)
    report_result(round_=round_, table=1, value="1/2", seen=None, by=cast.bob)
    report_result(round_=round_, table=2, value="1-0", seen=None, by=cast.bob)
    round_ = round_of(section, 1)
    assert undecided_matches(round_) == [1]
    client.force_login(cast.bob)
    desk = reverse("result", args=[cast.event.slug, section.slug, 1, 1])
    assert 'id="steps"' in client.get(desk).content.decode()
    with pytest.raises(Refusal, match="players-not-level"):
        play_decider_games(round_=round_, table=2, step=1, begins="first", results=["1/2"], by=cast.bob)
    # Second seat has Red and draws: the first one, with Black, has won it.
    play_decider_games(round_=round_, table=1, step=1, begins="second", results=["1/2"], by=cast.bob)
    assert undecided_matches(round_) == []
    close_round(round_=round_, by=cast.bob)
    compute()
    event = section_as_file(section)
    winner = next(game.first for game in event.games if game.table == 1)
    points = {row["number"]: row["points"] for row in section.standings.latest("pk").data["rows"]}
    assert points[winner] == "1.5"
    page = client.get(f"/en/e/{cast.event.slug}/{section.slug}/round/1/").content.decode()
    assert "½–½" in page.split("data-result")[1]
    assert STEP_NAME in page


def test_where_somebody_is_knocked_out_and_by_fides_system_it_gives_none(cast: Cast) -> None:
    section = make(cast, 4, "fide-dutch", rounds=3)
    with pytest.raises(Refusal, match="deciders-give-nothing"):
        change_section(section=section, wanted={"points": POINTS}, reason="agreed", by=cast.alice)


@pytest.mark.slow
def test_a_step_goes_on_with_the_time_that_is_left(cast: Cast, client: ValidClient) -> None:
    section = make(cast, 2, "knock-out")
    steps = ["one; 1; remaining; exchange; repeat; 20 min + 5 s"]
    change_section(section=section, wanted={"steps": steps}, reason="agreed", by=cast.alice)
    round_ = start(cast, section, 1)
    report_result(round_=round_, table=1, value="1/2", seen=None, by=cast.bob)
    round_ = round_of(section, 1)
    with pytest.raises(Refusal, match="step-left"):
        play_decider_games(round_=round_, table=1, step=1, first_left="12:40", by=cast.bob)
    with pytest.raises(Refusal, match="unreadable-clock"):
        play_decider_games(
            round_=round_, table=1, step=1, first_left="12:40", second_left="soon", by=cast.bob
        )
    client.force_login(cast.bob)
    desk = reverse("result", args=[cast.event.slug, section.slug, 1, 1])
    assert 'name="first_left"' in client.get(desk).content.decode()
    to = reverse("play_decider_games", args=[cast.event.slug, section.slug, 1, 1])
    assert client.post(to, {"step": 1, "first_left": "12:40", "second_left": "1:05"}).status_code == 302
    page = client.get(f"/en/e/{cast.event.slug}/{section.slug}/round/1/").content.decode()
    assert "12:40 – 1:05" in page
    # The result alone leaves the clocks as they were.
    assert client.post(to, {"step": 1, "result_1": "0"}).status_code == 302
    line = JournalEntry.objects.filter(act="play_decider_games").latest("pk")
    assert line.after["left"] == [760, 65]
    undo(event=cast.event, entry=line.pk, reason="a slip", by=cast.bob)
    game = section_as_file(section).games[0]
    assert (game.steps[0].left, game.steps[0].over) == ((760, 65), False)

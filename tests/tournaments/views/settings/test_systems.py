"""Systems and their options at the desk: chosen in the form, advised about, replays reported and shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.pages.rendered import parsed, render
from tests.tournaments.views.forms import SECTION
from tests.world import World
from tournaments.models import ResultReport, Round, Section
from tournaments.queries.seats import options_of

Text = Callable[[Any], str]


def create(world: World, **values: Any) -> Any:
    url = reverse("section_create", args=[world.event.slug])
    return world.client("alice").post(url, SECTION | values)


def test_a_swiss_with_a_final_in_columns_is_created(world: World, text: Text) -> None:
    arguments = {"card": "weiqi", "grouping": "columns", "final_after": 5, "final_size": 4}
    assert create(world, **arguments, third_place="yes", best_of="3").status_code == 302
    section = Section.objects.get(slug="women")
    assert (section.system, section.grouping, section.rulebook) == ("wmsg2008", "columns", "weiqi")
    assert section.options == {"final": {"after": 5, "third_place": True, "best_of": 3}, "final_size": 4}
    page = text(world.client("bob").get(reverse("section_desk", args=[world.event.slug, "women"])))
    assert "Final of 4 players after round 5." in page
    assert "Matches are the best of 3 games." in page


def test_options_of_another_system_are_left_out(world: World) -> None:
    assert create(world, card="knock-out", final_after=5, early_federation="yes", third_place="yes")
    assert Section.objects.get(slug="women").options == {"third_place": True}


def test_the_practice_of_2009_is_chosen_for_wxc2015_alone(world: World, text: Text) -> None:
    assert create(world, practice_2009="yes", final_after=5, final_size=2).status_code == 302
    section = Section.objects.get(slug="women")
    assert section.options["practice_2009"] is True
    assert section.options["final"]["after"] == 5
    assert options_of(section).practice_2009
    page = text(world.client("bob").get(reverse("section_desk", args=[world.event.slug, "women"])))
    assert "As practised in 2009: a bye counts in the colours" in page
    assert create(world, slug="other", once="o", card="wmsg2008", practice_2009="yes").status_code == 302
    assert Section.objects.get(slug="other").options == {}


def test_a_final_that_does_not_fit_is_said_beside_its_field(world: World, text: Text) -> None:
    answer = create(world, final_after=6, final_size="4")
    assert answer.status_code == 422
    assert "This final would end in round 8, and the section has 7 rounds." in text(answer)
    assert not Section.objects.filter(slug="women").exists()


@pytest.mark.slow
def test_many_rounds_for_few_players_draw_a_warning(world: World, drawn: World, text: Text) -> None:
    url = reverse("section_desk", args=[world.event.slug, "women"])
    assert create(world, players=10).status_code == 302
    page = text(world.client("alice").get(url))
    assert "7 rounds for 10 players: up to round 5 there is always a pairing without rematches" in page
    # No advice that contradicts the warning: eight are usual, and seven are many.
    assert "about 8" not in page
    assert create(world, slug="few", once="l", players=6).status_code == 422
    # Eight players for five rounds: the section of the fixture, by those who are entered.
    assert "5 rounds for 8 players: up to round 4" in text(drawn.get("alice", "section_desk"))
    Section.objects.filter(pk=drawn.section.pk).update(rounds=9)
    page = text(drawn.get("alice", "section_desk"))
    assert "cannot play this many rounds without rematches" in page
    assert "or fewer rounds: about 6." in page
    drawn.section.entries.filter(number__gt=6).delete()
    # Six have opponents for five rounds, and are not advised to play six.
    assert "or fewer rounds: about 5." in text(drawn.get("alice", "section_desk"))


def test_a_section_that_is_over_needs_no_advice_and_a_record_may_have_no_seed(
    drawn: World, text: Text
) -> None:
    assert "Draw seed" in text(drawn.get("alice", "section_desk"))
    drawn.section.round_set.update(state=Round.State.CLOSED)
    Section.objects.filter(pk=drawn.section.pk).update(state=Section.State.FINISHED, seed="")
    over = text(drawn.get("alice", "section_desk"))
    assert "without rematches" not in over
    assert "Draw seed" not in over


@pytest.mark.slow
def test_a_replay_is_reported_at_its_table_and_shown(drawn: World, text: Text) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(system="knock-out", rounds=3, tiebreaks=[])
    drawn.published()
    assert drawn.post("carol", "report_result", 1, line="1 =").status_code == 302
    page_text = text(drawn.get("carol", "round_desk", 1))
    assert 'Enter as game 2<span class="only-read">of table 1</span>' in page_text
    # Typed like the first game, it may be the second one or a correction: the page asks which.
    question = drawn.post("carol", "report_result", 1, line="1 1-0")
    assert question.status_code == 409
    assert "Enter as game 2: 1–0" in text(question)
    assert 'name="game" value="2"' in question.content.decode()
    referee = text(drawn.post("bob", "report_result", 1, line="1 1-0"))
    assert referee.index("Enter as game 2: 1–0") < referee.index("Replace ½–½ of game 1 with 1–0")
    page = drawn.get("carol", "result", 1, 1)
    assert "Game 2 of the match:" in text(page)
    form = page.context["form"]
    sent = {"table": 1, "game": form["game"].value(), "seen": form["seen"].value() or "", "value": "1-0"}
    assert drawn.post("carol", "report_result", 1, **sent).status_code == 302
    assert list(ResultReport.objects.values_list("game", "value")) == [(1, "1/2"), (2, "1-0")]
    # Seen from the seats of the table, the second player has won.
    assert "½–½, 0–1" in text(drawn.get("carol", "round_desk", 1))
    public = parsed(render("round", {"section": drawn.section.pk, "round": 1}))
    [row] = [tr for tr in public.iter("tr") if tr.get("data-key") == "t1"]
    assert "½–½, 0–1" in "".join(row.itertext())
    answer = drawn.post("carol", "report_result", 1, table=1, game=3, value="1-0")
    assert answer.status_code == 409
    assert "Table 1 has no game 3 to report" in text(answer)
    first = drawn.get("bob", "result", 1, 1).context["row"].reports[0]
    again = drawn.client("bob").get(drawn.url("result", 1, 1) + "?game=1")
    assert again.context["form"]["seen"].value() == first.pk
    assert "Correct to" in text(again)

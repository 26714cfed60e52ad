"""A Swiss of teams whose upper half draws its opponents in round 1 (CXA 2016), from lots to reasons."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.policy import Refusal
from tests.cast import Cast, last
from tests.teams_world import make_team_section, published
from tournaments.acts.sections import draw_lots
from tournaments.acts.teams.teams import rank_teams
from tournaments.acts.undo.undo import undo
from tournaments.exchange import tournament_file
from tournaments.models import Entry, Section
from tournaments.queries.files import section_as_file
from tournaments.state.lots import lot_digest
from tournaments.wording.refusals import refusal_sentence

RATINGS = {"Hanoi": 2500, "Beijing": 2400, "Penang": 2300}


@pytest.mark.slow
def test_teams_are_numbered_by_rating_and_the_upper_half_draws(cast: Cast) -> None:
    settings = {"team_first_round": "cxa-2016"}
    section = make_team_section(cast.event, cast.alice, teams=8, settings=settings)
    assert section.team_rules["first_round"] == "cxa-2016"
    for name, rating in RATINGS.items():
        # A reserve does not count.
        at_boards = Entry.objects.filter(section=section, team__name=name, board_order__lte=3)
        at_boards.update(rating=rating)
    Entry.objects.filter(section=section, team__name="Macao", board_order=4).update(rating=2700)
    draw_lots(section=section, by=cast.bob)
    names = list(section.teams.order_by("number").values_list("name", flat=True))
    assert names[:3] == list(RATINGS)

    round_ = published(Section.objects.get(pk=section.pk), cast.bob)
    lots = sorted(range(5, 9), key=lambda number: lot_digest(section.seed, "first-round", str(number), ""))
    expected = [
        (first_one, two) if (first_one + two) % 2 else (two, first_one)
        for first_one, two in zip(range(1, 5), lots, strict=True)
    ]
    matches = list(round_.matches.select_related("first", "second").order_by("table"))
    assert [(m.first.number, m.second.number) for m in matches if m.second] == expected
    assert [[reason["code"] for reason in m.reasons] for m in matches] == [["halves", "colour-sum"]] * 4
    version = round_.versions.get()
    assert version.input["options"] == {"first_round": "cxa-2016"}
    assert version.input["seed"] == section.seed


def test_ranks_at_the_last_event_come_before_ratings(cast: Cast) -> None:
    section = make_team_section(cast.event, cast.alice, teams=6, settings={"team_first_round": "cxa-2016"})
    Entry.objects.filter(section=section, team__name="Hanoi").update(rating=2500)
    keys = {team.name: team.pk for team in section.teams.all()}
    ranks = {keys["Penang"]: 1, keys["Macao"]: 4, keys["Beijing"]: 2}
    assert rank_teams(section=section, ranks=ranks, by=cast.alice) == {"ranked": 3}
    draw_lots(section=section, by=cast.bob)

    names = list(section.teams.order_by("number").values_list("name", flat=True))
    # Hanoi was not there: it comes after all who were, before those without a rating.
    assert names[:4] == ["Penang", "Beijing", "Macao", "Hanoi"]

    section.refresh_from_db()
    file = section_as_file(section)
    assert file.teams is not None
    assert [team.last_rank for team in file.teams.teams] == [1, 2, 4, None, None, None]
    assert tournament_file.loads(tournament_file.dumps(file)) == file


def test_wrong_ranks_are_one_sentence_each(cast: Cast) -> None:
    section = make_team_section(cast.event, cast.alice, settings={"team_first_round": "cxa-2016"})
    first_one, two, *_ = section.teams.order_by("pk").values_list("pk", flat=True)

    def refusal_text(ranks: dict[int, int | None], **more: Any) -> str:
        with pytest.raises(Refusal) as caught:
            rank_teams(section=section, ranks=ranks, by=cast.alice, **more)
        return refusal_sentence(caught.value.code, caught.value.params)

    assert refusal_text({first_one: 0}) == "A rank at the last event is 1 to 999."
    assert refusal_text({first_one: 3, two: 3}) == "Two teams have rank 3 at the last event."
    rank_teams(section=section, ranks={first_one: 3}, by=cast.alice)
    assert refusal_text({two: 3}) == "Two teams have rank 3 at the last event."
    assert refusal_text({first_one: 5}, seen={first_one: None}).startswith("Someone else has changed this")
    rank_teams(section=section, ranks={first_one: None, two: 3}, by=cast.alice)
    undo(event=cast.event, entry=last("rank_teams").pk, reason="typed wrongly", by=cast.alice)
    assert dict(section.teams.filter(pk__in=(first_one, two)).values_list("pk", "last_rank")) == {
        first_one: 3,
        two: None,
    }
    draw_lots(section=section, by=cast.bob)
    section.refresh_from_db()
    assert refusal_text({first_one: 1}) == "The lots are drawn: the teams have their numbers."


@pytest.mark.slow
def test_the_desk_types_them_and_everybody_reads_them(cast: Cast, text: Callable[[Any], str]) -> None:
    section = make_team_section(cast.event, cast.alice, settings={"team_first_round": "cxa-2016"})
    alice = Client()
    alice.force_login(cast.alice)
    where = [cast.event.slug, section.slug]
    page = alice.get(reverse("teams", args=where))
    assert "Ranks at the last event" in text(page)
    seen = page.context["ranks"]["seen"].value()
    names = dict(section.teams.values_list("name", "pk"))
    values = {"seen": json.dumps(seen), f"rank_{names['Hanoi']}": "1", f"rank_{names['Beijing']}": "1"}
    refused = alice.post(reverse("rank_teams", args=where), values)
    assert refused.status_code == 422
    assert "Two teams have rank 1" in text(refused)
    values[f"rank_{names['Beijing']}"] = "2"
    assert alice.post(reverse("rank_teams", args=where), values).status_code == 302
    assert Client().get(f"/en/e/{cast.event.slug}/{section.slug}/teams/").status_code == 200
    draw_lots(section=section, by=cast.bob)
    outbox.drain()
    assert "Rank at the last event: 2" in text(Client().get(f"/en/e/{cast.event.slug}/{section.slug}/teams/"))
    assert "Ranks at the last event" not in text(alice.get(reverse("teams", args=where)))

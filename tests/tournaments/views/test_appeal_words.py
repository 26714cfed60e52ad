"""What a player reads of a ruling before an appeal: which one it is and who decided, in the own language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import make_link
from tests.working import compute
from tests.world import ValidClient, World, entry_at
from tournaments.acts.refereeing.appeals import decide_appeal, set_appeal_rules, submit_appeal
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.models import Appeal, Foul
from tournaments.queries.invitations import invitation_secret

pytestmark = pytest.mark.django_db

Text = Callable[[Any], str]


@pytest.mark.slow
def test_of_two_fouls_for_one_act_the_page_says_which_in_the_readers_language(
    drawn: World, text: Any
) -> None:
    drawn.published()
    red = entry_at(drawn, 1, "first")
    log_foul(
        round_=drawn.round(),
        table=1,
        player=red.number,
        offence="missed-moves",
        missed=8,
        confirm=True,
        by=drawn.users["dave"],
    )
    address = reverse("my_appeal", args=[invitation_secret(make_link(red))])
    fouls = Foul.objects.in_force().filter(entry=red)
    pages = [text(ValidClient().get(f"{address}?foul={foul.pk}")) for foul in fouls]
    for which, page in zip(("1 of 2", "2 of 2"), pages, strict=True):
        assert page.count(f"Moves not recorded ({which} in this game)") == 1
    chinese = text(ValidClient().get(address.replace("/en/", "/zh-hans/") + f"?foul={fouls[0].pk}"))
    assert "最多 3000 个字。" in chinese
    assert "<dt>裁决人</dt>" in chinese
    assert "characters" not in chinese


@pytest.mark.slow
def test_two_appeals_against_two_fouls_of_one_act_are_told_apart_by_everybody(
    drawn: World, text: Text
) -> None:
    """At the desk, on the player's page and in public, while one of the fouls stands no more."""
    drawn.published()
    red = entry_at(drawn, 1, "first")
    link = make_link(red)
    set_appeal_rules(section=drawn.section, minutes=30, public=True, by=drawn.users["alice"])
    missed = {"offence": "missed-moves", "missed": 8, "confirm": True}
    log_foul(round_=drawn.round(), table=1, player=red.number, **missed, by=drawn.users["dave"])
    for foul in Foul.objects.in_force().filter(entry=red).order_by("-pk"):
        submit_appeal(round_=drawn.round(), foul=foul.pk, statement=f"No. {foul.pk}", by=link)
    upheld, rejected = Appeal.objects.order_by("foul")
    decided = {"panel": "Ho, Lee", "reasons": "So it was.", "by": drawn.users["bob"]}
    decide_appeal(appeal=upheld, outcome="upheld", **decided)
    decide_appeal(appeal=rejected, outcome="rejected", **decided)
    compute()
    mine = ValidClient().get(reverse("my_page", args=[invitation_secret(link)]))
    public = ValidClient().get(f"/en/e/{drawn.event.slug}/{drawn.section.slug}/")
    desk = text(drawn.get("bob", "appeals"))
    for page in (desk, text(mine), text(public)):
        for which in ("1 of 2", "2 of 2"):
            assert page.count(f"Moves not recorded ({which} in this game)") == 1
    assert "Round 1, table 1</a>: <" in desk


@pytest.mark.slow
def test_who_may_not_decide_an_appeal_reads_who_does(drawn: World, text: Any) -> None:
    drawn.published()
    red = entry_at(drawn, 1, "first")
    done = log_foul(
        round_=drawn.round(),
        table=1,
        player=red.number,
        offence="technical",
        confirm=True,
        by=drawn.users["dave"],
    )
    submit_appeal(round_=drawn.round(), foul=done["foul"], statement="It was not me.", by=make_link(red))
    sentence = "The chief referee enters the decision of the panel."
    assert sentence in text(drawn.get("dave", "appeals"))
    assert sentence not in text(drawn.get("bob", "appeals"))
    # The list says the round once: it stands before the sentence.
    desk = text(drawn.client("bob").get(reverse("event_desk", args=[drawn.event.slug])))
    assert "1 appeal to decide" in desk
    assert "Round 1: 1 appeal" not in desk


def test_a_game_that_is_played_shows_no_points_gained_yet(drawn: World, text: Any) -> None:
    drawn.published()
    address = reverse("my_page", args=[invitation_secret(make_link(entry_at(drawn, 1, "first")))])
    page = text(ValidClient().get(address))
    assert "no result yet" in page
    assert "+0" not in page

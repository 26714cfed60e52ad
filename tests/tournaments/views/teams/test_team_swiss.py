"""FIDE's Swiss for teams through the screens: from the card to a round that anybody can verify."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from portal import outbox
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import all_reported, closed, published, round_of, teams_playing
from tests.world import ValidClient
from tournaments.acts.teams.team_matches import penalise_team
from tournaments.models import Match, Round, Section

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def third(cast: Cast) -> Round:
    """Seven teams, two rounds played, the third is public."""
    round_ = teams_playing(cast, preset="fide-team", teams=7, rounds=4)
    for number, value in ((1, "1-0"), (2, "1/2")):
        all_reported(round_, cast.bob, value)
        closed(round_, cast.bob)
        round_ = published(round_.section, cast.bob, number + 1)
    return round_


def document(round_: Round) -> dict[str, Any]:
    section = round_.section
    answer = Client().get(
        f"/api/v1/events/{section.event.slug}/sections/{section.slug}/rounds/{round_.number}"
    )
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


def verified(data: dict[str, Any], folder: Path) -> tuple[int, str]:
    """Exit code and what `verify_pairing` says."""
    file = folder / "round.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("verify_pairing", str(file), stdout=out, stderr=err)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue() + err.getvalue()
    return 0, out.getvalue()


@pytest.mark.slow
def test_the_card_makes_it_and_its_settings_are_on_the_page(cast: Cast) -> None:
    client = ValidClient()
    client.force_login(cast.alice)
    address = reverse("section_create", args=[cast.event.slug])
    data = {"card": "fide-teams", "step": "3", "name": "Olympiad", "seed": "x", "create": "on", "rounds": "9"}
    data |= {"team_model": "B", "team_secondary_colours": "no", "team_primary": "board"}
    answer = client.post(address, data)
    assert answer.status_code == 302, answer.content.decode()
    section = Section.objects.get(name="Olympiad")
    assert (section.system, section.preset, section.team_rules["boards"]) == ("fide-team", "fide-team", 4)
    assert (section.team_rules["model"], section.team_rules["secondary_colours"]) == ("B", False)
    page = client.get(reverse("section_settings", args=[cast.event.slug, section.slug])).content.decode()
    assert 'name="team_accelerated"' in page
    refused = client.post(address, data | {"name": "Other", "team_accelerated": "yes"})
    assert refused.status_code == 422
    assert "Baku acceleration: this value is not possible" in refused.content.decode()


def test_teams_only(cast: Cast) -> None:
    from portal.policy import Refusal
    from tournaments.acts.sections import create_section

    with pytest.raises(Refusal, match="only-for-teams"):
        create_section(
            event=cast.event, slug="x", name="X", rounds=3, seed="s", preset="fide-team", by=cast.alice
        )


@pytest.mark.slow
def test_the_desk_says_why_and_the_page_that_it_is_verified(cast: Cast, third: Round, text: Text) -> None:
    client = ValidClient()
    client.force_login(cast.bob)
    place = [cast.event.slug, third.section.slug, 3]
    for match in third.matches.filter(table__isnull=False):
        page_text = text(client.get(reverse("match_desk", args=[*place, match.table])))
        assert "entered the round with a score of" in page_text
        assert "on board 1" in page_text or "moves first" in page_text or "was due to move" in page_text
    bye = third.matches.get(second=None)
    assert bye.reasons[0]["code"] == "team-bye"
    assert f"{bye.first.name} has the bye" in text(client.get(reverse("round_desk", args=place)))
    page = text(Client().get(f"/en/e/{cast.event.slug}/{third.section.slug}/round/3/"))
    assert "This is exactly the pairing the rules give." in page
    assert "Verify this pairing" in page
    assert f"/sections/{third.section.slug}/rounds/3" in page


@pytest.mark.slow
def test_the_document_of_the_round_is_verified_by_anybody(third: Round, tmp_path: Path) -> None:
    data = document(third)
    assert data["edition"]["digest"] == third.versions.get().digest
    code, message = verified(data, tmp_path)
    assert (code, message.splitlines()[0]) == (
        0,
        "Round 3, fide-team, paired outside official mode: verified",
    )

    other = json.loads(json.dumps(data))
    first = other["matches"][0]
    first["first"], first["second"] = first["second"], first["first"]
    code, message = verified(other, tmp_path)
    assert code == 1
    assert "moves first against" in message

    other = json.loads(json.dumps(data))
    other["proof"]["input"]["seedless"] = 1
    code, message = verified(other, tmp_path)
    assert code == 1
    assert "was not published from this input" in message

    for damage in ({"input": {}}, {"input": {**data["proof"]["input"], "present": 5}}, {}):
        code, message = verified({**data, "proof": {"allow_rematch": False, **damage}}, tmp_path)
        assert (code, message.count("\n")) == (2, 1), message


@pytest.mark.slow
def test_a_penalty_counts_when_the_next_round_is_paired(cast: Cast, third: Round) -> None:
    leader = third.section.teams.get(
        number=third.section.standings.order_by("-pk")[0].data["team_table"]["rows"][0]["team"]
    )
    penalise_team(section=third.section, team=leader.pk, match_points="-4", reason="late", by=cast.bob)
    all_reported(third, cast.bob)
    closed(third, cast.bob)
    fourth = published(third.section, cast.bob, 4)
    assert fourth.draft_input["penalties"] == [[3, leader.number, -4, 0]]
    outbox.drain()
    assert Match.objects.filter(round=round_of(third.section, 4)).count() == 4

"""Every page of a section of teams in the odd states of its matches: published pages run their templates only
where somebody opens them."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.cast import Cast
from tests.teams_world import all_reported, captain_link, closed, match_at, round_of, teams_playing
from tests.tournaments.pages.rendered import parsed, render, text_of
from tests.world import ValidClient
from tournaments.acts.results import report_result
from tournaments.acts.teams.team_forfeits import forfeit_boards, lift_forfeit
from tournaments.acts.teams.team_matches import forfeit_match
from tournaments.models import Round
from tournaments.queries.teams.captains import captain_secret

CUP = {"preset": "knock-out", "settings": {"team_forfeit_boards": 1}, "rounds": 2}
SCHEVENINGEN = {
    "preset": "scheveningen",
    "teams": 2,
    "members": 3,
    "rounds": 1,
    "settings": {"team_boards": 3, "team_primary": "board", "team_tiebreaks": ["board-points"]},
}


def forfeited(round_: Round, cast: Cast, *, both: bool) -> None:
    match = match_at(round_)
    for board, team in ((1, match.first_id), (2, match.second_id))[: 1 + both]:
        arguments = {"match": 1, "team": team, "from_board": board, "reason": "late", "by": cast.bob}
        forfeit_boards(round_=round_of(round_.section, 1), **arguments)


def lost(round_: Round, cast: Cast, *, lifted: bool) -> None:
    forfeit_match(round_=round_, match=1, lost_by="both", reason="late", by=cast.bob)
    if lifted:
        lift_forfeit(round_=round_of(round_.section, 1), match=1, reason="on the stairs", by=cast.bob)
        for table in (1, 2, 3):
            report_result(
                round_=round_of(round_.section, 1), table=table, value="1-0", seen=None, by=cast.bob
            )


def look_at_all(round_: Round, cast: Cast, answer: str) -> None:
    section, item = round_.section, {"section": round_.section_id}
    kinds: dict[str, dict[str, Any]] = {"round": item | {"round": 1}, "round-by-name": item | {"round": 1}}
    kinds |= {"event": {"event": section.event_id}, "section": item, "teams": item}
    if section.system == "knock-out":
        kinds["bracket"] = item
    if round_of(section, 1).state == Round.State.CLOSED:
        kinds["standings"] = item | {"after": 1}
        if section.system != "knock-out":
            kinds["crosstable"] = item | {"after": 1}
    pages = {kind: text_of(parsed(render(kind, params))) for kind, params in kinds.items()}
    assert answer in pages["round"]
    place = [section.event.slug, section.slug, 1]
    desk = ValidClient()
    desk.force_login(cast.bob)
    secret = captain_secret(captain_link(match_at(round_).first))
    addresses = (
        reverse("round_desk", args=place),
        reverse("match_desk", args=[*place, 1]),
        f"/en/t/{secret}/",
    )
    for address in addresses:
        assert desk.get(address).status_code == 200, address


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("arguments", "do", "how", "answer"),
    [
        (CUP, forfeited, {"both": False}, "lost the match by default."),
        (CUP, forfeited, {"both": True}, "Both teams lost the match by default."),
        (CUP, lost, {"lifted": True}, ""),
        ({}, lost, {"lifted": False}, "Both teams lost the match by default."),
        (SCHEVENINGEN, forfeited, {"both": True}, "Board 2: won by default"),
    ],
    ids=["boards", "boards-of-both", "lifted", "both-lost", "scheveningen"],
)
def test_every_page_of_teams_in_an_odd_state(
    cast: Cast, arguments: dict[str, Any], do: Any, how: dict[str, bool], answer: str
) -> None:
    round_ = teams_playing(cast, **arguments)
    do(round_, cast, **how)
    look_at_all(round_, cast, answer)
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    look_at_all(round_, cast, answer)

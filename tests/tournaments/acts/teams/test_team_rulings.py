"""Before a round of teams is paired: pairs that are fixed or forbidden, teams that do not play."""

from __future__ import annotations

import pytest

from portal.policy import Refusal
from tests.cast import Cast
from tests.teams_world import all_reported, closed, drawn_teams, published, round_of
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.rounds import is_outdated
from tournaments.acts.teams.team_absences import set_team_absence
from tournaments.models import Round, Section
from tournaments.pairing import recompute

SYSTEMS = pytest.mark.parametrize(
    "preset",
    ["wmsg2008", *(pytest.param(match, marks=pytest.mark.matrix) for match in ("wxc2015", "fide-team"))],
)


def made(round_: Round) -> set[tuple[int, int]]:
    """The numbers of the teams of each match, the first team first."""
    matches = round_.matches.filter(second__isnull=False).select_related("first", "second")
    return {(match.first.number or 0, match.second.number or 0) for match in matches if match.second}


def resting(round_: Round) -> list[int]:
    return [match.first.number or 0 for match in round_.matches.filter(second=None).select_related("first")]


def ruled(section: Section, cast: Cast, kind: str, pair: tuple[int, int], until: int | None = None) -> None:
    first, second = pair
    rule_pair(
        round_=round_of(section, 1),
        kind=kind,
        first=first,
        second=second,
        until=until,
        reason="sisters",
        by=cast.bob,
    )


@pytest.mark.slow
@SYSTEMS
def test_a_fixed_pair_of_teams_is_made_and_a_forbidden_one_is_not(cast: Cast, preset: str) -> None:
    section = drawn_teams(cast, teams=6, preset=preset)
    ruled(section, cast, "fixed", (6, 2))
    ruled(section, cast, "forbidden", (1, 3))
    ruled(section, cast, "forbidden", (1, 4))
    round_ = published(section, cast.bob)
    pairs = made(round_)
    assert (6, 2) in pairs
    assert {1, 5} in [set(pair) for pair in pairs]
    version = round_.versions.get()
    assert recompute(version.input).digest == version.digest
    # Of this round alone.
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    assert {1, 5} not in [set(pair) for pair in made(published(section, cast.bob, 2))]


@pytest.mark.slow
def test_a_pair_for_several_rounds_is_kept_and_lifted(cast: Cast) -> None:
    section = drawn_teams(cast, teams=4, preset="fide-team")
    ruled(section, cast, "forbidden", (1, 3), until=3)
    assert {1, 3} not in [set(pair) for pair in made(published(section, cast.bob))]
    [rule] = section.rulings.all()
    all_reported(round_of(section, 1), cast.bob)
    closed(round_of(section, 1), cast.bob)
    lift_rule(round_=round_of(section, 2), rule=rule.pk, by=cast.bob)
    second = published(section, cast.bob, 2)
    assert second.draft_input["forbidden"] == []


def test_what_cannot_be_ruled_says_why(cast: Cast) -> None:
    section = drawn_teams(cast, teams=5)
    team = section.teams.get(number=5)
    set_team_absence(section=section, team=team.pk, round_number=1, kind="Z", by=cast.carol)
    for first, second, code in ((1, 1, "same-team"), (1, 9, "no-such-team"), (1, 5, "team-not-playing")):
        with pytest.raises(Refusal) as refusal:
            ruled(section, cast, "fixed", (first, second))
        assert refusal.value.code == code
    ruled(section, cast, "fixed", (1, 2))
    with pytest.raises(Refusal, match="team-ruled"):
        ruled(section, cast, "fixed", (2, 3))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "points"), [("Z", ("0", "0")), ("H", ("1", "3")), ("F", ("2", "6"))])
@SYSTEMS
def test_a_team_that_is_away_is_not_paired_and_scores_what_it_asked_for(
    cast: Cast, preset: str, kind: str, points: tuple[str, str]
) -> None:
    section = drawn_teams(cast, teams=5, preset=preset)
    team = section.teams.get(number=2)
    set_team_absence(section=section, team=team.pk, round_number=1, kind=kind, by=cast.carol)
    round_ = published(section, cast.bob)
    assert 2 not in {number for pair in made(round_) for number in pair}
    assert resting(round_) == []
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    rows = section.standings.get().data["team_table"]["rows"]
    row = next(row for row in rows if row["team"] == 2)
    assert (row["match_points"], row["board_points"]) == points
    second = published(section, cast.bob, 2)
    assert 2 in {number for pair in made(second) for number in pair} | set(resting(second))
    if kind == "F":
        # Who had a full point without playing has no bye any more (C2, WXC 2.3).
        assert resting(second) != [2]


@pytest.mark.slow
def test_an_absence_makes_the_draft_out_of_date_and_is_taken_back(cast: Cast) -> None:
    section = drawn_teams(cast, teams=4, preset="fide-team")
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    key = section.teams.get(number=1).pk

    def absent(kind: str, number: int = 1) -> None:
        set_team_absence(section=section, team=key, round_number=number, kind=kind, by=cast.carol)

    absent("H")
    assert is_outdated(round_of(section, 1))
    absent("plays")
    assert not is_outdated(round_of(section, 1))
    for kind, number, code in (("X", 1, "absence-kind"), ("H", 9, "no-such-round")):
        with pytest.raises(Refusal, match=code):
            absent(kind, number)
    round_ = published(section, cast.bob)
    with pytest.raises(Refusal, match="state"):
        absent("H")
    assert len(made(round_)) == 2

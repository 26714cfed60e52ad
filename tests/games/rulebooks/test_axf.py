"""Every diagram of the World Xiangqi Rules, at the third occurrence, and seen otherwise."""

from typing import Any

import pytest

from games.rulebooks import axf
from games.rulebooks.findings import Kind
from games.xiangqi.values import CANNON, HORSE, SIDE_NAMES, Move
from tests.games.rulebooks.facts import diagrams, moves, play, position, seen_otherwise

OTHER = {"first-wins": "second-wins", "second-wins": "first-wins", "draw": "draw", "none": "none"}
CYCLES = [diagram for diagram in diagrams() if diagram["cycle"]]


def expected(diagram: dict[str, Any]) -> str:
    loser = diagram["loser"]
    return "draw" if loser is None else f"{SIDE_NAMES[loser == 'first']}-wins"


def line(diagram: dict[str, Any], times: int = 2) -> list[Move]:
    return moves(diagram["lead"]) + moves(diagram["cycle"]) * times


def test_there_are_87_diagrams() -> None:
    assert len(diagrams()) == 87
    assert len(CYCLES) == 86


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda one: f"{one['diagram']}: {one['position']}")
def test_a_diagram_at_the_third_occurrence(diagram: dict[str, Any]) -> None:
    played = play(diagram["position"], line(diagram))
    assert axf.verdict(played) == expected(diagram)
    last = [finding for finding in axf.findings(played) if finding.kind in (Kind.LOSS, Kind.DRAW)][-1]
    assert last.side == (None if diagram["loser"] is None else SIDE_NAMES.index(diagram["loser"]))


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda one: f"{one['diagram']}: {one['position']}")
def test_while_the_game_goes_on_the_same_side_must_change(diagram: dict[str, Any]) -> None:
    played = play(diagram["position"], line(diagram, 1))
    if played.repetitions[-1] == 2:
        assert axf.verdict(played) == "none"
    sides = {SIDE_NAMES[one.side] for one in axf.findings(played) if one.kind is Kind.MUST_CHANGE}  # type: ignore[index]
    assert sides == ({diagram["loser"]} if diagram["loser"] else set())


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda one: f"{one['diagram']}: {one['position']}")
@pytest.mark.parametrize("turn", [False, True], ids=["mirrored", "sides changed over"])
def test_seen_otherwise_it_is_the_same(diagram: dict[str, Any], turn: bool) -> None:
    start, there = seen_otherwise(position(diagram["position"]), line(diagram), turn=turn)
    wanted = expected(diagram)
    assert axf.verdict(play(start, there)) == (OTHER[wanted] if turn else wanted)


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda one: f"{one['diagram']}: {one['position']}")
def test_every_later_occurrence_and_every_ply_of_the_cycle_say_the_same(diagram: dict[str, Any]) -> None:
    cycle = moves(diagram["cycle"])
    for more in range(len(cycle) + 1):
        played = play(diagram["position"], line(diagram) + cycle[:more])
        assert axf.verdict(played) == expected(diagram), more


def test_a_position_that_did_not_come_again_has_no_verdict() -> None:
    assert axf.verdict(play(diagrams()[0]["position"], "")) == "none"
    assert axf.findings(play(diagrams()[0]["position"], "")) == []


@pytest.mark.parametrize(("diagram", "attackers"), [("25", {CANNON}), ("42", {CANNON, HORSE})])
def test_who_chases_a_protected_chariot_with_horse_or_cannon_breaks_article_7(
    diagram: str, attackers: set[int]
) -> None:
    """Article 5 speaks of unprotected pieces; it is cited where the piece has no protection."""
    [shown] = [one for one in CYCLES if str(one["diagram"]) == diagram]
    played = play(shown["position"], line(shown))
    found = axf.findings(played)[-1]
    assert (found.article, found.code, found.evidence["victim"]) == ("7", "perpetual-chase", "R")
    plies = found.evidence["plies"]
    assert isinstance(plies, list)
    chases = [one.threat for ply in plies for one in played.attacks(ply) if axf.article_7(one.threat)]
    assert {one.attacker for one in chases} == attackers
    assert all(one.protected for one in chases)
    plain = play("2bak4/4a4/4b4/9/9/c8/1R7/9/4A4/4KA3 w", "b3a3 a4b4 a3b3 b4a4 " * 2)
    assert axf.findings(plain)[-1].article == "5"

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


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda case: f"{case['diagram']}: {case['position']}")
def test_a_diagram_at_the_third_occurrence(diagram: dict[str, Any]) -> None:
    played = play(diagram["position"], line(diagram))
    assert axf.last_verdict(played) == expected(diagram)
    last = [finding for finding in axf.findings(played) if finding.kind in (Kind.LOSS, Kind.DRAW)][-1]
    assert last.side == (None if diagram["loser"] is None else SIDE_NAMES.index(diagram["loser"]))


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda case: f"{case['diagram']}: {case['position']}")
def test_while_the_game_goes_on_the_same_side_must_change(diagram: dict[str, Any]) -> None:
    played = play(diagram["position"], line(diagram, 1))
    if played.repetitions[-1] == 2:
        assert axf.last_verdict(played) == "none"
    sides = {SIDE_NAMES[finding.side] for finding in axf.findings(played) if finding.kind is Kind.MUST_CHANGE}  # type: ignore[index]
    assert sides == ({diagram["loser"]} if diagram["loser"] else set())


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda case: f"{case['diagram']}: {case['position']}")
@pytest.mark.parametrize("turn", [False, True], ids=["mirrored", "sides changed over"])
def test_seen_otherwise_it_is_the_same(diagram: dict[str, Any], turn: bool) -> None:
    start, there = seen_otherwise(position(diagram["position"]), line(diagram), turn=turn)
    wanted = expected(diagram)
    assert axf.last_verdict(play(start, there)) == (OTHER[wanted] if turn else wanted)


@pytest.mark.parametrize("diagram", CYCLES, ids=lambda case: f"{case['diagram']}: {case['position']}")
def test_every_later_occurrence_and_every_ply_of_the_cycle_say_the_same(diagram: dict[str, Any]) -> None:
    cycle = moves(diagram["cycle"])
    for more in range(len(cycle) + 1):
        played = play(diagram["position"], line(diagram) + cycle[:more])
        assert axf.last_verdict(played) == expected(diagram), more


def test_a_position_that_did_not_come_again_has_no_verdict() -> None:
    assert axf.last_verdict(play(diagrams()[0]["position"], "")) == "none"
    assert axf.findings(play(diagrams()[0]["position"], "")) == []


@pytest.mark.parametrize(("diagram", "attackers"), [("25", {CANNON}), ("42", {CANNON, HORSE})])
def test_who_chases_a_protected_chariot_with_horse_or_cannon_breaks_article_7(
    diagram: str, attackers: set[int]
) -> None:
    """Article 5 speaks of unprotected pieces; it is cited where the piece has no protection."""
    [page] = [case for case in CYCLES if str(case["diagram"]) == diagram]
    played = play(page["position"], line(page))
    findings_found = axf.findings(played)[-1]
    assert (findings_found.article, findings_found.code, findings_found.evidence["victim"]) == (
        "7",
        "perpetual-chase",
        "R",
    )
    plies = findings_found.evidence["plies"]
    assert isinstance(plies, list)
    chases = [
        attack.threat for ply in plies for attack in played.attacks(ply) if axf.article_7(attack.threat)
    ]
    assert {chase.attacker for chase in chases} == attackers
    assert all(chase.protected for chase in chases)
    plain = play("2bak4/4a4/4b4/9/9/c8/1R7/9/4A4/4KA3 w", "b3a3 a4b4 a3b3 b4a4 " * 2)
    assert axf.findings(plain)[-1].article == "5"


EVERY_SECOND_MOVE = [
    # The chariot attacks the horse anew, then takes its general's recapture away while the cannon attacks it.
    ("3k5/9/9/9/9/9/9/9/9/1rc1KN3 w", "f0g2 b0b2 g2f0 b2b0 " * 2, "first-wins"),
    # The chariot attacks the cannon with every move, and uncovers a check with every second.
    ("5k3/9/9/9/9/9/9/9/3KAC1rc/9 w", "f1f3 h1h3 f3f1 h3h1 " * 2, "first-wins"),
    # As before, but the cannon is protected on f3: it is chased in every second move only.
    ("5k3/9/9/9/6N2/9/9/9/3KAC1rc/9 w", "f1f3 h1h3 f3f1 h3h1 " * 2, "draw"),
]


@pytest.mark.parametrize("turn", [None, False, True], ids=["as it stands", "mirrored", "sides changed over"])
@pytest.mark.parametrize(("start", "text", "verdict"), EVERY_SECOND_MOVE)
def test_a_chase_that_checks_or_takes_the_recapture_away_in_every_second_move(
    start: str, text: str, verdict: str, turn: bool | None
) -> None:
    if turn is None:
        assert axf.last_verdict(play(start, text)) == verdict
        return
    board, there = seen_otherwise(position(start), moves(text), turn=turn)
    assert axf.last_verdict(play(board, there)) == (OTHER[verdict] if turn else verdict)

"""Norms by B.01 of 2024, and titles by percentage."""

from __future__ import annotations

import json
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import run
from tests.tournaments.ratings.worked import load, table
from tournaments.ratings.norms import (
    FIDE_NORMS,
    NormGame,
    Outlook,
    PercentStep,
    norm,
    outlook,
    promoted_title,
)
from tournaments.ratings.tables import dp, per_cent
from tournaments.text.titles import title_of


def games_of(case: dict[str, Any]) -> list[NormGame]:
    return [
        NormGame(rating, title, federation, int(2 * score))
        for rating, title, federation, score in case["games"]
    ]


@pytest.mark.parametrize("case", load("norms")["cases"], ids=lambda case: case["case"][:3])
def test_each_condition_of_a_result(case: dict[str, Any]) -> None:
    report = norm(
        FIDE_NORMS[case["title"]],
        games_of(case),
        case["federation"],
        exempt=case.get("exempt", False),
        fixed=case.get("last_games_fixed", False),
    )
    expected = case["expected"]
    assert report.met is expected["met"]
    assert list(report.left_out) == (expected["left_out"] or [])
    assert [report.average, report.percent, report.dp, report.performance] == [
        expected[key] for key in ("ra", "p", "dp", "rp")
    ]
    assert [(c.code.value, c.need, c.have, c.met) for c in report.conditions] == [
        (name, Fraction(need), Fraction(have), met) for name, need, have, met in case["checks"]
    ]


def test_least_and_most_numbers() -> None:
    rule = FIDE_NORMS["GM"]
    for row in table("norm-numbers"):
        n = int(row["games"])
        assert ceil(rule.holders_share * n) == int(row["holders_min"])
        assert max(3, ceil(rule.of_title_share * n)) == int(row["of_title_min"])
        assert floor(rule.own_at_most * n) == int(row["own_federation_max"])
        assert floor(rule.one_at_most * n) == int(row["one_federation_max"])
        assert Fraction(ceil(2 * rule.score * n), 2) == Fraction(row["score_min"])


def test_the_average_that_each_score_needs() -> None:
    for row in table("norm-averages"):
        n, halves = int(row["games"]), int(2 * Fraction(row["score"]))
        percent = per_cent(halves, n)
        assert (percent, dp(percent)) == (int(row["p"]), int(row["dp"]))
        for title, rule in FIDE_NORMS.items():
            assert max(rule.average, rule.performance - dp(percent)) == int(row[title])


def test_what_the_last_game_must_bring() -> None:
    cases = {case["case"][:3]: case for case in load("norms")["cases"]}
    gm, before = FIDE_NORMS["GM"], games_of(cases["N01"])[:8]
    last = NormGame(2350, "", "MAS", 0)
    assert outlook(gm, before, "CHN", last) is Outlook.WIN
    im = FIDE_NORMS["IM"]
    assert outlook(im, before, "CHN", last) is Outlook.MUST_PLAY
    assert outlook(im, games_of(cases["N14"])[:9], "VIE", last) is Outlook.REACHED
    assert outlook(im, games_of(cases["N14"])[:9], "VIE", last, fixed=True) is not Outlook.REACHED
    assert outlook(gm, games_of(cases["N07"])[:8], "CHN", last) is Outlook.IMPOSSIBLE
    better = [*before[:7], NormGame(2362, "", "CHN", 2)]
    assert outlook(gm, better, "CHN", last) is Outlook.DRAW


def test_opponents_without_a_federation_are_opponents_of_none() -> None:
    case = load("norms")["cases"][1]
    games = [
        NormGame(g.rating, g.title, "FID" if g.federation != "CHN" else "CHN", g.halves)
        for g in games_of(case)
    ]
    report = norm(FIDE_NORMS["GM"], games, "CHN")
    others = report.conditions[4]
    assert (others.have, others.met) == (0, False)
    assert report.conditions[0].have == 9


def test_titles_by_percentage() -> None:
    steps = [
        PercentStep(row["from"], int(row["percent_at_least"]), row["to"]) for row in table("cxa-percent")
    ]
    assert len(steps) == 34
    for step in steps:
        reached = Fraction(step.least, 100) * 18
        assert promoted_title(steps, step.former, reached, Fraction(18)) == title_of(step.title)
        below = promoted_title(steps, step.former, reached - Fraction(1, 1000), Fraction(18))
        assert below != title_of(step.title)
    assert promoted_title(steps, "地方大师", Fraction(13), Fraction(18)) == "CAM"
    assert promoted_title(steps, "CLM", Fraction(13), Fraction(18)) == "CAM"
    assert not promoted_title(steps, "地方大师", Fraction(12), Fraction(18))
    assert not promoted_title(steps, "特级大师", Fraction(18), Fraction(18))


@pytest.mark.slow
def test_the_command_prints_need_and_have(tmp_path: Path) -> None:
    case = load("norms")["cases"][0]
    path = tmp_path / "result.json"
    path.write_text(json.dumps(case))
    done = run("norm", path)
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "GM norm: no"
    assert lines[-1] == "- performance: 2591 (at least 2600)"
    assert "+ own federation at most: 3 (5)" in lines
    path.write_text(json.dumps(load("norms")["cases"][13]))
    done = run("norm", path, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["left_out"] == [10]
    assert run("norm", path, "--fixed").returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "document",
    [
        [],
        {"title": "XM", "federation": "CHN", "games": []},
        {"title": "GM", "federation": "CHN", "games": [[2500, "GM", "CHN", 3]]},
        {"title": "GM", "federation": "CHN", "games": [[99999, "GM", "CHN", 1]]},
    ],
)
def test_what_is_no_result(document: object, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(json.dumps(document))
    done = run("norm", path)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1

"""The commands on a tournament file in which teams meet: it is the teams that they pair, check and rank."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.exchange.team_sections import THREE_TEAMS
from tests.tournaments.pairing.builders import swiss
from tests.tournaments.pairing.commands import run
from tournaments.exchange import tournament_file, trf
from tournaments.pairing import PairingInputError, pair, pairing_input
from tournaments.pairing.reasons import ReasonCode
from tournaments.state.lots import seed_of_colour
from tournaments.state.tournament import Tournament

FILE = Path(__file__).resolve().parents[2] / "fixtures/tournaments/fide_team_drawn_black.trf"


def fide() -> Tournament:
    reading = trf.read(FILE.read_bytes())
    assert (reading.problems, reading.losses) == ((), ())
    assert reading.tournament is not None
    return reading.tournament


@pytest.fixture
def written(tmp_path: Path) -> str:
    path = tmp_path / "teams.json"
    path.write_text(tournament_file.dumps(fide()), encoding="utf-8")
    return str(path)


def answer_of_command(*arguments: str) -> tuple[int, dict[str, Any]]:
    code, out, err = run(*arguments, "--json")
    assert err == ""
    return code, json.loads(out)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_rounds_of_fides_swiss_for_teams_are_verified(written: str, number: int) -> None:
    """The drawn colour of record 152 among them: it is Black, and the odd numbers begin second."""
    code, answer = answer_of_command("verify_pairing", written, "--round", str(number))
    assert (code, answer["verified"], answer["system"]) == (0, True, "fide-team")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["typea-mp-02", "typeb-mp-gp-04", "nocolor-gp-mp-09"])
def test_a_team_file_of_fide_that_verifies_is_never_called_wrong(name: str, tmp_path: Path) -> None:
    """By none of the four commands: not even where its players, taken by themselves, met by no rule."""
    tournament = trf.read((FILE.parents[1] / f"fide/teams/{name}.trf").read_bytes()).tournament
    assert tournament is not None
    assert tournament.teams is not None
    path = tmp_path / "teams.json"
    path.write_text(tournament_file.dumps(tournament), encoding="utf-8")
    numbers = {team.number for team in tournament.teams.teams}
    last = max(match.round for match in tournament.teams.matches)
    for number in range(1, last + 1):
        code, verified = answer_of_command("verify_pairing", str(path), "--round", str(number))
        assert (code, verified["verified"], verified["system"]) == (0, True, "fide-team")
        _, paired = answer_of_command("pair", str(path), "--round", str(number))
        assert {row["first"] for row in paired["pairings"]} <= numbers
    _, table = answer_of_command("standings", str(path))
    assert (table["of"], {row["number"] for row in table["rows"]}) == ("teams", numbers)
    _, readings = answer_of_command("reproduce", str(path))
    assert readings["readings"][0]["all"] == dict.fromkeys(
        ("tables", "same_tables", "same_colours"), len(tournament.teams.matches)
    )


def test_matches_that_the_rule_makes_otherwise_are_named(tmp_path: Path) -> None:
    """Had White been drawn, odd numbers would have begun."""
    path = tmp_path / "turned.json"
    path.write_text(tournament_file.dumps(replace(fide(), seed=seed_of_colour(odd=True))), encoding="utf-8")
    code, answer = answer_of_command("verify_pairing", str(path), "--round", "1")
    assert code == 1
    assert answer["differences"] == [
        f"By the rules, No. {first} moves first against No. {second}."
        for first, second in ((1, 4), (5, 2), (3, 6))
    ]


def test_a_round_is_paired_by_teams(written: str) -> None:
    code, answer = answer_of_command("pair", written, "--round", "3")
    assert code == 0
    rows = [(row["table"], row["first"], row["second"]) for row in answer["pairings"]]
    assert rows == [(1, 1, 2), (2, 5, 3), (3, 6, 4)]
    assert "board 1" in " ".join(answer["pairings"][1]["reasons"])


def test_standings_are_those_of_the_teams(written: str) -> None:
    code, answer = answer_of_command("standings", written)
    assert (code, answer["of"], answer["after"]) == (0, "teams", 3)
    rows = [(row["rank"], row["number"], row["match_points"], row["board_points"]) for row in answer["rows"]]
    assert rows == [
        *((1, 2, "6", "8"), (2, 1, "4", "5.5"), (3, 3, "4", "5.5")),
        *((4, 5, "2", "3.5"), (5, 4, "2", "3"), (6, 6, "0", "1.5")),
    ]
    assert answer["rows"][2]["separated_by"] == "team-direct"
    code, answer = answer_of_command("standings", written, "--after", "1")
    assert [row["points"] for row in answer["rows"]] == ["2", "2", "2", "0", "0", "0"]
    code, out, _ = run("standings", written)
    assert "Team 002" in out
    code, out, err = run("standings", written, "--after", "9")
    assert (code, out) == (2, "")
    assert "round 9 is not recorded" in err


def test_the_system_that_teams_followed_is_found(written: str) -> None:
    _, answer = answer_of_command("reproduce", written)
    first_reading = answer["readings"][0]
    assert (first_reading["system"], first_reading["own"], first_reading["all"]) == (
        "fide-team",
        True,
        {"tables": 9, "same_tables": 9, "same_colours": 9},
    )
    assert {row["system"] for row in answer["readings"]} == {"fide-team", "wxc2015", "wmsg2008"}


@pytest.mark.parametrize("system", ["wxc2015", "wmsg2008", "round-robin", "knock-out"])
def test_every_system_pairs_the_teams(system: str) -> None:
    teams = THREE_TEAMS.teams
    assert teams is not None
    empty = replace(THREE_TEAMS, games=(), seed="x", teams=replace(teams, system=system, matches=(), byes=()))
    paired = pair(empty, 1)
    met = {number for p in paired.pairs for number in (p.first, p.second)}
    assert met | {paired.bye} == {1, 2, 3}
    assert set(pairing_input(empty, 1)["present"]) == {1, 2, 3}
    assert paired.bye_reasons


def test_players_are_never_paired_in_place_of_teams() -> None:
    """The third round waits for a board of the second."""
    games = tuple(replace(game, result=None) if game.first == 7 else game for game in THREE_TEAMS.games)
    with pytest.raises(PairingInputError, match="result-missing"):
        pair(replace(THREE_TEAMS, games=games), 3)


def texts(tournament: Tournament, number: int, tmp_path: Path) -> list[str]:
    path = tmp_path / "file.json"
    path.write_text(tournament_file.dumps(tournament), encoding="utf-8")
    _, answer = answer_of_command("pair", str(path), "--round", str(number))
    _, out, _ = run("pair", str(path), "--round", str(number))
    assert all(reason in out for reason in answer["bye_reasons"])
    return list(answer["bye_reasons"])


def test_a_bye_has_its_reason(tmp_path: Path) -> None:
    three = swiss(5, "1-2 1-0, 3-4 1-0, bye 5")
    assert texts(three, 2, tmp_path) == [
        "No one has the bye again, or after a win by forfeit, while someone else can have it.",
        "The bye goes to the lowest score and, on the same score in an even round, to the smallest number: "
        "No. 2, with a score of 0.",
    ]
    by_largest = replace(three, system="wmsg2008")
    assert "to the largest number: No. 4" in texts(by_largest, 2, tmp_path)[1]


def test_who_comes_before_in_the_order_of_the_bye_is_named() -> None:
    """Without 2 the others could only meet again."""
    played = swiss(5, "1-2 1-0, 3-4 0-1, bye 5", "1-3 0-1, 2-5 0-1, absent 4", system="wmsg2008")
    paired = pair(replace(played, forbidden=((1, 4), (3, 4))), 3)
    assert paired.bye == 4
    assert [reason.code for reason in paired.bye_reasons] == [
        ReasonCode.BYE_FRESH,
        ReasonCode.BYE_LARGEST,
        ReasonCode.BYE_PASSED,
    ]
    assert paired.bye_reasons[-1].params == {"players": [2]}


def test_a_second_bye_says_that_everyone_has_had_one() -> None:
    rounds = ("2-3 1-0, bye 1", "1-3 1-0, bye 2", "1-2 1-0, bye 3")
    paired = pair(swiss(3, *rounds), 4, allow_rematch=True)
    assert paired.bye_reasons[0].code is ReasonCode.BYE_AGAIN


@pytest.mark.parametrize(
    ("system", "code"),
    [("knock-out", ReasonCode.BYE_BRACKET), ("round-robin", ReasonCode.BERGER)],
)
def test_brackets_and_schedules_give_theirs_too(system: str, code: ReasonCode) -> None:
    paired = pair(replace(swiss(3), system=system, seed="x"), 1)
    assert paired.bye
    assert [reason.code for reason in paired.bye_reasons] == [code]

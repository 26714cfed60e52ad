"""``exchange``: from file to file without a database, losses on standard error, one line when it cannot."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.command_line import run
from tests.tournaments.exchange.team_sections import THREE_TEAMS
from tournaments.exchange.conversion import ForeignErrorCode, LossCode, make_loss
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.spreadsheet import read_player_list
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.pairing.simulation import simulate
from tournaments.wording import exchange as words


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "t.json"
    path.write_text(dumps(simulate(6, 2, "wmsg2008", 3)), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_tournament_goes_through_trf_and_back(file, tmp_path):
    there = run("exchange", file, "--to", "trf26", "--out", tmp_path / "t.trf", "--heading", "022=Berlin")
    assert there.returncode == 0
    # Nobody has a team mate: six federations of one player each are no teams, and the file says none.
    assert there.stderr.decode() == "lost: teams (6: 1, 2, 3, 4, 5, 6)\nlost: the draw seed\n"
    assert b"022 Berlin\r\n" in (tmp_path / "t.trf").read_bytes()

    back = run("exchange", tmp_path / "t.trf", "--to", "json")
    assert back.returncode == 0
    before, after = loads(file.read_text()), loads(back.stdout.decode())
    assert after.games == before.games
    assert after.entries == tuple(replace(entry, team="") for entry in before.entries)


@pytest.mark.slow
def test_losses_come_as_json(file, tmp_path):
    done = run(
        "exchange",
        "-",
        "--from",
        "json",
        "--to",
        "xlsx",
        "--out",
        tmp_path / "t.xlsx",
        "--json",
        stdin=file.read_bytes(),
    )

    data = (tmp_path / "t.xlsx").read_bytes()
    assert json.loads(done.stdout) == {"to": "xlsx", "bytes": len(data), "losses": []}
    assert len(read_player_list(data).rows) == 6


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        (
            ("-", "--to", "json"),
            b"",
            "standard input: say which format this is: --from json|trf|h9|opengotha\n",
        ),
        (("x.trf", "--to", "json"), b"", "x.trf: No such file or directory\n"),
        (("-", "--from", "trf", "--to", "json"), b"\n001 x", "standard input: line 2, column 5: "),
        (("-", "--from", "opengotha", "--to", "json"), b"<a>", "standard input: line 1, column 4: not XML"),
        (
            ("-", "--from", "json", "--to", "h9"),
            b"\xff",
            "standard input: line 1: this text is not valid UTF-8\n",
        ),
        (("-", "--to", "trf16", "--from", "json", "--json"), b"", "--json needs --out FILE\n"),
    ],
)
@pytest.mark.slow
def test_what_cannot_be_answered_is_one_line_and_code_2(arguments, stdin, sentence):
    done = run("exchange", *arguments, stdin=stdin)

    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().startswith(sentence)
    assert done.stderr.count(b"\n") == 1


def test_every_code_has_words():
    assert set(words.FLAWS) == set(ForeignErrorCode)
    assert set(words.LOSSES) == set(LossCode)


def test_sentences_name_place_and_number():
    params = {"number": 3, "opponent": 5, "round": 2}
    flaws = (fatal_problem(ForeignErrorCode.NOT_MUTUAL, params, 7, 92), fatal_problem(ForeignErrorCode.EMPTY))

    assert words.problems_text(flaws) == (
        "line 7, column 92: round 2: number 3 lists opponent 5, who lists someone else (and 1 more)"
    )
    assert words.problem_text(fatal_problem(ForeignErrorCode.NO_GRADE, line=4, text="100 %")) == (
        "line 4: no grade (such as 3K or 2D) in this line: “100 %”"
    )
    assert words.problem_text(make_loss(LossCode.TEAMS, count=30, numbers=(1, 2))) == "teams (30: 1, 2 …)"
    assert words.problem_text(make_loss(LossCode.SEED)) == "the draw seed"
    assert words.problem_text(make_loss(LossCode.OPEN, line=5)).endswith("nothing yet, line 5")
    assert words.problem_text(make_loss(LossCode.OPEN, count=2, line=5)).endswith("yet (2), first in line 5")


@pytest.mark.slow
def test_tables_of_teams(tmp_path):
    path, out = tmp_path / "teams.json", tmp_path / "matches.csv"
    path.write_text(dumps(THREE_TEAMS), encoding="utf-8")
    assert run("exchange", path, "--to", "matches-csv", "--out", out).returncode == 0
    assert len(out.read_text("utf-8-sig").splitlines()) == 5
    path.write_text(dumps(replace(THREE_TEAMS, teams=None)), encoding="utf-8")
    done = run("exchange", path, "--to", "matches-csv")
    assert done.returncode == 2
    assert b"in which teams meet teams" in done.stderr

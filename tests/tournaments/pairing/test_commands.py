"""``pair``, ``verify_pairing`` and ``simulate`` as promised: keys, exit codes, batches, one line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import command_line
from tests.tournaments.pairing.builders import FIXTURES, swiss
from tests.tournaments.pairing.commands import run
from tournaments.exchange import tournament_file
from tournaments.management.commands import simulate

WOMEN = str(FIXTURES / "wxc2009_women.json")
ROOT = FIXTURES.parents[1]


def line(tournament, **extra):
    return json.dumps({**tournament_file.from_tournament(tournament), **extra})


STUCK = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0")


def test_pair_as_json():
    code, out, err = run("pair", WOMEN, "--round", "4", "--json")

    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == ["round", "system", "bye", "pairings", "digest"]
    assert (answer["round"], answer["system"], answer["bye"]) == (4, "wxc2015", None)
    assert [(row["table"], row["first"], row["second"]) for row in answer["pairings"]] == [
        (1, 4, 5),
        (2, 9, 8),
        (3, 2, 11),
        (4, 7, 3),
        (5, 6, 12),
        (6, 10, 1),
    ]
    assert all(isinstance(reason, str) for row in answer["pairings"] for reason in row["reasons"])
    assert answer["digest"].startswith("sha256:")


def test_pair_as_text():
    code, out, _ = run("pair", WOMEN, "--round", "4")

    assert code == 0
    assert out.startswith("Round 4, wxc2015\n    1      4 - 5      ")


def test_a_round_that_cannot_be_paired(monkeypatch):
    code, out, err = run("pair", "-", "--round", "4", stdin=line(STUCK), monkeypatch=monkeypatch)
    assert (code, out) == (1, "")
    assert err == (
        "standard input: Without a rematch or a forbidden pair this round cannot be paired: there are not "
        "enough opponents for No. 4.\n"
    )

    code, out, err = run("pair", "-", "--round", "4", "--json", stdin=line(STUCK), monkeypatch=monkeypatch)
    assert (code, err) == (1, "")
    assert json.loads(out)["refused"] is True
    assert set(json.loads(out)) == {"error", "refused"}

    options = ("--round", "4", "--allow-rematch", "--json")
    code, out, _ = run("pair", "-", *options, stdin=line(STUCK), monkeypatch=monkeypatch)
    assert code == 0
    assert "have met in round" in json.loads(out)["pairings"][0]["notices"][0]


def test_a_batch_answers_line_by_line(tmp_path):
    easy = swiss(4, "1-2 1-0, 3-4 1-0")
    batch = tmp_path / "many.jsonl"
    rows = [
        line(easy),
        "",
        line(STUCK, round=4, id="a"),
        '{"entries": [',
        line(easy, round="x"),
        line(easy, round=1),
    ]
    batch.write_text("\n".join(rows) + "\n", encoding="utf-8")

    code, out, err = run("pair", str(batch), "--round", "2", "--json")

    answers = [json.loads(text) for text in out.splitlines()]
    assert (code, err) == (0, "")
    assert answers[0]["round"] == 2
    assert (answers[1]["id"], answers[1]["round"], answers[1]["line"], answers[1]["refused"]) == (
        "a",
        4,
        3,
        True,
    )
    assert (answers[2]["line"], "refused" in answers[2]) == (4, False)
    assert answers[3] == {"round": "x", "error": "round: 'x' is no round number", "line": 5}
    assert answers[4]["round"] == 1


def test_standard_input_is_a_batch_when_lines_are_objects(monkeypatch):
    easy = swiss(4, "1-2 1-0, 3-4 1-0")
    text = line(easy) + "\n" + line(easy, id=2) + "\n"

    code, out, _ = run("pair", "-", "--round", "2", stdin=text, monkeypatch=monkeypatch)

    assert code == 0
    assert [json.loads(row).get("id") for row in out.splitlines()] == [None, 2]


def test_a_file_over_many_lines_on_standard_input_is_one_tournament(monkeypatch):
    text = tournament_file.dumps(swiss(4, "1-2 1-0, 3-4 1-0"))

    code, out, _ = run("pair", "-", "--round", "2", "--json", stdin=text, monkeypatch=monkeypatch)

    assert (code, json.loads(out)["round"]) == (0, 2)


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "the file is empty"),
        (b"\n\n", "the file is empty"),
        (b'{"a":\n "\xff"}', "line 2: not UTF-8 text"),
        (b'{"a":\n 1,}', "line 2, column 4: not JSON: Illegal trailing comma before end of object"),
        (b"[1]", "expected an object, found list (and 3 more)"),
        (
            b'{"system": "wxc2015", "entries": [{"number": 1}], "results": [], "extra": 1}',
            "unknown keys: extra",
        ),
    ],
)
def test_unusable_files_are_one_line_with_the_cause(tmp_path, content, cause):
    path = tmp_path / "t.json"
    path.write_bytes(content)

    code, out, err = run("pair", str(path), "--round", "1")

    assert (code, out) == (2, "")
    assert err.startswith(f"{path}: ")
    assert err.count("\n") == 1
    if "JSON" not in cause and "list" not in cause:
        assert err == f"{path}: {cause}\n"


def test_unusable_calls():
    assert run("pair", "nowhere.json", "--round", "1") == (2, "", "nowhere.json: No such file or directory\n")
    assert run("pair", WOMEN) == (2, "", f"{WOMEN}: say which round: --round N\n")
    assert run("pair", WOMEN, "--round", "8")[0] == 2
    assert run("verify_pairing", WOMEN, "--round", "0")[0] == 2


def test_verify_pairing():
    code, out, _ = run("verify_pairing", WOMEN, "--round", "4", "--json")
    assert (code, json.loads(out)["verified"], json.loads(out)["differences"]) == (0, True, [])

    code, out, _ = run("verify_pairing", WOMEN, "--round", "3")
    assert code == 1
    assert out.splitlines()[1] == "  By the rules, No. 9 moves first against No. 4."


def test_verify_says_in_which_mode_a_round_was_paired(monkeypatch):
    answer = line(
        tournament_file.loads(Path(WOMEN).read_text(encoding="utf-8")), official={"3": False, "4": True}
    )

    for number, mode, words in (
        (2, None, ""),
        (3, False, "outside official mode"),
        (4, True, "in official mode"),
    ):
        _, out, _ = run(
            "verify_pairing", "-", "--round", str(number), "--json", stdin=answer, monkeypatch=monkeypatch
        )
        assert json.loads(out)["official"] is mode
        _, out, _ = run("verify_pairing", "-", "--round", str(number), stdin=answer, monkeypatch=monkeypatch)
        assert out.splitlines()[0].startswith(f"Round {number}, wxc2015{words and ', paired '}{words}: ")


def test_verify_a_round_with_a_permitted_rematch(tmp_path, monkeypatch):
    code, out, _ = run(
        "pair", "-", "--round", "4", "--allow-rematch", "--json", stdin=line(STUCK), monkeypatch=monkeypatch
    )
    rows = [f"{row['first']}-{row['second']} 1-0" for row in json.loads(out)["pairings"]]
    done = swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0", ", ".join(rows))
    path = tmp_path / "t.json"
    path.write_text(tournament_file.dumps(done), encoding="utf-8")

    code, out, _ = run("verify_pairing", str(path), "--round", "4", "--json")

    assert (code, json.loads(out)["rematch_allowed"]) == (0, True)


def test_simulate_writes_a_file_that_pairs(tmp_path):
    path = tmp_path / "s.json"
    options = ("--players", "11", "--rounds", "3", "--system", "wmsg2008", "--seed", "5")

    assert run("simulate", *options, "--out", str(path)) == (0, "", "")
    code, out, _ = run("simulate", *options)

    assert (code, out) == (0, path.read_text(encoding="utf-8"))
    assert tournament_file.loads(out).rounds == 4
    assert run("pair", str(path), "--round", "4")[0] == 0
    assert run("verify_pairing", str(path), "--round", "3")[0] == 0


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ("--players 1 --rounds 1", 2, "--players: 1 is no whole number from 2 to 100000"),
        ("--players many --rounds 1", 2, "--players: many is no whole number"),
        ("--players 8 --rounds -1", 2, "--rounds: -1 is no whole number from 0 to 1000"),
        ("--players 8 --rounds 1 --forfeits 101", 2, "--forfeits: 101 is no number from 0 to 100"),
        ("--players 8 --rounds 1 --absences nan", 2, "--absences: nan is no number from 0 to 100"),
        ("--players 8 --rounds 3 --total-rounds 2", 2, "--total-rounds: 2 is less than the 3 rounds"),
        (
            "--players 8 --rounds 1 --best-of 3",
            2,
            "--third-place, --best-of and --elimination belong to knock-out",
        ),
        ("--players 8 --rounds 1 --grouping thirds", 2, "--grouping: invalid choice: 'thirds'"),
        ("--players 8 --rounds 1 --system dutch", 2, "--system: invalid choice: 'dutch'"),
        ("--players 8 --rounds 4 --system knock-out", 2, "--rounds: 4 is not a round of this tournament."),
        ("--players 8", 2, "the following arguments are required: --rounds"),
        ("--players 4 --rounds 1 --out no/where/x.json", 2, "no/where/x.json: No such file or directory"),
        ("--players 4 --rounds 5", 1, "Without a rematch or a forbidden pair this round cannot be paired"),
    ],
)
def test_simulate_says_in_one_line_what_cannot_be(options, code, message, capsys):
    system = () if "--system" in options else ("--system", "wxc2015")
    with pytest.raises(SystemExit) as stopped:
        simulate.Command().run_from_argv(["", "simulate", "--seed", "1", *system, *options.split()])

    out, err = capsys.readouterr()
    assert (stopped.value.code, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.slow
def test_works_without_a_database_and_from_a_shell(tmp_path):
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/none/none.sqlite3"}
    command = [sys.executable, "manage.py", "pair", WOMEN, "--round", "3", "--json"]

    good = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    bad = command_line.run("pair", WOMEN, "--rond")

    assert (good.returncode, good.stderr) == (0, b"")
    assert json.loads(good.stdout)["round"] == 3
    assert bad.returncode == 2
    assert bad.stderr.count(b"\n") == 1


def test_reproduce_as_text():
    code, out, err = run("reproduce", WOMEN)

    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[:3] == ["11th World Xiangqi Championship 2009, women", "", "wxc2015 (as the file says)"]
    assert "       round 3:    6 of 6 tables, 5 with these colours" in lines
    assert "  from round 2:   36 of 36 tables, 31 with these colours" in lines
    assert [line for line in lines if line.startswith("w")][1:] == [
        "wxc2015, as practised in 2009",
        "wmsg2008, halves",
        "wmsg2008, columns",
    ]


def test_reproduce_takes_whoever_has_no_row_in_a_round_for_absent(monkeypatch):
    tournament = swiss(5, "1-2 1-0, 3-4 1-0, bye 5", "1-3 1-0, 4-2 1/2")

    code, out, _ = run("reproduce", "-", "--json", stdin=line(tournament), monkeypatch=monkeypatch)

    rounds = json.loads(out)["readings"][0]["rounds"]
    assert code == 0
    assert rounds == [
        {"round": 1, "tables": 2, "same_tables": 2, "same_colours": 1, "same_bye": True},
        {"round": 2, "tables": 2, "same_tables": 2, "same_colours": 2},
    ]


@pytest.mark.parametrize(("system", "played"), [("knock-out", 3), ("double-round-robin", 4), ("wmsg2008", 4)])
def test_reproduce_finds_the_system_that_made_a_tournament(system, played, monkeypatch):
    tournament = simulate.simulate(8, played, system, 1)

    _, out, _ = run("reproduce", "-", "--json", stdin=line(tournament), monkeypatch=monkeypatch)

    mine, *others = json.loads(out)["readings"]
    assert (mine["own"], mine["system"]) == (True, system)
    assert mine["all"]["tables"] == mine["all"]["same_tables"] == mine["all"]["same_colours"]
    assert not any(other["own"] for other in others)
    assert all(other["all"]["same_colours"] < mine["all"]["tables"] for other in others)


def test_reproduce_says_what_it_cannot_use(monkeypatch):
    unplayed = swiss(4, rounds=3)
    open_game = line(swiss(4, "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0")).replace(
        '"result": "1-0"', '"result": null', 1
    )

    assert run("reproduce", "-", stdin=line(unplayed), monkeypatch=monkeypatch) == (
        2,
        "",
        "standard input: no round has been played\n",
    )
    code, _, err = run("reproduce", "-", stdin=open_game, monkeypatch=monkeypatch)
    assert (code, err) == (2, "standard input: Round 1, table 1 has no result yet.\n")


def file_of(**changes):
    data = {"system": "wxc2015", "entries": [{"number": n} for n in range(1, 5)], "results": []}
    return json.dumps({**data, **changes})


GAME = {"round": 1, "table": 1, "first": 1, "second": 2, "result": "1-0"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (file_of(entries=[{"number": 1}, {"number": 1}]), "entries[1].number: two entries have number 1"),
        (file_of(results=[{**GAME, "second": 9}]), "results[0]: no entry has number 9"),
        (file_of(results=[GAME, GAME]), "results[1]: number 1 appears twice in round 1"),
        (file_of(results=[{**GAME, "second": 1}]), "results[0]: number 1 is paired with itself"),
        (file_of(results=[{"round": 1, "bye": n} for n in (1, 2)]), "results[1]: a second bye in round 1"),
        (
            file_of(system="knock-out", results=[{"round": 1, "bye": n} for n in (1, 2, 3, 4, 4)]),
            "results[4]: number 4 appears twice in round 1",
        ),
        (
            file_of(results=[GAME, {**GAME, "first": 3, "second": 4}]),
            "results[1]: table 1 of round 1 has two pairs",
        ),
        (
            file_of(results=[GAME, {**GAME, "table": 2, "second": 3}]),
            "results[1]: number 1 appears twice in round 1",
        ),
        (
            file_of(options={"final": {"after": 1, "players": [1, 2, 3]}}),
            "options.final.players: a final has two or four players, not 3",
        ),
        (
            file_of(
                system="knock-out",
                results=[{**GAME, "result": "1/2"}, {**GAME, "table": 2, "first": 3, "second": 4}],
            ),
            "Round 1, table 1: the match of No. 1 and No. 2 is open; game 2 is to be played.",
        ),
    ],
)
def test_what_cannot_be_paired_is_one_sentence_with_its_place(text, message, tmp_path):
    path = tmp_path / "t.json"
    path.write_text(text, encoding="utf-8")
    code, out, err = run("pair", str(path), "--round", "2")

    assert (code, out) == (2, "")
    assert err.strip().endswith(message)
    assert err.count("\n") == 1


def test_a_simulated_knock_out_pairs_and_verifies(tmp_path):
    path = tmp_path / "ko.json"
    code, _, _ = run(
        "simulate",
        "--players",
        "11",
        "--rounds",
        "4",
        "--system",
        "knock-out",
        "--seed",
        "1",
        "--out",
        str(path),
    )
    assert code == 0
    for round_number in ("1", "2", "3", "4"):
        assert run("verify_pairing", str(path), "--round", round_number)[0] == 0
    answer = json.loads(run("pair", str(path), "--round", "1", "--json")[1])
    assert len(answer["pairings"]) == 3
    assert answer["bye"] is not None
    assert len(answer["free"]) == 4
    assert run("pair", str(path), "--round", "5", "--json")[0] == 2

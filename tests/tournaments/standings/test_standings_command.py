"""``manage.py standings``: what ``cli.md`` promises, in a process of its own, without a database."""

import json
from pathlib import Path

import pytest

from tests.command_line import ROOT, run

FIXTURES = ROOT / "tournaments" / "fixtures"
WOMEN = FIXTURES / "axf2009_women.json"
SMALL = {
    "system": "wxc2015",
    "points": {"win": "1", "draw": "0.5", "loss": "0"},
    "entries": [
        {"number": 1, "name": "Li", "team": "CHN", "categories": ["ncnv"]},
        {"number": 2, "name": "王", "team": "CHN"},
        {"number": 3, "name": "Müller", "team": "GER", "categories": ["ncnv"]},
    ],
    "results": [
        {"round": 1, "table": 1, "first": 1, "second": 2, "result": "1/2"},
        {"round": 1, "bye": 3},
    ],
}


def standings(*words: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit code, output, errors."""
    done = run("standings", *words, stdin=stdin.encode())
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.slow
def test_one_object_with_the_promised_keys() -> None:
    code, out, err = standings("-", "--json", stdin=json.dumps(SMALL))
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer == {
        "after": 1,
        "rows": [
            {
                "rank": 1,
                "number": 3,
                "points": "1",
                "tiebreaks": _ties(buchholz="0.5", wins="1", best="0.5"),
                "separated_by": "points",
            },
            {
                "rank": 2,
                "number": 2,
                "points": "0.5",
                "tiebreaks": _ties(buchholz="0.5", direct="0.5", black_games="1", best="0.5"),
                "separated_by": "points",
            },
            {
                "rank": 3,
                "number": 1,
                "points": "0.5",
                "tiebreaks": _ties(buchholz="0.5", direct="0.5", best="0.5"),
                "separated_by": "black-games",
            },
        ],
        "teams": [
            {"rank": 1, "team": "CHN", "sum": 5, "best": 2},
            {"rank": None, "team": "GER", "sum": None, "best": None},
        ],
        "categories": {"ncnv": [3, 1]},
    }


def _ties(
    *, buchholz: str, best: str, direct: str | None = None, wins: str = "0", black_games: str = "0"
) -> dict[str, str | None]:
    return {
        "buchholz": buchholz,
        "direct": direct,
        "wins": wins,
        "black-wins": "0",
        "black-games": black_games,
        "best-opponent": best,
        "fewer-fouls": "0",
        "previous-rank": None,
    }


@pytest.mark.slow
def test_after_an_earlier_round_and_as_text() -> None:
    code, out, err = standings(str(WOMEN), "--after", "8")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Standings after round 8"
    assert lines[2].split() == [
        *("rank", "no.", "name", "points", "direct", "wins", "black-wins", "fewer-fouls", "separated", "by"),
    ]
    assert lines[3].split()[:4] == ["1", "6", "Liu", "Huan"]


@pytest.mark.slow
def test_a_batch_answers_line_by_line_and_goes_on_after_a_bad_one(tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    lines = [
        json.dumps(SMALL | {"id": "a"}),
        "{nonsense",
        json.dumps(SMALL | {"tiebreaks": ["luck"], "id": 7}),
        json.dumps(SMALL | {"tiebreaks": ["rating"]}),
    ]
    batch.write_text("\n".join(lines), encoding="utf-8")
    code, out, err = standings(str(batch), "--json")
    assert (code, err) == (0, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (answers[0]["id"], answers[0]["after"]) == ("a", 1)
    assert answers[1]["line"] == 2
    assert answers[2] == {"id": 7, "error": "tiebreaks: unknown criterion 'luck'", "line": 3}
    assert [row["rank"] for row in answers[3]["rows"]] == [1, 2, 2]


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (("no-such-file.json",), "", ("no-such-file.json", "No such file")),
        (
            (str(WOMEN), "--after", "10"),
            "",
            ("axf2009_women.json", "round 10 is not recorded; the last one is 9"),
        ),
        ((str(WOMEN), "--after", "-1"), "", ("axf2009_women.json", "round -1 is not recorded")),
        ((str(WOMEN), "--after", "x"), "", ("--after", "x")),
        (
            ("-",),
            json.dumps(SMALL | {"tiebreaks": ["wins", "wins"]}),
            ("standard input", "'wins' is there twice"),
        ),
        (("-",), json.dumps(SMALL | {"colour": 1}), ("standard input", "colour")),
        (("-",), "", ("standard input", "empty")),
    ],
)
@pytest.mark.slow
def test_unusable_input_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], stdin: str, message: tuple[str, ...]
) -> None:
    code, out, err = standings(*arguments, "--json", stdin=stdin)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    for words in message:
        assert words in err

"""Packages that bring rules of their own: the example of the documents, and bad ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "develop" / "extend" / "example"
MOVES = " ".join(["h2e2", "h7e7", "e2h2", "e7h7"] * 31)
READ_APART = """
import django
django.setup()
from django.core.checks import run_checks
from games.rulebooks.checked import judged
from games.xiangqi import START
from portal.sandbox.parent import run_sandboxed
answer = run_sandboxed(judged, START, "%(moves)s".split(), ["club-evening", "axf"])
print([row["code"] for row in answer["findings"] if row["rulebook"] == "club-evening"])
from games.wording.rulebooks import title_of
from tournaments.wording.standings import criterion_name
print(title_of("club-evening"), title_of("gone"), criterion_name("wins-as-second"))
print([message.msg for message in run_checks() if message.id == "qiyuan.W004"])
"""
READ_AT_THE_DESK = """
import django
django.setup()
from django.core.files.uploadedfile import SimpleUploadedFile
from tournaments.forms.files import SectionFileForm
def sent(text):
    upload = SimpleUploadedFile("friday.club", text)
    form = SectionFileForm({}, {"file": upload}, naming=False)
    form.is_valid()
    return form
print([entry.name for entry in sent(b"Friday\\nHu\\nLu").reading.tournament.entries])
print(sent(b"").fields["format"].choices[-1][0])
print(sent(b"Friday").errors["file"][0])
"""
OFFERED_SYSTEM = """
import django
django.setup()
from tournaments.forms.rating_systems import MakeSystemForm
from tournaments.ratings.presets import PRESETS
print(list(MakeSystemForm().fields["preset"].choices)[-1])
print(PRESETS["club-rating"].newcomers.default)
"""


def installed(folder: Path, name: str, entry_points: str, **modules: str) -> Path:
    """As an installer leaves a package; the folder to be put on the path."""
    about = folder / f"{name.replace('-', '_')}-1.0.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
    (about / "entry_points.txt").write_text(entry_points)
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    return folder


@pytest.fixture
def example(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    points = (
        "[qiyuan.rulebooks]\nclub-evening = qiyuan_example.rules:CLUB_EVENING\n"
        "[qiyuan.tiebreaks]\nwins-as-second = qiyuan_example.rules:WINS_AS_SECOND\n"
        "[qiyuan.files]\nclub-list = qiyuan_example.files:CLUB_LIST\n"
        "[qiyuan.ratings]\nclub-rating = qiyuan_example.rules:CLUB_RATING\n"
        "[qiyuan.words]\nexample = qiyuan_example.words:WORDS\n"
    )
    installed(folder, "qiyuan-example", points)
    (folder / "qiyuan_example").symlink_to(EXAMPLE / "qiyuan_example")
    return folder


def run(*words: str, path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    values = {**os.environ, "PYTHONPATH": str(path), "ENV_FILE": os.devnull} | environment
    values["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=values, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_a_rulebook_judges_at_the_command_line(example: Path) -> None:
    judge = ("-m", "qiyuan_house", "judge", "--rulebook", "club-evening", "--json", "--moves", MOVES)
    done = run(*judge, path=example)
    [finding] = json.loads(done.stdout)["findings"]
    assert finding["message"] == "limit of 120 plies reached: a draw"
    assert done.stderr == ""


@pytest.mark.slow
def test_a_rulebook_judges_where_strangers_records_are_read(example: Path, tmp_path: Path) -> None:
    done = run("-c", READ_APART % {"moves": MOVES}, path=example, DATA_DIR=str(tmp_path / "data"))
    words = "Club evening gone Games won as second"
    assert done.stdout.splitlines() == ["['evening-is-over']", words, "[]"], done


@pytest.mark.slow
def test_a_tie_break_ranks(example: Path, tmp_path: Path) -> None:
    women = json.loads((ROOT / "tournaments" / "fixtures" / "wxc2009_women.json").read_text())
    women["tiebreaks"] = ["wins-as-second", "buchholz"]
    (tmp_path / "women.json").write_text(json.dumps(women))
    words = ("-m", "qiyuan_house", "standings", "--json", str(tmp_path / "women.json"))
    rows = json.loads(run(*words, path=example).stdout)["rows"]
    assert {"wins-as-second"} < rows[0]["tiebreaks"].keys()
    assert sum(int(row["tiebreaks"]["wins-as-second"]) for row in rows) > 0
    without = run(*words, path=tmp_path)
    assert without.returncode == 2
    assert "unknown criterion 'wins-as-second'" in without.stderr


@pytest.mark.slow
def test_a_file_is_read_at_the_command_line_and_at_the_desk(example: Path, tmp_path: Path) -> None:
    """At the desk in the child process, where what is none of its files gets the reader's own sentence."""
    (tmp_path / "friday.club").write_text("Friday\nHu\nLu\nXu\n")
    words = ("-m", "qiyuan_house", "exchange", str(tmp_path / "friday.club"), "--to", "json")
    done = run(*words, path=example)
    assert [row["name"] for row in json.loads(done.stdout)["entries"]] == ["Hu", "Lu", "Xu"], done
    assert run(*words, path=tmp_path).returncode == 2
    at_the_desk = run("-c", READ_AT_THE_DESK, path=example, DATA_DIR=str(tmp_path / "data"))
    sentence = "not readable in this format: a club's list has a name and at least two players."
    assert at_the_desk.stdout.splitlines() == ["['Hu', 'Lu']", "club-list", sentence], at_the_desk


@pytest.mark.slow
def test_a_rating_system_is_offered(example: Path, tmp_path: Path) -> None:
    done = run("-c", OFFERED_SYSTEM, path=example, DATA_DIR=str(tmp_path / "data"))
    assert done.stdout.splitlines() == ["('club-rating', 'Club rating')", "1200"], done


@pytest.mark.slow
def test_bad_ones_are_told_and_left_out(example: Path, tmp_path: Path) -> None:
    points = (
        "[qiyuan.rulebooks]\nraises = bad_rules:BOOK\naxf = bad_name:BOOK\nno-book = bad_name:NOTHING\n"
        "[qiyuan.tiebreaks]\nbuchholz = bad_name:NOTHING\n"
        "[qiyuan.files]\ntrf = bad_name:NOTHING\nno-file = bad_name:NOTHING\n"
        "[qiyuan.ratings]\nelo = bad_name:NOTHING\nno-system = bad_name:NOTHING\n"
        "[qiyuan.words]\nbad = bad_name:NOTHING\n"
    )
    rules = "from django.conf import settings\nBOOK = settings.NO_SUCH_THING\n"
    name = "from games.rulebooks import Rulebook\nBOOK = Rulebook(lambda played, question: [])\nNOTHING = 1\n"
    installed(example, "qiyuan-bad", points, bad_rules=rules, bad_name=name)
    done = run("-c", READ_APART % {"moves": MOVES}, path=example, DATA_DIR=str(tmp_path / "data"))
    first, second, faults = done.stdout.splitlines()
    assert (first, second) == ("['evening-is-over']", "Club evening gone Games won as second")
    for sentence in (
        "The plug-in raises (qiyuan.rulebooks) of qiyuan-bad is left out: AttributeError: ",
        "of qiyuan-bad is left out: there is a rulebook called axf already.",
        "of qiyuan-bad is left out: it is no Rulebook of games.rulebooks.",
        "of qiyuan-bad is left out: there is a tie-break called buchholz already.",
        "of qiyuan-bad is left out: there is a format called trf already.",
        "of qiyuan-bad is left out: it is no FileFormat of tournaments.exchange.formats.",
        "of qiyuan-bad is left out: there is a rating system called elo already.",
        "of qiyuan-bad is left out: it is no System of tournaments.ratings.values.",
        "The plug-in bad (qiyuan.words) of qiyuan-bad is left out: it is no mapping.",
    ):
        assert sentence in faults
    checked = run("-m", "qiyuan_house", "check", path=example, DATA_DIR=str(tmp_path / "data"))
    assert checked.returncode == 0
    assert "(qiyuan.W004) The plug-in raises" in checked.stderr

"""The command ``qiyuan`` in the repository: its verbs, and which of them start what."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qiyuan_house import command

ROOT = Path(__file__).resolve().parents[2]
WOMEN = ROOT / "tournaments" / "fixtures" / "wxc2009_women.json"
STARTED = """
import sys
sys.argv = ["qiyuan", *sys.argv[1:]]
from qiyuan_house.command import main
try:
    main()
except SystemExit as end:
    code = end.code
else:
    code = 0
from django.apps import apps
heavy = ("portal.settings", "django.db.models", "celery", "rest_framework")
loaded = [name for name in heavy if name in sys.modules]
print("\\n", apps.ready, loaded, code, file=sys.stderr)
"""


def qiyuan(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    values = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull} | environment
    return subprocess.run(
        [sys.executable, "-m", "qiyuan_house", *words],
        cwd=ROOT,
        env=values,
        capture_output=True,
        text=True,
        check=False,
    )


def started(*words: str) -> str:
    """What a verb has loaded by its end."""
    done = subprocess.run(
        [sys.executable, "-c", STARTED, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stderr.splitlines()[-1].strip()


@pytest.mark.slow
@pytest.mark.parametrize("verb", sorted(command.PURE))
def test_a_verb_about_files_starts_no_framework(verb: str) -> None:
    assert started(verb.replace("_", "-"), "--help") == "False [] 0"


@pytest.mark.slow
def test_files_are_answered_about_without_a_home(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("1. 炮二平五 马8进7\n", encoding="utf-8")
    read_only = tmp_path / "home"
    read_only.mkdir(mode=0o500)
    home = {"HOME": str(read_only), "DATA_DIR": str(read_only / "data")}
    checked = qiyuan("check-record", "--json", str(record), **home)
    assert json.loads(checked.stdout)["valid"]
    assert qiyuan("standings", str(WOMEN), **home).stdout.startswith("Standings after round 7")
    verified = qiyuan("verify-pairing", str(WOMEN), "--round", "1", "--json", **home)
    assert json.loads(verified.stdout)["round"] == 1
    judged = qiyuan("judge", "--moves", "h2e2 h9g7", "--json", **home)
    assert json.loads(judged.stdout)["plies"] == 2
    rated = qiyuan("rate", str(record), **home)
    assert (rated.returncode, rated.stderr) == (2, f"{record}: no JSON\n")
    refused = qiyuan("check-kept", str(record), **home)
    assert refused.returncode == 2
    assert "is no kept event" in refused.stderr
    assert list(read_only.iterdir()) == []


@pytest.mark.slow
def test_reading_the_settings_makes_nothing(tmp_path: Path) -> None:
    program = "from django.conf import settings; print(len(settings.SECRET_KEY) > 40, settings.STATIC_ROOT)"
    environment = {
        **os.environ,
        "DATA_DIR": str(tmp_path / "data"),
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "portal.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"True {tmp_path / 'data' / 'static'}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_where_nothing_may_be_written_one_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    folder = tmp_path / "a-file" / "data"
    done = qiyuan("prepare", DATA_DIR=str(folder))
    assert done.returncode == 2
    assert done.stderr == (
        f"{folder} cannot be written (Not a directory): set DATA_DIR to a folder that can.\n"
    )


@pytest.mark.slow
def test_two_that_start_at_once_keep_one_key(tmp_path: Path) -> None:
    program = """
import django
from django.conf import settings
from portal.ops.own_folders import make_own_folders
before = settings.SECRET_KEY
input()
make_own_folders()
print(settings.SECRET_KEY, flush=True)
"""
    environment = {
        **os.environ,
        "DATA_DIR": str(tmp_path),
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "portal.settings",
    }
    both = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    keys = {process.communicate("\n", timeout=60)[0].strip() for process in both}
    assert keys == {(tmp_path / "secret.key").read_text()}
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_the_command_says_what_it_is_and_what_it_can() -> None:
    assert qiyuan("--version").stdout.startswith("qiyuan ")
    help_text = qiyuan().stdout
    assert help_text == qiyuan("help").stdout
    for verb in ("demo", "run --prepare", "check-record", "verify-pairing"):
        assert f"\n  {verb} " in help_text

"""Both wheels, built from this tree, installed with nothing else in a fresh environment, and used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.services import free_port, wait_until

ROOT = Path(__file__).resolve().parents[2]
WOMEN = ROOT / "tournaments" / "fixtures" / "wxc2009_women.json"
MOST_PROCESSOR = 0.3
"""Seconds of a pure verb; measured on a machine at work, so the best of several counts."""
Record = Callable[[str, object], None]
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("wheels")]
FOREIGN = """
import os, zipfile, sys
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    info = "portal-3.8.3.dist-info"
    wheel.writestr("portal/__init__.py", "FOREIGN = True")
    wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: portal\\nVersion: 3.8.3\\n")
    kind = "Wheel-Version: 1.0\\nGenerator: a\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
    wheel.writestr(f"{info}/WHEEL", kind)
    files = ("portal/__init__.py", *(f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD")))
    wheel.writestr(f"{info}/RECORD", "".join(f"{file},,\\n" for file in files))
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("wheels")
    subprocess.run([ROOT / "packaging" / "build", folder], cwd=ROOT, check=True, capture_output=True)
    return {path.name.partition("-")[0]: path for path in folder.glob("*.whl")}


@pytest.fixture(scope="module")
def installed(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with `qiyuan-portal` and what it needs; its folder."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    run(
        folder / "bin" / "python",
        *("-m", "pip", "install", "-q", "--disable-pip-version-check", "--find-links"),
        *(wheels["qiyuan_portal"].parent, wheels["qiyuan_portal"]),
    )
    return folder


def run(
    *words: object, home: Path | None = None, check: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    environment_kept = {
        name: os.environ[name] for name in os.environ if name.startswith("PIP_") or name == "PATH"
    }
    return subprocess.run(
        [str(word) for word in words],
        cwd="/",
        env=environment_kept | {"HOME": str(home or "/nonexistent"), "LANG": "C.UTF-8"} | environment,
        capture_output=True,
        text=True,
        check=check,
    )


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_no_file_is_in_both_and_none_at_the_top(wheels: dict[str, Path]) -> None:
    engines, portal = names_in(wheels["qiyuan_engines"]), names_in(wheels["qiyuan_portal"])
    assert engines & portal == set()
    assert {name.partition("/")[0].partition("-")[0] for name in engines | portal} == {
        *("qiyuan_house", "qiyuan_house.pth", "qiyuan_engines", "qiyuan_portal")
    }
    assert not [name for name in engines | portal if name.endswith((".po", ".pyc")) or "/tests/" in name]
    assert "qiyuan_house/house/portal/locale/vi/LC_MESSAGES/django.mo" in portal


def test_two_builds_are_equal(wheels: dict[str, Path], tmp_path: Path) -> None:
    subprocess.run([ROOT / "packaging" / "build", tmp_path], cwd=ROOT, check=True, capture_output=True)
    for wheel in wheels.values():
        assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_pure_verbs_take_little_and_write_nothing(
    installed: Path, tmp_path: Path, record_property: Record
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    record = tmp_path / "game.txt"
    record.write_text("1. 炮二平五 马8进7\n", encoding="utf-8")
    words = {
        "check-record": ["--json", record],
        "judge": ["--moves", "h2e2 h9g7"],
        "standings": [WOMEN],
        "verify-pairing": [WOMEN, "--round", "1"],
        "rate": ["--help"],
    }
    for verb, options in words.items():
        best = 10.0
        for _ in range(5):
            before = os.times()
            done = run(installed / "bin" / "qiyuan", verb, *options, home=home, check=False)
            after = os.times()
            assert done.stderr == ""
            best = min(
                best,
                after.children_user + after.children_system - before.children_user - before.children_system,
            )
        record_property(f"{verb}, seconds of processor", round(best, 2))
        assert best < MOST_PROCESSOR, verb
    assert list(home.iterdir()) == []


def test_the_demonstration_from_an_empty_home(
    installed: Path, tmp_path: Path, record_property: Record
) -> None:
    begin = time.monotonic()
    run(installed / "bin" / "qiyuan", "demo", "--no-serve", home=tmp_path)
    record_property("demonstration, seconds", round(time.monotonic() - begin, 1))
    assert (tmp_path / ".local/share/qiyuan/qiyuan.sqlite3").exists()
    port = free_port()
    command = [installed / "bin" / "qiyuan", "demo", "--port", str(port)]
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    log = (tmp_path / "log").open("w+b")
    process = subprocess.Popen(command, cwd="/", env=environment, stdout=log, stderr=log)
    try:

        def answers() -> bool:
            return run("python3", "-c", asks(port, "/zh-hans/"), check=False).stdout.startswith("200")

        wait_until(answers, "the demonstration answers", 180)
        for path in ("/en/", "/vi/", "/health/work", "/api/v1/events", "/en/rulebooks/axf/"):
            status = run("python3", "-c", asks(port, path), check=False).stdout
            assert status == "200\n", (path, status)
    finally:
        process.terminate()
        process.wait(30)
        log.close()
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.iterdir()}
    assert written <= {".local", "log"}


def asks(port: int, path: str) -> str:
    return (
        "import urllib.request, urllib.error\n"
        f"try: print(urllib.request.urlopen('http://127.0.0.1:{port}{path}').status)\n"
        f"except urllib.error.HTTPError as error: print(error.code, '{path}')\n"
        "except OSError as error: print(error)"
    )


def test_a_port_that_is_taken_is_named(installed: Path, tmp_path: Path) -> None:
    import socket

    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        done = run(installed / "bin" / "qiyuan", "run", "--port", port, home=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"Port {port} on 127.0.0.1 is in use.")


def test_beside_a_foreign_portal_both_work(installed: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "portal-3.8.3-py3-none-any.whl"
    subprocess.run([sys.executable, "-c", FOREIGN, foreign], check=True)
    python = installed / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "--no-deps", foreign)
    try:
        assert run(python, "-c", "import portal; print(portal.FOREIGN)").stdout == "True\n"
        ours = run(installed / "bin" / "qiyuan", "check", home=tmp_path)
        assert "no issues" in ours.stdout + ours.stderr
        read = "import games.rulebooks.checked as c; print(c.checked(b'1. C2=5', 'auto', ['axf'])['valid'])"
        assert run(python, "-c", read).stdout
    finally:
        run(python, "-m", "pip", "uninstall", "-q", "-y", "portal")
    assert run(installed / "bin" / "qiyuan", "--version", home=tmp_path).stdout.startswith("qiyuan ")


def test_the_engines_stay_when_the_portal_goes(
    wheels: dict[str, Path], tmp_path: Path, record_property: Record
) -> None:
    venv.create(tmp_path / "v", with_pip=True)
    python = tmp_path / "v" / "bin" / "python"
    pip = [python, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "-q", wheels["qiyuan_engines"])
    run(*pip, "install", "-q", "--no-deps", wheels["qiyuan_portal"])
    run(*pip, "uninstall", "-q", "-y", "qiyuan-portal")
    page = ROOT / "docs" / "develop" / "engines.md"
    tested = (
        f"import doctest; print(doctest.testfile({str(page)!r}, module_relative=False, encoding='utf-8'))"
    )
    assert run(python, "-c", tested).stdout.startswith("TestResults(failed=0")
    listed = json.loads(run(*pip, "list", "--format=json").stdout)
    record_property("packages with the engines", len(listed))
    assert "django" not in {package["name"].lower() for package in listed}

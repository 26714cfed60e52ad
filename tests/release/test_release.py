"""What ``./go release`` refuses, and the bill of materials."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def loaded(name: str) -> Any:
    """A program of `packaging`, which is no package."""
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", ROOT / "packaging" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release, sbom = loaded("release"), loaded("sbom")
TODAY = date(2027, 3, 7)
NOTES, OTHER = "CHANGELOG.md:", "pyproject.toml says 1.2.0."
WAITING = "# Changes\n\n## Unreleased\n\n- More.\n"
PROOF = "docs/develop/proof.md"
DIRTY = "with changes that are not committed"
RELEASED = "# Changes\n\n## 1.1.0 (7 March 2027)\n\n- New.\n\n## 1.0.0 (1 December 2026)\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository that may be released."""
    for folder in ("docs/develop", "tests/upgrade"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "qiyuan-portal"\nversion = "1.1.0"\n')
    for kind in ("sqlite", "postgresql"):
        (tmp_path / "tests/upgrade" / f"1.1.0.{kind}.sql.gz").write_bytes(b"")
    (tmp_path / "CHANGELOG.md").write_text(RELEASED)
    (tmp_path / "docs/develop/proof.md").write_text("")
    git(tmp_path, "init", "-q")
    keep(tmp_path)
    row = f"| `x` | passed | 1.0 |  | {commit(tmp_path)}, 2027-03-06 |\n"
    (tmp_path / "docs/develop/proof.md").write_text(row)
    keep(tmp_path)
    return tmp_path


def git(tree: Path, *words: str) -> str:
    who = {"GIT_AUTHOR_DATE": "2027-03-06T12:00:00Z", "GIT_COMMITTER_DATE": "2027-03-06T12:00:00Z"}
    named = ["-c", "user.name=A", "-c", "user.email=a@qiyuan.example", "-c", "commit.gpgsign=false"]
    command, environment = ["git", *named, *words], who | {"PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def keep(tree: Path) -> None:
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "Keep it")


def commit(tree: Path) -> str:
    return git(tree, "rev-parse", "--short=12", "HEAD")


def changed(tree: Path, file: str, old: str, new: str) -> list[str]:
    path = tree / file
    path.write_text(path.read_text().replace(old, new))
    keep(tree)
    return list(release.faults(tree, today=TODAY))


def test_what_holds_is_released(tree: Path) -> None:
    assert release.faults(tree, today=TODAY) == []
    git(tree, "tag", "v1.1.0")
    assert release.faults(tree, today=TODAY) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("pyproject.toml", "1.1.0", "1.2.0", f"{NOTES} the first version with a date is 1.1.0, {OTHER}"),
        ("CHANGELOG.md", "7 March", "8 March", f"{NOTES} 8 March 2027 has not come yet."),
        ("CHANGELOG.md", "# Changes\n", WAITING, f"{NOTES} there are changes under Unreleased."),
        ("CHANGELOG.md", "New.", "New (commit 0123abcd).", f"{NOTES} commit 0123abcd is not in the history."),
        (PROOF, ", 2027", f" {DIRTY}, 2027", f"{PROOF}, line 1: found {DIRTY}."),
    ],
)
def test_what_does_not_is_said(tree: Path, file: str, old: str, new: str, fault: str) -> None:
    assert fault in changed(tree, file, old, new)


def test_a_proof_of_a_commit_that_nobody_has_is_refused(tree: Path) -> None:
    [fault] = changed(tree, "docs/develop/proof.md", commit_in(tree), "e0cdd8da9fec")
    assert fault == "docs/develop/proof.md, line 1: commit e0cdd8da9fec is not in the history."


def test_a_proof_from_before_its_commit_is_refused(tree: Path) -> None:
    [fault] = changed(tree, "docs/develop/proof.md", "2027-03-06", "2027-03-01")
    assert fault.startswith("docs/develop/proof.md, line 1: 2027-03-01 is before commit")


def commit_in(tree: Path) -> str:
    return re.findall(r"\| ([0-9a-f]{12}),", (tree / "docs/develop/proof.md").read_text())[0]


def test_a_tag_that_names_another_commit_and_a_change_are_refused(tree: Path) -> None:
    git(tree, "tag", "v1.1.0", "HEAD~1")
    (tree / "more").write_text("")
    faults = release.faults(tree, today=TODAY)
    assert [fault.partition(":")[0].partition(" names")[0] for fault in faults] == [
        "The tree has changes that are not committed",
        "The tag v1.1.0",
    ]


def test_a_version_whose_database_is_not_kept_is_refused(tree: Path) -> None:
    git(tree, "rm", "-q", "tests/upgrade/1.1.0.sqlite.sql.gz")
    keep(tree)
    [fault] = release.faults(tree, today=TODAY)
    assert fault.startswith("tests/upgrade has no sqlite database of 1.1.0")


@pytest.mark.slow
def test_every_part_of_the_bill_has_its_sums_and_its_licence(tmp_path: Path) -> None:
    bill = sbom.bill(ROOT / "requirements.lock")
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill == sbom.bill(ROOT / "requirements.lock")
    parts = {part["name"]: part for part in bill["components"]}
    assert len(parts) == len(bill["components"]) > 70
    assert [name for name, part in parts.items() if "licenses" not in part] == []
    ours = {"qiyuan-engines"}
    assert [name for name, part in parts.items() if "externalReferences" not in part] == sorted(ours)
    assert parts["pyphen"]["licenses"] == [{"expression": "LGPL-2.0-or-later OR MPL-1.1"}]
    assert all(
        re.fullmatch("[0-9a-f]{64}", digest["content"])
        for name in parts.keys() - ours
        for reference in parts[name]["externalReferences"]
        for digest in reference["hashes"]
    )


def test_debians_packages_are_in_the_bill_of_an_image(tmp_path: Path) -> None:
    status = tmp_path / "var/lib/dpkg/status"
    status.parent.mkdir(parents=True)
    status.write_text(
        "Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36-9\n\n"
        "Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1\n"
    )
    [part] = sbom.of_debian(tmp_path)
    assert part["purl"] == "pkg:deb/debian/libc6@2.36-9?arch=amd64"


@pytest.mark.long
def test_the_program_says_what_keeps_this_tree() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "packaging" / "release.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == int(bool(done.stdout))
    assert done.stderr == ""


def test_what_cannot_be_built_ends_in_one_sentence(tree: Path) -> None:
    program = tree / "packaging" / "build"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(SystemExit, match=r"^packaging/build ended with status 3, for the reason above"):
        release.build(tree, tree / "dist")

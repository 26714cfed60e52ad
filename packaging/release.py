"""``./go release [--check]``: whether this may be called by its version, and all that is built of it.

It refuses whatever would make a release say what nobody can look up: a version that is stated twice and
differs, notes without a date, changes that are not in the notes, locks that are not those of the project, a
proof that cites a commit which is not in the history. It builds both wheels, their bill of materials and the
sums into ``dist``; where buildah is installed, the image too. The tag it prints is yours to set.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{1,2} [A-Z][a-z]+ \d{4})\)$", re.MULTILINE)
ROW = re.compile(
    r"(?:\| |^Commit )([0-9a-f]{8,40})( with changes that are not committed)?, (\d{4}-\d\d-\d\d)"
)


def git(*words: str, root: Path = ROOT) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)  # noqa: S603,S607
    return done.stdout.strip() if done.returncode == 0 else ""


def stated_version(root: Path = ROOT) -> str:
    version: str = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return version


def faults(root: Path = ROOT, *, today: date | None = None) -> list[str]:
    """What keeps this state from being released, one sentence each."""
    version = stated_version(root)
    return [
        *tree_faults(root, version),
        *notes_faults(root, version, today or date.today()),  # noqa: DTZ011  the day of whoever releases
        *citation_faults(root),
        *database_faults(root, version),
    ]


def tree_faults(root: Path, version: str) -> Iterator[str]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"pyproject.toml: {version} is no version of three numbers."
    if changed := git("status", "--porcelain", root=root):
        yield f"The tree has changes that are not committed: {changed.splitlines()[0].strip()}."
    tagged = git("rev-parse", "-q", "--verify", f"v{version}^{{commit}}", root=root)
    if tagged and tagged != git("rev-parse", "HEAD", root=root):
        yield f"The tag v{version} names another commit, {tagged[:12]}."


def notes_faults(root: Path, version: str, today: date) -> Iterator[str]:
    notes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = HEADING.findall(notes)
    if not headings or headings[0][0] != version:
        latest = headings[0][0] if headings else "none"
        yield f"CHANGELOG.md: the first version with a date is {latest}, pyproject.toml says {version}."
    elif datetime.strptime(headings[0][1], "%d %B %Y").date() > today:  # noqa: DTZ007  a day
        yield f"CHANGELOG.md: {headings[0][1]} has not come yet."
    waiting = re.search(r"^## Unreleased\n(.*?)(?=^## )", notes, re.MULTILINE | re.DOTALL)
    if waiting and waiting[1].strip():
        yield "CHANGELOG.md: there are changes under Unreleased."


def citation_faults(root: Path) -> Iterator[str]:
    """Of the notes and of the page of proofs."""
    for commit in re.findall(r"commit ([0-9a-f]{7,40})", (root / "CHANGELOG.md").read_text(encoding="utf-8")):
        if not in_history(commit, root):
            yield f"CHANGELOG.md: commit {commit} is not in the history."
    page = root / "docs" / "develop" / "proof.md"
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        for commit, changes, day in ROW.findall(line):
            if changes:
                yield f"docs/develop/proof.md, line {number}: found with changes that are not committed."
            elif not in_history(commit, root):
                yield f"docs/develop/proof.md, line {number}: commit {commit} is not in the history."
            elif day < git("log", "-1", "--format=%as", commit, root=root):
                yield f"docs/develop/proof.md, line {number}: {day} is before commit {commit}."


def in_history(commit: str, root: Path) -> bool:
    command = ["git", "merge-base", "--is-ancestor", commit, "HEAD"]
    return subprocess.run(command, cwd=root, capture_output=True, check=False).returncode == 0  # noqa: S603


def database_faults(root: Path, version: str) -> Iterator[str]:
    for kind in ("sqlite", "postgresql"):
        if not (root / "tests" / "upgrade" / f"{version}.{kind}.sql.gz").exists():
            yield (
                f"tests/upgrade has no {kind} database of {version}: "
                f".venv/bin/python -m tests.services -- .venv/bin/python -m tests.upgrade.keep {version}"
            )


def lock_fault(root: Path = ROOT) -> str:
    """Whether the locks can be made again; empty if so. Asks the index."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [str(root / ".ci" / "lock"), scratch]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603
    said = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else f"The locks: {said[-1] if said else 'cannot be made again'}"


def run(root: Path, program: str, *arguments: Path | str) -> None:
    """Run a program of the project, and end in one sentence if it fails: why, it has said itself."""
    done = subprocess.run([root / program, *arguments], cwd=root, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"{program} ended with status {done.returncode}, for the reason above.")


def build(root: Path, folder: Path) -> list[Path]:
    shutil.rmtree(folder, ignore_errors=True)
    run(root, "packaging/build", folder)
    bill = folder / f"qiyuan-{stated_version(root)}.cdx.json"
    run(root, sys.executable, root / "packaging" / "sbom.py", bill)
    if shutil.which("buildah"):
        run(root, "packaging/image/build", folder)
    else:
        print("No image: buildah is not installed.")  # noqa: T201
    made = sorted(path for path in folder.iterdir() if path.is_file())
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    return made


def main(arguments: list[str]) -> int:
    found = faults()
    if not found and (fault := lock_fault()):
        found.append(fault)
    for fault in found:
        print(fault)  # noqa: T201
    if found or arguments == ["--check"]:
        return int(bool(found))
    for path in build(ROOT, ROOT / "dist"):
        print(path.relative_to(ROOT))  # noqa: T201
    version = stated_version()
    print(f"Now: git tag -a v{version} -m 'Qiyuan {version}'")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

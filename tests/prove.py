"""``./go prove``: the tests marked ``long`` and the benchmarks, their figures into ``docs/proof.md``.

A long test says what it found with ``record_property("name", value)``; that is what the page shows.
"""

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import __main__ as bench

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "proof.md"


def commit() -> str:
    """The commit that is proved, and whether the tree differs from it."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/proof.md")
    return git("rev-parse", "--short=12", "HEAD") + (
        " with changes that are not committed" if changed else ""
    )


def table(report: Path) -> list[str]:
    """The rows of the page from pytest's JUnit file: test, outcome, seconds, what it recorded."""
    rows = ["| proof | outcome | seconds | figures |", "|---|---|---|---|"]
    for case in ET.parse(report).getroot().iter("testcase"):  # noqa: S314  our own pytest wrote it
        wrong = [child.tag for child in case if child.tag in {"failure", "error", "skipped"}]
        figures = "; ".join(f"{found.get('name')}: {found.get('value')}" for found in case.iter("property"))
        name = f"{case.get('classname', '').removeprefix('tests.')}.{case.get('name')}"
        seconds = float(case.get("time", "0"))
        rows.append(f"| `{name}` | {wrong[0] if wrong else 'passed'} | {seconds:.1f} | {figures} |")
    return rows


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "long.xml"
        command = [
            sys.executable,
            "-m",
            "pytest",
            *("-n", "2", "--dist", "loadgroup"),
            *("-m", "long or matrix"),
            f"--junit-xml={report}",
            *arguments,
        ]
        proved = subprocess.run(command, cwd=ROOT, check=False).returncode
        lines = [
            "# What was proved, and what was measured",
            "",
            "Written by `./go prove`; not by hand.",
            "",
            f"Commit {commit()}, {datetime.now(tz=UTC):%Y-%m-%d}, {bench.machine()}.",
            "",
            "## Long proofs",
            "",
            *table(report),
        ]
    failed = proved != 0
    for name in bench.benchmarks():
        print(f"benchmark {name}", flush=True)
        done = bench.run(name)
        failed = failed or done.returncode != 0
        lines += ["", f"## Benchmark: {name}", "", "```", done.stdout.rstrip("\n"), "```"]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} is written.")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""``./go prove``: the tests marked ``long`` or ``matrix``, the laws with examples that nobody has seen, and
the benchmarks, their figures into ``docs/develop/proof.md``.

``./go prove -k pairing`` runs those that pytest chooses by its arguments, ``./go prove bench [NAME…]`` only
benchmarks; what is not run keeps its lines. Each line names the commit that it was found at; one whose commit
nobody can look up is left out, and told. ``--page FILE`` before anything else writes another page.

A long test says what it found with ``record_property("name", value)``; that is what the page shows.
"""

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import __main__ as bench

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "develop" / "proof.md"
HEAD = """# Proofs and benchmarks

Written by `./go prove`; not by hand. {machine}.

## Long proofs

| proof | outcome | seconds | figures | commit |
|---|---|---|---|---|
"""
BENCHMARK = "\n## Benchmark: "
ProofLines = dict[str, str]
"""Name → what stands on the page about it."""


def commit() -> str:
    """The commit that is proved, whether the tree differs from it, and the day."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/develop/proof.md")
    changes = " with changes that are not committed" if changed else ""
    return f"{git('rev-parse', '--short=12', 'HEAD')}{changes}, {datetime.now(tz=UTC):%Y-%m-%d}"


def kept_parts(page: str) -> tuple[ProofLines, ProofLines]:
    """Proofs and benchmarks as they stand on the page."""
    table, *sections = page.split(BENCHMARK)
    rows = {result[1]: result[0] for result in re.finditer(r"^\| `(.+?)` \|.*$", table, re.MULTILINE)}
    return rows, {section.partition("\n")[0]: section.partition("\n")[2].strip("\n") for section in sections}


CITED = re.compile(
    r"(?:\| |^Commit )([0-9a-f]{8,40})( with changes that are not committed)?, \d{4}-", re.MULTILINE
)


def can_be_looked_up(text: str, root: Path = ROOT) -> bool:
    """Whether it was found at a commit of the history, as it stands there."""
    cited = CITED.search(text)
    if cited is None or cited[2]:
        return False
    ancestor = ["git", "merge-base", "--is-ancestor", cited[1], "HEAD"]
    return subprocess.run(ancestor, cwd=root, capture_output=True, check=False).returncode == 0


def still_cited(lines: ProofLines) -> ProofLines:
    for name in [name for name, text in lines.items() if not can_be_looked_up(text)]:
        print(f"{name}: left out, for nobody has its commit; prove it again.")
        del lines[name]
    return lines


def rows_of(report: Path, at: str) -> ProofLines:
    """The rows of the page from pytest's JUnit file: test, outcome, seconds, what it recorded."""
    rows = {}
    for case in ET.parse(report).getroot().iter("testcase"):  # noqa: S314  our own pytest wrote it
        wrong = [child.tag for child in case if child.tag in {"failure", "error", "skipped"}]
        figures = "; ".join(
            f"{result.get('name')}: {result.get('value')}" for result in case.iter("property")
        )
        # A test of an xdist group is called after it as well where several processes run.
        mine = re.sub(r"@\w+$", "", case.get("name", ""))
        name = f"{case.get('classname', '').removeprefix('tests.')}.{mine}"
        seconds = float(case.get("time", "0"))
        rows[name] = f"| `{name}` | {wrong[0] if wrong else 'passed'} | {seconds:.1f} | {figures} | {at} |"
    return rows


def proved(arguments: list[str]) -> tuple[ProofLines, bool]:
    """What pytest finds, and whether all of it holds."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "long.xml"
        command = [
            *(sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup"),
            *("-m", "long or matrix or hypothesis", "--hypothesis-profile=search"),
            *(f"--junit-xml={report}", *arguments),
        ]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        return rows_of(report, commit()) if report.exists() else {}, code == 0


def measured(names: list[str]) -> tuple[ProofLines, bool]:
    result, well = {}, True
    for name in names:
        print(f"benchmark {name}", flush=True)
        done = bench.run(name)
        well = well and done.returncode == 0
        text = done.stdout.rstrip("\n")
        result[name] = f"Commit {commit()}.\n\n```\n{text}\n```"
    return result, well


def main(arguments: list[str]) -> int:
    page = PAGE
    if arguments[:1] == ["--page"]:
        page, arguments = Path(arguments[1]), arguments[2:]
    on_page = kept_parts(page.read_text(encoding="utf-8") if page.exists() else "")
    rows, benchmarks = (still_cited(part) for part in on_page)
    well = True
    if arguments[:1] != ["bench"]:
        result, well = proved(arguments)
        rows |= result
    if not arguments or arguments[0] == "bench":
        figures, all_run = measured(arguments[1:] or bench.benchmarks())
        benchmarks |= figures
        well = well and all_run
    sections = [f"{BENCHMARK}{name}\n\n{text}\n" for name, text in sorted(benchmarks.items())]
    lines = [f"{rows[name]}\n" for name in sorted(rows)]
    page.write_text("".join([HEAD.format(machine=bench.machine()), *lines, *sections]), encoding="utf-8")
    print(f"{page} is written.")
    return int(not well)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""``python -m tests.benchmarks [--short] [NAME…]``: runs the benchmarks in turn, each in its own process.

``--short`` runs each as rarely and as small as it can, and as many at once as there are processors: whether
it runs at all, not what it measures.
"""

import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests import machine as programs
from tests.benchmarks import SHORT

HERE = Path(__file__).parent


def benchmarks() -> list[str]:
    """The names of all benchmarks, in order."""
    return sorted(path.stem for path in HERE.glob("[a-z]*.py"))


def machine() -> str:
    """The machine in one line: what a figure must be read with."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [
            line.partition(":")[2].strip()
            for line in cpuinfo.read_text().splitlines()
            if "model name" in line
        ]
        processor = names[0] if names else processor
    return f"{os.cpu_count()} cores, {processor}, Python {platform.python_version()}"


def run(name: str) -> subprocess.CompletedProcess[str]:
    """One benchmark in a process of its own: its table on standard output, its progress on the terminal."""
    # What several of them need, such as the demonstration, is made once.
    programs.folder_of_run()
    program = f"from tests.benchmarks import {name}; {name}.main()"
    return subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=False)


def main(wanted: list[str]) -> int:
    existing = benchmarks()
    if "--short" in wanted:
        os.environ[SHORT] = "1"
        wanted = [name for name in wanted if name != "--short"]
    unknown = [name for name in wanted if name not in existing]
    if unknown:
        print(
            f"There is no benchmark {', '.join(unknown)}. There are: {', '.join(existing)}.", file=sys.stderr
        )
        return 2
    print(machine())
    failed = False
    names = wanted or existing
    # What measures has the machine for itself.
    with ThreadPoolExecutor(os.cpu_count() if SHORT in os.environ else 1) as pool:
        for name, running in [(name, pool.submit(run, name)) for name in names]:
            print(f"\n## {name}\n", flush=True)
            done = running.result()
            print(done.stdout, end="", flush=True)
            failed = failed or done.returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

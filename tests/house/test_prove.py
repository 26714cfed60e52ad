"""The page of the proofs keeps what somebody can look up."""

from __future__ import annotations

import subprocess

from tests import prove

HEAD = subprocess.run(
    ["git", "rev-parse", "--short=12", "HEAD"], cwd=prove.ROOT, capture_output=True, text=True, check=True
).stdout.strip()
PAGE = f"""# Proofs and benchmarks

| proof | outcome | seconds | figures | commit |
|---|---|---|---|---|
| `here` | passed | 1.0 | n: 1 | {HEAD}, 2026-11-29 |
| `gone` | passed | 1.0 |  | 0123456789ab, 2026-11-29 |
| `changed` | passed | 1.0 |  | {HEAD} with changes that are not committed, 2026-11-29 |

## Benchmark: front

Commit {HEAD}, 2026-11-29.

## Benchmark: teams

Commit 0123456789ab, 2026-11-29.
"""


def test_what_cites_a_commit_that_nobody_has_is_left_out() -> None:
    rows, benchmarks = (prove.still_cited(part) for part in prove.kept_parts(PAGE))
    assert list(rows) == ["here"]
    assert list(benchmarks) == ["front"]

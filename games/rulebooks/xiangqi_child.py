"""Reading and judging a xiangqi record where nothing can be harmed:
``python -m games.rulebooks.xiangqi_child FORMAT < FILE > JSON``.

The process, limits and promises are those of ``games.records.child``; every rulebook judges what could be
read, so a page can show them side by side.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.records import child
from games.rulebooks.findings import NOTHING_ASKED, plain
from games.rulebooks.registry import RULEBOOKS
from games.xiangqi.cycles import Played
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move


def objects(raw: bytes, kind: str) -> Iterator[Mapping[str, Any]]:
    """What reading the bytes yields, one object per game, with ``judged`` and ``findings``."""
    for found in child.objects(raw, kind):
        yield {**found, **judged(found["start_fen"], found["moves"]["iccs"])}


def judged(start: str, moves: Iterable[str]) -> dict[str, list[Any]]:
    """``judged``: the rulebooks, ``findings``: what they find, for moves (ICCS) that were found legal from a
    position (FEN)."""
    played = Played.of(map(Move.parse, moves), read_fen(start)[0] or START_POSITION)
    found = [plain(one) for book in RULEBOOKS.values() for one in book.findings(played, NOTHING_ASKED)]
    return {"judged": [*RULEBOOKS], "findings": found}


if __name__ == "__main__":
    child.run(objects, sys.argv[1])

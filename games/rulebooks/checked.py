"""A record read and judged in one go, as plain values: what the service that keeps nothing answers with.

Faults and findings are codes with parameters; who shows them has the words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.records import child
from games.rulebooks import weiqi_child
from games.rulebooks.findings import NOTHING_ASKED, plain
from games.rulebooks.registry import RULEBOOKS, WEIQI_RULEBOOKS
from games.rulebooks.weiqi import PRACTICE
from games.weiqi.sgf import looks_like_sgf
from games.xiangqi.cycles import Played
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move


def checked(raw: bytes, kind: str, rulebooks: Sequence[str]) -> dict[str, Any]:
    """The first game with what the named rulebooks find; ``others`` counts further games.

    ``kind``: ``sgf``, ``auto`` or one of `games.records.detect.FORMATS`. Weiqi is played under the first
    of its rulebooks that is named.
    """
    weiqi = kind == "sgf" or (kind == "auto" and looks_like_sgf(raw))
    found = _weiqi(raw, rulebooks) if weiqi else child.objects(raw, kind)
    first = dict(next(iter(found)))
    if not weiqi:
        first["findings"] = _judged(first, rulebooks)
    first["others"] = sum(1 for _ in found)
    return first


def _weiqi(raw: bytes, rulebooks: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    named = next((name for name in rulebooks if name in WEIQI_RULEBOOKS), PRACTICE)
    return iter(weiqi_child.objects(raw, named))


def _judged(found: Mapping[str, Any], rulebooks: Sequence[str]) -> list[dict[str, Any]]:
    books = [RULEBOOKS[name] for name in dict.fromkeys(rulebooks) if name in RULEBOOKS]
    if not books:
        return []
    start = read_fen(found["start_fen"])[0] or START_POSITION
    played = Played.of(tuple(Move.parse(text) for text in found["moves"]["iccs"]), start)
    return [plain(finding) for book in books for finding in book.findings(played, NOTHING_ASKED)]

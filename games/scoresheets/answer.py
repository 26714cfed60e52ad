"""What reconciling two scoresheets answers, as plain values: the promised object of ``reconcile``."""

from __future__ import annotations

from typing import Any

from games.scoresheets.missed import SheetCount, count
from games.scoresheets.reconstruct import Reconstruction, Status, reconstruct
from games.scoresheets.sheet import read_sheet
from tournaments.fouls import recording_fouls


def answer(first: str, second: str) -> dict[str, Any]:
    """Two sheets' texts, Red's first; either may be empty. Raises `TooLongError`.

    ``moves``: the game in ICCS; of several games the first, of a broken one the plies up to the break.
    ``games``: all games found, where they are several, the ``best`` of them first, then those that fit nearly
    as well; ``proved``: whether they are all. ``sheets``: counted
    against the first game; ``texts``: ply → what stands there. ``broken_at``, ``stood``, ``cause``: where and
    why the game cannot be repeated. Plies from 1.
    """
    cells = read_sheet(first), read_sheet(second)
    found = reconstruct(*cells)
    counts = count(found.games[0], cells) if found.games else None
    moves = [str(step.move) for step in found.games[0]] if found.games else [str(m) for m in found.begin]
    several = found.status is Status.AMBIGUOUS
    return {
        "status": str(found.status),
        "moves": moves,
        "plies": len(moves),
        "broken_at": found.broken_at,
        "stood": {"first": found.stood[0], "second": found.stood[1]} if found.broken_at else None,
        "cause": str(found.cause) if found.cause else None,
        "alternatives": len(found.games),
        "best": found.best,
        "proved": found.proved,
        "differ_at": _differ_at(found) if several else None,
        "games": [[str(step.move) for step in game] for game in found.games] if several else [],
        "sheets": {
            side: _sheet(counts[which] if counts else None) for which, side in enumerate(("first", "second"))
        },
    }


def _differ_at(found: Reconstruction) -> int | None:
    return len(found.begin) + 1 if len(found.games) > 1 else None


def _sheet(counted: SheetCount | None) -> dict[str, Any]:
    if counted is None:
        return {"missed": [], "wrong": [], "transposed": [], "texts": {}, "fouls": 0}
    return {
        "missed": list(counted.missed),
        "wrong": list(counted.wrong),
        "transposed": list(counted.transposed),
        "texts": {str(ply): text for ply, text in counted.texts.items()},
        "fouls": recording_fouls(len(counted.missed)),
    }

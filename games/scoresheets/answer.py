"""Answer what reconciling two scoresheets gives, as plain values: the promised object of ``reconcile``."""

from __future__ import annotations

from typing import Any

from games.scoresheets.missed import SheetCount, count_missed
from games.scoresheets.reconstruct import Reconstruction, Status, reconstruct
from games.scoresheets.sheet import read_sheet
from tournaments.fouls import recording_fouls


def sheets_answer(first: str, second: str) -> dict[str, Any]:
    """Reconcile two sheets' texts, Red's first, of which either may be empty; raise `TooLongError`."""
    cells = read_sheet(first), read_sheet(second)
    reconstruction = reconstruct(*cells)
    counts = count_missed(reconstruction.games[0], cells) if reconstruction.games else None
    # In ICCS; of several games the first, of a broken one the plies up to the break.
    moves = (
        [str(step.move) for step in reconstruction.games[0]]
        if reconstruction.games
        else [str(m) for m in reconstruction.begin]
    )
    several = reconstruction.status is Status.AMBIGUOUS
    return {
        "status": str(reconstruction.status),
        "moves": moves,
        "plies": len(moves),
        "broken_at": reconstruction.broken_at,
        "stood": {"first": reconstruction.stood[0], "second": reconstruction.stood[1]}
        if reconstruction.broken_at
        else None,
        "cause": str(reconstruction.cause) if reconstruction.cause else None,
        "alternatives": len(reconstruction.games),
        "best": reconstruction.best,
        "proved": reconstruction.proved,
        "differ_at": _differ_at(reconstruction) if several else None,
        # Where they are several, the best of them first, then those that fit nearly as well.
        "games": [[str(step.move) for step in game] for game in reconstruction.games] if several else [],
        # Counted against the first game.
        "sheets": {
            side: _sheet(counts[which] if counts else None) for which, side in enumerate(("first", "second"))
        },
    }


def _differ_at(reconstruction: Reconstruction) -> int | None:
    return len(reconstruction.begin) + 1 if len(reconstruction.games) > 1 else None


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

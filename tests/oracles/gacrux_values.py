"""gacrux as the judge of C.07 for players: values and ranks from a TRF26."""

from __future__ import annotations

import contextlib
import io
from fractions import Fraction
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json


def values(trf: str, after: int, code: str) -> dict[int, Fraction | None]:
    """By number; None where it gives none."""
    values_found = {}
    for row in _checked(trf, after, [code]):
        value = row["tiebreakScore"][0]
        values_found[row["cid"]] = None if value in (None, "") else Fraction(str(value))
    return values_found


def ranks(trf: str, after: int, codes: list[str]) -> dict[int, int]:
    return {row["cid"]: row["rank"] for row in _checked(trf, after, codes)}


def _checked(trf: str, after: int, codes: list[str]) -> list[dict[str, Any]]:
    with contextlib.redirect_stdout(io.StringIO()):
        reader = trf2json()
        reader.parse_file(trf, 0)
        tournament = reader.get_tournament(1)
        # A new one each time: some criteria leave state behind.
        judge = tiebreak(tournament, after, {"swiss": True, "pre_determined": False, "unrated": None})
        values_found = judge.compute_tiebreaks(tournament, {"tiebreak": codes, "check": True})
    return list(values_found["competitors"])

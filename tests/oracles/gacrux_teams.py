"""gacrux as the judge of our team Swiss: the round that it gives for a TRF26 text."""

from __future__ import annotations

import contextlib
import io
from fractions import Fraction
from typing import Any

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingfideteam import pairing_fideteam
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json


def paired(trf: str, round_number: int, system: list[str]) -> tuple[set[tuple[int, int]], int] | None:
    """The pairs (whose player begins on board 1 first) and the bye, 0 for none; None: there is no pairing.

    ``system``: its names of model and points, such as ``["fideteam", "typea", "mp+gp"]``.
    """
    with contextlib.redirect_stdout(io.StringIO()):
        reader = trf2json()
        reader.parse_file(trf, 0)
        status = reader.chessjson["status"]
        if status["code"] >= 400:
            raise ValueError(status["error"])
        tournament = reader.get_tournament(1)
        tournament["pairingSystem"] = system
        params = {"experimental": [], "verbose": 0, "rank": False, "top_color": ""}
        try:
            brackets = pairing_fideteam(tournament, round_number, params).compute_pairing(False)
        except GacruxNoLegalPairing:
            return None
    rows = [pair for bracket in brackets for pair in bracket["pairs"]]
    alone = [row["b"] or row["w"] for row in rows if not (row["w"] and row["b"])]
    return {(row["w"], row["b"]) for row in rows if row["w"] and row["b"]}, alone[0] if alone else 0


def values(trf: str, after: int, code: str) -> dict[int, Fraction]:
    """A criterion's value by team after round ``after``; ``code`` as FIDE writes it."""
    return {row["cid"]: Fraction(str(row["tiebreakScore"][0])) for row in _checked(trf, after, [code])}


def ranks(trf: str, after: int, codes: list[str]) -> dict[int, int]:
    """The rank of every team after round ``after`` by these criteria in turn."""
    return {row["cid"]: row["rank"] for row in _checked(trf, after, codes)}


def _checked(trf: str, after: int, codes: list[str]) -> list[dict[str, Any]]:
    with contextlib.redirect_stdout(io.StringIO()):
        reader = trf2json()
        reader.parse_file(trf, 0)
        tournament = reader.get_tournament(1)
        # A new one each time: some criteria leave state behind.
        judge = tiebreak(tournament, after, {"swiss": True, "pre_determined": False, "unrated": None})
        tiebreaks = judge.compute_tiebreaks(tournament, {"tiebreak": codes, "check": True})
    return list(tiebreaks["competitors"])

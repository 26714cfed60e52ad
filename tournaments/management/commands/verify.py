"""``verify FILE [--from trf] [--rounds 1-5] [--json]``: which pairings and standings of a file are wrong,
round by round. Exit codes: 0 all right, 1 something differs, 2 unreadable."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournaments.exchange.checking import Check, Claim, RoundCheck, check_claims, check_rounds
from tournaments.exchange.conversion import LossCode
from tournaments.exchange.formats import read_in_format
from tournaments.exchange.trf.claims import Claims, claims
from tournaments.management.commands._plain import (
    FileCommand,
    Unusable,
    printable_name,
    to_json,
)
from tournaments.pairing import CannotPair
from tournaments.pairing.registry import SYSTEMS, TEAM_SYSTEMS
from tournaments.wording.checking import claim_text
from tournaments.wording.exchange import problems_text
from tournaments.wording.reasons import (
    difference_text,
    input_error_text,
    notice_text,
    refusal_text,
)
from tournaments.wording.why import why_text

READ = ("trf", "json")
TRF_SUFFIXES = (".trf", ".trfx", ".txt", ".trf16", ".trf26")


class Command(FileCommand):
    help = "Check every round, the points and the ranks of a file against its rules and results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a TRF (2016 or 2026) or a tournament file, or - for standard input")
        parser.add_argument("--from", dest="source", choices=READ, help="by default by the name of the file")
        parser.add_argument("--encoding", help="of a TRF without a byte order mark that is not UTF-8")
        systems = sorted({*SYSTEMS, *TEAM_SYSTEMS})
        parser.add_argument("--system", choices=systems, help="by which it was paired, if it does not say so")
        parser.add_argument("--rounds", metavar="1-5", help="only these")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def run(self, **options: Any) -> None:
        try:
            check = self._checked(options)
        except Unusable as error:
            raise Unusable(f"{printable_name(options['file'])}: {error}") from None
        if options["json"]:
            self.stdout.write(to_json(check_object(check)))
        else:
            self.stdout.write(check_text(check))
        if not check.ok:
            raise SystemExit(1)

    def _checked(self, options: dict[str, Any]) -> Check:
        data = _bytes(options["file"])
        source = options["source"] or _source(options["file"])
        reading = read_in_format(data, source, encoding=options["encoding"], system=options["system"])
        tournament = reading.tournament
        if tournament is None:
            raise Unusable(problems_text(reading.problems))
        system_known = options["system"] is not None or all(
            loss.code is not LossCode.SYSTEM for loss in reading.losses
        )
        made = claims(data, encoding=options["encoding"]) if source == "trf" else Claims()
        if any(loss.code is LossCode.TIEBREAKS for loss in reading.losses):
            # By a list of which a part is missing nothing can be said about ranks.
            made.criteria = False
        wrong, ranked = check_claims(tournament, made)
        rounds = check_rounds(
            tournament, system_known=system_known, tables=source != "trf", rounds=_rounds(options["rounds"])
        )
        return Check(tournament.paired_by if system_known else "", rounds, wrong, ranked)


def _bytes(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise Unusable(getattr(error, "strerror", None) or str(error)) from None


def _source(name: str) -> str:
    suffix = Path(name).suffix.lower()
    if suffix == ".json":
        return "json"
    if suffix in TRF_SUFFIXES:
        return "trf"
    raise Unusable(f"say which format this is: --from {'|'.join(READ)}")


def _rounds(text: str | None) -> range | None:
    if text is None:
        return None
    match = re.fullmatch(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?", text)
    if match is None:
        raise Unusable(f"--rounds {text}: a round, or two such as 1-5")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def _refusal(row: RoundCheck) -> str:
    if row.refusal is None:
        return ""
    return refusal_text(row.refusal) if isinstance(row.refusal, CannotPair) else input_error_text(row.refusal)


def check_object(check: Check) -> dict[str, Any]:
    """The answer as JSON."""
    return {
        "ok": check.ok,
        "system": check.paired_by or None,
        "rounds": [
            {
                "round": row.round,
                "state": str(row.state),
                "broken": [notice_text(notice) for notice in row.broken],
                "differences": [
                    {"code": str(item.code), "params": dict(item.params), "message": difference_text(item)}
                    for item in row.differences
                ],
                **({"refusal": _refusal(row)} if row.refusal else {}),
                **({"why": why_text(row.why)} if row.why else {}),
            }
            for row in check.rounds
        ],
        "claims": [_claim_object(item) for item in check.claims],
        "ranks_checked": check.ranked,
    }


def _claim_object(claim: Claim) -> dict[str, Any]:
    return {
        "of": str(claim.of),
        "number": claim.number,
        "claimed": float(claim.claimed),
        "follows": float(claim.follows),
        "message": claim_text(claim),
    }


def check_text(check: Check) -> str:
    """The same for a reader."""
    lines = [f"Paired by {check.paired_by}" if check.paired_by else "System unknown: only laws are checked"]
    for row in check.rounds:
        lines.append(f"Round {row.round}: {row.state}")
        lines += [f"  illegal: {notice_text(notice)}" for notice in row.broken]
        lines += [f"  {difference_text(item)}" for item in row.differences]
        lines += [f"  {_refusal(row)}"] if row.refusal else []
        lines += [f"  {why_text(row.why)}"] if row.why else []
    lines += [claim_text(claim) for claim in check.claims]
    if not check.ranked:
        lines.append("Ranks not checked: the file names no criteria that are all known here")
    lines.append("All right" if check.ok else "Not all is as it should be")
    return "\n".join(lines)

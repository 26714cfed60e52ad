"""``norm RESULT.json [--json]``: is a result a norm, condition by condition (B.01 of 2024)?"""

from __future__ import annotations

from argparse import ArgumentParser
from fractions import Fraction
from typing import Any

from tournaments.management.commands._files import read_json
from tournaments.management.commands._plain import (
    FileCommand,
    Unusable,
    printable_name,
    to_json,
)
from tournaments.ratings.norms import FIDE_NORMS, ConditionCode, NormGame, NormReport, norm

_AT_MOST = {ConditionCode.OWN_AT_MOST, ConditionCode.ONE_AT_MOST}


class Command(FileCommand):
    help = "Say whether a result is a norm by FIDE's B.01, condition by condition: need, have, met."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "result",
            help='a file, or - for standard input: {"title": "IM", "federation": "CHN", "games": '
            "[[rating or null, title, federation, score], …]}",
        )
        parser.add_argument(
            "--exempt", action="store_true", help="an event of 1.4.3: foreign federations are not needed"
        )
        parser.add_argument(
            "--fixed", action="store_true", help="pairings were known beforehand: no later game is left out"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def run(self, **options: Any) -> None:
        name = options["result"]
        document = read_json(name)
        try:
            rule = FIDE_NORMS[document["title"]]
            games = [_game(*game) for game in document["games"]]
            federation = str(document["federation"])
        except (KeyError, TypeError, ValueError) as error:
            raise Unusable(f"{printable_name(name)}: no result of a player: {error!r}") from None
        report = norm(rule, games, federation, exempt=options["exempt"], fixed=options["fixed"])
        self.stdout.write(to_json(_document(report)) if options["json"] else _text(report))
        if not report.met:
            raise SystemExit(1)


def _game(rating: int | None, title: str, federation: str, score: float) -> NormGame:
    """Raises `ValueError`."""
    halves = Fraction(str(score)) * 2
    if halves not in {0, 1, 2}:
        raise ValueError(f"score {score!r}")
    if rating is not None and not (isinstance(rating, int) and 0 < rating <= 4000):
        raise ValueError(f"rating {rating!r}")
    return NormGame(rating, str(title), str(federation), int(halves))


def _document(report: NormReport) -> dict[str, Any]:
    return {
        "title": report.rule.title,
        "met": report.met,
        "left_out": list(report.left_out),
        "average": report.average,
        "percent": report.percent,
        "performance": report.performance,
        "conditions": [
            {
                "condition": condition.code.value,
                "need": str(condition.need),
                "have": str(condition.have),
                "met": condition.met,
            }
            for condition in report.conditions
        ],
    }


def _text(report: NormReport) -> str:
    lines = [f"{report.rule.title} norm: {'yes' if report.met else 'no'}"]
    if report.left_out:
        lines.append(f"without game {', '.join(map(str, report.left_out))}")
    for condition in report.conditions:
        least = "" if condition.code in _AT_MOST else "at least "
        need, have = f"{float(condition.need):g}", f"{float(condition.have):g}"
        lines.append(f"{'+' if condition.met else '-'} {condition.code.value}: {have} ({least}{need})")
    return "\n".join(lines)

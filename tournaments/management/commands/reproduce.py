"""``reproduce TOURNAMENT.json [--json]``: which system did a tournament that was played follow?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.management.commands._files import TournamentFileCommand
from tournaments.management.commands._plain import (
    Unusable,
)
from tournaments.pairing import PairingInputError
from tournaments.pairing.reproducing import Agreement, RuleReading, readings_of, reproduce
from tournaments.state.tournament import Tournament
from tournaments.wording.reasons import input_error_text


class Command(TournamentFileCommand):
    help = (
        "Pair every round of a played tournament from the real rounds before it, by each Swiss system and "
        "reading, and say which tables and colours agree."
    )

    def answer(
        self, tournament: Tournament, line: Mapping[str, Any], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        if not tournament.games:
            raise Unusable("no round has been played")
        readings = readings_of(tournament)
        try:
            agreements = reproduce(tournament, readings)
        except PairingInputError as error:
            raise Unusable(input_error_text(error)) from None
        return {
            "name": tournament.name,
            "readings": [
                _reading(reading, rows, is_own=reading == readings[0]) for reading, rows in agreements.items()
            ],
        }

    def text(self, answer: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        lines = [answer["name"]] if answer["name"] else []
        for reading in answer["readings"]:
            lines.append("")
            lines.append(_name(reading) + (" (as the file says)" if reading["own"] else ""))
            lines += [_line(f"round {row['round']}", row) for row in reading["rounds"]]
            lines.append(_line("all rounds", reading["all"]))
            lines.append(_line("from round 2", reading["from_round_2"]))
        return "\n".join(lines).strip()


def _reading(reading: RuleReading, rows: Sequence[Agreement], *, is_own: bool) -> dict[str, Any]:
    return {
        "system": reading.system,
        "grouping": reading.grouping,
        "practice_2009": reading.practice_2009,
        "own": is_own,
        "rounds": [{"round": row.round, **_counts([row]), **_exceptional(row)} for row in rows],
        "all": _counts(rows),
        "from_round_2": _counts([row for row in rows if row.round > 1]),
    }


def _counts(rows: Sequence[Agreement]) -> dict[str, int]:
    return {
        "tables": sum(row.tables for row in rows),
        "same_tables": sum(row.same_tables for row in rows),
        "same_colours": sum(row.same_colours for row in rows),
    }


def _exceptional(row: Agreement) -> dict[str, bool]:
    bye = {} if row.same_bye is None else {"same_bye": row.same_bye}
    return {**bye, **({"refused": True} if row.refused else {})}


def _name(reading: Mapping[str, Any]) -> str:
    words = [reading["system"]]
    if reading["system"] == "wmsg2008":
        words.append(reading["grouping"])
    if reading["practice_2009"]:
        words.append("as practised in 2009")
    return ", ".join(words)


def _line(head: str, row: Mapping[str, Any]) -> str:
    if row.get("refused"):
        return f"{head:>14}: no pairing"
    text = f"{head:>14}: {row['same_tables']:>4} of {row['tables']} tables, "
    text += f"{row['same_colours']} with these colours"
    if "same_bye" in row:
        text += ", the same bye" if row["same_bye"] else ", another bye"
    return text

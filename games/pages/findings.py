"""The findings of a game as its page shows them: by rulebook, in words, each with what the board draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext

from games.rulebooks.findings import Kind
from games.wording.findings import KINDS, finding_text
from games.wording.rulebooks import title_of

Data = dict[str, Any]

# Kind → the look of its badge.
BADGES: Final[Mapping[Kind, str]] = {
    Kind.WARNING: "warn",
    Kind.MUST_CHANGE: "warn",
    Kind.DISABLED: "bad",
    Kind.DRAW: "even",
    Kind.LOSS: "bad",
    Kind.CLAIM_RIGHT: "good",
    Kind.CLAIM_WRONG: "bad",
    Kind.FOUL: "bad",
}
# Moves of a series that are drawn together; more of them would cover the board.
MOST_SHOWN: Final = 12


def panel(judged: Sequence[str], findings: Sequence[Data], plies: Sequence[Data]) -> list[Data]:
    """List the rulebooks that judged, each with its findings."""
    findings_shown = [_finding(place, finding, plies) for place, finding in enumerate(findings)]
    # The ply where a finding stands has its place among ``findings``.
    for finding in findings_shown:
        if 0 < finding["ply"] <= len(plies):
            plies[finding["ply"] - 1].setdefault("findings", []).append(finding)
    by_book = (
        (name, [finding for finding in findings_shown if finding["rulebook"] == name]) for name in judged
    )
    return [{"name": name, "title": title_of(name), "findings": finding} for name, finding in by_book]


def _finding(place: int, finding: Data, plies: Sequence[Data]) -> Data:
    kind, evidence = Kind(finding["kind"]), finding["evidence"]
    arrows: Mapping[str, Sequence[str]] = evidence.get("arrows", {})
    rests_on = _plies(finding)
    return {
        **finding,
        "place": place,
        "sentence": finding_text(finding),
        "badge": BADGES[kind],
        "kind_text": gettext(KINDS[kind]),
        "plies": rests_on,
        # What the script reads: "57:h2h9,e2e9 59:h9h2".
        "arrows": " ".join(f"{ply}:{','.join(moves)}" for ply, moves in arrows.items()),
        "series": "" if arrows else " ".join(_series(rests_on, plies)),
    }


def _plies(finding: Data) -> list[int]:
    evidence = finding["evidence"]
    # Those of a cycle in weiqi are all since the repeated position.
    if "repeats" in evidence:
        return list(range(evidence["repeats"] + 1, finding["ply"] + 1))
    return list(evidence.get("plies", ()))


def _series(rests_on: Sequence[int], plies: Sequence[Data]) -> list[str]:
    """The different moves of a series that threatens nothing, if they are few enough to be seen."""
    moves = list(dict.fromkeys(plies[ply - 1]["move"] for ply in rests_on if ply <= len(plies)))
    return moves if len(moves) <= MOST_SHOWN else []

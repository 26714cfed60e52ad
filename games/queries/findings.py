"""Find in games what the section's rulebook says and nobody has ruled on.

*decisive*  a draw, a loss, or a foul: what the result, or the list of fouls, should tell
*series*    findings of one article about one side; of a dismissed one no more is asked
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from games.models import FindingRuling, GameRecord, LiveGame
from games.rulebooks.findings import Kind
from games.rulebooks.prompting import End, end_by, finding_from
from tournaments.models import Foul, Pairing, ResultReport, Round

# A finding as `plain` values.
Stored = Mapping[str, Any]
# An end's result as a table has it, where that is another text.
VALUES: Mapping[str, str] = {"1/2-1/2": ResultReport.Value.DRAW}


# Verdicts after which the rest of a series is not asked about.
SETTLED = frozenset({FindingRuling.Verdict.DISMISSED, FindingRuling.Verdict.OVERTURNED})


def finding_key(stored: Stored) -> str:
    """Name a finding within its game."""
    # With its kind and ply: what rises within a series is another finding.
    return "-".join((stored["article"], stored["side"] or "both", stored["kind"], str(stored["ply"])))


def finding_result(end: End) -> str:
    """The result of a table that says what a finding makes of the game."""
    return str(VALUES.get(end.result, end.result))


@dataclass(frozen=True, slots=True)
class MissedFinding:
    """A decisive finding that the result does not tell."""

    round: int
    pairing: int
    table: int
    game: int
    finding: Stored
    # The value of the result in force, empty where there is none.
    entered: str
    # What the result would be, empty for a foul.
    value: str
    # ``record`` or ``stream``.
    source: str

    @property
    def key(self) -> str:
        return finding_key(self.finding)


def untold_in(rounds: Iterable[Round], pairing: Pairing | None = None) -> list[MissedFinding]:
    """Find one for each game of these rounds at most, by table, in five queries for any number."""
    books = {round_.pk: round_.section.rulebook for round_ in rounds}
    of_rounds = Q(pairing__round__in=list(books))
    if pairing is not None:
        of_rounds &= Q(pairing=pairing)
    games = _recorded(of_rounds, books)
    for key, stored in _streamed(of_rounds).items():
        games.setdefault(key, stored)
    if not games:
        return []
    results = {
        (row.pairing_id, row.game): row.value for row in ResultReport.objects.in_force().filter(of_rounds)
    }
    ruled: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for row in FindingRuling.objects.filter(of_rounds):
        ruled.setdefault((row.pairing_id, row.game), []).append((row.finding, row.verdict))
    fouls = set(Foul.objects.filter(of_rounds).values_list("pairing", "game"))
    untold = []
    for (paired, game), (place, source, findings) in games.items():
        entered = results.get((paired, game), "")
        decisive = _decisive(findings, ruled.get((paired, game), []))
        if decisive is None:
            continue
        end = end_by(finding_from(decisive))
        value = finding_result(end) if end else ""
        is_told = entered == value if value else (paired, game) in fouls
        if not is_told:
            untold.append(MissedFinding(place[0], paired, place[1], game, decisive, entered, value, source))
    return sorted(untold, key=lambda row: (row.round, row.table, row.game))


# Pairing and game → (round, table), where it was found, findings.
_FindingsOfGames = dict[tuple[int, int], tuple[tuple[int, int], str, Sequence[Stored]]]


def _recorded(of_rounds: Q, books: Mapping[int, str]) -> _FindingsOfGames:
    """Find those of the last accepted record of each game, by the section's rulebook, in one query."""
    rows = (
        GameRecord.objects.filter(of_rounds, acceptance__isnull=False)
        .order_by("pk")
        .values_list("pairing", "game", "pairing__round", "pairing__table", "reading__data__findings")
    )
    return {
        (key, game): (
            (round_, table or 0),
            "record",
            [finding for finding in findings or () if finding["rulebook"] == books[round_]],
        )
        for key, game, round_, table, findings in rows
    }


def _streamed(of_rounds: Q) -> _FindingsOfGames:
    """Find those of the streams that have ended, or whose game has a result, in one query."""
    rows = LiveGame.objects.filter(of_rounds).exclude(prompts=[]).order_by("pk")
    ended = rows.filter(
        ~Q(over="") | Q(pairing__in=ResultReport.objects.in_force().filter(of_rounds).values("pairing"))
    )
    return {
        (live.pairing_id, live.game): (
            (live.pairing.round_id, live.pairing.table or 0),
            "stream",
            [finding for finding in live.prompts if finding["code"] != "time"],
        )
        for live in ended.select_related("pairing")
    }


def _decisive(findings: Sequence[Stored], ruled: Sequence[tuple[str, str]]) -> Stored | None:
    """Find the first that decides, of a series that nobody has dismissed; None once one has been applied."""
    verdicts = dict(ruled)
    if FindingRuling.Verdict.APPLIED in verdicts.values():
        return None
    dismissed = {
        (finding["article"], finding["side"])
        for finding in findings
        if verdicts.get(finding_key(finding)) in SETTLED
    }
    for finding in findings:
        if finding["kind"] not in (Kind.DRAW, Kind.LOSS, Kind.FOUL):
            continue
        if (finding["article"], finding["side"]) not in dismissed:
            return finding
    return None

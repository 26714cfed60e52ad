"""Results that two people have reported differently: the one that stands, and the one that was refused.

The journal keeps what was refused; it waits for a decision until the result is reported anew or taken back,
or somebody has said that it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from portal.journal.models import JournalEntry
from tournaments.models import ResultReport, Round

CONTEST = "contest_result"
ENDS = ("report_result", "take_back_result", "uphold_result")


@dataclass(frozen=True, slots=True)
class Contest:
    """Hold what ``by`` reported ``at``, against ``standing``; ``key``: its line of the journal."""

    key: int
    table: int
    game: int
    value: str
    forfeit: bool
    by: str
    at: datetime
    standing: ResultReport
    cause: str = ""


def contests_by_round(rounds: Iterable[Round]) -> dict[int, list[Contest]]:
    """List results that wait for a decision, by id of the round; one query for none, else three."""
    targets = {f"round:{round_.pk}": round_.pk for round_ in rounds}
    lines = JournalEntry.objects.filter(target__in=targets).select_related("by").order_by("pk")
    contested = {_place(line): line for line in lines.filter(act=CONTEST)}
    if not contested:
        return {}
    for line in lines.filter(act__in=ENDS, pk__gt=min(line.pk for line in contested.values())):
        place = _place(line)
        if place in contested and contested[place].pk < line.pk:
            del contested[place]
    reports = ResultReport.objects.in_force().filter(pairing__round__in=targets.values())
    standing = {
        (f"round:{report.pairing.round_id}", str(report.pairing.table), str(report.game)): report
        for report in reports.select_related("pairing", "by")
    }
    contests_found: dict[int, list[Contest]] = {}
    for place, line in sorted(contested.items(), key=lambda contest: str(contest[0])):
        report, facts = standing.get(place), line.after or {}
        if report is None or facts.get("value") not in ResultReport.Value.values:
            continue
        contest = Contest(
            key=line.pk,
            table=report.pairing.table or 0,
            game=report.game,
            value=facts["value"],
            forfeit=bool(facts.get("forfeit")),
            by=str(line.by or ""),
            at=line.at,
            standing=report,
            cause=str(facts.get("cause") or ""),
        )
        contests_found.setdefault(targets[line.target], []).append(contest)
    for contests in contests_found.values():
        contests.sort(key=lambda contest: (contest.table, contest.game))
    return contests_found


def contest_at(round_: Round, table: int, game: int) -> Contest | None:
    """The one about this game, if any."""
    contests = contests_by_round([round_]).get(round_.pk, [])
    return next((contest for contest in contests if (contest.table, contest.game) == (table, game)), None)


def upheld_since(round_: Round, table: int, game: int, contest: int) -> str | None:
    """Who has said, after that `Contest.key`, that the result stands; None: nobody."""
    lines = JournalEntry.objects.filter(target=f"round:{round_.pk}", act="uphold_result", pk__gt=contest)
    here = (f"round:{round_.pk}", str(table), str(game))
    confirmations = [line for line in lines.select_related("by").order_by("pk") if _place(line) == here]
    return str(confirmations[-1].by or "") if confirmations else None


def _place(line: JournalEntry) -> tuple[str, str, str]:
    """Where it was done. The journal of a restored event says whatever its file says."""
    facts = line.after or line.before
    facts = facts if isinstance(facts, dict) else {}
    return line.target, str(facts.get("table")), str(facts.get("game") or 1)

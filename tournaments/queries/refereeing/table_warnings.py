"""Gather what deserves a look at the tables of a public round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext, ngettext

from portal.journal.models import JournalEntry
from tournaments.models import Absence, Entry, Foul, LineUp, Round
from tournaments.queries.links import Place, TableLink
from tournaments.queries.refereeing.contests import CONTEST, contests_by_round
from tournaments.queries.tables import TableRow


@dataclass(frozen=True, slots=True)
class TableMark:
    """Mark a table; ``look``: ``good``, ``warn``, ``bad`` or empty, ``side``: about one."""

    text: str
    look: str = ""
    path: str = ""
    side: str = ""


def table_warnings(
    round_: Round, rows: Sequence[TableRow], links: Mapping[Place, Sequence[TableLink]]
) -> dict[int, list[TableMark]]:
    """By id of the pairing. As many queries for any number of tables."""
    contested = {contest.table for contest in contests_by_round([round_]).get(round_.pk, ())}
    fouls: dict[int, Counter[str]] = {}
    logged = Foul.objects.in_force().filter(pairing__round=round_).exclude(status=Foul.Status.WITHDRAWN)
    for pairing, status in logged.values_list("pairing", "status"):
        fouls.setdefault(pairing, Counter())[status] += 1
    away = set(
        Absence.objects.filter(entry__section=round_.section_id, round_number=round_.number).values_list(
            "entry", flat=True
        )
    )
    marks: dict[int, list[TableMark]] = {}
    for row in rows:
        links_here = links.get((round_.pk, row.table or 0), ())
        decides = next((link.path for link in links_here if link.decides), "")
        marks[row.pairing] = [
            *_about_result(row, decides, is_contested=row.table in contested),
            *_about_fouls(fouls.get(row.pairing, Counter()), decides),
            *_about_players(row, round_, away),
            *([TableMark(row.unlike_rule, "warn")] if row.unlike_rule else []),
            *(TableMark(gettext(link.mark), link.look, link.path) for link in links_here if link.mark),
        ]
    return marks


def marks_version(round_: Round) -> str:
    """Changes with what `table_warnings` shows and `queries.tables.sight_of` does not tell. Three queries."""
    contests = JournalEntry.objects.filter(target=f"round:{round_.pk}", act__in=(CONTEST, "uphold_result"))
    here = Entry.objects.filter(section=round_.section_id).aggregate(
        away=Count("absences", filter=Q(absences__round_number=round_.number)),
        left=Count("pk", filter=Q(status=Entry.Status.WITHDRAWN), distinct=True),
        unseen=Count("pk", filter=Q(status=Entry.Status.ENTERED), distinct=True),
    )
    fouls = Foul.objects.filter(pairing__round=round_).count()
    line_ups = LineUp.objects.filter(match__round=round_).count() if round_.section.of_teams else 0
    return "-".join(map(str, [fouls, contests.count(), line_ups, *here.values()]))


def _about_result(row: TableRow, path: str, *, is_contested: bool) -> Iterator[TableMark]:
    if row.reported.disputed:
        yield TableMark(gettext("reports differ"), "bad", path)
    if is_contested:
        yield TableMark(gettext("two results"), "bad", path)


def _about_fouls(counts: Counter[str], path: str) -> Iterator[TableMark]:
    if count := counts.total():
        to_decide = counts[Foul.Status.LOGGED]
        text = ngettext("%(count)s foul", "%(count)s fouls", count) % {"count": count}
        yield TableMark(text, "warn" if to_decide else "", path)


def _about_players(row: TableRow, round_: Round, away: Iterable[int]) -> Iterator[TableMark]:
    for side, entry in (("first", row.first), ("second", row.second)):
        if entry is None:
            continue
        if entry.withdrawn_after is not None and entry.withdrawn_after < round_.number:
            yield TableMark(gettext("withdrawn"), "warn", side=side)
        elif entry.pk in away:
            yield TableMark(gettext("absent"), "warn", side=side)
        elif round_.section.check_in_needed and entry.status == Entry.Status.ENTERED:
            yield TableMark(gettext("never checked in"), "warn", side=side)

"""Show the tables of a public round: who plays, the result, what deserves a look, what can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.acts.results import is_own_slip
from tournaments.forms.base import MOST_OFFERED
from tournaments.forms.causes import CauseChip, cause_chips
from tournaments.forms.rounds import CloseForm
from tournaments.models import ResultReport, Round, Section
from tournaments.queries.event_overview import work_in_hand
from tournaments.queries.links import TableLink, table_links
from tournaments.queries.public.public_rounds import points_before
from tournaments.queries.refereeing.table_warnings import TableMark, marks_version, table_warnings
from tournaments.queries.tables import TableRow, TablesRevision, name_players, table_rows, tables_revision
from tournaments.queries.teams.desk_matches import match_rows
from tournaments.requests.access import RoundAccess
from tournaments.state.causes import cause_outcome
from tournaments.todo import about
from tournaments.views.rounds.round_frame import frame, job_words, needs_context
from tournaments.views.rounds.table_window import OPEN, REVIEW, chosen_window

# Marks that ask for a look; others only tell.
LOOKED_AT = ("warn", "bad")


@dataclass(frozen=True, slots=True)
class TableLine:
    """Show a row of the list; ``points``: of both sides before the round, ``slip``: what the reader may
    undo."""

    row: TableRow
    points: tuple[str, str]
    marks: tuple[TableMark, ...]
    links: tuple[TableLink, ...]
    slip: ResultReport | None
    causes: Sequence[CauseChip] = ()

    @property
    def decides(self) -> str:
        """Where a dispute of the table is decided, as `Link.path` has it."""
        return next((link.path for link in self.links if link.decides), "")


def list_sight(round_: Round) -> TablesRevision:
    """`tables_revision` with everything else that the list shows. Read it before the rows."""
    sight = tables_revision(round_)
    return replace(sight, version=f"{sight.version}-{marks_version(round_)}")


def list_context(access: RoundAccess, query: Mapping[str, str]) -> dict[str, Any]:
    """Gather the tables with their results, the needs, and the version that an open page compares."""
    round_ = access.round
    sight = list_sight(round_)
    # By value a row may say who of its two has Black by the rule; else only what is shown has names.
    rows = table_rows(round_, None, named=round_.section.is_by_value)
    links = table_links([round_], staff=True)
    marks = table_warnings(round_, rows, links)
    points = points_before(access.section, round_.number) if round_.number > 1 else {}
    job = work_in_hand([round_]).get(round_.pk)
    kinds = {
        OPEN: lambda row: row.is_missing,
        REVIEW: lambda row: any(mark.look in LOOKED_AT for mark in marks[row.pairing]),
    }
    # Of a large round only those that are asked for.
    window = chosen_window(query, rows, kinds)
    players = sum(1 if row.second is None else 2 for row in rows)
    # The forms beside the tables list the players up to so many.
    named = rows if players <= MOST_OFFERED else [*window.rows, *(row for row in rows if row.table is None)]
    name_players(named)
    return (
        frame(access, sight.stand)
        | needs_context(round_, about(round_, rows))
        | {
            "rows": rows,
            "matches": match_rows(round_),
            "window": window,
            "lines": [
                _line(access, row, points, marks, links.get((round_.pk, row.table or 0), []))
                for row in window.rows
            ],
            "version": sight.version,
            "stand_with_results": sight.with_results,
            "forms": {"close": CloseForm()},
            "round_links": links.get((round_.pk, 0), []),
            "job": job,
            "job_words": job_words(round_, job),
        }
    )


def _line(
    access: RoundAccess,
    row: TableRow,
    points: Mapping[int, str],
    marks: Mapping[int, list[TableMark]],
    links: list[TableLink],
) -> TableLine:
    entries = (row.first, row.second)
    before = tuple(points[entry.number or 0] if points and entry else "" for entry in entries)
    slip = row.report if row.report and is_own_slip(row.report, access.user) else None
    says_cause = slip is not None and not slip.cause and not row.is_match
    return TableLine(
        row,
        (before[0], before[1]),
        tuple(marks[row.pairing]),
        tuple(links),
        slip,
        _chips(access.section, slip) if says_cause and slip else (),
    )


def _chips(section: Section, report: ResultReport) -> Sequence[CauseChip]:
    return cause_chips(section.game, section.rulebook, cause_outcome(report.value, report.forfeit))

"""Show the draft of a round: points, colours, floats, byes, who is away, and whom nobody has seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.acts.rounds import is_outdated
from tournaments.models import Entry, Round
from tournaments.pairing.digests import tournament_from_input
from tournaments.queries.entering.entries import absences_in
from tournaments.queries.presence import Unconfirmed
from tournaments.queries.public.public_rounds import points_before
from tournaments.queries.tables import Name, Remark, TableRow, remarks
from tournaments.state.gotha.of_tournament import main_scores
from tournaments.state.tournament import Appearance, Kind, history
from tournaments.views.rounds.table_window import REVIEW, chosen_window
from tournaments.wording.reasons import change_text


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """A change by hand, in words, with what it broke."""

    text: str
    reason: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class DraftSide:
    """Show a player of the draft; ``points``: before the round, ``unseen``: why nobody knows whether he is
    here.

    ``turns``: ``first``, ``second`` or empty for a round without a game, the oldest first; ``float``: ``up``
    or ``down`` where the opponent has another score; ``half``, ``full``: what an absence scores."""

    entry: Entry
    points: str
    turns: tuple[str, ...] = ()
    float: str = ""
    unseen: Unconfirmed | None = None
    half: bool = False
    full: bool = False


@dataclass(frozen=True, slots=True)
class DraftLine:
    """Show a table of the draft, or a bye; ``rule``: whom the rules alone would have seated, empty for the
    same."""

    row: TableRow
    first: DraftSide
    second: DraftSide | None
    rule: str


def draft_context(
    round_: Round,
    rows: list[TableRow],
    name: Name,
    unconfirmed: Iterable[Unconfirmed],
    query: Mapping[str, str],
) -> dict[str, Any]:
    """Gather the draft with what was changed by hand, and what the rule's own pairing was there."""
    # Of a large round only the tables that are asked for, and the byes.
    window = chosen_window(query, rows, {REVIEW: lambda row: bool(row.remarks)})
    by_rule: dict[int, tuple[int, int]] = {}
    if round_.draft_changes:
        last = round_.draft_changes[-1]
        by_rule = {table: (first, second) for table, first, second in last["rule"]}
    points = points_before(round_.section, round_.number)
    before = _before(round_)
    scored = _scores(round_, before)
    unseen = {item.entry.pk: item for item in unconfirmed}
    lines = []
    for row in (*window.rows, *(row for row in rows if row.table is None)):
        rule_pair = by_rule.get(row.table or 0)
        here = (row.first.number, row.second.number if row.second else None)
        other = f"{name(rule_pair[0])} – {name(rule_pair[1])}" if rule_pair and rule_pair != here else ""
        sides = [
            DraftSide(
                entry,
                points[entry.number or 0],
                tuple(map(_turn, before.get(entry.number or 0, ()))),
                _float(scored, entry, against) if round_.section.is_swiss else "",
                unseen.get(entry.pk),
            )
            for entry, against in ((row.first, row.second), (row.second, row.first))
            if entry is not None
        ]
        lines.append(DraftLine(row, sides[0], sides[1] if row.second else None, other))
    return {
        "window": window,
        "draft": lines,
        "tables": sum(row.table is not None for row in rows),
        "noticed": sum(bool(row.remarks) for row in rows),
        "changes": manual_changes(round_, name),
        "outdated": is_outdated(round_),
        "away": _away(round_, points),
    }


def _away(round_: Round, points: Mapping[int, str]) -> list[DraftSide]:
    return [
        DraftSide(
            absence.entry,
            points[absence.entry.number or 0],
            half=absence.half_point,
            full=absence.full_point,
        )
        for absence in absences_in(round_)
    ]


def _before(round_: Round) -> Mapping[int, list[Appearance]]:
    """What everybody did before, as the draft was computed from it: by entry number."""
    return history(tournament_from_input(round_.draft_input)) if round_.draft_input else {}


def _turn(appearance: Appearance) -> str:
    """A forfeit is no game over the board."""
    return appearance.side.value if appearance.side and appearance.kind is Kind.PLAYED else ""


def _float(before: Mapping[int, int], entry: Entry, against: Entry | None) -> str:
    if against is None:
        return ""
    mine, theirs = (before.get(who.number or 0, 0) for who in (entry, against))
    return "down" if mine > theirs else "up" if mine < theirs else ""


def _scores(round_: Round, before: Mapping[int, list[Appearance]]) -> Mapping[int, int]:
    """What decides who floats: of McMahon scores, and of wins in their place, the whole points."""
    if round_.section.is_by_value and round_.draft_input:
        tournament = tournament_from_input(round_.draft_input)
        return {n: value // 2 for n, value in main_scores(tournament, round_.number - 1).items()}
    return {number: sum(appearance.points for appearance in seen) for number, seen in before.items()}


def manual_changes(round_: Round, name: Name) -> list[ChangeShown]:
    """In their order."""
    return [
        ChangeShown(change_text(change, name), change["reason"], remarks(change["notices"], name))
        for change in round_.draft_changes
    ]

"""Whether somebody has gone on from an act since: its undo would be too late, and is not offered."""

from __future__ import annotations

from collections.abc import Iterable

from portal.journal.models import JournalEntry
from tournaments.policy import Act

# An act, and what else may be done to the same thing after it.
_FAMILIES: tuple[tuple[str, ...], ...] = (
    (Act.REPORT_RESULT, "take_back_result", Act.TELL_RESULT),
    (Act.SET_ABSENCE,),
    (Act.CHECK_IN,),
    (Act.WITHDRAW, Act.REINSTATE),
    ("change_event",),
    ("change_section",),
    ("require_check_in",),
    ("set_fixed_table",),
    ("publish_all_rounds", "take_back_all_rounds"),
    (Act.CLOSE_ROUND, "reopen_round"),
)
_FAMILY = {str(act): str(family[0]) for family in _FAMILIES for act in family}
_RESULTS = str(Act.REPORT_RESULT)
# What changes one setting among many: a later change of another one leaves it standing.
_SETTINGS = ("change_event", "change_section")

Subject = tuple[str, ...]


def superseded(entries: Iterable[JournalEntry]) -> frozenset[int]:
    """The ids of those after which another act, which stands, was done to the same. One query at most."""
    undoable = [entry for entry in entries if entry.act in _FAMILY]
    if not undoable:
        return frozenset()
    since = JournalEntry.objects.filter(
        scope__in={entry.scope for entry in undoable},
        act__in=_FAMILY,
        pk__gt=min(entry.pk for entry in undoable),
    )
    later = list(since.order_by("pk"))
    undone = {entry.undoes_id for entry in later}
    newest: dict[Subject, int] = {}
    for entry in later:
        # An act and its undo leave everything as it was before both, but for a result: each is a report of
        # its own, and an undo takes back only the one it knows.
        paired_off = entry.undoes_id is not None or entry.pk in undone
        # What one player says of a game, and the other has not, changes nothing.
        says_little = entry.act == Act.TELL_RESULT and not (entry.after or {}).get("agreed")
        if not says_little and (_FAMILY[entry.act] == _RESULTS or not paired_off):
            newest |= dict.fromkeys(_subjects(entry), entry.pk)
    return frozenset(
        entry.pk
        for entry in undoable
        if any(newest.get(subject, 0) > entry.pk for subject in _subjects(entry))
    )


def _subjects(entry: JournalEntry) -> set[Subject]:
    """Name what an act was done to: one table of a round, each player for a round, each setting."""
    family, after = _FAMILY[entry.act], entry.after or {}
    facts = {**(entry.before or {}), **after}
    place = (str(facts.get("table", "")), str(facts.get("game") or 1), str(facts.get("round", "")))
    if family in _SETTINGS:
        return {(family, entry.target, setting) for setting in after if setting != "whole"}
    targets = [f"entry:{key}" for key in after.get("entries") or ()] or [entry.target]
    return {(family, target, *place) for target in targets}

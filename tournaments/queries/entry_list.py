"""The list of entries as somebody asks for it: which of them, in which order.

*show*      by status: not checked in, checked in, absent in the next round, withdrawn.
*without*   those who have no federation, no team, no club … yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import Expression, OrderBy
from django.db.models.functions import NullIf

from tournaments.models import Absence, Entry, Section
from tournaments.queries.categories import keys_by_entry, members_of
from tournaments.queries.entering.entries import found_entries
from tournaments.text.titles import GRADES, TITLES

STATES = ("entered", "checked-in", "absent", "withdrawn")
WITHOUT: Mapping[str, Q] = {
    "federation": Q(player__federation=""),
    "team": Q(team=None),
    "club": Q(player__club="", player__native_club=""),
    "province": Q(player__province="", player__native_province=""),
    "rating": Q(rating=None),
    "title": Q(player__title=""),
    "native_name": Q(player__native_name=""),
}


@dataclass(frozen=True, slots=True)
class EntrySelection:
    """Say which entries are asked for; what is empty or None does not matter.

    ``words``: as `found_entries` has them; ``team``: its id; ``category``: its key; ``sort``: one of
    `COLUMNS`, ``down`` from its end; ``round``: the next one, for whoever asks for those who are absent."""

    words: str = ""
    show: str = ""
    without: str = ""
    federation: str = ""
    team: int | None = None
    category: str = ""
    sort: str = ""
    down: bool = False
    round: int | None = None


def _in_order(path: str, codes: Sequence[str]) -> Expression:
    """The known codes from the highest; behind them what is written otherwise."""
    places = [When(**{path: code}, then=Value(place)) for place, code in enumerate(codes)]
    nothing = When(**{path: ""}, then=Value(None))
    return Case(nothing, *places, default=Value(len(codes)), output_field=IntegerField())


def _text(path: str) -> Expression:
    """An empty text is nothing."""
    return NullIf(F(path), Value(""))


_ABSENCES = Absence.objects.filter(entry=OuterRef("pk")).order_by("round_number")
# What a column is sorted by; what is empty stands last, from either end.
COLUMNS: Mapping[str, tuple[Expression | F | Subquery, ...]] = {
    "number": (F("number"),),
    "name": (F("player__name"),),
    "federation": (F("player__federation_id"),),
    "title": (_in_order("player__title", tuple(TITLES)), _text("player__title")),
    "grade": (_in_order("player__grade", GRADES), _text("player__grade")),
    "rating": (F("rating"),),
    "team": (F("team__name"),),
    "club": (_text("player__club"), _text("player__native_club")),
    "province": (_text("player__province"), _text("player__native_province")),
    "group": (F("group"),),
    "absent": (Subquery(_ABSENCES.values("round_number")[:1]),),
    "status": (F("status"),),
}


def listing(section: Section, selection: EntrySelection) -> QuerySet[Entry]:
    """List those who are asked for, with ``absences`` and ``categories``; four queries, five with words."""
    entries = found_entries(section, selection.words).prefetch_related("categories")
    if selection.show == "absent":
        entries = entries.filter(absences__round_number=selection.round or 0).exclude(
            status=Entry.Status.WITHDRAWN
        )
    elif selection.show:
        entries = entries.filter(status=selection.show)
    if selection.without == "category":
        entries = entries.exclude(pk__in=[entry for entry, keys in keys_by_entry(section).items() if keys])
    elif selection.without:
        entries = entries.filter(WITHOUT[selection.without])
    if selection.federation:
        entries = entries.filter(player__federation_id=selection.federation)
    if selection.team is not None:
        entries = entries.filter(team=selection.team)
    if selection.category:
        entries = entries.filter(pk__in=members_of(section, selection.category))
    if not selection.sort:
        return entries
    keys = [OrderBy(key, descending=selection.down, nulls_last=True) for key in COLUMNS[selection.sort]]
    return entries.order_by(*keys, F("number").asc(nulls_last=True), "player__name", "pk")

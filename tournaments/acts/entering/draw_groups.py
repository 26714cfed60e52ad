"""The groups of the draw, taken from the ranking of teams at an earlier event (WXC 2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Entry, Section
from tournaments.policy import Act
from tournaments.queries.draw_groups import earlier_rankings, ranked_groups
from tournaments.state.draw_groups import UnrankedGroup


class GroupsTaken(TypedDict):
    """How many stand in each group."""

    first: int
    second: int


@act(on=SECTION, right=Act.SET_TEAMS, done=_("draw groups taken from an earlier event"))
def take_draw_groups(
    *,
    section: Section,
    source: Annotated[Id, Field(label=_("Team ranking of"))],
    others: Annotated[
        str, Field(choices=list(UnrankedGroup), label=_("Players of no ranked team"))
    ] = UnrankedGroup.SMALLER,
    by: User,
    once: str = "",
) -> ActResult[GroupsTaken]:
    """``source``: id of a finished section of another event whose teams were ranked."""
    if not section.has_draw_groups:
        raise Refusal("no-draw-groups")
    if section.lots_drawn_at:
        raise Refusal("lots-drawn-already")
    ranking = next((earlier for earlier in earlier_rankings(section) if earlier.pk == source), None)
    if ranking is None:
        raise Refusal("no-team-ranking", field="source")
    rows = ranked_groups(section, ranking, UnrankedGroup(others))
    changed = {row.entry: row.group for row in rows if row.entry.group != row.group}
    counts: GroupsTaken = {
        "first": sum(row.group == 1 for row in rows),
        "second": sum(row.group == 2 for row in rows),
    }
    if not changed:
        return no_change(counts)
    before = {str(entry.pk): entry.group for entry in changed}
    after = _write(section, changed)
    return ActResult(
        counts,
        before={"draw_groups": before},
        after={"draw_groups": after, "section": ranking.pk},
    )


class GroupsRestored(TypedDict):
    """The ids of the entries."""

    entries: list[int]


@act(on=SECTION, right=Act.SET_TEAMS, done=_("draw groups put back"))
def restore_draw_groups(
    *, section: Section, groups: Mapping[int, int], by: User, once: str = ""
) -> ActResult[GroupsRestored]:
    """The opposite of `take_draw_groups`, until the lots are drawn. ``groups``: by id of the entry."""
    entries = list(section.entries.filter(pk__in=groups).order_by("pk"))
    if len(entries) < len(groups):
        raise Refusal("no-such-entry", field="groups")
    if section.lots_drawn_at:
        raise Refusal("lots-drawn-already")
    before = {str(entry.pk): entry.group for entry in entries}
    after = _write(section, {entry: groups[entry.pk] for entry in entries})
    return ActResult(
        {"entries": [entry.pk for entry in entries]},
        before={"draw_groups": before},
        after={"draw_groups": after},
    )


def _write(section: Section, groups: Mapping[Entry, int]) -> dict[str, int]:
    """By id of the entry, its group from now on."""
    for entry, group in groups.items():
        entry.group = group
    Entry.objects.bulk_update(list(groups), ["group"], batch_size=500)
    pages.section_changed(section)
    return {str(entry.pk): entry.group for entry in groups}

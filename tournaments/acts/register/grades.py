"""The grade from the rating: only at registration, and only by a person who sees what would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.common import Answer
from tournaments.acts.frame import ENTRIES, SECTION, ActResult, act, no_change
from tournaments.models import Entry, Player, Section
from tournaments.policy import Act
from tournaments.queries.register.grades import regrades
from tournaments.queries.register.rating_lists import may_set_grades


class GradesSet(TypedDict):
    """``entries``: whose grade is another one now; ``unrated``: who has no rating and keeps the grade."""

    entries: list[int]
    unrated: list[int]


@act(on=ENTRIES, right=Act.CORRECT_PLAYER, done=_("grades set from ratings"))
def set_grades_by_rating(
    *,
    entries: Sequence[Entry],
    seen: Annotated[str, Field(longest=80)] = "",
    by: User,
    once: str = "",
) -> ActResult[GradesSet]:
    """Set grades by the ratings; ``seen``: `Regrades.seen` of what the person's page showed."""
    section = entries[0].section
    if section.game != Section.Game.WEIQI:
        raise Refusal("only-weiqi")
    # Once somebody is paired in any section, a grade is changed on the player's page alone.
    if not may_set_grades(section, entries):
        raise Refusal("grade-after-pairing")
    players = Player.objects.select_for_update().in_bulk({entry.player_id for entry in entries})
    for entry in entries:
        entry.player = players[entry.player_id]
    changes = regrades(entries)
    if seen and seen != changes.seen:
        raise Conflict("players-changed")
    if len(changes.unrated) == len(entries):
        raise Refusal("nobody-rated")
    unrated = [entry.pk for entry in changes.unrated]
    if not changes.changes:
        return no_change({"entries": [], "unrated": unrated})
    before = {str(change.entry.pk): change.old for change in changes.changes}
    keys = _write(section, [(change.entry, change.new) for change in changes.changes])
    after: Answer = {"grades": {str(change.entry.pk): change.new for change in changes.changes}}
    # Of one alone the line says already of whom it is.
    after |= {"entries": keys} if len(entries) > 1 else {}
    return ActResult({"entries": keys, "unrated": unrated}, before={"grades": before}, after=after)


class GradesRestored(TypedDict):
    entries: list[int]


@act(on=SECTION, right=Act.CORRECT_PLAYER, done=_("grades put back"))
def restore_grades(
    *, section: Section, grades: Mapping[int, str], by: User, once: str = ""
) -> ActResult[GradesRestored]:
    """The opposite of `set_grades_by_rating`, as long as nobody is paired. ``grades``: by id of the entry."""
    entries = list(section.entries.filter(pk__in=grades).select_related("player").order_by("pk"))
    if len(entries) < len(grades):
        raise Refusal("no-such-entry", field="grades")
    if not may_set_grades(section, entries):
        raise Refusal("grade-after-pairing")
    before = {str(entry.pk): entry.player.grade for entry in entries}
    keys = _write(section, [(entry, grades[entry.pk]) for entry in entries])
    after = {"entries": keys, "grades": {str(key): grades[key] for key in keys}}
    return ActResult({"entries": keys}, before={"grades": before}, after=after)


def _write(section: Section, grades: Sequence[tuple[Entry, str]]) -> list[int]:
    """The ids of the entries."""
    players = []
    for entry, grade in grades:
        entry.player.grade = grade
        players.append(entry.player)
    Player.objects.bulk_update(players, ["grade"], batch_size=500)
    pages.players_changed(players, but=section)
    pages.section_changed(section)
    return [entry.pk for entry, _grade in grades]

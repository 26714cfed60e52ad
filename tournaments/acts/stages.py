"""Stages: whence the places of a section are filled, and groups whose first ones fill them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._stage_places import copy_members, copy_team
from tournaments.acts.arguments import REASON_LENGTH
from tournaments.acts.change_section import SECTION_OF_EVENT
from tournaments.acts.deleting import check_deletable, erase_section
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.sections import create_section, open_section
from tournaments.acts.teams._team_lots import strength_of
from tournaments.models import Entry, Section, Team
from tournaments.pairing.registry import ROUND_ROBINS
from tournaments.policy import Act
from tournaments.queries.entering.entries import playing_in
from tournaments.queries.section_settings import TEAM_KEYS, settings_of_section
from tournaments.queries.stages import sources_of
from tournaments.queries.teams.team_matches import team_settings_of, teams_with_rosters
from tournaments.standings.team_ranking import PRESETS as TEAM_CRITERIA
from tournaments.state.stages import (
    MOST_GROUPS,
    Source,
    SourceError,
    crossings,
    groups_by_lot,
    kept_apart,
    qualifiers_of,
    snake,
)
from tournaments.state.team_matches import Primary

MOST_PLACES = 256
SNAKE, DRAWN = "snake", "drawn"
METHODS = ((SNAKE, _("by strength, in a snake")), (DRAWN, _("by lot, from pots of equal strength")))
GROUP_PRESETS = (
    ("axf-round-robin", _("once against everyone")),
    ("axf-double-round-robin", _("twice against everyone")),
)


CARRIED = (
    ("", _("nothing")),
    ("mutual", _("what those who come have played against each other")),
    ("all", _("everything")),
)
# Only in these systems can results of earlier stages count.
CARRYING = (
    *ROUND_ROBINS,
    Section.System.WXC2015,
    Section.System.WMSG2008,
)


class SourcesSet(TypedDict):
    """How many places are filled from other sections."""

    places: int


class GroupsMade(TypedDict):
    """The ids of the new sections."""

    groups: list[int]


def _without_lots(section: Section) -> None:
    if section.lots_drawn_at:
        raise Refusal("lots-drawn-already")


def read_sources(section: Section, texts: Sequence[str]) -> list[str]:
    """The places as a section keeps them. Raises the `Refusal` that names what cannot be."""
    slugs = set(section.event.sections.values_list("slug", flat=True))
    sources = []
    for text in texts:
        try:
            source = Source.parse(text.strip())
        except SourceError:
            raise Refusal("source-unreadable", field="sources", text=text.strip()[:80]) from None
        for slug in source.sections:
            if slug not in slugs or slug == section.slug:
                raise Refusal("no-such-source", field="sources", section=slug)
        if source.sections and source in sources:
            raise Refusal("source-twice", field="sources", text=str(source))
        sources.append(source)
    count = len(sources)
    if count and not 2 <= count <= MOST_PLACES:
        raise Refusal("stage-places", field="sources", count=count, most=MOST_PLACES)
    empty = any(not (a.sections or b.sections) for a, b in zip(sources[::2], sources[1::2], strict=False))
    if section.system == Section.System.KNOCK_OUT and (count & (count - 1) or empty):
        raise Refusal("places-no-bracket", field="sources", count=count)
    return [str(source) for source in sources]


@act(on=SECTION_OF_EVENT, right=Act.EDIT_EVENT, done=_("places filled from other sections"))
def set_sources(
    *,
    section: Section,
    sources: Annotated[Sequence[str], Field(label=_("Places"))],
    by: User,
    carries: Annotated[str, Field(choices=CARRIED, label=_("Earlier results that count here"))] = "",
    once: str = "",
) -> ActResult[SourcesSet]:
    """Set whose places in other sections come here.

    ``sources``: as `tournaments.state.stages` writes them, in the order of the places, of a knock-out those
    of the bracket from top to bottom; none: players enter by themselves. ``carries``: what those who come
    bring along."""
    _without_lots(section)
    texts = read_sources(section, sources)
    carrying = ROUND_ROBINS if section.of_teams else CARRYING
    if carries and (not texts or section.system not in carrying):
        raise Refusal("carries-not-here", field="carries")
    before, after = stage_settings(section), {"sources": texts, "carries": carries}
    answer: SourcesSet = {"places": len(texts)}
    if after == before:
        return no_change(answer)
    # Who has met in a stage that is carried does not meet again.
    _keep(section, texts, carries)
    pages.section_changed(section)
    return ActResult(answer, before=before, after=after)


def stage_settings(section: Section) -> dict[str, Any]:
    """``sources`` and ``carries``, as the journal has them."""
    return {"sources": section.options.get("sources", []), "carries": section.options.get("carries", "")}


def _keep(section: Section, texts: Sequence[str], carries: str = "") -> None:
    others = {key: value for key, value in section.options.items() if key not in ("sources", "carries")}
    chosen = {"sources": list(texts), "carries": carries}
    section.options = others | {key: value for key, value in chosen.items() if value}
    section.save(update_fields=["options"])


@act(on=SECTION_OF_EVENT, right=Act.EDIT_EVENT, done=_("groups made"))
def make_groups(
    *,
    section: Section,
    groups: Annotated[int, Field(least=2, most=MOST_GROUPS, label=_("Groups"))],
    by: User,
    method: Annotated[str, Field(choices=METHODS, label=_("How they are divided"))] = SNAKE,
    apart: Annotated[bool, Field(label=_("Keep those of one federation apart"))] = False,
    preset: Annotated[
        str, Field(choices=GROUP_PRESETS, label=_("In a group everyone plays"))
    ] = "axf-round-robin",
    qualifiers: Annotated[int, Field(least=0, most=4, label=_("Qualified of each group"))] = 0,
    once: str = "",
) -> ActResult[GroupsMade]:
    """Divide the players or teams of a section into groups, each a section of its own with the same rules of
    play."""
    _without_lots(section)
    entrants = _by_strength(section)
    if len(entrants) < 2 * groups:
        code = "groups-of-few-teams" if section.of_teams else "groups-too-small"
        raise Refusal(code, field="groups", count=len(entrants), groups=groups)
    if qualifiers and qualifiers not in qualifiers_of(groups):
        raise Refusal("no-usual-crossing", field="qualifiers", groups=groups)
    by_key = {entrant.pk: entrant for entrant in entrants}
    order = list(by_key)
    divided = snake(order, groups) if method == SNAKE else groups_by_lot(order, groups, section.seed)
    if apart:
        divided = kept_apart(divided, {key: _federation(entrant) for key, entrant in by_key.items()})
    made = []
    for place, keys in enumerate(divided):
        group = _group(section, chr(ord("A") + place), preset, len(keys), by)
        here: dict[int, Entry] = {}
        for key in keys:
            entrant = by_key[key]
            if isinstance(entrant, Team):
                copy_members(entrant, copy_team(entrant, group), here)
        Entry.objects.bulk_create(
            Entry(section=group, player=entry.player, rating=entry.rating, status=entry.status)
            for entry in map(by_key.get, keys)
            if isinstance(entry, Entry)
        )
        if section.state != Section.State.DRAFT:
            open_section(section=group, by=by)
        made.append(group)
    # Crossed as usual; with no qualifiers the places here are set by hand.
    if qualifiers:
        _keep(section, read_sources(section, crossings([group.slug for group in made], qualifiers)))
    pages.section_changed(section)
    after = {
        "groups": {group.slug: keys for group, keys in zip(made, divided, strict=True)},
        "sources": section.options.get("sources", []),
    }
    return ActResult({"groups": [group.pk for group in made]}, after=after)


@act(on=SECTION_OF_EVENT, right=Act.EDIT_EVENT, done=_("groups taken back"))
def take_back_groups(
    *,
    section: Section,
    groups: Annotated[Sequence[int], Field(label=_("Groups"))],
    reason: Annotated[str, Field(longest=REASON_LENGTH, label=_("Reason"))],
    by: User,
    once: str = "",
) -> ActResult[GroupsMade]:
    """Delete groups that were made of the players of this section, as long as nobody was paired there."""
    _without_lots(section)
    rows = list(section.event.sections.filter(pk__in=groups).select_related("event").order_by("position"))
    if len(rows) != len(set(groups)) or section in rows:
        raise Refusal("no-such-source", field="groups", section=", ".join(map(str, groups)))
    slugs, keys = {row.slug for row in rows}, [row.pk for row in rows]
    before = stage_settings(section)
    for row in rows:
        check_deletable(row)
        erase_section(row)
    # The places that these groups would have filled are set by nobody.
    left = (
        []
        if any(slugs.intersection(source.sections) for source in sources_of(section))
        else before["sources"]
    )
    _keep(section, left, before["carries"] if left else "")
    pages.section_changed(section)
    after = {**stage_settings(section), "deleted": sorted(slugs)}
    return ActResult({"groups": keys}, before=before, after=after)


def _by_strength(section: Section) -> list[Entry] | list[Team]:
    """By rating, or a team's strength, then in the order of entering."""
    if not section.of_teams:
        players = playing_in(section).select_related("player")
        return list(players.order_by(F("rating").desc(nulls_last=True), "pk"))
    boards = team_settings_of(section).boards
    teams = [team for team in teams_with_rosters(section) if team.withdrawn_after is None]
    return sorted(teams, key=lambda team: (-strength_of(team, boards), team.pk))


def _federation(entrant: Entry | Team) -> str:
    return (entrant.federation_id or "") if isinstance(entrant, Team) else entrant.player.federation_id


def _group(section: Section, letter: str, preset: str, players: int, by: User) -> Section:
    created = create_section(
        event=section.event,
        slug="",
        name=f"{section.name[:100]} {letter}",
        native_name=f"{section.native_name[:100]} {letter}" if section.native_name else "",
        rounds=1,
        seed=f"{section.seed}-{letter}",
        game=section.game,
        preset=preset,
        players=players,
        settings={
            "time_control": str(section.time_control),
            "rulebook": section.rulebook,
            "online": section.online,
            "check_in_needed": section.check_in_needed,
            **_counting(section),
        },
        teams=section.of_teams,
        by=by,
    )
    return Section.objects.select_related("event").get(pk=created["section"])


def _counting(section: Section) -> dict[str, Any]:
    """How a group counts: as the last stage does, but its teams are ranked as where everyone meets."""
    now = settings_of_section(section)
    settings = {key: now[key] for key in ("points", *TEAM_KEYS) if key in now}
    if not section.of_teams:
        return settings
    match_points, board_points, *criteria = TEAM_CRITERIA["round-robin-team"]
    points = [match_points, board_points]
    if now["team_primary"] == Primary.BOARD:
        points.reverse()
    return settings | {"team_tiebreaks": [*points, *criteria]}

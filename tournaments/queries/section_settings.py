"""Read the settings of a section, by the keys of `changeable.SECTION_SETTINGS`, as the journal can hold
them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from portal.journal.models import JournalEntry
from portal.published.documents import Time
from tournaments.models import Event, Section
from tournaments.pairing.registry import SWISS
from tournaments.queries.seats import go_settings_of
from tournaments.standings.tiebreaks import default_tie_breaks
from tournaments.state import team_settings
from tournaments.state.gotha.choices import values_of
from tournaments.state.options import FINAL_SIZES, NUMBERS_BY, WEIQI_DEFAULTS
from tournaments.state.points import Points
from tournaments.wording.settings import SETTINGS, setting_text

ROUND_ROBINS = (Section.System.ROUND_ROBIN, Section.System.DOUBLE_ROUND_ROBIN)


def settings_of_section(section: Section) -> dict[str, Any]:
    """Every setting that the section has; what its system or its game does not know is not there."""
    values: dict[str, Any] = {
        "name": section.name,
        "native_name": section.native_name,
        "slug": section.slug,
        "rounds": section.rounds,
        **_of_system(section),
        "time_control": str(section.time_control),
        "first_table": section.first_table,
        "capacity": section.capacity,
        **_of_players(section),
        "rulebook": section.rulebook,
        "ladder": section.ladder,
        "seed": section.seed,
        "online": section.online,
    }
    if section.game == Section.Game.XIANGQI:
        values["move_limit"] = section.move_limit
    else:
        chosen = {**WEIQI_DEFAULTS, **section.options.get("weiqi", {})}
        values |= {
            "board_size": chosen["size"],
            "compensation": chosen["compensation"],
            "handicap_return": chosen["handicap_return"],
            "handicap_rule": chosen["handicap_rule"],
            "handicap_placement": chosen["handicap_placement"],
        }
    return values


def _of_players(section: Section) -> dict[str, Any]:
    """What teams that meet teams do not have."""
    if section.of_teams:
        return {}
    return {"check_in_needed": section.check_in_needed, "counted_players": section.counted_players}


# Settings of a section of team matches, as `TeamSettings` has them.
TEAM_KEYS: Mapping[str, str] = {
    **{f"team_{key}": key for key in team_settings.KEYS if key != "match_points"},
    "team_points": "match_points",
}
# Only FIDE's Swiss for teams knows these.
OF_FIDE = frozenset({"team_model", "team_secondary_colours", "team_accelerated"})
# The Swiss systems that pair players as well know these.
OF_OWN_SWISS = frozenset({"team_first_round"})
OF_KNOCK_OUT = frozenset({"team_deciders", "team_steps"})
# Scheveningen does not know these: its tables say who sits where and moves first.
OF_LINE_UPS = frozenset(
    {
        "team_order",
        "team_empty",
        "team_colours",
        "team_deadline",
        "team_secret",
        "team_bye",
        "team_bye_points",
    }
)


def _of_teams(section: Section) -> dict[str, Any]:
    team_values = team_settings.team_settings_as_json(
        team_settings.team_settings_from_json(section.team_rules)
    )
    unknown = frozenset() if section.system == Section.System.FIDE_TEAM else OF_FIDE
    if section.system not in SWISS:
        unknown |= OF_OWN_SWISS
    if section.system != Section.System.KNOCK_OUT:
        unknown |= OF_KNOCK_OUT
    if section.system == Section.System.SCHEVENINGEN:
        unknown |= OF_LINE_UPS
    settings = {key: team_values[name] for key, name in TEAM_KEYS.items() if key not in unknown}
    settings |= {
        "tiebreaks": list(section.tiebreaks or default_tie_breaks(section.system)),
        "points": Points.parse(section.points).as_table(),
        "adjourned_as": section.adjourned_as,
    }
    if section.system == Section.System.KNOCK_OUT:
        settings["elimination"] = section.options.get("elimination", "")
        settings["third_place"] = bool(section.options.get("third_place"))
    return settings | ({"grouping": section.grouping} if section.system == Section.System.WMSG2008 else {})


def _of_system(section: Section) -> dict[str, Any]:
    options: Mapping[str, Any] = section.options
    if section.of_teams:
        return _of_teams(section)
    if section.system == Section.System.KNOCK_OUT:
        return {
            "elimination": options.get("elimination", ""),
            "third_place": bool(options.get("third_place")),
            "best_of": options.get("best_of", 1),
            "steps": list(options.get("steps", ())),
        }
    if section.is_by_value:
        return {
            **values_of(go_settings_of(section), section.system),
            "tiebreaks": list(section.tiebreaks or default_tie_breaks(section.system)),
            "adjourned_as": section.adjourned_as,
        }
    ranking = {
        "tiebreaks": list(section.tiebreaks or default_tie_breaks(section.system)),
        "points": Points.parse(section.points).as_table(),
        "adjourned_as": section.adjourned_as,
    }
    if section.system in ROUND_ROBINS:
        steps = list(options.get("steps", ()))
        return {"early_federation": bool(options.get("early_federation")), "steps": steps, **ranking}
    byes = {"half_byes_allowed": section.half_byes_allowed, "half_byes_until": section.half_byes_until}
    if section.system == Section.System.FIDE_DUTCH:
        return {
            "accelerated": bool(options.get("acceleration")),
            "numbers_by": options.get("numbers_by", NUMBERS_BY[0]),
            **ranking,
            **byes,
        }
    final: Mapping[str, Any] = options.get("final") or {}
    settings: dict[str, Any] = {
        "final_after": final.get("after"),
        "final_size": options.get("final_size", FINAL_SIZES[0]) if final else None,
        "final_apart": not final.get("adds_points", True),
        "third_place": bool(final.get("third_place")),
        "best_of": final.get("best_of", 1),
        "steps": list(options.get("steps", ())),
        **ranking,
        **byes,
    }
    if section.system == Section.System.WXC2015:
        return {"practice_2009": bool(options.get("practice_2009")), **settings}
    return {"grouping": section.grouping, **settings}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    setting: Annotated[str, _("Which setting, by its key.")]
    before: Annotated[str, _("JSON.")]
    after: Annotated[str, _("JSON.")]

    @property
    def name(self) -> str:
        return str(SETTINGS[self.setting])

    @property
    def was(self) -> str:
        """In the reader's language, and so `now`."""
        return setting_text(self.setting, json.loads(self.before))

    @property
    def now(self) -> str:
        return setting_text(self.setting, json.loads(self.after))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldChange:
    # What was changed of something that was public, and why.
    at: Time
    reason: str
    changes: Sequence[SettingChange]


def setting_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[SettingChange]:
    """What became of each setting in ``after``."""
    return [
        SettingChange(setting=key, before=json.dumps(before.get(key)), after=json.dumps(value))
        for key, value in after.items()
        if key in SETTINGS
    ]


def told_changes(section: Section) -> list[ToldChange]:
    """Every change that needed a reason, the newest first. One query."""
    done = JournalEntry.objects.filter(target=f"section:{section.pk}", act="change_section")
    return [
        ToldChange(
            at=change.at.isoformat(),
            reason=change.reason,
            changes=setting_changes(change.before or {}, change.after or {}),
        )
        for change in done.exclude(reason="").order_by("-pk")
    ]


@dataclass(frozen=True, slots=True)
class TableRange:
    """The numbers ``first`` to ``last`` in the hall, for as many as may enter, or have."""

    section: Section
    first: int
    last: int


def shared_tables(
    section: Section, settings: Mapping[str, Any] | None = None
) -> tuple[TableRange, list[TableRange]]:
    """Return the tables of the section, and other sections of its event that share a number with them; one
    query.

    ``settings``: with which the section is looked at, where they are not its own yet."""
    wanted = {"online": section.online, **(settings or {})}
    staying = Q(entries__withdrawn_after__isnull=True)
    sections = section.event.sections.annotate(entered=Count("entries", filter=staying)).filter(
        # What is played on line has no tables.
        Q(pk=section.pk) | Q(online=False)
    )
    all_tables = [_tables(item, item.entered, wanted if item.pk == section.pk else {}) for item in sections]
    [tables_here] = [tables for tables in all_tables if tables.section.pk == section.pk]
    others = [
        tables
        for tables in all_tables
        if tables is not tables_here and tables.first <= tables_here.last and tables_here.first <= tables.last
    ]
    return tables_here, [] if wanted["online"] else others


# Stands for a section that nobody has entered yet and that takes as many as come.
UNKNOWN_PLAYERS = 100


def first_free_table(event: Event) -> int:
    """The number behind the tables of every section of ``event`` that is played in a hall. One query."""
    staying = Q(entries__withdrawn_after__isnull=True)
    sections = event.sections.annotate(entered=Count("entries", filter=staying)).filter(online=False)
    return max((_tables(item, item.entered or UNKNOWN_PLAYERS, {}).last for item in sections), default=0) + 1


def _tables(section: Section, entered: int, wanted: Mapping[str, Any]) -> TableRange:
    first = wanted.get("first_table", section.first_table)
    players = wanted.get("capacity", section.capacity) or entered
    return TableRange(section, first, first + max(2, players) // 2 - 1)

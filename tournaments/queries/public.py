"""What the public pages show, as plain values: home, event, section. Rounds, standings and players have
modules of their own. Every question takes the `Moment` that it is asked for; nothing of a draft is answered.

A *frame* is what all pages of a section share: where it belongs and what can be read of it. A *person* is
``{"number", "name", "native", "federation"}``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Concat

from portal import published
from portal.published.pages import withheld
from tournaments.models import Entry, Event, Federation, Pairing, ResultReport, Round, Section
from tournaments.queries.logos import logo_of
from tournaments.queries.matches import has_matches, open_games
from tournaments.queries.moment import Moment
from tournaments.standings.tiebreaks import default_criteria

Data = dict[str, Any]


def home() -> Data:
    """Listed events, the latest first."""
    events = listed_events().prefetch_related("sections")
    return {
        "events": [
            {**_event(event), "sections": [_title(section) for section in _public(event)]} for event in events
        ]
    }


def listed_events() -> QuerySet[Event]:
    """Those that everybody may know of: listed, and not taken back from the public."""
    back = published.Page.objects.filter(withheld(), path=Concat(Value("e/"), OuterRef("slug"), Value("/")))
    return Event.objects.filter(~Exists(back), listed=True)


def event(key: int, moment: Moment) -> Data:
    """One event and its sections."""
    sections = Section.objects.annotate(players=Count("entries")).prefetch_related(_rounds())
    found = Event.objects.prefetch_related(Prefetch("sections", queryset=sections)).get(pk=key)
    logo = logo_of(found)
    return {
        **_event(found),
        "logo": {"digest": logo.digest, "width": logo.width, "height": logo.height} if logo else None,
        "sections": [
            {
                **_title(section),
                "game": section.game,
                "state": moment.section_state(section),
                "rounds": section.rounds,
                "round": max((r.number for r in moment.rounds(section)), default=0),
                "players": section.players,  # type: ignore[attr-defined]
            }
            for section in _public(found)
        ],
        "scheduled": any(r.starts_at for section in _public(found) for r in section.round_set.all()),
    }


def section(key: int, moment: Moment) -> Data:
    """What is played and how, what is going on now, all rounds, all players."""
    found = section_of(key)
    public = moment.rounds(found)
    return {
        "frame": frame(found, moment),
        "state": moment.section_state(found),
        "system": found.system,
        "base_seconds": found.base_seconds,
        "increment_seconds": found.increment_seconds,
        "move_limit": found.move_limit,
        "online": found.online,
        "rulebook": found.rulebook,
        "options": found.options,
        "criteria": list(found.tiebreaks or default_criteria(found.system)),
        "ranked_by": ranked_by(found),
        "starts": {r.number: _iso(r) for r in found.round_set.all()},
        "current": _current(public[-1], moment) if public else None,
        "players": _players(found),
    }


def section_of(key: int) -> Section:
    """A section with its event and rounds, in two queries."""
    return Section.objects.select_related("event").prefetch_related(_rounds()).get(pk=key)


def frame(found: Section, moment: Moment) -> Data:
    """What all pages of a section share; ``found`` comes from `section_of`."""
    return {
        "event": _event(found.event),
        "section": {
            **_title(found),
            "game": found.game,
            "rounds": found.rounds,
            "byes": found.has_byes,
        },
        "published": [r.number for r in moment.rounds(found)],
        "standings": moment.standings_after(found),
        "bracket": has_bracket(found, moment),
        "teams": found.teams.exists(),
        # In a knock-out the bracket shows all that a crosstable could.
        "crosstable": found.system != Section.System.KNOCK_OUT,
    }


def ranked_by(found: Section) -> list[str]:
    """What decides, in order: a knock-out by how far everybody came and nothing else, a final before all
    points, points before the criteria."""
    criteria = ["points", *(found.tiebreaks or default_criteria(found.system))]
    if found.system == Section.System.KNOCK_OUT:
        return ["knock-out"]
    return ["knock-out", *criteria] if found.options.get("final") else criteria


def has_bracket(found: Section, moment: Moment) -> bool:
    """Whether the public sees a bracket: somebody is knocked out in a public round."""
    public = moment.rounds(found)
    if found.system == Section.System.KNOCK_OUT:
        return bool(public)
    final = found.options.get("final")
    return bool(final and final.get("players") and public and public[-1].number > final["after"])


def person(entry: Entry) -> Data:
    """Who it is; ``entry`` comes with its player."""
    player = entry.player
    return {
        "number": entry.number,
        "name": player.name,
        "native": player.native_name,
        "federation": player.federation_id,
    }


def people(found: Section, among: Collection[int] | None = None) -> dict[int, Data]:
    """Everybody who has a number, by number; or only those ``among`` these numbers."""
    entries = found.entries.filter(number__isnull=False).select_related("player").order_by("number")
    if among is not None:
        entries = entries.filter(number__in=among)
    return {entry.number or 0: person(entry) for entry in entries}


def federation_names(federation: Federation) -> Data:
    """The name in every language, by language."""
    return {
        "en": federation.name_en,
        "zh-hans": federation.name_zh_hans,
        "zh-hant": federation.name_zh_hant,
        "vi": federation.name_vi,
    }


def _rounds() -> Prefetch[str]:
    """Rounds by number, without what their drafts were computed from."""
    return Prefetch("round_set", Round.objects.defer("draft_input", "draft_changes").order_by("number"))


def _event(found: Event) -> Data:
    return {
        "slug": found.slug,
        "name": found.name,
        "native": found.native_name,
        "place": found.place,
        "starts": found.starts.isoformat(),
        "ends": found.ends.isoformat(),
        "zone": found.time_zone,
    }


def event_titles(found: Event) -> Data:
    """Its names, place, days and clock."""
    return _event(found)


def _title(found: Section) -> Data:
    return {"slug": found.slug, "name": found.name, "native": found.native_name}


def public_sections(found: Event) -> list[Section]:
    """The sections that are open, with their rounds. Two queries."""
    sections = found.sections.exclude(state=Section.State.DRAFT).select_related("event")
    return list(sections.prefetch_related(_rounds()))


def _public(found: Event) -> list[Section]:
    return [section for section in found.sections.all() if section.state != Section.State.DRAFT]


def _iso(round_: Round) -> str:
    return round_.starts_at.isoformat() if round_.starts_at else ""


def _current(round_: Round, moment: Moment) -> Data:
    reported = Exists(ResultReport.objects.in_force().filter(pairing=OuterRef("pk")))
    games = Pairing.objects.filter(round=round_, table__isnull=False).aggregate(
        all=Count("pk"), reported=Count("pk", filter=Q(reported))
    )
    if has_matches(round_):
        # A drawn game that is to be played again is no result yet.
        games["reported"] = games["all"] - len(open_games(round_))
    return {
        "number": round_.number,
        "state": moment.state(round_),
        "starts": _iso(round_),
        "games": games["all"],
        "reported": games["reported"],
    }


def _players(found: Section) -> list[Data]:
    entries = found.entries.select_related("player__federation", "team").order_by("number", "pk")
    return [
        {
            **person(entry),
            "federation_names": federation_names(entry.player.federation),
            "team": entry.team.name if entry.team else "",
            "withdrawn_after": entry.withdrawn_after,
        }
        for entry in entries
    ]

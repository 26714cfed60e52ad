"""The kinds of published pages: what each reads, and the template that shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from portal import published
from portal.outbox import Work
from portal.published import Renderer
from tournaments.models import Section
from tournaments.pages import documents, shaping
from tournaments.pages.bracket import bracket
from tournaments.pages.documents import headed
from tournaments.pages.files import with_files
from tournaments.pages.paths import logo_path, shown_path
from tournaments.queries import (
    public,
    public_bracket,
    public_players,
    public_rounds,
    public_schedule,
    public_screens,
    public_standings,
    public_teams,
)
from tournaments.queries.moment import Moment
from tournaments.state.canonical import digest_of
from tournaments.state.folding import variants
from tournaments.wording.names import federation_name, plain_name
from tournaments.wording.options import rules_of_play, time_control
from tournaments.wording.refusals import tables_text

Data = dict[str, Any]
SLOTS = {
    name: mark_safe(f'<span data-slot="{name}"></span>')  # noqa: S308  a constant
    for name in ("me", "table", "opponent")
}


class TournamentPage(Renderer):
    """One kind: ``question(params, moment)`` reads, ``shape(data)`` prepares for ``template``, ``document``
    for machines."""

    def __init__(
        self,
        template: str,
        question: Callable[[Mapping[str, Any], Moment], Data],
        shape: Callable[[Data], Data] | None = None,
        document: Callable[[Data], Data] | None = None,
    ) -> None:
        self.template = f"tournaments/public/{template}.html"
        self.has_document = document is not None
        self.shape_document = document
        self.here = template.partition("_")[0]
        self.question = question
        self.shape = shape

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        data = self.question(params, Moment.of(preview))
        return Work(digest_of(data), data)

    def html(self, data: Data, *, language: str, version: int, path: str) -> str:
        context = {
            **data,
            "version": version,
            "path": path,
            "root": f"/{language}/",
            "here": self.here,
            "slots": SLOTS,
        }
        if frame := data.get("frame"):
            event_url = f"/{language}/e/{frame['event']['slug']}/"
            context |= {
                "event": frame["event"],
                "section": frame["section"],
                "game": frame["section"]["game"],
                "event_url": event_url,
                "section_url": f"{event_url}{frame['section']['slug']}/",
                "edition": data.get("version"),
            }
        if self.shape:
            context |= self.shape(data)
        return render_to_string(self.template, context)

    def document(self, data: Data, *, version: int, path: str) -> Data:
        if self.shape_document is None:
            raise LookupError(f"Pages like {path} are not for machines.")
        return headed(self.shape_document(data), version=version, path=path)


def _section(data: Data) -> Data:
    return {
        "system_name": Section.System(data["system"]).label,
        "state_name": Section.State(data["state"]).label,
        "game_name": Section.Game(data["frame"]["section"]["game"]).label,
        "time_control": time_control(data["base_seconds"], data["increment_seconds"], data["move_limit"]),
        "rules": rules_of_play(data["frame"]["section"]["game"], data["rulebook"], data["options"]),
        "all_rounds": [
            {"number": number, "starts": starts} for number, starts in sorted(data["starts"].items())
        ],
        "latest_standings": max(data["frame"]["standings"], default=0),
        "any_start": any(data["starts"].values()),
        "players": shaping.players(data),
        "with_teams": any(player["team"] for player in data["players"]),
    }


def _event(data: Data) -> Data:
    logo = data["logo"]
    return {
        "event": {"name": data["name"], "native": data["native"]},
        "logo": logo and {**logo, "path": logo_path(data["slug"], logo["digest"])},
        "sections": [
            {
                **section,
                "game_name": Section.Game(section["game"]).label,
                "state_name": Section.State(section["state"]).label,
            }
            for section in data["sections"]
        ],
    }


def _schedule(data: Data) -> Data:
    return {
        "event": {"name": data["name"], "native": data["native"]},
        "controls": [
            {
                **section,
                "time_control": time_control(
                    section["base_seconds"], section["increment_seconds"], section["move_limit"]
                ),
            }
            for section in data["sections"]
        ],
        **shaping.timetable(data),
    }


def _round(data: Data) -> Data:
    people = data["people"]
    return {
        "verify": _verify(data),
        "proof": _proof(data),
        "variants": _variants(data),
        "tables": shaping.tables(data),
        "changes": shaping.changes(data),
        "byes": [people[number] for number in data["byes"]],
        "absent": [people[number] for number in data["absent"]],
    }


def _by_name(data: Data) -> Data:
    return {
        "lines": shaping.lines(data),
        "verify": _verify(data),
        "proof": _proof(data),
        "variants": _variants(data),
    }


def _variants(data: Data) -> str:
    """What the page must know of Chinese characters to find these players by itself."""
    return variants(one[name] for one in data["people"].values() for name in ("name", "native"))


def _verify(data: Data) -> str:
    """The command that computes the round again from the section's tournament file."""
    file = f"{data['frame']['section']['slug']}.json"
    return f"python manage.py verify_pairing {file} --round {data['round']['number']}"


def _proof(data: Data) -> Data:
    """The tables that are not the rule's own, in words; empty where there are none."""
    return {
        key: tables_text(data["round"][key]) if data["round"][key] else "" for key in ("by_hand", "rematches")
    }


def _is_back(section: Section, kind: str, number: int) -> bool:
    return published.is_withheld(shown_path(section, kind, number))


def _screen(data: Data) -> Data:
    return {"slides": [_slide(slide) for slide in data["slides"]]}


def _slide(slide: Data) -> Data:
    """A slide with its title and, for a round, how many results are in."""
    frame, people = slide["frame"], slide.get("people", {})
    kind = slide["kind"]
    shaped: Data = {
        "key": f"{frame['section']['slug']}-{kind}",
        "game": frame["section"]["game"],
        "within": f"{plain_name(frame['event'])} · {plain_name(frame['section'])}",
    }
    if kind == "standings":
        words = gettext("Final standings") if slide["final"] else gettext("Standings after round %(after)s")
        return {**slide, **shaped, "title": words % {"after": slide["after"]}, "rows": shaping.ranking(slide)}
    number = {"number": slide["round"]["number"]}
    if kind == "countdown":
        return {**slide, **shaped, "title": gettext("Round %(number)s") % number}
    counted = {"reported": slide["round"]["reported"], "games": slide["round"]["games"]}
    shaped["facts"] = gettext("Results so far: %(reported)s of %(games)s") % counted
    if kind == "by-name":
        title = gettext("Round %(number)s by name") % number
        return {**slide, **shaped, "title": title, "lines": shaping.lines(slide)}
    return {
        **slide,
        **shaped,
        "title": gettext("Round %(number)s") % number,
        "tables": shaping.tables(slide),
        "byes": [people[one] for one in slide["byes"]],
    }


def _standings(data: Data) -> Data:
    people = data["people"]
    return {
        "columns": len(data["criteria"]) + 5,
        "rows": shaping.ranking(data),
        "teams": [
            {**team, "members": [people[number] for number in team["members"]]} for team in data["teams"]
        ],
        "categories": [
            {**category, "rows": [{**row, "person": people[row["number"]]} for row in category["rows"]]}
            for category in data["categories"]
        ],
        "prizes": [
            {**prize, "places": [{**place, "person": people[place["number"]]} for place in prize["places"]]}
            for prize in data["prizes"]
        ],
    }


RENDERERS: Mapping[str, TournamentPage] = {
    "home": TournamentPage("home", lambda params, moment: public.home()),
    "event": TournamentPage(
        "event",
        lambda params, moment: with_files(public.event(params["event"], moment), event=params["event"]),
        _event,
        documents.event,
    ),
    "schedule": TournamentPage(
        "schedule",
        lambda params, moment: public_schedule.schedule(params["event"], moment),
        _schedule,
        documents.schedule,
    ),
    "section": TournamentPage(
        "section",
        lambda params, moment: with_files(
            public.section(params["section"], moment), section=params["section"]
        ),
        _section,
        documents.section,
    ),
    "round": TournamentPage(
        "round",
        lambda params, moment: with_files(
            public_rounds.round_by_table(params["section"], params["round"], moment),
            section=params["section"],
            round_number=params["round"],
        ),
        _round,
        documents.round_,
    ),
    "round-by-name": TournamentPage(
        "round_by_name",
        lambda params, moment: public_rounds.round_by_name(params["section"], params["round"], moment),
        _by_name,
    ),
    "standings": TournamentPage(
        "standings",
        lambda params, moment: public_standings.standings(params["section"], params["after"], moment),
        _standings,
        documents.standings,
    ),
    "crosstable": TournamentPage(
        "crosstable",
        lambda params, moment: public_standings.cross(params["section"], params["after"], moment),
        lambda data: {"rows": shaping.crosstable(data)},
        documents.crosstable,
    ),
    "teams": TournamentPage(
        "teams",
        lambda params, moment: public_teams.teams(params["section"], moment),
        document=documents.teams,
    ),
    "bracket": TournamentPage(
        "bracket",
        lambda params, moment: public_bracket.bracket(params["section"], moment),
        bracket,
        documents.bracket,
    ),
    "screen": TournamentPage(
        "screen",
        lambda params, moment: public_screens.screen(params["event"], params["number"], moment, _is_back),
        _screen,
    ),
    "player": TournamentPage(
        "player",
        lambda params, moment: public_players.card(params["section"], params["number"], moment),
        lambda data: {
            "rounds": shaping.appearances(data),
            "federation_name": federation_name(data["federation_names"]),
        },
        documents.player,
    ),
}

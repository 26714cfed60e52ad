"""The kinds of published pages: what each reads, and the template that shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from portal import published
from portal.outbox import Work
from portal.published import Renderer
from portal.published.documents import Head, plain
from portal.published.drawing import Card
from tournaments.models import Section
from tournaments.pages.files import with_files
from tournaments.pages.paths import shown_path
from tournaments.pages.sharing import about, sharing
from tournaments.queries import (
    awards,
    public_all_rounds,
    public_bracket,
    public_crosstable,
    public_events,
    public_front,
    public_ratings,
    public_screens,
    public_sections,
    public_standings,
    public_teams,
)
from tournaments.queries.addresses import api_address
from tournaments.queries.public import Framed
from tournaments.queries.public_rounds import round_page
from tournaments.queries.public_state import Moment
from tournaments.state.canonical import digest_of

SLOTS = {
    name: mark_safe(f'<span data-slot="{name}"></span>')  # noqa: S308  a constant
    for name in ("me", "table", "opponent")
}


class TournamentPage(Renderer):
    """One kind: ``question(params, moment)`` answers with the dataclass that ``template`` shows as
    ``page``, and that programs read as a document. ``shared``: it is meant to be found, and has a picture."""

    def __init__(
        self,
        template: str,
        question: Callable[[Mapping[str, Any], Moment], Any],
        *,
        document: bool = True,
        shared: bool = True,
    ) -> None:
        self.template = template
        self.here = template.rpartition("/")[2].partition(".")[0].partition("_")[0]
        self.question = question
        self.has_document = document
        self.has_card = shared

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        page = self.question(params, Moment.of(preview))
        return Work(digest_of(plain(page, whole=True)), page)

    def html(self, data: Any, *, language: str, version: int, path: str) -> str:
        root = f"/{language}/"
        context = {
            "page": data,
            "version": version,
            "path": path,
            "root": root,
            "here": self.here,
            "slots": SLOTS,
            "sharing": sharing(about(data), path=path, language=language) if self.has_card else None,
            **(section_context(data, root) if isinstance(data, Framed) else {}),
        }
        return render_to_string(self.template, context | self.drawn(data))

    def card(self, data: Any) -> Card:
        return about(data).card

    def drawn(self, data: Any) -> dict[str, Any]:
        """What the template has besides: what is drawn, in the reader's language."""
        return {}

    def document(self, data: Any, *, version: int, path: str) -> dict[str, Any]:
        return {**plain(Head(api_address(path), f"/{path}", version)), **plain(data)}


def section_context(page: Framed, root: str) -> dict[str, Any]:
    """Where a page belongs, as all templates of a section's pages have it."""
    event_url = f"{root}e/{page.event.slug}/"
    return {
        "event": page.event,
        "section": page.section,
        "game": page.section.game,
        "event_url": event_url,
        "section_url": f"{event_url}{page.section.slug}/",
    }


def _is_back(section: Section, kind: str, number: int) -> bool:
    return published.is_withheld(shown_path(section, kind, number))


def _template(name: str) -> str:
    return f"tournaments/public/{name}.html"


RENDERERS: Mapping[str, TournamentPage] = {
    "home": TournamentPage(
        _template("home"), lambda params, moment: public_front.front(public_front.Choice(), moment)
    ),
    "events": TournamentPage(
        _template("home"),
        lambda params, moment: public_front.front(public_front.Choice(**params), moment),
        document=False,
    ),
    "event": TournamentPage(
        _template("event"),
        lambda params, moment: with_files(
            public_events.event(params["event"], moment), event=params["event"]
        ),
    ),
    "schedule": TournamentPage(
        _template("schedule"), lambda params, moment: public_events.schedule(params["event"], moment)
    ),
    "section": TournamentPage(
        _template("section"),
        lambda params, moment: with_files(
            public_sections.section(params["section"], moment), section=params["section"]
        ),
    ),
    "round": TournamentPage(
        _template("round"),
        lambda params, moment: with_files(
            round_page(params["section"], params["round"], moment),
            section=params["section"],
            round_number=params["round"],
        ),
    ),
    "round-by-name": TournamentPage(
        _template("round_by_name"),
        lambda params, moment: round_page(params["section"], params["round"], moment),
        document=False,
    ),
    "standings": TournamentPage(
        _template("standings"),
        lambda params, moment: public_standings.standings(params["section"], params["after"], moment),
    ),
    "crosstable": TournamentPage(
        _template("crosstable"),
        lambda params, moment: public_crosstable.cross(params["section"], params["after"], moment),
    ),
    "teams": TournamentPage(
        _template("teams"), lambda params, moment: public_teams.teams(params["section"], moment)
    ),
    "all-rounds": TournamentPage(
        _template("all_rounds"),
        lambda params, moment: public_all_rounds.all_rounds(params["section"], moment),
    ),
    "prizes": TournamentPage(
        _template("prizes"), lambda params, moment: awards.prizes_page(params["section"], moment)
    ),
    "ratings": TournamentPage(
        _template("ratings"), lambda params, moment: public_ratings.ratings_page(params["section"], moment)
    ),
    "bracket": TournamentPage(
        _template("bracket"), lambda params, moment: public_bracket.bracket(params["section"], moment)
    ),
    "screen": TournamentPage(
        _template("screen"),
        lambda params, moment: public_screens.screen(params["event"], params["number"], moment, _is_back),
        document=False,
        shared=False,
    ),
    "player": TournamentPage(
        _template("player"),
        lambda params, moment: public_sections.card(
            params["section"], params["number"], moment, with_course=True
        ),
    ),
}

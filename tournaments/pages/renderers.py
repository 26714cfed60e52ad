"""The kinds of published pages: what each reads, and the template that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from portal import published
from portal.outbox import Work
from portal.published import PageSpec, Renderer
from portal.published.documents import Head, plain_value
from portal.published.drawing import Card
from portal.published.reading import read_once, reading_once
from portal.published.renderers import JSON, PART, part_path
from tournaments.models import Section
from tournaments.pages import paths
from tournaments.pages.files import with_files
from tournaments.pages.paths import shown_path
from tournaments.pages.sharing import page_description, sharing
from tournaments.queries.addresses import api_address
from tournaments.queries.money import awards
from tournaments.queries.public import (
    public_all_rounds,
    public_boards,
    public_bracket,
    public_crosstable,
    public_events,
    public_front,
    public_norms,
    public_parts,
    public_ratings,
    public_screens,
    public_sections,
    public_standings,
    public_teams,
)
from tournaments.queries.public.public import Framed, TablePart
from tournaments.queries.public.public_rounds import RoundPage, public_round_page
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.state.canonical import digest_of

SLOTS = {
    name: mark_safe(f'<span data-slot="{name}"></span>')  # noqa: S308  a constant
    for name in ("me", "table", "opponent")
}


# *Help* leads to this page of the guide, by the page.
GUIDE: Mapping[str, str] = {
    "home": "calendar.md",
    "schedule": "schedule.md",
    "teams": "teams.md",
    "event": "notifications.md",
    **dict.fromkeys(("section", "round", "bracket", "player"), "reader.md"),
    **dict.fromkeys(("standings", "boards"), "reader.md#standings"),
    "crosstable": "reader.md#crosstable",
    **dict.fromkeys(("prizes", "ratings", "norms"), "reader.md#prizes-ratings-norms"),
}
Question = Callable[[Mapping[str, Any], PublicSnapshot], Any]
# Below a page in parts.
PLACES_PATH = "places/"
Cut = Callable[[Any, int], Any]


class TournamentPage(Renderer):
    """Render one kind of page: ``question(params, moment)`` answers with what ``template`` shows as ``page``.

    ``shared``: it is meant to be found, and has a picture. ``cut``: what one part shows of a long table;
    ``also``: how the list by name is cut, which is in parts before its round is, for it has everybody.
    ``places_kind``: the kind of page of which a document beside it says who is in which part."""

    def __init__(
        self,
        template: str,
        question: Question,
        *,
        document: bool = True,
        shared: bool = True,
        cut: Cut | None = None,
        places: str = "",
        also: Cut | None = None,
        waits: bool = False,
    ) -> None:
        self.template = template
        self.here = template.rpartition("/")[2].partition(".")[0].partition("_")[0]
        self.guide = GUIDE.get(self.here, "")
        self.question = question
        self.has_document = document
        self.has_card = shared
        self.cut = cut
        self.places_kind = places
        self.also = also
        self.waits = waits

    @reading_once()
    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        page = self.whole(params, preview)
        if self.cut is not None:
            page = self.cut(page, params.get(PART, 1))
        return Work(digest_of(plain_value(page, whole=True)), page)

    def whole(self, params: Mapping[str, Any], preview: Any) -> Any:
        """What all its parts show together."""
        further = {name: value for name, value in params.items() if name != PART}
        if self.cut is None:
            return self.question(further, PublicSnapshot.of(preview))
        key = (self.question, *sorted(further.items()))
        return read_once(key, lambda: self.question(further, PublicSnapshot.of(preview)))

    def further(self, spec: PageSpec, data: Any) -> Iterable[PageSpec]:
        if self.cut is None or data.part is None or not data.part.is_first:
            return
        for number in range(2, data.part.count + 1):
            yield PageSpec(part_path(spec.path, number), spec.kind, {**spec.params, PART: number}, spec.eager)
        if self.places_kind:
            yield PageSpec(_places_of(spec), f"{self.places_kind}-places", spec.params, spec.eager)

    def obsolete(self, spec: PageSpec, data: Any) -> Iterable[str]:
        whole = self.cut is not None and data.part is None
        if whole and self.places_kind and (self.also is None or self.also(data, 1).part is None):
            yield _places_of(spec)

    def html(self, data: Any, *, language: str, version: int, path: str) -> str:
        return render_to_string(
            self.template, self.context(data, language=language, version=version, path=path)
        )

    def context(self, data: Any, *, language: str, version: int, path: str) -> dict[str, Any]:
        """What the template gets."""
        root = f"/{language}/"
        context = {
            "page": data,
            "version": version,
            "path": path,
            "root": root,
            "here": self.here,
            "guide": self.guide,
            "slots": SLOTS,
            "sharing": sharing(page_description(data), path=path, language=language)
            if self.has_card
            else None,
            **(parts_context(data.part, path, root) if self.cut is not None else {}),
            **(section_context(data, root) if isinstance(data, Framed) else {}),
        }
        return context | self.drawn(data)

    def card(self, data: Any) -> Card:
        return page_description(data).card

    def drawn(self, data: Any) -> dict[str, Any]:
        """What the template has besides: what is drawn, in the reader's language."""
        return {}

    def document(self, data: Any, *, version: int, path: str) -> dict[str, Any]:
        return {**plain_value(Head(api_address(path), f"/{path}", version)), **plain_value(data)}


def _places_of(spec: PageSpec) -> str:
    return spec.path.removesuffix(paths.BY_NAME) + PLACES_PATH


def parts_context(part: TablePart | None, path: str, root: str) -> dict[str, Any]:
    """The addresses of the parts of a long table, with what each is called."""
    if part is None:
        return {}
    addresses = [f"{root}{part_path(path, number)}" for number in range(1, part.count + 1)]
    names = part.names
    return {
        "parts": list(zip(names, addresses, strict=True)),
        "part_label": names[part.number - 1],
        "part_before": addresses[part.number - 2] if part.previous is not None else "",
        "part_after": addresses[part.number] if part.next is not None else "",
        "first_part": addresses[0],
    }


class PlacesDocument(Renderer):
    """Where everybody is found on a page in parts: for programs, and for the page's own script."""

    has_document = True

    def __init__(self, of: TournamentPage) -> None:
        self.of = of

    def variants(self) -> list[str]:
        return [JSON]

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        page = public_parts.rows_with_parts(self.of.whole(params, preview))
        return Work(digest_of(plain_value(page)), page)

    def document(self, data: Any, *, version: int, path: str) -> dict[str, Any]:
        whole = path.removesuffix(PLACES_PATH)
        return {**plain_value(Head(api_address(path), f"/{whole}", version)), **plain_value(data)}


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


def _round(params: Mapping[str, Any], moment: PublicSnapshot) -> RoundPage:
    """Read once for the pages by table and by name."""
    section, number = params["section"], params["round"]
    return read_once(("round", section, number), lambda: public_round_page(section, number, moment))


def _of_section(question: Callable[[int, PublicSnapshot], Any]) -> Question:
    return lambda params, moment: question(params["section"], moment)


def _of_standings(question: Callable[[int, int, PublicSnapshot], Any]) -> Question:
    return lambda params, moment: question(params["section"], params["after"], moment)


def _template(name: str) -> str:
    return f"tournaments/public/{name}.html"


# Each long list of people is found by its own document: what is read, and how it is cut.
LISTS: Mapping[str, tuple[Question, Cut]] = {
    "standings": (_of_standings(public_standings.standings_page), public_parts.cut_standings),
    "boards": (_of_standings(public_boards.boards), public_boards.cut_boards),
    "teams": (_of_section(public_teams.teams), public_teams.cut_teams),
    "all-rounds": (_of_section(public_all_rounds.all_rounds), public_all_rounds.cut_all_rounds),
    "prizes": (_of_section(awards.prizes_page), awards.cut_prizes),
    "ratings": (_of_section(public_ratings.ratings_page), public_ratings.cut_ratings),
}
RENDERERS: Mapping[str, TournamentPage] = {
    "home": TournamentPage(
        _template("home"), lambda params, moment: public_front.front(public_front.FrontChoice(), moment)
    ),
    "events": TournamentPage(
        _template("home"),
        lambda params, moment: public_front.front(public_front.FrontChoice(**params), moment),
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
        cut=public_parts.cut_section,
        places="section",
    ),
    "round": TournamentPage(
        _template("round"),
        lambda params, moment: with_files(
            _round(params, moment),
            section=params["section"],
            round_number=params["round"],
        ),
        cut=public_parts.cut_round,
        places="round",
        also=public_parts.cut_names,
    ),
    "round-by-name": TournamentPage(
        _template("round_by_name"),
        _round,
        document=False,
        cut=public_parts.cut_names,
        places="round",
    ),
    "crosstable": TournamentPage(
        _template("crosstable"),
        _of_standings(public_crosstable.cross),
        cut=public_parts.cut_crosstable,
        waits=True,
    ),
    **{
        kind: TournamentPage(_template(kind.replace("-", "_")), question, cut=cut, places=kind)
        for kind, (question, cut) in LISTS.items()
    },
    "bracket": TournamentPage(_template("bracket"), _of_section(public_bracket.bracket)),
    "norms": TournamentPage(_template("norms"), _of_section(public_norms.norms_page)),
    "screen": TournamentPage(
        _template("screen"),
        lambda params, moment: public_screens.screen(params["event"], params["number"], moment, _is_back),
        document=False,
        shared=False,
    ),
    "player": TournamentPage(
        _template("player"),
        lambda params, moment: with_files(
            public_sections.card(params["section"], params["number"], moment, with_course=True),
            section=params["section"],
            player=params["number"],
        ),
    ),
}
PLACES: Mapping[str, PlacesDocument] = {
    f"{kind}-places": PlacesDocument(renderer)
    for kind, renderer in RENDERERS.items()
    if renderer.places_kind == kind
}

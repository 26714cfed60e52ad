"""What other sites show of a section in a frame: its newest standings, its newest pairings, its bracket, and
when it goes on; and the page that says which line to copy for it.

The page of a kind is rendered with another frame around it: an embedded table is what the public page shows.
Nothing in it depends on who reads; it may be kept for a moment, and is not stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from portal import published
from portal.published.views import for_people
from portal.web.security import policy
from tournaments.models import Section
from tournaments.pages import paths
from tournaments.pages.renderers import RENDERERS, section_context
from tournaments.queries.public.public import Frame, framing, section_of
from tournaments.queries.public.public_sections import section as section_page
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.views.public.public_search import cacheable_page, root

Embedded = Literal["standings", "pairings", "bracket", "next"]
FRAME = "tournaments/public/embedded_base.html"
HEIGHT = {"next": 220}
USUAL_HEIGHT = 620


def _section(event: str, section: str) -> Section:
    """The section, if it is public. Raises what `published.find` raises, and Http404."""
    row = Section.objects.select_related("event").filter(event__slug=event, slug=section).first()
    if row is None:
        raise Http404
    published.find(paths.section_path(row))
    return section_of(row.pk)


def _offered(frame: Frame) -> dict[Embedded, tuple[str, Mapping[str, int]]]:
    """Return what there is to show now: the kind of its page, and what tells it from others of its kind."""
    offered: dict[Embedded, tuple[str, Mapping[str, int]]] = {}
    if frame.standings:
        offered["standings"] = ("standings", {"after": frame.standings[-1]})
    if frame.published:
        offered["pairings"] = ("round", {"round": frame.published[-1]})
    if frame.bracket:
        offered["bracket"] = ("bracket", {})
    # When the section goes on can always be shown.
    offered["next"] = ("section", {})
    return offered


def _framed(section: Section, answer: HttpResponse) -> HttpResponse:
    answer.headers["Content-Security-Policy"] = policy(frame_ancestors=section.event.frame_ancestors)
    return answer


@require_safe
def embedded(request: HttpRequest, event: str, section: str, part: Embedded) -> HttpResponse:
    """One of `Embedded`. What is not there yet is said in the frame, for it comes to the same address."""

    def wanted() -> HttpResponse:
        row = _section(event, section)
        moment = PublicSnapshot.of(None)
        shared = framing(row, moment)
        language = get_language() or ""
        place = {"path": paths.section_path(row), "frame_of": FRAME}
        template, context = "tournaments/public/embedded_next.html", dict[str, Any](place)
        if part == "next":
            page = section_page(row.pk, moment)
            context |= {"page": page, **section_context(page, f"/{language}/")}
        elif part in (offered := _offered(shared["frame"])):
            kind, params = offered[part]
            renderer = RENDERERS[kind]
            data = renderer.read({"section": row.pk, **params}).data
            template = renderer.template
            context = renderer.context(data, language=language, version=0, path=place["path"]) | place
        else:
            context |= {"event": row.event, "section": row, "nothing": True}
        return _framed(row, cacheable_page(template, context))

    return for_people(request, wanted)


@require_safe
def lines_to_copy(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """For each thing that can be shown, the line that another site writes."""

    def wanted() -> HttpResponse:
        row = _section(event, section)
        page = section_page(row.pk, PublicSnapshot.of(None))
        words: Mapping[Embedded, str] = {
            "standings": gettext("Standings"),
            "pairings": gettext("Pairings"),
            "bracket": gettext("Bracket"),
            "next": gettext("Next round"),
        }
        lines = [(part, words[part], _line(row, part, words[part])) for part in _offered(page.frame)]
        context = {
            "page": page,
            "lines": lines,
            "sites": row.event.framed_by,
            "here": "embed",
            "path": f"{paths.section_path(row)}-/embed/",
            **section_context(page, root()),
        }
        return cacheable_page("tournaments/public/embed.html", context)

    return for_people(request, wanted)


def _line(section: Section, part: Embedded, words: str) -> str:
    address = reverse(f"embedded_{part}", args=[section.event.slug, section.slug])
    return format_html(
        '<iframe src="{}{}" width="100%" height="{}" title="{}: {}"></iframe>',
        settings.PUBLIC_URL,
        address,
        HEIGHT.get(part, USUAL_HEIGHT),
        section.name,
        words,
    )


SITE = [
    path("e/<slug:event>/<slug:section>/-/embed/", lines_to_copy, name="lines_to_copy"),
    *(
        path(
            f"e/<slug:event>/<slug:section>/-/embed/{part}/",
            embedded,
            {"part": part},
            name=f"embedded_{part}",
        )
        for part in get_args(Embedded)
    ),
]

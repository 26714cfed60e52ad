"""What a page says of itself where its address is shared or found: a description, the card of its picture,
and for search engines what it is about as a ``SportsEvent`` (schema.org).

`page_description` is told by the page's dataclass; apps register theirs (`about.register`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from portal.published import pictures
from portal.published.drawing import Card, Row
from portal.published.renderers import part_path
from portal.templatetags.site import bcp47
from tournaments.models import Round
from tournaments.queries.public.public import EventRef, Framed, Named, PublicPerson, PublicResult
from tournaments.queries.public.public_boards import BoardsPage
from tournaments.queries.public.public_bracket import BracketPage
from tournaments.queries.public.public_crosstable import CrosstablePage
from tournaments.queries.public.public_events import EventPage, SchedulePage
from tournaments.queries.public.public_front import FrontPage
from tournaments.queries.public.public_matches import TeamRef
from tournaments.queries.public.public_now import SectionLine
from tournaments.queries.public.public_rounds import RoundPage
from tournaments.queries.public.public_sections import PlayerCard as PlayerPage
from tournaments.queries.public.public_sections import SectionPage
from tournaments.queries.public.public_standings import StandingsPage
from tournaments.queries.public.public_teams import TeamsPage
from tournaments.wording.lists import listed
from tournaments.wording.names import both_names, plain_name
from tournaments.wording.options import result_text
from tournaments.wording.times import days_text, on_the_clock, time_text

SCHEMA = "https://schema.org"
SPORTS: Mapping[str, str] = {"xiangqi": "Xiangqi", "weiqi": "Go"}
# Rows of a card's table: what stands below is not seen.
ROWS = 6
# Rows in a description, which is shown as a line or two.
DESCRIBED = 3
LONGEST = 200


@dataclass(frozen=True, slots=True)
class PageDescription:
    """``event``: the fields of the ``SportsEvent`` that the page is about, without addresses."""

    card: Card
    description: str = ""
    event: Mapping[str, Any] | None = None


@singledispatch
def page_description(page: Any) -> PageDescription:
    """In the reader's language. A page of a section that nobody has worded says where it belongs."""
    if isinstance(page, Framed):
        return PageDescription(_framed(page, plain_name(page.section), str(page.section.game.label)))
    event = getattr(page, "event", None)
    return PageDescription(Card(title=plain_name(event) if event else gettext("Qiyuan")))


@page_description.register
def _(page: FrontPage) -> PageDescription:
    events = [*page.now, *page.soon, *page.past]
    rows = [
        Row("", plain_name(event_line), days_text(event_line.starts, event_line.ends))
        for event_line in events[:ROWS]
    ]
    words = gettext(
        "Pairings, results and standings of xiangqi and weiqi championships, published round by round."
    )
    return PageDescription(
        Card(title=page.site or gettext("Qiyuan"), facts=[] if rows else [words], rows=rows), words
    )


@page_description.register
def _(page: EventPage) -> PageDescription:
    facts = [*filter(None, [page.place]), days_text(page.starts, page.ends)]
    rows = [Row("", plain_name(event_line), _at_its_end(event_line)) for event_line in page.sections[:ROWS]]
    sections = listed(plain_name(event_line) for event_line in page.sections)
    text = page.about.text if page.about else ""
    return PageDescription(
        Card(title=plain_name(page.event), facts=facts, rows=rows),
        _short(". ".join(filter(None, [" · ".join([*facts, sections] if sections else facts), text]))),
        sports_event(page.event, page.place, page.starts, page.ends)
        | organizer(page.organisation)
        | _status(page)
        | {
            "subEvent": [
                sports_event(event_line, page.place, page.starts, page.ends, event_line.game)
                for event_line in page.sections
            ]
        },
    )


def _at_its_end(section: SectionLine) -> str:
    """Who has won it, or while it is played how many play."""
    if section.is_over and section.leaders:
        return listed(plain_name(leader.who) for leader in section.leaders if leader.rank == 1)
    return ngettext("%(players)s player", "%(players)s players", section.players) % {
        "players": section.players
    }


@page_description.register
def _(page: SchedulePage) -> PageDescription:
    rows = [
        Row(
            "",
            f"{plain_name(event_line.section)} · {_round_words(event_line.round.number)}",
            time_text(event_line.at, day=True),
        )
        for _day, timed in page.days
        for event_line in timed
    ]
    card = Card(
        above=plain_name(page.event),
        title=gettext("Schedule"),
        facts=[" · ".join([*filter(None, [page.place]), days_text(page.starts, page.ends)])],
        rows=rows[:ROWS],
    )
    return PageDescription(card, "", sports_event(page.event, page.place, page.starts, page.ends))


@page_description.register
def _(page: SectionPage) -> PageDescription:
    players = page.how_many
    facts = [
        f"{page.section.game.label} · {page.state.label}",
        ngettext("%(players)s player", "%(players)s players", players) % {"players": players},
    ]
    if page.current:
        number = {"number": page.current.number, "all": page.section.rounds}
        facts.append(gettext("Round %(number)s of %(all)s") % number)
    facts.append(
        " · ".join([*filter(None, [page.event.place]), days_text(page.event.starts, page.event.ends)])
    )
    rows = [
        Row(str(event_line.rank), shared_name(event_line.who), event_line.points)
        for event_line in page.leaders[:ROWS]
    ]
    return PageDescription(
        _framed(page, plain_name(page.section), *facts, rows=rows), "", _section_event(page)
    )


@page_description.register
def _(page: RoundPage) -> PageDescription:
    facts = [time_text(on_the_clock(page.starts, page.event.zone), day=True)] if page.starts else []
    if page.reported and page.state != Round.State.CLOSED:
        facts.append(
            gettext("Results so far: %(done)s of %(all)s.") % {"done": page.reported, "all": page.games}
        )
    rows = [
        Row(
            str(event_line.table),
            f"{plain_name(event_line.first)} – {plain_name(event_line.second)}",
            results_words(event_line.results),
        )
        for event_line in page.tables[:ROWS]
    ]
    if page.matches:
        rows = [
            Row(
                str(event_line.table),
                f"{plain_name(event_line.first)} – {plain_name(event_line.second)}",
                f"{event_line.first_points} : {event_line.second_points}" if event_line.reported else "",
            )
            for event_line in page.matches[:ROWS]
        ]
    card = _framed(page, f"{plain_name(page.section)} · {_round_words(page.round)}", *facts, rows=rows)
    return PageDescription(card, "", shared_part(page, _round_words(page.round), page.starts))


@page_description.register
def _(page: StandingsPage) -> PageDescription:
    rows = [
        Row(str(event_line.rank), shared_name(event_line.player), event_line.points)
        for event_line in page.rows[:ROWS]
    ]
    if page.team_rows:
        rows = [
            Row(str(event_line.rank), shared_name(event_line.team), event_line.match_points)
            for event_line in page.team_rows[:ROWS]
        ]
    return PageDescription(
        _framed(page, plain_name(page.section), _after(page.after, final=page.final), rows=rows)
    )


@page_description.register
def _(page: CrosstablePage) -> PageDescription:
    rows = [
        Row(str(event_line.rank), shared_name(event_line.player), event_line.points)
        for event_line in page.rows[:ROWS]
    ]
    facts = [gettext("Crosstable"), _after(page.after, final=page.final)]
    return PageDescription(_framed(page, plain_name(page.section), " · ".join(facts), rows=rows))


@page_description.register
def _(page: BoardsPage) -> PageDescription:
    rows = [
        Row(str(event_line.board or ""), shared_name(event_line.rows[0].player), event_line.rows[0].points)
        for event_line in page.boards[:ROWS]
    ]
    facts = [gettext("Best players by board"), _after(page.after, final=page.final)]
    return PageDescription(_framed(page, plain_name(page.section), " · ".join(facts), rows=rows))


@page_description.register
def _(page: TeamsPage) -> PageDescription:
    rows = [
        Row(
            str(event_line.rank or ""), event_line.team, "" if event_line.sum is None else str(event_line.sum)
        )
        for event_line in page.teams[:ROWS]
    ]
    if page.rosters:
        rows = [
            Row(str(event_line.rank or ""), shared_name(event_line.team), event_line.match_points)
            for event_line in page.rosters[:ROWS]
        ]
    return PageDescription(_framed(page, plain_name(page.section), gettext("Teams"), rows=rows))


@page_description.register
def _(page: BracketPage) -> PageDescription:
    return PageDescription(_framed(page, plain_name(page.section), gettext("Bracket")))


@page_description.register
def _(page: PlayerPage) -> PageDescription:
    place = [page.federation_name, *filter(None, [page.team, page.club])]
    facts = [*both_names(page.player)[1:], " · ".join(filter(None, place))]
    if page.rounds:
        facts.append(_points(page.points))
    rows = [
        Row(str(event_line.round), shared_name(event_line.opponent), event_line.points)
        for event_line in page.rounds[-ROWS:]
        if event_line.opponent
    ]
    card = _framed(page, plain_name(page.player), *filter(None, facts), rows=rows)
    return PageDescription(replace(card, above=f"{plain_name(page.event)} · {plain_name(page.section)}"))


def _framed(page: Framed, title: str, *facts: str, rows: Sequence[Row] = ()) -> Card:
    return Card(above=plain_name(page.event), title=title, facts=facts, rows=rows)


def _round_words(number: int) -> str:
    return gettext("Round %(number)s") % {"number": number}


def _after(after: int, *, final: bool) -> str:
    return (
        gettext("Final standings") if final else gettext("Standings after round %(after)s") % {"after": after}
    )


def _points(points: str) -> str:
    return pgettext("of a player", "Points: %(points)s") % {"points": points}


def shared_name(item: PublicPerson | TeamRef) -> str:
    """``WANG Tianyi (CHN)``."""
    return f"{plain_name(item)} ({item.federation})" if item.federation else plain_name(item)


def results_words(results: Sequence[PublicResult]) -> str:
    return ", ".join(result_text(result.value) for result in results)


def described(about: PageDescription) -> str:
    """The description, or what stands on the card in a line."""
    if about.description:
        return about.description
    rows = [" ".join(filter(None, [row.mark, row.text, row.end])) for row in about.card.rows[:DESCRIBED]]
    return _short(" · ".join([about.card.above, *about.card.facts, *rows]).removeprefix(" · "))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


# What search engines read. -----------------------------------------------------------------------------


def sports_event(item: Any, place: str, starts: str, ends: str, game: str = "") -> dict[str, Any]:
    """An event or a section of it."""
    return {
        "@type": "SportsEvent",
        "name": plain_name(item),
        "startDate": starts,
        "endDate": ends,
        "eventStatus": f"{SCHEMA}/EventScheduled",
        **({"sport": SPORTS[game]} if game else {}),
        **({"location": {"@type": "Place", "name": place, "address": place}} if place else {}),
        **({"eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode"} if place else {}),
    }


def organizer(host: Named | None) -> dict[str, Any]:
    """The organisation whose event it is, as a field."""
    if host is None or not host.slug:
        return {}
    url = f"{settings.PUBLIC_URL}/o/{host.slug}/"
    return {"organizer": {"@type": "Organization", "name": plain_name(host), "url": url}}


def _status(page: EventPage) -> dict[str, Any]:
    """Rescheduled, where its days were changed after it had been public."""
    moved = any({"starts", "ends"} & set(change.settings) for change in page.changes)
    return {"eventStatus": f"{SCHEMA}/EventRescheduled"} if moved else {}


def of_event(event: EventRef, game: str = "") -> dict[str, Any]:
    return sports_event(event, event.place, event.starts, event.ends, game)


def _section_event(page: SectionPage) -> dict[str, Any]:
    data = of_event(page.event, page.section.game) | {
        "name": f"{plain_name(page.event)}: {plain_name(page.section)}",
        "superEvent": of_event(page.event) | organizer(page.frame.host),
    }
    data |= organizer(page.frame.host)
    if page.frame.entry_form:
        form = f"{settings.PUBLIC_URL}/e/{page.event.slug}/{page.section.slug}/enter/"
        data["offers"] = {"@type": "Offer", "availability": f"{SCHEMA}/InStock", "url": form}
    if page.online:
        data["eventAttendanceMode"] = f"{SCHEMA}/OnlineEventAttendanceMode"
        data["location"] = {"@type": "VirtualLocation"}
    return data


def shared_part(page: Framed, name: str, starts: str | None) -> dict[str, Any]:
    """A round or a game of a section; ``starts`` where that is known."""
    data = of_event(page.event, page.section.game)
    if starts:
        data["startDate"] = starts
    return data | {
        "name": f"{plain_name(page.event)}: {plain_name(page.section)} · {name}",
        "superEvent": of_event(page.event, page.section.game)
        | {"name": f"{plain_name(page.event)}: {plain_name(page.section)}"},
    }


@dataclass(frozen=True, slots=True)
class PageSharing:
    """Hold what stands in the head of a page; ``any_language``: the address without one, ``others``: all."""

    description: str
    url: str
    any_language: str
    others: Sequence[tuple[str, str]]
    picture: str
    structured: SafeString


def sharing(about: PageDescription, *, path: str, language: str) -> PageSharing:
    site = settings.PUBLIC_URL
    url = f"{site}/{language}/{path}"
    drawn = pictures.digest_of_card(about.card)
    picture = f"{site}{pictures.address(part_path(path, 1), language, drawn)}"
    return PageSharing(
        description=described(about),
        url=url,
        any_language=f"{site}/{path}",
        others=[(bcp47(code), f"{site}/{code}/{path}") for code, _name in settings.LANGUAGES],
        picture=picture,
        structured=_structured(about.event, url, picture) if about.event else SafeString(""),
    )


_UNSAFE = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


def _structured(event: Mapping[str, Any], url: str, picture: str) -> SafeString:
    """As an element of the page. It is data, no program: the content policy does not concern it."""
    data = {"@context": SCHEMA, **event, "url": url, "image": [picture]}
    if data.get("location") == {"@type": "VirtualLocation"} or "location" not in data:
        data["location"] = {"@type": "VirtualLocation", "url": url}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))  # noqa: S308  escaped

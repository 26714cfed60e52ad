"""What a page says of itself where its address is shared or found: a description, the card of its picture,
and for search engines what it is about as a ``SportsEvent`` (schema.org).

`about` is told by the page's dataclass; apps register theirs (`about.register`).
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
from tournaments.queries.public import EventRef, Framed, Person, Result
from tournaments.queries.public_boards import BoardsPage
from tournaments.queries.public_bracket import BracketPage
from tournaments.queries.public_crosstable import CrosstablePage
from tournaments.queries.public_events import EventPage, SchedulePage
from tournaments.queries.public_front import FrontPage
from tournaments.queries.public_matches import TeamRef
from tournaments.queries.public_now import SectionLine
from tournaments.queries.public_rounds import RoundPage
from tournaments.queries.public_sections import Card as PlayerPage
from tournaments.queries.public_sections import SectionPage
from tournaments.queries.public_standings import StandingsPage
from tournaments.queries.public_teams import TeamsPage
from tournaments.wording.lists import listed
from tournaments.wording.names import both_names, plain_name
from tournaments.wording.options import result_text
from tournaments.wording.times import days_text, on_the_clock, time_text

SPORTS: Mapping[str, str] = {"xiangqi": "Xiangqi", "weiqi": "Go"}
ROWS = 6
"""Of a card's table: what stands below is not seen."""
DESCRIBED = 3
"""Rows in a description, which is shown as a line or two."""
LONGEST = 200


@dataclass(frozen=True, slots=True)
class About:
    """``event``: the fields of the ``SportsEvent`` that the page is about, without addresses."""

    card: Card
    description: str = ""
    event: Mapping[str, Any] | None = None


@singledispatch
def about(page: Any) -> About:
    """In the reader's language. A page of a section that nobody has worded says where it belongs."""
    if isinstance(page, Framed):
        return About(_framed(page, plain_name(page.section), str(page.section.game.label)))
    event = getattr(page, "event", None)
    return About(Card(title=plain_name(event) if event else gettext("Qiyuan")))


@about.register
def _(page: FrontPage) -> About:
    events = [*page.now, *page.soon, *page.past]
    rows = [Row("", plain_name(one), days_text(one.starts, one.ends)) for one in events[:ROWS]]
    words = gettext(
        "Pairings, results and standings of xiangqi and weiqi championships, published round by round."
    )
    return About(Card(title=page.site or gettext("Qiyuan"), facts=[] if rows else [words], rows=rows), words)


@about.register
def _(page: EventPage) -> About:
    facts = [*filter(None, [page.place]), days_text(page.starts, page.ends)]
    rows = [Row("", plain_name(one), _at_its_end(one)) for one in page.sections[:ROWS]]
    sections = listed(plain_name(one) for one in page.sections)
    told = page.about.text if page.about else ""
    return About(
        Card(title=plain_name(page.event), facts=facts, rows=rows),
        _short(". ".join(filter(None, [" · ".join([*facts, sections] if sections else facts), told]))),
        sports_event(page.event, page.place, page.starts, page.ends)
        | {
            "subEvent": [
                sports_event(one, page.place, page.starts, page.ends, one.game) for one in page.sections
            ]
        },
    )


def _at_its_end(section: SectionLine) -> str:
    """Who has won it, or while it is played how many play."""
    if section.is_over and section.leaders:
        return listed(plain_name(one.who) for one in section.leaders if one.rank == 1)
    return ngettext("%(players)s player", "%(players)s players", section.players) % {
        "players": section.players
    }


@about.register
def _(page: SchedulePage) -> About:
    rows = [
        Row(
            "",
            f"{plain_name(one.section)} · {_round_words(one.round.number)}",
            time_text(one.at, day=True),
        )
        for _day, timed in page.days
        for one in timed
    ]
    card = Card(
        above=plain_name(page.event),
        title=gettext("Schedule"),
        facts=[" · ".join([*filter(None, [page.place]), days_text(page.starts, page.ends)])],
        rows=rows[:ROWS],
    )
    return About(card, "", sports_event(page.event, page.place, page.starts, page.ends))


@about.register
def _(page: SectionPage) -> About:
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
    rows = [Row(str(one.rank), named(one.who), one.points) for one in page.leaders[:ROWS]]
    return About(_framed(page, plain_name(page.section), *facts, rows=rows), "", _section_event(page))


@about.register
def _(page: RoundPage) -> About:
    facts = [time_text(on_the_clock(page.starts, page.event.zone), day=True)] if page.starts else []
    if page.reported and page.state != Round.State.CLOSED:
        facts.append(
            gettext("Results so far: %(done)s of %(all)s.") % {"done": page.reported, "all": page.games}
        )
    rows = [
        Row(str(one.table), f"{plain_name(one.first)} – {plain_name(one.second)}", results_words(one.results))
        for one in page.tables[:ROWS]
    ]
    if page.matches:
        rows = [
            Row(
                str(one.table),
                f"{plain_name(one.first)} – {plain_name(one.second)}",
                f"{one.first_points} : {one.second_points}" if one.reported else "",
            )
            for one in page.matches[:ROWS]
        ]
    card = _framed(page, f"{plain_name(page.section)} · {_round_words(page.round)}", *facts, rows=rows)
    return About(card, "", part_of(page, _round_words(page.round), page.starts))


@about.register
def _(page: StandingsPage) -> About:
    rows = [Row(str(one.rank), named(one.player), one.points) for one in page.rows[:ROWS]]
    if page.team_rows:
        rows = [Row(str(one.rank), named(one.team), one.match_points) for one in page.team_rows[:ROWS]]
    return About(_framed(page, plain_name(page.section), _after(page.after, final=page.final), rows=rows))


@about.register
def _(page: CrosstablePage) -> About:
    rows = [Row(str(one.rank), named(one.player), one.points) for one in page.rows[:ROWS]]
    facts = [gettext("Crosstable"), _after(page.after, final=page.final)]
    return About(_framed(page, plain_name(page.section), " · ".join(facts), rows=rows))


@about.register
def _(page: BoardsPage) -> About:
    rows = [
        Row(str(one.board or ""), named(one.rows[0].player), one.rows[0].points) for one in page.boards[:ROWS]
    ]
    facts = [gettext("Best players by board"), _after(page.after, final=page.final)]
    return About(_framed(page, plain_name(page.section), " · ".join(facts), rows=rows))


@about.register
def _(page: TeamsPage) -> About:
    rows = [
        Row(str(one.rank or ""), one.team, "" if one.sum is None else str(one.sum))
        for one in page.teams[:ROWS]
    ]
    if page.rosters:
        rows = [Row(str(one.rank or ""), named(one.team), one.match_points) for one in page.rosters[:ROWS]]
    return About(_framed(page, plain_name(page.section), gettext("Teams"), rows=rows))


@about.register
def _(page: BracketPage) -> About:
    return About(_framed(page, plain_name(page.section), gettext("Bracket")))


@about.register
def _(page: PlayerPage) -> About:
    place = [page.federation_name, *filter(None, [page.team, page.club])]
    facts = [*both_names(page.player)[1:], " · ".join(filter(None, place))]
    if page.rounds:
        facts.append(_points(page.points))
    rows = [
        Row(str(one.round), named(one.opponent), one.points) for one in page.rounds[-ROWS:] if one.opponent
    ]
    card = _framed(page, plain_name(page.player), *filter(None, facts), rows=rows)
    return About(replace(card, above=f"{plain_name(page.event)} · {plain_name(page.section)}"))


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


def named(one: Person | TeamRef) -> str:
    """``WANG Tianyi (CHN)``."""
    return f"{plain_name(one)} ({one.federation})" if one.federation else plain_name(one)


def results_words(results: Sequence[Result]) -> str:
    return ", ".join(result_text(one.value) for one in results)


def described(found: About) -> str:
    """The description, or what stands on the card in a line."""
    if found.description:
        return found.description
    rows = [" ".join(filter(None, [one.mark, one.text, one.end])) for one in found.card.rows[:DESCRIBED]]
    return _short(" · ".join([found.card.above, *found.card.facts, *rows]).removeprefix(" · "))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


# What search engines read. -----------------------------------------------------------------------------


def sports_event(thing: Any, place: str, starts: str, ends: str, game: str = "") -> dict[str, Any]:
    """An event or a section of it."""
    return {
        "@type": "SportsEvent",
        "name": plain_name(thing),
        "startDate": starts,
        "endDate": ends,
        "eventStatus": "https://schema.org/EventScheduled",
        **({"sport": SPORTS[game]} if game else {}),
        **({"location": {"@type": "Place", "name": place, "address": place}} if place else {}),
    }


def of_event(event: EventRef, game: str = "") -> dict[str, Any]:
    return sports_event(event, event.place, event.starts, event.ends, game)


def _section_event(page: SectionPage) -> dict[str, Any]:
    found = of_event(page.event, page.section.game) | {
        "name": f"{plain_name(page.event)}: {plain_name(page.section)}",
        "superEvent": of_event(page.event),
    }
    if page.online:
        found["eventAttendanceMode"] = "https://schema.org/OnlineEventAttendanceMode"
        found["location"] = {"@type": "VirtualLocation"}
    return found


def part_of(page: Framed, name: str, starts: str | None) -> dict[str, Any]:
    """A round or a game of a section; ``starts`` where that is known."""
    found = of_event(page.event, page.section.game)
    if starts:
        found["startDate"] = starts
    return found | {
        "name": f"{plain_name(page.event)}: {plain_name(page.section)} · {name}",
        "superEvent": of_event(page.event, page.section.game)
        | {"name": f"{plain_name(page.event)}: {plain_name(page.section)}"},
    }


@dataclass(frozen=True, slots=True)
class Sharing:
    """What stands in the head of a page. ``url``: its address in this language, ``any_language``: that
    without one, ``others``: all of them, by the name that HTML has for the language."""

    description: str
    url: str
    any_language: str
    others: Sequence[tuple[str, str]]
    picture: str
    structured: SafeString


def sharing(found: About, *, path: str, language: str) -> Sharing:
    site = settings.PUBLIC_URL
    url = f"{site}/{language}/{path}"
    drawn = pictures.digest_of_card(found.card)
    picture = f"{site}{pictures.address(part_path(path, 1), language, drawn)}"
    return Sharing(
        description=described(found),
        url=url,
        any_language=f"{site}/{path}",
        others=[(bcp47(code), f"{site}/{code}/{path}") for code, _name in settings.LANGUAGES],
        picture=picture,
        structured=_structured(found.event, url, picture) if found.event else SafeString(""),
    )


_UNSAFE = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


def _structured(event: Mapping[str, Any], url: str, picture: str) -> SafeString:
    """As an element of the page. It is data, no program: the content policy does not concern it."""
    said = {"@context": "https://schema.org", **event, "url": url, "image": [picture]}
    if said.get("location") == {"@type": "VirtualLocation"} or "location" not in said:
        said["location"] = {"@type": "VirtualLocation", "url": url}
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))  # noqa: S308  escaped

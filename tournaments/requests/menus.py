"""The two levels of the desk's menu, as tables: an event's pages, and those of one of its sections.

An `Item` is one line: what it is called, the name of its address, and the right with which that is read. It
is shown to who may. Where it gathers several pages, these are `within` it: tabs at the top of each of them,
and the item leads to the first that the person may open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import CharField, Exists, Max, Min, OuterRef, Q, Value
from django.db.models.functions import Concat
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from portal import published
from portal.accounts.models import User
from tournaments.models import Event, Round, Section
from tournaments.organisation_roles import SEE
from tournaments.pages.paths import event_path, games_path, standings_path
from tournaments.policy import Act, may_anywhere
from tournaments.queries.teams.line_ups import STILL_ON
from tournaments.wording.names import plain_name
from tournaments.wording.options import rulebook_path

# The pages that a referee walks through in the hall: the tables of a round, and one of them.
AT_TABLES: Final = re.compile(r"/round/\d+/(?:tables/|results/\d+/referee/)")


@dataclass(frozen=True, slots=True)
class Item:
    """``name``: of an address that takes the event, in a section's menu the section too; ``asks``: of one
    that takes the event, and the section as a question. ``right``: None for an item that only gathers.
    ``game``: of the sections that have the page, where not all do; ``teams``: those where teams meet;
    ``stages``: those whose places come from others, or still can."""

    label: str | Promise
    name: str = ""
    right: str | None = None
    asks: bool = False
    game: str = ""
    teams: bool = False
    stages: bool = False
    within: tuple[Item, ...] = ()


# Below it stand the sections themselves.
SECTIONS = Item(gettext_lazy("Sections"), "event_desk", Act.SEE_DESK)
EVENT = (
    Item(gettext_lazy("Overview"), "event_desk", Act.SEE_DESK),
    SECTIONS,
    Item(
        gettext_lazy("People"),
        within=(
            Item(gettext_lazy("Staff"), "people", Act.SEE_DESK),
            Item(gettext_lazy("Officials"), "officials", Act.SEE_DESK),
            Item(gettext_lazy("Notifications"), "staff_notifications", Act.SEE_DESK),
        ),
    ),
    Item(gettext_lazy("Fees"), "fees", Act.KEEP_FEES),
    Item(gettext_lazy("Screens"), "screens", Act.SEE_DESK),
    Item(
        gettext_lazy("Announcements"),
        within=(
            Item(gettext_lazy("Announcements"), "announcements", Act.SEE_DESK),
            Item(gettext_lazy("Messages to entrants"), "entrant_messages", Act.ANNOUNCE),
        ),
    ),
    Item(gettext_lazy("Journal"), "journal", Act.READ_JOURNAL),
    Item(
        gettext_lazy("Settings"),
        within=(
            Item(gettext_lazy("General"), "event_settings", Act.EDIT_EVENT),
            Item(pgettext_lazy("of an event", "Documents"), "documents", Act.EDIT_EVENT),
            Item(gettext_lazy("Logo"), "logo", Act.SET_LOGO),
            Item(gettext_lazy("Publication"), "public_places", Act.UNPUBLISH),
            Item(gettext_lazy("Organisation"), "offer_event", Act.HAND_OVER),
            Item(gettext_lazy("Webhooks"), "webhooks", Act.MANAGE_WEBHOOKS),
            Item(gettext_lazy("Backup"), "backup", Act.BACK_UP_EVENT),
        ),
    ),
)
SECTION = (
    Item(gettext_lazy("Rounds"), "section_desk", Act.SEE_DESK),
    Item(
        gettext_lazy("Entries"),
        within=(
            Item(gettext_lazy("Entries"), "entries", Act.SEE_DESK),
            Item(gettext_lazy("Rating lists"), "take_from_list", Act.CORRECT_PLAYER, game=Section.Game.WEIQI),
            Item(gettext_lazy("Applications"), "applications", Act.SEE_DESK),
            Item(gettext_lazy("Places for federations"), "quotas", Act.ENTER_PLAYER),
            Item(gettext_lazy("Who may enter"), "open_to", Act.SEE_DESK),
            Item(gettext_lazy("Draw of lots"), "draw_lots", Act.SEE_DESK),
            Item(gettext_lazy("Stages"), "set_sources", Act.SEE_DESK, stages=True),
            Item(gettext_lazy("Private links"), "player_links", Act.ISSUE_LINKS),
            Item(gettext_lazy("Captains' links"), "captain_links", Act.ISSUE_LINKS, teams=True),
        ),
    ),
    Item(gettext_lazy("Teams"), "teams", Act.SEE_DESK),
    Item(
        gettext_lazy("Fouls"),
        within=(
            Item(gettext_lazy("Fouls"), "fouls", Act.SEE_DESK, asks=True),
            Item(gettext_lazy("Appeals"), "appeals", Act.SEE_DESK),
            Item(gettext_lazy("Referee’s report"), "referee_report", Act.SEE_DESK),
        ),
    ),
    Item(
        gettext_lazy("Prizes"),
        within=(
            Item(gettext_lazy("Prize lists"), "prizes", Act.SEE_DESK),
            Item(gettext_lazy("Categories"), "category_members", Act.SEE_DESK),
            Item(gettext_lazy("Winners"), "winners", Act.SEE_DESK),
            Item(gettext_lazy("Norms"), "norms", Act.SEE_DESK),
        ),
    ),
    Item(gettext_lazy("Print"), "papers", Act.SEE_DESK),
    Item(
        gettext_lazy("Files"),
        within=(
            Item(gettext_lazy("Files"), "section_files", Act.SEE_DESK),
            Item(gettext_lazy("Submission"), "submission", Act.SEE_DESK, game=Section.Game.WEIQI),
            Item(gettext_lazy("Ratings"), "rating_preview", Act.SEE_DESK, game=Section.Game.WEIQI),
        ),
    ),
    Item(
        gettext_lazy("Settings"),
        within=(
            Item(gettext_lazy("Settings"), "section_settings", Act.EDIT_EVENT),
            Item(gettext_lazy("Schedule"), "schedule", Act.SEE_DESK),
        ),
    ),
)
# These belong to no event: everybody's own pages, and those of the site.
WHOLE_SITE = (
    Item(gettext_lazy("My events"), "desk"),
    Item(gettext_lazy("Create an event"), "event_create", Act.CREATE_EVENT),
    Item(gettext_lazy("Restore an event from a backup"), "restore", Act.RESTORE_EVENT),
    Item(gettext_lazy("Rating lists"), "rating_lists", Act.LOAD_RATING_LIST),
    Item(gettext_lazy("Register of persons"), "persons", Act.KEEP_REGISTER),
    Item(gettext_lazy("Organisations"), "organisations", SEE),
    Item(gettext_lazy("Site settings"), "site", Act.SET_SITE),
    Item(gettext_lazy("State of the site"), "status", Act.SET_SITE),
    Item(gettext_lazy("Password"), "account_change_password"),
    Item(gettext_lazy("Two-factor authentication"), "mfa_index"),
    Item(gettext_lazy("Access tokens"), "tokens"),
    Item(gettext_lazy("Apps and sign-in"), "connected"),
)
# The doors of the site, in the header where no event is open.
SITE_MENU = (
    Item(gettext_lazy("Events"), "desk"),
    Item(pgettext_lazy("menu", "Register"), "persons", Act.KEEP_REGISTER),
    Item(gettext_lazy("Organisations"), "organisations", SEE),
    Item(gettext_lazy("Rating lists"), "rating_lists", Act.LOAD_RATING_LIST),
    Item(pgettext_lazy("menu", "Site"), "site", Act.SET_SITE),
    Item(gettext_lazy("State of the site"), "status", Act.SET_SITE),
)
BESIDE_EVENT = (
    Item(gettext_lazy("Create section"), "section_create", Act.EDIT_EVENT),
    Item(gettext_lazy("Import section"), "section_import", Act.EDIT_EVENT),
    Item(gettext_lazy("Copy event"), "copy_event", Act.COPY_EVENT),
)
# Other pages lead to these: they are in no menu, but whoever looks for them finds them.
BESIDE_SECTION = (
    Item(gettext_lazy("Import players"), "entries_import", Act.ENTER_PLAYER),
    Item(gettext_lazy("Add a player"), "entry_add", Act.ENTER_PLAYER),
    Item(gettext_lazy("Entry form"), "entry_form", Act.EDIT_EVENT),
    Item(gettext_lazy("Official mode"), "official", Act.SEE_DESK),
)


@dataclass(frozen=True, slots=True)
class MenuLink:
    """``current``: as ``aria-current`` has it: ``page``, ``true`` for what the page belongs to, or empty."""

    label: str
    url: str
    current: str = ""
    tabs: tuple[MenuLink, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenSection:
    """A section in the menu; ``links``: its own pages, of the one that is open."""

    link: MenuLink
    links: tuple[MenuLink, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu:
    """What a page of the desk shows: the event's ``links``, below one of them the ``sections``; ``bar``: the
    three that stand at the bottom of a phone; ``tabs``: the pages beside this one; ``sees``: whether the
    person may open the event's first page."""

    links: tuple[MenuLink, ...]
    sections: tuple[OpenSection, ...]
    bar: tuple[MenuLink, ...]
    tabs: tuple[MenuLink, ...]
    sees: bool


def menu_links(
    items: Iterable[Item], acts: frozenset[str], event: Event, section: Section | None = None
) -> Iterator[MenuLink]:
    """Those that the holder of ``acts`` may open."""
    for item in items:
        if item.within:
            tabs = tuple(menu_links(item.within, acts, event, section))
            if tabs:
                yield MenuLink(str(item.label), tabs[0].url, tabs=tabs)
        elif item.right in acts and _has(item, section):
            yield MenuLink(str(item.label), _address(item, event, section))


def labels_of(items: Iterable[Item]) -> Iterator[str]:
    """What they and the pages that they gather are called."""
    for item in items:
        yield str(item.label)
        yield from labels_of(item.within)


def site_links(user: User) -> Iterator[MenuLink]:
    """Those of `WHOLE_SITE` that the person may open."""
    for item in WHOLE_SITE:
        if item.right is None or may_anywhere(item.right, user):
            yield MenuLink(str(item.label), reverse(item.name))


def site_menu(user: User, path: str) -> tuple[MenuLink, ...]:
    """Those of `SITE_MENU` that the person may open, as they stand on the page at ``path``."""
    links = (
        MenuLink(str(item.label), reverse(item.name))
        for item in SITE_MENU
        if item.right is None or may_anywhere(item.right, user)
    )
    return _marked(links, path)


def round_links(section: Section) -> Iterator[MenuLink]:
    """Yield the rounds of a section, its newest standings, and public games; two queries."""
    rounds = dict(section.round_set.values_list("number", "state"))
    for number in sorted(rounds):
        title = gettext("Round %(round)s") % {"round": number}
        yield MenuLink(title, reverse("round_desk", args=[section.event.slug, section.slug, number]))
    if frozen := [number for number, state in rounds.items() if state == Round.State.CLOSED]:
        yield MenuLink(gettext("Standings"), _public(standings_path(section, max(frozen))))
    if published.Page.objects.filter(path=games_path(section), withdrawn=False).exists():
        yield MenuLink(gettext("Games"), _public(games_path(section)))


def _has(item: Item, section: Section | None) -> bool:
    """Whether the section has the page."""
    if item.teams and not (section and section.of_teams):
        return False
    if item.stages and section and not section.options.get("sources"):
        return not section.lots_drawn_at
    return item.game in ("", section.game if section else "")


def _address(item: Item, event: Event, section: Section | None) -> str:
    if section is None:
        return reverse(item.name, args=[event.slug]) + ("#sections" if item is SECTIONS else "")
    if item.asks:
        return f"{reverse(item.name, args=[event.slug])}?section={section.slug}"
    return reverse(item.name, args=[event.slug, section.slug])


def menu_on_page(
    request: HttpRequest, event: Event, section: Section | None, round_: Round | None = None
) -> Menu:
    """The menu of a page of the desk, counted once for it."""
    menu: Menu | None = getattr(request, "desk_menu", None)
    if menu is None:
        acts: frozenset[str] = getattr(request.user, "granted", {}).get(event.pk, frozenset())
        menu = menu_of(event, section, acts, request.path, round_)
        request.desk_menu = menu  # type: ignore[attr-defined]
    return menu


def menu_of(
    event: Event, section: Section | None, acts: frozenset[str], path: str, round_: Round | None = None
) -> Menu:
    """The menu as it stands on the page at ``path``. One query."""
    counted_sections = event.sections.annotate(
        now=Min("round_set__number", filter=~Q(round_set__state=Round.State.CLOSED)),
        frozen=Max("round_set__number", filter=Q(round_set__state=Round.State.CLOSED)),
        played=Min("round_set__number", filter=Q(round_set__state__in=STILL_ON)),
        has_games=Exists(published.Page.objects.filter(path=_games_of(event), withdrawn=False)),
    )
    section_links: tuple[MenuLink, ...] = ()
    bar: tuple[MenuLink, ...] = ()
    sections = []
    for section_row in counted_sections if Act.SEE_DESK in acts else ():
        opened: tuple[MenuLink, ...] = ()
        link = MenuLink(plain_name(section_row), reverse("section_desk", args=[event.slug, section_row.slug]))
        if section is not None and section_row.pk == section.pk:
            links = [*menu_links(SECTION, acts, event, section_row)]
            if section_row.frozen:
                links.insert(
                    2,
                    MenuLink(gettext("Standings"), _public(standings_path(section_row, section_row.frozen))),
                )
            if section_row.has_games:
                # Behind the teams.
                links.insert(
                    4 if section_row.frozen else 3,
                    MenuLink(gettext("Games"), _public(games_path(section_row))),
                )
            opened = section_links = _marked(links, path)
            bar = _bar(section_row, section_links, path, round_, acts)
            link = MenuLink(link.label, link.url, "true")
        sections.append(OpenSection(link, opened))
    event_links = _marked(menu_links(EVENT, acts, event), "" if section else path)
    tabs = next(
        (link.tabs for link in (*section_links, *event_links) if link.current and len(link.tabs) > 1), ()
    )
    return Menu(event_links, tuple(sections), bar or event_links[:3], tabs, Act.SEE_DESK in acts)


def _games_of(event: Event) -> Concat:
    """The path of the public list of games, of each section asked about."""
    return Concat(Value(event_path(event)), OuterRef("slug"), Value("/games/"), output_field=CharField())


def _bar(
    section: Any, links: tuple[MenuLink, ...], path: str, round_: Round | None, acts: frozenset[str]
) -> tuple[MenuLink, ...]:
    """Return the bar of an open section: its round, entries, and standings or papers."""
    url = links[0].url
    # Of a referee at the tables, or who pairs nothing: the own tables, the round, the rules.
    walks = Act.PAIR_ROUND not in acts or AT_TABLES.search(path) is not None
    if section.played and Act.LOG_FOUL in acts and walks:
        return _referees_bar(section, links, path)
    if section.now:
        url = reverse("round_desk", args=[section.event.slug, section.slug, section.now])
    here = "page" if path == url else "true" if round_ is not None or path == links[0].url else ""
    return (MenuLink(gettext("Round"), url, here), *links[1:3])


def _referees_bar(section: Any, links: tuple[MenuLink, ...], path: str) -> tuple[MenuLink, ...]:
    place = [section.event.slug, section.slug, section.played]
    tables, round_page = reverse("hall", args=place), reverse("round_desk", args=place)
    at_round = "page" if path == round_page else ""
    at_tables = "page" if path == tables else "true" if AT_TABLES.search(path) else ""
    rules = _public(rulebook_path(section.rulebook)) if section.rulebook else ""
    return (
        MenuLink(gettext("My tables"), tables, at_tables),
        MenuLink(gettext("Round"), round_page, at_round),
        MenuLink(gettext("Rules"), rules) if rules else links[1],
    )


def _public(path: str) -> str:
    return f"{reverse('home')}{path}"


def _marked(links: Iterable[MenuLink], path: str) -> tuple[MenuLink, ...]:
    """The links, that one marked below whose address ``path`` lies deepest."""
    links = [*links]
    below = [
        tab.url for link in links for tab in link.tabs or (link,) if path.startswith(tab.url.split("?")[0])
    ]
    nearest = max(below, key=len, default="")

    def mark(link: MenuLink) -> MenuLink:
        tabs = tuple(mark(tab) for tab in link.tabs)
        if any(tab.current for tab in tabs):
            current = next(tab.current for tab in tabs if tab.current)
        else:
            at = nearest and not tabs and link.url == nearest
            current = "page" if at and path == link.url.split("?")[0] else "true" if at else ""
        return MenuLink(link.label, link.url, current, tabs)

    return tuple(mark(link) for link in links)

"""Every page that people see, with who sees it and how it is reached; for screenshots and accessibility.

Addresses are without language. ``entry`` stands for the id of an entry, ``round`` and ``section`` for what
the demonstration holds when it is running: four rounds closed, the fifth paired as a draft by `prepare`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.driving import launch_options, sign_in
from tests.browser.scenes import (
    APPLICANT,
    APPLYING,
    CONGRESS,
    CUPS,
    ENTRY,
    LINKS,
    OPPONENT,
    ORGANISATIONS,
    PAIR,
    PERSON,
    PERSON_AT_THE_DESK,
    PUBLISH,
    RESET,
    TEAMS,
    WEIQI,
)
from tests.browser.site import Site, running
from tests.services import free_port

WIDTHS = (360, 1280)
HEIGHT = {360: 740, 640: 450, 768: 1024, 1280: 900, 1920: 1080}
"""Of every width that is looked at; 640 is what is left of 1280 at 200 %."""
SCHEMES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page. ``main``: one of those that most people see most of the time. ``overview``: other things stand
    before its first table."""

    name: str
    path: str
    user: str = ""
    main: bool = False
    overview: bool = False


_PUBLIC = (
    ShownPage("home", "", main=True),
    ShownPage("home-weiqi", "e/-/weiqi/"),
    ShownPage("home-country", "e/-/xiangqi/my/"),
    ShownPage("home-year", "e/-/xiangqi/2009/"),
    ShownPage("event", "e/demo-2026/", main=True),
    ShownPage("event-over", "e/wxc-2009/"),
    ShownPage("event-live", "e/demo-live/"),
    ShownPage("section", "e/demo-2026/men/", main=True, overview=True),
    ShownPage("schedule", "e/demo-2026/-/schedule/", main=True),
    ShownPage("teams", "e/demo-2026/men/teams/"),
    ShownPage("round", "e/demo-2026/men/round/4/", main=True),
    ShownPage("round-live", "e/demo-live/friendly/round/1/"),
    ShownPage("wall", "boards/demo-live/friendly/round/1/"),
    ShownPage("wall-screen", "boards/demo-live/friendly/round/1/?screen"),
    ShownPage("board-live", "boards/demo-live/friendly/round/1/table/1/"),
    ShownPage("round-by-name", "e/demo-2026/men/round/4/by-name/", main=True),
    ShownPage("standings", "e/demo-2026/men/standings/4/", main=True),
    ShownPage("crosstable", "e/demo-2026/men/crosstable/4/", main=True),
    ShownPage("player", "e/demo-2026/men/player/7/", main=True, overview=True),
    ShownPage("person", "person/{person}/", main=True),
    ShownPage("person-against", "person/{person}/?against={opponent}"),
    ShownPage("organisation", "o/wxf/"),
    ShownPage("organisation-below", "o/axf/"),
    ShownPage("organisation-players", "o/wxf/players/"),
    ShownPage("organisation-documents", "o/wxf/documents/"),
    ShownPage("organisation-without-documents", "o/malaysia/documents/"),
    ShownPage("organisation-list", "organisations/"),
    ShownPage("player-list", "players/"),
    ShownPage("games-of-events", "games/"),
    ShownPage("organisation-notifications", "o/wxf/-/notifications/"),
    ShownPage("event-notifications", "e/demo-2026/-/notifications/"),
    ShownPage("section-notifications", "e/demo-2026/men/-/notifications/"),
    ShownPage("person-notifications", "person/{person}/notifications/"),
    ShownPage("device-notifications", "notifications/"),
    ShownPage("rating-systems", "ratings/"),
    ShownPage("lines-to-copy", "e/demo-2026/men/-/embed/"),
    ShownPage("standings-embedded", "e/demo-2026/men/-/embed/standings/"),
    ShownPage("pairings-embedded", "e/demo-2026/men/-/embed/pairings/"),
    ShownPage("next-embedded", "e/demo-2026/men/-/embed/next/"),
    ShownPage("bracket-embedded", "e/demo-2026/cup/-/embed/bracket/"),
    ShownPage("circuits", "circuits/"),
    ShownPage("circuit", "circuits/1/"),
    ShownPage("record-section", "e/axf-2009/women/", overview=True),
    ShownPage("record-round", "e/wxc-2009/women/round/7/"),
    ShownPage("record-standings", "e/axf-2009/women/standings/9/"),
    ShownPage("record-crosstable", "e/axf-2009/women/crosstable/9/"),
    ShownPage("game", "e/wxc-2009/women/round/3/table/2/"),
    ShownPage("prizes-awarded", "e/wxc-2009/women/prizes/"),
    ShownPage("game-embedded", "e/wxc-2009/women/round/3/table/2/embedded/"),
    ShownPage("games", "e/wxc-2009/women/games/"),
    ShownPage("games-filtered", "e/axf-2009/men/games/#player=li"),
    ShownPage("event-games", "e/wxc-2009/-/games/"),
    ShownPage("event-games-filtered", "e/axf-2009/-/games/#player=nguyen"),
    ShownPage("weiqi-section", "e/demo-weiqi-2026/open/", overview=True),
    ShownPage("weiqi-game", "e/demo-weiqi-2026/open/round/1/table/2/"),
    ShownPage("ratings", "e/demo-weiqi-2026/congress/ratings/", main=True),
    ShownPage("bracket", "e/demo-2026/cup/bracket/", main=True),
    ShownPage("bracket-over", "e/demo-2026/cup-32/bracket/"),
    ShownPage("bracket-double", "e/demo-2026/double/bracket/", main=True),
    ShownPage("cup", "e/demo-2026/cup/"),
    ShownPage("all-rounds", "e/demo-2026/league/all-rounds/", main=True),
    ShownPage("go-section", "e/demo-go-2026/main/"),
    ShownPage("go-round", "e/demo-go-2026/main/round/2/"),
    ShownPage("go-standings", "e/demo-go-2026/main/standings/2/"),
    ShownPage("go-player", "e/demo-go-2026/main/player/12/"),
    ShownPage("team-section", "e/demo-teams-2026/teams/", overview=True),
    ShownPage("team-round", "e/demo-teams-2026/teams/round/3/"),
    ShownPage("team-round-secret", "e/demo-teams-2026/teams/round/4/"),
    ShownPage("team-standings", "e/demo-teams-2026/teams/standings/3/"),
    ShownPage("team-crosstable", "e/demo-teams-2026/teams/crosstable/3/"),
    ShownPage("team-boards", "e/demo-teams-2026/teams/boards/3/"),
    ShownPage("team-rosters", "e/demo-teams-2026/teams/teams/", overview=True),
    ShownPage("apply", "e/soon/open/enter/"),
    ShownPage("applicants", "e/soon/open/enter/list/"),
    ShownPage("application", "a/{applicant[link]}/"),
    ShownPage("office", "q/{applicant[office]}/"),
    ShownPage("office-player", "q/{applicant[office]}/{applicant[reserve]}/"),
    ShownPage("office-teams", "q/{applicant[teams]}/"),
    ShownPage("office-team", "q/{applicant[teams]}/{applicant[team]}/"),
    ShownPage("applicant-fee", "a/{applicant[entered]}/"),
    ShownPage("own-entry", "p/{applicant[player]}/entry/"),
    ShownPage("payment", f"pay/{'k' * 32}/"),
    ShownPage("stand-in", "{applicant[stand_in]}"),
    ShownPage("rulebooks", "rulebooks/"),
    ShownPage("rulebook", "rulebooks/tiantian2020/"),
    ShownPage("game-judged", "rulebooks/judge/wxc-2009/women/round/3/table/2/1/tiantian2020/"),
    ShownPage("screen", "e/demo-2026/-/screen/1/"),
    ShownPage("calendar", "calendar/?when=2026", main=True),
    ShownPage("calendar-empty", "calendar/?when=past&level=club&q=%E6%A3%8B"),
    ShownPage("public-search", "search/?q=li", main=True),
    ShownPage("not-found", "e/no-such-event/"),
    ShownPage("reset", "account/reset/"),
    ShownPage("reset-sent", "account/reset/sent/"),
    ShownPage("password-set", "{reset}"),
    ShownPage("password-set-forged", "account/reset/0-forged/"),
    ShownPage("sign-in", "account/login/", main=True),
)
_STAFF = (
    ShownPage("desk", "desk/", "chief", main=True),
    ShownPage("desk-admin", "desk/", "admin"),
    ShownPage("site-settings", "desk/-/site/", "admin"),
    ShownPage("persons", "desk/-/persons/?q=li", "admin"),
    ShownPage("status", "desk/-/status/", "admin"),
    ShownPage("desk-person", "desk/-/persons/{known}/", "admin", overview=True),
    ShownPage("organisations", "desk/-/organisations/", "admin"),
    ShownPage("site-apps", "desk/-/apps/", "admin"),
    ShownPage("organisation-apps", "desk/-/organisations/wxf/apps/", "chief"),
    ShownPage("connected", "account/connected/", "chief"),
    ShownPage("device", "identity/device/", "chief"),
    ShownPage("desk-organisation", "desk/-/organisations/wxf/", "chief"),
    ShownPage("desk-circuits", "desk/-/organisations/demo-federation/circuits/", "chief"),
    ShownPage("desk-circuit", "desk/-/organisations/demo-federation/circuits/1/", "chief"),
    ShownPage("desk-licences", "desk/-/organisations/demo-federation/licences/", "chief"),
    ShownPage("event-owner", "desk/demo-teams-2026/-/owner/", "chief"),
    ShownPage("event-create", "desk/-/new-event/", "admin"),
    ShownPage("search", "desk/-/search/?q=li&event=demo-2026&section=men", "desk"),
    ShownPage("desk-event", "desk/demo-2026/", "chief", main=True),
    ShownPage("event-copy", "desk/demo-2026/-/copy/", "chief"),
    ShownPage("desk-settings", "desk/demo-2026/men/settings/", "chief"),
    ShownPage("official", "desk/demo-2026/men/official/", "referee"),
    ShownPage("desk-schedule", "desk/demo-2026/men/schedule/", "chief"),
    ShownPage("desk-teams", "desk/demo-2026/men/teams/", "desk"),
    ShownPage("journal-undo", "desk/demo-2026/-/journal/", "referee"),
    ShownPage("section-create", "desk/demo-2026/-/new-section/", "chief"),
    ShownPage("section-create-teams", "desk/demo-2026/-/new-section/?who=teams", "chief"),
    ShownPage("section-create-go", "desk/demo-2026/-/new-section/?card=mcmahon&players=24", "chief"),
    ShownPage("people", "desk/demo-2026/-/people/", "chief"),
    ShownPage("people-referee", "desk/demo-2026/-/people/", "referee"),
    ShownPage("journal", "desk/demo-2026/-/journal/", "supervisor"),
    ShownPage("officials", "desk/demo-2026/-/officials/", "chief"),
    ShownPage("announcements", "desk/demo-2026/-/announcements/", "chief"),
    ShownPage("entrant-messages", "desk/demo-2026/-/announcements/entrants/", "chief"),
    ShownPage("staff-notifications", "desk/demo-2026/-/notifications/", "chief"),
    ShownPage("screens", "desk/demo-2026/-/screens/", "chief"),
    ShownPage("logo", "desk/demo-2026/-/logo/", "chief"),
    ShownPage("public-places", "desk/demo-2026/-/public/", "chief"),
    ShownPage("backup", "desk/demo-2026/-/backup/", "chief"),
    ShownPage("restore", "desk/-/restore/", "chief"),
    ShownPage("event-settings", "desk/demo-2026/-/settings/", "chief", main=True),
    ShownPage("event-move", "desk/demo-2026/-/settings/move/", "chief"),
    ShownPage("delete-event", "desk/demo-2026/-/delete/", "chief"),
    ShownPage("delete-section", "desk/demo-2026/men/delete/", "chief"),
    ShownPage("delete-entry", "desk/demo-2026/men/entries/{entry}/delete/", "desk"),
    ShownPage("erase", "desk/demo-2026/men/entries/{entry}/forget/", "chief"),
    ShownPage("papers", "desk/demo-2026/men/paper/", "chief"),
    ShownPage("desk-section", "desk/demo-2026/men/", "referee", main=True),
    ShownPage("lots", "desk/demo-2026/men/lots/", "referee"),
    ShownPage("entries", "desk/demo-2026/men/entries/", "desk", main=True),
    ShownPage("entries-selected", "desk/demo-2026/men/entries/selected/?all=on&q=VIE", "chief"),
    ShownPage("entry-add", "desk/demo-2026/men/entries/add/", "desk"),
    ShownPage("entries-import", "desk/demo-2026/men/entries/import/", "desk"),
    ShownPage("entry", "desk/demo-2026/men/entries/{entry}/", "desk"),
    ShownPage("round-closed", "desk/demo-2026/men/round/4/", "referee"),
    ShownPage("round-draft", "desk/demo-2026/men/round/5/", "referee", main=True),
    ShownPage("round-draft-desk", "desk/demo-2026/men/round/5/", "desk"),
    ShownPage("round-planned", "desk/demo-2026/men/round/6/", "referee"),
    ShownPage("result", "desk/demo-2026/men/round/4/results/3/", "referee"),
    ShownPage("record-hand-in", "desk/wxc-2009/women/round/4/results/1/record/", "desk"),
    ShownPage("desk-cup", "desk/demo-2026/cup/", "referee"),
    ShownPage("desk-league", "desk/demo-2026/league/", "referee"),
    ShownPage("files", "desk/demo-2026/men/files/", "referee"),
    ShownPage("norms", "desk/demo-weiqi-2026/congress/norms/", "chief"),
    ShownPage("submission", "desk/demo-weiqi-2026/congress/files/submission/", "chief"),
    ShownPage("rating-preview", "desk/demo-weiqi-2026/open/files/ratings/", "chief"),
    ShownPage("rating-lists", "desk/-/rating-lists/", "chief"),
    ShownPage("rating-matches", "desk/demo-weiqi-2026/congress/entries/ratings/", "chief"),
    ShownPage("look-up", "desk/demo-weiqi-2026/congress/entries/add/?look=m", "desk"),
    ShownPage("section-import", "desk/demo-2026/-/import-section/", "chief"),
    ShownPage("prizes", "desk/demo-2026/men/prizes/", "chief"),
    ShownPage("categories", "desk/demo-2026/men/prizes/categories/", "chief"),
    ShownPage("open-to", "desk/demo-2026/men/entries/open-to/", "chief"),
    ShownPage("category-members", "desk/demo-2026/men/prizes/categories/?key=ncnv", "chief"),
    ShownPage("documents", "desk/demo-2026/-/documents/", "chief"),
    ShownPage("winners", "desk/demo-2026/men/prizes/winners/", "chief"),
    ShownPage("weiqi-counting", "desk/demo-weiqi-2026/open/round/1/results/4/count/", "referee"),
    ShownPage("weiqi-counted", "desk/demo-weiqi-2026/open/round/1/results/3/count/", "referee"),
    ShownPage("weiqi-hall", "desk/demo-weiqi-2026/open/round/1/tables/", "referee"),
    ShownPage("weiqi-table", "desk/demo-weiqi-2026/open/round/1/results/3/referee/", "referee"),
    ShownPage(
        "weiqi-foul", "desk/demo-weiqi-2026/open/round/1/results/3/referee/foul/{weiqi[foul]}", "referee"
    ),
    ShownPage("go-settings", "desk/demo-go-2026/main/settings/", "chief"),
    ShownPage("go-entries", "desk/demo-go-2026/main/entries/", "desk"),
    ShownPage("go-desk-round", "desk/demo-go-2026/main/round/2/", "referee"),
    ShownPage("go-hall", "desk/demo-go-2026/main/round/2/tables/", "referee"),
    ShownPage("go-count", "desk/demo-go-2026/main/round/2/results/23/count/?new=1", "referee"),
    ShownPage("team-settings", "desk/demo-teams-2026/teams/settings/", "chief"),
    ShownPage("team-table", "desk/demo-teams-2026/teams/teams/", "referee"),
    ShownPage("team-desk", "desk/demo-teams-2026/teams/", "referee"),
    ShownPage("team-desk-round", "desk/demo-teams-2026/teams/round/4/", "referee"),
    ShownPage("team-match", "desk/demo-teams-2026/teams/round/3/matches/1/", "referee"),
    ShownPage("team-links", "desk/demo-teams-2026/teams/links/captains/", "desk"),
    ShownPage("captain-account", "desk/demo-teams-2026/-/captain/{teams[own]}/", "captain"),
    ShownPage("denied", "desk/demo-2026/-/journal/", "desk"),
    ShownPage("password", "account/password/", "desk"),
    ShownPage("tokens", "account/tokens/", "desk"),
    ShownPage("webhooks", "desk/demo-2026/-/webhooks/", "chief"),
    ShownPage("reference", "api/"),
    ShownPage("sign-out", "account/logout/", "desk"),
    ShownPage("second-factor", "account/factor/", "desk"),
    ShownPage("is-it-you", "account/factor/app/", "desk"),
    ShownPage("private-links", "desk/demo-2026/men/links/", "desk"),
    ShownPage("applications", "desk/soon/open/applications/", "desk"),
    ShownPage("quotas", "desk/soon/open/applications/quotas/", "desk"),
    ShownPage("quotas-teams", "desk/soon/teams/applications/quotas/", "desk"),
    ShownPage("application-desk", "desk/soon/open/applications/{applicant[key]}/", "chief"),
    ShownPage("entry-form", "desk/soon/open/applications/form/", "chief"),
    ShownPage("fees", "desk/soon/-/fees/", "chief"),
    ShownPage("fee-account", "desk/soon/-/fees/{applicant[account]}/", "chief"),
    ShownPage("fee-terms", "desk/soon/-/fees/terms/", "chief"),
    ShownPage("fee-table", "desk/soon/open/fees/", "chief"),
)
_PLAYERS = (
    ShownPage("my-page", "p/{secret}/", main=True, overview=True),
    ShownPage("my-link", "p/{secret}/link/"),
    ShownPage("my-person", "p/{secret}/person/", main=True),
    ShownPage("my-record", "p/{secret}/round/4/record/", main=True),
    ShownPage("my-weiqi-page", "p/{weiqi[link]}/", overview=True),
    ShownPage("my-count", "p/{weiqi[link]}/round/1/count/", main=True),
    ShownPage("my-count-marking", "p/{weiqi[link]}/round/1/count/?again=1"),
    ShownPage("my-count-typing", "p/{weiqi[link]}/round/1/count/?new=1"),
    ShownPage("captain-page", "t/{teams[link]}/", overview=True),
    ShownPage("link-forged", "p/00000000000000000000000000/"),
    ShownPage("invitation-forged", "invitation/00000000000000000000000000/"),
)
PAGES = (*_PUBLIC, *_STAFF, *_PLAYERS)
PLAYING = (
    ShownPage("round-playing", "e/demo-2026/men/round/5/", main=True),
    ShownPage("my-page-playing", "p/{secret}/", main=True, overview=True),
    ShownPage("my-record-playing", "p/{secret}/round/5/record/"),
    ShownPage("hall", "desk/demo-2026/men/round/5/tables/", "referee", main=True),
    ShownPage("table", "desk/demo-2026/men/round/5/results/7/referee/", "referee", main=True),
    ShownPage("round-results", "desk/demo-2026/men/round/5/", "desk", main=True),
    ShownPage("records-owed", "desk/demo-2026/men/round/5/owed/", "desk"),
    ShownPage("fouls", "desk/demo-2026/-/fouls/", "referee"),
    ShownPage("appeals", "desk/demo-2026/men/appeals/", "referee"),
    ShownPage("referee-report", "desk/demo-club-cup/cup/report/", "referee"),
    ShownPage("table-duties", "desk/demo-2026/men/table-duties/", "referee"),
    ShownPage("claim", "desk/demo-2026/men/round/5/results/4/referee/claim/", "referee"),
    ShownPage("scoresheets", "desk/demo-2026/men/round/5/results/1/scoresheets/", "referee"),
)
"""Pages that are there only once round 5 is published."""
FRESH = (
    ShownPage("set-up", "setup/"),
    ShownPage("home-fresh", ""),
    ShownPage("reset-fresh", "account/reset/"),
)
"""Pages of a site that nobody administers yet."""


class Album:
    """Opens pages as whoever sees them; one signed-in context for each person, width, scheme, language."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser = browser
        self.site = site
        self.sessions: dict[str, dict[str, object]] = {}
        self.published = False

    @cached_property
    def requests_made(self) -> dict[str, object]:
        """What stands for itself in addresses."""
        questions = {"entry": ENTRY, "secret": LINKS, "weiqi": WEIQI, "reset": RESET, "teams": TEAMS}
        questions |= {
            "applicant": APPLICANT,
            "person": PERSON,
            "opponent": OPPONENT,
            "known": PERSON_AT_THE_DESK,
        }
        return {name: self.site.ask(question) for name, question in questions.items()}

    def prepare(self) -> None:
        """Round 5 gets its draft."""
        self.site.ask(PAIR)

    def publish(self) -> None:
        """Round 5 is published, three results are in, and at table 1 are fouls and scoresheets."""
        if not self.published:
            self.site.ask(PUBLISH)
            self.published = True

    def session(self, user: str) -> dict[str, object] | None:
        """The cookies of ``user``, who signs in once."""
        if not user:
            return None
        if user not in self.sessions:
            context = self.browser.new_context()
            sign_in(context.new_page(), self.site, user)
            self.sessions[user] = dict(context.storage_state())
            context.close()
        return self.sessions[user]

    def context(self, user: str, *, width: int, scheme: str = "light") -> BrowserContext:
        # bypass_csp: axe is put into the page as a script, which the site's own policy rightly refuses.
        return self.browser.new_context(
            viewport={"width": width, "height": HEIGHT[width]},
            color_scheme=scheme,  # type: ignore[arg-type]
            storage_state=self.session(user),  # type: ignore[arg-type]
            reduced_motion="reduce",
            bypass_csp=True,
        )

    def walk(
        self,
        pages: tuple[ShownPage, ...],
        language: str = "en",
        *,
        width: int = 360,
        scheme: str = "light",
        prepared: Callable[[BrowserContext], None] | None = None,
    ) -> Iterator[tuple[ShownPage, Page]]:
        """``pages``, opened one after the other in one tab for each person. ``prepared`` is called with a
        person's context before anything is opened in it."""
        for user in sorted({text.user for text in pages}):
            context = self.context(user, width=width, scheme=scheme)
            if prepared is not None:
                prepared(context)
            page = context.new_page()
            for text in pages:
                if text.user == user:
                    self.open(page, text, language)
                    yield text, page
            context.close()

    def open(self, page: Page, text: ShownPage, language: str = "en") -> None:
        path = text.path.format(**self.requests_made) if "{" in text.path else text.path
        page.goto(f"{self.site.url}/{language}/{path}")
        page.wait_for_load_state("load")


def made(site: Site) -> None:
    """The demonstration in ``site``, before it is started."""
    site.install("demo")
    site.ask(CUPS)
    site.ask(CONGRESS)
    site.ask(APPLYING)
    site.ask(ORGANISATIONS)


@contextmanager
def opened_album(*, fresh: bool = False) -> Iterator[Album]:
    """The demonstration running in a folder of its own, round 5 with its draft, or a ``fresh`` site; and a
    Chromium."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder), free_port())
        if fresh:
            site.install("ready")
        else:
            made(site)
        with running(site):
            album = Album(playwright.chromium.launch(**launch_options()), site)
            if not fresh:
                album.prepare()
            yield album

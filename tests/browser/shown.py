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
    KNOWN,
    LINKS,
    OPPONENT,
    ORGANISATIONS,
    PAIR,
    PERSON,
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
class Shown:
    """A page. ``main``: one of those that most people see most of the time. ``overview``: other things stand
    before its first table."""

    name: str
    path: str
    user: str = ""
    main: bool = False
    overview: bool = False


_PUBLIC = (
    Shown("home", "", main=True),
    Shown("home-weiqi", "e/-/weiqi/"),
    Shown("home-country", "e/-/xiangqi/my/"),
    Shown("home-year", "e/-/xiangqi/2009/"),
    Shown("event", "e/demo-2026/", main=True),
    Shown("event-over", "e/wxc-2009/"),
    Shown("event-live", "e/demo-live/"),
    Shown("section", "e/demo-2026/men/", main=True, overview=True),
    Shown("schedule", "e/demo-2026/-/schedule/", main=True),
    Shown("teams", "e/demo-2026/men/teams/"),
    Shown("round", "e/demo-2026/men/round/4/", main=True),
    Shown("round-by-name", "e/demo-2026/men/round/4/by-name/", main=True),
    Shown("standings", "e/demo-2026/men/standings/4/", main=True),
    Shown("crosstable", "e/demo-2026/men/crosstable/4/", main=True),
    Shown("player", "e/demo-2026/men/player/7/", main=True, overview=True),
    Shown("person", "person/{person}/", main=True),
    Shown("person-against", "person/{person}/?against={opponent}"),
    Shown("organisation", "o/wxf/"),
    Shown("organisation-below", "o/axf/"),
    Shown("circuits", "circuits/"),
    Shown("circuit", "circuits/1/"),
    Shown("record-section", "e/axf-2009/women/", overview=True),
    Shown("record-round", "e/wxc-2009/women/round/7/"),
    Shown("record-standings", "e/axf-2009/women/standings/9/"),
    Shown("record-crosstable", "e/axf-2009/women/crosstable/9/"),
    Shown("game", "e/wxc-2009/women/round/3/table/2/"),
    Shown("game-live", "e/demo-live/friendly/round/1/table/1/"),
    Shown("prizes-awarded", "e/wxc-2009/women/prizes/"),
    Shown("game-embedded", "e/wxc-2009/women/round/3/table/2/embedded/"),
    Shown("games", "e/wxc-2009/women/games/"),
    Shown("games-filtered", "e/axf-2009/men/games/#player=li"),
    Shown("event-games", "e/wxc-2009/-/games/"),
    Shown("event-games-filtered", "e/axf-2009/-/games/#player=nguyen"),
    Shown("weiqi-section", "e/demo-weiqi-2026/open/", overview=True),
    Shown("weiqi-game", "e/demo-weiqi-2026/open/round/1/table/2/"),
    Shown("ratings", "e/demo-weiqi-2026/congress/ratings/", main=True),
    Shown("bracket", "e/demo-2026/cup/bracket/", main=True),
    Shown("bracket-over", "e/demo-2026/cup-32/bracket/"),
    Shown("bracket-double", "e/demo-2026/double/bracket/", main=True),
    Shown("cup", "e/demo-2026/cup/"),
    Shown("all-rounds", "e/demo-2026/league/all-rounds/", main=True),
    Shown("go-section", "e/demo-go-2026/main/"),
    Shown("go-round", "e/demo-go-2026/main/round/2/"),
    Shown("go-standings", "e/demo-go-2026/main/standings/2/"),
    Shown("go-player", "e/demo-go-2026/main/player/12/"),
    Shown("team-section", "e/demo-teams-2026/teams/", overview=True),
    Shown("team-round", "e/demo-teams-2026/teams/round/3/"),
    Shown("team-round-secret", "e/demo-teams-2026/teams/round/4/"),
    Shown("team-standings", "e/demo-teams-2026/teams/standings/3/"),
    Shown("team-crosstable", "e/demo-teams-2026/teams/crosstable/3/"),
    Shown("team-boards", "e/demo-teams-2026/teams/boards/3/"),
    Shown("team-rosters", "e/demo-teams-2026/teams/teams/", overview=True),
    Shown("apply", "e/soon/open/enter/"),
    Shown("applicants", "e/soon/open/enter/list/"),
    Shown("application", "a/{applicant[link]}/"),
    Shown("office", "q/{applicant[office]}/"),
    Shown("office-player", "q/{applicant[office]}/{applicant[reserve]}/"),
    Shown("office-teams", "q/{applicant[teams]}/"),
    Shown("office-team", "q/{applicant[teams]}/{applicant[team]}/"),
    Shown("applicant-fee", "a/{applicant[entered]}/"),
    Shown("own-entry", "p/{applicant[player]}/entry/"),
    Shown("payment", f"pay/{'k' * 32}/"),
    Shown("stand-in", "{applicant[stand_in]}"),
    Shown("rulebooks", "rulebooks/"),
    Shown("rulebook", "rulebooks/tiantian2020/"),
    Shown("screen", "e/demo-2026/-/screen/1/"),
    Shown("calendar", "calendar/?when=2026", main=True),
    Shown("calendar-empty", "calendar/?when=past&level=club&q=%E6%A3%8B"),
    Shown("public-search", "search/?q=li", main=True),
    Shown("not-found", "e/no-such-event/"),
    Shown("reset", "account/reset/"),
    Shown("reset-sent", "account/reset/sent/"),
    Shown("password-set", "{reset}"),
    Shown("password-set-forged", "account/reset/0-forged/"),
    Shown("sign-in", "account/login/", main=True),
)
_STAFF = (
    Shown("desk", "desk/", "chief", main=True),
    Shown("desk-admin", "desk/", "admin"),
    Shown("site-settings", "desk/-/site/", "admin"),
    Shown("persons", "desk/-/persons/?q=li", "admin"),
    Shown("status", "desk/-/status/", "admin"),
    Shown("desk-person", "desk/-/persons/{known}/", "admin", overview=True),
    Shown("organisations", "desk/-/organisations/", "admin"),
    Shown("site-apps", "desk/-/apps/", "admin"),
    Shown("organisation-apps", "desk/-/organisations/wxf/apps/", "chief"),
    Shown("connected", "account/connected/", "chief"),
    Shown("device", "identity/device/", "chief"),
    Shown("desk-organisation", "desk/-/organisations/wxf/", "chief"),
    Shown("desk-circuits", "desk/-/organisations/demo-federation/circuits/", "chief"),
    Shown("desk-circuit", "desk/-/organisations/demo-federation/circuits/1/", "chief"),
    Shown("desk-licences", "desk/-/organisations/demo-federation/licences/", "chief"),
    Shown("event-owner", "desk/demo-teams-2026/-/owner/", "chief"),
    Shown("event-create", "desk/-/new-event/", "admin"),
    Shown("search", "desk/-/search/?q=li&event=demo-2026&section=men", "desk"),
    Shown("desk-event", "desk/demo-2026/", "chief", main=True),
    Shown("event-copy", "desk/demo-2026/-/copy/", "chief"),
    Shown("desk-settings", "desk/demo-2026/men/settings/", "chief"),
    Shown("official", "desk/demo-2026/men/official/", "referee"),
    Shown("desk-schedule", "desk/demo-2026/men/schedule/", "chief"),
    Shown("desk-teams", "desk/demo-2026/men/teams/", "desk"),
    Shown("journal-undo", "desk/demo-2026/-/journal/", "referee"),
    Shown("section-create", "desk/demo-2026/-/new-section/", "chief"),
    Shown("section-create-teams", "desk/demo-2026/-/new-section/?who=teams", "chief"),
    Shown("section-create-go", "desk/demo-2026/-/new-section/?card=mcmahon&players=24", "chief"),
    Shown("people", "desk/demo-2026/-/people/", "chief"),
    Shown("people-referee", "desk/demo-2026/-/people/", "referee"),
    Shown("journal", "desk/demo-2026/-/journal/", "supervisor"),
    Shown("officials", "desk/demo-2026/-/officials/", "chief"),
    Shown("announcements", "desk/demo-2026/-/announcements/", "chief"),
    Shown("entrant-messages", "desk/demo-2026/-/announcements/entrants/", "chief"),
    Shown("staff-notifications", "desk/demo-2026/-/notifications/", "chief"),
    Shown("screens", "desk/demo-2026/-/screens/", "chief"),
    Shown("logo", "desk/demo-2026/-/logo/", "chief"),
    Shown("public-places", "desk/demo-2026/-/public/", "chief"),
    Shown("backup", "desk/demo-2026/-/backup/", "chief"),
    Shown("restore", "desk/-/restore/", "chief"),
    Shown("event-settings", "desk/demo-2026/-/settings/", "chief", main=True),
    Shown("event-move", "desk/demo-2026/-/settings/move/", "chief"),
    Shown("delete-event", "desk/demo-2026/-/delete/", "chief"),
    Shown("delete-section", "desk/demo-2026/men/delete/", "chief"),
    Shown("delete-entry", "desk/demo-2026/men/entries/{entry}/delete/", "desk"),
    Shown("erase", "desk/demo-2026/men/entries/{entry}/forget/", "chief"),
    Shown("papers", "desk/demo-2026/men/paper/", "chief"),
    Shown("desk-section", "desk/demo-2026/men/", "referee", main=True),
    Shown("lots", "desk/demo-2026/men/lots/", "referee"),
    Shown("entries", "desk/demo-2026/men/entries/", "desk", main=True),
    Shown("entries-selected", "desk/demo-2026/men/entries/selected/?all=on&q=VIE", "chief"),
    Shown("entry-add", "desk/demo-2026/men/entries/add/", "desk"),
    Shown("entries-import", "desk/demo-2026/men/entries/import/", "desk"),
    Shown("entry", "desk/demo-2026/men/entries/{entry}/", "desk"),
    Shown("round-closed", "desk/demo-2026/men/round/4/", "referee"),
    Shown("round-draft", "desk/demo-2026/men/round/5/", "referee", main=True),
    Shown("round-draft-desk", "desk/demo-2026/men/round/5/", "desk"),
    Shown("round-planned", "desk/demo-2026/men/round/6/", "referee"),
    Shown("result", "desk/demo-2026/men/round/4/results/3/", "referee"),
    Shown("record-hand-in", "desk/wxc-2009/women/round/4/results/1/record/", "desk"),
    Shown("desk-cup", "desk/demo-2026/cup/", "referee"),
    Shown("desk-league", "desk/demo-2026/league/", "referee"),
    Shown("files", "desk/demo-2026/men/files/", "referee"),
    Shown("norms", "desk/demo-weiqi-2026/congress/norms/", "chief"),
    Shown("submission", "desk/demo-weiqi-2026/congress/files/submission/", "chief"),
    Shown("rating-preview", "desk/demo-weiqi-2026/open/files/ratings/", "chief"),
    Shown("rating-lists", "desk/-/rating-lists/", "chief"),
    Shown("rating-matches", "desk/demo-weiqi-2026/congress/entries/ratings/", "chief"),
    Shown("look-up", "desk/demo-weiqi-2026/congress/entries/add/?look=m", "desk"),
    Shown("section-import", "desk/demo-2026/-/import-section/", "chief"),
    Shown("prizes", "desk/demo-2026/men/prizes/", "chief"),
    Shown("categories", "desk/demo-2026/men/prizes/categories/", "chief"),
    Shown("open-to", "desk/demo-2026/men/entries/open-to/", "chief"),
    Shown("category-members", "desk/demo-2026/men/prizes/categories/?key=ncnv", "chief"),
    Shown("documents", "desk/demo-2026/-/documents/", "chief"),
    Shown("winners", "desk/demo-2026/men/prizes/winners/", "chief"),
    Shown("weiqi-counting", "desk/demo-weiqi-2026/open/round/1/results/4/count/", "referee"),
    Shown("weiqi-counted", "desk/demo-weiqi-2026/open/round/1/results/3/count/", "referee"),
    Shown("weiqi-hall", "desk/demo-weiqi-2026/open/round/1/tables/", "referee"),
    Shown("weiqi-table", "desk/demo-weiqi-2026/open/round/1/results/3/referee/", "referee"),
    Shown("weiqi-foul", "desk/demo-weiqi-2026/open/round/1/results/3/referee/foul/{weiqi[foul]}", "referee"),
    Shown("go-settings", "desk/demo-go-2026/main/settings/", "chief"),
    Shown("go-entries", "desk/demo-go-2026/main/entries/", "desk"),
    Shown("go-desk-round", "desk/demo-go-2026/main/round/2/", "referee"),
    Shown("go-hall", "desk/demo-go-2026/main/round/2/tables/", "referee"),
    Shown("go-count", "desk/demo-go-2026/main/round/2/results/23/count/?new=1", "referee"),
    Shown("team-settings", "desk/demo-teams-2026/teams/settings/", "chief"),
    Shown("team-table", "desk/demo-teams-2026/teams/teams/", "referee"),
    Shown("team-desk", "desk/demo-teams-2026/teams/", "referee"),
    Shown("team-desk-round", "desk/demo-teams-2026/teams/round/4/", "referee"),
    Shown("team-match", "desk/demo-teams-2026/teams/round/3/matches/1/", "referee"),
    Shown("team-links", "desk/demo-teams-2026/teams/links/captains/", "desk"),
    Shown("captain-account", "desk/demo-teams-2026/-/captain/{teams[own]}/", "captain"),
    Shown("denied", "desk/demo-2026/-/journal/", "desk"),
    Shown("password", "account/password/", "desk"),
    Shown("tokens", "account/tokens/", "desk"),
    Shown("webhooks", "desk/demo-2026/-/webhooks/", "chief"),
    Shown("reference", "api/"),
    Shown("sign-out", "account/logout/", "desk"),
    Shown("second-factor", "account/factor/", "desk"),
    Shown("is-it-you", "account/factor/app/", "desk"),
    Shown("private-links", "desk/demo-2026/men/links/", "desk"),
    Shown("applications", "desk/soon/open/applications/", "desk"),
    Shown("quotas", "desk/soon/open/applications/quotas/", "desk"),
    Shown("quotas-teams", "desk/soon/teams/applications/quotas/", "desk"),
    Shown("application-desk", "desk/soon/open/applications/{applicant[key]}/", "chief"),
    Shown("entry-form", "desk/soon/open/applications/form/", "chief"),
    Shown("fees", "desk/soon/-/fees/", "chief"),
    Shown("fee-account", "desk/soon/-/fees/{applicant[account]}/", "chief"),
    Shown("fee-terms", "desk/soon/-/fees/terms/", "chief"),
    Shown("fee-table", "desk/soon/open/fees/", "chief"),
)
_PLAYERS = (
    Shown("my-page", "p/{secret}/", main=True, overview=True),
    Shown("my-link", "p/{secret}/link/"),
    Shown("my-person", "p/{secret}/person/", main=True),
    Shown("my-record", "p/{secret}/round/4/record/", main=True),
    Shown("my-weiqi-page", "p/{weiqi[link]}/", overview=True),
    Shown("my-count", "p/{weiqi[link]}/round/1/count/", main=True),
    Shown("my-count-marking", "p/{weiqi[link]}/round/1/count/?again=1"),
    Shown("my-count-typing", "p/{weiqi[link]}/round/1/count/?new=1"),
    Shown("captain-page", "t/{teams[link]}/", overview=True),
    Shown("link-forged", "p/00000000000000000000000000/"),
    Shown("invitation-forged", "invitation/00000000000000000000000000/"),
)
PAGES = (*_PUBLIC, *_STAFF, *_PLAYERS)
PLAYING = (
    Shown("round-playing", "e/demo-2026/men/round/5/", main=True),
    Shown("my-page-playing", "p/{secret}/", main=True, overview=True),
    Shown("my-record-playing", "p/{secret}/round/5/record/"),
    Shown("hall", "desk/demo-2026/men/round/5/tables/", "referee", main=True),
    Shown("table", "desk/demo-2026/men/round/5/results/7/referee/", "referee", main=True),
    Shown("round-results", "desk/demo-2026/men/round/5/", "desk", main=True),
    Shown("records-owed", "desk/demo-2026/men/round/5/owed/", "desk"),
    Shown("fouls", "desk/demo-2026/-/fouls/", "referee"),
    Shown("appeals", "desk/demo-2026/men/appeals/", "referee"),
    Shown("referee-report", "desk/demo-club-cup/cup/report/", "referee"),
    Shown("table-duties", "desk/demo-2026/men/table-duties/", "referee"),
    Shown("claim", "desk/demo-2026/men/round/5/results/4/referee/claim/", "referee"),
    Shown("scoresheets", "desk/demo-2026/men/round/5/results/1/scoresheets/", "referee"),
)
"""Pages that are there only once round 5 is published."""
FRESH = (Shown("set-up", "setup/"), Shown("home-fresh", ""), Shown("reset-fresh", "account/reset/"))
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
        questions |= {"applicant": APPLICANT, "person": PERSON, "opponent": OPPONENT, "known": KNOWN}
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
        pages: tuple[Shown, ...],
        language: str = "en",
        *,
        width: int = 360,
        scheme: str = "light",
        prepared: Callable[[BrowserContext], None] | None = None,
    ) -> Iterator[tuple[Shown, Page]]:
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

    def open(self, page: Page, text: Shown, language: str = "en") -> None:
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

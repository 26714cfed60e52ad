"""Every page that people see, with who sees it and how it is reached; for screenshots and accessibility.

Addresses are without language. ``entry`` stands for the id of an entry, ``round`` and ``section`` for what
the demonstration holds when it is running: four rounds closed, the fifth paired as a draft by `prepare`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.driving import launch_options, sign_in
from tests.browser.site import Site, running
from tests.services import free_port

WIDTHS = (360, 1280)
HEIGHT = {360: 780, 640: 450, 768: 1024, 1280: 900, 1920: 1080}
"""Of every width that is looked at; 640 is what is left of 1280 at 200 %."""
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "zh-hans")


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
    Shown("player", "e/demo-2026/men/player/7/", main=True),
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
    Shown("cup", "e/demo-2026/cup/"),
    Shown("all-rounds", "e/demo-2026/league/all-rounds/", main=True),
    Shown("go-section", "e/demo-go-2026/main/"),
    Shown("go-round", "e/demo-go-2026/main/round/2/"),
    Shown("go-standings", "e/demo-go-2026/main/standings/2/"),
    Shown("go-player", "e/demo-go-2026/main/player/12/"),
    Shown("rulebooks", "rulebooks/"),
    Shown("rulebook", "rulebooks/tiantian2020/"),
    Shown("screen", "e/demo-2026/-/screen/1/"),
    Shown("public-search", "search/?q=li", main=True),
    Shown("not-found", "e/no-such-event/"),
    Shown("reset", "account/reset/"),
    Shown("sign-in", "account/login/", main=True),
)
_STAFF = (
    Shown("desk", "desk/", "chief", main=True),
    Shown("desk-admin", "desk/", "admin"),
    Shown("site-settings", "desk/-/site/", "admin"),
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
    Shown("section-create-long", "desk/demo-2026/-/new-section/?card=wxc2015", "chief"),
    Shown("section-create-who", "desk/demo-2026/-/new-section/?card=weiqi&step=3&players=24", "chief"),
    Shown("people", "desk/demo-2026/-/people/", "chief"),
    Shown("people-referee", "desk/demo-2026/-/people/", "referee"),
    Shown("journal", "desk/demo-2026/-/journal/", "supervisor"),
    Shown("officials", "desk/demo-2026/-/officials/", "chief"),
    Shown("announcements", "desk/demo-2026/-/announcements/", "chief"),
    Shown("screens", "desk/demo-2026/-/screens/", "chief"),
    Shown("logo", "desk/demo-2026/-/logo/", "chief"),
    Shown("public-places", "desk/demo-2026/-/public/", "chief"),
    Shown("backup", "desk/demo-2026/-/backup/", "chief"),
    Shown("restore", "desk/-/restore/", "chief"),
    Shown("event-settings", "desk/demo-2026/-/settings/", "chief", main=True),
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
    Shown("submission", "desk/demo-weiqi-2026/congress/files/submission/", "chief"),
    Shown("rating-preview", "desk/demo-weiqi-2026/open/files/ratings/", "chief"),
    Shown("rating-lists", "desk/-/rating-lists/", "chief"),
    Shown("rating-matches", "desk/demo-weiqi-2026/congress/entries/ratings/", "chief"),
    Shown("look-up", "desk/demo-weiqi-2026/congress/entries/add/?look=m", "desk"),
    Shown("section-import", "desk/demo-2026/-/import-section/", "chief"),
    Shown("prizes", "desk/demo-2026/men/prizes/", "chief"),
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
    Shown("denied", "desk/demo-2026/-/journal/", "desk"),
    Shown("password", "account/password/", "desk"),
    Shown("tokens", "account/tokens/", "desk"),
    Shown("webhooks", "desk/demo-2026/-/webhooks/", "chief"),
    Shown("reference", "api/"),
    Shown("sign-out", "account/logout/", "desk"),
    Shown("second-factor", "account/factor/", "desk"),
    Shown("is-it-you", "account/factor/app/", "desk"),
    Shown("private-links", "desk/demo-2026/men/links/", "desk"),
)
_PLAYERS = (
    Shown("my-page", "p/{secret}/", main=True, overview=True),
    Shown("my-record", "p/{secret}/round/4/record/", main=True),
    Shown("my-weiqi-page", "p/{weiqi[link]}/", overview=True),
    Shown("my-count", "p/{weiqi[link]}/round/1/count/", main=True),
    Shown("my-count-marking", "p/{weiqi[link]}/round/1/count/?again=1"),
    Shown("my-count-typing", "p/{weiqi[link]}/round/1/count/?new=1"),
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
    Shown("claim", "desk/demo-2026/men/round/5/results/4/referee/claim/", "referee"),
    Shown("scoresheets", "desk/demo-2026/men/round/5/results/1/scoresheets/", "referee"),
)
"""Pages that are there only once round 5 is published."""

CUPS = """
from dataclasses import replace
from portal.accounts.models import User
from tournaments.acts.all_rounds import publish_all_rounds
from tournaments.acts.import_section import import_section
from tournaments.demo.roster import roster
from tournaments.models import Event, Section
from tournaments.pairing import pair
from tournaments.pairing.simulation import simulate
from tournaments.state.options import Options
from tournaments.state.tournament import Game, Result
chief = User.objects.get(username="chief")
people = [invited.person for invited in roster(2026)]


def peopled(tournament):
    return replace(tournament, entries=tuple(
        replace(entry, name=one.name, native_name=one.native_name, federation=one.federation, team="")
        for entry, one in zip(tournament.entries, people)
    ))


for slug, players, played in (("cup", 12, 2), ("cup-32", 32, 5)):
    cup = simulate(players, 0, "knock-out", 7)
    cup = replace(cup, options=Options(third_place=True))
    cup = simulate(players, played, "knock-out", 7, options=cup.options)
    cup = peopled(cup)
    if played < cup.rounds:
        results = (Result.DRAW, None)
        games = [
            Game(played + 1, p.table, p.first, p.second, result)
            for p, result in zip(pair(cup, played + 1).pairs, results)
        ]
        cup = replace(cup, games=(*cup.games, *games))
    import_section(
        event=Event.objects.get(slug="demo-2026"), tournament=cup, slug=slug, name=f"Cup of {players}",
        native_name=f"{players}人杯赛", preset="knock-out", by=chief,
    )
made = import_section(
    event=Event.objects.get(slug="demo-2026"), tournament=peopled(simulate(9, 3, "round-robin", 7)),
    slug="league", name="League", native_name="联赛", preset="axf-round-robin", by=chief,
)
publish_all_rounds(
    section=Section.objects.get(pk=made["section"]), by=User.objects.get(username="referee")
)
answer = 0
"""
"""Beside the championship two knock-outs, one in its semi-finals, one played to its end, and a round robin
after its third round, all of whose pairings are public."""
CONGRESS = """
from datetime import date
from portal.accounts.models import User
from tests.tournaments.exchange.congresses import juvisy
from tournaments.acts.import_section import import_section
from tournaments.acts.rating_class import confirm_rating_class
from tournaments.acts.rating_lists import load_rating_list
from tournaments.exchange.formats import read_tournament
from tournaments.exchange.opengotha import write_document
from tournaments.exchange.rating_lists import Listed, RatingList
from tournaments.models import Event, Player, Section
from tournaments.state.gotha.ranks import grade_text
chief, document = User.objects.get(username="chief"), juvisy()
import_section(
    event=Event.objects.get(slug="demo-weiqi-2026"), name="Congress", native_name="大会", slug="congress",
    tournament=read_tournament(write_document(document), "opengotha").tournament, preset="mcmahon", by=chief,
)
section = Section.objects.get(slug="congress")
confirm_rating_class(section=section, rating_class="A", country="FR", by=chief)
players = document.event.players
rows = [
    Listed(f"{20000000 + n}", p.surname, p.given, "FR", p.club, grade_text(p.rank).lower(), p.rating + 9)
    for n, p in enumerate([*players[:-3], players[0]])
]
listed = RatingList("egf", "sha256:0", date(2026, 10, 1), tuple(rows))
load_rating_list(listed=listed, by=chief)
Player.objects.filter(entries__section=section, given_name=players[4].given).update(egf_pin=rows[4].number)
answer = 0
"""
"""A McMahon tournament with handicaps beside the weiqi championship, its ratings and a list of the EGF."""
ENTRY = """
from tournaments.models import Entry
answer = Entry.objects.get(section__event__slug="demo-2026", section__slug="men", number=7).pk
"""
LINKS = """
from portal.accounts.models import User
from tournaments.acts.players import issue_links
from tournaments.models import PlayerLink, Section
from tournaments.queries.invitations import secret_of
section = Section.objects.get(event__slug="demo-2026", slug="men")
issue_links(section=section, by=User.objects.get(username="desk"))
answer = secret_of(PlayerLink.objects.get(entry__section=section, entry__number=7, revoked_at=None))
"""
"""Everybody gets a private link; the secret of player 7."""
WEIQI = """
from portal.accounts.models import User
from tournaments.acts.players import issue_links
from tournaments.models import PlayerLink, Seat, Section
from tournaments.queries.invitations import secret_of
section = Section.objects.get(event__slug="demo-weiqi-2026", slug="open")
issue_links(section=section, by=User.objects.get(username="desk"))
entry = Seat.objects.get(round__section=section, round__number=1, pairing__table=3, colour="first").entry
link = secret_of(PlayerLink.objects.get(entry=entry, revoked_at=None))
answer = {"link": link, "foul": f"?player={entry.number}&offence=two-plays"}
"""
"""The secret of Black at table 3, who has not agreed to the count yet, and how a foul of theirs is named."""
AS_PEOPLE_DO = """
from portal.accounts.models import User
from tournaments.acts.drafts import pair_round
from tournaments.acts.rounds import publish_round
from tournaments.acts.results import report_result
from tournaments.demo.stages import work_off
from tournaments.models import Round
from tournaments.queries.progress import pair_key, publish_key
round_ = Round.objects.get(section__event__slug="demo-2026", section__slug="men", number=5)
users = {user.username: user for user in User.objects.all()}
answer = 0
"""
PAIR = f"""{AS_PEOPLE_DO}
pair_round(round_=round_, by=users["referee"])
work_off(pair_key(round_))
"""
PUBLISH = f"""{AS_PEOPLE_DO}
publish_round(round_=round_, seen=round_.draft_digest, by=users["referee"])
work_off(publish_key(round_))
for table, value in enumerate(["1-0", "1/2", "0-1"], start=1):
    report_result(round_=round_, table=table, value=value, seen=None, by=users["desk"])
from games.acts.scoresheets import submit_scoresheets
from games.models import Scoresheets
from games.queries.scoresheets import sheets_key
from tests.games.facts import championship_games, moves_of
from tests.games.scoresheets.making import rows, written
from tournaments.acts.fouls import log_foul
texts = written(moves_of(championship_games()[1]["moves"]), "english")
top = round_.pairings.get(table=1)
submit_scoresheets(
    pairing=top, first=rows(texts), second=rows([*texts[:4], *["…"] * 9, *texts[13:]]), by=users["desk"]
)
work_off(sheets_key(Scoresheets.objects.get()))
player = top.seats.get(colour="second").entry.number
for offence, confirm in (("technical", True), ("other", False), ("wrong-claim", True)):
    log_foul(round_=round_, table=1, player=player, offence=offence, confirm=confirm, by=users["referee"])
"""


class Album:
    """Opens pages as whoever sees them; one signed-in context for each person, width, scheme, language."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser = browser
        self.site = site
        self.entry = site.ask(ENTRY)
        self.secret = site.ask(LINKS)
        self.weiqi = site.ask(WEIQI)
        self.sessions: dict[str, dict[str, object]] = {}
        self.published = False

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
        for user in sorted({shown.user for shown in pages}):
            context = self.context(user, width=width, scheme=scheme)
            if prepared is not None:
                prepared(context)
            page = context.new_page()
            for shown in pages:
                if shown.user == user:
                    self.open(page, shown, language)
                    yield shown, page
            context.close()

    def open(self, page: Page, shown: Shown, language: str = "en") -> None:
        path = shown.path.format(entry=self.entry, secret=self.secret, weiqi=self.weiqi)
        page.goto(f"{self.site.url}/{language}/{path}")
        page.wait_for_load_state("load")


def made(site: Site) -> None:
    """The demonstration in ``site``, before it is started."""
    site.install("demo")
    site.ask(CUPS)
    site.ask(CONGRESS)


@contextmanager
def opened_album() -> Iterator[Album]:
    """The demonstration running in a folder of its own, round 5 with its draft, and a Chromium."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder), free_port())
        made(site)
        with running(site):
            album = Album(playwright.chromium.launch(**launch_options()), site)
            album.prepare()
            yield album

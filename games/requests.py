"""The doors to a game of a table: the desk's, and the private link of who plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from games.models import BoardCount, GameRecord, Scoresheets, TableLink
from games.queries.mine import my_pairing
from games.queries.records import has_game, record_place
from games.queries.table_links import pairing_at, table_link_of
from games.weiqi.settings import stands_fixed
from games.wording.rulebooks import citable_articles
from portal.accounts.models import User
from portal.policy import Denied
from tournaments.models import Foul, Pairing, Round, Section
from tournaments.policy import Act
from tournaments.queries.teams.matches import games_at
from tournaments.requests.access import Access, RoundAccess, access_round, first_or_404
from tournaments.requests.act_urls import Entrance, Place
from tournaments.requests.frame import staff, user_of
from tournaments.requests.private import LinkAccess, LinkKind, private

# What belongs to a game, by what acts call it.
OF_A_GAME: Mapping[str, type[Any]] = {"record": GameRecord, "count": BoardCount, "sheets": Scoresheets}


def _row_of_game(pairing: Pairing, game: int, name: str, key: int) -> Any:
    """Find what acts call ``name``, if it is of this game; a foul, of this table."""
    if name == "foul":
        row = first_or_404(Foul.objects.filter(pairing=pairing, pk=key))
    elif name in OF_A_GAME:
        row = first_or_404(OF_A_GAME[name].objects.filter(pairing=pairing, game=game, pk=key))
    else:
        return key
    row.pairing = pairing
    return row


@dataclass(frozen=True, slots=True)
class TableAccess(RoundAccess):
    """A game of a table of a public round and what the person may do with its records."""

    pairing: Pairing
    game: int

    @property
    def place(self) -> list[str | int]:
        return record_place(self.round, self.pairing.table or 0, self.game)

    def find(self, name: str, key: Any) -> Any:
        return _row_of_game(self.pairing, self.game, name, key)

    def frame(self, *names: str, short: str = "") -> dict[str, Any]:
        """Give what every page of the table shows; ``to`` has the addresses called ``names``, less their
        prefix."""
        return {
            "event": self.event,
            "section": self.section,
            "round": self.round,
            "table": self.pairing.table,
            "number": self.game,
            "game": self.section.game,
            "handicap": self.pairing.handicap,
            "komi": self.pairing.komi,
            "fixed_stones": stands_fixed(self.section.options),
            "may": self.may,
            "articles": citable_articles(self.section.game, self.section.rulebook),
            "to": {name.removeprefix(short): reverse(name, args=self.place) for name in names},
        }


@dataclass(frozen=True, slots=True)
class OwnGameAccess(LinkAccess):
    """A game of the own table, in a public round."""

    round: Round
    pairing: Pairing
    game: int

    @property
    def place(self) -> list[str | int]:
        return [self.secret, self.round.number, *([self.game] if self.game > 1 else [])]

    def find(self, name: str, key: Any) -> Any:
        return _row_of_game(self.pairing, self.game, name, key)


def reach_table(user: User, right: str | None, place: Place) -> TableAccess:
    """Find the game of a table that the parts of an address name, in three queries; a few more for a
    replay."""
    base = access_round(user, place["event"], place["section"], place["number"], Act.SEE_DESK)
    if right not in base.acts:
        # Who may not is told so, also where there is no such table.
        raise Denied(str(right))
    round_, game = base.round, place.get("game", 1)
    pairing = Pairing.objects.filter(round=round_, table=place["table"]).first() if round_.is_public else None
    if pairing is None or not has_game(pairing, round_, game):
        raise Http404
    pairing.round = round_
    return TableAccess(base.user, base.acts, base.event, base.section, round_, pairing, game)


def reach_own(opened: LinkAccess, place: Place) -> OwnGameAccess:
    """Find a game of the own table, in two queries."""
    own_pairing = my_pairing(opened.entry, place["number"])
    if own_pairing is None:
        raise Http404
    link, secret, entry = opened.link, opened.secret, opened.entry
    return OwnGameAccess(
        link, secret, entry, opened.section, own_pairing.round, own_pairing, place.get("game", 1)
    )


def _table(request: HttpRequest, right: str | None, place: Place) -> TableAccess:
    return reach_table(user_of(request), right, place)


def _own_game(_request: HttpRequest, opened: LinkAccess, _right: str | None, place: Place) -> OwnGameAccess:
    return reach_own(opened, place)


def _weiqi_table(request: HttpRequest, right: str | None, place: Place) -> TableAccess:
    access = _table(request, right, place)
    if access.section.game != Section.Game.WEIQI:
        raise Http404
    return access


def _own_weiqi(_request: HttpRequest, opened: LinkAccess, _right: str | None, place: Place) -> OwnGameAccess:
    access = reach_own(opened, place)
    if access.section.game != Section.Game.WEIQI or not has_game(access.pairing, access.round, access.game):
        raise Http404
    return access


@dataclass(frozen=True, slots=True)
class TableLinkAccess(Access):
    """What the link of a table opens: the game that is played there now."""

    address = ("secret",)
    link: TableLink
    # As it stands in the link's address.
    secret: str
    section: Section
    round: Round
    pairing: Pairing
    game: int

    @property
    def by(self) -> Any:
        return self.link

    @property
    def person(self) -> str:
        """Whose the plies are that the page keeps on its device."""
        return f"table-{self.link.pk}"


def _at_link(link: TableLink, secret: str) -> TableLinkAccess:
    pairing = pairing_at(link)
    if pairing is None:
        raise Http404
    game = max(games_at(pairing.round, link.table), default=1)
    return TableLinkAccess(link, secret, link.section, pairing.round, pairing, game)


TABLE_LINKS = LinkKind(table_link_of, _at_link, "table_page")
TABLE = Entrance(staff, _table)
OWN_GAME = Entrance(private, _own_game)
WEIQI_TABLE = Entrance(staff, _weiqi_table)
OWN_WEIQI = Entrance(private, _own_weiqi)

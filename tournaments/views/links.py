"""Private links of players at the desk: cards to be printed and cut, one player's link renewed or revoked."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.acts.entering.players import LinksIssued, issue_links, revoke_link
from tournaments.forms.base import ActForm
from tournaments.models import Entry, PlayerLink
from tournaments.policy import Act
from tournaments.queries.entering.entries import found_entries
from tournaments.queries.invitations import invitation_secret, players_without_link, valid_player_links
from tournaments.requests.access import EntryAccess, SectionAccess
from tournaments.requests.act_urls import act_url, page_url

ON_A_PAGE = 60
MOST_ASKED = 100


@dataclass(frozen=True, slots=True)
class LinkCard:
    """One player's card. ``url`` is empty where there is no link, or none that could be printed again."""

    entry: Entry
    link: PlayerLink | None
    url: str
    form: ActForm


def _page(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """Everybody's card, sixty on a page, found by ``q`` as the entries are."""
    words = request.GET.get("q", "").strip()[:MOST_ASKED]
    playing = found_entries(access.section, words).exclude(status=Entry.Status.WITHDRAWN)
    page = Paginator(playing, ON_A_PAGE).get_page(request.GET.get("page"))
    links = valid_player_links(access.section)
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "page": page,
        "words": words,
        "filtered": urlencode({"q": words}),
        "cards": [_card(entry, links.get(entry.pk)) for entry in page],
        "waiting": len(list(players_without_link(access.section))),
        "form": ActForm(),
    }
    return render(request, "tournaments/desk/links.html", context)


def _card(entry: Entry, link: PlayerLink | None) -> LinkCard:
    secret = invitation_secret(link) if link else ""
    url = f"{settings.PUBLIC_URL}/p/{secret}/" if secret else ""
    return LinkCard(entry, link, url, ActForm(auto_id=f"e{entry.pk}-%s"))


def _issued(answer: LinksIssued, _access: SectionAccess) -> str:
    message = ngettext(
        "%(count)s private link created.", "%(count)s private links created.", answer["issued"]
    )
    return message % {"count": answer["issued"]}


def _renewed(_answer: object, access: EntryAccess) -> str:
    return gettext("%(name)s has a new private link.") % {"name": access.entry.player.name}


def _revoked(_answer: object, access: EntryAccess) -> str:
    return gettext("Private link of %(name)s revoked.") % {"name": access.entry.player.name}


def _back(_request: HttpRequest, _answer: object, access: EntryAccess) -> HttpResponse:
    number = access.entry.number
    return redirect(reverse("player_links", args=access.place[:2]) + (f"?q={number}" if number else ""))


ENTRY = [
    # A new link for one player; the old one opens nothing any more.
    act_url("<int:entry>/link/", issue_links, name="renew_link", to=_back, success_message=_renewed),
    act_url("<int:entry>/link/revoke/", revoke_link, to=_back, success_message=_revoked),
]


SECTION = [
    page_url("links/", "player_links", _page, Act.ISSUE_LINKS),
    # Links for all who have none.
    act_url("links/issue/", issue_links, to="player_links", success_message=_issued),
]

"""Private links of players at the desk: cards to be printed and cut, one player's link renewed or revoked."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from tournaments.acts.links import issue_links, revoke_link
from tournaments.forms.base import ActForm
from tournaments.models import Entry, PlayerLink
from tournaments.policy import Act
from tournaments.queries.entries import found_entries
from tournaments.queries.invitations import secret_of, valid_links, without_link
from tournaments.requests.access import SectionAccess, access_entry, access_section
from tournaments.requests.frame import once_of, staff, user_of

ON_A_PAGE = 60
MOST_ASKED = 100


@dataclass(frozen=True, slots=True)
class Card:
    """One player's card. ``url`` is empty where there is no link, or none that could be printed again."""

    entry: Entry
    link: PlayerLink | None
    url: str
    form: ActForm


@staff("GET")
def player_links(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """Everybody's card, sixty on a page, found by ``q`` as the entries are."""
    access = access_section(user_of(request), event, section, Act.ISSUE_LINKS)
    words = request.GET.get("q", "").strip()[:MOST_ASKED]
    playing = found_entries(access.section, words).exclude(status=Entry.Status.WITHDRAWN)
    page = Paginator(playing, ON_A_PAGE).get_page(request.GET.get("page"))
    links = valid_links(access.section)
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "page": page,
        "words": words,
        "cards": [_card(entry, links.get(entry.pk)) for entry in page],
        "waiting": len(list(without_link(access.section))),
        "form": ActForm(),
    }
    return render(request, "tournaments/desk/links.html", context)


def _card(entry: Entry, link: PlayerLink | None) -> Card:
    secret = secret_of(link) if link else ""
    url = f"{settings.PUBLIC_URL}/p/{secret}/" if secret else ""
    return Card(entry, link, url, ActForm(auto_id=f"e{entry.pk}-%s"))


@staff("POST")
def links_issue(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """Links for all who have none."""
    access = access_section(user_of(request), event, section, Act.ISSUE_LINKS)
    issued = issue_links(section=access.section, by=access.user, once=once_of(request))["issued"]
    said = ngettext("%(count)s private link created.", "%(count)s private links created.", issued)
    messages.success(request, said % {"count": issued})
    return _back(access)


@staff("POST")
def link_renew(request: HttpRequest, event: str, section: str, entry: int) -> HttpResponse:
    """A new link for one player; the old one opens nothing any more."""
    access = access_entry(user_of(request), event, section, entry, Act.ISSUE_LINKS)
    issue_links(section=access.section, entry=access.entry, by=access.user, once=once_of(request))
    said = gettext("%(name)s has a new private link.")
    messages.success(request, said % {"name": access.entry.player.name})
    return _back(access, access.entry)


@staff("POST")
def link_revoke(request: HttpRequest, event: str, section: str, entry: int) -> HttpResponse:
    access = access_entry(user_of(request), event, section, entry, Act.ISSUE_LINKS)
    revoke_link(entry=access.entry, by=access.user, once=once_of(request))
    said = gettext("Private link of %(name)s revoked.")
    messages.success(request, said % {"name": access.entry.player.name})
    return _back(access, access.entry)


def _back(access: SectionAccess, entry: Entry | None = None) -> HttpResponse:
    there = redirect("player_links", access.event.slug, access.section.slug)
    if entry is not None:
        there["Location"] += f"?q={entry.number}" if entry.number else ""
    return there

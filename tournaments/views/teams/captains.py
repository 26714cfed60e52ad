"""A captain's page, behind the team's private link or with an account; the desk's cards with the links."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from tournaments.acts.entering.players import LinksIssued
from tournaments.acts.teams.board_results import tell_board_result
from tournaments.acts.teams.captains import issue_captain_links, name_captain, revoke_captain_link
from tournaments.acts.teams.line_ups import hand_in_line_up, set_roster
from tournaments.acts.teams.team_absences import ask_team_absence
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.teams.team_matches import (
    AskAbsenceForm,
    BoardResultForm,
    CaptainForm,
    HandInForm,
    OwnRosterForm,
)
from tournaments.models import CaptainLink, Team
from tournaments.pages import paths
from tournaments.policy import Act
from tournaments.queries.notices.entrant_messages import received_messages
from tournaments.queries.teams.captains import (
    captain_secret,
    captained,
    concealing_links,
    teams_with_captains,
    teams_without_link,
    valid_captain_links,
    version,
)
from tournaments.queries.teams.line_ups import rosters_close, rosters_closed
from tournaments.queries.teams.team_matches import rounds_planned, team_settings_of
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import Entrance, act_url, page_url
from tournaments.requests.captains import CAPTAIN_ACCOUNT, CaptainAccess
from tournaments.requests.private import CAPTAIN, captains
from tournaments.requests.stored_pages import OF_CAPTAINS, changes_after, stored_page_url
from tournaments.views.appeals import CAPTAIN_ACCOUNTS, own_rulings
from tournaments.views.teams.captain_waits import waits_text

MINUTE = timedelta(minutes=1)
RevokeForm = form_of(revoke_captain_link)


def _page(request: HttpRequest, access: CaptainAccess, failed: ActForm | None = None) -> HttpResponse:
    """Show the team's match, its line-up, its roster; an open page asks with its version, ``v``."""
    # The version before the rest: what is written while it is read is asked for once more.
    at, now = timezone.now(), version(access.own)
    if failed is None and request.GET.get("v") == now:
        return HttpResponse(status=204)
    section, team = access.section, access.own
    page = captained(team)
    changes_after(rosters_close(section))
    changes_after(_next_minute(at, page.now.until if page.now else None))
    context: dict[str, Any] = {
        **_addresses(access),
        "secret": access.secret,
        "boards": team_settings_of(section).boards,
        "person": access.person,
        "version": now,
        "team": team,
        "section": section,
        "event": section.event,
        "game": section.game,
        "shown": page,
        "now": page.now,
        "waits": waits_text(page),
        "section_path": paths.section_path(section),
        "roster": failed if isinstance(failed, OwnRosterForm) else OwnRosterForm(team=team),
    }
    context |= own_rulings(access)
    context["received"] = received_messages(Q(team=team))
    context["absence"] = failed if isinstance(failed, AskAbsenceForm) else AskAbsenceForm(section=section)
    context["rosters_until"] = rosters_close(section) if rosters_closed(section) else None
    context["absences"] = list(team.absences.all())
    context["may_ask"] = bool(rounds_planned(section)) and team.withdrawn_after is None
    if page.now is not None and page.now.tellable:
        fresh_result = BoardResultForm(boards=page.now.tellable, initial={"round": page.now.round.number})
        context["result"] = failed if isinstance(failed, BoardResultForm) else fresh_result
    if page.now is not None and page.now.may_hand_in:
        number = {"round": page.now.round.number}
        fresh = HandInForm(team=team, boards=context["boards"], now=page.now.proposed, initial=number)
        context["line_up"] = failed if isinstance(failed, HandInForm) else fresh
    # What a form that is no more offered was refused for.
    offered = (
        context.get("line_up"),
        context.get("result"),
        context["roster"] if page.may_order else None,
        context["absence"] if context["may_ask"] else None,
    )
    context["above"] = failed if all(form is not failed for form in offered) else None
    status = failed.status if failed is not None else 200
    return render(request, "tournaments/captain/page.html", context, status=status)


def _next_minute(at: datetime, until: datetime | None) -> datetime | None:
    """When the time that is left is another; None where none is."""
    if until is None or until <= at:
        return None
    return until - (until - at) // MINUTE * MINUTE


def _addresses(access: CaptainAccess) -> dict[str, str]:
    """Of this page and its forms, as they are reached by a link or by an account."""
    short = "captain" if access.secret else "captain_account"
    names = {
        "page": f"{short}_page",
        "hand_in": f"{short}_line_up",
        "order": f"{short}_roster",
        "tell": f"{short}_board",
        "ask": f"{short}_absence",
    }
    addresses = {key: reverse(name, args=access.place) for key, name in names.items()}
    sender = reverse("captain_sender", args=access.place) if access.secret else reverse("sender")
    return {**addresses, "sender": sender}


@captains("GET")
def sender(_request: HttpRequest, access: CaptainAccess) -> HttpResponse:
    """Whose link it is: asked before what its page has kept is sent (``static/portal/queue.js``)."""
    return JsonResponse({"person": access.person, "token": ""})


def _captain_urls(door: Entrance, short: str) -> list[URLPattern]:
    """The addresses of the forms on a captain's page, behind one door."""
    captain_address = partial(
        act_url,
        page=_page,
        to=f"{short}_page",
        entrance=door,
        extra_arguments=lambda access, _form: {"team": access.own.pk},
    )
    return [
        captain_address("line-up/", hand_in_line_up, HandInForm, name=f"{short}_line_up"),
        captain_address("roster/", set_roster, OwnRosterForm, name=f"{short}_roster"),
        captain_address("board/", tell_board_result, BoardResultForm, name=f"{short}_board"),
        captain_address("absence/", ask_team_absence, AskAbsenceForm, name=f"{short}_absence"),
    ]


CAPTAINS_LINK = [
    stored_page_url("captain_page", _page, OF_CAPTAINS),
    *_captain_urls(CAPTAIN, "captain"),
    path("sender/", sender, name="captain_sender"),
]
ACCOUNT = [
    page_url("", "captain_account_page", _page, None, entrance=CAPTAIN_ACCOUNT),
    *_captain_urls(CAPTAIN_ACCOUNT, "captain_account"),
    *CAPTAIN_ACCOUNTS,
]


@dataclass(frozen=True, slots=True)
class CaptainCard:
    """Hold a team's card; ``url``: empty where no link can be printed, ``hidden``: it opens a secret
    line-up."""

    team: Team
    link: CaptainLink | None
    hidden: bool
    url: str
    form: ActForm
    account: CaptainForm


def _cards_page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    """Every team's card."""
    section = access.section
    links = valid_captain_links(section)
    hidden = concealing_links(section, links)
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "cards": [
            _card(team, links.get(team.pk), failed, hidden=team.pk in hidden)
            for team in teams_with_captains(section)
        ],
        "waiting": len(list(teams_without_link(section))) if section.of_teams else 0,
        "form": ActForm(),
        "failed": failed,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/captain_links.html", context, status=status)


def _card(team: Team, link: CaptainLink | None, failed: ActForm | None, *, hidden: bool) -> CaptainCard:
    secret = captain_secret(link) if link and not hidden else ""
    url = f"{settings.PUBLIC_URL}/t/{secret}/" if secret else ""
    initial = {"team": team.pk, "account": team.captain.username if team.captain else ""}
    account = CaptainForm(initial=initial, auto_id=f"captain{team.pk}-%s")
    if isinstance(failed, CaptainForm) and failed.data.get("team") == str(team.pk):
        account = failed
    return CaptainCard(team, link, hidden, url, ActForm(auto_id=f"t{team.pk}-%s"), account)


def _issued(answer: LinksIssued, _access: SectionAccess) -> str:
    message = ngettext(
        "%(count)s captain's link created.", "%(count)s captains' links created.", answer["issued"]
    )
    return message % {"count": answer["issued"]}


on_cards = partial(act_url, page=_cards_page, to="captain_links")
SECTION = [
    page_url("links/captains/", "captain_links", _cards_page, Act.ISSUE_LINKS),
    # Links for all teams that have none, or a new one for one team.
    on_cards(
        "links/captains/issue/", issue_captain_links, form_of(issue_captain_links), success_message=_issued
    ),
    on_cards(
        "links/captains/revoke/",
        revoke_captain_link,
        RevokeForm,
        success_message=gettext_lazy("Captain's link revoked."),
    ),
    on_cards(
        "links/captains/account/",
        name_captain,
        CaptainForm,
        success_message=gettext_lazy("Captain's account saved."),
    ),
]

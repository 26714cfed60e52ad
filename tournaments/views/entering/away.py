"""Who does not play a round, on its page before it is paired: shown with the reason, set for one or many."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext

from tournaments.acts.entering.attendance import set_absence, withdraw
from tournaments.forms.away import AwayForm, LeaveForm
from tournaments.forms.base import ActForm
from tournaments.policy import Act
from tournaments.requests.access import RoundAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.views.entering.away_panel import players_with_numbers
from tournaments.views.rounds.round_page import round_page

# Players to tick; of more, some are looked for.
MOST_LISTED = 60


def _players(request: HttpRequest, access: RoundAccess) -> HttpResponse:
    """Those who fit what is looked for, to be ticked."""
    entries = players_with_numbers(access.section, request.GET.get("q", "")[:100])
    context = {
        "section": access.section,
        "entries": entries[:MOST_LISTED],
        "further": len(entries[MOST_LISTED:]),
    }
    return render(request, "tournaments/desk/_away_players.html", context)


def _page(request: HttpRequest, access: RoundAccess, refused: ActForm) -> HttpResponse:
    access.round.refresh_from_db()
    return round_page(request, access, refused)


def _set(answer: Any, _access: RoundAccess) -> str:
    count = len(answer["entries"])
    if answer["absent"]:
        words = ngettext("%(count)s player does not play.", "%(count)s players do not play.", count)
    else:
        words = ngettext("%(count)s player plays after all.", "%(count)s players play after all.", count)
    return words % {"count": count}


def _left(answer: Any, _access: RoundAccess) -> str:
    count = len(answer["entries"])
    return ngettext("%(count)s player withdrawn.", "%(count)s players withdrawn.", count) % {"count": count}


on_page = partial(act_url, page=_page, to="round_desk")
ROUND = [
    page_url("away/players/", "away_players", _players, Act.SET_ABSENCE),
    on_page("away/", set_absence, AwayForm, name="set_away", success_message=_set),
    on_page("away/withdraw/", withdraw, LeaveForm, name="withdraw_away", success_message=_left),
]

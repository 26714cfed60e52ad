"""A player's own page, behind the private link: my table, my result, my games."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.forms.mine import OutcomeForm
from games.queries.mine import MyTable, current_round, my_games, my_table
from portal.policy import Refusal
from tournaments.acts.tell_result import tell_result
from tournaments.models import PlayerLink, Round
from tournaments.pages import paths, shaping
from tournaments.queries import public_players
from tournaments.queries.moment import Moment
from tournaments.views.frame import once_of
from tournaments.views.private import private


@private("GET")
def my_page(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Where I sit, what I have said, how I stand."""
    return _page(request, link)


@private("POST")
def tell(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """I say how my game ended."""
    form = OutcomeForm(request.POST)
    if not form.is_valid():
        return _page(request, link, form)
    values = form.cleaned_data
    round_ = Round.objects.filter(section=link.entry.section_id, number=values["round"]).first()
    if round_ is None:
        raise Http404
    try:
        tell_result(
            by=link, round_=round_, outcome=values["outcome"], game=values["game"], once=once_of(request)
        )
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, link, form)
    return redirect("my_page", secret_in(request))


def secret_in(request: HttpRequest) -> str:
    """The secret as it stands in the address of this page."""
    return str(request.resolver_match.kwargs["secret"]) if request.resolver_match else ""


def frame(request: HttpRequest, link: PlayerLink) -> dict[str, Any]:
    """What every page behind the link knows."""
    section = link.entry.section
    return {
        "secret": secret_in(request),
        "entry": link.entry,
        "section": section,
        "event": section.event,
        "game": section.game,
        # Of these pages the reader's language is the address's; their own path leads nowhere else.
        "section_path": paths.section_path(section),
    }


def _page(request: HttpRequest, link: PlayerLink, form: OutcomeForm | None = None) -> HttpResponse:
    entry = link.entry
    round_ = current_round(entry)
    mine = my_table(entry, round_) if round_ else None
    context = frame(request, link) | {
        "mine": mine,
        "form": form or _fresh(mine),
        "games": my_games(entry),
        "next_planned": _next_planned(entry.section_id, round_),
        "count_url": _count_url(request, mine),
    }
    if entry.number:
        data = public_players.card(entry.section_id, entry.number, Moment())
        context |= {
            "rounds": shaping.appearances(data),
            "points": data["points"],
            "card_path": paths.player_path(entry.section, entry.number),
            "public_url": settings.PUBLIC_URL,
            "published": data["frame"]["published"],
            "standings": data["frame"]["standings"],
        }
    status = form.status if form is not None else 200
    return render(request, "games/mine/page.html", context, status=status)


def _count_url(request: HttpRequest, mine: MyTable | None) -> str:
    """Where the final board of the game that is due, or of the last one, is counted; empty without one."""
    if mine is None or mine.row is None:
        return ""
    played = max((report.game for report in mine.row.reports), default=1)
    game = mine.row.next_game or played
    return reverse("my_count", args=[secret_in(request), mine.round.number, *([game] if game > 1 else [])])


def _fresh(mine: MyTable | None) -> OutcomeForm:
    row = mine.row if mine else None
    return OutcomeForm(
        initial={"round": mine.round.number if mine else 1, "game": (row.next_game if row else None) or 1}
    )


def _next_planned(section: int, after: Round | None) -> Round | None:
    """The round after the one that is public, when it has a start."""
    rounds = Round.objects.filter(section=section, number__gt=after.number if after else 0)
    return rounds.only("number", "starts_at").order_by("number").first()

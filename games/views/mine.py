"""A player's own page, behind the private link: my table, my result, my games."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.forms.mine import OutcomeForm, SeatForm
from games.queries.mine import mine, version
from portal.policy import Refusal
from tournaments.acts.attendance import check_in
from tournaments.acts.own_table import take_seat, tell_result
from tournaments.forms.base import ActForm
from tournaments.models import PlayerLink, Round
from tournaments.pages import paths, shaping
from tournaments.queries.tables import names_of
from tournaments.queries.told import board_of
from tournaments.requests.frame import once_of
from tournaments.requests.private import private


@private("GET")
def my_page(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Where I sit, what I have said, how I stand. The open page asks with its version, ``v``: 204 while
    that is the latest."""
    if is_current(request, link):
        return HttpResponse(status=204)
    return _page(request, link)


@private("POST")
def here(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """I am here: check-in by oneself."""
    check_in(entry=link.entry, present=True, by=link, once=once_of(request))
    return redirect("my_page", secret_in(request))


@private("POST")
def take(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """I am at my table, in a round that is played on line."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        return _page(request, link, seat=form)
    round_ = _round(link, form.cleaned_data["round"])
    try:
        take_seat(by=link, round_=round_, once=once_of(request))
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, link, seat=form)
    return redirect("my_page", secret_in(request))


@private("POST")
def tell(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """I say how my game ended."""
    form = OutcomeForm(request.POST)
    if not form.is_valid():
        return _page(request, link, form)
    values = form.cleaned_data
    round_ = _round(link, values["round"])
    try:
        tell_result(
            by=link,
            round_=round_,
            outcome=values["outcome"],
            opponent=values["opponent"],
            game=values["game"],
            once=once_of(request),
        )
    except Refusal as refusal:
        form.refuse(refusal, names_of(link.entry.section))
        return _page(request, link, form)
    return redirect("my_page", secret_in(request))


def _round(link: PlayerLink, number: int) -> Round:
    round_ = Round.objects.filter(section=link.entry.section_id, number=number).first()
    if round_ is None:
        raise Http404
    return round_


def secret_in(request: HttpRequest) -> str:
    """The secret as it stands in the address of this page."""
    return str(request.resolver_match.kwargs["secret"]) if request.resolver_match else ""


def is_current(request: HttpRequest, link: PlayerLink) -> bool:
    """Whether an open page that asks shows what there is."""
    return "v" in request.GET and request.GET["v"] == version(link.entry)


def frame(request: HttpRequest, link: PlayerLink) -> dict[str, Any]:
    """What every page behind the link knows."""
    section = link.entry.section
    return {
        "secret": secret_in(request),
        "version": version(link.entry),
        "entry": link.entry,
        "section": section,
        "event": section.event,
        "game": section.game,
        # Of these pages the reader's language is the address's; their own path leads nowhere else.
        "section_path": paths.section_path(section),
    }


def _page(
    request: HttpRequest, link: PlayerLink, form: OutcomeForm | None = None, seat: SeatForm | None = None
) -> HttpResponse:
    entry = link.entry
    found = mine(entry)
    number = found.table.round.number if found.table else 1
    row = found.table.row if found.table else None
    due = (row.next_game if row else None) or 1
    context = frame(request, link) | {
        "mine": found.table,
        "may_draw": board_of(entry.section).may_draw(entry.section),
        "form": form or OutcomeForm(initial={"round": number, "game": due}),
        "seat": found.seat,
        "seat_form": seat or SeatForm(initial={"round": number}),
        "checks_in": found.checks_in,
        "is_here": found.is_here,
        "here_form": ActForm(auto_id="here-%s"),
        "games": found.games,
        "next_planned": found.next_planned,
    }
    if (count := found.count) is not None:
        place = [secret_in(request), count.round, *([count.game] if count.game > 1 else [])]
        context |= {"count_url": reverse("my_count", args=place), "count_waits": count.waits}
    if (card := found.card) is not None:
        context |= {
            "rounds": shaping.appearances(card),
            "points": card["points"],
            "card_path": paths.player_path(entry.section, entry.number or 0),
            "public_url": settings.PUBLIC_URL,
            "published": card["frame"]["published"],
            "standings": card["frame"]["standings"],
        }
    failed = form or seat
    status = failed.status if failed is not None else 200
    return render(request, "games/mine/page.html", context, status=status)

"""Counting the final board of the own game, behind a player's private link: mark what is dead, agree."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.acts.counts import agree_count, count_board
from games.forms.counts import ConsentForm, CountForm
from games.forms.mine import OutcomeForm
from games.queries.counts import current_count, own_side
from games.queries.mine import MyTable, my_pairing, my_table
from games.queries.records import has_game
from games.views.count_pages import Context, asked_work, count_of, in_force, marking, record_of, shown
from games.views.mine import frame, is_current, secret_in
from tournaments.models import Pairing, PlayerLink, Section
from tournaments.queries.told import outcome_of
from tournaments.requests.frame import attempt, once_of
from tournaments.requests.private import private

ADDRESSES = {"count": "my_count", "propose_count": "propose_my_count", "consent_count": "agree_my_count"}
"""The desk's name of each address → the player's."""


@private("GET")
def count_page(request: HttpRequest, link: PlayerLink, number: int, *, game: int) -> HttpResponse:
    pairing = _pairing(link, number, game)
    if is_current(request, link):
        return HttpResponse(status=204)
    context, status = shown(pairing, game, request.GET)
    return _page(request, link, pairing, game, context, status=status)


@private("POST")
def propose(request: HttpRequest, link: PlayerLink, number: int, *, game: int) -> HttpResponse:
    """I agree to the board as I have marked it."""
    pairing = _pairing(link, number, game)
    form = CountForm(request.POST)
    answer = attempt(
        form,
        lambda: count_board(
            pairing=pairing,
            game=game,
            position=form.cleaned_data["position"],
            dead=form.cleaned_data["dead"],
            handicap=form.cleaned_data["handicap"],
            record=record_of(pairing, game, form.cleaned_data["record"]),
            seen=form.cleaned_data["seen"],
            by=link,
            once=once_of(request),
        ),
    )
    if answer is not None:
        return redirect(_address(request, "my_count", number, game))
    context = marking(pairing, game, asked_work(request.POST), form)
    form.ask_again(context["current"])
    return _page(request, link, pairing, game, context, status=form.status)


@private("POST")
def agree(request: HttpRequest, link: PlayerLink, number: int, *, game: int) -> HttpResponse:
    """I agree to the count that the page has shown."""
    pairing = _pairing(link, number, game)
    form = ConsentForm(request.POST)

    def consent() -> Any:
        told = count_of(pairing, game, form.cleaned_data["count"])
        return agree_count(count=told, by=link, once=once_of(request))

    if attempt(form, consent) is not None:
        return redirect(_address(request, "my_count", number, game))
    current = current_count(pairing, game)
    if current is None:
        return redirect(_address(request, "my_count", number, game))
    return _page(request, link, pairing, game, in_force(current) | {"consent": form}, status=form.status)


def _pairing(link: PlayerLink, number: int, game: int) -> Pairing:
    """The own table of a weiqi round. Raises Http404."""
    found = my_pairing(link.entry, number)
    if found is None or link.entry.section.game != Section.Game.WEIQI:
        raise Http404
    if not has_game(found, found.round, game):
        raise Http404
    return found


def _address(request: HttpRequest, name: str, number: int, game: int) -> str:
    return reverse(name, args=[secret_in(request), number, *([game] if game > 1 else [])])


def _page(
    request: HttpRequest, link: PlayerLink, pairing: Pairing, game: int, shown: Context, *, status: int
) -> HttpResponse:
    number = pairing.round.number
    mine = my_table(link.entry, pairing.round)
    if mine.row is None:
        raise Http404
    seated = (mine.row.first, mine.row.second)
    side = own_side(link.entry, pairing, game)
    context = frame(request, link) | {
        "round": pairing.round,
        "table": pairing.table,
        "number": game,
        "side": side,
        "players": seated if game % 2 else seated[::-1],
        "report": next((report for report in mine.row.reports if report.game == game), None),
        "to": {desk: _address(request, own, number, game) for desk, own in ADDRESSES.items()},
    }
    if shown["stage"] == "counted":
        outcome = outcome_of(shown["value"], side)
        opponent = mine.opponent.number if mine.opponent else None
        told = {"round": number, "game": game, "outcome": outcome, "opponent": opponent}
        context |= {
            "consent": ConsentForm(initial={"count": shown["current"].pk, "voice": side}),
            "agrees": side in shown["voices"],
            "outcome_told": outcome,
            "tell": OutcomeForm(initial=told) if _may_tell(mine, game) and outcome else None,
        }
    return render(request, "games/mine/count.html", context | shown, status=status)


def _may_tell(mine: MyTable, game: int) -> bool:
    """Whether the result of this game is the one that is due, and the player has not reported it."""
    due = mine.row.next_game if mine.row else None
    return mine.may_report and due == game and not mine.said

"""Count the final board of the own game, behind a player's private link: mark what is dead, agree."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.acts.counts import agree_count, count_board
from games.forms.counts import ConsentForm, CountForm, OwnConsentForm, OwnCountForm
from games.forms.mine import OutcomeForm
from games.queries.counts import current_count, own_side
from games.queries.mine import MyTable, my_table
from games.requests import OWN_WEIQI, OwnGameAccess
from games.views.count_pages import Context, count_page, in_force, marked
from games.views.mine import frame, is_current
from tournaments.queries.refereeing.player_reports import side_outcome
from tournaments.requests.act_urls import act_url
from tournaments.requests.stored_pages import OF_PLAYERS, stored_page_url

# The desk's name of each address → the player's.
ADDRESSES = {"count": "my_count", "propose_count": "propose_my_count", "consent_count": "agree_my_count"}


def _count(request: HttpRequest, access: OwnGameAccess) -> HttpResponse:
    if is_current(request, access):
        return HttpResponse(status=204)
    context, status = count_page(access.pairing, access.game, request.GET)
    return _page(request, access, context, status=status)


def _marking(request: HttpRequest, access: OwnGameAccess, form: CountForm) -> HttpResponse:
    context, status = marked(access.pairing, access.game, request.POST, form)
    return _page(request, access, context, status=status)


def _in_force(request: HttpRequest, access: OwnGameAccess, form: ConsentForm) -> HttpResponse:
    current = current_count(access.pairing, access.game)
    if current is None:
        return redirect("my_count", *access.place)
    return _page(request, access, in_force(current) | {"consent": form}, status=form.status)


def _page(
    request: HttpRequest, access: OwnGameAccess, count_context: Context, *, status: int
) -> HttpResponse:
    context = frame(access)  # its version before the rows
    number, game = access.round.number, access.game
    mine = my_table(access.entry, access.round)
    if mine.row is None:
        raise Http404
    seated = (mine.row.first, mine.row.second)
    side = own_side(access.entry, access.pairing, game)
    context |= {
        "round": access.round,
        "table": access.pairing.table,
        "handicap": access.pairing.handicap,
        "komi": access.pairing.komi,
        "number": game,
        "side": side,
        "players": seated if game % 2 else seated[::-1],
        "report": next((report for report in mine.row.reports if report.game == game), None),
        "to": {desk: reverse(address_name, args=access.place) for desk, address_name in ADDRESSES.items()},
    }
    if count_context["stage"] == "counted":
        outcome = side_outcome(count_context["value"], side)
        opponent = mine.opponent.number if mine.opponent else None
        initial = {"round": number, "game": game, "outcome": outcome, "opponent": opponent}
        context |= {
            "consent": ConsentForm(initial={"count": count_context["current"].pk, "voice": side}),
            "agrees": side in count_context["voices"],
            "outcome_told": outcome,
            "tell": OutcomeForm(initial=initial) if _may_tell(mine, game) and outcome else None,
        }
    return render(request, "games/mine/count.html", context | count_context, status=status)


def _may_tell(mine: MyTable, game: int) -> bool:
    """Whether the result of this game is the one that is due, and the player has not reported it."""
    due = mine.row.next_game if mine.row else None
    return mine.may_tell and due == game and not mine.own_report


COUNT = [
    stored_page_url("my_count", _count, OF_PLAYERS, reach=OWN_WEIQI.reach),
    # I agree to the board as I have marked it.
    act_url(
        "propose/",
        count_board,
        OwnCountForm,
        name="propose_my_count",
        page=_marking,
        to="my_count",
        entrance=OWN_WEIQI,
    ),
    # I agree to the count that the page has shown.
    act_url(
        "agree/",
        agree_count,
        OwnConsentForm,
        name="agree_my_count",
        page=_in_force,
        to="my_count",
        entrance=OWN_WEIQI,
    ),
]

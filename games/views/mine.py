"""A player's own page, behind the private link: my table, my result, my games."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.forms.mine import OutcomeForm, SeatForm
from games.queries.counts import current_count, has_said, is_settled
from games.queries.mine import MyTable, current_round, my_games, my_table
from portal.policy import Refusal
from tournaments.acts.check_in import check_in
from tournaments.acts.take_seat import take_seat
from tournaments.acts.tell_result import tell_result
from tournaments.forms.base import ActForm
from tournaments.models import Entry, Pairing, PlayerLink, Round, Seat, Section
from tournaments.pages import paths, shaping
from tournaments.queries import public_players
from tournaments.queries.absentees import seat_to_take
from tournaments.queries.entries import takes_check_ins
from tournaments.queries.moment import Moment
from tournaments.queries.tables import TableRow
from tournaments.views.frame import once_of
from tournaments.views.private import private


@private("GET")
def my_page(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Where I sit, what I have said, how I stand."""
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
            by=link, round_=round_, outcome=values["outcome"], game=values["game"], once=once_of(request)
        )
    except Refusal as refusal:
        form.refuse(refusal)
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


def _page(
    request: HttpRequest, link: PlayerLink, form: OutcomeForm | None = None, seat: SeatForm | None = None
) -> HttpResponse:
    entry = link.entry
    round_ = current_round(entry)
    mine = my_table(entry, round_) if round_ else None
    context = frame(request, link) | {
        "mine": mine,
        "form": form or _fresh(mine),
        "seat": _seat(entry, mine),
        "seat_form": seat or SeatForm(initial={"round": round_.number if round_ else 1}),
        "checks_in": entry.status != Entry.Status.WITHDRAWN and takes_check_ins(entry.section),
        "is_here": entry.status == Entry.Status.CHECKED_IN,
        "here_form": ActForm(auto_id="here-%s"),
        "games": my_games(entry),
        "next_planned": _next_planned(entry.section_id, round_),
    }
    if entry.section.game == Section.Game.WEIQI and mine is not None and mine.row is not None:
        context |= _final_board(request, entry, mine.round, mine.row)
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
    failed = form or seat
    status = failed.status if failed is not None else 200
    return render(request, "games/mine/page.html", context, status=status)


def _final_board(request: HttpRequest, entry: Entry, round_: Round, row: TableRow) -> dict[str, Any]:
    """Where the board of the game that is due, or of the last one, is counted; ``count_waits``: somebody has
    proposed a count and the player has not agreed yet."""
    game = row.next_game or max((report.game for report in row.reports), default=1)
    pairing = Pairing.objects.get(round=round_, table=row.table)
    count = current_count(pairing, game)
    place = [secret_in(request), round_.number, *([game] if game > 1 else [])]
    return {
        "count_url": reverse("my_count", args=place),
        "count_waits": count is not None and not is_settled(count) and not has_said(count, entry),
    }


def _seat(entry: Entry, mine: MyTable | None) -> Seat | None:
    """The seat that the player of a round on line says to have taken, or has yet to."""
    return seat_to_take(entry, mine.round) if mine else None


def _fresh(mine: MyTable | None) -> OutcomeForm:
    row = mine.row if mine else None
    return OutcomeForm(
        initial={"round": mine.round.number if mine else 1, "game": (row.next_game if row else None) or 1}
    )


def _next_planned(section: int, after: Round | None) -> Round | None:
    """The round after the one that is public, when it has a start."""
    rounds = Round.objects.filter(section=section, number__gt=after.number if after else 0)
    return rounds.only("number", "starts_at").order_by("number").first()

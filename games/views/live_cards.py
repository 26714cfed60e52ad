"""Show what the rulebook says of running games on top of the referee's tables: each a card with two taps
to a ruling."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.acts.findings import apply_finding, dismiss_finding, overturn_ruling
from games.policy import RecordAct
from games.queries.applied_rulings import applied_rulings
from games.queries.findings import MissedFinding, untold_in
from games.queries.live_cards import Card, cards_version, live_cards
from games.queries.records import record_place, round_place
from games.requests import TABLE, TableAccess
from games.rulebooks.findings import SIDES, Kind
from games.wording.live import clock_texts
from games.wording.prompts import prompt_cited
from tournaments.acts.frame import AnyAct
from tournaments.forms.base import ActForm
from tournaments.models import Pairing, Round
from tournaments.queries.seats import seated_pairings
from tournaments.queries.teams.matches import seat_of
from tournaments.requests.access import access_round
from tournaments.requests.act_urls import act_url
from tournaments.requests.frame import staff, user_of
from tournaments.wording.options import result_text


class ApplyForm(ActForm):
    act = apply_finding
    apart = frozenset({"game"})


class DismissForm(ActForm):
    act = dismiss_finding
    apart = frozenset({"game"})


class OverturnForm(ActForm):
    act = overturn_ruling


# So long a ruling of the program stands on top of the tables; after that, on the page of the findings.
SHOWN_FOR = timedelta(minutes=10)


@staff("GET")
def live_prompts(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """Show the cards of a round; with ``table`` those of one, for its own page."""
    access = access_round(user_of(request), event, section, number, RecordAct.SEE_RECORDS)
    round_ = access.round
    if not round_.is_public:
        raise Http404
    version = cards_version(round_)
    # The page asks every two seconds, with what it shows.
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    only = request.GET.get("table", "")
    cards, others = live_cards(round_)
    applied = _applied(round_, since=timezone.now() - SHOWN_FOR)
    if only:
        cards = [card for card in cards if str(card.table) == only]
        others = [other for other in others if str(other.table) == only]
        applied = [line for line in applied if str(line["ruling"].table) == only]
    context = {
        "event": access.event,
        "section": access.section,
        "round": round_,
        "game": access.section.game,
        "may": access.may,
        "cards": [_line(round_, card) for card in cards],
        "others": [
            {"table": other.table, "ply": other.ply, "url": _board(round_, other.table, other.game)}
            for other in others
        ],
        "applied": applied,
        "reasons": _reasons(),
        "query": urlencode({"v": version} | ({"table": only} if only else {})),
    }
    return render(request, "games/desk/_live_cards.html", context)


def _applied(round_: Round, since: datetime | None = None) -> list[dict[str, Any]]:
    """What the program has ruled, each with the form that overturns it."""
    return [
        {
            "ruling": ruling,
            "value": result_text(ruling.value),
            "look": _board(round_, ruling.table, ruling.game),
            "overturn": reverse("overturn_ruling", args=record_place(round_, ruling.table, ruling.game)),
            "form": OverturnForm(initial={"finding": ruling.finding}, auto_id=f"overturn-{ruling.key}-%s"),
        }
        for ruling in applied_rulings(round_, since=since)
        if since is None or not ruling.is_overturned
    ]


def _board(round_: Round, table: int, game: int) -> str:
    return reverse("desk_board", args=record_place(round_, table, game))


def _line(round_: Round, card: Card) -> dict[str, Any]:
    place = record_place(round_, card.table, card.game)
    prompt = card.prompt
    return {
        "key": card.key,
        "table": card.table,
        "game": card.game,
        "players": card.players,
        "cited": prompt.cited,
        "ply": prompt.ply,
        "applies": card.applies,
        "explains": card.explains,
        "look": _board(round_, card.table, card.game),
        "apply": reverse("apply_finding", args=place),
        "dismiss": reverse("dismiss_finding", args=place),
        "foul": reverse("referee", args=place) if card.prompt.kind == Kind.FOUL else "",
        "clocks": clock_texts(card.clocks, card.overtime),
        "apply_form": ApplyForm(initial={"finding": card.prompt.key}, auto_id=f"apply-{card.key}-%s"),
        "dismiss_form": DismissForm(initial={"finding": card.prompt.key}, auto_id=f"dismiss-{card.key}-%s"),
    }


@staff("GET")
def round_findings(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """What the rulebook finds in the games of a round and the results do not tell."""
    access = access_round(user_of(request), event, section, number, RecordAct.SEE_RECORDS)
    round_ = access.round
    if not round_.is_public:
        raise Http404
    untold = untold_in([round_])
    seated = {pairing.pk: pairing for pairing in seated_pairings([round_])}
    context = {
        "event": access.event,
        "section": access.section,
        "round": round_,
        "game": access.section.game,
        "may": access.may,
        "applied": _applied(round_),
        "lines": [_untold(round_, row, seated[row.pairing]) for row in untold],
        "reasons": _reasons(),
    }
    return render(request, "games/desk/findings.html", context)


def _untold(round_: Round, untold: MissedFinding, pairing: Pairing) -> dict[str, Any]:
    place = record_place(round_, untold.table, untold.game)
    seats = {seat.colour: seat.entry for seat in pairing.seated}
    key = f"{untold.table}-{untold.game}-{untold.key}"
    return {
        "key": key,
        "table": untold.table,
        "game": untold.game,
        "players": [seats[seat_of(side, untold.game)] for side in SIDES],
        "clocks": ["", ""],
        "cited": prompt_cited(untold.finding),
        "ply": untold.finding["ply"],
        "applies": bool(untold.value),
        "explains": True,
        "entered": result_text(untold.entered) if untold.entered else gettext("no result"),
        "value": result_text(untold.value) if untold.value else "",
        "look": reverse("record", args=place)
        if untold.source == "record"
        else reverse("desk_board", args=place),
        "apply": reverse("apply_finding", args=place),
        "dismiss": reverse("dismiss_finding", args=place),
        "foul": "" if untold.value else reverse("referee", args=place),
        "apply_form": ApplyForm(initial={"finding": untold.key}, auto_id=f"apply-{key}-%s"),
        "dismiss_form": DismissForm(initial={"finding": untold.key}, auto_id=f"dismiss-{key}-%s"),
    }


def _reasons() -> list[str]:
    """One tap each, in place of typing."""
    return [
        gettext("The moves were entered wrongly"),
        gettext("The side changed on the board"),
        gettext("Ruled otherwise at the table"),
    ]


def _to_hall(_request: HttpRequest, _answer: Any, access: TableAccess) -> HttpResponse:
    return redirect("hall", *round_place(access.round))


def _ruling(address: str, act: AnyAct, form: type[ActForm], message: Any) -> Any:
    return act_url(address, act, form, to=_to_hall, success_message=message, entrance=TABLE)


TABLE_RULINGS = [
    _ruling("apply/", apply_finding, ApplyForm, gettext_lazy("The game has been decided by the rulebook.")),
    _ruling("dismiss/", dismiss_finding, DismissForm, gettext_lazy("The prompt has been dismissed.")),
    _ruling(
        "overturn/",
        overturn_ruling,
        OverturnForm,
        gettext_lazy("The ruling has been overturned; the game goes on."),
    ),
]

"""The referee's overview of a round, for one hand: every table a row, what waits for somebody in words.

It keeps itself current: it asks for its own address with the version that it shows and gets 204 while that
is the newest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from games.policy import RecordAct
from games.queries.hall import Hall, Wait, hall_of, hall_version
from games.queries.records import owed_by, record_place
from games.views.referee_lines import offence_lines
from portal.policy import Denied
from tournaments.models import Round
from tournaments.policy import Act
from tournaments.requests.access import access_round
from tournaments.requests.frame import staff, user_of
from tournaments.wording.sides import side_word

SHOWN = ("all", "playing", "mine")


@staff("GET")
def hall(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """All tables, those that still play, or those that wait for the person who looks."""
    access = access_round(user_of(request), event, section, number, Act.SEE_DESK)
    if not access.round.is_public:
        raise Http404
    version = hall_version(access.round)
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    acts = access.may
    tables = hall_of(access.round)
    parts = {
        "all": tables,
        "playing": [one for one in tables if one.is_playing],
        "mine": [one for one in tables if one.needs(acts)],
    }
    asked = request.GET.get("show", "")
    show = asked if asked in SHOWN else "all"
    words = {"all": gettext("All"), "playing": gettext("Playing"), "mine": gettext("To do")}
    context = {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "game": access.section.game,
        "may": acts,
        "version": version,
        "show": show,
        "chips": [{"key": key, "text": words[key], "count": len(parts[key])} for key in SHOWN],
        "rows": [_line(access.round, one) for one in parts[show]],
        "owed": sum(bool(one.owes) for one in tables),
        "offences": offence_lines(access.section.game),
    }
    return render(request, "games/desk/hall.html", context)


def _line(round_: Round, one: Hall) -> dict[str, Any]:
    words = _wait_words()
    return {
        "one": one,
        "row": one.row,
        "url": reverse("referee", args=record_place(round_, one.row.table or 0, one.contested or one.game)),
        "sheet": reverse("referee", args=record_place(round_, one.row.table or 0, one.game)),
        "waits": [words[wait] for wait in one.waits],
        "owes": side_word(one.owes, round_.section.game) if one.owes else "",
    }


def _wait_words() -> Mapping[Wait, str]:
    return {
        Wait.DISPUTE: gettext("reports differ"),
        Wait.CONTEST: gettext("two different results reported"),
        Wait.FOUL: gettext("foul to decide"),
        Wait.COUNT_RULING: gettext("count not agreed"),
        Wait.COUNT_ENTRY: gettext("enter result of count"),
        Wait.RECORD: gettext("record to review"),
    }


@staff("GET")
def records_owed(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """Table by table, with the way to the record and to the table's page."""
    access = access_round(user_of(request), event, section, number, Act.SEE_DESK)
    if RecordAct.SEE_RECORDS not in access.acts:
        raise Denied(RecordAct.SEE_RECORDS)
    round_ = access.round
    if not round_.is_public:
        raise Http404
    count, missing = owed_by(round_)
    lines = []
    for one in missing:
        place = record_place(round_, one.played.table, one.played.game)
        lines.append(
            {
                "table": one.played.table,
                "game": one.played.game,
                "owes": one.played.owes,
                "side": side_word(one.played.owes, access.section.game),
                "debtor": one.debtor,
                "other": one.other,
                "record": reverse("record", args=place),
                "referee": reverse("referee", args=place),
            }
        )
    context = {
        "event": access.event,
        "section": access.section,
        "round": round_,
        "game": access.section.game,
        "may": access.may,
        "count": count,
        "there": count - len(missing),
        "lines": lines,
    }
    return render(request, "games/desk/owed.html", context)

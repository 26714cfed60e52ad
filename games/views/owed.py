"""Which records of a round are owed, and by whom: the winner enters the game, after a draw Red (WXC 4.2)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.policy import RecordAct
from games.queries.records import owed_by, record_place
from portal.policy import Denied
from tournaments.policy import Act
from tournaments.requests.access import access_round
from tournaments.requests.frame import staff, user_of
from tournaments.wording.sides import side_word


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

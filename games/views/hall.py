"""Show a referee's overview of a round, for one hand: every table a row, what waits for somebody in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.policy import RecordAct
from games.queries.hall import HallTable, Wait, hall_of, hall_version
from games.queries.records import owed_by, record_place
from games.views.referee_lines import fouls_so_far, limit_by_hand, offence_lines, sheet_fouls
from games.wording.rulebooks import citable_articles
from portal.policy import Denied
from tournaments.forms.results import FIRST_GROUND, ResultForm
from tournaments.fouls import FoulRule
from tournaments.models import Round
from tournaments.policy import Act
from tournaments.queries.refereeing.fouls import ladder_of
from tournaments.queries.refereeing.table_duties import given_tables
from tournaments.requests.access import RoundAccess, access_round
from tournaments.requests.frame import staff, user_of
from tournaments.state.gc_disabled import gc_disabled
from tournaments.state.table_ranges import is_within, write_ranges
from tournaments.views.rounds.table_window import chosen_part
from tournaments.wording.sides import move_number, side_word

# What was given to a referee; every table; those that still play; those that wait for the person.
FILTERS = ("own", "all", "playing", "mine")


@staff("GET")
@gc_disabled()
def hall(request: HttpRequest, event: str, section: str, number: int) -> HttpResponse:
    """Show all tables, those that still play, or those that wait for the person who looks; of many a part."""
    access = access_round(user_of(request), event, section, number, Act.SEE_DESK)
    if not access.round.is_public:
        raise Http404
    if "table" in request.GET:
        return _jump(request, access, request.GET["table"])
    version = hall_version(access.round)
    # The page keeps itself current: it asks for its own address with the version that it shows.
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    acts = access.may
    tables = hall_of(access.round)
    own_ranges = given_tables(access.section, access.user)
    parts = {
        "own": [table for table in tables if is_within(table.row.table or 0, own_ranges)],
        "all": tables,
        "playing": [table for table in tables if table.is_playing],
        "mine": [table for table in tables if table.needs(acts)],
    }
    show_text = request.GET.get("show", "")
    chips = FILTERS if own_ranges else FILTERS[1:]
    show = show_text if show_text in chips else chips[0]
    rows = [table.row for table in parts[show]]
    window = chosen_part(request.GET, rows, show)
    pairings_shown = {row.pairing for row in window.rows}
    words = {
        "own": gettext("My tables"),
        "all": gettext("All"),
        "playing": gettext("Playing"),
        "mine": gettext("To do"),
    }
    ladder = ladder_of(access.section)
    lines = [
        _line(access.round, table, ladder) for table in parts[show] if table.row.pairing in pairings_shown
    ]
    renewal = {"show": show, "v": version} | ({"from": window.first} if window.is_part else {})
    context = {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "game": access.section.game,
        "may": acts,
        "renewal": urlencode(renewal),
        "last_table": max((table.row.table or 0 for table in tables), default=0),
        "show": show,
        "chips": [{"key": key, "text": words[key], "count": len(parts[key])} for key in chips],
        "own_ranges": write_ranges(own_ranges),
        "window": window,
        "rows": lines,
        "groups": _groups(lines, acts) if show in ("own", "all") else [{"rows": lines}],
        "owed": sum(bool(table.owes) for table in tables),
        "offences": offence_lines(access.section.game),
        "sheet_fouls": sheet_fouls(access.section.game, ladder),
        "loses_at": ladder.loses_at,
        "natural_limit": limit_by_hand(access.section),
        "dispute_form": ResultForm(initial={"ground": FIRST_GROUND}, auto_id="sheet-dispute-%s"),
        "articles": citable_articles(access.section.game, access.section.rulebook),
    }
    return render(request, "games/desk/hall.html", context)


def _groups(lines: Sequence[dict[str, Any]], acts: Collection[str]) -> list[dict[str, Any]]:
    """Group the rows as a referee goes through them: what waits for the one who looks, what plays, what is
    over."""
    words = {"need": gettext("Need you"), "play": gettext("Playing"), "over": gettext("Over")}
    groups: dict[str, list[dict[str, Any]]] = {key: [] for key in words}
    for line in lines:
        table: HallTable = line["table"]
        groups["need" if table.needs(acts) else "play" if table.is_playing else "over"].append(line)
    return [{"key": key, "words": words[key], "rows": rows} for key, rows in groups.items() if rows]


def _jump(request: HttpRequest, access: RoundAccess, typed: str) -> HttpResponse:
    """To the page of the table whose number was typed, or back to the list with a sentence."""
    place = [access.event.slug, access.section.slug, access.round.number]
    typed = unicodedata.normalize("NFKC", typed).strip()
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
    table_found = next(
        (table for table in hall_of(access.round) if number and table.row.table == number), None
    )
    if table_found is None:
        messages.error(request, gettext("This round has no table %(table)s.") % {"table": typed[:20]})
        return redirect("hall", *place)
    return redirect("referee", *record_place(access.round, number, table_found.contested or table_found.game))


def _line(round_: Round, table: HallTable, ladder: FoulRule) -> dict[str, Any]:
    words = _wait_words()
    return {
        "table": table,
        "row": table.row,
        "url": reverse(
            "referee", args=record_place(round_, table.row.table or 0, table.contested or table.game)
        ),
        "move": move_number(table.ply, round_.section.game) if table.is_playing else "",
        "sheet": reverse("referee", args=record_place(round_, table.row.table or 0, table.game)),
        "waits": [words[wait] for wait in table.waits],
        "owes": side_word(table.owes, round_.section.game) if table.owes else "",
        "fouls_of": fouls_so_far(dict(table.counted), ladder),
        "counted": dict(table.counted),
        "fouls": [(side_word(colour, round_.section.game), count) for colour, count in table.fouls],
    }


def _wait_words() -> Mapping[Wait, str]:
    return {
        Wait.DISPUTE: gettext("reports differ"),
        Wait.CONTEST: gettext("two different results reported"),
        Wait.WITHDRAWN: gettext("a player has withdrawn"),
        Wait.FOUL: gettext("foul to decide"),
        Wait.COUNT_RULING: gettext("count not agreed"),
        Wait.COUNT_ENTRY: gettext("enter result of count"),
        Wait.RECORD: gettext("record to review"),
    }


@staff("GET")
@gc_disabled()
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
    for owed_record in missing:
        place = record_place(round_, owed_record.played.table, owed_record.played.game)
        lines.append(
            {
                "table": owed_record.played.table,
                "game": owed_record.played.game,
                "owes": owed_record.played.owes,
                "side": side_word(owed_record.played.owes, access.section.game),
                "debtor": owed_record.debtor,
                "other": owed_record.other,
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

"""A list of players: read it, show what would happen row by row, enter them when that is confirmed.

Between preview and confirmation the list travels in the page, as text: nothing waits on the server, and a
row that is wrong can be put right on the spot and looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext, gettext_lazy, ngettext

from portal.sandbox import parent
from tournaments.acts.entering.import_players import Fate, dismiss_doubts, import_players
from tournaments.exchange.federations import FederationRow as ListedFederation
from tournaments.exchange.federations import codes_by_name
from tournaments.exchange.people import PeopleReport
from tournaments.exchange.spreadsheet import read_player_list
from tournaments.forms.imports import ImportForm, column_choices
from tournaments.models import Event, Federation
from tournaments.policy import Act
from tournaments.queries.entering.entries import remembered_columns
from tournaments.requests.access import SectionAccess, access_section
from tournaments.requests.act_urls import act_url
from tournaments.requests.frame import attempt, once_of, staff, user_of
from tournaments.requests.tables import WRITERS, table_file
from tournaments.views.import_preview import ImportPreview, preview_of, preview_words, printable
from tournaments.wording.people import TEMPLATE

# Digits of the number of a line.
MOST_DIGITS = 7
# Seconds of processor time: ten thousand rows of a workbook take half of it.
SECONDS = 10
REPORT = "import_report"


@staff("GET", "POST")
def entries_import(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """Read a list, show what would happen, and with ``confirm`` enter the players.

    GET: choose a file or paste; with ``template`` an empty list. POST: the preview; ``namesake``: rows that
    are other persons of the same name; with ``left_out`` the rows that are not entered come as a file."""
    access = access_section(user_of(request), event, section, Act.ENTER_PLAYER)
    if request.method != "POST":
        if (kind := request.GET.get("template", "")) in WRITERS:
            return table_file([[str(heading) for heading in TEMPLATE.values()]], gettext("players"), kind)
        return _page(request, access, ImportForm())
    form = ImportForm.of(request)
    if not form.is_valid():
        # Of what is too large the page says so, and does not send megabytes back.
        form.put(text="" if form.too_large else printable(request.POST.get("text", "")))
        return _page(request, access, form, status=422)
    try:
        report = _read(form, access.event)
    except parent.Stopped as stopped:
        form.refuse(stopped)
        return _page(request, access, form, status=form.status)
    if "confirm" in request.POST and form.is_as_seen:
        answer = attempt(
            form,
            lambda: import_players(
                section=access.section,
                rows=report.rows,
                namesakes=_namesakes(request),
                shape=report.shape,
                columns=report.fields,
                by=access.user,
                once=once_of(request),
            ),
        )
        if answer is not None:
            import_report = _import_report(answer, report)
            request.session[REPORT] = {"section": access.section.pk, "answer": answer, **import_report}
            to_look_at = ("left_out", "known", "more")
            if not answer["doubtful"] and not any(import_report[key] for key in to_look_at):
                # Nothing is to be looked at: the entries themselves say it.
                words = ngettext(
                    "%(count)s player imported.", "%(count)s players imported.", answer["entered"]
                )
                messages.success(request, words % {"count": answer["entered"]})
                return redirect("entries", event, section)
            return redirect("entries_imported", event, section)
        return _page(request, access, form, preview_of(access.section, report), status=form.status)
    preview = preview_of(access.section, report)
    if (kind := request.POST.get("left_out", "")) in WRITERS:
        rows = [(row.row.cells, row.row.line, row.words) for row in preview.left_out]
        return _left_out(kind, _headings(report), rows)
    fresh = form.shown_again(report, printable(report.text))
    return _page(request, access, fresh, preview, changed="confirm" in request.POST)


@staff("GET")
def entries_imported(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """What became of the list that this person has just had entered."""
    access = access_section(user_of(request), event, section, Act.ENTER_PLAYER)
    report = request.session.get(REPORT)
    if not report or report["section"] != access.section.pk:
        return redirect("entries", event, section)
    if (kind := request.GET.get("left_out", "")) in WRITERS:
        rows = [(row["cells"], row["line"], row["words"]) for row in report["left_out"]]
        return _left_out(kind, report["headings"], rows)
    # The step after the list, unless something in it is to be put right first.
    draws_lots = not access.section.lots_drawn_at and Act.DRAW_LOTS in access.may
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "kept": report,
        "draws_lots": draws_lots and not report["answer"]["doubtful"],
    }
    return render(request, "tournaments/desk/imported.html", context)


def _namesakes(request: HttpRequest) -> frozenset[int]:
    """The lines that were marked as other persons of the same name."""
    lines = request.POST.getlist("namesake")
    return frozenset(int(line) for line in lines if line.isdecimal() and len(line) < MOST_DIGITS)


def _headings(report: PeopleReport) -> list[str]:
    """Those of the list; of a list without, what its columns were read as."""
    return [*report.headings] or [str(TEMPLATE.get(name, "")) for name in report.fields]


def _left_out(
    kind: str, headings: Iterable[str], rows: Iterable[tuple[Iterable[str], int, Iterable[str]]]
) -> HttpResponse:
    """Rows that were left out, as they stood, each with its line and why: to be put right and imported."""
    table = [[*headings, gettext("line"), gettext("reason")]]
    width = len(table[0]) - 2
    for cells, line, words in rows:
        cells_within = [*cells][:width]
        table.append([*cells_within, *[""] * (width - len(cells_within)), str(line), " ".join(words)])
    return table_file(table, "left-out", kind)


def _read(form: ImportForm, event: Event) -> PeopleReport:
    federations = Federation.objects.exclude(code="")
    listed = [
        ListedFederation(**values)
        for values in federations.values("code", "name_en", "name_zh_hans", "name_zh_hant", "name_vi")
    ]
    data, how = form.reading(remembered_columns(event))
    return parent.run_sandboxed(
        read_player_list,
        data,
        field="file",
        seconds=SECONDS,
        federations={federation.code for federation in listed},
        federation_names=codes_by_name(listed),
        **how,
    )


def _import_report(answer: Mapping[str, Any], report: PeopleReport) -> dict[str, Any]:
    """Make the report after the import from what the act has answered."""
    # A form that was sent twice says the same twice. The answer has lines and codes; the names are those of
    # the list that was sent.
    rows = {row.line: row for row in report.rows}
    rows_by_entered: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
    for row_answer in answer["rows"]:
        row, fate = rows[row_answer["line"]], Fate(row_answer["fate"])
        words = preview_words(
            row, row_answer.get("code", ""), row_answer.get("params", {}), row_answer.get("kept", ())
        )
        rows_by_entered[fate is Fate.ENTER].append(
            {"line": row.line, "name": row.name, "words": list(words), "cells": list(row.cells)}
        )
    preview = {"headings": _headings(report), "more": answer["more"]}
    return {"left_out": rows_by_entered[False], "known": rows_by_entered[True], **preview}


def _page(
    request: HttpRequest,
    access: SectionAccess,
    form: ImportForm,
    preview: ImportPreview | None = None,
    *,
    changed: bool = False,
    status: int = 200,
) -> HttpResponse:
    """``changed``: somebody has confirmed another list than the one that was shown."""
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "form": form,
        "preview": preview,
        "choices": column_choices(),
        "changed": changed,
    }
    return render(request, "tournaments/desk/import.html", context, status=status)


ENTRY = [
    path("import/", entries_import, name="entries_import"),
    path("import/done/", entries_imported, name="entries_imported"),
    act_url(
        "<int:entry>/dismiss/",
        dismiss_doubts,
        to="entry_desk",
        success_message=gettext_lazy("Marks removed."),
    ),
]

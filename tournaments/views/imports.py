"""A list of players: read it, show what would happen row by row, enter them when that is confirmed.

Between preview and confirmation the list travels in the page, as text: nothing waits on the server, and a
row that is wrong can be put right on the spot and looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext

from portal import apart
from tournaments.acts.import_players import Fate, import_players, plan_import
from tournaments.exchange.federations import Federation as ListedFederation
from tournaments.exchange.federations import codes_by_name
from tournaments.exchange.people import PeopleReport, PersonRow
from tournaments.exchange.spreadsheet import read_list, to_csv
from tournaments.forms.entries import ENCODING_NAMES, ImportForm
from tournaments.models import Federation, Section
from tournaments.policy import Act
from tournaments.requests.access import SectionAccess, access_section
from tournaments.requests.frame import attempt, once_of, staff, user_of
from tournaments.wording.people import COLUMNS, fault_text, kept_text
from tournaments.wording.refusals import refusal_sentence

MOST_SHOWN = 300
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]")
MOST_DIGITS = 7
"""Of the number of a line."""
REPORT = "import_report"


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the preview: what becomes of it, and why."""

    row: PersonRow
    fate: Fate
    words: tuple[str, ...]
    may_be_another: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """Faulty rows first in ``left_out``; of either list at most `MOST_SHOWN` are shown."""

    encoding: str
    guessed: bool
    columns: list[str]
    faults: list[str]
    entering: list[ShownRow]
    left_out: list[ShownRow]

    @property
    def shown(self) -> list[ShownRow]:
        return self.entering[:MOST_SHOWN]

    @property
    def asks(self) -> bool:
        """Whether rows are left out that may be other persons of the same name."""
        return any(row.may_be_another for row in self.left_out)

    @property
    def shown_left_out(self) -> list[ShownRow]:
        return self.left_out[:MOST_SHOWN]


@staff("GET", "POST")
def entries_import(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """GET: choose a file or paste. POST: the preview; with ``confirm`` the rows are entered, those of
    ``namesake`` as other persons of the same name; with ``left_out`` those that are not come as a file."""
    access = access_section(user_of(request), event, section, Act.ENTER_PLAYER)
    if request.method != "POST":
        return _page(request, access, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        if form.too_large:
            # The page says so, and does not send megabytes back.
            form.data = posted = request.POST.copy()
            posted["text"] = ""
        return _page(request, access, form, status=422)
    data, encoding = form.data_and_encoding()
    try:
        report = _read(data, encoding, form.cleaned_data["federation"])
    except apart.Stopped as stopped:
        form.refuse(stopped)
        return _page(request, access, form, status=form.status)
    preview = _preview(access.section, report)
    if "confirm" in request.POST:
        answer = attempt(
            form,
            lambda: import_players(
                section=access.section,
                rows=report.rows,
                namesakes=_namesakes(request),
                by=access.user,
                once=once_of(request),
            ),
        )
        if answer is not None:
            request.session[REPORT] = {
                "section": access.section.pk,
                "answer": answer,
                **_told(answer, report),
            }
            return redirect("entries_imported", event, section)
        return _page(request, access, form, preview, status=form.status)
    if "left_out" in request.POST:
        return _file(report.headings, [(one.row.cells, one.row.line, one.words) for one in preview.left_out])
    kept = {"text": _printable(report.text), "federation": request.POST.get("federation", "")}
    fresh = ImportForm(initial={**kept, "encoding": ""})
    return _page(request, access, fresh, preview)


@staff("GET")
def entries_imported(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """What became of the list that this person has just had entered."""
    access = access_section(user_of(request), event, section, Act.ENTER_PLAYER)
    kept = request.session.get(REPORT)
    if not kept or kept["section"] != access.section.pk:
        return redirect("entries", event, section)
    if "file" in request.GET:
        return _file(
            kept["headings"], [(one["cells"], one["line"], one["words"]) for one in kept["left_out"]]
        )
    context = {"event": access.event, "section": access.section, "may": access.may, "kept": kept}
    return render(request, "tournaments/desk/imported.html", context)


def _namesakes(request: HttpRequest) -> frozenset[int]:
    """The lines that were marked as other persons of the same name."""
    lines = request.POST.getlist("namesake")
    return frozenset(int(line) for line in lines if line.isdecimal() and len(line) < MOST_DIGITS)


def _file(headings: Iterable[str], rows: Iterable[tuple[Iterable[str], int, Iterable[str]]]) -> HttpResponse:
    """Rows that were left out, as they stood, each with its line and why: to be put right and imported."""
    table = [(*headings, gettext("line"), gettext("reason"))]
    width = len(table[0]) - 2
    for cells, line, words in rows:
        kept = [*cells][:width]
        table.append((*kept, *[""] * (width - len(kept)), str(line), " ".join(words)))
    response = HttpResponse(to_csv(table), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="left-out.csv"'
    return response


def _read(data: bytes, encoding: str | None, federation: Federation | None) -> PeopleReport:
    listed = [
        ListedFederation(**values)
        for values in Federation.objects.values("code", "name_en", "name_zh_hans", "name_zh_hant", "name_vi")
    ]
    return apart.call(
        read_list,
        data,
        field="file",
        federations={federation.code for federation in listed},
        federation_names=codes_by_name(listed),
        federation=federation.pk if federation else "",
        encoding=encoding,
    )


def _preview(section: Section, report: PeopleReport) -> Preview:
    fates = plan_import(section, report.rows)
    shown = [
        ShownRow(
            fate.row,
            fate.fate,
            tuple(_words(fate.row, fate.code, dict(fate.params), fate.kept)),
            fate.may_be_another,
        )
        for fate in fates
    ]
    left_out = [row for row in shown if row.fate is not Fate.ENTER]
    left_out.sort(key=lambda row: (row.fate is Fate.KNOWN, row.row.line))
    return Preview(
        encoding=ENCODING_NAMES.get(report.encoding, report.encoding),
        guessed=report.guessed,
        columns=[_printable(f"{heading} → {COLUMNS[name]}") for name, heading in report.columns.items()],
        faults=[_printable(fault_text(fault)) for fault in report.faults],
        entering=[row for row in shown if row.fate is Fate.ENTER],
        left_out=left_out,
    )


def _printable(text: str) -> str:
    """Without what cannot stand in a page: control characters and codes that are no characters."""
    return _NO_TEXT.sub("", text)


def _words(row: PersonRow, code: str, params: Mapping[str, Any], kept: Iterable[str]) -> Iterator[str]:
    """Why a row is left out, or what about a known player stays as it is."""
    yield from (_printable(fault_text(fault)) for fault in row.faults)
    if code == "already-entered":
        yield gettext("Already entered in this section.")
    elif code:
        yield refusal_sentence(code, {**params, "name": row.name})
    if code == "unknown-category":
        yield gettext("Add this category to the section first, or remove it from the list.")
    if fields := list(kept):
        yield kept_text(fields)


def _told(answer: Mapping[str, Any], report: PeopleReport) -> dict[str, Any]:
    """The report after the import, from what the act has answered: a form that was sent twice says the same
    twice. The answer has lines and codes; the names are those of the list that was sent."""
    rows = {row.line: row for row in report.rows}
    told: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
    for one in answer["rows"]:
        row, fate = rows[one["line"]], Fate(one["fate"])
        words = _words(row, one.get("code", ""), one.get("params", {}), one.get("kept", ()))
        told[fate is Fate.ENTER].append(
            {"line": row.line, "name": row.name, "words": list(words), "cells": list(row.cells)}
        )
    kept = {"headings": list(report.headings), "more": answer["more"]}
    return {"left_out": told[False], "known": told[True], **kept}


def _page(
    request: HttpRequest,
    access: SectionAccess,
    form: ImportForm,
    preview: Preview | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "form": form,
        "preview": preview,
    }
    return render(request, "tournaments/desk/import.html", context, status=status)


ENTRY = [
    path("import/", entries_import, name="entries_import"),
    path("import/done/", entries_imported, name="entries_imported"),
]

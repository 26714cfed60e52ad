"""A section as a file, and a file as a section: nothing is stored before its preview was confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext

from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.acts.import_section import check_file, import_section
from tournaments.acts.sections import free_slug
from tournaments.exchange import tournament_file
from tournaments.exchange.checking import RoundSummary, summaries
from tournaments.exchange.conversion import CannotWrite, LossCode
from tournaments.exchange.problems import Problem
from tournaments.exchange.writing import TABLES_OF_TEAMS
from tournaments.forms.files import MOST_LETTERS, SectionFileForm
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.presets import preset_of
from tournaments.queries.files import (
    FORMATS,
    FileHeadings,
    file_written,
    formats_of,
    section_as_file,
    section_headings,
)
from tournaments.queries.modes import goes_on_officially
from tournaments.queries.public.public_parts import is_large
from tournaments.requests.access import EventAccess, SectionAccess, access_event, access_section
from tournaments.requests.act_urls import page_url
from tournaments.requests.frame import attempt, once_of, sent, staff, user_of
from tournaments.state.tournament import Tournament
from tournaments.wording.checking import rounds_text
from tournaments.wording.exchange import FORMATS as FORMAT_NAMES
from tournaments.wording.exchange import problem_text, problems_text
from tournaments.wording.refusals import placed_sentence


@dataclass(frozen=True, slots=True)
class OfferedFormat:
    """One format: what it leaves out, or why it cannot be written. ``unread``: nobody has looked yet."""

    key: str
    name: str
    losses: tuple[str, ...] = ()
    refused: str = ""
    unread: bool = False


@dataclass(frozen=True, slots=True)
class FileContents:
    """What a file holds, what of it stays behind, and how its ``rounds`` stand to the rules."""

    tournament: Tournament
    losses: tuple[str, ...]
    rounds: tuple[str, ...] = ()

    @property
    def system(self) -> str:
        return str(Section.System(self.tournament.paired_by).label)

    @property
    def games(self) -> int:
        return len(self.tournament.games)

    @property
    def results(self) -> int:
        return sum(game.result is not None for game in self.tournament.games)

    @property
    def corrected(self) -> int:
        return sum(bool(game.history) for game in self.tournament.games)

    @property
    def goes_on(self) -> bool:
        """Whether the section goes on in official mode."""
        return goes_on_officially(self.tournament)


def _section_files(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """Show every format with what it does not carry."""
    section, format_key = access.section, request.GET.get("of", "")
    numbered = section.entries.filter(number__isnull=False).count()
    keys = formats_of(section) if numbered else []
    # To know what a format does not carry the file is written: of a large section only the one that is asked
    # for.
    looked_at = {format_key} if is_large(numbered) else set(keys)
    whole = section_as_file(section) if looked_at & set(keys) else None
    facts = section_headings(section, public=False)
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "offered": [
            _offer(whole, key, facts)
            if whole is not None and key in looked_at
            else OfferedFormat(key, str(FORMAT_NAMES[key]), unread=True)
            for key in keys
        ],
    }
    return render(request, "tournaments/desk/files.html", context)


def _offer(whole: Tournament, key: str, facts: FileHeadings) -> OfferedFormat:
    name = str(FORMAT_NAMES[key])
    try:
        writing = file_written(whole, key, facts)
    except CannotWrite as refused:
        return OfferedFormat(key, name, refused=problems_text(refused.problems))
    return OfferedFormat(key, name, losses=tuple(problem_text(loss) for loss in writing.losses))


@staff("GET")
def section_file(request: HttpRequest, event: str, section: str, key: str) -> HttpResponse:
    """One file to keep. 404 for a format that does not hold this section's game."""
    access = access_section(user_of(request), event, section, Act.SEE_DESK)
    if key not in formats_of(access.section):
        raise Http404
    if not access.section.lots_drawn_at:
        raise Refusal("lots-not-drawn")
    try:
        writing = file_written(
            section_as_file(access.section), key, section_headings(access.section, public=False)
        )
    except CannotWrite as refused:
        raise Refusal("cannot-write", format=FORMAT_NAMES[key], why=problems_text(refused.problems)) from None
    ending, content_type = FORMATS[key]
    stem = access.section.slug
    if key in TABLES_OF_TEAMS or key.startswith("standings"):
        stem = f"{stem}-{key.rpartition('-')[0]}"
    elif key.startswith("trf"):
        stem = f"{stem}-{key}"
    response = HttpResponse(writing.data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{stem}.{ending}"'
    return response


@staff("GET", "POST")
def section_import(request: HttpRequest, event: str) -> HttpResponse:
    """GET: choose a file. POST: what it holds; with ``confirm`` it becomes a section."""
    access = access_event(user_of(request), event, Act.EDIT_EVENT)
    confirmed = "confirm" in request.POST
    form = SectionFileForm(sent(request), request.FILES or None, naming=confirmed)
    if request.method != "POST":
        return _page(request, access, form)
    valid = form.is_valid()
    tournament = form.reading.tournament if form.reading else None
    if form.reading is None or tournament is None:
        return _page(request, access, form, status=422)
    try:
        check_file(tournament)
    except Refusal as refusal:
        form.add_error("file", placed_sentence(refusal))
        return _page(request, access, form, status=422)
    losses = form.reading.losses
    rule_known = form.cleaned_data.get("rule_known", False) if confirmed else _says_rule(losses)
    held = FileContents(tournament, tuple(map(problem_text, losses)))
    if not valid:
        return _page(request, access, form, held if confirmed else None, status=422)
    rows = _rounds_checked(tournament, rule_known=rule_known)
    if not confirmed:
        held = replace(held, rounds=tuple(_rounds_text(rows)))
        proposed = {
            "rule_known": rule_known,
            "text": tournament_file.dumps(tournament),
            "name": tournament.name[:MOST_LETTERS],
            "slug": free_slug(access.event, tournament.name),
        }
        return _page(request, access, SectionFileForm(initial=proposed, naming=True), held)
    answer = attempt(
        form,
        lambda: import_section(
            event=access.event,
            tournament=tournament,
            slug=form.cleaned_data["slug"],
            name=form.cleaned_data["name"],
            native_name=form.cleaned_data["native_name"],
            preset=preset_of(tournament.paired_by),
            findings=rows or (),
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is None:
        return _page(request, access, form, held, status=form.status)
    messages.success(request, gettext("Section imported. Its pages are public now."))
    return redirect("section_desk", event, answer["slug"])


# Seconds of processor time: a Dutch round of 300 players takes up to one (measured).
SECONDS_TO_CHECK = 20


def _says_rule(losses: Iterable[Problem]) -> bool:
    """Whether a file says by which system it was paired."""
    return all(loss.code is not LossCode.SYSTEM for loss in losses)


def _rounds_checked(tournament: Tournament, *, rule_known: bool) -> Sequence[RoundSummary] | None:
    """In a child, as whatever a file makes slow; None where it is too slow."""
    if not tournament.games:
        return ()
    # Files of others say no tables: those that were read are ours.
    tables = bool(tournament.official)
    try:
        return parent.run_sandboxed(
            summaries, tournament, system_known=rule_known, tables=tables, seconds=SECONDS_TO_CHECK
        )
    except parent.Stopped:
        return None


def _rounds_text(rows: Sequence[RoundSummary] | None) -> list[str]:
    if rows is None:
        return [gettext("The rounds are too many to be checked here: “qiyuan verify” does it.")]
    return rounds_text(rows)


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: SectionFileForm,
    held: FileContents | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {"event": access.event, "may": access.may, "form": form, "held": held}
    return render(request, "tournaments/desk/section_import.html", context, status=status)


SECTION = [
    page_url("files/", "section_files", _section_files, Act.SEE_DESK),
    path("files/<slug:key>/", section_file, name="section_file"),
]


EVENT = [
    path("-/import-section/", section_import, name="section_import"),
]

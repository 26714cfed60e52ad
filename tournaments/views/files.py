"""A section as a file, and a file as a section: nothing is stored before its preview was confirmed."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext

from portal.policy import Refusal
from tournaments.acts.import_section import check_file, import_section
from tournaments.exchange import tournament_file
from tournaments.exchange.conversion import CannotWrite
from tournaments.forms.files import SectionFileForm
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.presets import preset_of
from tournaments.queries.files import FORMATS, file_of, formats_of, modes_lost, occasion_of, written
from tournaments.requests.access import EventAccess, SectionAccess, access_event, access_section
from tournaments.requests.acting import showing
from tournaments.requests.frame import attempt, once_of, sent, staff, user_of
from tournaments.state.gotha.occasion import Occasion
from tournaments.state.tournament import Tournament
from tournaments.wording.exchange import FORMATS as FORMAT_NAMES
from tournaments.wording.exchange import flaws_text, loss_text
from tournaments.wording.refusals import placed_sentence


@dataclass(frozen=True, slots=True)
class Offered:
    """One format: what it leaves out, or why it cannot be written."""

    key: str
    name: str
    losses: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """What a file holds, and what of it stays behind."""

    tournament: Tournament
    losses: tuple[str, ...]

    @property
    def system(self) -> str:
        return str(Section.System(self.tournament.system).label)

    @property
    def games(self) -> int:
        return len(self.tournament.games)

    @property
    def results(self) -> int:
        return sum(game.result is not None for game in self.tournament.games)

    @property
    def corrected(self) -> int:
        return sum(bool(game.history) for game in self.tournament.games)


def _section_files(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """Every format with what it does not carry."""
    whole = file_of(access.section)
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "offered": [_offer(whole, key, occasion_of(access.section)) for key in formats_of(access.section)]
        if whole.entries
        else [],
    }
    return render(request, "tournaments/desk/files.html", context)


def _offer(whole: Tournament, key: str, occasion: Occasion) -> Offered:
    name = str(FORMAT_NAMES[key])
    try:
        writing = written(whole, key, occasion)
    except CannotWrite as refused:
        return Offered(key, name, refused=flaws_text(refused.flaws))
    return Offered(key, name, losses=tuple(loss_text(loss) for loss in writing.losses))


@staff("GET")
def section_file(request: HttpRequest, event: str, section: str, key: str) -> HttpResponse:
    """One file to keep. 404 for a format that does not hold this section's game."""
    access = access_section(user_of(request), event, section, Act.SEE_DESK)
    if key not in formats_of(access.section):
        raise Http404
    if not access.section.lots_drawn_at:
        raise Refusal("lots-not-drawn")
    try:
        writing = written(file_of(access.section), key, occasion_of(access.section))
    except CannotWrite as refused:
        raise Refusal("cannot-write", format=FORMAT_NAMES[key], why=flaws_text(refused.flaws)) from None
    ending, content_type = FORMATS[key]
    stem = f"{access.section.slug}-standings" if key.startswith("standings") else access.section.slug
    response = HttpResponse(writing.data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{stem}.{ending}"'
    return response


@staff("GET", "POST")
def section_import(request: HttpRequest, event: str) -> HttpResponse:
    """GET: choose a file. POST: what it holds; with ``confirm`` it becomes a section."""
    access = access_event(user_of(request), event, Act.EDIT_EVENT)
    form = SectionFileForm(sent(request), request.FILES or None)
    if request.method != "POST":
        return _page(request, access, form)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    tournament = form.reading.tournament
    if tournament is None:
        raise Http404
    losses = (*form.reading.losses, *modes_lost(tournament))
    held = Held(tournament, tuple(loss_text(loss) for loss in losses))
    try:
        check_file(tournament)
    except Refusal as refusal:
        form.add_error("file", placed_sentence(refusal))
        return _page(request, access, form, status=422)
    if "confirm" not in request.POST:
        values = {name: form.cleaned_data[name] for name in ("name", "native_name", "slug")}
        fresh = SectionFileForm(initial=values | {"text": tournament_file.dumps(tournament)})
        return _page(request, access, fresh, held)
    answer = attempt(
        form,
        lambda: import_section(
            event=access.event,
            tournament=tournament,
            slug=form.cleaned_data["slug"],
            name=form.cleaned_data["name"],
            native_name=form.cleaned_data["native_name"],
            preset=preset_of(tournament.system),
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is None:
        return _page(request, access, form, held, status=form.status)
    messages.success(request, gettext("Section imported. Its pages are public now."))
    return redirect("section_desk", event, answer["slug"])


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: SectionFileForm,
    held: Held | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {"event": access.event, "may": access.may, "form": form, "held": held}
    return render(request, "tournaments/desk/section_import.html", context, status=status)


SECTION = [
    showing("files/", "section_files", _section_files, Act.SEE_DESK),
    path("files/<slug:key>/", section_file, name="section_file"),
]


EVENT = [
    path("-/import-section/", section_import, name="section_import"),
]

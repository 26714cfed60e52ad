"""The work "paper": one PDF of one version, set outside any transaction."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any
from unicodedata import normalize

from django.template.loader import render_to_string
from django.utils import timezone, translation

from portal.ops.fonts import APT, Fonts
from portal.outbox import Handler, Job, JobRefused, Work
from portal.policy import Refusal
from portal.published.attached import attached_changed
from portal.published.documents import plain_value
from portal.published.renderers import release
from tournaments.acts.papers import wanted_of
from tournaments.models import Event, Logo, Mark, Paper, Section
from tournaments.pages.attached import source_of
from tournaments.pages.paths import shown_path
from tournaments.paper.press import CannotPrint, Printed, print_fonts, to_pdf, upper_margin
from tournaments.paper.sheets import context_of, sheet_of
from tournaments.queries.papers import PrintoutVersion, WantedPaper, contents_of, edition_of
from tournaments.queries.public.public import Framed
from tournaments.queries.public.public_rounds import RoundPage
from tournaments.state.canonical import digest_of
from tournaments.wording.names import both_names


@dataclass(frozen=True, slots=True)
class ToSet:
    wanted: WantedPaper
    edition: PrintoutVersion
    page: Framed
    digest: str
    pairings_digest: str
    source: str
    made: bool
    logo: str
    """Of the event, or the mark of the organisation whose it is, as an address of the picture; empty for
    none."""


def requested_paper(payload: dict[str, Any]) -> WantedPaper:
    """The paper that a payload names. Raises `Refusal`."""
    section = Section.objects.select_related("event").get(pk=payload["section"])
    return wanted_of(
        section,
        payload["kind"],
        payload["number"],
        part=payload["part"],
        language=payload["language"],
        size=payload["size"],
    )


def plan_paper(paper: WantedPaper) -> ToSet:
    """What is to be set, and whether just that has been set already. Raises `Refusal` and `CannotPrint`."""
    fonts_ready = print_fonts()
    # Before the contents: what is printed is then as new as the page, or newer.
    source = source_of(paper)
    edition, page = edition_of(paper), contents_of(paper)
    logo = _logo_or_mark(paper.section.event)
    logo_digest = logo.digest if logo else ""
    how = [edition.version, edition.at, paper.language, paper.size, fonts_ready.name, release(), logo_digest]
    contents = plain_value(page, whole=True)
    digest = digest_of([contents, *how])
    pairings_digest = digest_of([_before_play(contents), *how]) if type(page) is RoundPage else ""
    made = _stored(paper, edition.version, digest=digest)
    picture = _picture(logo) if logo else ""
    return ToSet(paper, edition, page, digest, pairings_digest, source, made, picture)


IN_PLAY = frozenset({"state", "reported", "tables", "matches", "boards", "games", "holds", "proof"})
OF_PAIRING = ("table", "board", "first", "second", "handicap", "komi", "starts", "revealed")
"""What of a table or a match is known before it is played."""


def _before_play(contents: Mapping[str, Any]) -> dict[str, Any]:
    """The contents of a round without what its games bring: what hangs on the wall stays right without it."""
    lines = {
        name: [{key: row[key] for key in OF_PAIRING if key in row} for row in contents[name]]
        for name in ("tables", "matches")
    }
    return {name: value for name, value in contents.items() if name not in IN_PLAY} | lines


def _logo_or_mark(event: Event) -> Logo | Mark | None:
    logo = Logo.objects.filter(event=event).first()
    if logo is not None or event.organisation_id is None:
        return logo
    return Mark.objects.filter(organisation=event.organisation_id).first()


def _picture(logo: Logo | Mark) -> str:
    return f"data:image/png;base64,{b64encode(bytes(logo.body)).decode()}"


def _stored(paper: WantedPaper, version: int, **more: Any) -> bool:
    return Paper.objects.filter(**_place(paper, version), **more).exists()


def _place(paper: WantedPaper, version: int) -> dict[str, Any]:
    return {
        "section": paper.section,
        "kind": paper.kind.key,
        "number": paper.number,
        "part": paper.part,
        "version": version,
        "language": paper.language,
        "size": paper.size,
    }


def set_paper(planned: ToSet) -> tuple[Printed, list[Report]]:
    """The PDF, and what its fonts could not draw."""
    paper = planned.wanted
    page, reports = legible(planned.page, print_fonts())
    sheet = sheet_of(paper.kind.key)
    live = paper.kind.live
    # The round's own digest says nothing of what is added to the round afterwards.
    digest = planned.digest if live else planned.edition.digest or planned.digest
    with translation.override(paper.language):
        context = {
            **context_of(page),
            "title": paper.kind.title,
            "kind": paper.kind.key,
            "size": paper.size,
            "logo": planned.logo,
            "edition": planned.edition,
            "digest": digest.partition(":")[2][:16],
            "made": timezone.now().isoformat() if live else "",
        }
        html = render_to_string(sheet.template, {**context, **sheet.drawn(page)})
        host = planned.page.frame.host
        top = upper_margin(
            [*(both_names(host) if host else ()), *both_names(context["event"])],
            [str(paper.kind.title), *both_names(context["section"])],
            size=paper.size,
            landscape=sheet.landscape,
            logo=bool(planned.logo),
        )
        return to_pdf(html, size=paper.size, landscape=sheet.landscape, top=top), reports


class PaperHandler(Handler):
    """``{"section", "kind", "number", "part", "language", "size"}`` → a `Paper`."""

    def read(self, payload: dict[str, Any]) -> Work:
        try:
            planned = plan_paper(requested_paper(payload))
        except Refusal as refusal:
            raise JobRefused(refusal.code, **refusal.params) from None
        except CannotPrint as lack:
            raise JobRefused(lack.code, apt=APT) from None
        return Work(planned.digest, planned)

    def compute(self, data: ToSet) -> tuple[Printed, list[Report]] | None:
        try:
            return None if data.made else set_paper(data)
        except CannotPrint as lack:
            raise JobRefused(lack.code, apt=APT) from None

    def lock(self, payload: dict[str, Any]) -> None:
        # A name that is corrected or forgotten meanwhile must not be stored in its old form.
        Section.objects.select_for_update().get(pk=payload["section"])

    def write(self, job: Job, data: ToSet, result: tuple[Printed, list[Report]] | None) -> dict[str, Any]:
        place = _place(data.wanted, data.edition.version)
        if data.wanted.kind.public:
            attached_changed(shown_path(data.wanted.section, data.wanted.kind.key, data.wanted.number))
        if result is None:
            Paper.objects.filter(**place).update(source=data.source)
            return {"digest": data.digest, "made": False}
        printed, reports = result
        values = {
            "digest": data.digest,
            "pairings_digest": data.pairings_digest,
            "source": data.source,
            "body": printed.body,
            "pages": printed.pages,
            "reported": reports,
        }
        Paper.objects.update_or_create(**place, defaults=values)
        return {"digest": data.digest, "made": True, "pages": printed.pages}


GETA = "〓"
Report = dict[str, Any]


def legible(data: Any, fonts_ready: Fonts) -> tuple[Any, list[Report]]:
    """Return ``data`` with every text drawable, and what was left out.

    ``{"number": of the entry or None, "characters": "U+20BB7 U+1F600"}``."""
    reports: list[Report] = []
    drawable = _walk(data, fonts_ready, reports)
    return drawable, list({(report["number"], report["characters"]): report for report in reports}.values())


def _walk(value: Any, fonts_ready: Fonts, reports: list[Report]) -> Any:
    if isinstance(value, str):
        # A letter and its marks as one character: a font draws them together, or they are drawn by another.
        value = normalize("NFC", value)
        outside = fonts_ready.outside(value)
        if not outside:
            return value
        reports.append(_report(None, outside))
        return "".join(GETA if character in outside else character for character in value)
    if is_dataclass(value) and not isinstance(value, type):
        if hasattr(value, "native_name"):
            value = _named(value, fonts_ready, reports)
        walked = {item.name: _walk(getattr(value, item.name), fonts_ready, reports) for item in fields(value)}
        return replace(value, **walked)
    if isinstance(value, Mapping):
        return {key: _walk(item, fonts_ready, reports) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_walk(item, fonts_ready, reports) for item in value]
    return value


def _named(value: Any, fonts_ready: Fonts, reports: list[Report]) -> Any:
    number = getattr(value, "number", None)
    drawable = {}
    for key in ("name", "native_name"):
        text = normalize("NFC", getattr(value, key))
        outside = fonts_ready.outside(text)
        if outside:
            reports.append(_report(number, outside))
        else:
            drawable[key] = text
    name, native = drawable.get("name", ""), drawable.get("native_name", "")
    if len(drawable) == 2:
        return value
    if not (name or native):
        if number is None:
            return value  # a title in no script of the font: its characters are marked one by one
        name = str(number)
    return replace(value, name=name or native, native_name=native if name else "")


def _report(number: int | None, outside: list[str]) -> Report:
    return {"number": number, "characters": " ".join(f"U+{ord(character):04X}" for character in outside)}

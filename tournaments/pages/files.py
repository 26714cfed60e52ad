"""Files that everybody can keep, made of what is published. They are published pages themselves: made for
their first reader, the same for all, forgotten when what they show changes.

Nobody announces them: whoever asks for one of a section that is public has it announced. Apps add theirs by
`register_files`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from portal import published
from portal.outbox import Work
from portal.published import PageSpec
from portal.published.documents import plain_value
from portal.published.renderers import FileRenderer
from tournaments.exchange import spreadsheet
from tournaments.exchange.writing import TABLES_OF_TEAMS
from tournaments.models import Event, Logo, Section
from tournaments.pages import paths
from tournaments.queries.files import FORMATS, file_written, formats_of, section_headings
from tournaments.queries.public.public import FileLink, section_of
from tournaments.queries.public.public_events import EventPage
from tournaments.queries.public.public_files import pairing_table, public_file_of
from tournaments.queries.public.public_rounds import RoundPage, public_round_page
from tournaments.queries.public.public_sections import PlayerCard, SectionPage
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.state.canonical import digest_of
from tournaments.wording.exchange import FORMATS as FORMAT_NAMES


@dataclass(frozen=True, slots=True)
class FileSpec:
    """Describe a file that can be had; ``listed``: among the downloads of the page of what it is made of."""

    spec: PageSpec
    name: str | Promise
    listed: bool = True


Provider = Callable[[Event, Section | None, int | None, int | None], Iterable[FileSpec]]
_providers: list[Provider] = []


def register_files(provider: Provider) -> None:
    """Have ``provider`` asked which files there are of an event, a section, a round, or a player."""
    # Called in `AppConfig.ready()`, which may run twice.
    if provider not in _providers:
        _providers.append(provider)


def files_of(
    event: Event,
    section: Section | None = None,
    round_number: int | None = None,
    player: int | None = None,
) -> list[FileSpec]:
    """Every file of an event alone, of a section alone, of a public round alone, or of a player there."""
    place = (event, section, round_number, player)
    return [spec for provider in (_ours, *_providers) for spec in provider(*place)]


Page = TypeVar("Page", EventPage, SectionPage, RoundPage, PlayerCard)


def with_files(
    page: Page,
    *,
    event: int = 0,
    section: int = 0,
    round_number: int | None = None,
    player: int | None = None,
) -> Page:
    """What is shown, with the files that can be kept."""
    if section:
        section_row = section_of(section)
        specs = files_of(section_row.event, section_row, round_number, player)
    else:
        specs = files_of(Event.objects.get(pk=event))
    with override(None):
        return replace(
            page, files=[FileLink(file.spec.path, str(file.name)) for file in specs if file.listed]
        )


def _ours(
    event: Event, section: Section | None, round_number: int | None, player: int | None
) -> Iterable[FileSpec]:
    if section is None or player is not None or not section.lots_drawn_at:
        return
    if round_number is not None:
        params = {"section": section.pk, "round": round_number}
        for ending in ("csv", "xlsx"):
            path = f"{paths.files_prefix(section)}{section.slug}-round-{round_number}.{ending}"
            spec = PageSpec(path, f"pairings-{ending}", params, eager=False)
            yield FileSpec(spec, PAIRINGS[ending])
        return
    for key in formats_of(section):
        stem, ending = section.slug, FORMATS[key][0]
        if key in TABLES_OF_TEAMS:
            stem = f"{stem}-{key.rpartition('-')[0]}"
        elif key.startswith("standings"):
            stem = f"{stem}-standings"
        elif key.startswith("trf"):
            stem = f"{stem}-{key}"
        path = f"{paths.files_prefix(section)}{stem}.{ending}"
        yield FileSpec(PageSpec(path, f"file-{key}", {"section": section.pk}, eager=False), FORMAT_NAMES[key])


OF_PLAYER = re.compile(r"-player-(\d{1,9})-games\.[a-z]+$")
PAIRINGS: Mapping[str, Promise] = {"csv": _("Pairings (CSV)"), "xlsx": _("Pairings (XLSX)")}


def announce_file(path: str) -> bool:
    """Announce a file if there is such a one; from then on it is published. Raises what `published` does."""
    parts = path.split("/")
    if len(parts) == 4 and parts[2] == "files":
        return _announce(path, Event.objects.filter(slug=parts[1]).first(), None)
    if len(parts) != 5 or parts[3] != "files":
        return False
    section = Section.objects.filter(event__slug=parts[1], slug=parts[2]).select_related("event").first()
    return _announce(path, section.event if section else None, section)


def _announce(path: str, event: Event | None, section: Section | None) -> bool:
    if event is None:
        return False
    published.find(paths.section_path(section) if section else paths.event_path(event))
    places: list[tuple[int | None, int | None]] = [(None, None)]
    if section is not None and (of_player := OF_PLAYER.search(path)):
        places = [(None, int(of_player[1]))]
    elif section is not None:
        places += [(round_.number, None) for round_ in section.round_set.all() if round_.is_public]
    for number, player in places:
        for file in files_of(event, section, number, player):
            if file.spec.path == path:
                published.announce(path, file.spec.kind, file.spec.params, eager=False)
                return True
    return False


class SectionFile(FileRenderer):
    """The whole section in one of the formats of the exchange."""

    def __init__(self, key: str) -> None:
        super().__init__(*FORMATS[key])
        self.key = key

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        section = Section.objects.select_related("event").get(pk=params["section"])
        whole = public_file_of(section), section_headings(section, public=True)
        return Work(digest_of(repr(whole)), whole)

    def file(self, data: Any) -> bytes:
        whole, facts = data
        return file_written(whole, self.key, facts).data


class PairingsFile(FileRenderer):
    """A round as a table."""

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        page = public_round_page(params["section"], params["round"], PublicSnapshot.of(preview))
        return Work(digest_of(plain_value(page, whole=True)), page)

    def file(self, data: Any) -> bytes:
        table = pairing_table(data)
        return spreadsheet.to_csv(table) if self.ending == "csv" else spreadsheet.to_xlsx(table)


class LogoFile(FileRenderer):
    """The logo of an event, a picture in its page."""

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        logo = Logo.objects.get(event=params["event"], digest=params["digest"])
        return Work(logo.digest, bytes(logo.body))

    def file(self, data: Any) -> bytes:
        return bytes(data)


FILES: Mapping[str, FileRenderer] = {
    "logo": LogoFile("png", "image/png"),
    **{f"file-{key}": SectionFile(key) for key in FORMATS},
    "pairings-csv": PairingsFile(*FORMATS["csv"]),
    "pairings-xlsx": PairingsFile(*FORMATS["xlsx"]),
}

"""An event in one file for fifty years: its public pages, games with their viewer, the tournament files, the
documents with the proofs and the journal of what was played, signed (`portal.kept`).

Only what is public goes in. The journal tells acts on rounds, results and rulings, with the numbers they
name; who did them and what anybody wrote as a reason stays with the site.
"""

from __future__ import annotations

import gzip
import json
import posixpath
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import timezone, translation

from portal import published
from portal.journal.models import JournalEntry
from portal.kept import from_disk, scripts
from portal.kept.signing import archive_keys
from portal.kept.writing import KeptWriter
from portal.policy import Refusal
from portal.published.models import Page
from portal.published.pages import get_body, withheld
from portal.published.renderers import FILE, JSON, languages, renderer_of
from tournaments.acts.frame import FramedAct
from tournaments.exchange import tournament_file
from tournaments.models import Event, Section
from tournaments.pages.paths import event_path
from tournaments.queries.tournament import tournament_of
from tournaments.wording.kept import readme

STYLE = "static/portal/qiyuan.css"
# These pages are of no use once nothing moves any more, so the file leaves them out.
ONLY_LIVE = frozenset({"screen", "event-feed", "section-feed", "game-embedded", "live-wall", "live-overlay"})
# The journal in the file tells only of acts from these rooms.
PLAYED = (
    *("adjourning", "adjust_round", "all_rounds", "handicaps", "official", "results", "rounds", "sections"),
    *("public.publication", "refereeing.fouls", "refereeing.no_shows", "refereeing.rulings"),
    *("teams.board_results", "teams.decider_boards", "teams.line_ups", "teams.match_starts"),
    *("teams.team_forfeits", "teams.team_matches"),
)


def write_kept(event: Event, file: IO[bytes]) -> str:
    """Write the kept event into ``file`` and return the digest of its manifest."""
    # What is still being played would be kept half.
    sections = check_over(event)
    writer = KeptWriter(file, moment=timezone.now().astimezone(UTC).replace(microsecond=0))
    _write_pages(writer, event)
    for section in sections:
        if section.lots_drawn_at:
            text = tournament_file.dumps(tournament_of(section))
            writer.add(f"tournament/{section.slug}.json", text.encode())
    writer.add("journal.jsonl", _journal(event))
    key = archive_keys()[0]
    writer.add("README.txt", _readme(event, key.fingerprint).encode())
    first = [(code, name) for code, name in settings.LANGUAGES]
    pages = [(name, f"{code}/{event_path(event)}index.html", code) for code, name in first]
    home = render_to_string(
        "tournaments/kept/index.html",
        {"event": event, "languages": pages, "readme": "README.txt", "style": STYLE},
    )
    writer.add("index.html", home.encode())
    about = {
        "name": event.name,
        "native_name": event.native_name,
        "event": event.slug,
        "site": settings.PUBLIC_URL,
        "sections": [section.slug for section in sections],
    }
    return writer.close(about, key)


def check_over(event: Event) -> list[Section]:
    """Its sections that everybody knows of. Raises the `Refusal` ``event-not-over``."""
    sections = list(event.sections.exclude(state=Section.State.DRAFT))
    if not sections or any(section.state != Section.State.FINISHED for section in sections):
        raise Refusal("event-not-over")
    return sections


def _readme(event: Event, fingerprint: str) -> str:
    """In every language, one below the other: who opens it in fifty years may read any of them."""
    parts = []
    for code in languages():
        with translation.override(code):
            names = [event.name, event.native_name]
            parts.append(readme(names, site=settings.PUBLIC_URL, fingerprint=fingerprint))
    return f"\n\n{'-' * 72}\n\n".join(parts) + "\n"


def _write_pages(writer: KeptWriter, event: Event) -> None:
    public = Page.objects.filter(path__startswith=event_path(event), withdrawn=False).annotate(
        withheld=withheld()
    )
    rows = [page for page in public.filter(withheld=False).order_by("path") if page.kind not in ONLY_LIVE]
    bodies = list(_bodies(rows))
    members = {name for name, _, _ in bodies}
    wanted: dict[str, str] = {}

    def static(address: str) -> str:
        """Its member; noted, to be written."""
        name = _plain_name(address.removeprefix(settings.STATIC_URL))
        wanted[f"static/{name}"] = name
        return f"static/{name}"

    for name, variant, body in bodies:
        if variant in (JSON, FILE):
            writer.add(name, body)
        else:
            page = from_disk.kept_page(
                body.decode(), name, members=members, site=settings.PUBLIC_URL, static=static
            )
            writer.add(name, page.encode())
    for member, name in sorted(wanted.items()):
        static_path = finders.find(name)
        if isinstance(static_path, str):
            writer.add(member, Path(static_path).read_bytes())
    writer.add(from_disk.SCRIPTS, scripts.bundle(sorted(scripts.RUN)).encode())


def _bodies(rows: Sequence[Page]) -> Iterator[tuple[str, str, bytes]]:
    """Member, variant and bytes of every page in every form."""
    for page in rows:
        for variant in renderer_of(page.kind).variants():
            try:
                body = gzip.decompress(bytes(get_body(page, variant).body))
            except published.NotPublishedError:
                continue
            if variant == JSON:
                yield f"data/{page.path}document.json", JSON, body
            elif variant == FILE:
                plain = page.path if not page.path.endswith("/") else f"{page.path}file"
                yield f"download/{plain}", FILE, body
            else:
                yield from_disk.member_of(f"{variant}/{page.path}"), variant, body


def _plain_name(name: str) -> str:
    """Without the digest that a collected file has in its name."""
    folder, file = posixpath.split(name)
    stem, *middle, ending = file.split(".")
    if middle and len(middle[-1]) == 12:
        middle = middle[:-1]
    return posixpath.join(folder, ".".join([stem, *middle, ending]))


def _journal(event: Event) -> bytes:
    """Acts on what was played, the oldest first, one object a line."""
    played = {
        value.logged_as
        for name in PLAYED
        for value in vars(import_module(f"tournaments.acts.{name}")).values()
        if isinstance(value, FramedAct)
    }
    rows = JournalEntry.objects.filter(scope=f"event:{event.pk}", act__in=played).order_by("pk")
    lines = [
        {
            "at": _moment(row.at),
            "act": row.act,
            "target": row.target,
            "before": row.before,
            "after": row.after,
            **({"undoes": _moment(row.undoes.at)} if row.undoes else {}),
        }
        for row in rows.select_related("undoes").iterator(500)
    ]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")

"""When a stored page behind a private link is old: the one place that knows which act changes which of them.

Everything that is done stands in the journal, or is written by work: both tell this room (`note_act`,
`note_work`), which gives the places that it was done to another stamp, in the same transaction. A stored page
knows the stamps of its places from before it was read, and is shown as long as they are the same.

*Place*   to what something is done: the site, an event, a section. What `OF_A_TABLE` names is seen by those
          who sit at that table alone, in a section of players; a check-in by who checks in. Whatever is not
          known to be narrower makes all pages of its section old, or of its event, or of the site.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db.models import Min, QuerySet
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.outbox import Job, enqueue
from portal.outbox.work import NOTICES
from tournaments.models import Entry, Match, Pairing, PrivatePage, PrivateStamp, Round, Section

SITE = "site"
# This work makes the stored pages of a section anew.
AHEAD = "private-pages"
IN_PLAY_AT_A_TABLE = frozenset(
    {"agree_count", "count_board", "note_table", "report_result", "take_seat", "tell_result", "withdraw_told"}
)
OF_A_TABLE = frozenset(
    {"accept_record", "add_sheet_photo", "decide_photo_ply", "settle_photo_game", "submit_record"}
)
OF_A_PLAYER = frozenset({"check_in"})
# What is done at a table of a closed round changes standings.
IN_PLAY = (Round.State.PUBLISHED, Round.State.PLAYING)
# Everybody looks after this work: what is stored is made anew before most of them do.
MAKES_ANEW = frozenset({"publish", "standings"})
# Private pages show nothing of this work that an act does not say as well.
NOT_SHOWN = frozenset(
    {
        *(
            "application-letter",
            "archive-part",
            "backup",
            "confirm-follower",
            "cut-archive",
        ),
        *(
            "follow-relay",
            "forget-report",
            "keep-event",
            "list-fetch",
            "list-fetch-failed",
            "notice",
            "notice-letters",
            "pair",
            "paper",
            "pictures",
            "push",
            "rated-list",
        ),
        *(
            "rating-list",
            "rating-night",
            "reconcile-sheets",
            "follow-photos",
            "render",
            "reset-password",
            "search",
        ),
        *("confirm-address", "entrant-letter", "send-invitation", "turn", "webhook", "wipe", AHEAD),
    }
)


def stamps_of(places: Collection[str]) -> dict[str, str]:
    """The stamp of each place; of one at which nothing was done yet, an empty one. One query."""
    rows = PrivateStamp.objects.filter(place__in=places).values_list("place", "stamp")
    return dict.fromkeys(places, "") | dict(rows)


def touch(*places: str) -> None:
    """Give the places another stamp, in the caller's transaction. One query."""
    stamp = uuid4().hex
    PrivateStamp.objects.bulk_create(
        [PrivateStamp(place=place, stamp=stamp) for place in sorted(set(places))],
        update_conflicts=True,
        unique_fields=["place"],
        update_fields=["stamp"],
    )


def forget_pages() -> int:
    """Delete all of them, in the caller's transaction, and let none be stored that was read before."""
    touch(SITE)
    return PrivatePage.objects.all().delete()[0]


_touched: ContextVar[set[str] | None] = ContextVar("places_touched", default=None)


@contextmanager
def one_touch() -> Iterator[None]:
    """Give the places of what is done within their stamps at its end."""
    # Of an act in an act, with the outer one.
    if _touched.get() is not None:
        yield
        return
    places: set[str] = set()
    token = _touched.set(places)
    try:
        yield
    finally:
        _touched.reset(token)
    if places:
        # Once, in the order of their names, so that two acts never wait for each other in a circle.
        touch(*places)


def note_act(entry: JournalEntry, of: Any) -> None:
    """An act was journalled. ``of``: the event, section or round by which it was judged, if it is known."""
    places = _touched.get()
    if places is None:
        touch(*_places(entry, of))
    else:
        places.update(_places(entry, of))


def _places(entry: JournalEntry, of: Any) -> Iterable[str]:
    kind, _, key = entry.scope.partition(":")
    if kind != "event":
        return [SITE]
    section = of.section if isinstance(of, Round) else of
    if isinstance(section, Section):
        return [_narrower(entry, of, section) or f"section:{section.pk}"]
    target, _, number = entry.target.partition(":")
    if target == "section":
        return [entry.target]
    if target == "round":
        return [f"section:{pk}" for pk in Round.objects.filter(pk=number).values_list("section", flat=True)]
    if target == "entry":
        return [f"section:{pk}" for pk in Entry.objects.filter(pk=number).values_list("section", flat=True)]
    return [f"event:{key}"]


def _narrower(entry: JournalEntry, of: Any, section: Section) -> str:
    """The place that alone shows what was done; empty where it is seen by others as well."""
    if section.of_teams:
        return ""
    if entry.act in OF_A_PLAYER and entry.target.startswith("entry:"):
        return entry.target
    in_play = isinstance(of, Round) and of.state in IN_PLAY
    if entry.act not in OF_A_TABLE and not (in_play and entry.act in IN_PLAY_AT_A_TABLE):
        return ""
    if entry.target.startswith("pairing:"):
        return entry.target
    table = (entry.after or {}).get("table")
    return f"table:{of.pk}/{table}" if table else ""


def note_work(job: Job) -> None:
    """A job has written what it computed."""
    if job.kind in NOT_SHOWN:
        return
    place = _by_kind[job.kind](job.payload) if job.kind in _by_kind else SITE
    touch(place)
    if job.kind in MAKES_ANEW:
        section = int(place.removeprefix("section:"))
        # A job that finds nothing stored costs more than this look: its claim, its fence and its end.
        if PrivatePage.objects.filter(link__entry__section=section).exists():
            enqueue(AHEAD, key=f"{AHEAD}:{place}", payload={"section": section}, priority=NOTICES)


Written = Callable[[dict[str, Any]], str]
_by_kind: dict[str, Written] = {}


def register_written(kind: str, place: Written) -> None:
    """Say what work of a kind has changed, by its payload; called in ``AppConfig.ready()``."""
    # Work of which nobody says it makes all pages old.
    _by_kind[kind] = place


def section_of_round(payload: dict[str, Any]) -> str:
    """Of work on a round."""
    return f"section:{Round.objects.values_list('section', flat=True).get(pk=payload['round'])}"


def places_of_player(entry: Entry) -> list[str]:
    """What the page of a player shows; the entry comes with its section. One query."""
    at_tables = Pairing.objects.filter(seats__entry=entry, table__isnull=False)
    of_tables = [
        place
        for pairing, round_, table in at_tables.order_by("pk").values_list("pk", "round", "table")
        for place in (f"pairing:{pairing}", f"table:{round_}/{table}")
    ]
    section = entry.section
    return [SITE, f"event:{section.event_id}", f"section:{section.pk}", f"entry:{entry.pk}", *of_tables]


def places_of_event(section: Section) -> list[str]:
    """List the places of what a page of a captain, an applicant or an office shows; one query."""
    # Whoever plays in one section may play, or be entered, in another.
    sections = Section.objects.filter(event=section.event_id).order_by("pk").values_list("pk", flat=True)
    return [SITE, f"event:{section.event_id}", *(f"section:{pk}" for pk in sections)]


def turn_of(section: Section) -> datetime | None:
    """Return the next moment at which such pages change by themselves, None: none is to come."""
    now = timezone.now()
    # A round or a match begins, though nobody does anything.
    coming: list[QuerySet[Any]] = [Round.objects.filter(section=section, starts_at__gt=now)]
    if section.of_teams:
        coming.append(Match.objects.filter(round__section=section, starts_at__gt=now))
    moments = [at for rows in coming if (at := rows.aggregate(first=Min("starts_at"))["first"])]
    return min(moments, default=None)

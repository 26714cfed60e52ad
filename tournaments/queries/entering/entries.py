"""The entries of a section as the desk lists them, who has checked them in, and their teams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from portal.journal.models import JournalEntry
from tournaments.models import Absence, Entry, Event, Round, Section, Team
from tournaments.policy import Act
from tournaments.text.name_search import fits_query, name_search_key

# Lists whose columns are remembered.
MOST_REMEMBERED = 50
NOT_PUBLIC = (Round.State.PLANNED, Round.State.DRAFT)


def playing_in(section: Section) -> QuerySet[Entry]:
    """The entries that take a place of the section: who has withdrawn does not, alone or with the team."""
    entries = section.entries.exclude(status=Entry.Status.WITHDRAWN)
    return entries.exclude(team__withdrawn_after__isnull=False) if section.of_teams else entries


def listed_entries(section: Section) -> QuerySet[Entry]:
    """Every entry by number, then by name, with ``absences`` in order. Two queries for any number."""
    absences = Prefetch("absences", queryset=Absence.objects.order_by("round_number"))
    return (
        section.entries.select_related("player__federation", "team")
        .prefetch_related(absences)
        .order_by(F("number").asc(nulls_last=True), "player__name", "pk")
    )


def found_entries(section: Section, words: str) -> QuerySet[Entry]:
    """Find `listed_entries` that fit every one of ``words``; one query more where something is asked for."""
    query_words = words.split()
    entries = listed_entries(section)
    if not query_words:
        return entries
    rows = section.entries.values_list(
        *("pk", "number", "player__federation_id", "player__name", "player__native_name"),
        *("player__club", "player__native_club", "player__province", "player__native_province"),
    )
    return entries.filter(
        pk__in=[
            key
            for key, number, federation, *names in rows
            # In names, clubs and provinces as `state.name_search` compares names, as the number or as the
            # federation.
            if all(
                fits_query(name_search_key(*names), word) or word.upper() == federation or word == str(number)
                for word in query_words
            )
        ]
    )


def entry_counts(section: Section, *, absent_in: int | None = None) -> dict[str, int]:
    """Count the entries of a section by status, and how many have a title, a grade, a club …"""
    aggregates = {
        name: Count("pk", filter=~Q(**{f"player__{name}": ""}) | ~Q(**{f"player__native_{name}": ""}))
        for name in ("club", "province")
    }
    aggregates |= {name: Count("pk", filter=~Q(**{f"player__{name}": ""})) for name in ("title", "grade")}
    away = Q(Exists(Absence.objects.filter(entry=OuterRef("pk"), round_number=absent_in or 0)))
    return section.entries.aggregate(
        all=Count("pk"),
        playing=Count("pk", filter=~Q(status=Entry.Status.WITHDRAWN)),
        here=Count("pk", filter=Q(status=Entry.Status.CHECKED_IN)),
        waiting=Count("pk", filter=Q(status=Entry.Status.ENTERED)),
        second=Count("pk", filter=Q(group=2)),
        absent=Count("pk", filter=away & ~Q(status=Entry.Status.WITHDRAWN)),
        rating=Count("rating"),
        team=Count("team"),
        **aggregates,
    )


def takes_check_ins(section: Section) -> bool:
    """Tell whether players may still say to be here; staff may check in at any time."""
    if section.state != Section.State.OPEN:
        return False
    # Once round 1 is paired, check-in decides nothing any more.
    return section.round_set.filter(number=1, state=Round.State.PLANNED).exists()


def playing(round_: Round) -> QuerySet[Entry]:
    """Those who have a number and are to be paired in this round, by number, with their players."""
    return (
        round_.section.entries.filter(number__isnull=False)
        .filter(Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gte=round_.number))
        .exclude(absences__round_number=round_.number)
        .select_related("player")
        .order_by("number")
    )


def absences_in(round_: Round) -> list[Absence]:
    """List the absences of those who have a number and have not withdrawn, by number; one query."""
    return list(
        Absence.objects.filter(
            entry__section=round_.section_id, entry__number__isnull=False, round_number=round_.number
        )
        .filter(Q(entry__withdrawn_after__isnull=True) | Q(entry__withdrawn_after__gte=round_.number))
        .select_related("entry__player")
        .order_by("entry__number")
    )


def half_byes_in(round_: Round) -> set[int]:
    """The numbers of those who do not play this round by a half-point bye."""
    byes = round_.section.entries.filter(absences__round_number=round_.number, absences__half_point=True)
    return {number for number in byes.values_list("number", flat=True) if number}


def full_byes_in(round_: Round) -> set[int]:
    """The same by a full-point bye."""
    granted = round_.section.entries.filter(absences__round_number=round_.number, absences__full_point=True)
    return {number for number in granted.values_list("number", flat=True) if number}


def next_round(section: Section) -> int | None:
    """The first round that is not public yet; None after the last."""
    return section.round_set.filter(state__in=NOT_PUBLIC).values_list("number", flat=True).first()


def rounds_to_miss(section: Section) -> list[int]:
    """Rounds that are not public yet: a player can still be absent from them."""
    return list(section.round_set.filter(state__in=NOT_PUBLIC).values_list("number", flat=True))


def remembered_columns(event: Event) -> dict[str, list[str]]:
    """As what the columns of the latest lists were read that were imported at an event, by shape."""
    imports = JournalEntry.objects.filter(scope=f"event:{event.pk}", act="import_players").order_by("-pk")
    answers = imports.values_list("answer", flat=True)[:MOST_REMEMBERED]
    remembered = [answer for answer in reversed(list(answers)) if answer and answer.get("shape")]
    return {answer["shape"]: answer["columns"] for answer in remembered}


def teams_of(section: Section) -> list[Team]:
    """By name, each with its entries by number. Two queries for any number."""
    members = Prefetch("entries", _entries(section))
    return list(section.teams.select_related("federation").prefetch_related(members))


def without_team(section: Section) -> QuerySet[Entry]:
    """Those who have none, by number, then by name."""
    return _entries(section).filter(team=None).exclude(status=Entry.Status.WITHDRAWN)


def _entries(section: Section) -> QuerySet[Entry]:
    entries = Entry.objects.filter(section=section).select_related("player")
    return entries.order_by("number", "player__name", "pk")


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """``by`` is empty where the player did it."""

    by: str
    at: datetime


def checked_in(section: Section, entries: Iterable[Entry]) -> dict[int, CheckedIn]:
    """By id of the entry, for those of the section who are here: one by one, or many at once. One query."""
    here = {entry.pk for entry in entries if entry.status == Entry.Status.CHECKED_IN}
    targets = [f"section:{section.pk}", *(f"entry:{key}" for key in here)]
    lines = JournalEntry.objects.filter(act=Act.CHECK_IN, target__in=targets).select_related("by")
    check_ins: dict[int, CheckedIn] = {}
    for line in lines.order_by("pk"):
        # A restored journal says whatever its file says.
        listed = line.after.get("entries") if isinstance(line.after, dict) else None
        keys = listed if isinstance(listed, list) else [int(line.target.partition(":")[2])]
        confirmed = here.intersection(key for key in keys if isinstance(key, int))
        check_ins |= dict.fromkeys(confirmed, CheckedIn(str(line.by) if line.by else "", line.at))
    return check_ins

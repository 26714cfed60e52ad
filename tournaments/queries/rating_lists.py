"""Lists of ratings: which there are, who stands in them, what they would change of a section's players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from portal.accounts.models import User
from tournaments.exchange.near_names import near
from tournaments.exchange.rating_lists import Listed
from tournaments.exchange.rating_matches import How, Sought, Taken, name_key, propose, with_near
from tournaments.exchange.weiqi_codes import federation_of, two_letters
from tournaments.exchange.written_names import tidy_name
from tournaments.models import Entry, Federation, ListedPlayer, RatingList, Round, Section
from tournaments.state.canonical import digest_of
from tournaments.state.gotha.ranks import LEAST_RATING, MOST_RATING, grade_of_rating
from tournaments.state.name_search import search_key
from tournaments.state.titles import grade_of
from tournaments.wording.rating_lists import TAKEN

NUMBER_OF: Mapping[str, str] = {"egf": "egf_pin", "ffg": "ffg_licence", "aga": "aga_id"}
"""The field of a player that holds the number of this list; a table's numbers are nobody's."""
MOST_FOUND = 20


GRADES = frozenset({Taken.GRADE, Taken.GRADE_BY_RATING})


@dataclass(frozen=True, slots=True)
class Change:
    field: Taken
    old: str
    new: str

    @property
    def words(self) -> str:
        return str(TAKEN[self.field])


@dataclass(frozen=True, slots=True)
class Candidate:
    """One who may be meant. ``values``: what the list has, by what can be taken; only what differs from the
    entry stands in ``changes``."""

    row: ListedPlayer
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    entry: Entry
    how: How
    found: tuple[Candidate, ...]
    seen: str


def newest_lists() -> list[RatingList]:
    """The newest of each kind, tables by their name. One query."""
    found: dict[tuple[str, str], RatingList] = {}
    for one in RatingList.objects.order_by("-dated", "-pk"):
        found.setdefault((one.source, one.name if one.source == RatingList.Source.TABLE else ""), one)
    return list(found.values())


def remembered_tables() -> dict[str, list[str]]:
    """Columns of tables by the shape of their headings, as somebody has last said."""
    rows = RatingList.objects.exclude(shape="").order_by("pk").values_list("shape", "columns")
    return {shape: list(columns) for shape, columns in rows}


def look_up(asked: str, lists: Collection[RatingList]) -> list[ListedPlayer]:
    """By a number, or by words of the name in any order; the first few."""
    words = search_key(asked).split()
    if not words or not lists:
        return []
    number = asked.strip()
    wanted = Q(number__startswith=number) if number.isdecimal() else Q(*[("key__contains", w) for w in words])
    rows = ListedPlayer.objects.filter(wanted, rating_list__in=[one.pk for one in lists])
    return list(rows.select_related("rating_list").order_by("surname", "given", "pk")[:MOST_FOUND])


def values_of(row: ListedPlayer, federations: Collection[str]) -> dict[str, Any]:
    """What the form of an entry is filled with."""
    surname, given = tidy_name(row.surname.replace("(undefined)", "")), tidy_name(row.given)
    country = federation_of(row.country)
    values: dict[str, Any] = {
        "name": f"{surname} {given}".strip(),
        "given_name": given if surname else "",
        "federation": country if country in federations else "",
        "club": club_of(row),
        "grade": grade_of(row.grade),
        "rating": rating_of(row),
    }
    if row.rating_list.source in NUMBER_OF:
        values[NUMBER_OF[row.rating_list.source]] = row.number
    return values


def club_of(row: ListedPlayer) -> str:
    """``xxxx`` is none."""
    return "" if row.club.strip("x") == "" else row.club


def rating_of(row: ListedPlayer) -> int | None:
    """On the scale that entries have: beginners of the French and American lists stand below its end."""
    return None if row.rating is None else max(LEAST_RATING, min(MOST_RATING, row.rating))


def grade_by_rating(row: ListedPlayer) -> str:
    """Empty without a rating."""
    return "" if row.rating is None else grade_of_rating(row.rating)


def matches_of(section: Section, rating_list: RatingList) -> list[Matched]:
    """Everybody of the section who has not withdrawn, with whom the list may mean. Three queries,
    two more where somebody is not in it under just that name."""
    entries = list(
        section.entries.exclude(status=Entry.Status.WITHDRAWN)
        .select_related("player")
        .order_by("player__name", "pk")
    )
    field = NUMBER_OF.get(rating_list.source, "")
    sought = [
        Sought(
            entry.pk,
            entry.player.name,
            getattr(entry.player, field) if field else "",
            two_letters(entry.player.federation_id),
        )
        for entry in entries
    ]
    known = _rows_for(rating_list, sought)
    federations = set(Federation.objects.values_list("code", flat=True))
    proposals = propose(sought, [_listed(row) for row in known.values()])
    missing = {one.key for one in proposals if one.how is How.NONE}
    alike = _near_rows(rating_list, [one for one in sought if one.key in missing])
    known |= {row.pk: row for rows in alike.values() for row in rows}
    listed = {key: [_listed(row) for row in rows] for key, rows in alike.items()}
    proposals = with_near(proposals, sought, listed)
    return [
        Matched(
            entry,
            one.how,
            tuple(
                Candidate(row, changes_of(entry, row, rating_list.source, federations))
                for listed in one.rows
                if (row := known[listed.line])
            ),
            seen_of(entry),
        )
        for entry, one in zip(entries, proposals, strict=True)
    ]


def _rows_for(rating_list: RatingList, sought: Iterable[Sought]) -> dict[int, ListedPlayer]:
    """Those of the list with one of the numbers or names, by id. Big sections ask in parts."""
    numbers = sorted({one.number for one in sought if one.number})
    keys = sorted({key for one in sought if (key := name_key(one.name))})
    found: dict[int, ListedPlayer] = {}
    for column, values in (("number", numbers), ("key", keys)):
        if values:
            rows = rating_list.players.filter(**{f"{column}__in": values})
            found |= {row.pk: row for row in rows}
    return found


def _near_rows(rating_list: RatingList, missing: Sequence[Sought]) -> dict[int, list[ListedPlayer]]:
    """By entry, whose names are nearly the same. The keys of the whole list are gone through."""
    names = {one.key: key for one in missing if (key := name_key(one.name))}
    if not names:
        return {}
    found = near(names, rating_list.players.values_list("pk", "key").iterator())
    rows = rating_list.players.in_bulk({pk for keys in found.values() for pk in keys})
    return {entry: [rows[pk] for pk in keys] for entry, keys in found.items()}


def _listed(row: ListedPlayer) -> Listed:
    """As the pure room knows it; ``line`` is the id here."""
    return Listed(row.number, row.surname, row.given, country=row.country, line=row.pk)


def changes_of(
    entry: Entry, row: ListedPlayer, source: str, federations: Collection[str]
) -> tuple[Change, ...]:
    """What the list has and the entry has not, or has otherwise."""
    player = entry.player
    rating = player.rating if entry.rating is None else entry.rating
    country = federation_of(row.country)
    found: list[tuple[Taken, Any, Any]] = []
    if source in NUMBER_OF:
        found.append((Taken.NUMBER, getattr(player, NUMBER_OF[source]), row.number))
    found += [
        (Taken.RATING, rating, rating_of(row)),
        (Taken.GRADE, player.grade, grade_of(row.grade)),
        (Taken.GRADE_BY_RATING, player.grade, grade_by_rating(row)),
        (Taken.CLUB, player.club, club_of(row)),
        (Taken.COUNTRY, player.federation_id, country if country in federations else ""),
    ]
    return tuple(
        Change(field, "" if old is None else str(old), str(new))
        for field, old, new in found
        if new not in ("", None) and old != new
    )


def seen_of(entry: Entry) -> str:
    """What a page showed of the entry, as a digest: another one means that somebody has changed it since."""
    player = entry.player
    shown = [player.rating, entry.rating, player.grade, player.club, player.federation_id]
    shown += [getattr(player, field) for field in NUMBER_OF.values()]
    return digest_of([entry.pk, *shown])


def may_remove(user: User, rating_list: RatingList) -> bool:
    """Whether the list is this person's to take from everybody: every event takes ratings from it."""
    return user.is_superuser or rating_list.loaded_by_id == user.pk


def may_set_grades(section: Section, entries: Sequence[Entry] = ()) -> bool:
    """Whether nobody of them has been paired yet, in any section: the grade pairs, and is set from a list
    only at registration."""
    begun = Round.objects.exclude(state=Round.State.PLANNED)
    mine = Q(section=section)
    if entries:
        mine |= Q(section__entries__player__in=[entry.player_id for entry in entries])
    return not begun.filter(mine).exists()

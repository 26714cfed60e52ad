"""Lists of ratings: which there are, who stands in them, what they would change of a section's players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Q

from portal.accounts.models import User
from tournaments.exchange.near_names import names_near
from tournaments.exchange.ratings.fide_lists import ListedRating
from tournaments.exchange.ratings.rating_list_changes import FAR, ListChanges, list_changes
from tournaments.exchange.ratings.rating_lists import RatedRow, ReadRatingList
from tournaments.exchange.ratings.rating_matches import (
    MatchQuality,
    Sought,
    Taken,
    matching_name_key,
    propose,
    with_near,
)
from tournaments.exchange.weiqi_codes import federation_code, two_letters
from tournaments.exchange.written_names import tidy_name
from tournaments.models import (
    Entry,
    Federation,
    ListedPlayer,
    PersonNumber,
    PersonRating,
    RatingList,
    Round,
    Section,
)
from tournaments.state.canonical import digest_of
from tournaments.state.gotha.ranks import LEAST_RATING, MOST_RATING, grade_of_rating
from tournaments.text.name_search import search_key
from tournaments.text.titles import grade_of
from tournaments.wording.register.rating_lists import TAKEN

# The field of a player that holds the number of this list; a table's numbers are nobody's.
NUMBER_OF: Mapping[str, str] = {"egf": "egf_pin", "ffg": "ffg_licence", "aga": "aga_id"}
MOST_FOUND = 20


GRADES = frozenset({Taken.GRADE, Taken.GRADE_BY_RATING})


@dataclass(frozen=True, slots=True)
class FieldChange:
    field: Taken
    old: str
    new: str

    @property
    def words(self) -> str:
        return str(TAKEN[self.field])


@dataclass(frozen=True, slots=True)
class Candidate:
    """Hold one who may be meant; only what differs from the entry stands in ``changes``."""

    row: ListedPlayer
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    entry: Entry
    how: MatchQuality
    rows: tuple[Candidate, ...]
    seen: str


def newest_lists() -> list[RatingList]:
    """The newest of each kind, tables by their name. One query."""
    lists: dict[tuple[str, str], RatingList] = {}
    for rating_list in RatingList.objects.order_by("-dated", "-pk"):
        lists.setdefault(
            (rating_list.source, rating_list.name if rating_list.source == RatingList.Source.TABLE else ""),
            rating_list,
        )
    return list(lists.values())


def last_list(source: str, name: str) -> RatingList | None:
    """The newest of its kind; of a table by its name."""
    return RatingList.objects.filter(source=source, name=name).first()


def changes_from_last(listed: ReadRatingList, name: str) -> ListChanges:
    """What the list changes of the newest that is loaded of its kind. Two queries."""
    last = last_list(listed.source, name)
    columns = ("number", "surname", "given", "country", "club", "grade", "rating")
    before = last.players.values_list(*columns).iterator() if last else ()
    # As a row is cut when it is kept.
    after = (
        replace(row, surname=row.surname[:80], given=row.given[:80], grade=row.grade[:4])
        for row in listed.rows
    )
    return list_changes((RatedRow(*row) for row in before), after)


def remembered_tables() -> dict[str, list[str]]:
    """Columns of tables by the shape of their headings, as somebody has last said."""
    rows = RatingList.objects.exclude(shape="").order_by("pk").values_list("shape", "columns")
    return {shape: list(columns) for shape, columns in rows}


def is_lower(name: str, shape: str) -> bool:
    """Whether a lower number is better, as was last said of a table of this name and these headings."""
    last = RatingList.objects.filter(name=name, shape=shape).order_by("-pk").first() if shape else None
    return last is not None and last.lower


def look_up_rated(query: str, lists: Collection[RatingList]) -> list[ListedPlayer]:
    """By a number, or by words of the name in any order; the first few."""
    words = search_key(query).split()
    if not words or not lists:
        return []
    number = query.strip()
    wanted = Q(number__startswith=number) if number.isdecimal() else Q(*[("key__contains", w) for w in words])
    rows = ListedPlayer.objects.filter(wanted, rating_list__in=[rating_list.pk for rating_list in lists])
    return list(rows.select_related("rating_list").order_by("surname", "given", "pk")[:MOST_FOUND])


def entry_form_values(row: ListedPlayer, federations: Collection[str]) -> dict[str, Any]:
    """What the form of an entry is filled with."""
    surname, given_name = tidy_name(row.surname.replace("(undefined)", "")), tidy_name(row.given)
    country = federation_code(row.country)
    values: dict[str, Any] = {
        "name": f"{surname} {given_name}".strip(),
        "given_name": given_name if surname else "",
        "federation": country if country in federations else "",
        "club": club_of(row),
        "grade": grade_of(row.grade),
        "rating": rating_of(row),
        "title": row.title,
        "native_name": row.native,
        "birth_year": row.born,
        "gender": row.gender,
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
    return "" if row.rating is None or row.rating_list.lower else grade_of_rating(row.rating)


def matches_of(section: Section, rating_list: RatingList) -> list[Matched]:
    """List everybody who has not withdrawn, with whom the list may mean; three to five queries."""
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
    rows_by_id = _rows_for(rating_list, sought)
    federations = set(Federation.objects.values_list("code", flat=True))
    proposals = propose(sought, [_listed(row) for row in rows_by_id.values()])
    # Only those who are not in it under just that name are looked for by likeness.
    missing = {proposal.key for proposal in proposals if proposal.how is MatchQuality.NONE}
    alike = _near_rows(rating_list, [proposal for proposal in sought if proposal.key in missing])
    rows_by_id |= {row.pk: row for rows in alike.values() for row in rows}
    for row in rows_by_id.values():
        row.rating_list = rating_list
    listed = {key: [_listed(row) for row in rows] for key, rows in alike.items()}
    proposals = with_near(proposals, sought, listed)
    return [
        Matched(
            entry,
            proposal.how,
            tuple(
                Candidate(row, changes_of(entry, row, rating_list.source, federations))
                for listed in proposal.rows
                if (row := rows_by_id[listed.line])
            ),
            seen_of(entry),
        )
        for entry, proposal in zip(entries, proposals, strict=True)
    ]


def _rows_for(rating_list: RatingList, sought: Iterable[Sought]) -> dict[int, ListedPlayer]:
    """Those of the list with one of the numbers or names, by id. Big sections ask in parts."""
    numbers = sorted({person.number for person in sought if person.number})
    keys = sorted({key for person in sought if (key := matching_name_key(person.name))})
    rows_by_id: dict[int, ListedPlayer] = {}
    for column, values in (("number", numbers), ("key", keys)):
        if values:
            rows = rating_list.players.filter(**{f"{column}__in": values})
            rows_by_id |= {row.pk: row for row in rows}
    return rows_by_id


def _near_rows(rating_list: RatingList, missing: Sequence[Sought]) -> dict[int, list[ListedPlayer]]:
    """By entry, whose names are nearly the same. The keys of the whole list are gone through."""
    names = {person.key: key for person in missing if (key := matching_name_key(person.name))}
    if not names:
        return {}
    near_rows = names_near(names, rating_list.players.values_list("pk", "key").iterator())
    rows = rating_list.players.in_bulk({pk for keys in near_rows.values() for pk in keys})
    return {entry: [rows[pk] for pk in keys] for entry, keys in near_rows.items()}


def _listed(row: ListedPlayer) -> RatedRow:
    """As the pure room knows it; ``line`` is the id here."""
    return RatedRow(row.number, row.surname, row.given, country=row.country, line=row.pk)


def changes_of(
    entry: Entry, row: ListedPlayer, source: str, federations: Collection[str]
) -> tuple[FieldChange, ...]:
    """What the list has and the entry has not, or has otherwise."""
    player = entry.player
    rating = player.rating if entry.rating is None else entry.rating
    country = federation_code(row.country)
    changes: list[tuple[Taken, Any, Any]] = []
    if source in NUMBER_OF:
        changes.append((Taken.NUMBER, getattr(player, NUMBER_OF[source]), row.number))
    changes += [
        (Taken.RATING, rating, rating_of(row)),
        (Taken.GRADE, player.grade, grade_of(row.grade)),
        (Taken.GRADE_BY_RATING, player.grade, grade_by_rating(row)),
        (Taken.CLUB, player.club, club_of(row)),
        (Taken.COUNTRY, player.federation_id, country if country in federations else ""),
        (Taken.TITLE, player.title, row.title),
        (Taken.NATIVE, player.native_name, row.native),
        (Taken.BORN, player.birth_year, row.born),
        (Taken.GENDER, player.gender, row.gender),
    ]
    return tuple(
        FieldChange(field, "" if old is None else str(old), str(new))
        for field, old, new in changes
        if new not in ("", None) and old != new
    )


def seen_of(entry: Entry) -> str:
    """What a page showed of the entry, as a digest: another one means that somebody has changed it since."""
    player = entry.player
    values = [player.rating, entry.rating, player.grade, player.club, player.federation_id]
    values += [player.title, player.native_name, player.birth_year, player.gender]
    values += [getattr(player, field) for field in NUMBER_OF.values()]
    return digest_of([entry.pk, *values])


def may_remove(user: User, rating_list: RatingList) -> bool:
    """Whether the list is this person's to take from everybody: every event takes ratings from it."""
    return user.is_superuser or rating_list.loaded_by_id == user.pk


def may_set_grades(section: Section, entries: Sequence[Entry] = ()) -> bool:
    """Tell whether nobody of them has been paired yet, in any section."""
    # The grade pairs players: it is set from a list only at registration.
    begun = Round.objects.exclude(state=Round.State.PLANNED)
    mine = Q(section=section)
    if entries:
        mine |= Q(section__entries__player__in=[entry.player_id for entry in entries])
    return not begun.filter(mine).exists()


def changes_of_fide(ratings: Mapping[str, Mapping[str, ListedRating]]) -> tuple[ListChanges, date | None]:
    """Compare with the newest ratings by FIDE that persons have, and return the day of those; ``ratings``: by
    issuer and number. Two queries an issuer."""
    before: dict[tuple[str, str], int] = {}
    after: dict[tuple[str, str], int] = {}
    newest: date | None = None
    for issuer, listed in ratings.items():
        numbers = PersonNumber.objects.filter(issuer="fide", former=False).values_list("person", "number")
        by_person = dict(numbers)
        rows = PersonRating.objects.filter(issuer=issuer, person__in=by_person).order_by("on")
        for person, value, on in rows.values_list("person", "value", "on"):
            before[issuer, by_person[person]] = value
            newest = on if newest is None else max(newest, on)
        after |= {(issuer, number): rating.value for number, rating in listed.items()}
    both = [(before[key], after[key]) for key in before.keys() & after.keys()]
    changes = ListChanges(
        before=len(before),
        new=len(after.keys() - before.keys()),
        gone=len(before.keys() - after.keys()),
        rating=sum(was != now for was, now in both),
        far=sum(abs(was - now) > FAR for was, now in both),
    )
    return changes, newest

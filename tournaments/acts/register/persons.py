"""Persons of the register put right: two rows of one person merged, that undone, one row split in two.

No event changes: its copies go along as they are. Never is anybody merged by the program; it only says who is
likely to be one (`tournaments.queries.register.persons`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import changes
from tournaments.acts.frame import ActResult, Arguments, Locked, Target, act, no_change
from tournaments.acts.register._new_persons import TAKEN_OVER, fold_anew, register_persons
from tournaments.acts.register._person_links import note_links, person_page_codes
from tournaments.acts.register.person_input import (
    NAME_LENGTH,
    NATIVE_LENGTH,
    check_birth_year,
    check_person_name,
    tidy,
)
from tournaments.exchange.cells import LATEST_BIRTH_YEAR, LEAST_BIRTH_YEAR
from tournaments.models import (
    Event,
    Federation,
    Gender,
    Licence,
    Merger,
    Person,
    PersonContact,
    PersonName,
    PersonNumber,
    PersonRating,
    PersonTitle,
    Player,
    Portrait,
)
from tournaments.organisation_roles import persons_kept
from tournaments.pages.webhook_events import notify_person
from tournaments.policy import Act

# Where they differ, a merger takes the one person's or the other's.
FIELDS = (*TAKEN_OVER, "listed")
# Two rows of a person that agree in these columns say the same: a merger keeps one.
KEPT_ONCE: tuple[tuple[type[Model], tuple[str, ...]], ...] = (
    (PersonName, ("name",)),
    (PersonTitle, ("title", "issuer")),
    (PersonRating, ("issuer", "on")),
    (PersonNumber, ("issuer", "number")),
    (Licence, ("kind", "starts", "ends", "state")),
)
# A person has one of each: the other row's comes along where there is none.
KEPT_ALONE: tuple[type[Model], ...] = (PersonContact, Portrait)


class Merged(TypedDict):
    """``players``: how many events' copies came along."""

    person: int
    merger: int
    players: int


class Undone(TypedDict):
    """``left``: what stays, because it was changed since, as ``name`` or ``numbers:3``."""

    person: int
    other: int
    left: list[str]


class Split(TypedDict):
    person: int
    other: int


def _lock_person(arguments: Arguments) -> Locked:
    """The person and, where an act is about two, the other: the older row first."""
    person: Person = arguments["person"]
    keys = {person.pk, arguments.get("other") or person.pk}
    rows = {row.pk: row for row in Person.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    return Locked(rows[person.pk], None, f"person:{person.pk}")


PERSON = Target("person", _lock_person)


def kept_by(by: User, key: int) -> QuerySet[Person]:
    """The person with this key, if it is one whom ``by`` looks after as well."""
    return Person.objects.filter(persons_kept(by), pk=key)


def check_own_row(person: Person) -> None:
    """Raises `Refusal` ``player-erased`` and ``person-merged``."""
    if person.erased_at:
        raise Refusal("player-erased")
    if person.merged_into_id:
        raise Refusal("person-merged")


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("persons merged"))
def merge_persons(
    *,
    person: Person,
    other: Id,
    take: Annotated[Sequence[str], Field(longest=len(FIELDS), item=Field(longest=20))],
    by: User,
    reason: Reason = "",
    once: str = "",
) -> ActResult[Merged]:
    """Merge ``other``, who was the same person, into this one; ``take``: the fields as ``other`` has."""
    row = kept_by(by, other).exclude(pk=person.pk).first()
    if row is None or not set(take) <= set(FIELDS):
        raise Refusal("no-such-person", field="other")
    _check_merger(person, row)
    links = person_page_codes(person, row)
    before = {column: getattr(person, column) for column in FIELDS if column in take}
    after = {column: getattr(row, column) for column in before}
    called = [(spelling.name, spelling.native_name) for spelling in (person, row)]
    for column, value in after.items():
        setattr(person, column, value)
    moved: dict[str, list[int]] = {
        "players": _move(Player.objects.filter(person=row), person),
        "merged": _point(Person.objects.filter(merged_into=row), person),
        **{model.__name__: _move_kept(model, by_what, row, person) for model, by_what in KEPT_ONCE},
        **{model.__name__: _move_alone(model, row, person) for model in KEPT_ALONE},
    }
    # A name that is not taken stays as a further one.
    moved["added"] = _keep_names(person, [name for pair in called for name in pair])
    person.save()
    # Its address leads here.
    row.merged_into = person
    row.save()
    fold_anew(person)
    merger = Merger.objects.create(person=person, other=row, moved=moved, before=before, after=after)
    pages.players_changed(list(person.players.all()))
    notify_person(person)
    notify_person(row, into=person)
    note_links(links, by=by)
    answer: Merged = {"person": person.pk, "merger": merger.pk, "players": len(moved["players"])}
    return ActResult(answer, after={"person": person.pk, "other": row.pk, "merger": merger.pk})


def _check_merger(person: Person, other: Person) -> None:
    if person.erased_at or other.erased_at:
        raise Refusal("player-erased", field="other")
    if person.merged_into_id or other.merged_into_id:
        raise Refusal("person-merged", field="other")
    met = Event.objects.filter(players__person=person).filter(players__person=other).first()
    if met:
        raise Refusal("persons-meet", field="other", event=met.name)
    held = PersonNumber.objects.filter(former=False)
    issuers = set(held.filter(person=person).values_list("issuer", flat=True))
    for issuer in held.filter(person=other).values_list("issuer", flat=True):
        if issuer in issuers:
            raise Refusal("numbers-differ", field="other", issuer=issuer)


def _move(rows: QuerySet[Player], person: Person) -> list[int]:
    # Who is just entering one of them somewhere is waited for: that copy comes along.
    list(rows.select_for_update().order_by("pk").values_list("pk"))
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    Player.objects.filter(pk__in=keys).update(person=person)
    return keys


def _point(rows: QuerySet[Person], person: Person) -> list[int]:
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    Person.objects.filter(pk__in=keys).update(merged_into=person)
    return keys


def _move_kept(model: type[Model], by_what: Sequence[str], row: Person, person: Person) -> list[int]:
    """What the person has in the same words stays with the row."""
    rows = model._base_manager
    present = set(rows.filter(person=person).values_list(*by_what))
    rows_there = rows.filter(person=row).order_by("pk").values_list("pk", *by_what)
    keys = [key for key, *values in rows_there if tuple(values) not in present]
    rows.filter(pk__in=keys).update(person=person)
    return keys


def _move_alone(model: type[Model], row: Person, person: Person) -> list[int]:
    rows = model._base_manager
    keys = (
        []
        if rows.filter(person=person).exists()
        else list(rows.filter(person=row).values_list("pk", flat=True))
    )
    rows.filter(pk__in=keys).update(person=person)
    return keys


def _keep_names(
    person: Person, names: Sequence[str], kind: PersonName.Kind = PersonName.Kind.OTHER
) -> list[int]:
    """Those that would be lost, as further names; their ids."""
    names_there = {person.name, person.native_name, "", *person.names.values_list("name", flat=True)}
    lost = [name for name in dict.fromkeys(names) if name not in names_there]
    return [PersonName.objects.create(person=person, name=name, kind=kind).pk for name in lost]


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("merger of persons undone"))
def undo_merger(
    *, person: Person, merger: Id, by: User, reason: Reason = "", once: str = ""
) -> ActResult[Undone]:
    """Undo a merger."""
    merger_row = (
        Merger.objects.select_related("other").filter(pk=merger, person=person, undone_at=None).first()
    )
    if merger_row is None or not kept_by(by, merger_row.other_id).exists():
        raise Refusal("no-such-merger")
    if person.merged_into_id or person.mergers.filter(pk__gt=merger_row.pk, undone_at=None).exists():
        raise Refusal("merged-since")
    other, left = merger_row.other, []
    links = person_page_codes(person)
    # What was written over stands again, unless it was changed since: that stays and is told.
    for column, value in merger_row.before.items():
        if getattr(person, column) == merger_row.after[column]:
            setattr(person, column, value)
        elif getattr(person, column) != value:
            left.append(column)
    other.merged_into = None
    other.save()
    # What came with the other row goes back to it.
    left += _move_back("players", Player, merger_row, "person")
    left += _move_back("merged", Person, merger_row, "merged_into")
    for model in (*(single for single, _by_what in KEPT_ONCE), *KEPT_ALONE):
        left += _move_back(model.__name__, model, merger_row, "person")
    PersonName.objects.filter(pk__in=merger_row.moved["added"], person=person).delete()
    person.save()
    fold_anew(person)
    fold_anew(other)
    merger_row.undone_at = timezone.now()
    merger_row.save()
    pages.players_changed(list(person.players.all()))
    pages.players_changed(list(other.players.all()))
    notify_person(person)
    notify_person(other)
    note_links(links, by=by)
    answer: Undone = {"person": person.pk, "other": other.pk, "left": left}
    return ActResult(answer, after={"person": person.pk, "other": other.pk, "left": left})


def _move_back(name: str, model: type[Model], merger: Merger, column: str) -> list[str]:
    """Those that still are where the merger brought them; what does not go back."""
    rows = model._base_manager.filter(pk__in=merger.moved.get(name, ()), **{column: merger.person_id})
    there = set(rows.values_list("pk", flat=True))
    rows.update(**{column: merger.other_id})
    return [f"{name}:{key}" for key in merger.moved.get(name, ()) if key not in there]


class PersonChanged(TypedDict):
    """``fields``: what has changed."""

    person: int
    fields: list[str]


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("person edited"))
def change_person(
    *,
    person: Person,
    name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Name"), help=_("In Latin letters."))],
    given_name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Given name"))] = "",
    native_name: Annotated[str, Field(longest=NATIVE_LENGTH, label=_("Native name"))] = "",
    federation: Annotated[str, Field(longest=3)],
    birth_year: Annotated[
        int | None, Field(least=LEAST_BIRTH_YEAR, most=LATEST_BIRTH_YEAR, label=_("Year of birth"))
    ],
    gender: Annotated[str, Field(choices=Gender.values)] = "",
    listed: Annotated[bool, Field(label=_("Public page, found by the search"))] = True,
    former: Annotated[bool, Field(label=_("The names before stay as former names"))] = False,
    by: User,
    seen: Mapping[str, Any] | None = None,
    once: str = "",
) -> ActResult[PersonChanged]:
    """Change what the register says of a person; ``former``: names that change were right in their time."""
    check_own_row(person)
    names = {"name": tidy(name), "given_name": tidy(given_name), "native_name": tidy(native_name)}
    if not names["name"]:
        raise Refusal("name-needed", field="name")
    for field, text in names.items():
        check_person_name(field, text)
    check_birth_year(birth_year)
    if not federation:
        Federation.objects.get_or_create(code="")
    if not Federation.objects.filter(code=federation).exists():
        raise Refusal("unknown-federation", field="federation", federation=federation)
    wanted = {
        **names,
        "federation_id": federation,
        "birth_year": birth_year,
        "gender": gender,
        "listed": listed,
    }
    now = {column: getattr(person, column) for column in wanted}
    mine = changes(wanted=wanted, now=now, seen=seen)
    if not mine:
        return no_change({"person": person.pk, "fields": []})
    links = person_page_codes(person)
    # No event changes: each has its own copy.
    write_person(person, mine, former=former)
    note_links(links, by=by)
    fields = list(mine)
    return ActResult({"person": person.pk, "fields": fields}, after={"fields": fields})


def write_person(person: Person, values: Mapping[str, Any], *, former: bool = False) -> None:
    """These values, and whatever shows or finds the person by them."""
    called = [person.name, person.native_name]
    for column, value in values.items():
        setattr(person, column, value)
    if former:
        _keep_names(person, called, PersonName.Kind.FORMER)
    fold_anew(person)
    pages.players_changed(list(person.players.all()))
    notify_person(person)


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("person split"))
def split_person(
    *,
    person: Person,
    players: Annotated[Sequence[int], Field(longest=10_000, item=Field(least=1))],
    by: User,
    reason: Reason = "",
    once: str = "",
) -> ActResult[Split]:
    """Split off copies of events that are somebody else's."""
    check_own_row(person)
    copies = person.players.order_by("-event__starts", "-pk")
    going = list(copies.filter(pk__in=players))
    if not going or len(going) == copies.count() or len(going) < len(set(players)):
        raise Refusal("nothing-to-split", field="players")
    links = person_page_codes(person)
    # The new row says what the newest copy says; numbers, titles and ratings stay.
    register_persons(going[:1])
    other = going[0].person
    keys = [player.pk for player in going]
    Player.objects.filter(pk__in=keys).update(person=other)
    pages.players_changed(list(person.players.all()))
    pages.players_changed(list(other.players.all()))
    notify_person(person)
    notify_person(other)
    note_links(links, by=by)
    answer: Split = {"person": person.pk, "other": other.pk}
    return ActResult(answer, after={"person": person.pk, "other": other.pk, "players": keys})

"""What the register is asked to say of a person, by an event that has corrected its copy or by the person,
and what becomes of it.

Nothing of it changes the register before somebody with a right to the person accepts it. A decision can be
taken back while the register still says what it made it say: then it waits again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.frame import ENTRY, ActResult, act, no_change
from tournaments.acts.register._new_persons import TAKEN_OVER, fold_anew
from tournaments.acts.register.person_input import (
    NAME_LENGTH,
    NATIVE_LENGTH,
    NUMBERS,
    check_birth_year,
    check_person_name,
    tidy,
)
from tournaments.acts.register.person_particulars import put_in_force
from tournaments.acts.register.persons import PERSON, check_own_row, write_person
from tournaments.exchange.cells import LATEST_BIRTH_YEAR, LEAST_BIRTH_YEAR
from tournaments.models import (
    Correction,
    Entry,
    Federation,
    Person,
    PersonNumber,
    Player,
    PlayerLink,
    issuer_of_column,
)
from tournaments.pages.webhook_events import notify_person
from tournaments.policy import Act

FURTHER = Correction.FURTHER


class Proposed(TypedDict):
    """``fields``: what waits for an answer now."""

    person: str
    fields: list[str]


class Decided(TypedDict):
    person: int
    correction: int


def offer_corrections(player: Player, columns: Collection[str], by: User) -> None:
    """Offer what an event has corrected of a person to whoever has a right to the person."""
    for column in TAKEN_OVER:
        if column not in columns:
            continue
        value = getattr(player, column)
        # Until then it stands at that event alone.
        Correction.objects.filter(player=player, column=column, decided_at=None, own=False).delete()
        # What the register says already, or says again, waits for nobody.
        if value != getattr(player.person, column):
            Correction.objects.create(player=player, column=column, value=value, by=by)


def propose_numbers(people: Iterable[tuple[Mapping[str, Any], Player]]) -> None:
    """Offer numbers that somebody known has filled in; as many queries for one as for hundreds."""
    offered = [
        (player, column, issuer, tidy(str(number)))
        for filled, player in people
        for column in NUMBERS
        if (number := filled.get(column)) and (issuer := issuer_of_column(column, player.federation_id))
    ]
    if not offered:
        return
    rows = PersonNumber.objects.filter(number__in=[offer[-1] for offer in offered])
    held = {
        (issuer, number): (person, former)
        for issuer, number, person, former in rows.values_list("issuer", "number", "person", "former")
    }
    players = [offer[0] for offer in offered]
    Correction.objects.filter(player__in=players, column__in=NUMBERS, decided_at=None, own=False).delete()
    Correction.objects.bulk_create(
        Correction(player=player, column=column, value=number)
        for player, column, issuer, number in offered
        # A number that somebody else has there makes the two likely twins, and is offered to nobody.
        if held.get((issuer, number), (player.person_id, True)) == (player.person_id, True)
    )


@act(on=ENTRY, right=Act.PROPOSE_PERSON, done=_("correction of a person proposed, by the person"))
def propose_particulars(
    *,
    entry: Entry,
    name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Name"), help=_("In Latin letters."))] = "",
    given_name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Given name"))] = "",
    native_name: Annotated[str, Field(longest=NATIVE_LENGTH, label=_("Native name"))] = "",
    further_name: Annotated[
        str, Field(longest=NAME_LENGTH, label=_("Further name"), help=_("In another script or spelling."))
    ] = "",
    federation: Annotated[str, Field(longest=3)] = "",
    birth_year: Annotated[
        int | None, Field(least=LEAST_BIRTH_YEAR, most=LATEST_BIRTH_YEAR, label=_("Year of birth"))
    ] = None,
    by: PlayerLink,
    once: str = "",
) -> ActResult[Proposed]:
    """Propose what the register should say of the person, by the private link."""
    player = Player.objects.select_for_update().select_related("person").get(pk=entry.player_id)
    check_own_row(player.person)
    texts = {"name": name, "given_name": given_name, "native_name": native_name, "further_name": further_name}
    for field, text in texts.items():
        check_person_name(field, tidy(text))
    check_birth_year(birth_year)
    if federation and not Federation.objects.filter(code=federation).exists():
        raise Refusal("unknown-federation", field="federation", federation=federation)
    proposals = {
        **{field: tidy(text) for field, text in texts.items() if field != "further_name"},
        "federation_id": federation,
        "birth_year": birth_year,
        FURTHER: tidy(further_name),
    }
    # What is left empty, or is in the register already, is asked for no more.
    new = {
        column: value for column, value in proposals.items() if value and lacks(player.person, column, value)
    }
    waiting = Correction.objects.filter(player=player, own=True, decided_at=None)
    before = dict(waiting.values_list("column", "value"))
    answer: Proposed = {"person": str(player.person.uid), "fields": sorted(new)}
    if new == before:
        return no_change(answer)
    # What was proposed before and is not decided is replaced.
    waiting.delete()
    Correction.objects.bulk_create(
        Correction(player=player, column=column, value=value, own=True) for column, value in new.items()
    )
    # Names and years stay out of the journal (law 8).
    return ActResult(answer, before={"fields": sorted(before)}, after={"fields": sorted(new)})


def lacks(person: Person, column: str, value: object) -> bool:
    """Whether the register does not say so yet."""
    if column == FURTHER:
        names = {person.name, person.native_name, *(alias.name for alias in person.names.all())}
        return value not in names
    return bool(getattr(person, column) != value)


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("correction of a person accepted"))
def accept_correction(
    *, person: Person, correction: Id, by: User, reason: Reason = "", once: str = ""
) -> ActResult[Decided]:
    """The register says what the event or the person says."""
    waiting = _waiting(person, correction)
    if issuer := issuer_of_column(waiting.column, waiting.player.federation_id):
        waiting.before = _number_in_force(person, issuer)
        put_in_force(person, issuer, str(waiting.value))
        _written(person)
    elif waiting.column == FURTHER:
        new = lacks(person, FURTHER, waiting.value)
        waiting.before = person.names.create(name=str(waiting.value)).pk if new else None
        _written(person)
    else:
        waiting.before = getattr(person, waiting.column)
        write_person(person, {waiting.column: waiting.value})
    return _decided(person, waiting, reason, accepted=True)


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("correction of a person rejected"))
def reject_correction(
    *, person: Person, correction: Id, by: User, reason: Reason = "", once: str = ""
) -> ActResult[Decided]:
    """An event's stays at the event alone; who proposed the own reads ``reason``, which is needed then."""
    waiting = _waiting(person, correction)
    if waiting.own and not reason:
        raise Refusal("reason-needed", field="reason")
    return _decided(person, waiting, reason, accepted=False)


@act(on=PERSON, right=Act.KEEP_REGISTER, done=_("decision on a correction of a person withdrawn"))
def reopen_correction(
    *, person: Person, correction: Id, by: User, reason: Reason = "", once: str = ""
) -> ActResult[Decided]:
    """It waits again, and the register says what it said before."""
    check_own_row(person)
    decided = Correction.objects.filter(
        player__person=person, decided_at__isnull=False, pk=correction
    ).first()
    if decided is None:
        raise Refusal("no-such-correction")
    same = Correction.objects.filter(player=decided.player_id, column=decided.column, own=decided.own)
    if same.filter(decided_at=None).exists():
        raise Refusal("correction-asked-anew")
    if decided.accepted:
        _take_back(person, decided)
    decided.accepted, decided.decided_at, decided.reason, decided.before = False, None, "", None
    decided.save()
    answer: Decided = {"person": person.pk, "correction": decided.pk}
    return ActResult(answer, after={"fields": [decided.column], "correction": decided.pk})


def _number_in_force(person: Person, issuer: str) -> str:
    return person.numbers.filter(issuer=issuer, former=False).values_list("number", flat=True).first() or ""


def _take_back(person: Person, correction: Correction) -> None:
    if issuer := issuer_of_column(correction.column, correction.player.federation_id):
        if _number_in_force(person, issuer) != correction.value:
            raise Refusal("register-changed-since")
        # Nobody else ever gets it: the other one is in force again, this one was.
        person.numbers.filter(issuer=issuer, number=correction.value).update(former=True)
        person.numbers.filter(issuer=issuer, number=correction.before).update(former=False)
        _written(person)
    elif correction.column == FURTHER:
        if correction.before is not None and not person.names.filter(pk=int(correction.before)).delete()[0]:
            raise Refusal("register-changed-since")
        _written(person)
    elif getattr(person, correction.column) != correction.value:
        raise Refusal("register-changed-since")
    else:
        write_person(person, {correction.column: correction.before})


def _written(person: Person) -> None:
    """The person has a name more, or less."""
    fold_anew(person)
    pages.players_changed(list(person.players.all()))
    notify_person(person)


def _waiting(person: Person, correction: int) -> Correction:
    check_own_row(person)
    waiting = Correction.objects.filter(player__person=person, decided_at=None)
    correction_row = waiting.filter(pk=correction).select_related("player").first()
    if correction_row is None:
        raise Refusal("no-such-correction")
    return correction_row


def _decided(person: Person, correction: Correction, reason: str, *, accepted: bool) -> ActResult[Decided]:
    correction.accepted, correction.decided_at, correction.reason = accepted, timezone.now(), reason
    correction.save()
    answer: Decided = {"person": person.pk, "correction": correction.pk}
    after: Mapping[str, Any] = {"fields": [correction.column], "correction": correction.pk}
    return ActResult(answer, after=after)

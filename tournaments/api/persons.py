"""The register of persons: who stands in it with all that is known, and what the desk does with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.accounts.models import User
from portal.api.bodies import body_of
from portal.api.problems import Problem
from portal.api.schema import listed, read
from portal.published.documents import plain_value
from tournaments.acts.register.corrections import accept_correction, reject_correction, reopen_correction
from tournaments.acts.register.licences import ask_for_licence, issue_licence, set_licence_state
from tournaments.acts.register.own_person import remove_photo, set_person_contact
from tournaments.acts.register.person_particulars import (
    add_person_name,
    end_person_number,
    remove_from_person,
    set_person_number,
    set_person_rating,
    set_person_title,
)
from tournaments.acts.register.person_twins import doubt_again, tell_apart
from tournaments.acts.register.persons import (
    change_person,
    merge_persons,
    split_person,
    undo_merger,
)
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.models import Person, PersonContact, PersonName
from tournaments.organisation_roles import persons_kept
from tournaments.policy import Act
from tournaments.queries.register.corrections import waiting_corrections
from tournaments.queries.register.persons import copies_of, open_mergers, persons_named, twins_of

ID = _("Identifies it when it is changed.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    person: Annotated[int, ID]
    code: Annotated[str, _("Code of the person, as in the address of the public page.")]
    name: str
    given_name: str
    native_name: str
    federation: str
    birth_year: int | None
    gender: Annotated[str, _("f, m or empty.")]
    listed: Annotated[bool, _("Whether there is a public page.")]


@dataclass(frozen=True, slots=True)
class RegisteredName:
    row: Annotated[int, ID]
    name: str
    kind: PersonName.Kind


@dataclass(frozen=True, slots=True)
class RegisteredNumber:
    row: Annotated[int, ID]
    issuer: str
    number: str
    former: bool


@dataclass(frozen=True, slots=True)
class RegisteredTitle:
    row: Annotated[int, ID]
    title: str
    issuer: str
    awarded: date | None
    proof: str


@dataclass(frozen=True, slots=True)
class RegisteredRating:
    row: Annotated[int, ID]
    issuer: str
    value: int
    on: date
    source: str
    games: Annotated[int | None, _("That the list counts in its period, where it says so.")]
    k: Annotated[int | None, _("The coefficient K, where the list says it.")]
    inactive: Annotated[bool | None, _("Null: the list says so of one of several ratings, and not of which.")]


@dataclass(frozen=True, slots=True)
class RegisteredCopy:
    player: Annotated[int, ID]
    event: Annotated[str, _("The event's URL name.")]
    name: str
    federation: str


@dataclass(frozen=True, slots=True)
class WaitingCorrection:
    correction: Annotated[int, ID]
    event: Annotated[str, _("The event's URL name.")]
    column: str
    value: str
    own: Annotated[bool, _("Whether the person asks for it; else the event has corrected its copy.")]
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenMerger:
    merger: Annotated[int, ID]
    other: int
    at: datetime


@dataclass(frozen=True, slots=True)
class LikelyTwin:
    person: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredPerson(Registered):
    names: Sequence[RegisteredName]
    numbers: Sequence[RegisteredNumber]
    titles: Sequence[RegisteredTitle]
    ratings: Sequence[RegisteredRating]
    copies: Annotated[Sequence[RegisteredCopy], _("What events have of the person.")]
    corrections: Annotated[Sequence[WaitingCorrection], _("What events or the person have asked for.")]
    mergers: Annotated[Sequence[OpenMerger], _("Which can be undone, the newest first.")]
    twins: Sequence[LikelyTwin]
    contact: Annotated[str, _("For who keeps the person; never public. May be empty.")]


class Register(StaffView):
    scopes = {"GET": "read"}
    queries = {"GET": ("limit", "cursor", "q", "federation")}

    @listed(
        "persons_list",
        _("Persons of the register"),
        Registered,
        OpenApiParameter("q", description=_("A name in any writing, or a number.")),
        OpenApiParameter("federation"),
    )
    def get(self, request: Request) -> Response:
        access = self.access(Act.KEEP_REGISTER, {})
        query = request.query_params
        persons = persons_named(query.get("q", ""), query.get("federation", ""), persons_kept(access.user))
        if persons is None:
            raise Problem(400, "bad-query", name="q")
        return self.page(persons, lambda person: Registered(**_of(person)))


class OfRegister(StaffView):
    scopes = {"GET": "read", "POST": "persons"}

    @read("persons_registered", _("All that the register knows of a person"), RegisteredPerson)
    def get(self, request: Request, **place: Any) -> Response:
        access = self.access(Act.KEEP_REGISTER, place)
        return Response(plain_value(_whole(access.person, access.user)))

    post = api_operation(
        change_person, "persons_change", _("Correct a person's names and particulars"), body="PersonBody"
    )


def _of(person: Person) -> dict[str, Any]:
    return {
        "person": person.pk,
        "code": str(person.uid),
        "name": person.name,
        "given_name": person.given_name,
        "native_name": person.native_name,
        "federation": person.federation_id,
        "birth_year": person.birth_year,
        "gender": person.gender,
        "listed": person.listed,
    }


def _whole(person: Person, by: User) -> RegisteredPerson:
    """As ``by`` may know it, who may look after some persons and not after others."""
    within = persons_kept(by)
    return RegisteredPerson(
        **_of(person),
        names=[RegisteredName(item.pk, item.name, PersonName.Kind(item.kind)) for item in person.names.all()],
        numbers=[
            RegisteredNumber(item.pk, item.issuer, item.number, item.former) for item in person.numbers.all()
        ],
        titles=[
            RegisteredTitle(item.pk, item.title, item.issuer, item.awarded, item.proof)
            for item in person.titles.all()
        ],
        ratings=[
            RegisteredRating(
                item.pk,
                item.issuer,
                item.value,
                item.on,
                item.source,
                item.games,
                item.k,
                item.inactive,
            )
            for item in person.ratings.all()
        ],
        copies=[
            RegisteredCopy(item.pk, item.event.slug, item.name, item.federation_id)
            for item in copies_of(person, by)
        ],
        corrections=[
            WaitingCorrection(
                item.pk,
                item.player.event.slug,
                item.column,
                "" if item.value is None else str(item.value),
                item.own,
                item.at,
            )
            for item in waiting_corrections(person)
        ],
        mergers=[OpenMerger(item.pk, item.other_id, item.at) for item in open_mergers(person, within)],
        twins=[LikelyTwin(item.other.pk, item.why) for item in twins_of(person, within)],
        contact="".join(PersonContact.objects.filter(person=person).values_list("contact", flat=True)),
    )


OfCorrection = body_of("PersonCorrectionBody", accept_correction)
OfTwins = body_of("TwinsBody", tell_apart)

PERSON = [
    api_act_url(
        "numbers",
        set_person_number,
        "persons",
        "persons_number",
        _("Enter the number in force"),
        body="PersonNumberBody",
    ),
    api_act_url(
        "numbers/end",
        end_person_number,
        "persons",
        "persons_number_end",
        _("Say that a number is no longer in force"),
    ),
    api_act_url(
        "titles",
        set_person_title,
        "persons",
        "persons_title",
        _("Enter or correct a title"),
        body="PersonTitleBody",
    ),
    api_act_url(
        "ratings",
        set_person_rating,
        "persons",
        "persons_rating",
        _("Enter or correct a rating"),
        body="PersonRatingBody",
    ),
    api_act_url(
        "names", add_person_name, "persons", "persons_name", _("Enter a further name"), body="PersonNameBody"
    ),
    api_act_url("licences/issue", issue_licence, "persons", "persons_licence", status=201),
    api_act_url("licences/ask", ask_for_licence, "persons", "persons_licence_ask", status=201),
    api_act_url("licences/state", set_licence_state, "persons", "persons_licence_state"),
    api_act_url("contact", set_person_contact, "persons", "persons_contact", _("Change a person's contact")),
    api_act_url(
        "photo/remove", remove_photo, "persons", "persons_photo_remove", _("Remove a person's photo")
    ),
    api_act_url("remove", remove_from_person, "persons", "persons_remove", _("Remove a wrong entry")),
    api_act_url(
        "corrections/accept",
        accept_correction,
        "persons",
        "persons_accept",
        _("Accept a correction"),
        body=OfCorrection,
    ),
    api_act_url(
        "corrections/reject",
        reject_correction,
        "persons",
        "persons_reject",
        _("Reject a correction"),
        body=OfCorrection,
    ),
    api_act_url(
        "corrections/reopen",
        reopen_correction,
        "persons",
        "persons_reopen",
        _("Take back the decision about a correction"),
        body=OfCorrection,
    ),
    api_act_url(
        "twins/apart",
        tell_apart,
        "persons",
        "persons_apart",
        _("Say that likely twins are two persons"),
        body=OfTwins,
    ),
    api_act_url(
        "twins/doubt", doubt_again, "persons", "persons_doubt", _("Name likely twins again"), body=OfTwins
    ),
    api_act_url("merge", merge_persons, "persons", "persons_merge", _("Merge two persons")),
    api_act_url("undo-merger", undo_merger, "persons", "persons_undo", _("Undo a merger")),
    api_act_url("split", split_person, "persons", "persons_split", _("Split a person in two")),
]

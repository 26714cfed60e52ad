"""Persons of the register: two rows merged, that undone, one row split."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.acts.notices._images import MOST_PHOTO_BYTES
from tournaments.acts.register.corrections import (
    FURTHER,
    accept_correction,
    propose_particulars,
    reject_correction,
    reopen_correction,
)
from tournaments.acts.register.own_person import (
    remove_own_photo,
    remove_photo,
    set_own_contact,
    set_person_contact,
)
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
    FIELDS,
    change_person,
    merge_persons,
    split_person,
    undo_merger,
)
from tournaments.exchange.written_names import tidy_name
from tournaments.forms.base import PLAYER_NAMES, ActForm, form_of, offer
from tournaments.forms.conflict_check import ConflictCheckForm
from tournaments.forms.events import LogoForm
from tournaments.models import Federation, Gender, Person, PersonContact, PersonName, Player
from tournaments.queries.register.corrections import waiting_of
from tournaments.queries.register.persons import MergerPreview
from tournaments.wording.register.persons import field_name, particular_text
from tournaments.wording.titles import title_text


class MergeForm(ActForm):
    """``take``: what is as the other row has it; offered is what differs."""

    ids = "merge"
    act = merge_persons

    other = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**63 - 1)
    take = forms.MultipleChoiceField(
        label=_("Take from the other"),
        choices=[(field, field) for field in FIELDS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_(
            "Anything not ticked stays as it is. A name that is not taken is kept as a further name."
        ),
    )

    field_order = ("other", "take", "reason")

    def show(self, merger: MergerPreview) -> None:
        """Offer what differs."""
        offer(
            self,
            "take",
            [
                (
                    difference.field,
                    _("%(field)s: %(theirs)s instead of %(mine)s")
                    % {
                        "field": field_name(difference.field),
                        "theirs": particular_text(difference.field, difference.theirs),
                        "mine": particular_text(difference.field, difference.mine),
                    },
                )
                for difference in merger.differences
            ],
        )


class PersonForm(ConflictCheckForm):
    """The person as the register has it."""

    ids = "person"
    act = change_person
    apart = frozenset({"seen"})
    names_typed = PLAYER_NAMES

    federation = forms.ModelChoiceField(
        label=_("Federation"), queryset=Federation.objects.exclude(code=""), required=False, empty_label="–"
    )
    gender = forms.ChoiceField(label=_("Gender"), choices=[("", "–"), *Gender.choices], required=False)

    field_order = (
        "name",
        "given_name",
        "native_name",
        "federation",
        "birth_year",
        "gender",
        "listed",
        "former",
    )

    def field_of(self, key: Any) -> str:
        return "federation" if key == "federation_id" else str(key)

    @classmethod
    def about(cls, person: Person) -> dict[str, Any]:
        return {field: getattr(person, field) for field in FIELDS} | {"federation": person.federation_id}

    def arguments(self) -> dict[str, Any]:
        values = {name: value for name, value in self.cleaned_data.items() if name not in ("once", "seen")}
        loaded = self.as_loaded()
        return _plain(values) | {"seen": _columns(loaded.cleaned_data) if loaded is not None else None}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """A federation by its code."""
    federation = values["federation"]
    return values | {"federation": federation.pk if federation else ""}


def _columns(values: dict[str, Any]) -> dict[str, Any]:
    """What was shown, by column of the register."""
    plain = _plain({name: values.get(name) for name in PersonForm.field_order})
    return {("federation_id" if name == "federation" else name): value for name, value in plain.items()}


class NumberForm(ActForm):
    ids = "number"
    act = set_person_number


def day_field(label: Any, *, required: bool) -> forms.DateField:
    return forms.DateField(
        label=label, required=required, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )


class TitleForm(ActForm):
    ids = "title"
    act = set_person_title

    awarded = day_field(_("Awarded on"), required=False)

    field_order = ("title", "issuer", "awarded", "proof")

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"awarded": values["awarded"].isoformat() if values["awarded"] else ""}


class RatingForm(ActForm):
    ids = "rating"
    act = set_person_rating

    on = day_field(_("As of"), required=True)

    field_order = ("issuer", "value", "on", "source")

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"on": values["on"].isoformat()}


class NameForm(ActForm):
    ids = "name"
    act = add_person_name
    names_typed = PLAYER_NAMES

    kind = forms.ChoiceField(label=_("Kind"), choices=PersonName.Kind.choices)

    field_order = ("name", "kind")


def _held_choices(person: Person) -> list[tuple[str, str]]:
    """What the register holds of a person besides the names in force, each as ``titles:3`` and in words."""
    return [
        *((f"names:{item.pk}", item.name) for item in person.names.all()),
        *((f"numbers:{item.pk}", f"{item.issuer.upper()} {item.number}") for item in person.numbers.all()),
        *(
            (f"titles:{item.pk}", f"{title_text(item.title)} {item.issuer.upper()}".rstrip())
            for item in person.titles.all()
        ),
        *(
            (f"ratings:{item.pk}", f"{item.issuer.upper()} {item.value} {item.on}")
            for item in person.ratings.all()
        ),
    ]


class RemoveForm(ActForm):
    """``what``: a name, number, title or rating; chosen together with the row, as ``titles:3``."""

    ids = "remove"
    act = remove_from_person
    made_of = ("person",)
    apart = frozenset({"what", "row"})

    held = forms.ChoiceField(label=_("Wrong entry"))

    field_order = ("held", "reason")

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "held", [("", "–"), *_held_choices(person)])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        kind, _colon, row = values.pop("held").partition(":")
        return values | {"what": kind, "row": int(row)}


EndNumberForm = form_of(end_person_number)
TellApartForm = form_of(tell_apart)
DoubtAgainForm = form_of(doubt_again)


class UndoMergerForm(ActForm):
    ids = "undo-merger"
    act = undo_merger


class SplitForm(ActForm):
    """Which events are somebody else's."""

    ids = "split"
    act = split_person
    made_of = ("person",)

    players = forms.TypedMultipleChoiceField(
        label=_("Events of someone else"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    field_order = ("players", "reason")

    def __init__(self, *args: Any, person: Person, copies: list[Player] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = copies if copies is not None else person.players.select_related("event")
        offer(self, "players", [(copy.pk, f"{copy.event}: {copy}") for copy in rows])


class AcceptForm(ActForm):
    """A single button: who accepts need not say why."""

    ids = "accept"
    act = accept_correction
    apart = frozenset({"reason"})


class RejectForm(ActForm):
    """One of several on a page."""

    ids = "reject"
    act = reject_correction


class ReopenForm(ActForm):
    ids = "reopen"
    act = reopen_correction
    apart = frozenset({"reason"})


class ProposalForm(ActForm):
    """What the person wishes the register to say."""

    ids = "proposal"
    act = propose_particulars
    names_typed = {**PLAYER_NAMES, "further_name": tidy_name}

    federation = forms.ModelChoiceField(
        label=_("Federation"), queryset=Federation.objects.exclude(code=""), required=False, empty_label="–"
    )

    field_order = ("name", "given_name", "native_name", "further_name", "federation", "birth_year")

    @classmethod
    def about(cls, player: Player) -> ProposalForm:
        """Show what waits, and the names that everybody can read."""
        person, values = player.person, {}
        # Of who is not listed the register may know what the link does not open; a year of birth it shows to
        # nobody.
        if person.listed:
            columns = ("name", "given_name", "native_name")
            values = {column: getattr(person, column) for column in columns}
            values["federation"] = person.federation_id
        names = {"federation_id": "federation", FURTHER: "further_name"}
        waiting = {
            names.get(correction.column, correction.column): correction.value
            for correction in waiting_of(player)
        }
        return cls(initial=values | waiting)

    def arguments(self) -> dict[str, Any]:
        return _plain(super().arguments())


class OwnContactForm(ActForm):
    ids = "contact"
    act = set_own_contact


class ContactForm(ActForm):
    ids = "contact"
    act = set_person_contact

    @classmethod
    def about(cls, person: Person) -> ContactForm:
        contact = PersonContact.objects.filter(person=person).first()
        return cls(initial={"contact": contact.contact if contact else ""})


class PhotoForm(LogoForm):
    ids = "photo"
    most = MOST_PHOTO_BYTES
    file = forms.FileField(
        label=_("Photo"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_("PNG, JPEG or WebP, up to 5 MB."),
    )


RemoveOwnPhotoForm = form_of(remove_own_photo)


class RemovePhotoForm(ActForm):
    ids = "remove-photo"
    act = remove_photo

"""What all forms of acts share: a key that makes a double tap harmless, and a place for a refusal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self
from uuid import uuid4

from django import forms
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from portal.policy import Conflict, Refusal
from portal.web.field_words import InOurWords
from portal.web.fields import REQUIRED, Argument, arguments_of
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.frame import AnyAct
from tournaments.exchange.written_names import tidy_name
from tournaments.models import Entry, Federation, Section, Team
from tournaments.queries.tables import Name
from tournaments.wording.names import plain_name
from tournaments.wording.refusals import refusal_sentence

REASON_LENGTH = 200
PLAYER_NAMES: Mapping[str, Callable[[str], str]] = dict.fromkeys(
    ("name", "given_name", "native_name"), tidy_name
)
# What no key types and no page can hold: control characters but tab and line end, halves of characters.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


# A browser cannot fill a file in again. For each, a form that waited for its sender brings the field and the
# name: `file:logo.png`.
CHOOSE_AGAIN = "choose_again"


# Characters of a file's name that are repeated.
MOST_OF_A_NAME = 200


def _fresh_key() -> str:
    return uuid4().hex


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Let these be chosen in a field of the form: what there is to choose, only its page knows."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"nothing can be chosen in {name}")
    field.choices = list(choices)


# A list to choose from has at most so many numbers; beyond that one is typed.
MOST_OFFERED = 450


def offer_sections(form: forms.BaseForm, sections: Iterable[Section], none: Any) -> dict[Any, Section]:
    """The same of the sections of an event, or ``none`` of them. By their ids."""
    by_key = {section.pk: section for section in sections}
    offer(form, "section", [("", none), *((key, plain_name(section)) for key, section in by_key.items())])
    return by_key


def number_choices(form: forms.BaseForm, name: str, choices: Sequence[tuple[int | None, str]]) -> None:
    """The same of players or tables, which have numbers: those of a large section make no list."""
    offer(form, name, [("", _("Choose…")), *choices])
    if len(choices) > MOST_OFFERED:
        form.fields[name].widget = forms.NumberInput(attrs={"min": 1})


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that stand together on a page."""

    title: Any
    fields: tuple[forms.BoundField, ...]

    @property
    def labels(self) -> str:
        """Name what is behind the title, for a group that is folded."""
        return ", ".join(str(field.label) for field in self.fields)

    @property
    def is_filled(self) -> bool:
        return any(field.value() for field in self.fields)


class ActForm(InOurWords, forms.Form):
    """``once`` is made with the form and comes back with it. ``ids`` keeps the ids of several forms of one
    page apart. After `refuse`, ``status`` is the status of the answer that shows the form again. Control
    characters in a text are refused and taken out of what is shown again; the fields of ``as_typed`` judge
    them otherwise."""

    ids = "form"
    act: ClassVar[AnyAct | None] = None
    """The act of whose arguments the fields are made (`portal.web.fields`), but for those that the form
    itself declares and those that are ``apart``."""
    apart: ClassVar[frozenset[str]] = frozenset()
    status = 422
    as_typed: ClassVar[frozenset[str]] = frozenset()
    groups: ClassVar[Mapping[Any, tuple[str, ...]]] = {}
    """The names of the fields by the title under which they stand, for a form too long for one column."""
    made_of: ClassVar[tuple[str, ...]] = ()
    """What of the thing that is accessed the form is made with, such as ``section``: it offers a choice of
    it."""
    names_typed: ClassVar[Mapping[str, Callable[[str], str]]] = {}
    """The fields for the name of a person, and how it is calmed where it is typed in capitals, as that of an
    imported list is. What stood there before stays as it is."""
    refusal: Refusal | None = None
    """Why the act was refused."""

    once = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64, initial=_fresh_key)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"{self.ids}-%s")
        super().__init__(*args, **kwargs)

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        act, declared = cls.__dict__.get("act"), cls.__dict__["declared_fields"]
        if act is not None:
            inherited = {name for base in cls.__mro__[1:] for name in getattr(base, "declared_fields", ())}
            present = declared.keys() | inherited | cls.apart
            declared.update(
                (argument.name, _field(argument))
                for argument in arguments_of(act)
                if argument.name not in present and argument.is_typed
            )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        """The form as it was posted to what ``access`` opens."""
        return cls(request.POST, request.FILES, **{name: getattr(access, name) for name in cls.made_of})

    def arguments(self) -> dict[str, Any]:
        """The cleaned fields, as the arguments of the act: each field is named once (law 2)."""
        return {name: value for name, value in self.cleaned_data.items() if name != "once"}

    def grouped(self) -> list[FieldGroup]:
        """What there is of `groups`."""
        groups = [
            FieldGroup(title, tuple(self[name] for name in names if name in self.fields))
            for title, names in self.groups.items()
        ]
        return [group for group in groups if group.fields]

    def full_clean(self) -> None:
        cleaned_names = self._take_out_controls() if self.is_bound else []
        super().full_clean()
        if self.is_bound:
            self._calm_names()
            self._name_files_to_choose()
        for name in cleaned_names:
            hidden = self.fields[name].widget.is_hidden
            message = _("Control characters were removed. Check the text and send it again.")
            self.add_error(None if hidden else name, message)

    def names_of_people(self) -> Mapping[str, Callable[[str], str]]:
        """`names_typed`, also of fields that are made with the form."""
        return self.names_typed

    def _calm_names(self) -> None:
        for name, calmed in self.names_of_people().items():
            text = self.cleaned_data.get(name)
            if text and text != self.get_initial_for_field(self.fields[name], name):
                self.cleaned_data[name] = calmed(text)

    def _name_files_to_choose(self) -> None:
        """A form that waited for its sender is not done without the files that it had."""
        sent = self.data
        for field_name in sent.getlist(CHOOSE_AGAIN) if isinstance(sent, MultiValueDict) else ():
            prefixed, _colon, file = str(field_name).partition(":")
            name = next((name for name in self.fields if self.add_prefix(name) == prefixed), None)
            if name is not None:
                self.errors.pop(name, None)
            words = _("Choose %(file)s again: a file cannot wait while you sign in. Then send the form.")
            self.add_error(name, words % {"file": file[:MOST_OF_A_NAME]})

    def _take_out_controls(self) -> list[str]:
        """The fields in whose text there were any."""
        cleaned: dict[str, str] = {}
        for name in self.fields:
            text = self.data.get(self.add_prefix(name))
            if isinstance(text, str) and name not in self.as_typed and CONTROLS.search(text):
                cleaned[name] = CONTROLS.sub("", text)
        if cleaned:
            self.put(**cleaned)
        return list(cleaned)

    def put(self, **texts: str) -> None:
        """Other texts in place of what was sent for these fields, where the form is shown again."""
        data = self.sent_data()
        for name, text in texts.items():
            data[self.add_prefix(name)] = text
        self.data = data

    def sent_data(self) -> MultiValueDict[str, Any]:
        """A copy of what was sent that may be changed."""
        sent = self.data
        if isinstance(sent, MultiValueDict):
            return MultiValueDict({key: list(values) for key, values in sent.lists()})
        return MultiValueDict({key: [value] for key, value in sent.items()})

    def refuse(self, refusal: Refusal, name: Name | None = None) -> None:
        """Say in the form why the act was refused, beside the field if it has it."""
        sentence = refusal_sentence(refusal.code, refusal.params, name)
        if refusal.field in self.fields and not isinstance(refusal, Conflict):
            self.add_error(refusal.field, sentence)
        else:
            self.add_error(None, sentence)
            # What is wrong with what was typed is 422, what is wrong with the moment 409.
            self.status = 422 if refusal.field and not isinstance(refusal, Conflict) else 409


def form_of(act: AnyAct) -> type[ActForm]:
    """The form of an act that needs nothing but the act's own fields."""
    ids = act.__name__.replace("_", "-")
    return type(f"{act.__name__}_form", (ActForm,), {"act": act, "ids": ids, "__module__": __name__})


def _field(argument: Argument) -> forms.Field:
    """Hidden without a label: the page fills it in."""
    field = argument.field
    more: dict[str, Any] = {"required": argument.default is REQUIRED and not argument.optional}
    if field.label:
        more |= {"label": field.label, "help_text": field.help}
    else:
        more["widget"] = forms.HiddenInput
    if argument.kind is bool:
        return forms.BooleanField(**more | {"required": False})
    if argument.kind is int:
        return forms.IntegerField(min_value=field.least, max_value=field.most, **more)
    if argument.kind is str and not field.choices:
        return forms.CharField(max_length=field.longest, **more)
    raise TypeError(f"{argument.name}: a choice needs words, which the form declares itself")


class RoundForm(ActForm):
    """Fill in an act on a round; ``round_seen``: where it stood on the page (`round_revision`)."""

    apart = frozenset({"seen"})
    round_seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        seen = values.pop("round_seen")
        # A page that shows the form again says where the round stands now.
        return values | {"seen": seen}


class ReasonForm(ActForm):
    """An act that needs a reason and nothing else."""

    ids = "reason"
    act = withdraw


def reason_field(read: Any = "", *, required: bool = True) -> forms.CharField:
    """Make the field of a reason; ``read``: by whom, where not in the journal alone."""
    # A field for each form, so that the reason stands last.
    return forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        required=required,
        help_text=read or _("Recorded in the journal."),
    )


# Digits.
LONGEST_ID = 18


class RowsField(forms.ModelMultipleChoiceField):
    """Several rows by their ids. An id that no column can hold is no choice: SQLite would raise."""

    def clean(self, value: Any) -> Any:
        for key in value if isinstance(value, list | tuple) else ():
            if len(str(key)) > LONGEST_ID:
                raise forms.ValidationError(
                    self.error_messages["invalid_choice"],
                    code="invalid_choice",
                    params={"value": str(key)[:20]},
                )
        return super().clean(value)


def federation_field() -> forms.ModelChoiceField[Federation]:
    return forms.ModelChoiceField(
        label=_("Federation"),
        queryset=Federation.objects.exclude(code=""),
        required=False,
        empty_label=_("none"),
    )


def player_field(label: Any, entries: Iterable[Entry | Team], **more: Any) -> forms.TypedChoiceField:
    """Make a choice among entries, or teams, that have a number; the value is the number."""
    people = list(entries)

    def choices() -> Iterator[tuple[Any, Any]]:
        yield "", _("Choose…")
        for entry in people:
            who = entry if isinstance(entry, Team) else entry.player
            yield entry.number, f"{entry.number} {who} {who.federation_id or ''}".rstrip()

    # Of a large section the number is typed.
    if len(people) > MOST_OFFERED:
        more |= {"widget": forms.NumberInput(attrs={"min": 1}), "help_text": _("The pairing number.")}
    # Made where they are needed: a number that is typed needs none until it is sent.
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, **more)

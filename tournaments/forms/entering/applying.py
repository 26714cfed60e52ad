"""Entries on line: what somebody who applies fills in, a player or the captain of a team."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.policy import Refusal
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.own_absences import HALF, NOTHING, PLAYS, ask_absence, ask_own_absence
from tournaments.acts.register.person_input import (
    NAME_LENGTH,
    NATIONAL_LENGTH,
    NATIVE_LENGTH,
    NUMBER_LENGTH,
    NUMBERS,
)
from tournaments.exchange.cells import LATEST_BIRTH_YEAR, LEAST_BIRTH_YEAR, MOST_RATING
from tournaments.exchange.written_names import calm_name
from tournaments.forms.base import PLAYER_NAMES, ActForm, federation_field, offer
from tournaments.models import NATIONAL, Application, Entry, EntryForm, Gender, Section
from tournaments.queries.entering.applications import form_of_section, questions_of, rounds_to_ask
from tournaments.queries.public.public_events import regulations_of
from tournaments.queries.teams.team_matches import team_settings_of
from tournaments.state.applications import (
    CONTACT,
    GUARDIAN,
    LONGEST_ANSWER,
    MOST_FILE_BYTES,
    PARTICULARS,
    FieldLevel,
    Question,
    QuestionKind,
    levels,
    member_field,
)
from tournaments.state.gotha.ranks import LEAST_RATING
from tournaments.state.minors import agrees_from
from tournaments.state.team_settings import TeamSettings
from tournaments.text.titles import LONGEST
from tournaments.wording.entering.applications import FIELD_NAMES
from tournaments.wording.names import reads_chinese
from tournaments.wording.places import zone_country

ANSWER, MEMBER = "answer_", "member_"


def _is_of(place: int, name: str) -> bool:
    """Whether a field is that of the player at this place of a team."""
    return name.startswith(member_field(place, ""))


def built_in(name: str, label: Any) -> forms.Field:
    """The field of a form for one of `FIELDS`."""
    match name:
        case "birth_year":
            return forms.IntegerField(label=label, min_value=LEAST_BIRTH_YEAR, max_value=LATEST_BIRTH_YEAR)
        case "rating":
            return forms.IntegerField(label=label, min_value=LEAST_RATING, max_value=MOST_RATING)
        case "gender":
            return forms.ChoiceField(label=label, choices=[("", "–"), *Gender.choices])
        case "email":
            return forms.EmailField(
                label=label, help_text=_("A link to confirm the application is sent there.")
            )
    longest = {"native_name": NATIVE_LENGTH, "title": LONGEST, "grade": LONGEST, "phone": 40}
    longest |= {**dict.fromkeys(NUMBERS, NUMBER_LENGTH), NATIONAL: NATIONAL_LENGTH}
    return forms.CharField(label=label, max_length=longest.get(name, NAME_LENGTH))


def _question_field(question: Question, stands: str = "", agreed_to: SafeString | str = "") -> forms.Field:
    """Make the field of a question; ``stands``: of a kept file, ``agreed_to``: links to what is agreed."""
    match question.kind:
        case QuestionKind.FILE:
            words = _("PDF, PNG or JPEG, up to 2 MB.")
            if stands:
                words = format_lazy(
                    "{} {}", _("Kept: %(file)s. Another file replaces it.") % {"file": stands}, words
                )
            return forms.FileField(
                label=question.label,
                required=question.required and not stands,
                widget=forms.FileInput({"accept": ".pdf,.png,.jpg,.jpeg"}),
                help_text=words,
                allow_empty_file=True,
            )
        case QuestionKind.CHOICE:
            choices = [("", "–"), *((choice, choice) for choice in question.choices)]
            return forms.ChoiceField(label=question.label, choices=choices, required=question.required)
        case QuestionKind.FLAG:
            help_text = agreed_to if question.required else ""
            return forms.BooleanField(label=question.label, required=question.required, help_text=help_text)
    return forms.CharField(label=question.label, max_length=LONGEST_ANSWER, required=question.required)


class RosterForm(ActForm):
    """Where there is a ``roster``, a team is entered with its players in the order of the boards."""

    roster: TeamSettings | None = None
    names_typed = {**PLAYER_NAMES, GUARDIAN: calm_name}
    stand = 0
    """How many stand in the team; more than the boards and reserves are shown as well, and told."""

    def add_members(self, section: Section, names: Sequence[str]) -> None:
        """Add the fields of each player of a team; ``names``: of `PARTICULARS`."""
        self.roster = team_settings_of(section)
        for place in self.places:
            label = _("Name of the player")
            self.fields[member_field(place, "name")] = forms.CharField(
                label=label, max_length=NAME_LENGTH, required=False
            )
            for name in names:
                field = built_in(name, FIELD_NAMES[name])
                # What is required of a player the act says itself: whoever is left out has none of it.
                field.required = False
                self.fields[member_field(place, name)] = field

    def names_of_people(self) -> Mapping[str, Callable[[str], str]]:
        members = {
            member_field(place, name): tidy for place in self.places for name, tidy in PLAYER_NAMES.items()
        }
        # What a team calls itself is its own.
        alone = {} if self.roster else dict(self.names_typed)
        return alone | members

    @property
    def places(self) -> range:
        """Of the roster of a team, from the first board on."""
        return range(1, max(self.stand, self.roster.most_members) + 1) if self.roster else range(0)

    def visible_rows(self) -> list[forms.BoundField]:
        """All but the players of a team."""
        return [field for field in self.visible_fields() if not field.name.startswith(MEMBER)]

    def members(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Of each place of a team what it is called, and the fields of who has it."""
        boards = self.roster.boards if self.roster else 0
        members = []
        for place in self.places:
            words = _("Board %(number)s") if place <= boards else _("Reserve %(number)s")
            title = words % {"number": place if place <= boards else place - boards}
            members.append((title, [self[name] for name in self.fields if _is_of(place, name)]))
        return members

    def typed_members(self) -> list[dict[str, Any]]:
        """``name`` and particulars at each place, also where it is left empty."""
        return [
            {
                name.removeprefix(member_field(place, "")): self.cleaned_data[name]
                for name in self.fields
                if _is_of(place, name)
            }
            for place in self.places
        ]


def ask_native_names_first(form: forms.BaseForm) -> None:
    """Put native names before Latin ones for who reads Chinese."""
    if not reads_chinese():
        return
    # Who reads Chinese and meets *Name* first writes it in characters there.
    order = list(form.fields)
    for native in [name for name in order if name.endswith("native_name")]:
        order.remove(native)
        order.insert(order.index(f"{native.removesuffix('native_name')}name"), native)
    form.order_fields(order)


class ApplyForm(RosterForm):
    """What the ``form`` of a section asks. ``website`` is seen by no person: who fills it in is a program."""

    ids = "apply"

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, help_text=_("In Latin letters."))
    federation = federation_field()
    stored_answers: Mapping[str, str] = MappingProxyType({})
    """What is said of files that stand, by question."""
    website = forms.CharField(
        required=False, widget=forms.TextInput({"autocomplete": "off", "tabindex": "-1"})
    )

    def __init__(self, *args: Any, form: EntryForm, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions = questions_of(form)
        levels_of_fields = {
            name: level for name, level in levels(form.asks).items() if level is not FieldLevel.NO
        }
        if form.section.of_teams:
            self.fields["name"].label = _("Team name")
            self.add_members(form.section, [name for name in levels_of_fields if name in PARTICULARS])
            levels_of_fields = {name: level for name, level in levels_of_fields.items() if name in CONTACT}
        for name, level in levels_of_fields.items():
            self.fields[name] = built_in(name, FIELD_NAMES[name])
            self.fields[name].required = level is FieldLevel.REQUIRED
        if GUARDIAN in levels_of_fields:
            # Whether somebody is under age says the year of birth.
            age = agrees_from(zone_country(form.section.event.time_zone))
            words = _("Needed of players under %(age)s: who agrees that name and results are published.")
            self.fields[GUARDIAN].required = False
            self.fields[GUARDIAN].help_text = words % {"age": age}
        agreed_to = format_html_join(
            " · ",
            '<a href="{}" target="_blank" rel="noopener">{}</a>',
            ((document.url, document.words) for document in regulations_of(form.section.event)),
        )
        for place, question in enumerate(self.questions):
            stands = self.stored_answers.get(question.label, "")
            self.fields[f"{ANSWER}{place}"] = _question_field(question, stands, agreed_to)
        self.fields["named_in_public"] = forms.BooleanField(
            label=_("Show my name in the public list of applications"),
            required=False,
            help_text=_("Players who are entered are always listed in public."),
        )
        if self.roster:
            self.fields["named_in_public"].label = _("Show the team in the public list of applications")
        ask_native_names_first(self)

    def visible_rows(self) -> list[forms.BoundField]:
        """All but the field that no person sees, and the players of a team."""
        return [field for field in super().visible_rows() if field.name != "website"]

    def is_of_a_program(self) -> bool:
        return bool(self.data.get(self.add_prefix("website")))

    def typed(self) -> Typed:
        values = self.cleaned_data
        answers = {
            question.label: "yes" if value is True else str(value or "")
            for place, question in enumerate(self.questions)
            if question.kind is not QuestionKind.FILE
            for value in [values.get(f"{ANSWER}{place}")]
        }
        files = {
            question.label: upload.read(MOST_FILE_BYTES + 1)
            for place, question in enumerate(self.questions)
            if question.kind is QuestionKind.FILE and (upload := values.get(f"{ANSWER}{place}"))
        }
        return Typed(
            name=values["name"],
            federation=values["federation"].pk if values["federation"] else "",
            particulars={name: values[name] for name in PARTICULARS if name in values},
            email=values.get("email", ""),
            phone=values.get("phone", ""),
            guardian=values.get(GUARDIAN, ""),
            answers=answers,
            files=files,
            named_in_public=values["named_in_public"],
            members=self.typed_members(),
        )

    def refuse(self, refusal: Refusal, name: Any = None) -> None:
        labels = [question.label for question in self.questions]
        if refusal.field == "answers" and (label := refusal.params.get("question")) in labels:
            refusal = Refusal(refusal.code, field=f"{ANSWER}{labels.index(str(label))}", **refusal.params)
        super().refuse(refusal, name)


class ChangeApplicationForm(ApplyForm):
    """Change an application, which the form shows as it stands."""

    ids = "change"

    def __init__(self, *args: Any, application: Application, form: EntryForm, **kwargs: Any) -> None:
        kwargs.setdefault("initial", self.about(application, form))
        self.stored_answers = {
            question.label: application.answers[question.label]
            for question in questions_of(form)
            if question.kind is QuestionKind.FILE and question.label in application.answers
        }
        super().__init__(*args, form=form, **kwargs)
        # The address was confirmed, and stays.
        self.fields.pop("email", None)
        if application.state not in (Application.State.WAITING, Application.State.ACCEPTED):
            return
        for name, field in self.fields.items():
            field.disabled = name in ("name", "federation", *PARTICULARS) or name.startswith(MEMBER)
            field.required = field.required and bool(self.get_initial_for_field(field, name))

    @staticmethod
    def about(application: Application, form: EntryForm) -> dict[str, Any]:
        answers = {
            f"{ANSWER}{place}": application.answers.get(question.label, "")
            for place, question in enumerate(questions_of(form))
            if question.kind is not QuestionKind.FILE
        }
        for place, member in enumerate(application.members, 1):
            answers |= {member_field(place, name): value for name, value in member.items()}
        return {
            "name": application.name,
            "federation": application.federation_id,
            "phone": application.phone,
            GUARDIAN: application.guardian,
            "named_in_public": application.named_in_public,
            **application.particulars,
            **answers,
        }

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        form = form_of_section(access.section)
        return cls(request.POST, request.FILES, application=access.application, form=form)

    def arguments(self) -> dict[str, Any]:
        return {"typed": self.typed()}


class ToldAbsenceForm(ActForm):
    """A round that the player does not play, of those that nobody has paired."""

    ids = "own-absence"
    round_number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(label=_("Scores"))

    def __init__(self, *args: Any, entry: Entry | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        half = entry is not None and bool(entry.section.half_byes_allowed)
        names = {
            NOTHING: pgettext_lazy("absence", "nothing"),
            HALF: pgettext_lazy("absence", "as for a draw (half-point bye)"),
            PLAYS: _("I play after all"),
        }
        offer(self, "kind", [(kind, name) for kind, name in names.items() if half or kind != HALF])
        offer(self, "round_number", [(number, str(number)) for number in rounds_to_ask(entry)])


class OwnAbsenceForm(ToldAbsenceForm):
    """Behind the player's link."""

    act = ask_own_absence
    made_of = ("entry",)


class ApplicantAbsenceForm(ToldAbsenceForm):
    """Behind the link of an application."""

    act = ask_absence
    made_of = ("application",)

    def __init__(self, *args: Any, application: Application, **kwargs: Any) -> None:
        super().__init__(*args, entry=application.entry, **kwargs)

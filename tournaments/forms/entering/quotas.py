"""Quotas: what the desk sets, and what the office of a federation or another organisation sends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.acts.entering.delegates import name_delegate
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.quotas import set_quotas
from tournaments.acts.register.person_input import NAME_LENGTH, PersonInput
from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.federations import FederationRow as ListedFederation
from tournaments.exchange.federations import codes_by_name
from tournaments.exchange.headings import NAMES, SKIP
from tournaments.exchange.people import PersonRow
from tournaments.exchange.problems import Severity
from tournaments.exchange.spreadsheet import read_player_list
from tournaments.exchange.tables import MOST_BYTES
from tournaments.forms.base import PLAYER_NAMES, ActForm, RowsField, federation_field
from tournaments.forms.entering.applying import RosterForm, ask_native_names_first, built_in
from tournaments.models import Application, Delegate, EntryForm, Federation, Organisation, Quota, Section
from tournaments.models import Person as Registered
from tournaments.queries.entering.quotas import offered_persons, players_of_team, quota_federation
from tournaments.state.applications import PARTICULARS, FieldLevel, levels, member_field
from tournaments.wording.entering.applications import FIELD_NAMES
from tournaments.wording.people import fault_text
from tournaments.wording.refusals import refusal_sentence

# Faults of a list that are told.
MOST_FAULTS = 10


class DelegateForm(ActForm):
    ids = "delegate"
    act = name_delegate
    apart = frozenset({"role"})
    names_typed = PLAYER_NAMES

    role = forms.ChoiceField(label=_("Role"), choices=Delegate.Role.choices)

    field_order = ("role", "name", "native_name")


class QuotasForm(ActForm):
    """Set one number for several quotas; ``organisations``: those without a federation's code."""

    ids = "quotas"
    act = set_quotas
    apart = frozenset({"federations", "organisations"})
    made_of = ("section",)

    codes = forms.CharField(
        label=_("Federations"),
        max_length=1500,
        required=False,
        help_text=_("Their codes, such as CHN VIE HKG. Leave empty for organisations only."),
    )
    chosen = RowsField(
        label=_("Other organisations"),
        queryset=Organisation.objects.filter(federation=None),
        required=False,
        widget=forms.SelectMultiple({"size": 4}),
    )
    field_order = ("codes", "chosen", "places")

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if section.of_teams:
            self.fields["places"].label = pgettext_lazy("of a quota", "Teams")
        if not Organisation.objects.filter(federation=None).exists():
            del self.fields["chosen"]

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        codes = values.pop("codes").upper().replace(",", " ").split()
        chosen = values.pop("chosen", ())
        return values | {"federations": codes, "organisations": [organisation.pk for organisation in chosen]}

    def refuse(self, refusal: Refusal, name: Any = None) -> None:
        called = {"federations": "codes", "organisations": "chosen"}
        if refusal.field in called:
            refusal = Refusal(refusal.code, field=called[refusal.field], **refusal.params)
        super().refuse(refusal, name)


class OwnPlayerForm(ActForm):
    """Enter one player, by what the section's form asks; with an ``application`` it shows what stands."""

    ids = "own-player"
    names_typed = PLAYER_NAMES

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, help_text=_("In Latin letters."))

    def __init__(
        self,
        *args: Any,
        quota: Quota,
        form: EntryForm | None,
        application: Application | None = None,
        **kwargs: Any,
    ) -> None:
        if application is not None:
            stands = {"name": application.name, "federation": application.federation_id}
            kwargs.setdefault("initial", {**stands, **application.particulars})
        super().__init__(*args, **kwargs)
        self.quota = quota
        if quota.federation_id is None:
            self.fields["federation"] = federation_field()
            self.fields["federation"].initial = quota_federation(quota) or None
        levels_of_fields = levels(form.asks) if form is not None else {}
        for name in PARTICULARS:
            if levels_of_fields.get(name, FieldLevel.NO) is not FieldLevel.NO:
                self.fields[name] = built_in(name, FIELD_NAMES[name])
                self.fields[name].required = levels_of_fields[name] is FieldLevel.REQUIRED
        ask_native_names_first(self)

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        form = EntryForm.objects.filter(section=access.section).first()
        return cls(request.POST, quota=access.quota, form=form)

    def _values(self) -> dict[str, Any]:
        """Also of a player whose federation the quota says."""
        chosen = self.cleaned_data.get("federation")
        code = self.quota.federation_id or (chosen.pk if chosen else "")
        filled = {name: self.cleaned_data[name] for name in PARTICULARS if name in self.cleaned_data}
        return {"name": self.cleaned_data["name"], "federation": code, "filled": filled}

    def arguments(self) -> dict[str, Any]:
        values = self._values()
        filled = {name: value for name, value in values.pop("filled").items() if value not in (None, "")}
        return {"person": PersonInput(**values, **filled)}


class ReplaceForm(OwnPlayerForm):
    """Somebody else in place of one who is entered."""

    ids = "replace"


class ChangeOwnForm(OwnPlayerForm):
    """The particulars of one who is not entered yet."""

    ids = "change-own"

    def arguments(self) -> dict[str, Any]:
        values = self._values()
        return {"typed": Typed(**values | {"particulars": values.pop("filled")})}


class OwnTeamForm(RosterForm):
    """Enter a team in the order of the boards; with an ``application`` it shows what stands."""

    ids = "own-team"

    name = forms.CharField(label=_("Team name"), max_length=NAME_LENGTH, help_text=_("In Latin letters."))

    def __init__(
        self,
        *args: Any,
        quota: Quota,
        form: EntryForm | None,
        application: Application | None = None,
        **kwargs: Any,
    ) -> None:
        players = players_of_team(application) if application is not None else ()
        if application is not None:
            members = {
                member_field(place, name): value
                for place, member in enumerate(players, 1)
                for name, value in member.items()
            }
            kwargs.setdefault("initial", {"name": application.name, **members})
        super().__init__(*args, **kwargs)
        self.stand = len(players)
        if quota.federation_id is None and application is None:
            self.fields["federation"] = federation_field()
            self.fields["federation"].initial = quota_federation(quota) or None
        levels_of_fields = levels(form.asks) if form is not None else {}
        wanted = [
            name for name in PARTICULARS if levels_of_fields.get(name, FieldLevel.NO) is not FieldLevel.NO
        ]
        self.add_members(quota.section, wanted)

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        form = EntryForm.objects.filter(section=access.section).first()
        return cls(request.POST, quota=access.quota, form=form)

    def arguments(self) -> dict[str, Any]:
        chosen = self.cleaned_data.get("federation")
        players = self.typed_members()
        while players and not any(players[-1].values()):
            players.pop()
        return {
            "name": self.cleaned_data["name"],
            "federation": chosen.pk if chosen else "",
            "players": [_player(player) for player in players],
        }


def _player(typed: Mapping[str, Any]) -> PersonInput:
    """The federation is the team's."""
    return PersonInput(federation="", **{name: value for name, value in typed.items() if value is not None})


class ChangeTeamForm(OwnTeamForm):
    """The name and the players of a team, until entries close."""

    ids = "change-team"

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        form = EntryForm.objects.filter(section=access.section).first()
        return cls(request.POST, quota=access.quota, form=form, application=access.application)

    def arguments(self) -> dict[str, Any]:
        return {name: value for name, value in super().arguments().items() if name != "federation"}


class OwnListForm(ActForm):
    """Several at once, as a list: each line that is wrong is told, and nobody is entered then."""

    ids = "own-list"
    made_of = ("quota",)
    # The reader of lists tells the line that is to blame.
    as_typed = frozenset({"text"})

    text = forms.CharField(
        label=_("Paste a list"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 5, "spellcheck": "false"}),
        help_text=_("One player per line, with a header row: name, native name, year of birth, …"),
    )
    file = forms.FileField(label=_("Or a CSV or XLSX file"), required=False, allow_empty_file=True)

    def __init__(self, *args: Any, quota: Quota, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.quota = quota
        self.people: list[PersonInput] = []

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        upload: UploadedFile[bytes] | None = values.get("file")
        text = values.get("text", "").replace("\0", "")
        if not upload and not text.strip():
            raise forms.ValidationError(_("Choose a file or paste a list."))
        if ((upload.size or 0) if upload else len(text.encode())) > MOST_BYTES:
            raise forms.ValidationError(
                _("The list is larger than %(most)s MB and was not read. Import it in parts."),
                params={"most": MOST_BYTES // (1024 * 1024)},
            )
        rows, faults = _read(upload.read() if upload else text.encode(), self.quota)
        if faults:
            more = len(faults) - MOST_FAULTS
            messages = faults[:MOST_FAULTS]
            if more > 0:
                messages.append(gettext("… and %(count)s more.") % {"count": more})
            raise forms.ValidationError([forms.ValidationError(message) for message in messages])
        self.people = [_person(row) for row in rows]
        return values

    def arguments(self) -> dict[str, Any]:
        return {"people": self.people}


# What stands in such a column would be dropped without a word.
UNREAD = frozenset({ListErrorCode.COLUMN_UNTITLED, ListErrorCode.COLUMN_UNKNOWN})


def _read(data: bytes, quota: Quota) -> tuple[Sequence[PersonRow], list[str]]:
    """The rows of a list, and what is wrong with it, line by line."""
    columns = ("code", "name_en", "name_zh_hans", "name_zh_hant", "name_vi")
    listed = [ListedFederation(**row) for row in Federation.objects.exclude(code="").values(*columns)]
    try:
        report = parent.run_sandboxed(
            read_player_list,
            data,
            field="file",
            federations={federation.code for federation in listed},
            federation_names=codes_by_name(listed),
            federation=quota_federation(quota),
        )
    except parent.Stopped as stopped:
        raise forms.ValidationError(refusal_sentence(stopped.code, stopped.params)) from stopped
    # Without headings it is only guessed what a figure is: a year of birth, a rating.
    guessed = not report.headings and any(field and field not in (*NAMES, SKIP) for field in report.fields)
    unread = [gettext("Put a line with headings above the list.")] if guessed else []
    return report.rows, [*unread, *_faults(report.problems, report.rows, quota)]


def _faults(whole: Sequence[Any], rows: Sequence[PersonRow], quota: Quota) -> Iterator[str]:
    # Nobody is asked here what a column is, and nothing shows afterwards what was left empty.
    for fault in whole:
        if fault.severity is Severity.ERROR or fault.code in UNREAD:
            yield fault_text(fault)
    for row in rows:
        for fault in row.problems:
            if fault.severity is not Severity.WARNING:
                yield _of_line(row.line, fault_text(fault))
        if quota.federation_id and row.federation not in ("", quota.federation_id):
            words = gettext("%(name)s is not of %(federation)s.")
            yield _of_line(row.line, words % {"name": row.name, "federation": quota.federation_id})


def _of_line(line: int, words: str) -> str:
    return gettext("Line %(line)s: %(words)s") % {"line": line, "words": words}


def _person(row: PersonRow) -> PersonInput:
    filled = {name: getattr(row, name) for name in PARTICULARS if name in PersonRow.__dataclass_fields__}
    return PersonInput(name=row.name, federation=row.federation, **filled)


class FromRegisterForm(ActForm):
    """Persons whom the register has, several at once. ``words``: by which the page looks for them."""

    ids = "from-register"

    persons = RowsField(
        label=_("Players"),
        queryset=Registered.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Select at least one player.")},
    )

    def __init__(self, *args: Any, quota: Quota, words: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.quota = quota
        persons, self.are_more = offered_persons(quota, words)
        field = self.fields["persons"]
        if isinstance(field, forms.ModelMultipleChoiceField):
            field.queryset = Registered.objects.filter(pk__in=[person.pk for person in persons]).order_by(
                "name"
            )

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, quota=access.quota, words=request.GET.get("q", ""))

    def arguments(self) -> dict[str, Any]:
        return {"people": [_of_register(person, self.quota) for person in self.cleaned_data["persons"]]}


def _of_register(person: Registered, quota: Quota) -> PersonInput:
    return PersonInput(
        name=person.name,
        federation=quota.federation_id or person.federation_id,
        native_name=person.native_name,
        birth_year=person.birth_year,
        gender=person.gender,
    )

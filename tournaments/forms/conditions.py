"""The fields of a condition on people: of a category, of who may enter a section."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.acts.entering.open_to import overrule_condition, set_open_to
from tournaments.exchange.cells import LATEST_BIRTH_YEAR, LEAST_BIRTH_YEAR, MOST_RATING
from tournaments.forms.base import ActForm, offer, reason_field
from tournaments.models import Federation, LicenceKind, PersonRating, RatingSystem, Section
from tournaments.models.rated_lists import CODE_LENGTH
from tournaments.state.conditions import Condition
from tournaments.state.gotha.ranks import LEAST_RATING
from tournaments.text.titles import GRADES, TITLES
from tournaments.wording.conditions import GENDERS, NUMBERS
from tournaments.wording.titles import TITLES as TITLE_NAMES
from tournaments.wording.titles import grade_text

# Before the names of the fields of the other group: who meets that is in as well.
OR = "or_"
_SEVERAL = re.compile(r"[,;，、；\n]")


FIRST = ("gender", "born_from", "born_to", "rating_from", "rating_to", "unrated")


@dataclass(frozen=True, slots=True)
class FoldedFields:
    title: str | Promise
    fields: Sequence[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.value() or field.errors for field in self.fields)


def _year(label: Any, text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=LEAST_BIRTH_YEAR, max_value=LATEST_BIRTH_YEAR, required=False, help_text=text
    )


def _rating(label: Any, text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=LEAST_RATING, max_value=MOST_RATING, required=False, help_text=text
    )


def _title(label: Any, text: Any = "") -> forms.ChoiceField:
    choices = [("", _("any")), *((code, TITLE_NAMES[code]) for code in TITLES)]
    return forms.ChoiceField(label=label, choices=choices, required=False, help_text=text)


def _fields() -> dict[str, forms.Field]:
    return {
        "gender": forms.ChoiceField(
            label=_("Gender"), choices=[("", _("any")), *GENDERS.items()], required=False
        ),
        "born_from": _year(_("Born in or after"), _("Under 18 in 2026: 2008.")),
        "born_to": _year(_("Born in or before")),
        "rating_from": _rating(_("Rating from")),
        "rating_to": _rating(_("Rating to"), _("Below 2000: 1999.")),
        "unrated": forms.BooleanField(label=_("Players without a rating too"), required=False),
        "rating_list": forms.CharField(
            label=_("Rating list"),
            max_length=CODE_LENGTH,
            required=False,
            help_text=_("Its code, such as fide. Leave empty: the rating of the entry."),
        ),
        "rating_on": forms.DateField(
            label=_("As of"),
            required=False,
            widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
            help_text=_("Leave empty: the first day of the event."),
        ),
        "grade_from": forms.ChoiceField(label=_("Grade from (weakest)"), required=False),
        "grade_to": forms.ChoiceField(label=_("Grade to (strongest)"), required=False),
        "federations": forms.CharField(
            label=_("Federations"), max_length=400, required=False, help_text=_("Codes: CHN, MAS, VIE.")
        ),
        "clubs": forms.CharField(
            label=_("Clubs"), max_length=400, required=False, help_text=_("Names with commas between them.")
        ),
        "titles": forms.MultipleChoiceField(
            label=_("Titles"),
            choices=[(code, TITLE_NAMES[code]) for code in TITLES],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        ),
        "title_from": _title(_("Title from (lowest)")),
        "title_to": _title(_("Title to (highest)"), _("Players without a title too.")),
        "licences": forms.CharField(
            label=_("Licences"),
            max_length=200,
            required=False,
            help_text=_(
                "Codes, such as chn-player. One of them is enough, valid on the first day of the event."
            ),
        ),
        "every_day": forms.BooleanField(label=_("Licence valid on every day of the event"), required=False),
        "numbers": forms.MultipleChoiceField(
            label=_("Has a number"),
            choices=list(NUMBERS.items()),
            widget=forms.CheckboxSelectMultiple,
            required=False,
            help_text=_("One of them is enough."),
        ),
        "consent": forms.BooleanField(
            label=_("Under age only with the consent of a parent or guardian"),
            required=False,
            help_text=_("From the entry form, or with a licence."),
        ),
    }


class ConditionForm(ActForm):
    """Fill in a ``condition``: all of one group of fields, or all of the other one."""

    made_of: ClassVar[tuple[str, ...]] = ("section",)
    parts: ClassVar[tuple[str, ...]] = tuple(_fields())

    def __init__(self, *args: Any, section: Section | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        grades = [("", _("any")), *((grade, grade_text(grade)) for grade in GRADES)]
        for prefix in ("", OR):
            for name, field in _fields().items():
                self.fields[prefix + name] = field
            for name in ("grade_from", "grade_to"):
                if section is None or section.game == Section.Game.WEIQI:
                    offer(self, prefix + name, grades)
                else:
                    del self.fields[prefix + name]

    @staticmethod
    def of_condition(condition: Condition) -> dict[str, Any]:
        """What stands, for a fresh form."""
        groups = condition.any_of or (condition,)
        return {
            f"{prefix}{name}": ", ".join(value) if name in ("federations", "clubs", "licences") else value
            for prefix, part in zip(("", OR), groups, strict=False)
            for name in ConditionForm.parts
            if (value := getattr(part, name)) not in (None, "", (), False)
        }

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """What the form asks beside the condition."""
        named = {prefix + name for prefix in ("", OR) for name in self.parts}
        return [field for field in self.visible_fields() if field.name not in named]

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """What most conditions ask."""
        return [self[name] for name in FIRST]

    @property
    def folds(self) -> list[FoldedFields]:
        """The further parts, and the other group: open where something stands there."""
        further = [self[name] for name in self.parts if name in self.fields and name not in FIRST]
        other = [self[OR + name] for name in self.parts if OR + name in self.fields]
        return [
            FoldedFields(_("Rating list, federation, club, title, licence, number, consent"), further),
            FoldedFields(_("Or, instead of all that"), other),
        ]

    def clean(self) -> None:
        for prefix in ("", OR):
            codes = self.cleaned_data.get(f"{prefix}federations", "").upper()
            self._check_federations(f"{prefix}federations", _several(codes))
            self._check_licences(f"{prefix}licences")
            self._check_list(f"{prefix}rating_list")
            for name in ("born", "rating"):
                low, high = (self.cleaned_data.get(f"{prefix}{name}_{end}") for end in ("from", "to"))
                if low is not None and high is not None and low > high:
                    self.add_error(f"{prefix}{name}_to", _("This is less than the lower limit."))

    def _check_federations(self, name: str, codes: Iterable[str]) -> None:
        wanted = set(codes)
        known_codes = set(Federation.objects.filter(code__in=wanted).values_list("code", flat=True))
        if wanted - known_codes:
            sentence = _("There is no federation “%(code)s”.") % {"code": min(wanted - known_codes)}
            self.add_error(name, sentence)

    def _check_licences(self, name: str) -> None:
        wanted = set(_several(self.cleaned_data.get(name, "").lower()))
        if wanted:
            wanted -= set(LicenceKind.objects.filter(code__in=wanted).values_list("code", flat=True))
        if wanted:
            self.add_error(name, _("There is no licence “%(code)s”.") % {"code": min(wanted)})

    def _check_list(self, name: str) -> None:
        code = self.cleaned_data.get(name, "").strip().lower()
        systems, held = RatingSystem.objects.filter(code=code), PersonRating.objects.filter(issuer=code)
        if code and not systems.exists() and not held.exists():
            self.add_error(name, _("There is no rating list “%(code)s”.") % {"code": code})

    def condition(self) -> Condition:
        """Raises nothing: the form is valid."""
        first, second = (_condition(self.cleaned_data, prefix) for prefix in ("", OR))
        if first.is_empty or second.is_empty:
            return second if first.is_empty else first
        return Condition(any_of=(first, second))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        for prefix in ("", OR):
            for name in self.parts:
                values.pop(prefix + name, None)
        return values | {"condition": self.condition()}


def _condition(values: Mapping[str, Any], prefix: str) -> Condition:
    parts: dict[str, Any] = {name: values.get(prefix + name) for name in ConditionForm.parts}
    for name in ("federations", "clubs"):
        text = parts[name] or ""
        parts[name] = tuple(_several(text.upper() if name == "federations" else text))
    parts["licences"] = tuple(_several((parts["licences"] or "").lower()))
    parts["every_day"] = bool(parts["every_day"]) and bool(parts["licences"])
    for name in ("titles", "numbers"):
        parts[name] = tuple(parts[name] or ())
    for name in ("gender", "grade_from", "grade_to", "title_from", "title_to"):
        parts[name] = parts[name] or ""
    parts["consent"] = bool(parts["consent"])
    # Without a limit it says nothing.
    limited = parts["rating_from"] is not None or parts["rating_to"] is not None
    code, day = (parts["rating_list"] or "").strip().lower(), parts["rating_on"]
    parts["rating_list"] = code if limited else ""
    parts["rating_on"] = day.isoformat() if limited and code and day else ""
    return Condition(**{**parts, "unrated": bool(parts["unrated"]) and limited})


def _several(text: str) -> Iterator[str]:
    for part in _SEVERAL.split(text):
        if tidied := " ".join(part.split()):
            yield tidied


class OpenToForm(ConditionForm):
    ids = "open-to"
    act = set_open_to


class OverruleForm(ActForm):
    ids = "overrule"
    act = overrule_condition
    apart = frozenset({"overruled"})

    reason = reason_field()

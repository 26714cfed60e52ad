"""Results: three buttons, or a line typed at the desk such as ``12 1-0``."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import asdict, dataclass
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import REASON_LENGTH, ActForm

CHOICES = [
    ("1-0", "1–0"),
    ("1/2", "½–½"),
    ("0-1", "0–1"),
    ("+-", _("first player wins by forfeit")),
    ("-+", _("second player wins by forfeit")),
    ("--", _("double forfeit")),
]

_LINE = re.compile(r"^\s*(\d{1,4})\s+(\S.*?)\s*$", re.ASCII)
_WRITTEN = {"=": "1/2", **{choice: choice for choice, _words in CHOICES}}
"""How a line writes each choice: as it is called, a draw also with one stroke."""
_FORFEITS = {"+-": "1-0", "-+": "0-1", "--": "0-0"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """``value`` as a report has it, and whether it is a forfeit."""

    value: str
    forfeit: bool

    @property
    def choice(self) -> str:
        """As the form's choices write it."""
        if not self.forfeit:
            return self.value
        return next(choice for choice, value in _FORFEITS.items() if value == self.value)


def outcome_of(choice: str) -> Outcome:
    """One of `CHOICES` as a report has it."""
    if choice in _FORFEITS:
        return Outcome(_FORFEITS[choice], forfeit=True)
    return Outcome(choice, forfeit=False)


def parse_line(text: str) -> tuple[int, Outcome] | None:
    """``12 1-0`` → table 12, first wins; None when it cannot be read. The results are those that the form
    lists and no others: a slip of the finger must not become a result. Any dash and any width will do."""
    plain = re.sub(r"[\u2010-\u2015\u2212]", "-", unicodedata.normalize("NFKC", text)).replace("\u2044", "/")
    found = _LINE.match(plain)
    if found is None:
        return None
    written = found[2]
    if written not in _WRITTEN:
        return None
    return int(found[1]), outcome_of(_WRITTEN[written])


class SeatsField(forms.CharField):
    """The two whom the page showed at the table: ``12,7``, first side first; None when it does not say."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            max_length=20,
            widget=forms.HiddenInput,
            validators=[RegexValidator(r"^[0-9]+,[0-9]+$")],
        )

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return tuple(map(int, text.split(","))) if text else None


class ResultForm(ActForm):
    """A result of one table. ``seen``: the report that the page showed, empty when it showed none;
    ``contest``: the contest about which it asked."""

    ids = "result"

    table = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    game = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seats = SeatsField()
    contest = forms.IntegerField(widget=forms.HiddenInput, required=False)
    value = forms.ChoiceField(
        label=_("Result"), choices=CHOICES, widget=forms.RadioSelect({"class": "only-read"})
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> ActForm:  # type: ignore[override]  # or the line
        return (LineForm if "line" in request.POST else cls)(request.POST)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        outcome = outcome_of(values["value"])
        game = values["game"] or 1
        return values | {"game": game, "value": outcome.value, "forfeit": outcome.forfeit}


class UpholdForm(ActForm):
    """The result that stands is kept: the other button of the same form. ``back``: the page to go back to."""

    game = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    back = forms.CharField(widget=forms.HiddenInput, required=False, max_length=500)


class LineForm(ActForm):
    """One line: the table, then the result. ``seats``: of the table, where a script of the page adds them."""

    ids = "line"

    line = forms.CharField(
        label=_("Table and result"),
        max_length=30,
        help_text=_("12 1-0 · 12 0-1 · 12 = · forfeits: 12 +- · 12 -+ · 12 --"),
        widget=forms.TextInput(
            {"autocomplete": "off", "spellcheck": "false", "enterkeyhint": "send", "inputmode": "text"}
        ),
    )

    seats = SeatsField()

    def clean_line(self) -> tuple[int, Outcome]:
        read = parse_line(self.cleaned_data["line"])
        if read is None:
            raise forms.ValidationError(
                _("Cannot read “%(line)s”. Type table, space, result: 12 1-0."),
                params={"line": self.cleaned_data["line"]},
            )
        return read

    def arguments(self) -> dict[str, Any]:
        table, outcome = self.cleaned_data["line"]
        seats = self.cleaned_data["seats"]
        return {"table": table, "seats": seats, "seen": None, **asdict(outcome)}

    def typed(self) -> Any:
        return self["line"].value()

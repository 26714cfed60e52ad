"""Results: three buttons, or a line typed at the desk such as ``12 1-0``."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import REASON_LENGTH, ActForm

CHOICES = [
    ("1-0", "1–0"),
    ("1/2", "½–½"),
    ("0-1", "0–1"),
    ("+-", _("first wins by forfeit")),
    ("-+", _("second wins by forfeit")),
    ("--", _("both forfeit")),
]

_LINE = re.compile(r"^\s*(\d{1,4})\s*[ .:,]\s*(.+?)\s*$")
_PLAYED = {
    **dict.fromkeys(("1-0", "1:0", "1", "10"), "1-0"),
    **dict.fromkeys(("0-1", "0:1", "0", "01"), "0-1"),
    **dict.fromkeys(("1/2", "1/2-1/2", "=", "½", "½-½", "0.5", "0.5-0.5", "5", "d", "1-1"), "1/2"),
}
_FORFEIT = {
    **dict.fromkeys(("+-", "+/-", "1-0f", "1f"), "1-0"),
    **dict.fromkeys(("-+", "-/+", "0-1f", "0f"), "0-1"),
    **dict.fromkeys(("--", "-/-", "0-0", "0-0f"), "0-0"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """``value`` as a report has it, and whether it is a forfeit."""

    value: str
    forfeit: bool

    @property
    def choice(self) -> str:
        """As the form's choices write it."""
        return {"1-0": "+-", "0-1": "-+", "0-0": "--"}[self.value] if self.forfeit else self.value


def parse_outcome(text: str) -> Outcome | None:
    """``1-0``, ``=``, ``+-`` and the like, in whatever dashes and digits; None when it is no result."""
    plain = unicodedata.normalize("NFKC", text.replace("½", "1/2")).casefold()
    plain = re.sub(r"[\u2010-\u2015\u2212]", "-", plain)
    plain = re.sub(r"\s+", "", plain.replace("\u2044", "/"))
    if plain in _PLAYED:
        return Outcome(_PLAYED[plain], forfeit=False)
    if plain in _FORFEIT:
        return Outcome(_FORFEIT[plain], forfeit=True)
    return None


def parse_line(text: str) -> tuple[int, Outcome] | None:
    """``12 1-0`` → table 12, first wins; None when it cannot be read."""
    found = _LINE.match(unicodedata.normalize("NFKC", text.replace("½", "1/2")))
    if found is None:
        return None
    outcome = parse_outcome(found[2])
    return None if outcome is None else (int(found[1]), outcome)


class ResultForm(ActForm):
    """A result of one table. ``seen``: the report that the page showed, empty when it showed none."""

    ids = "result"

    table = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    game = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    value = forms.ChoiceField(
        label=_("Result"), choices=CHOICES, widget=forms.RadioSelect({"class": "only-read"})
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)

    def outcome(self) -> Outcome:
        found = parse_outcome(self.cleaned_data["value"])
        if found is None:
            raise ValueError(self.cleaned_data["value"])
        return found


class LineForm(ActForm):
    """One line: the table, then the result."""

    ids = "line"

    line = forms.CharField(
        label=_("Table and result"),
        max_length=30,
        help_text=_("12 1-0 · 12 0-1 · 12 = · forfeits: 12 +- · 12 -+ · 12 --"),
        widget=forms.TextInput(
            {"autocomplete": "off", "spellcheck": "false", "enterkeyhint": "send", "inputmode": "text"}
        ),
    )

    def clean_line(self) -> tuple[int, Outcome]:
        read = parse_line(self.cleaned_data["line"])
        if read is None:
            raise forms.ValidationError(
                _("“%(line)s” cannot be read. Write the table, a space and the result: 12 1-0."),
                params={"line": self.cleaned_data["line"]},
            )
        return read

    def typed(self) -> Any:
        return self["line"].value()

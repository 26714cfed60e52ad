"""Results: three buttons, or a line typed at the desk such as ``12 1-0``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.acts.refereeing.no_shows import IF_ABSENT
from tournaments.acts.results import undo_result
from tournaments.exchange.result_lines import TypedResult, margin_typed, read_result_line
from tournaments.forms.base import REASON_LENGTH, ActForm
from tournaments.models import Section
from tournaments.state.causes import ResultCause
from tournaments.wording.causes import CAUSE_WORDS
from tournaments.wording.grounds import DECISIONS, ground

CHOICES = [
    ("1-0", "1–0"),
    ("1/2", "½–½"),
    ("0-1", "0–1"),
    ("+-", _("1–0 forfeit")),
    ("-+", _("0–1 forfeit")),
    ("--", _("double forfeit")),
    ("0-0", _("0–0: both lose, played")),
    ("1/2-0", _("½–0: ruled, played")),
    ("0-1/2", _("0–½: ruled, played")),
]
CAUSE_CHOICES = [("", _("ordinary play")), *CAUSE_WORDS.items()]

HELP: Mapping[str, Any] = {
    Section.Game.XIANGQI: pgettext_lazy(
        "xiangqi", "12 1 · 12 = · 12 0 · forfeits: 12 +- · 12 -+ · 12 -- · cause: 12 1 t (time)"
    ),
    Section.Game.WEIQI: pgettext_lazy(
        "weiqi", "12 1 · 12 = · 12 0 · forfeits: 12 +- · 12 -+ · 12 -- · cause: 12 1 r (resignation)"
    ),
}
# Chosen already where two results are decided between: one tap is enough.
FIRST_GROUND = next(iter(DECISIONS))
_FORFEITS = {"+-": "1-0", "-+": "0-1", "--": "0-0"}


@dataclass(frozen=True, slots=True)
class ResultChoice:
    """``value`` as a report has it, and whether it is a forfeit; ``cause``: how the game ended."""

    value: str
    forfeit: bool
    cause: str = ""

    @property
    def choice(self) -> str:
        """As the form's choices write it."""
        if not self.forfeit:
            return self.value
        return next(choice for choice, value in _FORFEITS.items() if value == self.value)


def outcome_of(choice: str) -> ResultChoice:
    """One of `CHOICES` as a report has it."""
    if choice in _FORFEITS:
        return ResultChoice(_FORFEITS[choice], forfeit=True)
    return ResultChoice(choice, forfeit=False)


def with_ground(values: dict[str, Any]) -> dict[str, Any]:
    """What was written is the reason, else the ground that was chosen."""
    chosen = values.pop("ground")
    return values | {"reason": values["reason"] or (ground(chosen) if chosen else "")}


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


class MarginField(forms.CharField):
    """Take stones above the line as people write them, ``3¾`` or ``3.75``, cleaned to quarters."""

    def __init__(self) -> None:
        super().__init__(label=_("Margin in stones"), required=False, max_length=10)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        margin = margin_typed(text)
        if margin is None:
            raise forms.ValidationError(_("Not a margin: type stones and quarters, such as 3.75."))
        return margin


class ResultForm(ActForm):
    """Report a result, or who did not come; ``seen``: the report that the page showed, ``contest``: it asked
    about."""

    ids = "result"

    table = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    game = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seats = SeatsField()
    contest = forms.IntegerField(widget=forms.HiddenInput, required=False)
    value = forms.ChoiceField(
        label=_("Result"), choices=CHOICES, widget=forms.RadioSelect({"class": "only-read"})
    )
    absent = forms.ChoiceField(choices=[(side, side) for side in IF_ABSENT], required=False)
    cause = forms.ChoiceField(
        label=_("How it ended"),
        choices=CAUSE_CHOICES,
        required=False,
        widget=forms.RadioSelect({"class": "only-read"}),
    )
    article = forms.CharField(label=_("Article"), max_length=20, required=False)
    margin = MarginField()
    ground = forms.ChoiceField(
        label=_("Reason"),
        choices=list(DECISIONS.items()),
        required=False,
        widget=forms.RadioSelect({"class": "only-read"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    confirmed = forms.BooleanField(required=False)
    rating_only = forms.BooleanField(
        label=_("For ratings only"),
        required=False,
        help_text=_("Standings and pairings keep the result; lists of ratings and TRF take this one."),
    )
    ends_adjourned = forms.BooleanField(required=False, widget=forms.HiddenInput)
    early = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Who did not come has lost: the button says that instead of a result.
        self.fields["value"].required = not self.data.get("absent")

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> ActForm:  # type: ignore[override]  # or the line
        return LineForm.sent(request, access) if "line" in request.POST else cls(request.POST)

    def arguments(self) -> dict[str, Any]:
        values = with_ground(super().arguments())
        absent = values.pop("absent")
        if absent:
            outcome = ResultChoice(IF_ABSENT[absent], forfeit=True)
            values["cause"] = str(ResultCause.ABSENT)
        else:
            outcome = outcome_of(values["value"])
        game = values["game"] or 1
        if values.pop("early"):
            values["reason"] = values["reason"] or ground("early")
        return values | {"game": game, "value": outcome.value, "forfeit": outcome.forfeit}


class UndoForm(ActForm):
    """The result that was entered a moment ago. ``seen``: the report that the page showed."""

    ids = "undo"
    act = undo_result


class UpholdForm(ActForm):
    """The result that stands is kept: the other button of the same form. ``back``: the page to go back to."""

    game = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    seen = forms.IntegerField(widget=forms.HiddenInput)
    ground = forms.ChoiceField(choices=list(DECISIONS.items()), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    back = forms.CharField(widget=forms.HiddenInput, required=False, max_length=500)


class LineForm(ActForm):
    """Read the table, the result and its cause from one line; ``!`` behind it confirms what is asked."""

    ids = "line"

    line = forms.CharField(
        label=_("Table and result"),
        max_length=40,
        widget=forms.TextInput(
            {
                "autocomplete": "off",
                "spellcheck": "false",
                "enterkeyhint": "send",
                "inputmode": "text",
                "placeholder": "12 1-0",
            }
        ),
    )

    seats = SeatsField()

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["line"].help_text = HELP[game]

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, game=access.section.game)

    def clean_line(self) -> TypedResult:
        read = read_result_line(self.cleaned_data["line"], self.game)
        if read is None:
            raise forms.ValidationError(
                _("Cannot read “%(line)s”. Type table, space, result: 12 1-0."),
                params={"line": self.cleaned_data["line"]},
            )
        return read

    def arguments(self) -> dict[str, Any]:
        typed: TypedResult = self.cleaned_data["line"]
        seats = self.cleaned_data["seats"]
        outcome = outcome_of(typed.choice)
        return {
            "table": typed.table,
            "value": outcome.value,
            "forfeit": outcome.forfeit,
            "seats": seats,
            "seen": None,
            "confirmed": typed.confirmed,
            "ends_adjourned": typed.confirmed,
            "cause": str(typed.cause),
            "article": typed.article,
            "margin": typed.margin,
        }

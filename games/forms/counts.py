"""A board to be counted, as it is typed in, and what is done with a count."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.acts.counts import board_of
from games.models import BoardCount, CountConsent
from games.weiqi.positions import NotABoardError, position_text, read_drawing
from portal.policy import Refusal
from tournaments.forms.base import REASON_LENGTH, ActForm

LONGEST_POSITION = 800
LONGEST_DEAD = 2_000


class PositionForm(ActForm):
    """A board drawn with characters; what comes of it is ``position``."""

    ids = "position"

    text = forms.CharField(
        label=_("Final position"),
        max_length=4_000,
        strip=False,
        widget=forms.Textarea(
            {"rows": 20, "class": "record-text board-text", "spellcheck": "false", "autocapitalize": "off"}
        ),
        help_text=_(
            "One row per line: B or X for Black, W or O for White, . for an empty point. Or tap the board."
        ),
    )
    handicap = forms.BooleanField(label=_("Handicap game"), required=False)

    def clean_text(self) -> str:
        try:
            position = position_text(*read_drawing(self.cleaned_data["text"]))
            board_of(position)
        except NotABoardError as error:
            self.refuse(Refusal(error.code, field="text", **error.params))
        except Refusal as refusal:
            self.refuse(refusal)
        else:
            return position
        return ""


class CountForm(ActForm):
    """What the page has shown and somebody proposes."""

    ids = "count"

    # The count that it replaces.
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    record = forms.IntegerField(widget=forms.HiddenInput, required=False)
    position = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_POSITION)
    dead = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_DEAD, required=False)
    handicap = forms.BooleanField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(label=_("Reason for the recount"), max_length=REASON_LENGTH, required=False)

    def clean_dead(self) -> list[str]:
        text: str = self.cleaned_data["dead"]
        return text.split()

    def ask_again(self, current: BoardCount | None) -> None:
        # Somebody else was first: what is there now has been seen.
        self.put(seen=str(current.pk if current else ""))


class OwnCountForm(CountForm):
    """As a player proposes it: the reason for counting anew is the staff's."""

    reason = None  # type: ignore[assignment]  # takes the field away


class ConsentForm(ActForm):
    """Agree for a side, or rule as the referee."""

    ids = "consent"

    # The one that the page showed.
    count = forms.IntegerField(widget=forms.HiddenInput)
    voice = forms.ChoiceField(choices=CountConsent.Voice.choices, widget=forms.HiddenInput)
    ruling = forms.ChoiceField(
        label=_("Ruling"),
        choices=[
            (CountConsent.Ruling.HOLDS.value, _("The count stands")),
            (CountConsent.Ruling.NO_RESULT.value, _("No result: whole-board repetition")),
        ],
        required=False,
        widget=forms.RadioSelect,
        initial=CountConsent.Ruling.HOLDS.value,
    )
    reason = forms.CharField(
        label=_("Reason for the ruling"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Recorded in the journal."),
    )

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        if values.pop("voice") == CountConsent.Voice.REFEREE:
            return values
        return {"count": values["count"], "side": self.cleaned_data["voice"]}


class OwnConsentForm(ConsentForm):
    """As a player agrees: for the own side, whatever it says."""

    def arguments(self) -> dict[str, Any]:
        return {"count": self.cleaned_data["count"]}


class EnterForm(ActForm):
    """Enter what a count says as the table's result."""

    ids = "enter"

    count = forms.IntegerField(widget=forms.HiddenInput)
    # The result that the page showed.
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(label=_("Reason for the correction"), max_length=REASON_LENGTH, required=False)

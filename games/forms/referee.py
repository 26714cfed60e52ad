"""What a referee enters at a table: a foul, its withdrawal, a claim."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.acts.first_move import decide_colours
from games.models import ColourDecision
from games.queries.claims import MOST_PLIES_BY_HAND, MOST_TYPED, ClaimTyped
from games.rulebooks.claims import ClaimKind, ClaimRules
from games.wording.claims import KINDS
from tournaments.acts.refereeing.fouls import MOST_PLIES, note_table
from tournaments.acts.refereeing.recorded_misses import replace_misses
from tournaments.forms.base import REASON_LENGTH, ActForm, offer
from tournaments.fouls import MISSED_MOVES, Offence, offence_of
from tournaments.wording.fouls import penalty_text
from tournaments.wording.grounds import ground
from tournaments.wording.sides import side_word

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# After a colon there are less than sixty.
_CLOCK = re.compile(r"(?:(?:(\d{1,2}):(?=[0-5]?\d:))?(\d{1,3}):(?=[0-5]?\d$))?(\d{1,5})", re.ASCII)


def _number(label: _StrPromise, *, least: int, required: bool = False, **options: Any) -> forms.IntegerField:
    widget = forms.NumberInput({"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, min_value=least, required=required, widget=widget, **options)


def _move(label: _StrPromise, *, required: bool = False, **options: Any) -> forms.IntegerField:
    widget = MoveInput({"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST_PLIES_BY_HAND, required=required, widget=widget, **options
    )


# What is sent without a side is a ply, as the page of a verdict keeps it.
class MoveInput(forms.NumberInput):
    """Ask for a ply as people at a xiangqi table name it: the number of the move, and whose it is."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        number, side = super().value_from_datadict(data, files, name), data.get(f"{name}_side")
        if side not in {"first", "second"} or not str(number).strip().isdecimal() or len(str(number)) > 6:
            return number
        return max(2 * int(number) - (side == "first"), 0)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        ply = int(value) if str(value).isdecimal() and len(str(value)) < 7 else None
        number = super().render(name, value if ply is None else (ply + 1) // 2, attrs, renderer)
        words = [(side, side_word(side, "xiangqi")) for side in ("first", "second")]
        chosen = "first" if ply is None or ply % 2 else "second"
        sides = forms.Select(choices=words).render(
            f"{name}_side", chosen, {"aria-label": gettext("Side that moved")}, renderer
        )
        return format_html('<span class="row">{} {}</span>', number, sides)


class FoulForm(ActForm):
    """Confirm a foul that was chosen."""

    ids = "foul"

    # The entry number.
    player = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    offence = forms.CharField(widget=forms.HiddenInput, max_length=30)
    # Where one is to be chosen.
    ruling = forms.ChoiceField(label=_("Ruling"), widget=forms.RadioSelect)
    # Where moves were not recorded.
    missed = forms.IntegerField(
        widget=forms.HiddenInput, min_value=1, max_value=MOST_PLIES, label=_("How many moves are missing?")
    )
    # Where fouls stand for it already.
    besides = forms.BooleanField(required=False, widget=forms.HiddenInput)
    move = _number(_("Move"), least=1, max_value=MOST_PLIES // 2)
    side = forms.ChoiceField(
        widget=forms.HiddenInput, required=False, choices=[("", ""), ("first", ""), ("second", "")]
    )
    reason = forms.CharField(label=_("Note"), max_length=REASON_LENGTH, required=False)

    def __init__(self, *args: Any, offence: Offence | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if offence is not MISSED_MOVES:
            del self.fields["missed"], self.fields["besides"]
        if offence is None or not offence.rulings:
            del self.fields["ruling"]
            return
        offer(self, "ruling", [(ruling, penalty_text(ruling)) for ruling in offence.rulings])
        self.fields["ruling"].initial = offence.rulings[0]

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, offence=offence_of(access.section.game, request.POST.get("offence", "")))

    def arguments(self) -> dict[str, Any]:
        """Which of the two buttons was pressed besides."""
        values = super().arguments()
        move, side = values.pop("move"), values.pop("side")
        if move:
            # In weiqi moves are counted on, whoever plays them.
            values["ply"] = 2 * move - (side == "first") if side else move
        if (missed := values.get("missed")) and not values["reason"]:
            values["reason"] = ground("missed-range", missed=missed)
        return values | {"confirm": "log" not in self.data}


class ReplaceForm(ActForm):
    """Fouls for missed moves, counted anew."""

    ids = "replace"
    act = replace_misses
    apart = frozenset({"table", "game"})


class FoulDecisionForm(ActForm):
    """Confirm a foul, or withdraw it with a reason."""

    ids = "decide"

    foul = forms.IntegerField(widget=forms.HiddenInput)
    # The result where there would be none.
    value = forms.ChoiceField(
        label=_("Result after withdrawal"),
        choices=[("", _("No result yet")), ("1-0", "1–0"), ("1/2", "½–½"), ("0-1", "0–1")],
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, required=False, help_text=_("Recorded in the journal.")
    )


class ConfirmFoulForm(FoulDecisionForm):
    value = None  # type: ignore[assignment]  # takes the field away


class NoteForm(ActForm):
    """What happened at a table, in the referee's words."""

    ids = "note"
    act = note_table
    apart = frozenset({"table", "game"})


class ColoursForm(ActForm):
    """Decide at the table who moves first: each of the two is a button."""

    ids = "colours"
    act = decide_colours

    guess = forms.ChoiceField(
        label=_("Guessed"), required=False, choices=[("", "–"), *ColourDecision.Guess.choices]
    )


class ClaimForm(ActForm):
    ids = "claim"

    player = forms.TypedChoiceField(label=_("Claimant"), coerce=int, widget=forms.RadioSelect)
    kind = forms.ChoiceField(label=_("Kind of claim"), widget=forms.RadioSelect)
    ply = _move(_("Last move on the board"), required=True)
    clock = forms.CharField(
        label=_("Time left on the clock"),
        max_length=12,
        required=False,
        help_text=_("Minutes and seconds (4:10), or seconds. Leave empty if five minutes or more."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    typed = forms.CharField(
        label=_("Moves (if there is no accepted record)"),
        required=False,
        max_length=MOST_TYPED,
        widget=forms.Textarea({"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("The whole game, or the moves after the position below."),
    )
    since = _move(_("Move of the last capture"), help_text=_("0 if nothing has been captured."))
    fen = forms.CharField(
        label=_("Position after that capture (FEN)"), max_length=120, required=False, widget=forms.TextInput
    )
    checks = _number(
        _("Counted by hand: the claimant's checks since then"),
        least=0,
        help_text=_("0 if none. The first ten count, the others are ignored (WXC 5)."),
    )
    # The state of the game that the verdict was shown with.
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)

    def __init__(self, *args: Any, players: list[tuple[int, str]], rules: ClaimRules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "player", players)
        offer(self, "kind", [(kind, KINDS[kind]) for kind in rules.articles])
        if not rules.costs_time:
            del self.fields["clock"]
        else:
            # What the claim's page offers (`last_clocks`).
            self.fields["clock"].widget.attrs["list"] = "last-clocks"
        if ClaimKind.NATURAL_LIMIT not in rules.articles:
            del self.fields["checks"]
            self.fields["kind"].initial = next(iter(rules.articles))

    def clean_clock(self) -> int | None:
        text = unicodedata.normalize("NFKC", self.cleaned_data["clock"]).strip()
        if not text:
            return None
        match = _CLOCK.fullmatch(text)
        if match is None:
            raise forms.ValidationError(
                _("“%(text)s” is not a clock time. Type minutes and seconds: 4:10."), params={"text": text}
            )
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        return 3600 * hours + 60 * minutes + seconds

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("checks") is None:
            return values
        if values.get("since") is None and "since" not in self.errors:
            self.add_error("since", _("A count by hand needs the move of the last capture."))
        if values.get("typed", "").strip():
            self.add_error(
                "checks", _("Enter either the moves or the checks that you have counted, not both.")
            )
        return values

    def claim_typed(self) -> ClaimTyped:
        values = self.cleaned_data
        return ClaimTyped(
            kind=values["kind"],
            ply=values["ply"],
            clock=values.get("clock"),
            typed=values["typed"],
            fen=values["fen"],
            since=values["since"] or 0,
            checks=values.get("checks"),
        )

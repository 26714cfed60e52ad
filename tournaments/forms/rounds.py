"""The round: pairing, changing the draft by hand, publishing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.acts.adjust_round import Flip, GiveBye, Swap
from tournaments.acts.no_shows import IF_ABSENT
from tournaments.acts.rounds import publish_round, reopen_round
from tournaments.acts.rulings import lift_rule
from tournaments.forms.base import REASON_LENGTH, ActForm, RoundForm, offer, player_field, reason_field
from tournaments.models import Entry, PairRule, Round
from tournaments.queries.entries import playing
from tournaments.queries.tables import numbers_of, players_at, table_rows
from tournaments.wording.reasons import ruled_rounds


class LeavingForm(RoundForm):
    """An act that leaves official mode: its page asks for ``leave_official`` in a section that is in it."""

    leave_official = forms.BooleanField(label=_("Leave official mode"), required=False)


class PairForm(LeavingForm):
    """``allow_rematch`` lifts the rule for this one round."""

    ids = "pair"

    allow_rematch = forms.BooleanField(label=_("Allow rematches in this round"), required=False)
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, required=False, help_text=_("Recorded in the journal.")
    )


class ConfirmForm(RoundForm):
    """Who of those whom nobody has seen plays. ``asked``: the numbers that the page listed; ``everybody`` is
    the button for all of them at once. Who was asked about and is not ticked does not play."""

    ids = "confirm"

    asked = forms.RegexField(r"^\d{1,9}( \d{1,9})*$", widget=forms.HiddenInput)
    here = forms.TypedMultipleChoiceField(coerce=int, required=False)
    everybody = forms.BooleanField(required=False)

    def __init__(self, *args: Any, players: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "here", [(number, str(number)) for number in players])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, players=[entry.number or 0 for entry in playing(access.round)])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        asked = {int(number) for number in values.pop("asked").split()}
        here = asked if values.pop("everybody") else asked & set(values["here"])
        return values | {"here": here, "away": asked - here}


class PublishForm(ActForm):
    """``seen``: the digest of the draft on the screen."""

    ids = "publish"
    act = publish_round


class PlayersForm(LeavingForm):
    """A form that chooses among the players of the round."""

    def __init__(self, *args: Any, players: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = list(players)
        for name, label in self.choose.items():
            self.fields[name] = player_field(label, players)
        self.order_fields([*self.choose, "reason"])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, players=players_at(access.round))

    choose: dict[str, Any] = {}


class CloseForm(RoundForm):
    ids = "close"


class ReopenForm(RoundForm):
    ids = "reopen"
    act = reopen_round


class SwapForm(PlayersForm):
    ids = "swap"
    choose = {"first": _("Player"), "second": _("swaps with")}
    reason = reason_field()

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"change": Swap(values.pop("first"), values.pop("second"))}


class FlipForm(LeavingForm):
    ids = "flip"

    table = forms.TypedChoiceField(label=_("Table"), coerce=int)
    reason = reason_field()

    def __init__(self, *args: Any, tables: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "table", [("", _("Choose…")), *((t, str(t)) for t in tables)])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, tables=numbers_of(table_rows(access.round, None)))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"change": Flip(values.pop("table"))}


class ByeForm(PlayersForm):
    ids = "bye"
    choose = {"player": _("Player")}
    reason = reason_field()

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"change": GiveBye(values.pop("player"))}


class RuleForm(PlayersForm):
    """Fix or forbid a pair. A fixed pair's colours follow the order."""

    ids = "rule"
    choose = {"first": _("First"), "second": _("Second")}
    kind = forms.ChoiceField(
        label=_("Ruling"),
        choices=[
            (PairRule.Kind.FORBIDDEN, _("must not meet")),
            (PairRule.Kind.FIXED, _("must meet")),
        ],
    )
    until = forms.TypedChoiceField(
        label=_("Valid"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "For several rounds, two players who must meet do so in the first of them that both play."
        ),
    )
    reason = reason_field()

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number, rounds = round_.number, round_.section.rounds
        several = [(last, ruled_rounds(number, last, rounds)) for last in range(number + 1, rounds + 1)]
        offer(self, "until", [("", ruled_rounds(number, None, rounds)), *several])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, players=players_at(access.round), round_=access.round)


class LiftForm(LeavingForm):
    ids = "lift"
    act = lift_rule


class MissForm(PlayersForm):
    """A player who does not play this round."""

    ids = "miss"
    choose = {"player": _("Player")}
    reason = reason_field()

    def arguments(self) -> dict[str, Any]:
        """Who it is, the number says: `RoundAccess.find`."""
        values = super().arguments()
        # Whether somebody plays has no rule of pairing.
        del values["leave_official"]
        return values | {"entries": [values.pop("player")], "absent": True}


class AbsentForm(RoundForm):
    ids = "absent"

    table = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    absent = forms.ChoiceField(label=_("No-show"), choices=[(side, side) for side in IF_ABSENT])

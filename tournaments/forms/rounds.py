"""The round: pairing, changing the draft by hand, publishing."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.web.field_words import StepsField
from tournaments.acts.adjust_round import Flip, GiveBye, Swap
from tournaments.acts.refereeing.no_shows import IF_ABSENT
from tournaments.acts.refereeing.rulings import lift_rule
from tournaments.acts.rounds import publish_round, reopen_round
from tournaments.forms.base import (
    REASON_LENGTH,
    ActForm,
    RoundForm,
    number_choices,
    offer,
    player_field,
    reason_field,
)
from tournaments.models import Entry, Round, Ruling, Team
from tournaments.queries.entering.entries import playing
from tournaments.queries.tables import TableRow, numbers_of, players_at, table_rows
from tournaments.queries.teams.team_matches import match_numbers, teams_seated, who_meets
from tournaments.state.gotha.handicap import MOST_HANDICAP, MOST_KOMI
from tournaments.wording.handicaps import handicap_text
from tournaments.wording.reasons import ruled_rounds

PLAYER = _("Player")


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
    """Say who of those whom nobody has seen plays; who was ``asked`` about and is not ticked does not."""

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
        asked_numbers = {int(number) for number in values.pop("asked").split()}
        here = asked_numbers if values.pop("everybody") else asked_numbers & set(values["here"])
        return values | {"here": here, "away": asked_numbers - here}


class PublishForm(ActForm):
    """``seen``: the digest of the draft on the screen."""

    ids = "publish"
    act = publish_round


class PlayersForm(LeavingForm):
    """A form that chooses among the players of the round."""

    def __init__(self, *args: Any, players: Iterable[Entry | Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = list(players)
        of_teams = any(isinstance(player, Team) for player in players)
        for name, label in self.choose.items():
            self.fields[name] = player_field(_("Team") if of_teams and label is PLAYER else label, players)
        self.order_fields([*self.choose, "reason"])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        of_teams = access.section.of_teams
        players = teams_seated(access.round) if of_teams else players_at(access.round)
        return cls(request.POST, players=players)

    choose: dict[str, Any] = {}


class CloseForm(RoundForm):
    ids = "close"


class ReopenForm(RoundForm):
    ids = "reopen"
    act = reopen_round


class SwapForm(PlayersForm):
    ids = "swap"
    choose = {"first": PLAYER, "second": _("swaps with")}
    reason = reason_field()

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"change": Swap(values.pop("first"), values.pop("second"))}


class FlipForm(LeavingForm):
    ids = "flip"

    table = forms.TypedChoiceField(label=_("Table"), coerce=int)
    reason = reason_field()

    def __init__(self, *args: Any, tables: Iterable[int], of_teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if of_teams:
            self.fields["table"].label = _("Match")
        number_choices(self, "table", [(t, str(t)) for t in tables])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        if access.section.of_teams:
            return cls(request.POST, tables=match_numbers(access.round), of_teams=True)
        return cls(request.POST, tables=numbers_of(table_rows(access.round, None)))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"change": Flip(values.pop("table"))}


class HandicapForm(LeavingForm):
    """Another handicap for a game, or a komi of its own. On the page of its table also who is Black."""

    ids = "handicap"

    table = forms.TypedChoiceField(label=_("Table"), coerce=int)
    handicap = forms.TypedChoiceField(
        label=_("Handicap"),
        coerce=int,
        help_text=_("With any handicap the komi is ½; in an even game it is the section’s."),
    )
    komi = StepsField(
        label=_("Own komi, in points"),
        required=False,
        min_value=0,
        max_value=MOST_KOMI // 2,
        step_size=Decimal("0.5"),
        max_digits=5,
        decimal_places=2,
        help_text=_("Only where this game has another one: 6.5. Empty: as said above."),
    )
    black = forms.TypedChoiceField(label=_("Black"), coerce=int, required=False, empty_value=None)
    reason = reason_field()

    def __init__(self, *args: Any, rows: Iterable[TableRow], of_table: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = [row for row in rows if row.second is not None]
        number_choices(self, "table", [(row.table, str(row.table)) for row in rows])
        stones = [(n, handicap_text(n) or _("none: an even game")) for n in range(MOST_HANDICAP + 1)]
        offer(self, "handicap", stones)
        if of_table:
            self.fields["table"].widget = forms.HiddenInput()
            seated = [entry for row in rows for entry in (row.first, row.second) if entry is not None]
            offer(self, "black", [(entry.number, f"{entry.number} {entry.player}") for entry in seated])
        else:
            del self.fields["black"]

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        rows = table_rows(access.round, None)
        if "black" not in request.POST:
            return cls(request.POST, rows=rows)
        rows_of_table = [row for row in rows if str(row.table) == request.POST.get("table")]
        return cls(request.POST, rows=rows_of_table, of_table=True)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        komi = values["komi"]
        return values | {"komi": None if komi is None else int(2 * komi)}

    @classmethod
    def at(cls, row: TableRow) -> Self:
        """As the page of a table shows it."""
        return cls(rows=[row], of_table=True, initial=cls._stands(row) | {"black": row.first.number})

    @classmethod
    def among(cls, rows: Iterable[TableRow], table: str | None) -> Self:
        """As the page of a round shows it; ``table``: which one the link of a row has chosen."""
        rows = list(rows)
        chosen = next((row for row in rows if row.second and str(row.table) == table), None)
        return cls(rows=rows, initial=cls._stands(chosen) if chosen else {})

    @staticmethod
    def _stands(row: TableRow) -> dict[str, Any]:
        komi = None if row.komi is None else Decimal(row.komi) / 2
        return {"table": row.table, "handicap": row.handicap, "komi": komi}


class ByeForm(PlayersForm):
    ids = "bye"
    choose = {"player": PLAYER}
    reason = reason_field()

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"change": GiveBye(values.pop("player"))}


class RuleForm(PlayersForm):
    """Fix or forbid a pair of players, or teams. A fixed pair's colours follow the order."""

    ids = "rule"
    choose = {"first": _("First"), "second": _("Second")}
    kind = forms.ChoiceField(
        label=_("Rule for the pair"),
        choices=[
            (Ruling.Kind.FORBIDDEN, _("must not meet")),
            (Ruling.Kind.FIXED, _("must meet")),
        ],
    )
    until = forms.TypedChoiceField(
        label=_("Valid"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("For several rounds, two who must meet do so in the first of them that both play."),
    )
    reason = reason_field()

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number, rounds = round_.number, round_.section.rounds
        several = [(last, ruled_rounds(number, last, rounds)) for last in range(number + 1, rounds + 1)]
        offer(self, "until", [("", ruled_rounds(number, None, rounds)), *several])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, players=who_meets(access.round), round_=access.round)


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

"""What is sent to the acts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from portal.api.bodies import Body, Flag, Number, Several, Text
from tournaments.acts.entering import NAME_LENGTH, NATIVE_LENGTH
from tournaments.api.shapes import RESULTS
from tournaments.fouls import RULINGS
from tournaments.models import Foul, Player, ResultReport

REASON = 200
_WHY = _("Recorded in the journal.")
_SEEN = _(
    "State of the round as you saw it, from the staff view of the round; refused with 409 if it has changed."
)


class Seen(Text):
    """Where the round stood for the program that asks."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{"max_length": 100, "allow_null": True, "default": None, "help_text": _SEEN} | kwargs
        )


class NothingBody(Body):
    """No field at all."""


class ReasonBody(Body):
    reason = Text(max_length=REASON, help_text=_WHY)


class ResultBody(Body):
    table = Number(min_value=1)
    value = serializers.ChoiceField(RESULTS, help_text=_("In a match: the result of this game."))
    forfeit = Flag(default=False)
    game = Number(min_value=1, default=1, help_text=_("In a match: which game."))
    seen = Number(
        allow_null=True,
        default=None,
        help_text=_("The “report” you are correcting; null if there was none."),
    )
    seats = Several(
        child=Number(min_value=1),
        allow_null=True,
        default=None,
        min_length=2,
        max_length=2,
        help_text=_(
            "Numbers of the two entries you saw there, the first side first; refused with 409 if other "
            "players are at the table now."
        ),
    )
    reason = Text(max_length=REASON, default="", allow_blank=True, help_text=_("Required for a correction."))


class EntryBody(Body):
    name = Text(max_length=NAME_LENGTH, help_text=_("In Latin letters."))
    federation = Text(max_length=3, help_text=_("Three-letter code."))
    native_name = Text(max_length=NATIVE_LENGTH, default="", allow_blank=True)
    club = Text(max_length=80, default="", allow_blank=True)
    birth_year = Number(min_value=1900, max_value=2100, allow_null=True, default=None)
    gender = serializers.ChoiceField(Player.Gender.values, default="", allow_blank=True)
    rating = Number(max_value=100_000, allow_null=True, default=None)
    group = Number(min_value=1, max_value=2, default=1, help_text=_("Draw group (WXC 2.1)."))
    team = Text(max_length=80, default="", allow_blank=True)
    categories = Several(child=Text(max_length=20), default=list, max_length=20)
    another = Flag(default=False, help_text=_("Not the known player of this name, but someone else."))


class CheckInBody(Body):
    present = Flag()


class AbsenceBody(Body):
    round = Number(min_value=1, max_value=1000)
    absent = Flag()
    reason = Text(max_length=REASON, default="", allow_blank=True, help_text=_WHY)


class PresenceBody(Body):
    here = Several(
        child=Number(min_value=1),
        default=list,
        max_length=10_000,
        help_text=_("Numbers of the entries that play."),
    )
    away = Several(
        child=Number(min_value=1),
        default=list,
        max_length=10_000,
        help_text=_("Numbers of the entries that are absent this round."),
    )
    seen = Seen()


class CloseBody(Body):
    seen = Seen()


class ReopenBody(ReasonBody):
    seen = Seen()


class PairBody(Body):
    seen = Seen()
    allow_rematch = Flag(default=False, help_text=_("Allows rematches in this round; needs a reason."))
    reason = Text(max_length=REASON, default="", allow_blank=True, help_text=_WHY)


class PublishBody(Body):
    seen = Text(max_length=80, help_text=_("The digest of the draft you saw."))


class FoulBody(Body):
    table = Number(min_value=1)
    player = Number(min_value=1, help_text=_("The entry's pairing number."))
    offence = Text(max_length=30, default="", allow_blank=True, help_text=_("An offence from the list."))
    ruling = serializers.ChoiceField(
        [ruling.value for ruling in RULINGS],
        default="",
        allow_blank=True,
        help_text=_("The ruling on a weiqi offence, if not a warning."),
    )
    kind = serializers.ChoiceField(Foul.Kind.values, default="", allow_blank=True)
    article = Text(max_length=20, allow_null=True, default=None)
    ply = Number(min_value=1, max_value=3000, allow_null=True, default=None)
    game = Number(min_value=1, default=1, help_text=_("In a match: which game."))
    reason = Text(max_length=REASON, default="", allow_blank=True, help_text=_WHY)
    confirm = Flag(default=False, help_text=_("Confirm at once, if your role allows it."))


class ConfirmBody(Body):
    reason = Text(max_length=REASON, default="", allow_blank=True, help_text=_WHY)


class WithdrawFoulBody(ReasonBody):
    value = serializers.ChoiceField(
        [ResultReport.Value.FIRST, ResultReport.Value.SECOND, ResultReport.Value.DRAW],
        default="",
        allow_blank=True,
        help_text=_("The result, if there was none before the fouls decided the game."),
    )

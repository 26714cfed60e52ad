"""What recurs among the arguments that people and programs fill in; the others stand in their acts."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.web.fields import Field, Words

REASON_LENGTH = 200

Reason = Annotated[str, Field(longest=REASON_LENGTH, label=_("Reason"), help=_("Recorded in the journal."))]
WhyCorrected = Annotated[
    str, Field(longest=REASON_LENGTH, label=_("Reason"), help=_("Required for a correction."))
]
LeaveOfficial = Annotated[
    bool,
    Field(
        label=_("Leave official mode"),
        help=_("Needed for what leaves official mode, with a reason; otherwise without effect."),
    ),
]
RoundSeen = Annotated[
    str | None,
    Field(
        longest=100,
        help=_(
            "State of the round as you saw it, from the staff view of the round; refused with 409 if it has "
            "changed."
        ),
    ),
]
# A program knows no ids of accounts: it names them by what they sign in with.
AccountName = Annotated[User, Field(longest=150)]
TableNumber = Annotated[int, Field(least=1)]
GameNumber = Annotated[int, Field(least=1, help=_("In a match: which game."))]
Id = Annotated[int, Field(least=0, most=9_223_372_036_854_775_807)]


def entry_numbers(words: Words) -> Field:
    return Field(longest=10_000, item=Field(least=1), help=words)

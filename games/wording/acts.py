"""The words for what people do with games, added to those of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.rulebooks.claims import Outcome
from games.wording.claims import KINDS

Words = str | Promise

DOES: Mapping[str, Words] = {
    "submit_record": gettext_lazy("Hand in and correct game records"),
    "accept_record": gettext_lazy("Accept game records"),
    "see_records": gettext_lazy("See game records"),
    "count_board": gettext_lazy("Count a final board and write down that a side agrees"),
    "rule_count": gettext_lazy("Rule on a count"),
    "rule_on_claim": gettext_lazy("Rule on a claim"),
    "rule_on_proposal": gettext_lazy("Confirm or reject a foul that the scoresheets propose"),
}

DONE: Mapping[str, Words] = {
    "submit_record": gettext_lazy("record handed in"),
    "accept_record": gettext_lazy("record accepted"),
    "count_board": gettext_lazy("board counted"),
    "agree_count": gettext_lazy("count agreed"),
    "rule_count": gettext_lazy("count ruled on"),
    "enter_count": gettext_lazy("count entered as the result"),
    "rule_on_claim": gettext_lazy("ruling on a claim"),
    "submit_scoresheets": gettext_lazy("scoresheets handed in"),
    "rule_on_proposal": gettext_lazy("ruling on a proposed foul"),
}

FACTS: Mapping[str, Words] = {
    "record": gettext_lazy("record"),
    "bytes": gettext_lazy("bytes"),
    "count": gettext_lazy("count"),
    "outcome": gettext_lazy("outcome"),
    "dead": gettext_lazy("dead stones"),
    "voice": gettext_lazy("voice"),
    "claim": gettext_lazy("claim"),
    "right": gettext_lazy("the claim is right"),
    "follows": gettext_lazy("what follows"),
    "counted": gettext_lazy("plies that count"),
    "clock": gettext_lazy("seconds left"),
    "sheets": gettext_lazy("scoresheets"),
    "proposed": gettext_lazy("proposed fouls"),
    "missed": gettext_lazy("missed plies"),
    "rejected": gettext_lazy("rejected"),
}

VALUES: Mapping[str, Mapping[str, Words]] = {
    "claim": KINDS,
    "follows": {
        Outcome.DRAW: gettext_lazy("draw"),
        Outcome.WIN: gettext_lazy("the claimant wins"),
        Outcome.FOUL: gettext_lazy("technical foul, five minutes off the clock"),
        Outcome.LOSS: gettext_lazy("the claimant loses"),
    },
}
"""The words for values that are codes."""

SCOPE = gettext_lazy("Hand in, correct and accept game records")
"""What an access token with the scope ``records`` allows."""

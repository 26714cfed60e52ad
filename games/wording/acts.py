"""The words for what people do with games, added to those of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

Words = str | Promise

DOES: Mapping[str, Words] = {
    "submit_record": gettext_lazy("Hand in and correct game records"),
    "accept_record": gettext_lazy("Accept game records"),
    "see_records": gettext_lazy("See game records"),
    "count_board": gettext_lazy("Count a final board and write down that a side agrees"),
    "rule_count": gettext_lazy("Rule on a count"),
    "rule_on_claim": gettext_lazy("Rule on a claim"),
}

DONE: Mapping[str, Words] = {
    "submit_record": gettext_lazy("record handed in"),
    "accept_record": gettext_lazy("record accepted"),
    "count_board": gettext_lazy("board counted"),
    "agree_count": gettext_lazy("count agreed"),
    "rule_count": gettext_lazy("count ruled on"),
    "rule_on_claim": gettext_lazy("ruling on a claim"),
    "submit_scoresheets": gettext_lazy("scoresheets handed in"),
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
}

SCOPE = gettext_lazy("Hand in, correct and accept game records")
"""What an access token with the scope ``records`` allows."""

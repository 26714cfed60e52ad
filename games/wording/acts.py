"""The words for what people do with games, added to those of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy

from games.rulebooks.claims import ClaimOutcome
from games.wording.claims import KINDS
from portal.web.words import Words

DOES: Mapping[str, Words] = {
    "submit_record": gettext_lazy("Submit and correct game records"),
    "accept_record": gettext_lazy("Accept game records"),
    "see_records": gettext_lazy("See game records"),
    "count_board": gettext_lazy("Count a final position and record each side's agreement"),
    "rule_count": gettext_lazy("Rule on a count"),
    "rule_on_claim": gettext_lazy("Rule on a claim"),
    "rule_on_proposal": gettext_lazy("Confirm or reject recording fouls found in scoresheets"),
    "send_plies": gettext_lazy("Enter the moves of running games"),
    "show_live": gettext_lazy("Show running games in public"),
    "follow_relay": gettext_lazy("Name the address at which running games stand"),
    "decide_colours": gettext_lazy("Enter who moves first, where that is decided at the table"),
    "rule_on_finding": gettext_lazy("Rule on what the rulebook says of a running game"),
}


# What the journal calls what no act of the frame has written.
DONE: Mapping[str, Words] = {
    "take_back_plies": gettext_lazy("moves of a running game taken back"),
    "photos_deleted": gettext_lazy("photos of scoresheets deleted, whose time was over"),
    "result_by_rule": gettext_lazy("result entered by the rules, automatically"),
}

FACTS: Mapping[str, Words] = {
    "plies": gettext_lazy("moves of both sides"),
    "rulebook": gettext_lazy("rulebook"),
    "finding": gettext_lazy("finding"),
    "first_move": gettext_lazy("who moves first"),
    "live_public": gettext_lazy("running games shown in public"),
    "server": gettext_lazy("server"),
    "seconds": gettext_lazy("seconds"),
    "live_delay": gettext_lazy("delay in minutes"),
    "record_comments": gettext_lazy("comments of records shown in public"),
    "photo_days": gettext_lazy("days for which photos are kept"),
    "photos": gettext_lazy("photos"),
    "record": gettext_lazy("record"),
    "bytes": gettext_lazy("bytes"),
    "archive": gettext_lazy("archive"),
    "preview": gettext_lazy("preview"),
    "count": gettext_lazy("count"),
    "outcome": gettext_lazy("outcome"),
    "dead": gettext_lazy("dead stones"),
    "voice": gettext_lazy("agreed by"),
    "claim": gettext_lazy("claim"),
    "right": gettext_lazy("claim upheld"),
    "follows": gettext_lazy("consequence"),
    "counted": gettext_lazy("moves of both sides counted"),
    "by_hand": gettext_lazy("counted by hand"),
    "since": gettext_lazy("last capture after moves of both sides"),
    "checks": gettext_lazy("claimant's checks"),
    "clock": gettext_lazy("seconds left on the clock"),
    "sheets": gettext_lazy("scoresheets"),
    "proposed": gettext_lazy("proposed fouls"),
    "rejected": gettext_lazy("rejected"),
}

VALUES: Mapping[str, Mapping[str, Words]] = {
    "claim": KINDS,
    "follows": {
        ClaimOutcome.DRAW: gettext_lazy("draw"),
        ClaimOutcome.WIN: gettext_lazy("the claimant wins"),
        ClaimOutcome.FOUL: gettext_lazy("technical foul, 5 minutes deducted"),
        ClaimOutcome.TECHNICAL: gettext_lazy("technical foul"),
        ClaimOutcome.LOSS: gettext_lazy("the claimant loses"),
    },
}

SCOPES: Mapping[str, Words] = {
    "records": gettext_lazy("Submit, correct and accept game records"),
    "live": gettext_lazy("Enter the moves of running games"),
}

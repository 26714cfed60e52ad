"""The words for what the check of a file says about its standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, gettext_noop

from tournaments.exchange.checking import Claim, ClaimSubject, RoundState, RoundSummary
from tournaments.standings.team_table import fraction_text
from tournaments.wording.lists import listed

CLAIMS: Mapping[ClaimSubject, str] = {
    ClaimSubject.POINTS: gettext_noop(
        "No. %(number)s has %(follows)s points by the results, not %(claimed)s."
    ),
    ClaimSubject.RANK: gettext_noop("No. %(number)s is ranked %(follows)s by the criteria, not %(claimed)s."),
    ClaimSubject.MATCH_POINTS: gettext_noop(
        "Team %(number)s has %(follows)s match points by the results, not %(claimed)s."
    ),
    ClaimSubject.BOARD_POINTS: gettext_noop(
        "Team %(number)s has %(follows)s board points by the results, not %(claimed)s."
    ),
    ClaimSubject.TEAM_RANK: gettext_noop(
        "Team %(number)s is ranked %(follows)s by the criteria, not %(claimed)s."
    ),
}


def rounds_text(rows: Sequence[RoundSummary]) -> list[str]:
    """How the rounds of a file stand to the rules, a sentence for those that agree and one for each other."""
    agree = [row.round for row in rows if row.state is RoundState.OK]
    lines = []
    if agree:
        lines.append(gettext("Paired as the rules pair: rounds %(rounds)s.") % {"rounds": _spans(agree)})
    for row in rows:
        words = {
            RoundState.DIFFERENT: gettext("Round %(round)s differs from the rules at tables %(tables)s."),
            RoundState.ILLEGAL: gettext("Round %(round)s breaks the rules at tables %(tables)s."),
        }.get(row.state)
        if words:
            tables = listed(map(str, row.tables)) or gettext("none of its tables: the bye")
            lines.append(words % {"round": row.round, "tables": tables})
    if any(row.state is RoundState.UNCHECKED for row in rows):
        lines.append(gettext("The file does not say by which rules its rounds were paired."))
    return lines


def _spans(numbers: Sequence[int]) -> str:
    """``1–4, 6``."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    return ", ".join("–".join(map(str, span)) for span in spans)


def claim_text(claim: Claim) -> str:
    """One sentence."""
    return gettext(CLAIMS[claim.of]) % {
        "number": claim.number,
        "claimed": fraction_text(claim.claimed),
        "follows": fraction_text(claim.follows),
    }

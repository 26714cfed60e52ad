"""Who meets whom: pure functions of the tournament file (``pairing.md`` sections 1 to 6).

`pair` makes a round, `verify` recomputes one, `judge_pairs` says what a hand-made round breaks,
`input_digest` names what a pairing depends on. Systems are small modules on the shared bracket rule.
"""

from tournaments.pairing.digests import input_digest, pairing_input, tournament_from_input
from tournaments.pairing.manual_changes import judge_pairs
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.registry import SYSTEMS, pair, recompute, rounds_of
from tournaments.pairing.rule_violations import RuleViolations
from tournaments.pairing.values import CannotPair, Pair, PairedRound, PairingInputError, Table
from tournaments.pairing.verifying import (
    Difference,
    DifferenceCode,
    Verification,
    verify,
    verify_published,
)

__all__ = [
    "SYSTEMS",
    "CannotPair",
    "Difference",
    "DifferenceCode",
    "Notice",
    "NoticeCode",
    "Pair",
    "PairedRound",
    "PairingInputError",
    "Reason",
    "ReasonCode",
    "RuleViolations",
    "Table",
    "Verification",
    "input_digest",
    "judge_pairs",
    "pair",
    "pairing_input",
    "recompute",
    "rounds_of",
    "tournament_from_input",
    "verify",
    "verify_published",
]

"""McMahon and Swiss as OpenGotha pairs them: every possible pair has a value, the sum of nine terms, and the
pairing is the one with the greatest sum (``docs/reference/pairing.md`` has the rule and its readings).
"""

from tournaments.pairing.gotha.entering import GothaEntering, enter
from tournaments.pairing.gotha.inputs import event_from_input, pairing_input, recompute
from tournaments.pairing.gotha.rounds import DrawnPair, DrawnRound, draw
from tournaments.pairing.gotha.terms import TERMS, Valuation, ValueTerms
from tournaments.pairing.gotha.verifying import verify

__all__ = [
    "TERMS",
    "DrawnPair",
    "DrawnRound",
    "GothaEntering",
    "Valuation",
    "ValueTerms",
    "draw",
    "enter",
    "event_from_input",
    "pairing_input",
    "recompute",
    "verify",
]

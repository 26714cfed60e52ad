"""Pair by ``fide-team``, C.04.6 of 2026: the door is `pairing.pair_teams`; T8 to T10 are its readings."""

"""``fide-team``: FIDE's Swiss for teams, C.04.6 of 2026, with its three models of colours.

The door is `team_swiss.pairing.pair_teams`. Readings T8, T9 and T10 are told in
``docs/reference/pairing.md``.
"""

"""Forms of games: what was typed, before an act sees it."""

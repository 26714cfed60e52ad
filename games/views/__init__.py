"""Views of games: they parse, call an act, and render."""

"""What a tournament is at one moment: entries, results, lots. Pure: no Django, no clock, no chance."""

from tournaments.state.tournament import Bye, Entry, Game, Kind, Result, Side, Tournament

__all__ = [
    "Bye",
    "Entry",
    "Game",
    "Kind",
    "Result",
    "Side",
    "Tournament",
]

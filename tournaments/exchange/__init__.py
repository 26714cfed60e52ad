"""Reading and writing what leaves the house. Pure: text in, values out, every problem with its place."""

from tournaments.exchange.tournament_file import TournamentFileError, dumps, loads, to_tournament

__all__ = [
    "TournamentFileError",
    "dumps",
    "loads",
    "to_tournament",
]

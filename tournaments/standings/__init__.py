"""Standings: ties, teams, categories, prizes, crosstables. Pure; it returns data, no sentences."""

from tournaments.standings.ranking import RankedRow, Standings, StandingsError, TeamRow, standings

__all__ = [
    "RankedRow",
    "Standings",
    "StandingsError",
    "TeamRow",
    "standings",
]

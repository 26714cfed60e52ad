"""Standings: ties, teams, categories, prizes, crosstables. Pure; it returns data, no sentences."""

"""Rulebooks read the facts of a game and return findings."""

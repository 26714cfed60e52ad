"""Rulebooks read the facts of a game and return findings."""

from games.rulebooks.findings import NO_QUESTION, Claim, Finding, Kind, Question
from games.rulebooks.registry import RULEBOOKS, WEIQI_RULEBOOKS, Rulebook, UnknownRulebookError, rulebook
from games.xiangqi.cycles import Played

__all__ = [
    "NO_QUESTION",
    "RULEBOOKS",
    "WEIQI_RULEBOOKS",
    "Claim",
    "Finding",
    "Kind",
    "Played",
    "Question",
    "Rulebook",
    "UnknownRulebookError",
    "rulebook",
]

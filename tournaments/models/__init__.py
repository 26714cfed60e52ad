"""The data of tournaments and its constraints; what may be done with it stands in ``acts``."""

from tournaments.models.event import Category, Event, Federation, Membership, Prize, Role, Section, Team
from tournaments.models.given_out import Backup, Logo, Paper, Restoration, Screen
from tournaments.models.people import Absence, Entry, Erasure, Invitation, Player, PlayerLink
from tournaments.models.round import (
    Foul,
    Pairing,
    PairRule,
    PlayerReport,
    ResultReport,
    Round,
    RoundVersion,
    Seat,
    Standing,
)

__all__ = [
    "Absence",
    "Backup",
    "Category",
    "Entry",
    "Erasure",
    "Event",
    "Federation",
    "Foul",
    "Invitation",
    "Logo",
    "Membership",
    "PairRule",
    "Pairing",
    "Paper",
    "Player",
    "PlayerLink",
    "PlayerReport",
    "Prize",
    "Restoration",
    "ResultReport",
    "Role",
    "Round",
    "RoundVersion",
    "Screen",
    "Seat",
    "Section",
    "Standing",
    "Team",
]

"""The data of tournaments and its constraints; what may be done with it stands in ``acts``."""

from tournaments.models.backup import Backup, Restoration
from tournaments.models.event import Category, Event, Federation, Membership, Prize, Role, Section, Team
from tournaments.models.incident import Foul
from tournaments.models.invitation import Invitation
from tournaments.models.logo import Logo
from tournaments.models.paper import Paper
from tournaments.models.people import Absence, Entry, Erasure, Player, PlayerLink
from tournaments.models.round import (
    Pairing,
    PairRule,
    PlayerReport,
    ResultReport,
    Round,
    RoundVersion,
    Seat,
)
from tournaments.models.screen import Screen
from tournaments.models.standing import Standing

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

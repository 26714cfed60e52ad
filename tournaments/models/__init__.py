"""The data of tournaments and its constraints; what may be done with it stands in ``acts``."""

from tournaments.models.event import (
    Event,
    Federation,
    FormerAddress,
    FormerSectionAddress,
    Membership,
    Role,
    Section,
    Team,
    time_columns,
)
from tournaments.models.given_out import Backup, Document, Logo, Paper, Restoration, Screen
from tournaments.models.people import Absence, Entry, Erasure, Invitation, Player, PlayerLink
from tournaments.models.prizes import Category, Prize
from tournaments.models.rating_lists import ListedPlayer, RatingList
from tournaments.models.round import (
    Adjournment,
    Award,
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
from tournaments.models.search import SearchKey
from tournaments.models.site import Creator, Site
from tournaments.models.team_matches import LineUp, Match, TeamPenalty
from tournaments.models.told import Announcement, AnnouncementText, Official

__all__ = [
    "Absence",
    "Adjournment",
    "Announcement",
    "AnnouncementText",
    "Award",
    "Backup",
    "Category",
    "Creator",
    "Document",
    "Entry",
    "Erasure",
    "Event",
    "Federation",
    "FormerAddress",
    "FormerSectionAddress",
    "Foul",
    "Invitation",
    "LineUp",
    "ListedPlayer",
    "Logo",
    "Match",
    "Membership",
    "Official",
    "PairRule",
    "Pairing",
    "Paper",
    "Player",
    "PlayerLink",
    "PlayerReport",
    "Prize",
    "RatingList",
    "Restoration",
    "ResultReport",
    "Role",
    "Round",
    "RoundVersion",
    "Screen",
    "SearchKey",
    "Seat",
    "Section",
    "Site",
    "Standing",
    "Team",
    "TeamPenalty",
    "time_columns",
]

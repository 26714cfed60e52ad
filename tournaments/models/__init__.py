"""The data of tournaments and its constraints; what may be done with it stands in ``acts``."""

from tournaments.models.applications import AnswerFile, Application, EntryForm, Quota
from tournaments.models.event import (
    Event,
    Federation,
    FormerAddress,
    FormerSectionAddress,
    Section,
    Team,
    time_columns,
)
from tournaments.models.fees import Fee, FeeAccount, FeeTable, FeeTerms, LedgerRow
from tournaments.models.given_out import Backup, Document, Logo, Mark, Paper, Restoration, Screen
from tournaments.models.memberships import Membership, Role
from tournaments.models.organisations import FormerOrganisationAddress, Handover, Office, Organisation, Series
from tournaments.models.payments import Payment, ProviderNotice
from tournaments.models.people import Absence, Entry, Erasure, Invitation, Player, PlayerLink
from tournaments.models.persons import (
    ISSUER,
    OF_PLAYERS,
    Correction,
    Distinct,
    Gender,
    Merger,
    Person,
    PersonName,
    PersonNumber,
    PersonRating,
    PersonTitle,
)
from tournaments.models.prizes import Category, Prize
from tournaments.models.rating_lists import ListedPlayer, RatingList, SentList
from tournaments.models.receipts import Receipt, ReceiptSeries
from tournaments.models.round import (
    Adjournment,
    Award,
    Foul,
    Pairing,
    PlayerReport,
    ResultReport,
    Round,
    RoundVersion,
    Seat,
    Standing,
)
from tournaments.models.rulings import PairRule, Ruling, TeamAbsence, TeamPairRule
from tournaments.models.search import SearchKey
from tournaments.models.site import Creator, Site
from tournaments.models.team_matches import CaptainLink, LineUp, Match, TeamPenalty
from tournaments.models.told import Announcement, AnnouncementText, Official

__all__ = [
    "ISSUER",
    "OF_PLAYERS",
    "Absence",
    "Adjournment",
    "Announcement",
    "AnnouncementText",
    "AnswerFile",
    "Application",
    "Award",
    "Backup",
    "CaptainLink",
    "Category",
    "Correction",
    "Creator",
    "Distinct",
    "Document",
    "Entry",
    "EntryForm",
    "Erasure",
    "Event",
    "Federation",
    "Fee",
    "FeeAccount",
    "FeeTable",
    "FeeTerms",
    "FormerAddress",
    "FormerOrganisationAddress",
    "FormerSectionAddress",
    "Foul",
    "Gender",
    "Handover",
    "Invitation",
    "LedgerRow",
    "LineUp",
    "ListedPlayer",
    "Logo",
    "Mark",
    "Match",
    "Membership",
    "Merger",
    "Office",
    "Official",
    "Organisation",
    "PairRule",
    "Pairing",
    "Paper",
    "Payment",
    "Person",
    "PersonName",
    "PersonNumber",
    "PersonRating",
    "PersonTitle",
    "Player",
    "PlayerLink",
    "PlayerReport",
    "Prize",
    "ProviderNotice",
    "Quota",
    "RatingList",
    "Receipt",
    "ReceiptSeries",
    "Restoration",
    "ResultReport",
    "Role",
    "Round",
    "RoundVersion",
    "Ruling",
    "Screen",
    "SearchKey",
    "Seat",
    "Section",
    "SentList",
    "Series",
    "Site",
    "Standing",
    "Team",
    "TeamAbsence",
    "TeamPairRule",
    "TeamPenalty",
    "time_columns",
]

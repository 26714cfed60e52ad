"""What can be put in an order in settings: the catalogues of criteria and deciders, nothing first."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.standings import c07
from tournaments.standings.tiebreaks import CRITERIA
from tournaments.state.gotha.criteria import CRITERIA as GO_CRITERIA
from tournaments.wording.standings import criterion_name
from tournaments.wording.teams.team_settings import TEAM_BOARD_ORDER, TEAM_DECIDERS
from tournaments.wording.teams.team_standings import TEAM_CRITERIA


def go_criteria() -> list[tuple[str, str]]:
    """The catalogue of a McMahon tournament and its Swiss."""
    return [("", gettext("none")), *((key, criterion_name(key)) for key in GO_CRITERIA if key != "NULL")]


def criteria() -> list[tuple[str, str]]:
    """The catalogue of tie-breaks, none first."""
    return [
        ("", gettext("none")),
        *((key, criterion_name(key)) for key in (*CRITERIA, "sos-minus", *c07.all_keys())),
    ]


def team_criteria() -> list[tuple[str, str]]:
    """The catalogue of criteria of teams, none first."""
    return [("", gettext("none")), *((key, criterion_name(key)) for key in TEAM_CRITERIA)]


def board_order() -> list[tuple[str, str]]:
    """What may rank the players of a board, nothing first."""
    return [("", gettext("none")), *((key, str(words)) for key, words in TEAM_BOARD_ORDER.items())]


def team_deciders() -> list[tuple[str, str]]:
    """What may decide a level match, nothing first."""
    return [("", gettext("none")), *((key, str(words)) for key, words in TEAM_DECIDERS.items())]

"""Words for what an event still lacks before go federations take it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.exchange.congress.submission import LackCode, SubmissionFederation

FEDERATIONS: Mapping[SubmissionFederation, Words] = {
    SubmissionFederation.EGD: _("European Go Database (EGD)"),
    SubmissionFederation.FFG: _("French go federation (FFG)"),
    SubmissionFederation.AGA: _("American Go Association (AGA)"),
}
LACKS: Mapping[LackCode, Words] = {
    LackCode.TIME_TOO_SHORT: _("The time per player is too short for a rating class"),
    LackCode.CLASS_UNCONFIRMED: _("Confirm the rating class"),
    LackCode.NO_COUNTRY: _("Country of the event missing"),
    LackCode.NO_TOWN: _("Venue of the event missing"),
    LackCode.ROUNDS_OPEN: _("Rounds not closed"),
    LackCode.GAMES_OPEN: _("Games without a final result"),
    LackCode.DRAWS: _("Draws, which the results file does not know"),
    LackCode.NO_NUMBER: _("Players without a number"),
    LackCode.BAD_NUMBER: _("Players whose number is not one of this federation"),
    LackCode.SHARED_NUMBER: _("Players with one and the same number"),
    LackCode.NO_PLAYER_COUNTRY: _("Players without a country"),
    LackCode.NO_CLUB: _("Players without a club"),
    LackCode.NO_GRADE: _("Players without a grade"),
    LackCode.BAD_GRADE: _("Players with an impossible grade: 30k to 9d, 1p to 9p"),
    LackCode.BAD_RATING: _("Players whose rating lies outside −900 to 2949"),
    LackCode.NO_GIVEN_NAME: _("Players without a given name: the whole name counts as the surname"),
    LackCode.NOT_LATIN: _("Names not in Latin letters"),
}
# Why a number is asked for.
NEWCOMERS: Mapping[SubmissionFederation, Words] = {
    SubmissionFederation.EGD: _("without one they count as new: name, country, club and grade must be right"),
    SubmissionFederation.FFG: _("of French players the licence, seven digits"),
    SubmissionFederation.AGA: _("without one the results are refused"),
}

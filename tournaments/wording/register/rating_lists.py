"""Words for what is taken over from lists of ratings, and for the columns of tables."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.exchange.rating_matches import Taken

TAKEN: Mapping[Taken, Words] = {
    Taken.NUMBER: _("number"),
    Taken.RATING: _("rating"),
    Taken.GRADE: _("grade"),
    Taken.GRADE_BY_RATING: _("grade by the rating"),
    Taken.CLUB: _("club"),
    Taken.COUNTRY: _("country"),
}
COLUMNS: Mapping[str, Words] = {
    "number": _("number"),
    "name": _("name"),
    "surname": _("surname"),
    "given": _("given name"),
    "grade": _("grade"),
    "rating": _("rating (1 dan is 2100)"),
    "club": _("club"),
    "country": _("country"),
}

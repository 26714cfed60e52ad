"""Words for what is taken over from lists of ratings, and for the columns of tables."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext, pgettext_lazy

from portal.web.words import Words
from tournaments.exchange.ratings.rating_list_changes import FAR, OddRow
from tournaments.exchange.ratings.rating_matches import Taken

TAKEN: Mapping[Taken, Words] = {
    Taken.NUMBER: pgettext_lazy("of a person", "number"),
    Taken.RATING: _("rating"),
    Taken.GRADE: _("grade"),
    Taken.GRADE_BY_RATING: _("grade by the rating"),
    Taken.CLUB: _("club"),
    Taken.COUNTRY: _("country"),
    Taken.TITLE: _("title"),
    Taken.NATIVE: _("native name"),
    Taken.BORN: _("year of birth"),
    Taken.GENDER: _("gender"),
}
COLUMNS: Mapping[str, Words] = {
    "number": pgettext_lazy("of a person", "number"),
    "name": _("name"),
    "surname": _("surname"),
    "given": _("given name"),
    "native": _("native name"),
    "title": _("title"),
    "grade": _("grade"),
    "rating": pgettext_lazy("of a list", "rating"),
    "club": _("club"),
    "country": _("country"),
    "born": _("year of birth"),
    "gender": _("gender"),
    "games": pgettext_lazy("of a list", "games"),
    "k": _("K"),
    "inactive": pgettext_lazy("of a list", "inactive"),
}
ODDITIES: Mapping[OddRow, Words] = {
    OddRow.SHRUNK: _("More than half of the players of the list before are no longer in it."),
    OddRow.LEFT_OUT: _("More than a tenth of its lines could not be read."),
    OddRow.OLDER: _("It is older than the list that is loaded."),
    OddRow.MOVED: format_lazy(
        _("More than a tenth of the players have moved by over {points} points."), points=FAR
    ),
}
FETCHING: Mapping[str, str] = {
    "fetch-url": gettext_noop("No list can be fetched from this address."),
    "fetch-https": gettext_noop("The address must begin with https://."),
    "fetch-unresolved": gettext_noop("No server was found under this name."),
    "fetch-private": gettext_noop("This address is inside a private network; nothing is fetched from there."),
    "fetch-tls": gettext_noop("The server's certificate is not valid."),
    "fetch-slow": gettext_noop("The server did not answer in time."),
    "fetch-unreachable": gettext_noop("The server could not be reached, or broke off."),
    "fetch-too-large": gettext_noop("The file there is too large."),
    "fetch-status": gettext_noop(
        "The server answered %(status)s instead of a file. Enter the address at which the file itself stands."
    ),
    "fetch-columns": gettext_noop(
        "The headings of this table are new: upload it once and say what its columns are."
    ),
    "list-address-known": gettext_noop("Lists are fetched from this address already."),
    "list-name-missing": gettext_noop("Give this list a name."),
    "too-many-list-addresses": gettext_noop("The limit is %(limit)s addresses."),
    "no-such-list-address": gettext_noop("This address has been removed."),
    "fetched-list-changed": gettext_noop("Another list stands there now. Look at it first."),
}


def list_changes_text(changes: Mapping[str, int]) -> str:
    """What of a list is another than in the one before, of `ListChanges.as_json`; empty where nothing is."""
    parts = (
        ("new", ngettext("%(count)s new", "%(count)s new", changes.get("new", 0))),
        ("gone", ngettext("%(count)s gone", "%(count)s gone", changes.get("gone", 0))),
        ("rating", ngettext("%(count)s rating", "%(count)s ratings", changes.get("rating", 0))),
        ("grade", ngettext("%(count)s grade", "%(count)s grades", changes.get("grade", 0))),
        ("name", ngettext("%(count)s name", "%(count)s names", changes.get("name", 0))),
        ("country", ngettext("%(count)s country", "%(count)s countries", changes.get("country", 0))),
    )
    return " · ".join(words % {"count": changes[key]} for key, words in parts if key in changes)

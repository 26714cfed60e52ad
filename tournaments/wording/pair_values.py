"""Word the settings of a pair's value, by which European go is paired (``docs/reference/pairing.md``)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.web.words import Words

# In the order of the terms: what each is called, and what has it.
_TERMS: Mapping[str, tuple[Words, Words]] = {
    "meeting_weight": (
        pgettext_lazy("weight of a term", "no second meeting"),
        _("For two who have not met yet. A second meeting is never made without asking."),
    ),
    "random_weight": (
        pgettext_lazy("weight of a term", "the lot"),
        _("From nothing to all of it, as the letters of both names say. 0 for no lot."),
    ),
    "colour_weight": (
        pgettext_lazy("weight of a term", "colours"),
        _("For an even game after which both have been White and Black more equally often."),
    ),
    "category_weight": (
        pgettext_lazy("weight of a term", "categories"),
        _("All of it inside a category, less for two of different ones. Only with categories."),
    ),
    "score_weight": (
        pgettext_lazy("weight of a term", "equal scores"),
        _("All of it for equal scores, less for each group between the two."),
    ),
    "floats_weight": (
        pgettext_lazy("weight of a term", "floats"),
        _("For two of different groups: the more, the more suitable both are to float."),
    ),
    "seeding_weight": (
        pgettext_lazy("weight of a term", "seeding"),
        _("For two of one group: the more, the nearer they are to what the seeding says."),
    ),
    "handicap_weight": (
        pgettext_lazy("weight of a term", "small handicaps"),
        _("All of it for equal scores, less for larger differences. 0 where these are not avoided."),
    ),
    "geography_weight": (
        pgettext_lazy("weight of a term", "country and club"),
        _("For two of different countries and clubs. 0 where neither is avoided."),
    ),
}
PAIR_VALUES: Mapping[str, Words] = {
    "rank_ends_geography": _("Geography ends for players who reach"),
    "bar_ends_geography": _("Geography ends for players who start at the bar"),
    "first_order": _("Order in a group in the first rounds"),
    "second_order": _("Order in a group after that"),
    "floats_balanced": _("Who has floated up is preferred for a float down, and the other way round"),
    **{key: format_lazy(_("Weight: {term}"), term=term) for key, (term, _help) in _TERMS.items()},
}
WEIGHT_HELPS: Mapping[str, Words] = {key: text for key, (_term, text) in _TERMS.items()}
ORDERS: Mapping[str, Words] = {
    "rating": _("by rating"),
    "grade": _("by grade"),
    "name": _("by name"),
}

"""The words of circuits: how places are shared, what decides between equal totals, why an act was refused."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from portal.web.words import Words
from tournaments.standings.circuits import PlaceSharing, Rounding, Tie

SHARINGS: Mapping[str, Words] = {
    PlaceSharing.AVERAGE: gettext_lazy("each gets the average of the points of these places"),
    PlaceSharing.BEST: gettext_lazy("each gets the points of the best of these places"),
}
ROUNDINGS: Mapping[str, Words] = {
    Rounding.NONE: pgettext_lazy("how points are rounded", "not at all"),
    Rounding.UP: gettext_lazy("up to whole points"),
    Rounding.UP2: gettext_lazy("up to hundredths of a point"),
}
TIES: Mapping[str, Words] = {
    Tie.HIGHEST: gettext_lazy("highest counted result, then the next"),
    Tie.FIRSTS: gettext_lazy("number of first places"),
    Tie.EVENTS: gettext_lazy("number of events played"),
    Tie.BETWEEN: gettext_lazy("games between them, won less lost"),
    Tie.LATEST: gettext_lazy("result in the latest event"),
    Tie.RATING: gettext_lazy("rating at the last event played"),
    Tie.LOTS: gettext_lazy("lots that are drawn"),
}
CIRCUIT_REFUSALS: Mapping[str, str] = {
    "no-such-circuit": gettext_noop("There is no such circuit of this organisation."),
    "no-such-circuit-section": gettext_noop("This section does not count in the circuit any more."),
    "no-such-circuit-category": gettext_noop("The circuit does not have this category any more."),
    "season-needed": gettext_noop("Say which season it is, such as 2026."),
    "circuit-named-already": gettext_noop("There is a circuit %(name)s of the season %(season)s already."),
    "circuit-category-named": gettext_noop("The circuit has a category of this name already."),
    "circuit-category-empty": gettext_noop("Say who belongs to the category."),
    "bad-points-line": gettext_noop(
        "“%(line)s” is not a line of points. Write numbers with commas, the first place first; with several "
        "levels each on its own line, such as “A: 25, 18, 15”."
    ),
    "bad-points": gettext_noop("“%(points)s” is not a number of points. Write it as 12 or 1.5, not below 0."),
    "bad-cap-line": gettext_noop(
        "“%(line)s” is not a kind of events and a number. Write one of each, with a comma, such as "
        "“rapid, 4”; up to four lines."
    ),
    "bad-kind": gettext_noop(
        "“%(kind)s” cannot be used as a kind. Write up to four short words with commas."
    ),
    "section-not-offered": gettext_noop(
        "This section cannot be added: it is in the circuit already, is of teams, or its event is not public "
        "or belongs to others."
    ),
    "circuit-published": gettext_noop(
        "Standings of the circuit were published, so it stays. Leave it out of the next season."
    ),
    "circuit-full": gettext_noop("A circuit has up to %(most)s events."),
    "unknown-level": gettext_noop("The circuit has no table of points for the level “%(level)s”."),
    "not-in-circuit": gettext_noop("This player has played in no event of the circuit."),
    "nobody-to-draw": gettext_noop(
        "Nobody who is level is without a lot. Lots are drawn only where the rule says so."
    ),
    "circuit-without-points": gettext_noop("No event of the circuit is over yet, so there are no standings."),
    "circuit-changed": gettext_noop(
        "A result or the rule has changed since you looked. These are the standings now."
    ),
}

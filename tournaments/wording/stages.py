"""Words for stages: whence players come, and why that is not known yet."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop, pgettext

from tournaments.state.stages import Source

# Why nobody is known for a place.
OPEN: Mapping[str, str] = {
    "not-over": gettext_noop("not known yet"),
    "tied": gettext_noop("tied: play a decider, or name the number"),
    "no-place-of-source": gettext_noop("there is no such place"),
    "no-such-section": gettext_noop("there is no such section"),
}


def source_words(source: Source, names: Mapping[str, str]) -> str:
    """``Group A, place 2``. ``names``: of the sections, by address."""
    if not source.sections:
        return pgettext("at a place of a bracket", "nobody")
    section = ", ".join(names.get(slug, slug) for slug in source.sections)
    params = {
        "section": section,
        "place": source.place,
        "best": source.best,
        "match": source.match,
        "number": source.number,
    }
    if source.match:
        words = gettext("%(section)s, loser of match %(match)s")
        return (words if source.loser else gettext("%(section)s, winner of match %(match)s")) % params
    if source.number:
        return gettext("%(section)s, number %(number)s") % params
    if source.best:
        return gettext("%(section)s: best no. %(best)s of those placed %(place)s") % params
    return gettext("%(section)s, place %(place)s") % params


def open_words(code: str) -> str:
    """Of `OPEN`, in the reader's language."""
    return gettext(OPEN[code])

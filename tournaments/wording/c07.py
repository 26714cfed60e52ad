"""The words for FIDE's tie-breaks of C.07. In the head of a narrow column stands FIDE's code."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_lazy

from portal.web.words import Words
from tournaments.standings.c07 import UNRATED, Parts, code_of

FAMILIES: Mapping[str, Words] = {
    "fide-buchholz": gettext_lazy("Buchholz of FIDE"),
    "fore-buchholz": gettext_lazy("Fore Buchholz"),
    "opponents-buchholz": gettext_lazy("average of opponents' Buchholz"),
    "opponents-fore-buchholz": gettext_lazy("average of opponents' Fore Buchholz"),
    "fide-sonneborn": gettext_lazy("Sonneborn-Berger of FIDE"),
    "fide-progressive": gettext_lazy("progressive score of FIDE"),
    "fide-direct": gettext_lazy("direct encounter of FIDE"),
    "fide-direct-forfeits": gettext_lazy("direct encounter of FIDE, with forfeits"),
    "fide-wins": gettext_lazy("rounds with the points of a win"),
    "wins-played": gettext_lazy("games won over the board"),
    "second-games": gettext_lazy("games moving second"),
    "second-wins": gettext_lazy("games won moving second"),
    "rounds-elected": gettext_lazy("rounds one elected to play"),
    "standard-points": gettext_lazy("standard points"),
    "koya": gettext_lazy("points against those with half of all points (Koya)"),
    "opponents-rating": gettext_lazy("average rating of opponents"),
    "performance": gettext_lazy("performance rating"),
    "perfect-performance": gettext_lazy("perfect performance rating"),
    "opponents-performance": gettext_lazy("average performance of opponents"),
    "opponents-perfect": gettext_lazy("average perfect performance of opponents"),
    "fide-rating": gettext_lazy("rating, where everybody has one"),
    "fide-rating-reversed": gettext_lazy("lower rating, where everybody has one"),
    "pairing-number": gettext_lazy("smaller number"),
    "pairing-number-reversed": gettext_lazy("larger number"),
}


def c07_name(parts: Parts) -> str:
    """``Buchholz of FIDE, cut 1 (BH/C1)``."""
    words = [str(FAMILIES[parts.base])]
    if parts.cut == "cut":
        words.append(gettext("cut %(count)s") % {"count": parts.count})
    elif parts.cut:
        words.append(gettext("median %(count)s") % {"count": parts.count})
    if parts.limit:
        words.append(gettext("limit %(count)s half-points") % {"count": f"{parts.limit:+d}"})
    if parts.unrated:
        words.append(gettext("who has no rating counts %(rating)s") % {"rating": UNRATED})
    return gettext("%(name)s (%(code)s)") % {
        "name": ", ".join(words),
        "code": code_of(parts.key),
    }


def c07_short(parts: Parts) -> str:
    return (code_of(parts.key) or parts.base).replace(f"/U{UNRATED}", "/U")

"""The words for titles and grades (`state.titles`)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments.text.titles import graded

TITLES: Mapping[str, Promise] = {
    "GM": gettext_lazy("Grandmaster"),
    "IGM": gettext_lazy("International Grandmaster"),
    "IM": gettext_lazy("International Master"),
    "NM": gettext_lazy("National Master"),
    "FM": gettext_lazy("Federation Master"),
    "CM": gettext_lazy("Candidate Master"),
    "WGM": gettext_lazy("Woman Grandmaster"),
    "WIM": gettext_lazy("Woman International Master"),
    "WFM": gettext_lazy("Woman Federation Master"),
    "WCM": gettext_lazy("Woman Candidate Master"),
}


def title_text(title: str | None) -> str:
    """A title in the reader's language, as it was written where it is none that is known."""
    return str(TITLES.get(title, title)) if title else ""


def grade_text(grade: str | None) -> str:
    """``5 dan``, ``3 kyu``, ``9 dan pro``; as it was written where it is neither."""
    rank = graded(grade or "")
    if rank is None:
        return grade or ""
    count, kind = rank
    words = {"d": gettext("%(count)s dan"), "k": gettext("%(count)s kyu"), "p": gettext("%(count)s dan pro")}
    return words[kind] % {"count": count}

"""The words for titles and grades (`state.titles`)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from tournaments.text.titles import CHINESE_GRADES, graded

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
    "CAM": gettext_lazy("Association Master (CHN)"),
    "CLM": gettext_lazy("Regional Master (CHN)"),
    **{
        code: format_lazy(gettext_lazy("Player of grade {number} (CHN)"), number=code[1:])
        for code in CHINESE_GRADES
    },
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

"""The words for the reasons that the product itself gives to results, fouls and records."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext

from games.wording.claims import ruling_text
from games.wording.scoresheets import missed_text
from tournaments.wording.grounds import Words


def _from_sheets() -> str:
    return gettext("from both scoresheets")


WORDS: Mapping[str, Words] = {"claim": ruling_text, "missed": missed_text, "sheets": _from_sheets}

"""The words for a change by hand in a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from tournaments.wording.reasons import Name


def _number(number: int) -> str:
    return gettext("No. %(number)s") % {"number": number}


def change_text(change: Mapping[str, Any], name: Name = _number) -> str:
    """``change`` as a draft keeps it: ``{"change": "swap", "params": {"first": 3, "second": 5}}``."""
    texts = {
        "swap": gettext("%(first)s and %(second)s changed places"),
        "flip": gettext("Table %(table)s: colours turned round"),
        "givebye": gettext("%(player)s has the bye"),
    }
    params = change["params"]
    shown = {key: value if key == "table" else name(value) for key, value in params.items()}
    return texts[change["change"]] % shown


def changes_text(changes: Iterable[Mapping[str, Any]], name: Name = _number) -> str:
    """Several changes in one line."""
    return "; ".join(change_text(change, name) for change in changes)

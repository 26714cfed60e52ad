"""Know the form of numbers by which federations know a player, by the column that holds them."""

from __future__ import annotations

import re
from collections.abc import Mapping

# The form, and an example. WXF, AXF and national associations number as they like.
FORMS: Mapping[str, tuple[str, str]] = {
    # As their lists have them (`exchange.ratings.rating_lists`); FIDE: the column of the number in TRF26.
    "egf_pin": ("[0-9]{8}", "10000001"),
    "ffg_licence": ("[0-9]{7}", "0512345"),
    "aga_id": ("[0-9]{1,6}", "12345"),
    "fide_id": ("[0-9]{1,11}", "8600051"),
}


def example_of_form(column: str, number: str) -> str:
    """How the number would look; empty where it looks so, or nobody knows."""
    form, example = FORMS.get(column, (".*", ""))
    return "" if re.fullmatch(form, number) else example

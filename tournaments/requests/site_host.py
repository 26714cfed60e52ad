"""Name the site on pages of no organisation that are made for a request; published ones have
`heading_host`."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.models.site import the_site
from tournaments.wording.seals import seal_text


def site_host(request: HttpRequest | None = None) -> dict[str, Any]:
    """For the context of a page; one query, if it asks."""
    return {"site_host": SimpleLazyObject(_name_and_seal)}


def _name_and_seal() -> dict[str, str]:
    """Empty where the site has no name."""
    name = the_site().name
    return {"name": name, "seal": seal_text(name, "")} if name else {}

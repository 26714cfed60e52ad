"""Addresses that hold a secret: one list for the site's addresses, its logs and reports, and nginx."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from portal.telemetry.errors import without_quotes
from portal.web.private_links import PLACES, HideSecrets

DEPLOY = Path(__file__).resolve().parent.parent.parent.parent / "docs" / "deploy"
SECRET = "0123456789abcdefghjkmnpqrs"
NAMES = frozenset({"secret", "key", "token"})
"""What parts of an address are called that hold one; numbers of rows are called so as well."""


def routes(patterns: Any, before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def places_of_site() -> set[str]:
    places = set()
    for route in routes(get_resolver().url_patterns):
        if "desk/" in route:
            # Who is not signed in gets nothing there.
            continue
        for part in re.finditer(r"<(?:(\w+):)?(\w+)>", route):
            if part[2] in NAMES and part[1] != "int":
                place = route[: part.start()].partition("/")[2]
                # An expression: what identifies the account stands before the secret.
                places.add(re.sub(r"[(^].*", "", place.replace("^", "")).strip("/"))
                break
    return places


def test_the_list_has_every_address_of_the_site_that_holds_a_secret() -> None:
    assert places_of_site() == set(PLACES)


def test_nginx_keeps_them_all_out_of_its_log() -> None:
    [location] = re.findall(
        r"location ~\* \^/\(\[a-z-\]\+/\)\?\((.+)\)/ \{\n\s+access_log off;\n\s+error_log /dev/null emerg;",
        (DEPLOY / "nginx.conf").read_text(),
    )
    assert tuple(location.split("|")) == PLACES


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", ["", "/en", "/ZH-Hans"])
def test_no_log_and_no_report_has_it(place: str, language: str) -> None:
    for path in (f"{language}/{place}/{SECRET}/x/", f"{language}/{place}/{SECRET}/x/".upper()):
        for text in (path, f"/en/account/login/?next={path}", f"next={path.replace('/', '%2F')}"):
            record = logging.LogRecord("x", logging.WARNING, "", 0, "Not Found: %s", (text,), None)
            HideSecrets().filter(record)
            assert SECRET not in record.getMessage().lower()
            assert place in record.getMessage().lower().replace("%2f", "/")
            assert SECRET not in without_quotes(f"no {text}").lower()


@pytest.mark.django_db
@pytest.mark.parametrize("place", PLACES)
def test_no_page_behind_it_tells_others_the_address(place: str) -> None:
    """Also one that is not there."""
    for path in (f"/en/{place}/{SECRET}/", f"/en/{place}/{SECRET}/nothing/here/", f"/EN/{place}/{SECRET}/"):
        assert Client().get(path)["Referrer-Policy"] in {"no-referrer", "strict-origin"}


@pytest.mark.django_db
def test_a_section_that_is_called_like_one_is_a_page_like_others() -> None:
    assert Client().get("/en/e/cup/a/standings/")["Referrer-Policy"] == "same-origin"

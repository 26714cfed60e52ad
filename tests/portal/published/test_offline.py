"""What serves pages without a network: the worker, the page in place of another, the manifest."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import translation

from portal.published.renderers import release

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def get_page(name: str, language: str = "en", **headers: str) -> Any:
    with translation.override(language):
        return Client().get(reverse(name), headers=headers)


def test_the_worker_is_one_per_release_and_serves_the_whole_site() -> None:
    answer = get_page("worker")
    assert reverse("worker") == "/sw.js"
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "Content-Language" not in answer
    assert answer.content.decode().startswith(f'const RELEASE = "{release()}";')
    assert not answer.cookies
    assert get_page("worker", **{"If-None-Match": answer["ETag"]}).status_code == 304
    small = get_page("worker", **{"Accept-Encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == answer.content
    assert (
        get_page("worker", **{"Accept-Encoding": "gzip", "If-None-Match": small["ETag"]}).status_code == 304
    )


@pytest.mark.slow
@pytest.mark.django_db
def test_every_part_of_the_page_for_no_network_is_there() -> None:
    page_text = re.search(r"const PARTS = (.*);", get_page("worker").content.decode())
    assert page_text
    parts = [name.removeprefix("/static/") for name in json.loads(page_text[1])]
    assert all(finders.find(name) for name in parts)
    page = get_page("offline").content.decode()
    used = set(re.findall(r"(?:href|src)=\"/static/(portal/[^\"]+\.(?:css|js))\"", page))
    modules = [name for name in used if name.endswith(".js")]
    imported = {
        f"portal/{name}"
        for module in modules
        for name in re.findall(r'from "./([^"]+)"', Path(str(finders.find(module))).read_text())
    }
    assert "portal/queue.js" in imported
    assert used | imported <= set(parts)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_the_page_for_no_network_is_the_same_for_everybody(language: str) -> None:
    answer = get_page("offline", language)
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_can_be_installed_in_every_language(language: str) -> None:
    answer = get_page("manifest", language)
    assert answer["Content-Type"] == "application/manifest+json"
    about = answer.json()
    assert (about["lang"], about["start_url"], about["display"]) == (language, f"/{language}/", "standalone")
    assert len({get_page("manifest", language).json()["name"] for language in LANGUAGES}) > 1
    assert {icon["purpose"] for icon in about["icons"]} == {"any", "maskable"}
    assert all(finders.find(icon["src"].removeprefix("/static/")) for icon in about["icons"])
    page = get_page("offline", language).content.decode()
    assert f'<link rel="manifest" href="{answer.wsgi_request.path}">' in page

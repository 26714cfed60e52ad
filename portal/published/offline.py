"""Make the site readable without a network (``docs/develop/inside/offline.md``): the service worker, its
page."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

from portal.published.renderers import languages, release
from portal.web.languages import WordlessResponse

SOURCE = Path(__file__).with_name("sw.js")
# Of what the page for no network is made.
PARTS = (
    "portal/qiyuan.css",
    "portal/boot.js",
    "portal/worker.js",
    "portal/header.js",
    "portal/suggest.js",
    "portal/offline.js",
    "portal/queue.js",
    "portal/reachable.js",
    "portal/seal.svg",
)
ICONS = (
    ("portal/seal.svg", "any", "image/svg+xml", "any"),
    ("portal/icon-192.png", "192x192", "image/png", "any"),
    ("portal/icon-512.png", "512x512", "image/png", "any"),
    ("portal/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)


@cache
def _script(of_release: str) -> str:
    """Write the service worker of a release."""
    # A browser compares the bytes: what a release is stands in them.
    facts = {"RELEASE": of_release, "LANGUAGES": languages(), "PARTS": [static(name) for name in PARTS]}
    facts["ICON"] = static("portal/icon-192.png")
    definitions = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    return definitions + SOURCE.read_text(encoding="utf-8")


def _etag(_request: HttpRequest) -> str:
    return f'"{release()}"'


@gzip_page
@require_safe
@condition(etag_func=_etag)
def worker(request: HttpRequest) -> HttpResponse:
    """Give the service worker from the root of the site, so that it serves all of it."""
    response = WordlessResponse(_script(release()), content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for an address that was never opened on this device; the same for everybody."""
    response = render(request, "portal/offline.html", {"user": None, "path": ""})
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """How the site is installed, in the language of the address."""
    root = f"/{get_language() or settings.LANGUAGE_CODE}/"
    return manifest_response("/", gettext("Qiyuan: xiangqi and weiqi tournaments"), gettext("Qiyuan"), root)


def manifest_response(identity: str, name: str, short_name: str, start: str, **more: Any) -> HttpResponse:
    """Give a manifest; ``identity``: the same in every language; ``start``: the page that it opens."""
    about = {
        "id": identity,
        "name": name,
        "short_name": short_name,
        "lang": get_language(),
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbfaf7",
        "theme_color": "#fbfaf7",
        "icons": [
            {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        **more,
    }
    response = JsonResponse(about, content_type="application/manifest+json")
    patch_cache_control(response, no_cache=True)
    return response

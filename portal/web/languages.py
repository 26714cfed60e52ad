"""Lead addresses without a language to the reader's. Only these answers depend on Accept-Language."""

from __future__ import annotations

import re
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.http import require_safe


class WordlessResponse(HttpResponse):
    """An answer that speaks no language: documents and files are the same for everybody."""


class Languages(LocaleMiddleware):
    """Django's, but for answers that speak no language."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, WordlessResponse):
            return response
        return super().process_response(request, response)


def preferred(accept_language: str) -> str:
    """Give the first language of the header that the site has; no cookie is looked at."""
    for code, _weight in parse_accept_lang_header(accept_language):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def in_another_case() -> str:
    """Write the expression for addresses whose language, or whose ``e/``, is in another case:
    ``/zh-hans/E/cup/``."""
    languages = "|".join(re.escape(code) for code, _name in settings.LANGUAGES)
    ours = rf"(?:{languages})/(?!E/)"
    # Those in ours never match.
    return rf"^(?!{ours})(?P<language>(?i:{languages}))/(?P<path>.*)$"


@require_safe
def to_our_case(request: HttpRequest, language: str, path: str) -> HttpResponse:
    """301 to the same page under the address that is its own, with its query."""
    if path.startswith("E/"):
        path = f"e/{path[2:]}"
    query = request.META.get("QUERY_STRING", "")
    there = f"/{language.lower()}/{quote(path, safe='/:@!$&()*+,;=~-._')}{'?' if query else ''}{query}"
    return HttpResponsePermanentRedirect(there)


@require_safe
def to_language(request: HttpRequest, path: str = "") -> HttpResponse:
    """302 to the same page in the reader's language, with its query."""
    query = request.META.get("QUERY_STRING", "")
    language = preferred(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    response = HttpResponseRedirect(f"/{language}/{path}{'?' if query else ''}{query}")
    patch_vary_headers(response, ["Accept-Language"])
    response.headers["Cache-Control"] = "no-cache"
    return response

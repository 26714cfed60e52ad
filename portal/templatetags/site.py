"""What every page of the site shows, with or without a request: languages, the source's address."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language, to_locale

register = template.Library()


def bcp47(code: str) -> str:
    """The code as HTML writes it: ``zh-Hans`` for Django's ``zh-hans``."""
    return to_locale(code).replace("_", "-")


@register.simple_tag
def html_lang() -> str:
    """The value of ``<html lang>``."""
    return bcp47(get_language() or settings.LANGUAGE_CODE)


@register.simple_tag
def source_url() -> str:
    """Where the source of what runs here can be had (AGPL, section 13)."""
    return str(settings.SOURCE_URL)


@register.simple_tag
def root() -> str:
    """The first page in the reader's language."""
    return f"/{get_language() or settings.LANGUAGE_CODE}/"


@register.simple_tag(takes_context=True)
def this_page_in_languages(context: template.Context) -> list[dict[str, Any]]:
    """The same page in every language: ``code``, ``lang``, ``name`` (in itself), ``url``, ``current``.

    The address is the context's ``path`` (without its language) or that of the request; a page that has
    neither, such as the one for errors, leads to the first page.
    """
    here = get_language() or settings.LANGUAGE_CODE
    path = context.get("path")
    request = context.get("request")
    if path is None and request is not None:
        first, _, rest = request.path.lstrip("/").partition("/")
        path = rest if first in dict(settings.LANGUAGES) else ""
    return [
        {
            "code": code,
            "lang": bcp47(code),
            "name": name,
            "url": f"/{code}/{path or ''}",
            "current": code == here,
        }
        for code, name in settings.LANGUAGES
    ]

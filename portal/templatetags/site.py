"""What every page of the site shows, with or without a request: languages, the source's address."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, to_locale

from portal.limits import MOST_SENT

register = template.Library()
_OG_LOCALES = {"en": "en_GB", "zh-hans": "zh_CN", "zh-hant": "zh_TW", "vi": "vi_VN"}


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
def most_sent() -> dict[str, int]:
    """How much a form may bring with its files."""
    return {"bytes": MOST_SENT, "megabytes": MOST_SENT // (1024 * 1024)}


@register.simple_tag
def og_locale() -> str:
    """The language as Open Graph writes it, with a country."""
    return _OG_LOCALES[get_language() or settings.LANGUAGE_CODE]


@register.simple_tag(takes_context=True)
def block_text(context: template.Context, name: str) -> str:
    """What the page's block ``name`` says, in one line, where a base template says it a second time."""
    blocks = context.render_context[BLOCK_CONTEXT_KEY]
    return mark_safe(" ".join(blocks.get_block(name).render(context).split()))  # noqa: S308  rendered already


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

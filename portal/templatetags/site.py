"""Say what every page of the site shows, with or without a request: languages, the source's address."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, to_locale

from portal.published.poll_file import place_of, poll_file_address
from portal.published.renderers import group_of
from portal.web import limits
from portal.web.guide import in_language, page_about

register = template.Library()
_OG_LOCALES = {"en": "en_GB", "zh-hans": "zh_CN", "zh-hant": "zh_TW", "vi": "vi_VN"}


def bcp47(code: str) -> str:
    """Write the code as HTML does: ``zh-Hans`` for Django's ``zh-hans``."""
    return to_locale(code).replace("_", "-")


@register.simple_tag
def html_lang() -> str:
    return bcp47(get_language() or settings.LANGUAGE_CODE)


@register.simple_tag
def source_url() -> str:
    """Where the source of what runs here can be had (AGPL, section 13)."""
    return str(settings.SOURCE_URL)


@register.simple_tag(takes_context=True)
def help_address(context: Context) -> str:
    """Give the guide's page about this one; empty where it says nothing of it."""
    about = context.get("guide")
    # Published pages name it themselves.
    if not about:
        request = context.get("request")
        about = page_about(request.resolver_match.route) if request and request.resolver_match else ""
    return f"{settings.HELP_URL}{in_language(about, get_language() or 'en')}" if about else ""


@register.simple_tag(takes_context=True)
def most_sent(context: Context) -> dict[str, int]:
    """How much the form of this page may bring with its files."""
    request = context.get("request")
    most = limits.most_sent(request.path_info if request else "")
    return {"bytes": most, "megabytes": most // (1024 * 1024)}


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
def followed(path: str) -> str:
    """The attributes by which an open published page knows what to ask, and as what it is named there."""
    return format_html(' data-follow="{}" data-place="{}"', poll_file_address(group_of(path)), place_of(path))


@register.simple_tag
def root() -> str:
    """The first page in the reader's language."""
    return f"/{get_language() or settings.LANGUAGE_CODE}/"


_PRIVATE = re.compile(r"/[a-z-]+/[pta]/[^/]+/")


@register.simple_tag(takes_context=True)
def manifest_address(context: template.Context) -> str:
    """Say by which manifest a page is installed."""
    request = context.get("request")
    # Behind the private link of a player, a captain or an applicant by its own, so that it opens there.
    private = _PRIVATE.match(request.path) if request is not None else None
    return f"{private.group(0) if private else root()}app.webmanifest"


@register.simple_tag(takes_context=True)
def this_page_in_languages(context: template.Context) -> list[dict[str, Any]]:
    """Give the page in every language: ``code``, ``lang``, ``name`` (in itself), ``url``, ``current``."""
    here = get_language() or settings.LANGUAGE_CODE
    path = context.get("path")
    request = context.get("request")
    # A page that has neither, such as the one for errors, leads to the first page.
    if path is None and request is not None:
        first, _, remainder = request.path.lstrip("/").partition("/")
        path = remainder if first in dict(settings.LANGUAGES) else ""
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

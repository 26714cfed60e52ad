"""Open a page from disk: links within what is kept are relative, others lead to the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection
from html import escape, unescape
from urllib.parse import unquote, urlsplit

from portal.kept.scripts import RUN

SCRIPTS = "static/scripts.js"
_ADDRESS = re.compile(r'(?P<before>\s(?P<name>href|src|action|poster)=")(?P<address>[^"]*)(?P<after>")')
_SCRIPT = re.compile(r"<script\b(?P<attributes>[^<>]*)>(?:(?!<script\b).)*?</script>\s*", re.DOTALL)
_SOURCE = re.compile(r'\ssrc="[^"]*/portal/(?P<name>\w+)(?:\.[0-9a-f]{12})?\.js"')
_USELESS = re.compile(
    r'<link\b[^<>]*\srel="(?:manifest|preload|modulepreload|alternate|canonical)"[^<>]*>\s*'
    r'|<meta\b[^<>]*\shttp-equiv="[^"]*"[^<>]*>\s*'
)
# Files have no language; their addresses do.
_LANGUAGE_OF_FILE = re.compile(r"^[\w-]+/download/")
_FORM = re.compile(r"<form\b[^<>]*\smethod=\"post\"(?:(?!<form\b).)*?</form>", re.DOTALL)


def kept_page(
    html: str, at: str, *, members: Collection[str], site: str, static: Callable[[str], str]
) -> str:
    """Write the page of member ``at``; ``static``: the member of a static file by its address."""
    started: list[str] = []

    def script(match: re.Match[str]) -> str:
        if 'type="application/' in match["attributes"]:
            return match[0]
        named = _SOURCE.search(match["attributes"])
        if named and named["name"] in RUN:
            started.append(named["name"])
        return ""

    def address(match: re.Match[str]) -> str:
        leads = _place(unescape(match["address"]), at, members=members, site=site, static=static)
        return f"{match['before']}{escape(leads)}{match['after']}"

    html = _FORM.sub("", _USELESS.sub("", _SCRIPT.sub(script, html)))
    html = _ADDRESS.sub(address, html)
    if started:
        scripts = _relative(SCRIPTS, at)
        names = " ".join(dict.fromkeys(started))
        tag = f'<script defer src="{scripts}" data-start="{names}"></script>\n</head>'
        html = html.replace("</head>", tag, 1)
    return html


def member_of(path: str) -> str:
    """Say where the page at an address stands: ``/en/e/cup/`` is ``en/e/cup/index.html``."""
    plain = _LANGUAGE_OF_FILE.sub("download/", unquote(path).lstrip("/"))
    return f"{plain}index.html" if not plain or plain.endswith("/") else plain


def _place(
    address: str, at: str, *, members: Collection[str], site: str, static: Callable[[str], str]
) -> str:
    parts = urlsplit(address)
    if parts.scheme in ("mailto", "tel", "data") or (not parts.path and not parts.netloc):
        return address
    if parts.netloc and f"{parts.scheme}://{parts.netloc}" != site:
        return address
    here = f"/{posixpath.dirname(at)}/"
    path = posixpath.normpath(posixpath.join(here, parts.path)) if parts.path else "/"
    path += "/" if parts.path.endswith("/") and path != "/" else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    if path.startswith("/static/"):
        return _relative(static(path), at) + fragment
    member = member_of(path)
    if member in members:
        return _relative(member, at) + fragment
    query = f"?{parts.query}" if parts.query else ""
    return f"{site}{path}{query}{fragment}"


def _relative(member: str, at: str) -> str:
    return posixpath.relpath(member, posixpath.dirname(at) or ".")

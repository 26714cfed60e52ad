"""Every public page that the front page leads to."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client

LINK = re.compile(r'(?:href|src|data-src|action)="(/[^"#]*)')
ADDRESS = re.compile(rf"{re.escape(settings.PUBLIC_URL)}(/[^\"\s<\\#]*)")
PASSED_OVER = ("/static/", "/en/accounts", "/en/paper/", "/en/search")


def crawled() -> dict[str, tuple[int, str]]:
    """Status and text of everything that the front page leads to, pages, documents and files alike."""
    client = Client()
    waiting = ["/en/", "/api/v1/events", "/sitemap.xml"]
    seen: dict[str, tuple[int, str]] = {}
    while waiting:
        address = urlsplit(waiting.pop()).path
        if address in seen or address.startswith(PASSED_OVER) or "/paper/" in address:
            continue
        if not address.startswith(("/en/", "/api/v1/events", "/sitemap")):
            continue
        answer = client.get(address, follow=True)
        body = answer.content if not answer.streaming else b""
        text = body.decode(errors="replace")
        seen[address] = answer.status_code, text
        if answer.status_code == 200:
            # What is to be copied, as a frame for another site, has its quotes written out.
            plain = unescape(text)
            waiting += LINK.findall(plain) + ADDRESS.findall(plain)
    return seen

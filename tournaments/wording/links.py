"""Addresses in a plain text. Django's ``urlize`` parts words at blanks, which Chinese does not have: it makes
one link of 规则：https://example.org/ and leads nowhere."""

from __future__ import annotations

import re

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

_ENDS = r"\s<>\"'，。；：！？、（）《》「」『』【】“”"
_ADDRESS = re.compile(rf"https?://[^{_ENDS}]*[^{_ENDS}.,;:!?)\]]")


def linked_text(text: str) -> SafeString:
    """Escaped, with line breaks; what begins with ``http`` is a link that passes on no standing."""
    parts: list[str] = []
    end = 0
    for address in _ADDRESS.finditer(text):
        parts += [escape(text[end : address.start()])]
        parts += [format_html('<a href="{0}" rel="nofollow">{0}</a>', address.group())]
        end = address.end()
    parts += [escape(text[end:])]
    return SafeString("".join(parts).replace("\n", "<br>"))

"""Write messages for groups where people talk: what the receiver takes instead of our own signed JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from portal.webhooks.models import Webhook

# The most that each takes of a text.
WECOM_BYTES, TELEGRAM_LETTERS, DISCORD_LETTERS = 2048, 4096, 2000
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()@-])")


# No bot and no library: each of these services takes one POST at an address that the group's owner gets from
# it, and that address is the secret. The words are made when the message is sent; what waits holds numbers.
@dataclass(frozen=True, slots=True)
class ChatText:
    """What a group reads. ``url``: the page that says more."""

    title: str
    body: str
    url: str


# What groups read of a message of webhooks, in the language that is active; nothing where the public does not
# get it.
Texter = Callable[[Mapping[str, Any]], ChatText | None]
# By topic, of which groups may be told.
TEXTS: dict[str, Texter] = {}


def chat_body(kind: str, url: str, text: ChatText) -> bytes:
    return json.dumps(_BODIES[kind](url, text), ensure_ascii=False).encode()


def is_accepted(kind: str, answer: bytes) -> bool:
    """Say whether the group took it."""
    if kind != Webhook.Kind.WECOM:
        return True
    try:
        # WeCom answers 200 also where it did not.
        outcome = json.loads(answer)
    except ValueError:
        return False
    return isinstance(outcome, dict) and outcome.get("errcode") == 0


def _wecom(url: str, text: ChatText) -> dict[str, Any]:
    return {
        "msgtype": "text",
        "text": {"content": _joined(text, lambda words: _cut_bytes(words, WECOM_BYTES))},
    }


def _telegram(url: str, text: ChatText) -> dict[str, Any]:
    # Without a parse mode nothing in a name means anything.
    return {
        "chat_id": chat_of(url),
        "text": _joined(text, lambda words: words[:TELEGRAM_LETTERS]),
        "link_preview_options": {"is_disabled": True},
    }


def _discord(url: str, text: ChatText) -> dict[str, Any]:
    plain = ChatText(_MARKDOWN.sub(r"\\\1", text.title), _MARKDOWN.sub(r"\\\1", text.body), f"<{text.url}>")
    return {
        "content": _joined(plain, lambda words: words[:DISCORD_LETTERS]),
        # Nobody's name calls everybody.
        "allowed_mentions": {"parse": []},
    }


def chat_of(url: str) -> str:
    """Name the group of Telegram in an address: ``…/sendMessage?chat_id=@name``; empty for none."""
    return next(iter(parse_qs(urlsplit(url).query).get("chat_id", [])), "")


def _joined(text: ChatText, cut: Callable[[str], str]) -> str:
    """Put title, body and address on lines of their own; the address is never cut."""
    whole = "\n".join(filter(None, (text.title, text.body, text.url)))
    if cut(whole) == whole:
        return whole
    body = text.body
    while body:
        body = body[: len(body) * 9 // 10]
        whole = "\n".join((text.title, f"{body}…", text.url))
        if cut(whole) == whole:
            return whole
    return cut(f"{text.title}\n{text.url}")


def _cut_bytes(words: str, most: int) -> str:
    return words.encode()[:most].decode(errors="ignore")


_BODIES: Mapping[str, Callable[[str, ChatText], dict[str, Any]]] = {
    Webhook.Kind.WECOM: _wecom,
    Webhook.Kind.TELEGRAM: _telegram,
    Webhook.Kind.DISCORD: _discord,
}

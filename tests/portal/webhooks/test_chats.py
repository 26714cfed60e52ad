"""What groups get is what their services take, and what they answer is understood."""

from __future__ import annotations

import json
from typing import Any

import pytest

from portal.webhooks.chats import ChatText, chat_body, chat_of, is_accepted
from portal.webhooks.sending import MOST_READ, send
from tests.portal.webhooks.receiver import receiving

TELEGRAM = "https://api.telegram.org/bot1:A/sendMessage?chat_id=%40hall"
TEXT = ChatText("Table 7, round 3: 1-0", "A_b *c* – 象棋 @everyone", "https://q.example/en/e/x/")


def body(kind: str, text: ChatText = TEXT) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(chat_body(kind, TELEGRAM, text))
    return message


def test_each_service_gets_its_own_form() -> None:
    whole = "Table 7, round 3: 1-0\nA_b *c* – 象棋 @everyone\nhttps://q.example/en/e/x/"
    assert body("wecom") == {"msgtype": "text", "text": {"content": whole}}
    assert body("telegram") == {
        "chat_id": "@hall",
        "text": whole,
        "link_preview_options": {"is_disabled": True},
    }
    assert body("discord") == {
        "content": "Table 7, round 3: 1\\-0\nA\\_b \\*c\\* – 象棋 \\@everyone\n<https://q.example/en/e/x/>",
        "allowed_mentions": {"parse": []},
    }


@pytest.mark.parametrize("kind", ["wecom", "telegram", "discord"])
@pytest.mark.parametrize(
    "text", ["象" * 9000, "a" * 9000, "*" * 9000, "x\n" * 9000], ids=["signs", "letters", "marks", "lines"]
)
def test_a_long_text_is_cut_and_leads_to_its_page(kind: str, text: str) -> None:
    message = body(kind, ChatText("Announcement", text, TEXT.url))
    content = message.get("content") or message.get("text")
    if kind == "wecom":
        assert len(message["text"]["content"].encode()) <= 2048
        content = message["text"]["content"]
    assert len(content) <= {"wecom": 2048, "telegram": 4096, "discord": 2000}[kind]
    assert content.rstrip(">").endswith(TEXT.url)
    assert content.startswith("Announcement\n")
    assert "…" in content


def test_a_group_of_telegram_is_named_in_the_address() -> None:
    assert chat_of(TELEGRAM) == "@hall"
    assert chat_of("https://api.telegram.org/bot1:A/sendMessage?chat_id=-100123") == "-100123"
    assert chat_of("https://api.telegram.org/bot1:A/sendMessage") == ""


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (b'{"errcode":0,"errmsg":"ok"}', True),
        (b'{"errcode":45009,"errmsg":"api freq out of limit"}', False),
        (b'{"errcode":93000,"errmsg":"invalid webhook url"}', False),
        (b"<html>", False),
        (b"[]", False),
        (b"", False),
        (b"\xff", False),
    ],
)
def test_wecom_says_in_its_answer_whether_it_took_a_message(
    settings: Any, answer: bytes, expected: bool
) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with receiving() as receiver:
        receiver.status, receiver.answer = 200, answer
        result = send(receiver.url, b"{}", {}, lambda text: is_accepted("wecom", text))
    assert (result.arrived, result.error) == (expected, "" if expected else "webhook-not-taken")
    assert is_accepted("discord", answer)


def test_no_more_is_read_than_the_beginning(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    lengths = []
    with receiving() as receiver:
        receiver.status, receiver.answer = 200, b"x" * 10 * MOST_READ
        send(receiver.url, b"{}", {}, lambda text: bool(lengths.append(len(text))))
    assert lengths == [MOST_READ]

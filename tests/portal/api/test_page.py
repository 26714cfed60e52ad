"""``docs/reference/api.md`` is run, example by example, against a round that is being played."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from portal import outbox
from tests import factories
from tests.portal.api.callers import Caller
from tests.world import World

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "api.md"


@pytest.mark.slow
def test_the_examples_of_the_page_are_true(drawn: World, settings) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    cache.clear()
    factories.announce(drawn.section)
    drawn.other.event.delete()
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
    outbox.drain()
    client = Client()

    def in_short(answer: Any) -> tuple[int, Any, Any]:
        return answer.status_code, answer.json() if answer.content else None, answer.headers

    def headers(token: str, more: dict[str, str]) -> dict[str, str]:
        values = {"Authorization": f"Bearer {token}"} if token else {}
        return values | {name.replace("_", "-"): value for name, value in more.items()}

    def get(path: str, token: str = "", **more: str) -> tuple[int, Any, Any]:
        return in_short(client.get(path, headers=headers(token, more)))

    def post(path: str, body: Any, token: str = "", **more: str) -> tuple[int, Any, Any]:
        sent = client.post(path, body, content_type="application/json", headers=headers(token, more))
        return in_short(sent)

    values = {"get": get, "post": post, "token": Caller(drawn.users["bob"]).made.secret}
    examples = doctest.DocTestParser().get_doctest(PAGE.read_text(), values, "api.md", str(PAGE), 0)
    assert len(examples.examples) > 25
    collected: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples, out=collected.append)
    assert collected == [], "".join(collected)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.letterbox import Letterbox, letters_go_to
from tests.portal.push.service import PushService, push_service
from tests.portal.push.things import things_can_be_followed


@pytest.fixture
def thing_topics() -> Iterator[None]:
    with things_can_be_followed():
        yield


@pytest.fixture
def post(settings) -> Iterator[Letterbox]:
    """A mail server beside this one."""
    with letters_go_to(settings) as box:
        yield box


@pytest.fixture
def service(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service beside this server."""
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with push_service(tmp_path, monkeypatch) as running:
        yield running

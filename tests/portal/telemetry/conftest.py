import pytest

from portal import outbox
from portal.outbox import work
from tests.portal.outbox.bench.handlers import Note


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has the product's kinds, and ``note``."""
    monkeypatch.setattr(work, "_kinds", dict(work._kinds))
    outbox.register("note", Note())

from collections.abc import Iterator

import pytest
from django.core.handlers.wsgi import WSGIHandler

from portal import outbox, published
from portal.published import renderers
from portal.published.drawing import Card
from portal.published.front import Front
from portal.published.memory import Memory, memory
from tests.front import ADDRESS, ask
from tests.portal.published.kinds import People


@pytest.fixture(autouse=True)
def people(monkeypatch: pytest.MonkeyPatch, settings) -> Iterator[None]:
    """The kind ``people``, rendered ahead in English, where it is read, and an empty memory."""
    settings.ROOT_URLCONF = "tests.portal.published.urls"
    settings.PUBLISHED_AHEAD = ["en"]
    settings.PUBLISHED_RENDER_EVERY = 0.0
    monkeypatch.setattr(renderers, "_renderers", dict(renderers._renderers))
    published.register_renderer("people", People())
    memory.slots.clear()
    yield
    memory.slots.clear()


@pytest.fixture
def pages_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of the kind ``people`` are meant to be found, as those of sections are."""
    monkeypatch.setattr(People, "has_card", True)
    monkeypatch.setattr(People, "card", lambda self, data: Card(title=data[0]))


@pytest.fixture
def pages(db) -> None:
    """Two pages of one section: an eager one, rendered, and a lazy one that nobody has read."""
    published.announce("e/x/men/", "people", {"title": "Men"})
    published.announce("e/x/men/player/1/", "people", {"title": "One"}, eager=False)
    outbox.drain(early=False)


@pytest.fixture
def own_memory() -> Memory:
    """A process's memory that the test refreshes by hand."""
    return Memory(limit=100)


@pytest.fixture
def front(own_memory: Memory) -> Front:
    """A front behind which there is nothing: what it does not answer is 599."""

    def nothing(environ, start_response):
        start_response("599 Fell through", [])
        return [b""]

    return Front(nothing, own_memory)


@pytest.fixture
def front_with_pages(front: Front, own_memory: Memory, django: WSGIHandler, pages) -> Front:
    """A front that has both languages of the eager page in memory, as Django's view leaves them."""
    ask(django, ADDRESS)
    ask(django, "/zh-hans/e/x/men/")
    own_memory.slots.update(memory.slots)
    return front

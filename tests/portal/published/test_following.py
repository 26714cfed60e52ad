"""The file that open pages ask: all versions of a section in one, current within one look, and when to ask
again."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler

from portal import outbox, published
from portal.accounts.models import User
from portal.published import poll_file
from portal.published.front import Front
from portal.published.memory import Memory, memory
from portal.published.poll_file import BETWEEN_ROUNDS, DURING_PLAY, NEVER, place_of, poll_file_address
from portal.templatetags.site import followed
from tests.front import ask

FILE = "/now/e/x/men.json"


@pytest.fixture(autouse=True)
def nobody_says_how_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poll_file, "_paces", [])


@pytest.fixture
def asking(front_with_pages: Front, own_memory: Memory, django: WSGIHandler) -> Front:
    """A front that has the file in memory, as Django's view leaves it, and has looked once."""
    assert ask(django, FILE)[0] == 200
    own_memory.slots.update(memory.slots)
    own_memory.refresh()
    return front_with_pages


def file_content(app: Any, path: str = FILE) -> dict[str, Any]:
    status, headers, body = ask(app, path)
    assert (status, dict(headers)["Content-Type"]) == (200, "application/json")
    answer: dict[str, Any] = json.loads(gzip.decompress(body))
    return answer


def test_one_file_says_all_versions_of_a_section(asking: Front, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        now = file_content(asking)
    assert now["pages"] == {"": published.find("e/x/men/").version}, "cards are made when somebody asks"
    assert now["every"] == BETWEEN_ROUNDS
    assert len(json.dumps(now)) < 120


@pytest.mark.parametrize("request_", [{}, {"method": "HEAD"}, {"HTTP_IF_NONE_MATCH": "*"}], ids=repr)
def test_the_front_and_the_view_give_the_same_answer(
    request_: dict[str, str], asking: Front, django: WSGIHandler
) -> None:
    by_front, by_django = ask(asking, FILE, **request_), ask(django, FILE, **request_)
    assert by_front == by_django
    headers = dict(by_front[1])
    assert "s-maxage=1" in headers["Cache-Control"]
    assert not {"Set-Cookie", "Content-Language", "Last-Modified"} & set(headers)


@pytest.mark.parametrize(
    "name",
    ["e/x/men/player", "e/x/men/player/1", "e/x/men/-", "e/x/m", "E/X/MEN", "e/x/men/", "e/x//men", "e//x"],
)
def test_only_the_name_of_a_group_has_a_file(name: str, asking: Front, django: WSGIHandler) -> None:
    """Whatever begins an address would else take a place in memory from a page that is read."""
    before = set(memory.slots)
    assert ask(django, f"/now/{name}.json")[0] == 404
    assert set(memory.slots) == before


def test_a_change_is_told_after_one_look(asking: Front, own_memory: Memory) -> None:
    before = file_content(asking)
    User.objects.create(username="wang")
    published.invalidate("e/x/men/")
    outbox.drain()
    assert file_content(asking) == before
    own_memory.refresh()
    after = file_content(asking)
    assert after["pages"][""] == published.find("e/x/men/").version > before["pages"][""]
    assert after["others"] == before["others"]


def test_a_card_that_was_read_and_is_another_is_told_without_its_name(
    asking: Front, own_memory: Memory
) -> None:
    published.get("e/x/men/player/1/", "en")
    own_memory.refresh()
    before = file_content(asking)
    published.invalidate("e/x/men/player/1/")
    outbox.drain()
    own_memory.refresh()
    assert file_content(asking)["others"] != before["others"]
    assert file_content(asking)["pages"] == before["pages"]


def test_what_is_withheld_or_taken_back_has_no_line(asking: Front, own_memory: Memory) -> None:
    published.withhold("e/x/men/")
    own_memory.refresh()
    assert file_content(asking)["pages"] == {}
    published.restore("e/x/men/")
    own_memory.refresh()
    assert file_content(asking)["pages"]
    published.unpublish("e/x/")
    own_memory.refresh()
    assert file_content(asking)["pages"] == {}


def test_what_changes_while_the_file_is_first_read_is_told(
    front_with_pages: Front, own_memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = poll_file.poll_file_of("e/x/men")
    assert page is not None
    User.objects.create(username="wang")
    published.invalidate("e/x/men/")
    outbox.drain()
    own_memory.refresh()
    own_memory.remember(FILE, "e/x/men", page)
    own_memory.refresh()
    assert file_content(front_with_pages)["pages"][""] == published.find("e/x/men/").version


def test_a_quiet_section_is_looked_at_once_for_all(
    asking: Front, own_memory: Memory, django_assert_num_queries
) -> None:
    with django_assert_num_queries(1):
        own_memory.refresh()


def test_the_shortest_of_what_is_said_counts(asking: Front, own_memory: Memory) -> None:
    poll_file.register_pace(lambda group: NEVER if group == "e/x/men" else DURING_PLAY)
    published.invalidate("e/x/men/")
    User.objects.create(username="wang")
    outbox.drain()
    own_memory.refresh()
    assert file_content(asking)["every"] == NEVER


def test_pages_of_one_group_ask_for_the_same_file(django: WSGIHandler, pages) -> None:
    published.announce("", "people", {"title": "Home"})
    published.announce("e/x/", "people", {"title": "Event"})
    outbox.drain()
    for path in ("", "e/x/", "e/x/men/", "e/x/men/player/1/"):
        group = published.renderers.group_of(path)
        attributes = followed(path)
        assert f'data-follow="{poll_file_address(group)}"' in attributes
        assert f'data-place="{place_of(path)}"' in attributes
    assert list(file_content(django, "/now/home.json")["pages"]) == [""]
    assert list(file_content(django, "/now/e/x.json")["pages"]) == [""]
    assert [place_of(path) for path in ("", "e/x/", "e/x/men/player/1/")] == ["", "", "player/1/"]
    assert ask(django, "/now/e/never.json")[0] == 404

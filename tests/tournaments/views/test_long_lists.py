"""Thousands of players at the desk: a page at a time, found on the server, nothing sent back in megabytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import make_entries
from tests.world import World
from tournaments.models import Entry

Text = Callable[[Any], str]


def test_a_script_that_checks_in_gets_the_one_row(drawn: World) -> None:
    entry = drawn.section.entries.get(number=1)
    Entry.objects.update(status=Entry.Status.ENTERED)
    answer = drawn.post("dave", "check_in", entry.pk, htmx=True, present="on")
    assert answer.status_code == 200
    assert answer.content.count(b"<tr") == 1
    assert f'id="e{entry.pk}"'.encode() in answer.content
    assert b"undo the check-in" in answer.content


@pytest.mark.slow
def test_entries_stand_two_hundred_on_a_page_and_are_found(world: World, text: Text) -> None:
    make_entries(world.section, 450)
    world.section.entries.filter(number=333).update(status=Entry.Status.ENTERED)
    wanted = world.section.entries.select_related("player").get(number=333)
    wanted.player.name, wanted.player.native_name = "Đặng Văn Ánh", "鄧文映"
    wanted.player.federation_id = "VIE"
    wanted.player.save()
    client = world.client("dave")
    first, third = (client.get(world.url("entries"), {"page": page}) for page in (1, 3))
    assert [len(page.context["rows"]) for page in (first, third)] == [200, 50]
    assert "450 players" in text(third)
    assert len(first.content) < 400_000
    for words in ("Đặng Văn", "鄧文", "333", "vie 鄧文", "Ánh 333 VIE"):
        response = client.get(world.url("entries"), {"q": words})
        assert [row["entry"] for row in response.context["rows"]] == [wanted], words
    assert f"{world.url('check_in', wanted.pk)}?q=333" in text(client.get(world.url("entries"), {"q": "333"}))
    answer = client.post(f"{world.url('check_in', wanted.pk)}?page=2", {"present": "on", "once": "k"})
    assert answer["Location"] == f"{world.url('entries')}?page=2#e{wanted.pk}"
    nobody = client.get(world.url("entries"), {"q": "9" * 30})
    assert "No players found" in text(nobody)


@pytest.mark.slow
@pytest.mark.parametrize("pasted", [False, True], ids=["file", "pasted"])
def test_a_list_too_large_gets_one_sentence_and_is_not_sent_back(
    world: World, text: Text, pasted: bool
) -> None:
    large = b"name,federation\n" + b"Wu Lan,CHN\n" * 200_000
    assert 2 * 1024 * 1024 < len(large) < 3 * 1024 * 1024
    sent = {"text": large.decode()} if pasted else {"file": SimpleUploadedFile("list.csv", large)}
    answer = world.post("carol", "entries_import", **sent)
    assert answer.status_code == 422
    assert "The list is larger than 2 MB and was not read." in text(answer)
    assert "Read as" not in text(answer)
    assert len(answer.content) < 50_000

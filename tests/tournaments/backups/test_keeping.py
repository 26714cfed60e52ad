"""An event in one file."""

from __future__ import annotations

import io
import json
import posixpath
import re
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from portal import outbox
from portal.kept import check
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.world import World
from tournaments.acts.public.keeping import write_kept
from tournaments.exchange import loads
from tournaments.models import Section
from tournaments.pairing import verify

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
@remembered
def over(full: World) -> World:
    """The event with a bit of everything, called finished after its first round."""
    Section.objects.update(state=Section.State.FINISHED)
    return full


def archive(world: World) -> zipfile.ZipFile:
    file = io.BytesIO()
    write_kept(world.event, file)
    return zipfile.ZipFile(file)


def test_everything_public_is_in_it_and_signed(over: World) -> None:
    zipped = archive(over)
    names = set(zipped.namelist())
    assert check.faults(names, zipped.read) == []
    slug, section = over.event.slug, over.section.slug
    assert {
        *("index.html", "README.txt", "check.py", "journal.jsonl", "manifest.json", "signature.txt"),
        *("static/scripts.js", "static/portal/qiyuan.css", f"tournament/{section}.json"),
        f"en/e/{slug}/index.html",
        f"zh-hans/e/{slug}/{section}/round/1/index.html",
        f"data/e/{slug}/{section}/round/1/document.json",
    } <= names
    tournament = loads(zipped.read(f"tournament/{section}.json").decode())
    assert verify(tournament, 1).ok
    document = json.loads(zipped.read(f"data/e/{slug}/{section}/round/1/document.json"))
    assert document["edition"]["digest"] == verify(tournament, 1).expected.digest


def test_it_is_made_by_one_press_after_the_end(over: World) -> None:
    desk = over.client("alice")
    address = f"/en/desk/{over.event.slug}/-/backup/"
    assert desk.get(f"{address}kept/").status_code == 404
    assert desk.post(f"{address}keep/", {"once": "k"}).status_code == 302
    outbox.drain([outbox.SLOW])
    assert "Download the event" in desk.get(address).content.decode()
    zipped = zipfile.ZipFile(io.BytesIO(desk.get(f"{address}kept/").content))
    assert check.faults(set(zipped.namelist()), zipped.read) == []
    over.section.state = over.section.State.RUNNING
    over.section.save()
    assert desk.post(f"{address}keep/", {"once": "l"}).status_code == 409
    assert "Possible once all sections are over." in desk.get(address).content.decode()


def test_every_link_within_leads_somewhere(over: World) -> None:
    zipped = archive(over)
    names = set(zipped.namelist())
    looked_at = 0
    for name in names:
        if name.endswith(".html"):
            for address in re.findall(r'\s(?:href|src)="([^"#]+)(?:#[^"]*)?"', zipped.read(name).decode()):
                if "://" not in address and not address.startswith(("mailto:", "data:")):
                    looked_at += 1
                    assert not address.startswith("/"), (name, address)
                    there = posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
                    assert there in names, (name, address)
    assert looked_at > 200


def test_the_journal_tells_what_was_played_and_nobody(over: World) -> None:
    lines = [json.loads(line) for line in archive(over).read("journal.jsonl").decode().splitlines()]
    acts = {line["act"] for line in lines}
    assert {"report_result", "close_round", "confirm_foul"} <= acts
    assert not acts & {"add_player", "give_role", "back_up_event", "make_link", "edit_entry"}
    assert {key for line in lines for key in line} <= {"at", "act", "target", "before", "after", "undoes"}
    text = json.dumps(lines)
    for user in over.users.values():
        assert user.username not in text


def test_what_is_taken_back_is_not_in_it(over: World) -> None:
    from portal import published

    published.withhold(f"e/{over.event.slug}/{over.section.slug}/round/1/")
    names = archive(over).namelist()
    assert not [name for name in names if "/round/1/" in name]


def test_an_event_that_is_played_is_not_kept(full: World, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="event-not-over"):
        write_kept(full.event, io.BytesIO())
    with pytest.raises(CommandError, match="The event is kept once each of its sections is finished"):
        call_command("keep", full.event.slug, tmp_path / "cup.zip")
    with pytest.raises(CommandError, match="Unknown event"):
        call_command("keep", "nowhere", tmp_path / "cup.zip")
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_the_fingerprint(
    over: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("keep", over.event.slug, tmp_path / "cup.zip")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{tmp_path / 'cup.zip'}: ")
    lines, code = check.check_kept_event(tmp_path / "cup.zip", second.partition(": ")[2])
    assert code == 0, lines

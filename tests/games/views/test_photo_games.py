"""From the printed sheets to the accepted record: written on, photographed, uploaded by both players, read by
a worker, gone through by a person; the missed move is proposed as a foul, and ruled on by the referee."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from games import slow_tasks
from games.models import PhotoGame, PhotoGameAnswer, Scoresheets, SheetCells, SheetPhoto
from games.photos.model import model_path
from games.queries.photo_games import KIND
from games.queries.scoresheets import proposals
from portal.outbox import Job
from portal.sandbox.parent import children
from tests.cached_worlds import remembered
from tests.games.photos.made_sheets import games
from tests.games.photos.photographing import packed
from tests.games.photos.sending import send, sheet
from tests.working import compute
from tests.world import World

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(model_path() is None, reason="pip install 'qiyuan-portal[ocr]'"),
]


@pytest.fixture
@remembered
def published(press: None, drawn: World) -> World:
    drawn.published()
    return drawn


def newest() -> PhotoGame:
    newest_game = PhotoGame.objects.order_by("-pk").first()
    assert newest_game is not None
    return newest_game


@pytest.mark.long
def test_both_players_sheets_become_the_record(published: World) -> None:
    moves = list(games()[0].moves[:24])
    page = send(published, packed(sheet(published, 0, "simplified")))
    assert "Reading the photos" in page
    compute()
    assert PhotoGameAnswer.objects.count() == 1
    page = published.get("carol", "scoresheets", 1, 1).content.decode()
    assert "made sheets only" in page
    assert "Add a photo of Black’s scoresheet" in page
    # In another notation, and with a move left out.
    send(published, packed(sheet(published, 1, "english", without=(11,))))
    compute()
    answer = newest().answer.data
    assert [ply["move"] for ply in answer["plies"]] == moves
    assert answer["empty"] == {"first": [], "second": [11]}
    assert not any(ply["doubtful"] for ply in answer["plies"])
    # A photo is read once, however often its game is looked for.
    assert SheetCells.objects.count() == 2
    page = published.get("carol", "scoresheets", 1, 1).content.decode()
    assert "These are the moves on the scoresheets" in page
    response = published.post("carol", "scoresheets_settle", 1, 1, photo_game=newest().pk)
    assert response.status_code == 302, response.content
    sheets = Scoresheets.objects.get()
    assert sheets.answer.data["moves"] == moves
    page = published.get("dave", "scoresheets", 1, 1).content.decode()
    assert "Use this game as the record" in page
    assert sheets.answer.data["sheets"]["second"]["missed"] == [11]
    assert not proposals(sheets.pairing.round)  # of one move: four are a foul
    response = published.post("carol", "scoresheets_take", 1, 1, sheets=sheets.pk, which=0, seen="")
    assert response.status_code == 302, response.content


@pytest.mark.long
def test_a_person_decides_and_what_follows_is_searched_again(published: World) -> None:
    send(published, packed(sheet(published, 0, "simplified", without=(23,))))
    compute()
    first = newest()
    plies = first.answer.data["plies"]
    assert plies[22]["doubtful"]
    refused = published.post("carol", "scoresheets_settle", 1, 1, photo_game=first.pk)
    assert refused.status_code == 409
    page = published.get("carol", "scoresheets", 1, 1).content.decode()
    assert page.count('class="photo-cell"') >= 1
    ply = {"photo_game": first.pk, "ply": 23}
    assert published.post("carol", "scoresheets_ply", 1, 1, **ply, other="K5+9").status_code == 422
    assert published.post("carol", "scoresheets_ply", 1, 1, **ply, other="").status_code == 422
    played = games()[0].moves[22]
    assert published.post("carol", "scoresheets_ply", 1, 1, **ply, move=played).status_code == 302
    compute()
    assert newest().decided == {"23": played}
    again = newest().answer.data["plies"]
    assert again[22]["move"] == played
    assert again[22]["decided"]
    assert not again[22]["doubtful"]
    # The screen of another person is out of date now.
    assert published.post("carol", "scoresheets_ply", 1, 1, **ply, move=played).status_code == 409
    ended = {"photo_game": newest().pk, "ply": 13, "ended": "1"}
    assert published.post("carol", "scoresheets_ply", 1, 1, **ended).status_code == 302
    compute()
    assert len(newest().answer.data["plies"]) == 12


@pytest.mark.long
def test_a_child_that_is_killed_is_followed_by_another(
    published: World, record_property: Callable[[str, object], None]
) -> None:
    """In mid-sheet, as a machine without memory does it: the answer comes all the same, and once."""
    send(published, packed(sheet(published, 0, "simplified")))
    handler = slow_tasks.FollowPhotosHandler()
    work = handler.read({"photo_game": newest().pk})
    killed: list[int] = []

    def kill() -> None:
        nursery = children._process
        assert nursery is not None
        while not killed:
            for task in Path(f"/proc/{nursery.pid}/task/{nursery.pid}/children").read_text().split():
                if "onnxruntime" in Path(f"/proc/{task}/maps").read_text():
                    os.kill(int(task), signal.SIGKILL)
                    killed.append(int(task))
            time.sleep(0.05)

    thread = threading.Thread(target=kill)
    thread.start()
    answer = handler.compute(work.data).answer
    thread.join(60)
    assert len(killed) == 1
    assert [ply["move"] for ply in answer["plies"]] == list(games()[0].moves[:24])
    record_property("killed", len(killed))


def test_done_twice_it_is_written_once(published: World) -> None:
    """A worker that was killed after it had computed is followed by one that computes again."""
    send(published, packed(sheet(published, 0, "simplified", plies=6)))
    handler = slow_tasks.FollowPhotosHandler()
    payload = {"photo_game": newest().pk}
    job = Job.objects.get(kind=KIND)
    for _ in range(2):
        work = handler.read(payload)
        handler.write(job, work.data, handler.compute(work.data))
    assert PhotoGameAnswer.objects.count() == 1
    assert SheetCells.objects.count() == 1


@pytest.mark.long
def test_a_deleted_photo_takes_its_game_along(published: World) -> None:
    send(published, packed(sheet(published, 0, "simplified")))
    compute()
    SheetPhoto.objects.all().delete()
    assert not PhotoGame.objects.exists()
    assert not SheetCells.objects.exists()

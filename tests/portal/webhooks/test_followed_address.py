"""A worker of its own follows an address, is killed, and another one goes on: the game is whole."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.acts.relays import follow_relay
from games.models import LiveEvent, LiveGame, Relay
from portal.management.commands.run import worker as worker_command
from portal.ops.supervisor import die_with_parent
from tests.games.facts import championship_games, moves_of
from tests.portal.webhooks.page import WebPage, web_page
from tests.services import wait_until
from tests.world import World
from tournaments.models import Round

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
Worker = subprocess.Popen[bytes]


@pytest.fixture
def page(settings) -> Iterator[WebPage]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with web_page() as served:
        yield served


@pytest.fixture
def start_worker(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[[], Worker]]:
    """Starts real workers of the slow queue, which end with the test."""
    started: list[Worker] = []

    def start() -> Worker:
        with (tmp_path / f"worker-{len(started)}.log").open("wb") as log:
            worker = subprocess.Popen(
                worker_command("slow"),
                env=environment | {"WEBHOOK_NETWORKS": "127.0.0.0/8"},
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  it takes no lock
            )
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


def test_a_worker_follows_and_another_goes_on(
    drawn: World, page: WebPage, start_worker: Callable[[], Worker]
) -> None:
    drawn.published()
    lines = [[str(move) for move in moves_of(game["moves"])][:12] for game in championship_games()[:3]]

    def grown(plies: int) -> bytes:
        return b"".join(
            f'[Round "1.{table}"]\n[Result "*"]\n\n{" ".join(line[:plies])} *\n\n'.encode()
            for table, line in enumerate(lines, 1)
        )

    def stands(plies: int) -> bool:
        heads = list(LiveGame.objects.order_by("pairing__table").values_list("line", flat=True))
        return heads == [" ".join(line[:plies]) for line in lines]

    page.body = grown(1)
    round_ = Round.objects.select_related("section__event").get(section=drawn.section, number=1)
    follow_relay(round_=round_, url=page.url, every=2, by=drawn.users["alice"])
    worker = start_worker()
    for plies in (1, 2, 5):
        page.body = grown(plies)
        wait_until(lambda plies=plies: stands(plies), f"{plies} plies stand", 60)  # type: ignore[misc]
    worker.kill()
    worker.wait()
    page.body = grown(9)
    start_worker()
    wait_until(lambda: stands(9), "another worker goes on", 90)
    assert LiveEvent.objects.count() == 3 * 9, "nothing is doubled"
    assert Relay.objects.get().failures == 0

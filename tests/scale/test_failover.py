"""A replica that is promoted in the middle of a round. With synchronous commit no confirmed result is lost;
without it those are that it had not received. Two PostgreSQL of this proof's own; the first is killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import services
from tests.scale import servers
from tests.scale.servers import PREPARE, REPORT, Replica, Server
from tests.services import Missing, wait_until

pytestmark = pytest.mark.long
CONFIRMED_BEFORE = 15
"""Results that are confirmed before the first server dies."""


@pytest.fixture
def folders() -> Iterator[list[Path]]:
    with ExitStack() as stack:
        yield [stack.enter_context(services.folder_of_service()) for _ in range(2)]


class Pair:
    """A server with its replica, and the portal's processes that work with one of them."""

    def __init__(self, folders: list[Path], data: Path, *, synchronous: bool) -> None:
        self.data = data
        self.first = Server(folders[0], synchronous=synchronous)
        # Without a replica nothing could be confirmed.
        self.first.synchronous = False
        self.first.start()
        self.run(PREPARE, self.first)
        self.second = Replica(folders[1], self.first)
        self.second.start()
        self.first.stop()
        self.first.synchronous = synchronous
        self.first.start()
        wait_until(self.first.is_followed, "the replica follows")

    def run(self, code: str, server: Server) -> list[str]:
        return servers.run(code, servers.environment(server, self.data))

    def report_until_it_dies(self, *, behind_after: int | None = None) -> set[int]:
        """The tables whose results were confirmed; ``behind_after`` so many the replica hears no more."""

        def after(confirmed: int) -> None:
            if confirmed == behind_after:
                self.second.stop()
            if confirmed == CONFIRMED_BEFORE:
                self.first.die()

        return servers.report(servers.environment(self.first, self.data), after)

    def results(self) -> list[int]:
        return servers.results(self.second)

    def stop(self) -> None:
        self.first.stop()
        self.second.stop()


@pytest.fixture
def pair(folders: list[Path], tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pair]:
    try:
        pair = Pair(folders, tmp_path, synchronous=request.param)
    except Missing as missing:
        pytest.skip(str(missing))
    yield pair
    pair.stop()


@pytest.mark.parametrize("pair", [True], indirect=True)
def test_with_synchronous_commit_a_promoted_replica_has_every_confirmed_result(
    pair: Pair, record_property
) -> None:
    confirmed = pair.report_until_it_dies()
    pair.second.promote()
    assert len(confirmed) >= CONFIRMED_BEFORE
    assert confirmed <= set(pair.results())
    record_property("confirmed when the server died", len(confirmed))
    record_property("of them lost", len(confirmed - set(pair.results())))
    # Whoever heard nothing sends again; nothing is doubled.
    assert len(pair.run(REPORT, pair.second)) == 40
    assert pair.results() == list(range(1, 41))


@pytest.mark.parametrize("pair", [False], indirect=True)
def test_without_it_what_the_replica_had_not_received_is_lost_and_can_be_named(
    pair: Pair, record_property
) -> None:
    confirmed = pair.report_until_it_dies(behind_after=CONFIRMED_BEFORE - 5)
    pair.second.start()
    [[until]] = pair.second.ask("SELECT pg_last_xact_replay_timestamp()")
    pair.second.promote()
    lost = confirmed - set(pair.results())
    assert 0 < len(lost) <= len(confirmed) - (CONFIRMED_BEFORE - 5)
    assert until is not None, "everything since this moment is to be entered again"
    record_property("confirmed when the server died", len(confirmed))
    record_property("of them lost, the replica having stopped five before", len(lost))
    pair.run(REPORT, pair.second)
    assert pair.results() == list(range(1, 41))

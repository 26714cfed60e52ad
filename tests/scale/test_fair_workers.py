"""While an event with 2,000 players is closed and rendered, another's publication takes two seconds longer at
most than alone: the processes of `./go run`, SQLite."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.site import Site, running
from tests.services import free_port

pytestmark = pytest.mark.long
PLAYERS, SMALL = 2_000, 9
LONGER = 2.0
MAKE = f"""
from tests import factories, large
from tournaments.models import Section
factories.make_federations()
for number in range({SMALL}):
    section = factories.make_section(factories.make_event(f"small-{{number}}"), state="running")
    large.make_players(section, 54)
    factories.pair(section, 1)
    factories.announce(section)
big = factories.make_section(factories.make_event("big"), rounds=9)
large.make_players(big, {PLAYERS})
large.play(big, 7)
large.publish(big, 8, played=True)
factories.announce(big)
Section.objects.update(lots_drawn_at="2026-01-01T00:00Z")
answer = 1
"""
STAFF = """
from portal.accounts.models import User
from tournaments.models import Event, Membership, Role
user = User.objects.create(username="chief")
for event in Event.objects.all():
    for role in (Role.CHIEF_ORGANISER, Role.CHIEF_REFEREE):
        Membership.objects.create(event=event, user=user, role=role)
answer = 1
"""
CLOSE = """
from portal.accounts.models import User
from tournaments.acts.rounds import close_round
from tournaments.models import Round
round_ = Round.objects.select_related("section__event").get(section__event__slug="big", number=8)
answer = close_round(round_=round_, by=User.objects.get(username="chief"))["job"]
"""
PUBLISH = """
import time
from portal.accounts.models import User
from portal.outbox import Job
from tournaments.acts.rounds import publish_round
from tournaments.models import Round
by = User.objects.get(username="chief")
answer = []
for number in {numbers}:
    rounds = Round.objects.select_related("section__event")
    round_ = rounds.get(section__event__slug=f"small-{{number}}", number=1)
    begin = time.perf_counter()
    job = publish_round(round_=round_, by=by, seen=round_.draft_digest)["job"]
    while Job.objects.get(pk=job).is_pending:
        time.sleep(0.02)
    assert Job.objects.get(pk=job).state == "done"
    answer.append(time.perf_counter() - begin)
    time.sleep(0.7)
"""
STATE = """
from portal.outbox import Job
done = Job.objects.filter(key__startswith="close:round:").first()
left = Job.objects.filter(scope="e/big", state__in=("new", "running")).count()
answer = [done.state, (done.finished_at - done.created_at).total_seconds() if done.finished_at else 0, left]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(Path(tmp_path_factory.mktemp("fair")), free_port())
    site.install("ready")
    site.ask(MAKE, timeout=600)
    with running(site):
        yield site


def test_a_large_event_delays_anothers_publication_by_two_seconds_at_most(
    site: Site, record_property: Any
) -> None:
    site.ask(STAFF)
    alone = site.ask(PUBLISH.format(numbers=[0, 1, 2]), timeout=120)
    site.ask(CLOSE)
    beside = site.ask(PUBLISH.format(numbers=list(range(3, SMALL))), timeout=120)
    state, seconds, left = site.ask(STATE)
    record_property("alone", [round(item, 2) for item in alone])
    record_property("beside", [round(item, 2) for item in beside])
    record_property("closing of 2,000 players, done meanwhile", round(seconds, 1))
    record_property("jobs of the large event left then", left)
    assert state in {"running", "done"}
    assert max(beside) <= statistics.median(alone) + LONGER

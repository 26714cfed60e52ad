"""Alice organises, Bob is chief referee, Carol is at the desk, Dave is a referee, Charlie works elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import pytest

from portal import outbox
from portal.accounts.models import User
from tests.remembered import remembered
from tournaments.acts.drafts import confirm_players, pair_round
from tournaments.acts.entering import Person
from tournaments.acts.events import create_event
from tournaments.acts.people import grant_role
from tournaments.acts.players import enter_player
from tournaments.acts.results import report_result
from tournaments.acts.rounds import publish_round
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.models import Event, Federation, Role, Round, Section
from tournaments.queries.presence import unconfirmed

FEDERATIONS = ("CHN", "VIE", "GER", "HKG", "MAS", "SGP")


@dataclass
class Cast:
    """The people of one event, and the event."""

    admin: User
    alice: User
    bob: User
    carol: User
    dave: User
    frank: User
    charlie: User
    event: Event
    section: Section

    def round(self, number: int) -> Round:
        return Round.objects.select_related("section__event").get(section=self.section, number=number)


def all_here(round_: Round, by: User) -> None:
    """Whoever must be confirmed before ``round_`` is paired plays it."""
    unseen = [one.entry.number or 0 for one in unconfirmed(round_)]
    confirm_players(round_=round_, here=unseen, away=(), by=by)


@pytest.fixture
@remembered
def cast(db: None) -> Cast:
    admin = User.objects.create_superuser("admin", password="x")
    people = {
        name: User.objects.create_user(name) for name in ("alice", "bob", "carol", "dave", "frank", "charlie")
    }
    Federation.objects.bulk_create(Federation(code=code, name_en=code) for code in FEDERATIONS)
    dates = {"starts": date(2026, 11, 21), "ends": date(2026, 11, 29)}
    event = Event.objects.get(pk=create_event(slug="test", name="Test", by=admin, **dates)["event"])
    other = Event.objects.get(pk=create_event(slug="other", name="Other", by=admin, **dates)["event"])
    for user, role in (
        (people["alice"], Role.CHIEF_ORGANISER),
        (people["bob"], Role.CHIEF_REFEREE),
        (people["carol"], Role.DESK),
        (people["dave"], Role.REFEREE),
        (people["frank"], Role.ORGANISER),
    ):
        grant_role(event=event, user=user, role=role, by=admin)
    grant_role(event=other, user=people["charlie"], role=Role.CHIEF_REFEREE, by=admin)
    made = create_section(event=event, slug="men", name="Men", rounds=3, seed="lots", by=people["alice"])
    section = Section.objects.select_related("event").get(pk=made["section"])
    return Cast(admin=admin, event=event, section=section, **people)


@pytest.fixture
@remembered
def entered(cast: Cast) -> Cast:
    """Eight players who are all here, section open, lots drawn."""
    for n in range(8):
        person = Person(name=f"Player {n}", federation=FEDERATIONS[n % len(FEDERATIONS)], group=1 + n % 2)
        enter_player(section=cast.section, person=person, by=cast.alice)
    open_section(section=cast.section, by=cast.alice)
    draw_lots(section=cast.section, by=cast.bob)
    all_here(cast.round(1), by=cast.bob)
    cast.section.refresh_from_db()
    return cast


@pytest.fixture
@remembered
def drafted(entered: Cast) -> Cast:
    """Round 1 paired, a draft."""
    pair_round(round_=entered.round(1), by=entered.bob)
    outbox.drain()
    return entered


@pytest.fixture
@remembered
def published(drafted: Cast) -> Cast:
    """Round 1 public."""
    round_ = drafted.round(1)
    publish_round(round_=round_, seen=round_.draft_digest, by=drafted.bob)
    outbox.drain()
    return drafted


@pytest.fixture
def report_all() -> Callable[[Cast, int], None]:
    """Every table of a round that has no result yet: first wins on odd tables, a draw on even ones."""

    def report(cast: Cast, number: int) -> None:
        round_ = cast.round(number)
        for pairing in round_.pairings.filter(table__isnull=False, reports__isnull=True):
            value = "1-0" if pairing.table % 2 else "1/2"
            report_result(round_=round_, table=pairing.table, value=value, seen=None, by=cast.carol)

    return report

"""Players under age: who agrees for them, and that the register shows none of them by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.policy import Refusal
from tests.applying import confirmed, drafted, open_form
from tests.cast import Cast
from tournaments.acts.entering import Person
from tournaments.acts.players import enter_player
from tournaments.models import Event
from tournaments.models import Person as Registered
from tournaments.state.minors import is_minor

pytestmark = pytest.mark.django_db
ASKS = {"birth_year": "required", "guardian": "required"}
YEAR = timezone.now().year
CHILD, GROWN = {"birth_year": YEAR - 12}, {"birth_year": YEAR - 19}


def refused(act: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as found:
        act()
    return found.value.code, found.value.field


def registered(name: str) -> Registered:
    return Registered.objects.get(name=name)


@pytest.fixture
def this_year(cast: Cast) -> Cast:
    today = timezone.now().date()
    Event.objects.filter(pk=cast.event.pk).update(starts=today, ends=today)
    cast.section.event.refresh_from_db()
    return cast


def test_until_the_year_is_over_in_which_they_come_of_age() -> None:
    assert [is_minor(year, 2026) for year in (2026, 2009, 2008, 2007, None)] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_a_guardian_is_needed_of_who_is_under_age_alone(this_year: Cast) -> None:
    section = open_form(this_year, asks=ASKS)
    missing = refused(lambda: drafted(section, particulars=CHILD))
    assert missing == ("application-incomplete", "guardian")
    assert refused(lambda: drafted(section, particulars=CHILD, guardian="G" * 81))[0] == "name-too-long"
    found = drafted(section, particulars=CHILD, guardian=" Ada  Comer ")
    assert found.guardian == "Ada Comer"
    assert drafted(section, "Grown", particulars=GROWN).guardian == ""


def test_without_the_year_of_birth_nobody_can_be_asked(this_year: Cast) -> None:
    asks = {"birth_year": "asked", "guardian": "asked"}
    code = refused(lambda: open_form(this_year, asks=asks))
    assert code == ("guardian-needs-birth-year", "ask_guardian")


def test_the_register_shows_a_minor_when_somebody_has_agreed(this_year: Cast) -> None:
    section = open_form(this_year, asks={"birth_year": "required", "guardian": "asked"})
    confirmed(section, "Agreed Child", particulars=CHILD, guardian="Ada")
    confirmed(section, "Other Child", particulars=CHILD)
    confirmed(section, "Grown Up", particulars=GROWN)
    child = Person(name="Child at the Desk", federation="GER", **CHILD)
    enter_player(section=this_year.section, person=child, by=this_year.alice)
    names = ("Agreed Child", "Other Child", "Grown Up", "Child at the Desk")
    assert [registered(name).listed for name in names] == [True, False, True, False]
    assert Client().get(f"/en/person/{registered('Other Child').uid}/").status_code == 404


def test_who_is_known_stays_as_the_register_says(this_year: Cast) -> None:
    section = open_form(this_year, asks={"birth_year": "required", "guardian": "asked"})
    confirmed(section, "Known Child", particulars=CHILD)
    Registered.objects.filter(name="Known Child").update(listed=False)
    application = section.applications.get(name="Known Child")
    assert application.entry is not None
    application.entry.delete()
    application.delete()
    confirmed(section, "Known Child", particulars=CHILD, guardian="Ada")
    assert [one.listed for one in Registered.objects.filter(name="Known Child")] == [False]

"""Players under age: who agrees for them, and that the register shows none of them by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.policy import Refusal
from tests.applying import confirmed, drafted, open_form
from tests.cast import Cast
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.forms.entering.applying import ApplyForm
from tournaments.models import Event
from tournaments.models import Person as Registered
from tournaments.state.minors import AGREE_ALONE, agrees_from, is_minor
from tournaments.wording.places import zone_country, zones_of

pytestmark = pytest.mark.django_db
ASKS = {"birth_year": "required", "guardian": "required"}
YEAR = timezone.now().year
CHILD, GROWN = {"birth_year": YEAR - 12}, {"birth_year": YEAR - 19}


def refused(act: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        act()
    return refusal.value.code, refusal.value.field


def registered(name: str) -> Registered:
    return Registered.objects.get(name=name)


@pytest.fixture
def this_year(cast: Cast) -> Cast:
    today = timezone.now().date()
    Event.objects.filter(pk=cast.event.pk).update(starts=today, ends=today)
    cast.section.event.refresh_from_db()
    return cast


@pytest.mark.parametrize(
    ("country", "age"),
    [("", 18), ("MY", 18), ("HK", 18), ("SE", 13), ("CN", 14), ("FR", 15), ("DE", 16), ("VN", 16)],
)
def test_until_the_year_is_over_in_which_they_can_agree_alone(country: str, age: int) -> None:
    years = (2026, 2026 - age + 1, 2026 - age, 2026 - age - 1, None)
    assert [is_minor(year, 2026, country) for year in years] == [True, True, True, False, False]


def test_every_country_of_the_table_is_one_and_every_age_may_be() -> None:
    assert {code for code in AGREE_ALONE if not zones_of(code)} == set()
    assert {age for code, age in AGREE_ALONE.items() if code not in ("CN", "VN")} == {13, 14, 15, 16}


@pytest.mark.parametrize(
    ("zone", "born", "arguments"),
    [
        ("Asia/Shanghai", 14, True),
        ("Asia/Shanghai", 15, False),
        ("Asia/Ho_Chi_Minh", 16, True),
        ("Europe/Paris", 16, False),
        ("Asia/Kuala_Lumpur", 18, True),
        ("UTC", 18, True),
    ],
)
def test_the_age_is_that_of_where_the_event_is_played(
    this_year: Cast, zone: str, born: int, arguments: bool
) -> None:
    """The form asks for the guardian of the same players whom the register does not show."""
    Event.objects.filter(pk=this_year.event.pk).update(time_zone=zone)
    this_year.section.event.refresh_from_db()
    section = open_form(this_year, asks=ASKS)
    typed = {"particulars": {"birth_year": YEAR - born}}
    if arguments:
        assert refused(lambda: drafted(section, **typed)) == ("application-incomplete", "guardian")
    else:
        assert drafted(section, **typed).guardian == ""
    person = PersonInput(name="At the Desk", federation="GER", birth_year=YEAR - born)
    enter_player(section=section, person=person, by=this_year.alice)
    assert registered("At the Desk").listed is not arguments
    age = agrees_from(zone_country(zone))
    form = ApplyForm(form=section.entry_form)
    assert f"under {age}:" in str(form.fields["guardian"].help_text)


def test_a_guardian_is_needed_of_who_is_under_age_alone(this_year: Cast) -> None:
    section = open_form(this_year, asks=ASKS)
    missing = refused(lambda: drafted(section, particulars=CHILD))
    assert missing == ("application-incomplete", "guardian")
    assert refused(lambda: drafted(section, particulars=CHILD, guardian="G" * 81))[0] == "name-too-long"
    result = drafted(section, particulars=CHILD, guardian=" Ada  Comer ")
    assert result.guardian == "Ada Comer"
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
    child = PersonInput(name="Child at the Desk", federation="GER", **CHILD)
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
    assert [item.listed for item in Registered.objects.filter(name="Known Child")] == [False]

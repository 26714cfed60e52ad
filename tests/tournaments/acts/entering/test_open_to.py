"""A section that is open to some only: asked when somebody enters, a mark on whoever does not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from portal.policy import Refusal
from tests.applying import confirmed, open_form
from tests.cast import Cast, last
from tests.factories import make_known
from tournaments.acts.entering.open_to import set_open_to
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Entry, Player
from tournaments.queries.categories import verdicts_of
from tournaments.state.conditions import Condition, Outcome
from tournaments.wording.refusals import refusal_sentence

YOUTH = Condition(born_from=2008)
NEW = PersonInput(name="New Player", federation="GER")


def enter(cast: Cast, person: PersonInput, **more: Any) -> Entry:
    return Entry.objects.get(
        pk=enter_player(section=cast.section, person=person, by=cast.alice, **more)["entry"]
    )


@pytest.fixture
def youth(cast: Cast) -> Cast:
    set_open_to(section=cast.section, condition=YOUTH, by=cast.alice)
    cast.section.refresh_from_db()
    return cast


def test_who_does_not_fit_is_refused_with_both_sides(youth: Cast) -> None:
    with pytest.raises(Refusal) as refused:
        enter(youth, replace(NEW, birth_year=1990))
    assert refusal_sentence(refused.value.code, refused.value.params) == (
        "This section is open to: born 2008 or later. New Player does not fit: born 1990."
    )


def test_an_organiser_enters_all_the_same_with_a_reason_and_the_entry_is_marked(youth: Cast) -> None:
    entry = enter(youth, replace(NEW, birth_year=1990), reason="The trainer plays to make an even number.")
    assert last("enter_player").reason == "The trainer plays to make an even number."
    assert verdicts_of(youth.section)[entry.pk].outcome is Outcome.NOT_MET


def test_who_fits_has_no_mark_and_who_is_not_known_one_of_its_own(youth: Cast) -> None:
    fitting, unknown = enter(youth, replace(NEW, birth_year=2008)), enter(youth, replace(NEW, name="Other"))
    verdicts = verdicts_of(youth.section)
    assert fitting.pk not in verdicts
    assert verdicts[unknown.pk].outcome is Outcome.NOT_KNOWN


def test_what_stands_with_a_known_player_counts(youth: Cast) -> None:
    make_known(youth.event, name="New Player", federation_id="GER", birth_year=1990)
    with pytest.raises(Refusal, match="not-open-to"):
        enter(youth, NEW)


def test_who_applies_online_is_told(cast: Cast) -> None:
    section = open_form(cast)
    set_open_to(section=section, condition=Condition(federations=("CHN",)), by=cast.alice)
    section.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        confirmed(section)
    assert refused.value.code == "not-open-to"


def test_open_to_everybody_again(youth: Cast) -> None:
    set_open_to(section=youth.section, condition=Condition(), by=youth.alice)
    youth.section.refresh_from_db()
    assert youth.section.open_to == {}
    enter(youth, replace(NEW, birth_year=1990))
    Player.objects.update(birth_year=1950)
    assert not verdicts_of(youth.section)

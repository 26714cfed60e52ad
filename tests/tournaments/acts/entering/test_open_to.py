"""A section that is open to some only: asked when somebody enters, a mark on whoever does not fit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from portal.policy import Refusal
from tests.applying import confirmed, open_form
from tests.cast import Cast, last
from tests.factories import make_known
from tests.tournaments.rated_world import FEBRUARY, JANUARY, correct, make_ratings
from tournaments.acts.entering.open_to import set_open_to
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.models import Entry, PersonRating, Player
from tournaments.queries.categories import verdicts_of
from tournaments.state.conditions import Condition, Outcome
from tournaments.wording.conditions import verdict_text
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


def by_list(cast: Cast, **limits: Any) -> Condition:
    """Ann has won her game of January and Bo has lost it: 1510 and 1490 on the list of 1 February."""
    condition = Condition(rating_list="xia", rating_on="2026-02-01", **limits)
    set_open_to(section=cast.section, condition=condition, by=cast.alice)
    cast.section.refresh_from_db()
    return condition


@pytest.mark.slow
def test_a_list_on_a_day_decides_and_a_correction_after_the_entry_expels_nobody(cast: Cast) -> None:
    ratings = make_ratings(cast.frank)
    section = ratings.section("spring", date(2026, 1, 10), [[("Ann", "Bo", "1-0")]])
    ratings.made()
    ratings.rules()
    ratings.published(ratings.period(JANUARY, FEBRUARY, section))
    players = {
        name: Player.objects.create(
            event=cast.event, person=ratings.persons[name], name=name, federation_id="CHN", rating=9
        )
        for name in ("Ann", "Bo")
    }
    by_list(cast, rating_to=1499)
    with pytest.raises(Refusal, match="not-open-to"):
        enter(cast, PersonInput(name="Ann", federation="CHN"))
    entry = enter(cast, PersonInput(name="Bo", federation="CHN"))
    assert entry.player == players["Bo"]
    assert entry.pk not in verdicts_of(cast.section)

    correct(section, 1, 1, "0-1")
    ratings.corrected()
    assert entry.pk not in verdicts_of(cast.section)
    # Who enters now is judged by the list as it is now.
    assert enter(cast, PersonInput(name="Ann", federation="CHN")).pk not in verdicts_of(cast.section)


def test_without_a_list_by_that_day_nobody_is_refused_and_the_entry_is_marked(cast: Cast) -> None:
    make_known(cast.event, name="New Player", federation_id="GER", rating=1500)
    by_list(cast, rating_to=1499)
    entry = enter(cast, NEW)
    verdict = verdicts_of(cast.section)[entry.pk]
    assert verdict_text(verdict) == "no list xia yet"


def test_ratings_of_others_count_as_the_register_holds_them(cast: Cast) -> None:
    player = make_known(cast.event, name="New Player", federation_id="GER")
    for on, value in ((date(2026, 1, 1), 1480), (date(2026, 2, 1), 1500), (date(2026, 3, 1), 1490)):
        PersonRating.objects.create(person=player.person, issuer="xia", on=on, value=value)
    by_list(cast, rating_to=1499)
    with pytest.raises(Refusal, match="not-open-to") as refused:
        enter(cast, NEW)
    assert refusal_sentence(refused.value.code, refused.value.params) == (
        "This section is open to: rating 1499 or less on the list xia of 2026-02-01. "
        "New Player does not fit: rating 1500."
    )


def test_a_minor_plays_with_the_consent_that_the_form_has_and_else_is_not_checked_in(cast: Cast) -> None:
    section = open_form(cast, asks={"birth_year": "required", "guardian": "asked"})
    set_open_to(section=section, condition=Condition(consent=True), by=cast.alice)
    section.refresh_from_db()
    born = section.event.starts.year - 10
    with pytest.raises(Refusal, match="not-open-to") as refused:
        confirmed(section, particulars={"birth_year": born})
    assert "no consent of a parent or guardian" in refusal_sentence(refused.value.code, refused.value.params)
    confirmed(section, particulars={"birth_year": born}, guardian="Mum")

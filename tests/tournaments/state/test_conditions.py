"""Conditions on people: who meets them, who does not, of whom it is not known."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tournaments.state.conditions import Condition, Ground, HeldLicence, Outcome, Part, PersonFacts, Verdict

ANNA = PersonFacts(
    gender="f",
    birth_year=2008,
    rating=1999,
    grade="3k",
    federation="NED",
    clubs=("Leiden", "莱顿"),
    title="IM",
    numbers=("fide", "national"),
)
NOBODY = PersonFacts()
PAPER = HeldLicence("chn-player", date(2026, 1, 1), date(2026, 8, 31), guardian=True)


@pytest.mark.parametrize(
    "condition",
    [
        Condition(),
        Condition(gender="f"),
        Condition(born_from=2008),
        Condition(born_to=2008),
        Condition(rating_to=1999),
        Condition(rating_from=1999),
        Condition(grade_from="10k", grade_to="3k"),
        Condition(grade_from="3k"),
        Condition(grade_to="1d"),
        Condition(federations=("GER", "NED")),
        Condition(clubs=("leiden ",)),
        Condition(clubs=("莱顿",)),
        Condition(titles=("GM", "IM")),
        Condition(numbers=("wxf", "fide")),
        Condition(title_from="IM"),
        Condition(title_to="IM"),
        Condition(title_from="FM", title_to="GM"),
        Condition(any_of=(Condition(gender="m"), Condition(born_from=2000))),
    ],
)
def test_met(condition: Condition) -> None:
    assert condition.judge(ANNA) == Verdict(Outcome.MET)


@pytest.mark.parametrize(
    ("condition", "part", "value"),
    [
        (Condition(gender="m"), Part.GENDER, "f"),
        (Condition(born_from=2009), Part.BORN, 2008),
        (Condition(born_to=2007), Part.BORN, 2008),
        (Condition(rating_to=1998), Part.RATING, 1999),
        (Condition(rating_from=2000), Part.RATING, 1999),
        (Condition(grade_from="2k"), Part.GRADE, "3k"),
        (Condition(grade_to="4k"), Part.GRADE, "3k"),
        (Condition(federations=("GER",)), Part.FEDERATION, "NED"),
        (Condition(clubs=("Delft",)), Part.CLUB, "Leiden"),
        (Condition(titles=("GM",)), Part.TITLE, "IM"),
        (Condition(title_from="GM"), Part.TITLE, "IM"),
        (Condition(title_to="FM"), Part.TITLE, "IM"),
        (Condition(any_of=(Condition(gender="m"), Condition(born_to=2000))), Part.ANY_OF, None),
    ],
)
def test_not_met(condition: Condition, part: Part, value: int | str | None) -> None:
    assert condition.judge(ANNA) == Verdict(Outcome.NOT_MET, (Ground(part, Outcome.NOT_MET, value),))


@pytest.mark.parametrize(
    "condition",
    [
        Condition(gender="f"),
        Condition(born_from=2008),
        Condition(grade_to="1d"),
        Condition(federations=("NED",)),
        Condition(clubs=("Leiden",)),
        Condition(any_of=(Condition(titles=("GM",)), Condition(born_from=2008))),
    ],
)
def test_what_was_never_filled_in_is_not_known(condition: Condition) -> None:
    assert condition.judge(NOBODY).outcome is Outcome.NOT_KNOWN


def test_who_has_no_title_has_none() -> None:
    assert Condition(titles=("GM",)).judge(NOBODY).outcome is Outcome.NOT_MET


def test_who_has_no_title_is_below_every_title() -> None:
    assert Condition(title_from="C16").judge(NOBODY).outcome is Outcome.NOT_MET
    assert Condition(title_to="C16").judge(NOBODY).outcome is Outcome.MET


def test_titles_of_two_scales_are_neither_higher_nor_lower() -> None:
    assert Condition(title_from="CAM").judge(ANNA).outcome is Outcome.NOT_KNOWN
    assert Condition(title_from="CAM").judge(PersonFacts(title="GM")).outcome is Outcome.MET
    assert Condition(title_to="C3").judge(PersonFacts(title="C2")).outcome is Outcome.NOT_MET


BELOW_2000 = Condition(rating_to=1999, rating_list="xia", rating_on="2026-10-01")


@pytest.mark.parametrize(
    ("on_list", "outcome"),
    [
        ((1999,), Outcome.MET),
        ((2000,), Outcome.NOT_MET),
        # Corrected since the entry: it expels nobody.
        ((2004, 1999), Outcome.MET),
        ((), Outcome.NOT_MET),
        (None, Outcome.NOT_KNOWN),
    ],
)
def test_a_list_on_a_day_decides_and_not_the_rating_of_the_entry(
    on_list: tuple[int, ...] | None, outcome: Outcome
) -> None:
    listed = {} if on_list is None else {("xia", "2026-10-01"): on_list}
    assert BELOW_2000.judge(PersonFacts(rating=1500, listed=listed)).outcome is outcome


def test_who_is_not_on_the_list_meets_it_where_the_unrated_do() -> None:
    facts = PersonFacts(rating=2300, listed={("xia", "2026-10-01"): ()})
    assert replace(BELOW_2000, unrated=True).judge(facts).outcome is Outcome.MET


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        (PersonFacts(is_minor=False), Outcome.MET),
        (PersonFacts(is_minor=True), Outcome.NOT_MET),
        (PersonFacts(is_minor=True, guardian=True), Outcome.MET),
        (PersonFacts(), Outcome.NOT_KNOWN),
        (PersonFacts(is_minor=True, licences=(PAPER,), days=(PAPER.last, PAPER.last)), Outcome.MET),
        (
            PersonFacts(is_minor=True, licences=(PAPER,), days=(PAPER.last + timedelta(1),) * 2),
            Outcome.NOT_MET,
        ),
    ],
)
def test_consent_is_asked_of_minors_and_a_valid_licence_may_bring_it(
    facts: PersonFacts, outcome: Outcome
) -> None:
    assert Condition(consent=True).judge(facts).outcome is outcome


def test_the_condition_says_what_becomes_of_the_unrated() -> None:
    assert Condition(rating_to=1999).judge(NOBODY).outcome is Outcome.NOT_MET
    assert Condition(rating_to=1999, unrated=True).judge(NOBODY).outcome is Outcome.MET


def test_what_fails_decides_whatever_is_not_known_beside_it() -> None:
    condition = Condition(gender="m", born_from=2000)
    assert condition.judge(PersonFacts(gender="f")).outcome is Outcome.NOT_MET
    assert condition.judge(PersonFacts(gender="m")).outcome is Outcome.NOT_KNOWN


def test_a_grade_that_is_none_is_not_known() -> None:
    assert Condition(grade_from="5k").judge(PersonFacts(grade="strong")).outcome is Outcome.NOT_KNOWN


def test_reads_back_what_it_writes() -> None:
    condition = Condition(
        gender="f",
        born_from=2008,
        rating_to=1999,
        unrated=True,
        rating_list="xia",
        rating_on="2026-10-01",
        title_to="IM",
        consent=True,
        grade_from="10k",
        federations=("NED",),
        any_of=(Condition(clubs=("Leiden",)), Condition(titles=("GM",))),
    )
    assert Condition.from_json(condition.as_json()) == condition
    assert Condition().as_json() == {}
    assert Condition().is_empty
    assert not condition.is_empty


@pytest.mark.parametrize(
    "data",
    [
        {"gender": "x"},
        {"born_from": "2008"},
        {"born_from": True},
        {"grade_to": "10d"},
        {"federations": "NED"},
        {"any_of": [{"any_of": []}]},
        {"rating_on": "1 October"},
        {"title_from": "boss"},
        {"shoe_size": 43},
    ],
)
def test_what_it_cannot_read_it_names(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(data))):
        Condition.from_json(data)


def test_a_number_that_was_not_given_is_none() -> None:
    wanted = Condition(numbers=("wxf", "axf"))
    assert wanted.judge(ANNA) == Verdict(Outcome.NOT_MET, (Ground(Part.NUMBER, Outcome.NOT_MET),))
    assert Condition.from_json(wanted.as_json()) == wanted

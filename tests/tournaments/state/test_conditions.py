"""Conditions on people: who meets them, who does not, of whom it is not known."""

from __future__ import annotations

import pytest

from tournaments.state.conditions import Condition, Ground, Outcome, Part, PersonFacts, Verdict

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

"""Check what is typed about a person who is entered; entering, teams and the register share it."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.common import check_name
from tournaments.exchange.cells import LATEST_BIRTH_YEAR, LEAST_BIRTH_YEAR
from tournaments.models import Gender, Section
from tournaments.state.gotha.ranks import LEAST_RATING
from tournaments.text.titles import GRADES, LONGEST, grade_of, title_of

NAME_LENGTH, NATIVE_LENGTH, NUMBER_LENGTH, NATIONAL_LENGTH = 80, 40, 12, 20


OF_GO = ("egf_pin", "ffg_licence", "aga_id")


# Numbers by which federations and associations know a player.
NUMBERS = (*OF_GO, "wxf_id", "axf_id", "fide_id", "national_id")


TEXTS = (
    *("given_name", "native_name", "title", "grade", "declared_grade"),
    *("club", "native_club", "province", "native_province"),
    *NUMBERS,
)


# What is typed about a player besides name and federation.
FILLED = (*TEXTS, "birth_year", "gender", "rating")


_LONGEST = {
    **dict.fromkeys(NUMBERS, NUMBER_LENGTH),
    "national_id": NATIONAL_LENGTH,
    "native_name": NATIVE_LENGTH,
    "title": LONGEST,
    "grade": LONGEST,
    "declared_grade": LONGEST,
}


OF_GRADE = ("grade", "declared_grade")


@dataclass(frozen=True, slots=True)
class PersonInput:
    """Who is entered. ``name`` in Latin letters; categories by key; ``team`` by name, empty for none."""

    name: Annotated[str, Field(longest=NAME_LENGTH, label=_("Name"), help=_("In Latin letters."))]
    federation: Annotated[str, Field(longest=3, help=_("Three-letter code, or empty for none."))]
    native_name: Annotated[str, Field(longest=NATIVE_LENGTH, label=_("Native name"))] = ""
    title: Annotated[str, Field(longest=LONGEST, label=_("Title"), help=_("Such as GM, IM or 大师."))] = ""
    grade: Annotated[
        str, Field(longest=LONGEST, label=_("Grade"), help=_("Dan or kyu, such as 5d, 3k or 九段."))
    ] = ""
    declared_grade: Annotated[
        str,
        Field(
            longest=LONGEST,
            label=_("Declared grade"),
            help=_("What the player claims, where it is not the grade above."),
        ),
    ] = ""
    club: Annotated[str, Field(longest=NAME_LENGTH, label=_("Club"))] = ""
    native_club: Annotated[str, Field(longest=NAME_LENGTH, label=_("Native name of the club"))] = ""
    province: Annotated[str, Field(longest=NAME_LENGTH, label=_("Province or region"))] = ""
    native_province: Annotated[str, Field(longest=NAME_LENGTH, label=_("Native name of the province"))] = ""
    given_name: Annotated[
        str,
        Field(
            longest=NAME_LENGTH, label=_("Given name"), help=_("The end of the name, as federations list it.")
        ),
    ] = ""
    egf_pin: Annotated[str, Field(longest=NUMBER_LENGTH, label=_("EGF number (PIN)"))] = ""
    ffg_licence: Annotated[str, Field(longest=NUMBER_LENGTH, label=_("FFG licence"))] = ""
    aga_id: Annotated[str, Field(longest=NUMBER_LENGTH, label=_("AGA number"))] = ""
    wxf_id: Annotated[str, Field(longest=NUMBER_LENGTH, label=_("WXF number"))] = ""
    axf_id: Annotated[str, Field(longest=NUMBER_LENGTH, label=_("AXF number"))] = ""
    fide_id: Annotated[str, Field(longest=NUMBER_LENGTH, label=_("FIDE number (ID)"))] = ""
    national_id: Annotated[str, Field(longest=NATIONAL_LENGTH, label=_("National number"))] = ""
    birth_year: Annotated[
        int | None, Field(least=LEAST_BIRTH_YEAR, most=LATEST_BIRTH_YEAR, label=_("Year of birth"))
    ] = None
    gender: Annotated[str, Field(choices=Gender.values)] = ""
    rating: Annotated[int | None, Field(least=LEAST_RATING, most=100_000)] = None
    group: Annotated[int, Field(least=1, most=2, help=_("Draw group (WXC 2.1)."))] = 1
    team: Annotated[str, Field(longest=80)] = ""
    categories: Annotated[tuple[str, ...], Field(longest=20, item=Field(longest=20))] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "categories", tuple(self.categories))


def particulars(person: PersonInput) -> dict[str, Any]:
    """What was typed, as it is kept."""
    values = {field: getattr(person, field) for field in FILLED}
    values |= {field: tidy(values[field]) for field in TEXTS}
    grades = {field: grade_of(values[field]) for field in OF_GRADE}
    return values | {"title": title_of(values["title"]), **grades}


def tidy(name: str) -> str:
    """A name as it is kept: composed characters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def check_person(person: PersonInput, federations: Collection[str]) -> None:
    """Whether the values can be entered at all. Raises the `Refusal` that names the field."""
    if not person.name.strip():
        raise Refusal("name-needed", field="name")
    for field in ("name", *TEXTS):
        check_name(field, getattr(person, field), most=_LONGEST.get(field, NAME_LENGTH))
    check_name("team", person.team)
    if person.group not in (1, 2):
        raise Refusal("bad-group", field="group", group=person.group)
    if person.federation and person.federation not in federations:
        raise Refusal("unknown-federation", field="federation", federation=person.federation)


def check_typed(person: PersonInput) -> None:
    """Check what is typed more strictly than what a file says, which is taken as it stands."""
    for field in ("name", "given_name", "native_name"):
        _check_brackets(field, getattr(person, field))
    check_birth_year(person.birth_year)


def check_person_name(field: str, text: str) -> None:
    """Check the name of a person as it is typed by itself; raises the `Refusal` for `field`."""
    check_name(field, text, most=_LONGEST.get(field, NAME_LENGTH))
    _check_brackets(field, text)


def _check_brackets(field: str, text: str) -> None:
    if "<" in text or ">" in text:
        raise Refusal("name-with-brackets", field=field)


def check_birth_year(year: int | None) -> None:
    """Check that a year of birth has begun."""
    if year is not None and year > timezone.localdate().year:
        raise Refusal("birth-year-ahead", field="birth_year", year=year)


def check_grades(section: Section, person: PersonInput, fields: Collection[str] = OF_GRADE) -> None:
    """Check that what pairs players of go is a grade."""
    if section.game != Section.Game.WEIQI:
        return
    for field in OF_GRADE:
        text = getattr(person, field).strip()
        if field in fields and text and grade_of(text) not in GRADES:
            raise Refusal("no-such-grade", field=field, grade=text)


def check_categories(person: PersonInput, categories: Collection[str]) -> None:
    """Categories are set up first: a slip of the pen makes none. Raises ``unknown-category``."""
    for key in person.categories:
        if key not in categories:
            raise Refusal("unknown-category", field="categories", category=key)

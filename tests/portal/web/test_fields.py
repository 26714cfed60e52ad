"""What an act's signature says of its arguments is what bodies and forms have (`portal.web.fields`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Annotated, Any

import pytest
from django import forms
from rest_framework import serializers

from portal.api.bodies import body_of
from portal.web.fields import Field, arguments_of, gather_arguments
from tests.framed import acts_of
from tournaments.acts.frame import ACTS
from tournaments.forms.base import ActForm, form_of


@dataclass(frozen=True)
class Person:
    name: Annotated[str, Field(longest=5)]
    born: Annotated[int | None, Field(least=1900)] = None


def enter(
    *,
    person: Person,
    number: Annotated[int, Field(least=1, called="round")],
    seats: Annotated[list[int] | None, Field(shortest=2, longest=2, item=Field(least=1))],
    reason: Annotated[str, Field(longest=10, label="Reason")] = "",
    sure: Annotated[bool, Field()] = False,
    game: int = 1,
    once: str = "",
) -> None: ...


def body(sent: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    form = body_of("EnterBody", enter)(data=sent)
    return (form.arguments(), {}) if form.is_valid() else ({}, dict(form.errors))


def test_what_is_not_declared_is_filled_in_by_nobody() -> None:
    assert [item.name for item in arguments_of(enter)] == ["name", "born", "round", "seats", "reason", "sure"]
    assert body({"name": "Wu", "round": 1, "game": 2})[1].keys() == {"game"}


def test_a_body_gives_the_act_its_arguments() -> None:
    values, errors = body({"name": "Wu", "round": 3, "seats": [4, 5]})
    assert not errors
    data = {"person": Person("Wu"), "number": 3, "seats": [4, 5], "reason": "", "sure": False}
    assert values == data
    # What may be None may be left out.
    assert body({"name": "Wu", "round": 3})[0]["seats"] is None


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"round": 3}, "name"),
        ({"name": "Wu Lan", "round": 3}, "name"),
        ({"name": "", "round": 3}, "name"),
        ({"name": "Wu", "round": 0}, "round"),
        ({"name": "Wu", "round": "3"}, "round"),
        ({"name": "Wu", "round": 3, "born": 1899}, "born"),
        ({"name": "Wu", "round": 3, "seats": [4]}, "seats"),
        ({"name": "Wu", "round": 3, "seats": [4, 0]}, "seats"),
        ({"name": "Wu", "round": 3, "reason": "of more than ten"}, "reason"),
        ({"name": "Wu", "round": 3, "sure": "yes"}, "sure"),
    ],
)
def test_a_body_has_the_limits_of_the_signature(sent: dict[str, Any], field: str) -> None:
    assert body(sent)[1].keys() == {field}


def test_what_belongs_to_a_dataclass_becomes_one() -> None:
    assert gather_arguments(enter, {"name": "Wu", "round": 2}) == {"person": Person("Wu"), "number": 2}


def act_forms(kind: type[ActForm] = ActForm) -> Iterator[type[ActForm]]:
    for package in ("tournaments.forms", "games.forms"):
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    for subclass in kind.__subclasses__():
        yield subclass
        yield from act_forms(subclass)


@pytest.mark.parametrize(
    "kind", [kind for kind in act_forms() if kind.act is not None], ids=lambda k: k.__name__
)
def test_a_form_has_the_limits_of_its_act(kind: type[ActForm]) -> None:
    """Those that it does not declare itself, by its own source."""
    assert kind.act is not None
    arguments = {item.name: item for item in arguments_of(kind.act)}
    for name, field in kind.declared_fields.items():
        response = arguments.get(name)
        # Money is typed as people write it.
        typed_as_text = type(field) is forms.CharField and response is not None and response.kind is int
        if response is None or typed_as_text or type(field) not in (forms.CharField, forms.IntegerField):
            continue
        if isinstance(field, forms.CharField):
            assert field.max_length == response.field.longest, name
        elif name != "rating":
            # The form keeps out a rating that no list has.
            assert (field.min_value, field.max_value) == (response.field.least, response.field.most), name


@pytest.mark.parametrize("name", [*acts_of("tournaments.acts"), *acts_of("games.acts")])
def test_every_signature_can_be_read(name: str) -> None:
    """Also where nothing is made of it yet."""
    made = body_of("AnyBody", ACTS[name])().fields
    assert made.keys() == {item.name for item in arguments_of(ACTS[name])}
    assert all(isinstance(field, serializers.Field) for field in made.values())


def test_a_form_without_a_class_of_its_own() -> None:
    made = form_of(ACTS["remove_team"])({"team": "4"})
    assert made.is_valid()
    assert made.arguments() == {"team": 4}
    assert not form_of(ACTS["remove_team"])({"team": "x"}).is_valid()

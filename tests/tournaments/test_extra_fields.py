"""What nobody asked for in a form or a body: programs are told, forms pass it over. Who acts and on what come
from the session or the token and from the address alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from portal.api.bodies import Body
from tournaments.acts.frame import FramedAct
from tournaments.forms.base import ActForm

T = TypeVar("T")
EXTRA = {
    "by": 1,
    "user": 1,
    "is_superuser": True,
    "role": "chief_organiser",
    "pk": 1,
    "journal": [],
    "__class__": "x",
    "event_id": 1,
}


def below(kind: type[T]) -> Iterator[type[T]]:
    """Every class that is made of ``kind``, in the whole site."""
    get_resolver().url_patterns  # noqa: B018 - all views are imported
    for made in kind.__subclasses__():
        yield made
        yield from below(made)


def bodies_in(field: Any) -> Iterator[serializers.Serializer[Any]]:
    """The serializers that stand in a field, at whatever depth."""
    child = getattr(field, "child", None)
    if child is not None:
        yield from bodies_in(child)
    if isinstance(field, serializers.Serializer):
        yield field
        for inner in field.fields.values():
            yield from bodies_in(inner)


@pytest.mark.slow
@pytest.mark.anywhere
def test_every_body_of_a_program_names_what_it_does_not_know() -> None:
    kinds = list(below(Body))
    assert len(kinds) > 50
    for kind in kinds:
        extra = {name: value for name, value in EXTRA.items() if name not in kind().fields}
        assert {"by", "is_superuser", "pk"} <= extra.keys(), kind
        sent = kind(data=extra)
        assert not sent.is_valid(), kind
        assert {name: [error.code for error in errors] for name, errors in sent.errors.items()} == {
            key: ["unknown-field"] for key in extra
        }
        for inner in bodies_in(kind()):
            assert isinstance(inner, Body), (kind, inner)


@pytest.mark.anywhere
def test_no_form_asks_who_acts_or_on_what() -> None:
    kinds = [kind for kind in below(ActForm) if isinstance(kind.act, FramedAct)]
    assert len(kinds) > 100
    for kind in kinds:
        act = kind.act
        assert isinstance(act, FramedAct)
        # Those are chosen on a page, and looked for among what belongs to its section or organisation.
        target = {act.on.argument} - {"appeal", "entries", "handover"}
        assert not kind.base_fields.keys() & {"by", *target}, kind


@pytest.mark.django_db
@pytest.mark.anywhere
def test_a_form_gives_its_act_its_own_fields_and_nothing_else() -> None:
    for kind in below(ActForm):
        if kind.made_of or kind.__init__ is not ActForm.__init__:
            continue
        form = kind({name: str(value) for name, value in EXTRA.items()})
        form.is_valid()
        assert form.cleaned_data.keys() <= kind.base_fields.keys(), kind
        assert not {"is_superuser", "__class__", "by"} & form.cleaned_data.keys(), kind

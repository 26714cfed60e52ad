"""The shape of an answer, for the description, from the dataclass or `TypedDict` that is answered with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

from rest_framework import serializers

from portal.published.documents import COMPONENTS, DAY, TIME, shown_fields

Shape = serializers.Serializer[Any]
SIMPLE: Mapping[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    date: serializers.DateField,
    datetime: serializers.DateTimeField,
    DAY: serializers.DateField,
    TIME: serializers.DateTimeField,
}
Field = serializers.Field[Any, Any, Any, Any]


@cache
def shape_of(*kinds: type) -> type[Shape]:
    """Make one shape with the fields of all ``kinds``, named as the last of them."""
    last = kinds[-1]
    fields_by_name = {name: field for kind in kinds for name, field in _fields(kind)}
    # What has no docstring of its own has one that Python made: its signature, or what a dictionary is.
    doc = "" if is_typeddict(last) or (last.__doc__ or "").startswith(f"{last.__name__}(") else last.__doc__
    name = COMPONENTS.get((last.__module__, last.__qualname__)) or last.__name__.removeprefix(
        "Of"
    ).removesuffix("Page")
    return type(f"{name}Shape", (serializers.Serializer,), {**fields_by_name, "__doc__": doc})


def _fields(kind: type) -> Iterator[tuple[str, Field]]:
    for name, hint in shown_fields(kind).items():
        is_required = name in getattr(kind, "__required_keys__", (name,))
        yield name, _field(hint) if is_required else _field(hint, required=False)


def _field(hint: Any, **more: Any) -> Field:
    """Make a field of ``hint``: its type, with what is said of it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _field(inner[0], **more, required=False)
    if origin is Annotated:
        base, *notes = inner
        for note in notes:
            # A text that is one of a few is `Annotated` with the enumeration.
            if note in (DAY, TIME) or _is_enum(note):
                base = note
            else:
                more["help_text"] = note
        return _field(base, **more)
    if origin in (Union, UnionType) and NoneType in inner:
        [inner_hint] = (hint_ for hint_ in inner if hint_ is not NoneType)
        return _field(inner_hint, **more, allow_null=True)
    if origin is Literal or _is_enum(hint):
        return serializers.ChoiceField(inner or getattr(hint, "choices", None) or [*map(str, hint)], **more)
    if is_dataclass(hint) or is_typeddict(hint):
        return shape_of(hint)(**more)
    if origin in (list, tuple, Sequence):
        of = inner[0]
        if is_dataclass(of) or is_typeddict(of):
            return shape_of(of)(many=True, **more)
        return serializers.ListField(child=_field(of), **more)
    if origin in (dict, Mapping):
        # What is not simple is not described: it is another thing under each key.
        if _is_simple(inner[1]):
            more["child"] = _field(inner[1])
        return serializers.DictField(**more)
    return SIMPLE[hint](**more)


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def _is_simple(hint: Any) -> bool:
    inner_hints = [hint_ for hint_ in get_args(hint) or (hint,) if hint_ is not NoneType]
    return len(inner_hints) == 1 and inner_hints[0] in SIMPLE

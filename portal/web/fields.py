"""Say once what people and programs fill in for an act: in the signature of the act itself.

    def withdraw(*, entry: Entry, reason: Annotated[str, Field(longest=200, label=_("Reason"))], by: User, …)

The bodies of the interface (`portal.api.bodies.body_of`) and the forms (`tournaments.forms.base.ActForm`) are
made of it. An argument without a `Field` is filled in by nobody: the address gives it, or the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from datetime import date, datetime
from enum import Enum
from functools import cache
from inspect import Parameter, signature, unwrap
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from django.db.models import Model

from portal.web.words import Words

REQUIRED = Parameter.empty
SIMPLE = (str, int, bool, date, datetime, bytes)


@dataclass(frozen=True, slots=True)
class Field:
    """What is said of an argument."""

    # Of a text or a list.
    longest: int | None = None
    shortest: int | None = None
    # Of a number.
    least: int | None = None
    most: int | None = None
    choices: Sequence[str | tuple[str, Words]] = ()
    # Of each one of a list.
    item: Field | None = None
    # On a page, where a field without one is hidden.
    label: Words = ""
    help: Words = ""
    # The field's name, where it is not the argument's.
    called: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as it is filled in."""

    name: str
    # Of the act.
    parameter: str
    # One of `SIMPLE`, a row that is named by its key, list of several, dict of what has keys.
    kind: type
    # None is a value.
    optional: bool
    default: Any
    field: Field
    # The dataclass that the parameter is, where this is a part of it.
    whole: type | None = None
    # The type of each of several.
    inner: Any = str
    # Whether the keys are numbers.
    by_number: bool = False

    @property
    def is_typed(self) -> bool:
        """Say whether a person can type or tick it; a table, a file or a row the page has in its own way."""
        return self.kind in (str, int, bool, list)


def parameters_of(act: Callable[..., Any]) -> frozenset[str]:
    return frozenset(signature(act).parameters)


@cache
def arguments_of(act: Callable[..., Any]) -> tuple[Argument, ...]:
    """What is to be filled in for it, in the order of its signature."""
    hints = get_type_hints(unwrap(act), include_extras=True)
    # A bundle of fields is declared among the acts; what comes from below is a whole that nobody types.
    floor = ".".join(unwrap(act).__module__.split(".")[:2])
    arguments: list[Argument] = []
    for name, parameter in signature(act).parameters.items():
        hint = hints.get(name)
        bundle: type | None = None
        if get_origin(hint) is Annotated and is_dataclass(get_args(hint)[0]):
            # From below, and yet typed: its act says so.
            bundle = get_args(hint)[0]
        elif is_dataclass(hint) and isinstance(hint, type) and hint.__module__.startswith(floor):
            bundle = hint
        if bundle is not None:
            parts = get_type_hints(bundle, include_extras=True)
            for part, hinted in signature(bundle).parameters.items():
                arguments += _argument(part, parts[part], hinted.default, whole=(name, bundle))
        else:
            arguments += _argument(name, hint, parameter.default)
    return tuple(arguments)


def gather_arguments(act: Callable[..., Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Gather the arguments of ``act`` from what was filled in; what belongs to a dataclass becomes one."""
    arguments = dict(values)
    wholes: dict[str, tuple[type, dict[str, Any]]] = {}
    for argument in arguments_of(act):
        if argument.name not in arguments:
            continue
        value = arguments.pop(argument.name)
        if argument.whole is None:
            arguments[argument.parameter] = value
        else:
            wholes.setdefault(argument.parameter, (argument.whole, {}))[1][argument.name] = value
    return arguments | {name: whole(**parts) for name, (whole, parts) in wholes.items()}


def _argument(name: str, hint: Any, default: Any, whole: tuple[str, type] | None = None) -> list[Argument]:
    if get_origin(hint) is not Annotated:
        return []
    kind, *notes = get_args(hint)
    field = next((note for note in notes if isinstance(note, Field)), None)
    if field is None:
        return []
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    [kind] = [inner for inner in kinds if inner is not NoneType]
    parameter, of = whole or (name, None)
    if isinstance(kind, type) and issubclass(kind, Enum):
        field = replace(field, choices=field.choices or getattr(kind, "choices", None) or [*map(str, kind)])
    return [
        Argument(
            name=field.called or name,
            parameter=parameter,
            kind=_kind_of(kind),
            optional=NoneType in kinds,
            default=default,
            field=field,
            whole=of,
            inner=get_args(kind)[-1] if get_args(kind) and get_args(kind)[-1] is not ... else str,
            by_number=int in get_args(kind)[:1],
        )
    ]


def _kind_of(hint: Any) -> type:
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return str
        if hint in SIMPLE or issubclass(hint, Model):
            return hint
    return dict if get_origin(hint) is Mapping else list

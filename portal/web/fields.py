"""What people and programs fill in for an act, said once: in the signature of the act itself (law 2).

    def withdraw(*, entry: Entry, reason: Annotated[str, Field(longest=200, label=_("Reason"))], by: User, …)

The bodies of the interface (`portal.api.bodies.body_of`) and the forms (`tournaments.forms.base.ActForm`) are
made of it. An argument without a `Field` is filled in by nobody: the address gives it, or the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from inspect import Parameter, signature, unwrap
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from django.utils.functional import Promise

Words = str | Promise
REQUIRED = Parameter.empty


@dataclass(frozen=True, slots=True)
class Field:
    """``shortest``, ``longest``: of a text or a list; ``least``, ``most``: of a number; ``item``: each one of
    a list. ``label``: on a page, where a field without one is hidden. ``called``: the field's name, where it
    is not the argument's."""

    longest: int | None = None
    shortest: int | None = None
    least: int | None = None
    most: int | None = None
    choices: Sequence[str] = ()
    item: Field | None = None
    label: Words = ""
    help: Words = ""
    called: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """``kind``: str, int, bool or, of several, list; ``optional``: None is a value; ``parameter``: of the
    act, and ``whole`` the dataclass that it is where this is a part of it."""

    name: str
    parameter: str
    kind: type
    optional: bool
    default: Any
    field: Field
    whole: type | None = None


def parameters_of(act: Callable[..., Any]) -> frozenset[str]:
    """The names of all arguments."""
    return frozenset(signature(act).parameters)


@cache
def arguments_of(act: Callable[..., Any]) -> tuple[Argument, ...]:
    """What is to be filled in for it, in the order of its signature."""
    hints = get_type_hints(unwrap(act), include_extras=True)
    # A bundle of fields is declared beside the acts; what comes from below is a whole that nobody types.
    room = unwrap(act).__module__.rpartition(".")[0]
    arguments: list[Argument] = []
    for name, parameter in signature(act).parameters.items():
        hint = hints.get(name)
        if is_dataclass(hint) and isinstance(hint, type) and hint.__module__.startswith(room):
            parts = get_type_hints(hint, include_extras=True)
            for part, hinted in signature(hint).parameters.items():
                arguments += _argument(part, parts[part], hinted.default, whole=(name, hint))
        else:
            arguments += _argument(name, hint, parameter.default)
    return tuple(arguments)


def gathered(act: Callable[..., Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of ``act`` from what was filled in; what belongs to a dataclass becomes one."""
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
    return [
        Argument(
            name=field.called or name,
            parameter=parameter,
            kind=kind if isinstance(kind, type) and kind in (str, int, bool) else list,
            optional=NoneType in kinds,
            default=default,
            field=field,
            whole=of,
        )
    ]

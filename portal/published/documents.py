"""Make of one dataclass a page for people, its document for programs, and the shape of that in the
description.

The fields of a document are those of its dataclass under their own names. What a field is, where its name
does not say enough, stands beside its type: ``games: Annotated[int, _("Games per match.")]``. A field that
only the page shows is `Hidden`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

from django.utils.translation import gettext_lazy as _

T = TypeVar("T")
Kind = TypeVar("Kind", bound=type)
SIMPLE = frozenset({str, int, bool, float})
HIDDEN, DAY, TIME = "hidden", "day", "time"
Hidden = Annotated[T, HIDDEN]
# ``2015-09-23``.
Day = Annotated[str, DAY]
# ISO 8601.
Time = Annotated[str, TIME]
ADDRESS = _("URL of the document.")


# Names in the description by module and name of the class, where it is not the class's own.
COMPONENTS: dict[tuple[str, str], str] = {}


def component(name: str) -> Callable[[Kind], Kind]:
    """Say what the description calls a class, whatever it is called here: programs know it by that name."""

    def named(kind: Kind) -> Kind:
        COMPONENTS[kind.__module__, kind.__qualname__] = name
        return kind

    return named


@dataclass(frozen=True, slots=True)
class Head:
    """What every document begins with."""

    url: Annotated[str, ADDRESS]
    page: Annotated[str, _("The web page; it redirects to the reader's language.")]
    version: Annotated[int, _("Increases whenever the content changes.")]


@cache
def shown_fields(kind: type) -> dict[str, Any]:
    """The fields of a document with their types, in order."""
    hints = get_type_hints(kind, include_extras=True)
    hints_shown = (
        {name: hints[name] for name in (f.name for f in fields(kind))} if is_dataclass(kind) else hints
    )
    return {
        name: hint for name, hint in hints_shown.items() if HIDDEN not in getattr(hint, "__metadata__", ())
    }


@cache
def _names(kind: Any, whole: bool) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if whole else tuple(shown_fields(kind))


def extended(kind: type[T], base: Any, **more: Any) -> T:
    """A ``kind`` with the fields of ``base``, whose dataclass it inherits from, and ``more``."""
    return kind(**{f.name: getattr(base, f.name) for f in fields(base)}, **more)


def plain_value(value: Any, *, whole: bool = False) -> Any:
    """Write a value as JSON has it: a dataclass as an object; ``whole`` with what is hidden too."""
    if value is None or type(value) in SIMPLE:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain_value(getattr(value, name), whole=whole) for name in _names(type(value), whole)}
    if isinstance(value, Mapping):
        return {key: plain_value(item, whole=whole) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(item, whole=whole) for item in value]
    return value.isoformat() if isinstance(value, date) else value

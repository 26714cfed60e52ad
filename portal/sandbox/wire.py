"""Write values as bytes between two processes, in a format that runs nothing: JSON, and bytes as they are.

*plain*     what JSON has: None, truth values, numbers, texts, and dictionaries whose keys are texts
*tagged*    everything else is a list in JSON, whose first item says what it stands for: one of `_TAGS`, or
            from `_CLASSES` on the number of a class that the head names
*class*     a dataclass, named tuple or enumeration of ours. Of a dataclass the fields are set as they were;
            no line of its own is run for that

Who reads says with ``find`` which classes there may be. This module knows no framework: children use it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

OURS: Final = ("portal", "tournaments", "games")
_PLAIN: Final = frozenset([type(None), bool, int, float, str])
_TAGS: Final = (
    "list",
    "tuple",
    "dict",
    "bytes",
    "set",
    "frozenset",
    "Fraction",
    "Decimal",
    "date",
    "datetime",
)
_LIST, _TUPLE, _DICT, _BYTES, _SET, _FROZENSET, _FRACTION, _DECIMAL, _DATE, _DATETIME = range(len(_TAGS))
_CLASSES: Final = 16
_MANY: Final[Mapping[type, int]] = {list: _LIST, tuple: _TUPLE, set: _SET, frozenset: _FROZENSET}
_MADE_OF_MANY: Final[Mapping[int, Callable[[Iterable[Any]], Any]]] = {
    tag: kind for kind, tag in _MANY.items()
}
_WRITTEN: Final[Mapping[type, int]] = {
    Fraction: _FRACTION,
    Decimal: _DECIMAL,
    date: _DATE,
    datetime: _DATETIME,
}
_READ: Final[Mapping[int, Callable[[str], Any]]] = {
    _FRACTION: Fraction,
    _DECIMAL: Decimal,
    _DATE: date.fromisoformat,
    _DATETIME: datetime.fromisoformat,
}

Find = Callable[[str, str], type]


class NotAValueError(ValueError):
    """Bytes that are no value of this format, or a value that has no bytes in it."""


def loaded(module: str, name: str) -> type:
    """Find a class of ours."""
    if module.partition(".")[0] not in OURS:
        raise NotAValueError(f"{module}.{name} is none of ours")
    # One that this process has already: nothing is imported because an answer names it.
    member = getattr(sys.modules.get(module), name, None)
    if not isinstance(member, type) or _kind(member) is None:
        raise NotAValueError(f"{module}.{name} is no class of values")
    return member


def imported(module: str, name: str) -> type:
    """For who is told what to do, by whom it trusts."""
    import_module(module)
    return loaded(module, name)


@cache
def _kind(cls: type) -> str | None:
    if issubclass(cls, Enum):
        return "enum"
    if is_dataclass(cls):
        return "dataclass"
    return "tuple" if issubclass(cls, tuple) and hasattr(cls, "_fields") else None


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


def dumps(value: Any) -> bytes:
    """Raises `NotAValueError` and, of a value that is nested too deeply, `RecursionError`."""
    writer = _Writer()
    body = writer.write(value)
    names = [f"{cls.__module__}:{cls.__qualname__}" for cls in writer.classes]
    text = json.dumps([names, body], ensure_ascii=False, separators=(",", ":"), check_circular=False)
    # What was decoded leniently may hold halves of surrogate pairs.
    packed = text.encode("utf-8", "surrogatepass")
    sizes = " ".join(map(str, (len(packed), *map(len, writer.blobs))))
    return b"".join([sizes.encode(), b"\n", packed, *writer.blobs])


def loads(data: bytes, *, find: Find = loaded) -> Any:
    """Raises `NotAValueError`, whatever the bytes are."""
    try:
        head, _, payload = data.partition(b"\n")
        size, *sizes = map(int, head.split())
        view, blobs, at = memoryview(payload), [], size
        for length in sizes:
            if length < 0 or at + length > len(view):
                raise NotAValueError("broken off")
            blobs.append(bytes(view[at : at + length]))
            at += length
        if at != len(view):
            raise NotAValueError("broken off")
        names, body = json.loads(bytes(view[:size]).decode("utf-8", "surrogatepass"))
        classes = [find(*name.split(":")) for name in names]
        return _Reader(classes, blobs).read(body)
    except NotAValueError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise NotAValueError(f"{type(error).__name__}: {error}") from error


class _Writer:
    def __init__(self) -> None:
        self.classes: dict[type, int] = {}
        self.blobs: list[bytes] = []

    def write(self, value: Any) -> Any:
        cls = type(value)
        if cls in _PLAIN:
            return value
        if cls is dict or cls is MappingProxyType:
            if all(type(key) is str for key in value):
                return {key: self.write(item) for key, item in value.items()}
            return [_DICT, *(self.write(item) for pair in value.items() for item in pair)]
        if (tag := _MANY.get(cls)) is not None:
            return [tag, *map(self.write, value)]
        if cls is bytes:
            self.blobs.append(value)
            return [_BYTES, len(self.blobs) - 1]
        if (tag := _WRITTEN.get(cls)) is not None:
            return [tag, str(value) if tag in (_FRACTION, _DECIMAL) else value.isoformat()]
        return self._of_class(cls, value)

    def _of_class(self, cls: type, value: Any) -> list[Any]:
        kind = _kind(cls)
        if kind is None or cls.__module__.partition(".")[0] not in OURS:
            raise NotAValueError(f"{cls.__module__}.{cls.__qualname__} has no bytes")
        number = _CLASSES + self.classes.setdefault(cls, len(self.classes))
        if kind == "enum":
            return [number, self.write(value.value)]
        if kind == "tuple":
            return [number, *map(self.write, value)]
        return [number, *(self.write(getattr(value, name)) for name in _names(cls))]


class _Reader:
    def __init__(self, classes: list[type], blobs: list[bytes]) -> None:
        self.classes = classes
        self.blobs = blobs

    def read(self, value: Any) -> Any:
        cls = type(value)
        if cls is dict:
            return {key: self.read(item) for key, item in value.items()}
        if cls is not list:
            return value
        tag, *items = value
        if tag >= _CLASSES:
            return self._of_class(self.classes[tag - _CLASSES], items)
        if (made := _MADE_OF_MANY.get(tag)) is not None:
            return made([self.read(item) for item in items])
        if tag == _DICT:
            flat = [self.read(item) for item in items]
            return dict(zip(flat[::2], flat[1::2], strict=True))
        [only] = items
        if tag == _BYTES:
            return self.blobs[only]
        return _READ[tag](only)

    def _of_class(self, cls: type, items: list[Any]) -> Any:
        kind = _kind(cls)
        values = [item if type(item) in _PLAIN else self.read(item) for item in items]
        if kind == "enum":
            [value] = values
            return cls(value)
        if kind == "tuple":
            return tuple.__new__(cls, values)
        made: Any = object.__new__(cls)
        for name, item in zip(_names(cls), values, strict=True):
            object.__setattr__(made, name, item)
        return made

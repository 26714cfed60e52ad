"""The lines of an OpenGotha file: UTF-8, an element a line, its attributes in alphabetic order (M19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import quoteattr

VERSION = {"dataVersion": "201", "fullVersionNumber": "3.51"}


def as_file(lines: Iterable[str]) -> bytes:
    """The bytes of a file with these elements."""
    return "".join(
        f"{line}\n" for line in ('<?xml version="1.0" encoding="UTF-8" standalone="no"?>', *lines)
    ).encode("utf-8", "replace")


def opening_tag(name: str, attributes: Mapping[str, str], end: str = "") -> str:
    rows = "".join(f" {key}={quoteattr(text)}" for key, text in sorted(attributes.items()))
    return f"<{name}{rows}{end}>"


def element(name: str, attributes: Mapping[str, str]) -> str:
    return opening_tag(name, attributes, "/")


def wrapped_element(name: str, attributes: Mapping[str, str], inner: list[str]) -> Iterator[str]:
    if not inner:
        yield element(name, attributes)
        return
    yield opening_tag(name, attributes)
    yield from inner
    yield f"</{name}>"


def indented(name: str, lines: Iterable[str]) -> Iterator[str]:
    inner = list(lines)
    if inner:
        yield from wrapped_element(name, {}, inner)

"""Show the description of the interface as a page that needs no script of anybody's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from portal.web.words import Words

Schema = Mapping[str, Any]

# The first word of an operation's name → the heading under which it stands.
GROUPS: Mapping[str, Words] = {
    "events": _("Events"),
    "sections": _("Sections"),
    "persons": _("Persons"),
    "organisations": _("Organisations"),
    "teams": _("Teams"),
    "rounds": _("Rounds"),
    "matches": _("Matches"),
    "standings": _("Standings"),
    "crosstables": _("Crosstables"),
    "brackets": _("Brackets"),
    "players": _("Players"),
    "games": _("Games"),
    "records": _("Game records"),
    "live": _("Running games"),
    "archives": _("Game records in bulk"),
    "collections": _("Collections of games"),
    "results": _("Results"),
    "fouls": _("Fouls"),
    "appeals": _("Appeals"),
    "report": _("Referee’s report"),
    "entries": _("Entries"),
    "applications": _("Applications"),
    "quotas": _("Quotas"),
    "fees": _("Fees"),
    "prizes": _("Prizes"),
    "announcements": _("Announcements"),
    "staff": _("Staff"),
    "ratings": _("Ratings"),
    "circuits": _("Circuits"),
    "norms": _("Norms"),
    "licences": _("Licences"),
    "site": _("Site"),
    "me": _("My token"),
}


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field or parameter."""

    name: str
    # Its type, as words and names of components.
    parts: tuple[tuple[str, str], ...]
    required: bool
    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    key: str
    method: str
    path: str
    summary: str
    token: bool
    parameters: tuple[FieldRow, ...]
    body: tuple[FieldRow, ...]
    answer: tuple[tuple[str, str], ...]
    statuses: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Component:
    name: str
    fields: tuple[FieldRow, ...]
    values: tuple[str, ...]


@cache
def described(language: str) -> dict[str, Any]:
    with override(language):
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


@require_safe
def reference(request: HttpRequest, subject: str = "") -> HttpResponse:
    """Show what programs can read and do: the subjects, or all of one."""
    if subject and subject not in GROUPS:
        raise Http404
    schema = described(get_language() or "en")
    groups: dict[str, list[Operation]] = {name: [] for name in GROUPS}
    for operation in _operations(schema):
        groups[operation.key.partition("_")[0]].append(operation)
    context = {
        "address": request.build_absolute_uri("/api/v1/events"),
        "groups": [(name, GROUPS[name], operations) for name, operations in groups.items() if operations],
        "title": GROUPS[subject] if subject else "",
        "operations": groups[subject] if subject else [],
        "components": _of_operations(schema, groups[subject]) if subject else [],
    }
    response = render(request, "portal/api.html", context)
    patch_cache_control(response, public=True, max_age=300)
    return response


def _operations(schema: Schema) -> Iterator[Operation]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = (
                operation.get("requestBody", {})
                .get("content", {})
                .get("application/json", {})
                .get("schema", {})
            )
            good = [status for status in operation["responses"] if status.startswith("2")]
            content = operation["responses"][good[0]].get("content", {})
            answer = content.get("application/json", {}).get("schema", {})
            yield Operation(
                key=operation["operationId"],
                method=method.upper(),
                path=path,
                summary=operation["summary"],
                token=operation.get("security") not in (None, [{}], []),
                parameters=tuple(_parameter(parameter) for parameter in operation.get("parameters", ())),
                body=tuple(_fields(_resolved(schema, body))),
                answer=_type(answer),
                statuses=tuple(
                    (status, parameter["description"]) for status, parameter in operation["responses"].items()
                ),
            )


def _of_operations(schema: Schema, operations: Iterable[Operation]) -> list[Component]:
    """The components that they name, and those that these name."""
    components = {component.name: component for component in _components(schema)}
    rows = [row for operation in operations for row in (*operation.parameters, *operation.body)]
    parts = [*(operation.answer for operation in operations), *(row.parts for row in rows)]
    waiting = {name for part in parts for _words, name in part}
    used: dict[str, Component] = {}
    while waiting:
        component = components.get(name := waiting.pop())
        if component is not None and name not in used:
            used[name] = component
            waiting |= {inner for row in component.fields for _words, inner in row.parts}
    return [used[name] for name in sorted(used)]


def _parameter(parameter: Schema) -> FieldRow:
    return FieldRow(
        parameter["name"],
        _type(parameter["schema"]),
        parameter.get("required", False),
        parameter.get("description", ""),
        parameter["in"],
    )


def _components(schema: Schema) -> Iterator[Component]:
    for name, component in sorted(schema["components"]["schemas"].items()):
        if name != "NullEnum" and not name.endswith("BodyRequest"):
            values = tuple(map(str, component.get("enum", ())))
            yield Component(name, tuple(_fields(component)), values)


def _resolved(schema: Schema, declared: Schema) -> Schema:
    name = declared.get("$ref", "").rpartition("/")[2]
    resolved: Schema = schema["components"]["schemas"][name] if name else declared
    return resolved


def _fields(declared: Schema) -> Iterator[FieldRow]:
    required = declared.get("required", ())
    for name, property_ in declared.get("properties", {}).items():
        text = " ".join(filter(None, (property_.get("description", ""), _bounds(property_))))
        yield FieldRow(name, _type(property_), name in required, text)


def _bounds(declared: Schema) -> str:
    if "maxLength" in declared:
        return gettext("At most %(length)s characters.") % {"length": declared["maxLength"]}
    if "minimum" in declared and "maximum" in declared and declared["maximum"] < 1_000_000:
        return gettext("From %(least)s to %(most)s.") % {
            "least": declared["minimum"],
            "most": declared["maximum"],
        }
    return ""


def _type(declared: Schema) -> tuple[tuple[str, str], ...]:
    """Give words and names of components, in turn: ``(("list of", "Table"),)``."""
    if "$ref" in declared:
        name = declared["$ref"].rpartition("/")[2]
        return (("null", ""),) if name == "NullEnum" else (("", name),)
    for many in ("oneOf", "allOf", "anyOf"):
        if many in declared:
            return tuple(part for alternative in declared[many] for part in _type(alternative))
    if declared.get("type") == "array":
        inner = _type(declared.get("items", {}))
        return ((gettext("list of"), ""), *inner)
    if "enum" in declared:
        return ((" ".join(str(value) for value in declared["enum"] if value not in ("", None)), ""),)
    kinds = declared.get("type", "object")
    named = kinds if isinstance(kinds, list) else [kinds]
    return tuple((kind, "") for kind in [*named, *([declared["format"]] if "format" in declared else [])])

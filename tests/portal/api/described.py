"""The description of the interface as it is made now, and whether a document is as it says."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator, FormatChecker


@cache
def description() -> dict[str, Any]:
    with translation.override("en"):
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


def closed(schema: Any) -> Any:
    """The same, but that an object has no property which is not named: what is not described is a fault."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    by_key = {key: closed(value) for key, value in schema.items()}
    if "properties" in by_key and by_key.get("type") == "object":
        by_key.setdefault("additionalProperties", False)
    return by_key


def faults(name: str, document: Any) -> list[str]:
    """What of ``document`` is not as the component ``name`` says."""
    whole = {"$ref": f"#/components/schemas/{name}", "components": closed(description()["components"])}
    assert name in whole["components"]["schemas"]
    validator = Draft202012Validator(whole, format_checker=FormatChecker())
    return [
        f"{'.'.join(map(str, error.path))}: {error.message[:200]}"
        for error in validator.iter_errors(document)
    ]

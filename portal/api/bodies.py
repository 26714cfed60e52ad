"""What is sent: JSON of a bounded size, with no field that is not known and no value of another type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from portal.api.problems import Problem, words

MOST_BYTES = 1_500_000
"""Of a body: a record of a million bytes as base64, and what stands around it."""


def check_size(request: Request) -> None:
    """Before a byte is read. Raises `Problem` 413."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        raise Problem(413, "too-large", limit=MOST_BYTES)


class BoundedJSON(JSONParser):
    """JSON that is not too deep."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(gettext("it is nested too deeply.")) from None


class Text(serializers.CharField):
    """A string, and nothing that could be read as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Number(serializers.IntegerField):
    """An integer, not a text that looks like one, within what a column holds."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": 2_147_483_647} | kwargs)

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Body(serializers.Serializer[Any]):
    """The fields of a request. A field that is not among them is an error, not to be passed over."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = set(data) - set(self.fields) if isinstance(data, dict) else set()
        if unknown:
            said = ErrorDetail(words("unknown-field"), code="unknown-field")
            raise serializers.ValidationError({name: [said] for name in sorted(unknown)})
        return super().to_internal_value(data)

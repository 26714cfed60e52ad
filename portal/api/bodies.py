"""Read what is sent: JSON of a bounded size, with no field that is not known and no value of another type."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from datetime import date, datetime
from inspect import signature
from io import BytesIO
from types import NoneType, UnionType
from typing import IO, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from django.db.models import Model
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from portal.api.problems import Problem, words
from portal.web.dates import is_showable
from portal.web.fields import REQUIRED, Argument, Field, arguments_of, gather_arguments

# Bytes of a body: a record of a million as base64, and what stands around it.
MOST_BYTES = 1_500_000
MOST_DIGITS = 20
# Characters of a text of which nothing else is said.
LONGEST_TEXT = 20_000
MOST_ROWS = 10_000
# Unknown fields that an answer names: megabytes of them would help nobody.
MOST_NAMED = 20


def check_size(request: Request, most: int) -> None:
    """Refuse a body before a byte of it is read: `Problem` 413, or 400 where what is announced is no
    number."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if not (announced.isascii() and announced.isdigit()):
        raise Problem(400, "bad-request", why="Content-Length")
    # Compared by length first: a number of thousands of digits is not made one.
    if len(announced) > MOST_DIGITS or int(announced) > most:
        raise Problem(413, "too-large", limit=most)


class BoundedJSON(JSONParser):
    """JSON in UTF-8 that is not too deep and is all characters."""

    # Another charset that a request names is not believed (RFC 8259, section 8.1): Python's codecs also
    # unpack zlib and bz2, so that a small body would become gigabytes.
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw = stream.read()
        try:
            data_read = super().parse(
                BytesIO(raw), media_type, {**(parser_context or {}), "encoding": "utf-8"}
            )
            if b"\\u" in raw:
                # Half a character can be written as an escape, but no answer that quotes it could be sent.
                json.dumps(data_read, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError(gettext("it is nested too deeply.")) from None
        except UnicodeEncodeError:
            raise ParseError(gettext("it has half a character (a lone surrogate).")) from None
        return data_read


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


class AwareDateTime(serializers.DateTimeField):
    """A text with a time zone, in ISO 8601, of a year that every clock knows."""

    def to_internal_value(self, data: Any) -> datetime:
        try:
            at = datetime.fromisoformat(data)
        except (TypeError, ValueError):
            at = None
        if at is None or at.tzinfo is None or not is_showable(at):
            self.fail("invalid", format="2026-05-12T14:00+08:00")
        return at


class Day(serializers.DateField):
    """A day of a year that every clock knows, as 2026-05-12."""

    def to_internal_value(self, data: Any) -> date:
        try:
            day = date.fromisoformat(data)
        except (TypeError, ValueError):
            day = None
        if day is None or len(data) != 10 or not is_showable(day):
            self.fail("invalid", format="2026-05-12")
        return day


class File(Text):
    """The bytes of a file, as base64."""

    def to_internal_value(self, data: Any) -> bytes:  # type: ignore[override]  # bytes of a text
        try:
            return b64decode(super().to_internal_value(data), validate=True)
        except ValueError:
            raise serializers.ValidationError(words("not-base64"), code="not-base64") from None


class Keyed(serializers.DictField):
    """Values by their keys; where ``by_number``, the keys are numbers."""

    def __init__(self, *, by_number: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.by_number = by_number

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and len(data) > MOST_ROWS:
            raise serializers.ValidationError(words("too-many-rows"), code="max_length")
        values = super().to_internal_value(data)
        if not self.by_number:
            return values
        wrong = [key for key in values if not (key.isascii() and key.isdigit() and len(key) < MOST_DIGITS)]
        if wrong:
            raise serializers.ValidationError({key: [words("not-a-key")] for key in wrong[:MOST_NAMED]})
        return {int(key): value for key, value in values.items()}


class ValueList(serializers.ListField):
    """A list of at most ``max_length`` values; a longer one is refused before its values are looked at."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most: int = kwargs["max_length"]

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, list) and len(data) > self.most:
            message = self.error_messages["max_length"].format(max_length=self.most)
            raise serializers.ValidationError(message, code="max_length")
        return super().to_internal_value(data)


class Body(serializers.Serializer[Any]):
    """The fields of a request. A field that is not among them is an error, not to be passed over."""

    act: ClassVar[Callable[..., Any] | None] = None

    def arguments(self) -> dict[str, Any]:
        values = dict(self.validated_data)
        act = type(self).act
        return values if act is None else gather_arguments(act, values)

    def to_internal_value(self, data: Any) -> Any:
        unknown = set(data) - set(self.fields) if isinstance(data, dict) else set()
        if unknown:
            detail = ErrorDetail(words("unknown-field"), code="unknown-field")
            raise serializers.ValidationError({name: [detail] for name in sorted(unknown)[:MOST_NAMED]})
        return super().to_internal_value(data)


class Changes(Body):
    """What of something that stands is to be another; a field that is left out stays as it is."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        return fields

    def arguments(self) -> dict[str, Any]:
        """What was sent, by field."""
        return dict(self.validated_data)


def body_of(
    name: str, act: Callable[..., Any], *, apart: tuple[str, ...] = (), base: type[Body] = Body
) -> type[Body]:
    """Make the body that gives ``act`` its arguments; ``apart``: those of the address; ``base``: of
    another shape."""
    made = {argument.name: _field(argument) for argument in arguments_of(act) if argument.name not in apart}
    return type(name, (base,), {**made, "act": act, "__module__": __name__})


AnyField = serializers.Field[Any, Any, Any, Any]
PLAIN: Mapping[type, type[AnyField]] = {
    bool: Flag,
    int: Number,
    date: Day,
    datetime: AwareDateTime,
    bytes: File,
}


def _field(argument: Argument) -> AnyField:
    field = argument.field
    more: dict[str, Any] = {"help_text": field.help} if field.help else {}
    default = argument.default
    if argument.optional:
        # What may be None may be left out, also where the act wants to be told so.
        more["allow_null"] = True
        default = None if default is REQUIRED else default
    if default is not REQUIRED:
        more["default"] = list if default == () else default
    if default == "":
        more["allow_blank"] = True
    if argument.kind is dict:
        return _keyed(argument, more)
    return _made(argument.kind, field, more, argument.inner)


def _made(kind: type, field: Field, more: dict[str, Any], inner: Any = str) -> AnyField:
    limits = {
        "min_length": field.shortest,
        "max_length": field.longest,
        "min_value": field.least,
        "max_value": field.most,
    }
    more |= {name: limit for name, limit in limits.items() if limit is not None}
    if kind in PLAIN:
        return PLAIN[kind](**more)
    if issubclass(kind, Model) and not more.get("max_length"):
        return Number(**more)
    if kind is list:
        more.setdefault("max_length", MOST_ROWS)
        item = field.item
        if item is None and inner in (str, int) and not field.longest:
            return ValueList(child=_of_hint(inner), **more)
        if item is None and inner not in (str, int):
            return ValueList(child=_of_hint(inner), **more)
        item = item or Field()
        return ValueList(child=_made(str if item.longest or item.choices else int, item, {}), **more)
    if field.choices:
        return serializers.ChoiceField(list(field.choices), **more)
    more.setdefault("max_length", LONGEST_TEXT)
    return Text(**more)


def _keyed(argument: Argument, more: dict[str, Any]) -> AnyField:
    if argument.inner is not Any:
        more["child"] = _of_hint(argument.inner)
    return Keyed(by_number=argument.by_number, **more)


def _of_hint(hint: Any) -> AnyField:
    """What stands in a list or under a key, by its type alone."""
    more: dict[str, Any] = {}
    if get_origin(hint) in (Union, UnionType):
        [hint, *_others] = [part for part in get_args(hint) if part is not NoneType]
        more["allow_null"] = True
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        return _row_of(hint)(**more)
    if get_origin(hint) is not None:
        return ValueList(child=_of_hint(get_args(hint)[0]), max_length=MOST_ROWS, **more)
    if hint is str:
        return Text(max_length=LONGEST_TEXT, allow_blank=True, **more)
    return PLAIN[hint](**more)


def _row_of(kind: type) -> type[Body]:
    """One row of a list, as the dataclass that it is."""
    hints = get_type_hints(kind)
    made: dict[str, Any] = {}
    for name, part in signature(kind).parameters.items():
        field = _of_hint(hints[name])
        if part.default is not REQUIRED:
            field.required, field.default = False, part.default
        made[name] = field

    def to_internal_value(self: Body, data: Any) -> Any:
        return kind(**Body.to_internal_value(self, data))

    return type(f"{kind.__name__}Row", (Body,), {**made, "to_internal_value": to_internal_value})

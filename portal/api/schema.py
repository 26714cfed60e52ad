"""Describe an address: a sentence, what comes back, and every error that can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from portal.api.idempotency import HEADER
from portal.api.problems import PROBLEM_TYPE
from portal.api.shapes import shape_of
from portal.published.documents import Head
from portal.web.words import Words

Made = TypeVar("Made", bound=Callable[..., Any])

ERRORS: Mapping[int, Words] = {
    400: _("Malformed request, parameters or JSON."),
    401: _("The token is missing, unknown, expired or revoked."),
    403: _("The token lacks the scope, or its owner lacks the role."),
    404: _("Not found, or not visible to you."),
    405: _("Method not allowed."),
    409: _(
        "Conflict: not possible in the current state, or someone else was first (“params” has both values)."
    ),
    410: _("It was public and has been unpublished."),
    413: _("The body is too large."),
    415: _("The body is not JSON."),
    422: _("Invalid value; see “field” or “errors”."),
    429: _("Too many requests; “Retry-After” says when to try again."),
    500: _("Server error; it has been logged."),
    503: _("The database is unavailable; “Retry-After” says when to try again."),
}


class FieldError(serializers.Serializer[Any]):
    field = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemShape(serializers.Serializer[Any]):
    """An error (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text=_("For programs; stable."))
    detail = serializers.CharField(help_text=_("For people, in the language of Accept-Language."))
    field = serializers.CharField(required=False, help_text=_("The field at fault."))
    params = serializers.DictField(required=False, help_text=_("The values used in the message."))
    errors = FieldError(many=True, required=False)  # type: ignore[assignment]  # hides the serializer's own


class Described(AutoSchema):
    """Name the components as readers would: a `ProblemShape` is a ``Problem``. Docstrings are for us."""

    def get_description(self, *_: Any) -> str:
        return ""

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        return super().get_serializer_name(serializer, direction).removesuffix("Shape")


_ALWAYS = (404, 405, 500, 503)
_READ = (*_ALWAYS, 400, 429)
_WRITE = (*_READ, 401, 403, 409, 413, 415, 422)
DOCUMENT = (*_ALWAYS, 400, 410)
OPEN = (*_READ, 413, 415, 422)
STAFF = (*_READ, 401, 403)

ONCE = OpenApiParameter(
    HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=_(
        "Repeating a request with the same key has no further effect and returns the first answer."
    ),
)
VERSION = OpenApiParameter(
    "v",
    OpenApiTypes.INT,
    description=_("The version you have; the answer is 204 while it is current."),
)
LIMIT = OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 200, "default": 50})
CURSOR = OpenApiParameter("cursor", description=_("Cursor: “next” from the previous answer."))


def document(kind: str, summary: Words, shape: type) -> Callable[[Made], Made]:
    """A published document."""
    same = {204: OpenApiResponse(description=_("You have the current version.")), 304: _unchanged()}
    return _described(
        kind, summary, {200: shape_of(Head, shape), **same}, DOCUMENT, parameters=[VERSION], public=True
    )


def listed(
    kind: str, summary: Words, shape: Any, *filters: OpenApiParameter, public: bool = False
) -> Callable[[Made], Made]:
    """A list in pages."""
    shape = _shape(shape)
    pages = type(
        f"{shape.__name__.removesuffix('Shape')}Pages",
        (serializers.Serializer,),
        {
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": shape(many=True),
        },
    )
    return _described(
        kind,
        summary,
        {200: pages, **({304: _unchanged()} if public else {})},
        _READ if public else STAFF,
        parameters=[LIMIT, CURSOR, *filters],
        public=public,
    )


def read(kind: str, summary: Words, shape: Any, *filters: OpenApiParameter) -> Callable[[Made], Made]:
    """Something that staff read."""
    return _described(kind, summary, {200: _shape(shape)}, STAFF, parameters=[*filters])


def looked_up(kind: str, summary: Words, shape: type, *filters: OpenApiParameter) -> Callable[[Made], Made]:
    """What everybody finds by a question, in one answer."""
    responses = {200: shape_of(shape), 304: _unchanged()}
    return _described(kind, summary, responses, _READ, parameters=[*filters], public=True)


def done(
    kind: str, summary: Words, body: Any, shape: Any, *, status: int = 200, public: bool = False
) -> Callable[[Made], Made]:
    """Describe something that is done; ``status`` 202 where a worker does it."""
    return _described(
        kind,
        summary,
        {status: _shape(shape)},
        OPEN if public else _WRITE,
        request=body,
        parameters=[] if public else [ONCE],
        public=public,
    )


def _shape(kind: Any) -> Any:
    """From a serializer, or from what is answered with."""
    return kind if issubclass(kind, serializers.BaseSerializer) else shape_of(kind)


def _unchanged() -> OpenApiResponse:
    return OpenApiResponse(description=_("Not modified: If-None-Match matches the current ETag."))


def _described(
    kind: str,
    summary: Words,
    responses: Mapping[int, Any],
    errors: tuple[int, ...],
    *,
    request: Any = None,
    parameters: list[OpenApiParameter] | None = None,
    public: bool = False,
) -> Callable[[Made], Made]:
    failed = {
        (status, PROBLEM_TYPE): OpenApiResponse(ProblemShape, description=ERRORS[status]) for status in errors
    }
    well = {
        (status, "application/json"): declared_response
        if isinstance(declared_response, OpenApiResponse)
        else OpenApiResponse(declared_response)
        for status, declared_response in responses.items()
    }
    return extend_schema(
        operation_id=kind,
        summary=summary,
        description="",
        request=request,
        responses={**well, **dict(sorted(failed.items()))},
        parameters=parameters or [],
        auth=[] if public else None,
        tags=[kind.partition("_")[0]],
    )

"""What the description says of an address: a sentence, what comes back, and every error that can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from portal.api.once import HEADER
from portal.api.problems import PROBLEM_TYPE

Words = str | Promise
Made = TypeVar("Made", bound=Callable[..., Any])

ERRORS: Mapping[int, Words] = {
    400: _("The request, its parameters or its JSON cannot be understood."),
    401: _("There is no token, or it is unknown, expired or revoked."),
    403: _("The token lacks the scope, or its owner the role."),
    404: _("There is nothing at this address, or nothing that its reader may see."),
    405: _("This method is not answered here."),
    409: _(
        "Right, but not now: the state does not allow it, or somebody was first (“params” has both values)."
    ),
    410: _("It was published once, and was taken back."),
    413: _("The body is too large."),
    415: _("The body is not JSON."),
    422: _("A value cannot be taken; “field” or “errors” says which."),
    429: _("Too many requests; “Retry-After” says when to come again."),
    500: _("A fault of the server, which stands in its log."),
    503: _("The database is away; “Retry-After” says when to come again."),
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
    code = serializers.CharField(help_text=_("For programs; it stays the same."))
    detail = serializers.CharField(help_text=_("For people, in the language of Accept-Language."))
    field = serializers.CharField(required=False, help_text=_("The field that is to blame."))
    params = serializers.DictField(required=False, help_text=_("The values that the sentence names."))
    errors = FieldError(many=True, required=False)  # type: ignore[assignment]


class Described(AutoSchema):
    """Names the components as readers would: an `EventShape` is an ``Event``."""

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
    description=_("The same key with the same request does it once and gets the first answer again."),
)
VERSION = OpenApiParameter(
    "v",
    OpenApiTypes.INT,
    description=_("The version you have: 204 while it is current."),
)
LIMIT = OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 200, "default": 50})
CURSOR = OpenApiParameter("cursor", description=_("Where to go on, from “next” of the answer before."))


def document(kind: str, summary: Words, shape: Any) -> Callable[[Made], Made]:
    """A published document."""
    same = {204: OpenApiResponse(description=_("You have the current version.")), 304: _unchanged()}
    return _described(kind, summary, {200: shape, **same}, DOCUMENT, parameters=[VERSION], public=True)


def listed(
    kind: str, summary: Words, shape: Any, *filters: OpenApiParameter, public: bool = False
) -> Callable[[Made], Made]:
    """A list in pages."""
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


def read(kind: str, summary: Words, shape: Any) -> Callable[[Made], Made]:
    """Something that staff read."""
    return _described(kind, summary, {200: shape}, STAFF)


def done(
    kind: str, summary: Words, body: Any, shape: Any, *, status: int = 200, public: bool = False
) -> Callable[[Made], Made]:
    """Something that is done; ``status`` 202 where a worker does it."""
    return _described(
        kind,
        summary,
        {status: shape},
        OPEN if public else _WRITE,
        request=body,
        parameters=[] if public else [ONCE],
        public=public,
    )


def _unchanged() -> OpenApiResponse:
    return OpenApiResponse(description=_("You have it: If-None-Match names the ETag of what is current."))


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
        (status, "application/json"): found if isinstance(found, OpenApiResponse) else OpenApiResponse(found)
        for status, found in responses.items()
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

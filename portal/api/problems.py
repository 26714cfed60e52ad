"""Answer errors as RFC 9457 has them: ``application/problem+json`` with the sentence that a person would
read.

``code`` says to a program what ``detail`` says to a person, in the language of ``Accept-Language``. A
`Refusal` that names a field is 422, any other 409: the request is right, but not now. A `Conflict` has both
values in ``params``.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import DisallowedHost, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import get_template
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import bad_request, server_error
from rest_framework import exceptions
from rest_framework.response import Response

from portal.api.messages import act_words, refusal_words
from portal.journal import OnceReusedError
from portal.ops.full_disk import report_full_disk
from portal.policy import Denied, Refusal
from portal.published.front import away
from portal.published.pages import NotPublishedError, UnpublishedError
from portal.sandbox.parent import Cause, Stopped

logger = logging.getLogger(__name__)

PROBLEM_TYPE = "application/problem+json"
RETRY_AFTER = 5

# Code → sentence, for what is not a refusal of an act.
WORDS: Mapping[str, str] = {
    "not-found": gettext_noop("Not found."),
    "gone": gettext_noop("This has been unpublished."),
    "no-token": gettext_noop("An access token is required: Authorization: Bearer …"),
    "unknown-token": gettext_noop("Unknown access token."),
    "expired-token": gettext_noop("This access token has expired. Create a new one under “Access tokens”."),
    "revoked-token": gettext_noop("This access token has been revoked."),
    "second-factor": gettext_noop(
        "Site administrators must use two-factor authentication. Set it up to continue."
    ),
    "no-scope": gettext_noop("This access token lacks the scope “%(scope)s”."),
    "denied": gettext_noop("Your roles at this event do not allow this: %(act)s."),
    "bad-request": gettext_noop("Malformed request: %(why)s"),
    "bad-query": gettext_noop("Unknown parameter or invalid value: “%(name)s”."),
    "bad-host": gettext_noop("This server does not serve the host name in the request."),
    "bad-cursor": gettext_noop("Invalid cursor."),
    "bad-key": gettext_noop("An Idempotency-Key has 1 to 200 characters."),
    "not-allowed": gettext_noop("Method %(method)s is not allowed here."),
    "bad-media": gettext_noop("Send the body as JSON: Content-Type: application/json."),
    "too-large": gettext_noop("The body is too large; the limit is %(limit)s bytes."),
    "too-many": gettext_noop("Too many requests. Try again in %(seconds)s seconds."),
    "invalid": gettext_noop("Some values are invalid; see “errors”."),
    "unknown-field": gettext_noop("Unknown field."),
    "not-base64": gettext_noop("The file is not valid base64."),
    "not-a-key": gettext_noop("A whole number is expected as the key."),
    "too-many-rows": gettext_noop("Too many rows for one request."),
    "away": gettext_noop("The tournament server is busy. Try again in a moment."),
    "full": gettext_noop(
        "The server’s disk is full: nothing was changed. Everything confirmed before is safe. Try again when"
        " its operators have made room."
    ),
    "broken": gettext_noop("Server error. It has been logged."),
    "once-reused": gettext_noop("This Idempotency-Key has already been used for a different request."),
}


class Problem(exceptions.APIException):
    """An error by its code in `WORDS`."""

    def __init__(self, status: int, code: str, /, **params: Any) -> None:
        super().__init__(code)
        self.status_code = status
        self.code = code
        self.params = params


def problem(
    status: int, code: str, detail: str, *, params: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    return body | ({"params": dict(params)} if params else {}) | more


def words(code: str) -> str:
    """The sentence of `WORDS` before its values are put in, in the active language."""
    return gettext(WORDS[code])


def error_body(status: int, code: str, **params: Any) -> dict[str, Any]:
    return problem(status, code, words(code) % params, params=params)


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Say what a view of the interface answers to an error; None for a fault of the program."""
    headers: dict[str, str] = {}
    body = _body(error, headers)
    if body is None:
        return None
    if body["status"] == 405:
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    return Response(body, status=body["status"], headers=headers, content_type=PROBLEM_TYPE)


def _body(error: Exception, headers: dict[str, str]) -> dict[str, Any] | None:
    match error:
        case Stopped(code=Cause.BUSY):
            headers["Retry-After"] = str(RETRY_AFTER)
            return error_body(503, "away")
        case Refusal():
            status = 422 if error.field else 409
            field = {"field": error.field} if error.field else {}
            return problem(status, error.code, refusal_words(error), params=error.params, **field)
        case Denied():
            return error_body(403, "denied", act=act_words(error.act))
        case OnceReusedError():
            return error_body(409, "once-reused")
        case Problem():
            if error.status_code == 401:
                headers["WWW-Authenticate"] = "Bearer"
            return error_body(error.status_code, error.code, **error.params)
        case UnpublishedError():
            return error_body(410, "gone")
        case Http404() | exceptions.NotFound() | NotPublishedError():
            return error_body(404, "not-found")
        case TooManyFieldsSent():
            return error_body(400, "bad-request", why=gettext("it has too many parameters."))
        case OperationalError() | OSError() if report_full_disk(error):
            logger.error("The disk is full: %s", str(error).strip())
            headers["Retry-After"] = str(RETRY_AFTER)
            return error_body(503, "full")
        case OperationalError() | InterfaceError():
            logger.warning("The database is away: %s", str(error).strip())
            headers["Retry-After"] = str(RETRY_AFTER)
            return error_body(503, "away")
    return _of_the_framework(error, headers)


def _of_the_framework(error: Exception, headers: dict[str, str]) -> dict[str, Any] | None:
    match error:
        case exceptions.ValidationError():
            errors = list(_places(error.detail))
            return problem(422, "invalid", words("invalid"), errors=errors)
        case exceptions.ParseError():
            return error_body(400, "bad-request", why=str(error.detail))
        case exceptions.UnsupportedMediaType():
            return error_body(415, "bad-media")
        case exceptions.MethodNotAllowed():
            return error_body(405, "not-allowed", method=str(error.args[0] if error.args else ""))
        case exceptions.Throttled():
            seconds = max(1, round(getattr(error, "wait", None) or 1))
            headers["Retry-After"] = str(seconds)
            return error_body(429, "too-many", seconds=seconds)
    return None


def _places(detail: Any, place: str = "") -> Iterator[dict[str, str]]:
    """List the errors of a body, each with the place of the value: ``categories.2``."""
    match detail:
        case dict():
            for name, part in detail.items():
                here = "" if name == "non_field_errors" else str(name)
                yield from _places(part, ".".join(filter(None, (place, here))))
        case list():
            for number, part in enumerate(detail):
                inner = f"{place}.{number}" if isinstance(part, dict) else place
                yield from _places(part, inner)
        case _:
            yield {"field": place, "code": getattr(detail, "code", "invalid"), "detail": str(detail)}


@csrf_exempt
def nothing_here(request: HttpRequest) -> JsonResponse:
    """Answer any address below the interface's that is none."""
    answered = _plain(error_body(404, "not-found"))
    # Scripts of every site may read so.
    answered.headers["Access-Control-Allow-Origin"] = "*"
    return answered


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django itself does not take, before a view is asked: another host's name, above all."""
    if not _for_programs(request):
        return bad_request(request, exception)
    if isinstance(exception, DisallowedHost):
        return _plain(error_body(400, "bad-host"))
    return _plain(error_body(400, "bad-request", why=gettext("it is not safe to take.")))


def broken(request: HttpRequest) -> HttpResponse:
    """Answer a fault of the program: to programs a problem, to people a page."""
    error = sys.exception()
    # Django logs a fault; a full disk or a database that is away gets a line in the log, and who asked may
    # ask again.
    if report_full_disk(error):
        return _full(request)
    if isinstance(error, OperationalError | InterfaceError):
        return _away(request, error)
    if _for_programs(request):
        return _plain(error_body(500, "broken"))
    return server_error(request)


def _full(request: HttpRequest) -> HttpResponse:
    if _for_programs(request):
        answered: HttpResponse = _plain(error_body(503, "full"))
    else:
        # Without the request: who is signed in is another question to the database.
        answered = HttpResponse(get_template("503.html").render(), status=503)
    answered.headers["Retry-After"] = str(RETRY_AFTER)
    return answered


def _away(request: HttpRequest, error: Exception) -> HttpResponse:
    logger.warning("The database is away: %s", str(error).strip())
    problem = away(program=_for_programs(request))
    answered = HttpResponse(problem.body, status=problem.status, headers=dict(problem.headers))
    # Django would say it once more, with a traceback for every request.
    answered._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark
    return answered


def _for_programs(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _plain(body: dict[str, Any]) -> JsonResponse:
    return JsonResponse(
        body,
        status=body["status"],
        content_type=PROBLEM_TYPE,
        json_dumps_params={"ensure_ascii": False},
    )

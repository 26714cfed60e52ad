"""Limit what is sent to the site; beyond the limits the answer is a page with one clear sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

# Bytes of a whole form, files included.
MOST_SENT = 8 * 1024 * 1024
_larger: dict[str, int] = {}


def register_larger(ending: str, most: int) -> None:
    """Let the form at addresses with this ending bring more; called from ``AppConfig.ready()``."""
    # A web server in front has to let it through as well.
    _larger[ending] = most


def most_sent(path: str) -> int:
    """Bytes of a whole form at this address."""
    return next((most for ending, most in _larger.items() if path.endswith(ending)), MOST_SENT)


class FormLimits:
    """Read a form before anybody else does: 413 if too large, 400 if in pieces, 408 if cut off."""

    # Else the first to read is the middleware against forgery, and Django logs a traceback.
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The interface for programs takes no forms and has its own limit.
        if request.method == "POST" and not request.path_info.startswith("/api/"):
            most = most_sent(request.path_info)
            if _length(request) > most:
                # Not read at all: a file of a gigabyte must not reach the disk before it is refused.
                _leave_unread(request)
                return _too_large(request, most, unread=True)
            try:
                # Who went away while sending gets no answer; the middleware against forgery deals with it.
                with contextlib.suppress(UnreadablePostError):
                    len(request.POST)
                    if _is_cut_off(request):
                        # Half a form may look like a whole one: a list of players that ends too soon. The
                        # whole may still come: 408 refuses it for now (`portal.web.queued_forms`).
                        return render(request, "400.html", status=408)
            except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
                _leave_unread(request)
                return _too_large(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE, unread=False)
            except MultiPartParserError:
                return render(request, "400.html", status=400)
        return self.get_response(request)


def _leave_unread(request: HttpRequest) -> None:
    """Whoever asks for its form finds none, instead of reading on."""
    request._mark_post_parse_error()  # type: ignore[attr-defined]  # Django's own, which it tells no types of


def _length(request: HttpRequest) -> int:
    """Say how much is announced; nothing where that is no number."""
    announced = request.META.get("CONTENT_LENGTH") or ""
    return int(announced) if announced.isdecimal() else 0


def _is_cut_off(request: HttpRequest) -> bool:
    """Whether less has come than was announced, as when the network goes away in the middle."""
    # Django counts what it reads of a form with files, and keeps the whole of another; it tells neither.
    stream = request._stream
    body = getattr(request, "_body", None)
    read = getattr(stream, "_pos", None) if body is None else len(body)
    return read is not None and read < _length(request)


def _too_large(request: HttpRequest, limit: int, *, unread: bool) -> HttpResponse:
    """Refuse a form; ``limit``: bytes of the whole where it was left ``unread``, else of its fields
    without files."""
    return render(request, "413.html", {"most": limit // (1024 * 1024), "unread": unread}, status=413)

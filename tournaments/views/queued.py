"""Forms that a page keeps until they have arrived (``portal.kept_forms``, ``docs/hall.md``).

The form is done for the person alone who has filled it in, and its answer is meant for a script: ``done``
says that this site has done it. The key of the form makes it count once, however often it comes.
"""

from __future__ import annotations

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, JsonResponse

from portal.kept_forms import ANSWER, DONE, FOR

LATE = "X-Queued-Late"


def is_queued(request: HttpRequest) -> bool:
    return FOR in request.headers


def is_for_another(request: HttpRequest) -> bool:
    """Whether somebody else is signed in than the one who has filled the form in."""
    return is_queued(request) and request.headers[FOR] != str(request.user.pk)


def sign_in_answer() -> HttpResponse:
    """Nothing is done; the page goes on keeping the form."""
    return JsonResponse({"sign_in": True}, status=401)


def decided(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer to a form from such a page, where it is done. One that comes `LATE` is told what would have
    stood on the next page, which nobody is about to see."""
    if response.status_code == 302:
        said = [str(message) for message in get_messages(request)] if LATE in request.headers else []
        response = JsonResponse({"next": response["Location"], "said": said})
    if response.status_code < 400:
        response[ANSWER] = DONE
    return response

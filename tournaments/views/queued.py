"""Forms that a page keeps until they have arrived (``portal/static/portal/queue.js``, ``docs/hall.md``).

Such a page names in the header `FOR` the person who has filled the form in. The form is done for that person
alone, and its answer is meant for a script: `DONE` or `REFUSED` in the header `ANSWER` says that this site
has decided, where any other answer (a proxy's, a login page of the hall's network) decides nothing. The key
of the form makes it count once, however often it comes.
"""

from __future__ import annotations

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, JsonResponse

FOR = "X-Queued-For"
LATE = "X-Queued-Late"
ANSWER = "X-Queued"
DONE, REFUSED = "done", "refused"


def is_queued(request: HttpRequest) -> bool:
    return FOR in request.headers


def is_for_another(request: HttpRequest) -> bool:
    """Whether somebody else is signed in than the one who has filled the form in."""
    return is_queued(request) and request.headers[FOR] != str(request.user.pk)


def sign_in_answer() -> HttpResponse:
    """Nothing is done; the page goes on keeping the form."""
    return JsonResponse({"sign_in": True}, status=401)


def decided(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer to a form from such a page. One that comes `LATE` is told what would have stood on the next
    page, which nobody is about to see."""
    if response.status_code == 302:
        said = [str(message) for message in get_messages(request)] if LATE in request.headers else []
        response = JsonResponse({"next": response["Location"], "said": said})
    response[ANSWER] = DONE if response.status_code < 400 else REFUSED
    return response

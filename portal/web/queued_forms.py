"""Answer forms that a page keeps on the device until this site has decided on them
(``static/portal/queue.js``)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

FOR = "X-Queued-For"
ANSWER = "X-Queued"
DONE, REFUSED = "done", "refused"

# Refusals that end: by signing in, or by waiting.
FOR_NOW = frozenset({401, 408, 425, 429})


# Such a page names in a header the person who has filled the form in. What this site refuses for good is
# marked in another, wherever it is refused: by a view, by an address that is not there any more, by the
# limits of a form. An answer without the mark, a proxy's or that of a page that failed, decides nothing, and
# the form is sent again.
class QueuedForms:
    """Mark what is refused for good."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if FOR in request.headers and is_refused_for_good(response.status_code):
            response[ANSWER] = REFUSED
        return response


def is_refused_for_good(status: int) -> bool:
    return 400 <= status < 500 and status not in FOR_NOW

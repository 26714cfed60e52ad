"""The public page of a person over all events. Like the search it depends on nothing but the address."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from portal.published import NotPublishedError, UnpublishedError
from portal.published.views import gone
from tournaments.queries.public_persons import person_page
from tournaments.views.public_search import cacheable_page


@require_safe
def public_person(request: HttpRequest, code: UUID) -> HttpResponse:
    """``against``: the code of an opponent, all games with whom are listed."""
    try:
        page = person_page(code, request.GET.get("against", ""))
    except NotPublishedError:
        raise Http404 from None
    except UnpublishedError:
        return gone(request)
    if page.code != str(code):
        return HttpResponsePermanentRedirect(reverse("public_person", args=[page.code]))
    return cacheable_page("tournaments/public/person.html", {"page": page, "path": page.path})


SITE = [path("person/<uuid:code>/", public_person, name="public_person")]

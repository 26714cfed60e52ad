"""Show a person over all events, and the photo; the page depends on nothing but the address."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import path, re_path, reverse
from django.views.decorators.http import require_safe

from portal.published import NotPublishedError, UnpublishedError
from portal.published.views import gone
from tournaments.models import Portrait
from tournaments.queries.public.public_persons import person_page
from tournaments.views.public.public_search import cacheable, cacheable_page


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


@require_safe
def photo(_request: HttpRequest, code: str, stamp: str) -> HttpResponse:
    """The picture itself, kept no longer than the page: who takes it away expects it to be gone."""
    portraits = Portrait.objects.filter(person__uid=code, person__listed=True, person__erased_at=None)
    portrait = portraits.first()
    if portrait is None or portrait.stamp != stamp:
        raise Http404
    return cacheable(HttpResponse(bytes(portrait.body), content_type="image/jpeg"))


SITE = [
    path("person/<uuid:code>/", public_person, name="public_person"),
    re_path(
        r"^person/(?P<code>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/photo-(?P<stamp>[0-9a-f]{16})\.jpg$",
        photo,
        name="photo",
    ),
]

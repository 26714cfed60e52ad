"""What everybody may read around the events: who owns them, who plays, and who leads the lists."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.problems import Problem
from portal.api.schema import listed, looked_up
from portal.api.views import PublicList
from portal.published.documents import plain
from tournaments.models import Organisation
from tournaments.models.search import with_words
from tournaments.queries.organisations import OrganisationPage, present_address, public_organisation
from tournaments.queries.public import OrganisationLine, organisation_line
from tournaments.queries.public_lists import (
    ListedPerson,
    RatedPerson,
    listed_person,
    public_persons,
    rated_person,
    rating_list,
)
from tournaments.queries.public_persons import ProfilePage, person_page
from tournaments.state.name_search import needles

LEVEL = OpenApiParameter("level", enum=Organisation.Level.values)
NAME = OpenApiParameter("q", description=_("A name in any writing."))
PARENT = OpenApiParameter("parent", description=_("URL name of an organisation: only those right below it."))
FEDERATION = OpenApiParameter("federation", description=_("Three-letter code."))
AGAINST = OpenApiParameter(
    "against", description=_("Code of an opponent: all games between the two are listed.")
)
ISSUER = OpenApiParameter(
    "issuer",
    required=True,
    description=_("wxf, axf, egf, aga, ffg, fide, or a federation's code in small letters."),
)


class Organisations(PublicList):
    queries = {"GET": ("limit", "cursor", "q", "level", "parent")}

    @listed(
        "organisations_list",
        _("Federations, associations and clubs"),
        OrganisationLine,
        NAME,
        LEVEL,
        PARENT,
        public=True,
    )
    def get(self, request: Request) -> Response:
        return self.page(_organisations(request), organisation_line)


class OrganisationDocument(PublicList):
    @looked_up(
        "organisations_read", _("An organisation: its calendar, its champions, its parts"), OrganisationPage
    )
    def get(self, request: Request, slug: str) -> Response:
        found = public_organisation(slug)
        if found is None:
            raise Http404
        return Response(plain(found))


class Persons(PublicList):
    queries = {"GET": ("limit", "cursor", "q", "federation")}

    @listed(
        "persons_public", _("Persons who have a public page"), ListedPerson, NAME, FEDERATION, public=True
    )
    def get(self, request: Request) -> Response:
        asked = request.query_params
        found = public_persons(asked.get("q", ""), asked.get("federation", ""))
        if found is None:
            raise Problem(400, "bad-query", name="q")
        return self.page(found, listed_person)


class PersonDocument(PublicList):
    queries = {"GET": ("against",)}

    @looked_up("persons_read", _("A person over all public events"), ProfilePage, AGAINST)
    def get(self, request: Request, code: UUID) -> Response:
        return Response(plain(person_page(code, request.query_params.get("against", ""))))


class RatingList(PublicList):
    queries = {"GET": ("limit", "cursor", "issuer", "federation")}

    @listed(
        "persons_ratings",
        _("A list of ratings: of everybody the newest value, the highest first"),
        RatedPerson,
        ISSUER,
        FEDERATION,
        public=True,
    )
    def get(self, request: Request) -> Response:
        asked = request.query_params
        if not asked.get("issuer"):
            raise Problem(400, "bad-query", name="issuer")
        found = rating_list(asked["issuer"], asked.get("federation", ""))
        return self.page(found, rated_person, ordering=("-value", "pk"))


def _organisations(request: Request) -> QuerySet[Organisation]:
    found, asked = Organisation.objects.all(), request.query_params
    if "q" in asked:
        ways = needles(asked["q"])
        if not ways:
            raise Problem(400, "bad-query", name="q")
        found = found.filter(with_words(ways))
    if "level" in asked:
        if asked["level"] not in Organisation.Level.values:
            raise Problem(400, "bad-query", name="level")
        found = found.filter(level=asked["level"])
    if "parent" in asked:
        found = found.filter(parent__slug=present_address(asked["parent"]) or asked["parent"])
    return found

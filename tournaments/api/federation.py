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
from portal.policy import Refusal
from portal.published.documents import plain_value
from tournaments.exchange.ratings.fide_lists import FIDE_ISSUERS
from tournaments.models import Organisation
from tournaments.models.search import with_words
from tournaments.queries.entering.organisations import OrganisationPage, present_address, public_organisation
from tournaments.queries.public.public import OrganisationLine, organisation_line
from tournaments.queries.public.public_lists import (
    ListedPerson,
    RatedPerson,
    person_line,
    public_persons,
    rated_person,
    rating_list,
)
from tournaments.queries.public.public_persons import ProfilePage, person_page
from tournaments.text.name_search import needles

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
    description=_(
        "wxf, axf, egf, aga, ffg, or a federation's code in small letters; FIDE's lists are not given on."
    ),
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
        page = public_organisation(slug)
        if page is None:
            raise Http404
        return Response(plain_value(page))


class Persons(PublicList):
    queries = {"GET": ("limit", "cursor", "q", "federation")}

    @listed(
        "persons_public", _("Persons who have a public page"), ListedPerson, NAME, FEDERATION, public=True
    )
    def get(self, request: Request) -> Response:
        query = request.query_params
        persons = public_persons(query.get("q", ""), query.get("federation", ""))
        if persons is None:
            raise Problem(400, "bad-query", name="q")
        return self.page(persons, person_line)


class PersonDocument(PublicList):
    queries = {"GET": ("against",)}

    @looked_up("persons_read", _("A person over all public events"), ProfilePage, AGAINST)
    def get(self, request: Request, code: UUID) -> Response:
        return Response(plain_value(person_page(code, request.query_params.get("against", ""))))


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
        query = request.query_params
        if not query.get("issuer"):
            raise Problem(400, "bad-query", name="issuer")
        if query["issuer"] in FIDE_ISSUERS.values():
            raise Refusal("list-not-given-on", field="issuer")
        ratings = rating_list(query["issuer"], query.get("federation", ""))
        return self.page(ratings, rated_person, ordering=("-value", "pk"))


def _organisations(request: Request) -> QuerySet[Organisation]:
    organisations, query = Organisation.objects.all(), request.query_params
    if "q" in query:
        ways = needles(query["q"])
        if not ways:
            raise Problem(400, "bad-query", name="q")
        organisations = organisations.filter(with_words(ways))
    if "level" in query:
        if query["level"] not in Organisation.Level.values:
            raise Problem(400, "bad-query", name="level")
        organisations = organisations.filter(level=query["level"])
    if "parent" in query:
        organisations = organisations.filter(parent__slug=present_address(query["parent"]) or query["parent"])
    return organisations

"""Whether a licence is valid, for programs: by its number, and nothing else of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.problems import Problem
from portal.api.schema import read
from portal.published.documents import plain_value
from tournaments.api.access import StaffView
from tournaments.organisation_roles import CHECK_LICENCE
from tournaments.queries.register.licences import is_valid


@dataclass(frozen=True, slots=True)
class LicenceValidity:
    licence: Annotated[str, _("The code of its kind.")]
    number: str
    on: date
    valid: Annotated[bool, _("False also where there is no licence of this number.")]


class LicenceCheck(StaffView):
    scopes = {"GET": "licences"}
    queries = {"GET": ("licence", "number", "on")}

    @read(
        "licences_check",
        _("Whether a licence is valid on a day"),
        LicenceValidity,
        OpenApiParameter("licence", required=True, description=_("The code of its kind.")),
        OpenApiParameter("number", required=True),
        OpenApiParameter("on", date, required=True, description=_("The day, as 2026-11-23.")),
    )
    def get(self, request: Request, **place: Any) -> Response:
        self.access(CHECK_LICENCE, place)
        query = request.query_params
        try:
            on = date.fromisoformat(query.get("on", ""))
        except ValueError:
            raise Problem(400, "bad-query", name="on") from None
        kind, number = query.get("licence", ""), query.get("number", "")
        return Response(plain_value(LicenceValidity(kind, number, on, is_valid(kind, number, on))))

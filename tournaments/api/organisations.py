"""Organisations as programs keep them: founded, described, moved; their series, events offered to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.urls import path
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.schema import listed
from tournaments.acts.entering.handovers import accept_event, reject_event
from tournaments.acts.entering.organisations import (
    add_series,
    change_organisation,
    delete_series,
    found_organisation,
    move_organisation,
    rename_series,
    set_federation,
    set_series,
)
from tournaments.api.access import StaffView, api_act_url
from tournaments.organisation_roles import ACCEPT
from tournaments.queries.entering.organisations import waiting_offers

SCOPE = "organisations"


@dataclass(frozen=True, slots=True)
class Offer:
    handover: Annotated[int, _("Identifies it when it is accepted or rejected.")]
    event: Annotated[str, _("The event's URL name.")]
    at: datetime


class Offers(StaffView):
    scopes = {"GET": "read"}
    queries = {"GET": ("limit", "cursor")}

    @listed("organisations_offers", _("Events that are handed over and wait for an answer"), Offer)
    def get(self, request: Request, **place: Any) -> Response:
        access = self.access(ACCEPT, place)
        return self.page(
            waiting_offers(access.organisation), lambda offer: Offer(offer.pk, offer.event.slug, offer.at)
        )


OF_SITE = [
    api_act_url(
        "organisations/found",
        found_organisation,
        SCOPE,
        "organisations_found",
        _("New organisation"),
        status=201,
    )
]
ORGANISATION = [
    api_act_url(
        "change", change_organisation, SCOPE, "organisations_change", _("Change what it says of itself")
    ),
    api_act_url("move", move_organisation, SCOPE, "organisations_move", _("Change its level and place")),
    api_act_url(
        "federation",
        set_federation,
        SCOPE,
        "organisations_federation",
        _("Say whose persons it keeps"),
        body="FederationBody",
    ),
    api_act_url(
        "series", add_series, SCOPE, "organisations_series_add", _("Add a series of events"), status=201
    ),
    api_act_url("series/rename", rename_series, SCOPE, "organisations_series_rename", _("Rename a series")),
    api_act_url("series/set", set_series, SCOPE, "organisations_series_set", _("Set the events of a series")),
    api_act_url("series/delete", delete_series, SCOPE, "organisations_series_delete", _("Delete a series")),
    path("offers", Offers.as_view(), name="api_offers"),
    api_act_url(
        "offers/<int:handover>/accept",
        accept_event,
        SCOPE,
        "organisations_accept",
        _("Accept an event that is handed over"),
    ),
    api_act_url(
        "offers/<int:handover>/reject",
        reject_event,
        SCOPE,
        "organisations_reject",
        _("Reject an event that is handed over"),
    ),
]

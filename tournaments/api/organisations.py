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
from tournaments.acts.handovers import accept_event, reject_event
from tournaments.acts.organisations import (
    add_series,
    change_organisation,
    delete_series,
    found_organisation,
    move_organisation,
    rename_series,
    set_federation,
    set_series,
)
from tournaments.api.access import StaffView, acting
from tournaments.offices import ACCEPT
from tournaments.queries.organisations import waiting_offers

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
            waiting_offers(access.organisation), lambda one: Offer(one.pk, one.event.slug, one.at)
        )


OF_SITE = [
    acting(
        "organisations/found",
        found_organisation,
        SCOPE,
        "organisations_found",
        _("New organisation"),
        status=201,
    )
]
ORGANISATION = [
    acting("change", change_organisation, SCOPE, "organisations_change", _("Change what it says of itself")),
    acting("move", move_organisation, SCOPE, "organisations_move", _("Change its level and place")),
    acting(
        "federation",
        set_federation,
        SCOPE,
        "organisations_federation",
        _("Say whose persons it keeps"),
        body="FederationBody",
    ),
    acting("series", add_series, SCOPE, "organisations_series_add", _("Add a series of events"), status=201),
    acting("series/rename", rename_series, SCOPE, "organisations_series_rename", _("Rename a series")),
    acting("series/set", set_series, SCOPE, "organisations_series_set", _("Set the events of a series")),
    acting("series/delete", delete_series, SCOPE, "organisations_series_delete", _("Delete a series")),
    path("offers", Offers.as_view(), name="api_offers"),
    acting(
        "offers/<int:handover>/accept",
        accept_event,
        SCOPE,
        "organisations_accept",
        _("Accept an event that is handed over"),
    ),
    acting(
        "offers/<int:handover>/reject",
        reject_event,
        SCOPE,
        "organisations_reject",
        _("Reject an event that is handed over"),
    ),
]

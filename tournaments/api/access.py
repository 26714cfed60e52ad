"""How a view of the interface gets its object: as the desk's views do, fetched and authorised in one step."""

from __future__ import annotations

from typing import Any

from portal.api.once import once_of
from portal.api.views import ApiView
from tournaments.policy import Act
from tournaments.requests.access import (
    EntryAccess,
    EventAccess,
    RoundAccess,
    SectionAccess,
    access_entry,
    access_event,
    access_round,
    access_section,
)


class StaffView(ApiView):
    """A view of the desk. ``access_…`` raise Http404 or `Denied`."""

    def event(self, parts: dict[str, Any], act: Act) -> EventAccess:
        return access_event(self.user, parts["event"], act)

    def section(self, parts: dict[str, Any], act: Act) -> SectionAccess:
        return access_section(self.user, parts["event"], parts["section"], act)

    def round(self, parts: dict[str, Any], act: Act) -> RoundAccess:
        return access_round(self.user, parts["event"], parts["section"], parts["number"], act)

    def entry(self, parts: dict[str, Any], act: Act) -> EntryAccess:
        return access_entry(self.user, parts["event"], parts["section"], parts["entry"], act)

    @property
    def once(self) -> str:
        """The acts' ``once``, from the header of the request."""
        return once_of(self.request, self.user)

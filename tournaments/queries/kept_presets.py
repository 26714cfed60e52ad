"""Which presets are kept where an event is, and which its sections can be made by."""

from __future__ import annotations

from django.db.models import QuerySet

from portal.accounts.models import User
from tournaments.models import Event, KeptPreset
from tournaments.queries.entering.organisations import lineage


def presets_kept_with(event: Event, by: User) -> QuerySet[KeptPreset]:
    """Those of the organisation whose event it is; of nobody's event the person's own."""
    if event.organisation:
        return KeptPreset.objects.filter(organisation=event.organisation)
    return KeptPreset.objects.filter(user=by)


def presets_offered(event: Event, by: User) -> QuerySet[KeptPreset]:
    """These, and those of every organisation above."""
    if event.organisation is None:
        return presets_kept_with(event, by)
    return KeptPreset.objects.filter(organisation__in=[event.organisation, *lineage(event.organisation)])

"""The teams of a section with their players, for the desk."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournaments.models import Entry, Section, Team


def teams_of(section: Section) -> list[Team]:
    """By name, each with ``members``: its entries by number. Two queries for any number."""
    members = Prefetch("entries", _entries(section), to_attr="members")
    return list(section.teams.select_related("federation").prefetch_related(members))


def without_team(section: Section) -> QuerySet[Entry]:
    """Those who have none, by number, then by name."""
    return _entries(section).filter(team=None).exclude(status=Entry.Status.WITHDRAWN)


def _entries(section: Section) -> QuerySet[Entry]:
    entries = Entry.objects.filter(section=section).select_related("player")
    return entries.order_by("number", "player__name", "pk")

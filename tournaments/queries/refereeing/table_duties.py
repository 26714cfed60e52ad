"""Which referee looks after which tables."""

from __future__ import annotations

from django.db.models import QuerySet

from portal.accounts.models import User
from tournaments.models import Membership, Role, Section, TableDuty
from tournaments.state.table_ranges import Ranges, read_ranges


def referees_of(section: Section) -> QuerySet[Membership]:
    """To whom tables can be given."""
    return section.event.memberships.filter(
        role__in=(Role.CHIEF_REFEREE, Role.REFEREE, Role.DESK)
    ).select_related("user")


def given_tables(section: Section, user: User) -> Ranges:
    """Those that were given to somebody; none where nobody has given any. One query."""
    rows = TableDuty.objects.filter(section=section, membership__user=user)
    return tuple(pair for text in rows.values_list("tables", flat=True) for pair in read_ranges(text))

"""Players of one name, told apart in lists over several sections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tournaments.models import Entry
from tournaments.models.event import BEARING
from tournaments.state.namesakes import Apart, Bearer, told_apart


def namesakes_in(sections: Iterable[int]) -> dict[int, Apart]:
    """What tells players of one name in one section apart, by id of the entry. One query; of one section
    alone `Section.namesakes` knows."""
    bearers: dict[int, list[Bearer]] = defaultdict(list)
    for section, *row in (
        Entry.objects.filter(section__in=sections).order_by().values_list("section", *BEARING)
    ):
        bearers[section].append(Bearer(*row))
    return {key: apart for group in bearers.values() for key, apart in told_apart(group).items()}

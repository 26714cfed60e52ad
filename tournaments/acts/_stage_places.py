"""The places of a later stage are filled: who has qualified gets an entry and a number."""

from __future__ import annotations

from portal.policy import Refusal
from tournaments.exchange.pair_rules import carried_row
from tournaments.models import Entry, Section
from tournaments.queries.stages import carried_results, stage_places

BEGUN = {"not-over": "source-open", "tied": "source-tied"}


def take_places(section: Section) -> dict[int, int]:
    """Number those who come from earlier stages, in the order of the places; the numbers by entry."""
    places = stage_places(section)
    here = {entry.player_id: entry for entry in section.entries.all()}
    new: list[Entry] = []
    in_place: list[int] = []
    taken: set[int] = set()
    for row in places:
        if row.is_open:
            code = BEGUN.get(row.is_open, "source-gone")
            raise Refusal(code, place=row.place, source=row.words)
        if row.entry is None:
            in_place.append(0)
            continue
        if row.entry.player_id in taken:
            raise Refusal("comes-twice", place=row.place, source=row.words)
        taken.add(row.entry.player_id)
        # The section keeps a number for each place: 0 where it stays empty.
        in_place.append(len(taken))
        entry = here.get(row.entry.player_id)
        # Who had entered here already keeps that entry.
        if entry is None:
            entry = Entry(section=section, player=row.entry.player, rating=row.entry.rating)
            new.append(entry)
        entry.number = len(taken)
        # Whoever comes from a stage that was played is here.
        if entry.status == Entry.Status.ENTERED:
            entry.status = Entry.Status.CHECKED_IN
        here[row.entry.player_id] = entry
    Entry.objects.bulk_update(
        [entry for entry in here.values() if entry.number and entry.pk], ["number", "status"], batch_size=500
    )
    Entry.objects.bulk_create(new, batch_size=500)
    numbers = {
        (row.entry.section_id, row.entry.number or 0): here[row.entry.player_id].number or 0
        for row in places
        if row.entry
    }
    carried = [carried_row(row) for row in carried_results(section, numbers)]
    section.options = {
        **section.options,
        "places": in_place,
        **({"carried": carried} if carried else {}),
    }
    return {entry.pk: entry.number for entry in here.values() if entry.number}

"""The go congress of the demonstration: 60 people with grades, two rounds with handicap, a second start."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core.management import call_command

from portal.journal.models import JournalEntry
from tournaments.demo import cast
from tournaments.demo.congress import EVENT, go_players, load_congress
from tournaments.models import Pairing, Round
from tournaments.pages.files import FILES
from tournaments.pairing import verify
from tournaments.queries.files import file_written, section_as_file, section_headings
from tournaments.queries.tournament import tournament_of


def test_sixty_people_of_ten_countries() -> None:
    people = go_players(2026)
    assert people == go_players(2026) != go_players(7)
    assert len(people) == len({person.name for person in people}) == 60
    assert len({person.federation for person in people}) == 10
    pins = [person.egf_pin for person in people if person.egf_pin]
    assert len(set(pins)) == len(pins) == 53
    assert all(
        person.grade and person.club and person.name.endswith(f" {person.given_name}") for person in people
    )
    # Who is new has no number, no rating, and claims more than the organisers believe.
    assert all(
        bool(person.egf_pin) == (person.rating is not None) == (not person.declared_grade)
        for person in people
    )
    assert (people[0].grade, people[-1].grade) == ("7d", "20k")


@pytest.mark.matrix
@pytest.mark.django_db(transaction=True)
def test_two_rounds_with_handicap_are_played() -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    section = load_congress(users, seed=2026)
    assert section is not None
    assert (section.event.slug, section.entries.count(), section.rounds) == (EVENT, 60, 5)
    states = Counter(section.round_set.values_list("state", flat=True))
    assert states == {Round.State.CLOSED: 2, Round.State.PLANNED: 3}
    tables = Pairing.objects.filter(round__section=section, table__isnull=False)
    assert Counter(tables.values_list("round__number", flat=True)) == {1: 30, 2: 28}
    assert Counter(tables.values_list("handicap", flat=True)).keys() >= {0, 1, 2}
    assert Pairing.objects.filter(round__section=section, table__isnull=True).count() == 1
    whole = tournament_of(section)
    assert all(verify(whole, number).ok for number in (1, 2))
    # What everybody may have is the same table with the same headings.
    for key in ("h9", "tou"):
        file = FILES[f"file-{key}"]
        desk = file_written(section_as_file(section), key, section_headings(section, public=False)).data
        assert file.file(file.read({"section": section.pk}).data) == desk
    table = file_written(section_as_file(section), "h9", section_headings(section, public=False)).data.decode(
        "iso8859-15"
    )
    assert f"; EV[{section.event.name}]" in table
    assert len([line for line in table.splitlines() if not line.startswith(";")]) == 60
    rows = JournalEntry.objects.count()
    assert load_congress(users, seed=7) is None
    assert JournalEntry.objects.count() == rows

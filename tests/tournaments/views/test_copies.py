"""What one event does to a person leaves every other event as it is: its pages, its files, its journal. Each
event has a copy of the person's particulars, and whoever is forgotten is forgotten in all of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from portal import outbox
from portal.journal.models import JournalEntry
from portal.published import Page
from tests import factories
from tests.cached_worlds import remembered
from tests.world import ValidClient, World
from tournaments.acts.entering.import_players import import_players
from tournaments.acts.entering.players import correct_player, enter_player, erase_player
from tournaments.acts.import_section import import_section
from tournaments.acts.register.person_input import PersonInput
from tournaments.exchange.people import read_people
from tournaments.models import Entry, Event, Player, Section
from tournaments.pages import paths
from tournaments.queries.files import section_as_file

pytestmark = pytest.mark.django_db
NAME, FEDERATION = "Wu Lan", "CHN"


@pytest.fixture
@remembered
def finished(drawn: World) -> Section:
    """A section of Charlie's event that is over, all of its pages public. Wu Lan plays in it. At the event of
    the others nobody is called so."""
    Player.objects.filter(event=drawn.event).update(name="Somebody else")
    section = factories.make_section(drawn.other.event, "veterans", rounds=2, name="Veterans")
    factories.make_entries(section, 8)
    Player.objects.filter(event=section.event, name=NAME).update(native_name="", birth_year=1990, rating=2200)
    factories.play(section, 2)
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    section.refresh_from_db()
    factories.announce(section)
    outbox.drain()
    return section


def public(event: Event) -> dict[str, tuple[int, bytes]]:
    """Version and bytes of every page of an event, asked for as its readers do."""
    outbox.drain()
    reader = ValidClient()
    for path in Page.objects.filter(path__startswith=f"e/{event.slug}/").values_list("path", flat=True):
        reader.get(f"/en/{path}")  # whoever comes first has it rendered
    pages = Page.objects.filter(path__startswith=f"e/{event.slug}/").order_by("path")
    assert pages.count() > 8
    return {page.path: (page.version, reader.get(f"/en/{page.path}").content) for page in pages}


def particulars(event: Event) -> list[Any]:
    return list(Player.objects.filter(event=event).order_by("pk").values())


def entry_of(answer: Any) -> Entry:
    return Entry.objects.select_related("player", "section__event").get(pk=answer["entry"])


@pytest.mark.slow
def test_a_correction_stays_at_its_event(drawn: World, finished: Section) -> None:
    other, carol = finished.event, drawn.users["carol"]
    before, stood = public(other), particulars(other)
    assert any(NAME.encode() in body for _, body in before.values())
    typed = PersonInput(NAME, FEDERATION, native_name="吴岚", club="Dawn")
    answer = enter_player(section=drawn.section, person=typed, by=carol)
    assert (answer["known"], answer["kept"]) == (True, [])
    entry = entry_of(answer)
    correct_player(entry=entry, person=PersonInput("Eve Marten", "GER", rating=1), by=carol)
    entry.refresh_from_db()
    assert (entry.player.event, entry.player.name) == (drawn.event, "Eve Marten")

    assert particulars(other) == stood
    assert public(other) == before
    assert not JournalEntry.objects.filter(scope=f"event:{other.pk}").exists()
    here = JournalEntry.objects.filter(scope=f"event:{drawn.event.pk}", act="correct_player")
    assert here.get().by == carol


@pytest.mark.slow
def test_who_is_known_brings_what_was_not_typed(drawn: World, finished: Section) -> None:
    typed = PersonInput(NAME, FEDERATION, native_name="吴岚", rating=1800)
    entry = entry_of(enter_player(section=drawn.section, person=typed, by=drawn.users["carol"]))
    copy, source = entry.player, Player.objects.get(event=finished.event, name=NAME)
    assert copy.pk != source.pk
    assert copy.person_id == source.person_id
    assert (copy.native_name, copy.birth_year, copy.rating, entry.rating) == ("吴岚", 1990, 1800, 1800)
    assert (source.native_name, source.rating) == ("", 2200)


@pytest.mark.slow
def test_lists_and_files_leave_other_events_alone(drawn: World, finished: Section) -> None:
    other, alice = finished.event, drawn.users["alice"]
    before, stood = public(other), particulars(other)
    text = f"name,native name,federation,club\n{NAME},吴岚,CHN,Dawn\n"
    rows = read_people(text.encode(), federations={"CHN"}).rows
    import_players(section=drawn.section, rows=rows, by=alice)
    import_section(
        event=drawn.event,
        tournament=section_as_file(finished),
        slug="from-file",
        name="From a file",
        preset="wxc2015",
        by=alice,
    )
    assert particulars(other) == stood
    assert public(other) == before
    # Both sections of this event have one copy of her; of everybody else the file made one.
    mine = Player.objects.get(event=drawn.event, name=NAME)
    assert (mine.native_name, mine.entries.count()) == ("吴岚", 2)
    assert Player.objects.filter(event=drawn.event, entries__section__slug="from-file").count() == 8
    from_file = Player.objects.filter(entries__section__slug="from-file")
    there = Player.objects.filter(entries__section=finished)
    assert set(from_file.values_list("person")) == set(there.values_list("person"))


@pytest.mark.slow
def test_at_the_event_itself_both_sections_show_the_correction(drawn: World) -> None:
    entry = drawn.section.entries.select_related("player", "section__event").get(number=1)
    rapid = factories.make_section(drawn.event, "rapid", name="Rapid")
    again = factories.enter_again(entry, rapid, number=1)
    assert again.player_id == entry.player_id
    factories.announce(rapid)
    correct_player(entry=entry, person=PersonInput("Xie Jing", "CHN"), by=drawn.users["carol"])
    outbox.drain()
    response = ValidClient().get(f"/en/{paths.player_path(rapid, 1)}")
    assert "Xie Jing" in response.content.decode()


@pytest.mark.slow
def test_forgetting_reaches_every_copy(drawn: World, finished: Section) -> None:
    admin, carol = drawn.users["admin"], drawn.users["carol"]
    entry = entry_of(enter_player(section=drawn.section, person=PersonInput(NAME, FEDERATION), by=carol))
    # By now the two events call her differently.
    correct_player(entry=entry, person=PersonInput("Wu Lan-Meyer", "GER"), by=carol)
    entry = entry_of({"entry": entry.pk})
    erase_player(entry=entry, confirm="Wu Lan-Meyer", by=admin)
    copies = Player.objects.filter(person=entry.player.person_id)
    assert copies.count() == 2
    assert not copies.filter(erased_at=None).exists()
    assert len(set(copies.values_list("name", flat=True))) == 1
    assert not any(b"Wu Lan" in body for _, body in public(finished.event).values())
    scopes = JournalEntry.objects.filter(act="erase_player").values_list("scope", flat=True)
    assert set(scopes) == {f"event:{drawn.event.pk}", f"event:{finished.event.pk}"}


@pytest.mark.long
def test_older_databases_are_split(transactional_db: None) -> None:
    """A player of two events becomes two copies of one person; one of no event is gone."""
    executor = MigrationExecutor(connection)
    names = sorted(name for app, name in executor.loader.disk_migrations if app == "tournaments")
    split = next(name for name in names if name.endswith("copy_players_to_events"))
    before = next(name for name in names if name.endswith("players_of_an_event"))
    leaves = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate([("tournaments", before)])
        apps = executor.loader.project_state([("tournaments", before)]).apps
        fill_as_it_was(apps)
        executor = MigrationExecutor(connection)
        executor.migrate([("tournaments", split)])
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(leaves)
    both = Player.objects.filter(name="Both").order_by("event")
    assert [player.event.slug for player in both] == ["one", "two"]
    assert len({player.person_id for player in both}) == 1
    assert [list(player.entries.values_list("section__slug", flat=True)) for player in both] == [
        ["men", "open"],
        ["men"],
    ]
    assert not Player.objects.filter(name="Nowhere").exists()


def fill_as_it_was(apps: Any) -> None:
    model = {name: apps.get_model("tournaments", name) for name in ("Event", "Section", "Player", "Entry")}
    federation = apps.get_model("tournaments", "Federation").objects.create(code="CHN", name_en="China")
    both, _ = (model["Player"].objects.create(name=n, federation=federation) for n in ("Both", "Nowhere"))
    for slug, sections in (("one", ("men", "open")), ("two", ("men",))):
        event = model["Event"].objects.create(slug=slug, name=slug, starts="2026-01-01", ends="2026-01-02")
        for name in sections:
            section = model["Section"].objects.create(event=event, slug=name, name=name, rounds=3, seed="s")
            model["Entry"].objects.create(section=section, player=both)

"""Writing people down as players and entries: what entering one, a list of them and a whole file share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.register._new_persons import register_persons
from tournaments.acts.register.person_input import FILLED, PersonInput, particulars, tidy
from tournaments.models import Absence, Entry, Event, Federation, Player, Round, Section, Team
from tournaments.models import Person as Registered
from tournaments.models.people import stored_name_key
from tournaments.policy import Act, check_section_state
from tournaments.queries.entering.entries import playing_in
from tournaments.state.lots import canonical, late_number


@dataclass(frozen=True, slots=True)
class PlayerWritten:
    """Hold the event's copy of somebody; ``differing_fields`` stayed although something else was typed."""

    player: Player
    is_known: bool
    differing_fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryWritten:
    """An entry that was written; ``is_known`` and ``differing_fields`` as in `PlayerWritten`."""

    entry: Entry
    is_known: bool
    differing_fields: tuple[str, ...]


def check_takes_players(section: Section) -> None:
    """Whether the section still takes players."""
    check_section_state(Act.ENTER_PLAYER, section)
    if section.lots_drawn_at and not section.is_swiss:
        # A Berger table is made for a fixed number of players.
        raise Refusal("no-late-entry")


def check_room(section: Section, more: int) -> None:
    """Whether so many ``more`` may enter. Raises ``section-full``."""
    if section.capacity is None:
        return
    entries = playing_in(section).count()
    if entries + more > section.capacity:
        room = max(0, section.capacity - entries)
        raise Refusal("section-full", most=section.capacity, entries=entries, room=room)


def entered_in(section: Section) -> dict[int, str]:
    """Status of the entries in a section, by person."""
    return dict(section.entries.values_list("player__person", "status"))


def check_not_entered(person: PersonInput, player: Player | None, entered: Mapping[int, str]) -> None:
    """``entered``: as `entered_in` says. Raises ``already-entered`` or ``withdrawn-already``."""
    if player is None or player.person_id not in entered:
        return
    withdrawn = entered[player.person_id] == Entry.Status.WITHDRAWN
    code = "withdrawn-already" if withdrawn else "already-entered"
    raise Refusal(code, field="name", name=person.name, federation=person.federation)


def write_entries(
    section: Section, people: Sequence[tuple[PersonInput, Player | None]]
) -> list[EntryWritten]:
    """Enter people who were checked, each with the player if known, into a section that the caller has
    locked.

    As many queries for one as for hundreds."""
    check_room(section, len(people))
    written = write_players(section, people)
    # Of a list hardly anybody has a team or a category, and nothing is asked where nobody has.
    with_team = [person for person, _ in people if person.team]
    teams = _teams(section, with_team) if with_team else {}
    taken = taken_numbers(section)
    two_groups = has_two_groups(section)
    entries: list[Entry] = []
    for (person, _player), item in zip(people, written, strict=True):
        number = None
        if section.lots_drawn_at:
            number = late_number(taken, person.group, two_groups=two_groups)
            taken.add(number)
        entries.append(
            Entry(
                section=section,
                player=item.player,
                number=number,
                group=person.group,
                rating=person.rating,
                team=teams.get(person.team),
            )
        )
    Entry.objects.bulk_create(entries, batch_size=500)
    if any(person.categories for person, _ in people):
        _categorise(section, [person for person, _ in people], entries)
    if section.lots_drawn_at:
        mark_absent(section, entries)
    return [
        EntryWritten(entry, item.is_known, item.differing_fields)
        for entry, item in zip(entries, written, strict=True)
    ]


def write_players(
    section: Section, people: Sequence[tuple[PersonInput, Player | None]]
) -> list[PlayerWritten]:
    """Write the event's copy of everybody, in the order given."""
    if any(not person.federation for person, _ in people):
        Federation.objects.get_or_create(code="")
    known_before = [player for _, player in people if player]
    locked = lock_known(known_before) if known_before else {}
    copies = {player.person_id: player for player in locked.values() if player.event_id == section.event_id}
    copies_used = [locked.get(player.pk) if player else None for _, player in people]
    # The copy that stands here, else one of somebody known from another event, else somebody new.
    here = [
        (person, copies.get(item.person_id) if item else None)
        for (person, _player), item in zip(people, copies_used, strict=True)
    ]
    differences = [differing(person, player) for person, player in here]
    if copies:
        fill_players([(person, player) for person, player in here if player], but=section)
    players = [
        player or _new_player(section.event, person, item)
        for (person, player), item in zip(here, copies_used, strict=True)
    ]
    register_persons([player for player in players if player.person_id is None])
    Player.objects.bulk_create([player for player in players if player.pk is None], batch_size=500)
    return [
        PlayerWritten(player, item is not None, fields)
        for player, item, fields in zip(players, copies_used, differences, strict=True)
    ]


def lock_known(players: Sequence[Player]) -> dict[int, Player]:
    """Lock the copies, at all events, of people who were found; return them fresh, by id."""
    # Before the copies, as merging and forgetting do: a copy that is added locks its person as well.
    rows = Registered.objects.select_for_update().filter(pk__in={player.person_id for player in players})
    # A person whom the register merged meanwhile is found under the one that is left.
    persons = [into or key for key, into in rows.order_by("pk").values_list("pk", "merged_into")]
    # One who was forgotten while this waited is nobody any more: nothing is written about that person again.
    forgotten = Player.objects.filter(erased_at__isnull=False)
    people = Player.objects.filter(person__in=persons).exclude(person__in=forgotten.values("person"))
    list(people.select_for_update().order_by("pk").values_list("pk"))
    # Asked anew: a copy may have been made while this was waiting.
    return {player.pk: player for player in people}


def mark_absent(section: Section, entries: Sequence[Entry]) -> None:
    """The entries did not play the public rounds."""
    numbers = list(_public(section).values_list("number", flat=True))
    Absence.objects.bulk_create(
        (Absence(entry=entry, round_number=number) for entry in entries for number in numbers),
        batch_size=500,
        ignore_conflicts=True,
    )


def _public(section: Section) -> QuerySet[Round]:
    return section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT))


def bring_back(section: Section, entries: Sequence[Entry]) -> None:
    """Have withdrawn entries of a locked section play again from the next round that is paired."""
    check_room(section, len(entries))
    # S2: rounds published meanwhile score nothing, neither as absences nor as half-point byes that were asked
    # for before, so that nobody's tie-breaks change.
    missed = Absence.objects.filter(round_number__in=_public(section).values("number"), entry__in=entries)
    missed.filter(round_number__gt=F("entry__withdrawn_after")).delete()
    # Whom the lots left out gets the next free number.
    if section.lots_drawn_at and (left_out := [entry for entry in entries if entry.number is None]):
        check_takes_players(section)
        taken, two_groups = taken_numbers(section), has_two_groups(section)
        for entry in left_out:
            entry.number = late_number(taken, entry.group, two_groups=two_groups)
            taken.add(entry.number)
        Entry.objects.bulk_update(left_out, ["number"], batch_size=500)
    keys = [entry.pk for entry in entries]
    section.entries.filter(pk__in=keys).update(status=Entry.Status.ENTERED, withdrawn_after=None)


def differing(person: PersonInput, player: Player | None) -> tuple[str, ...]:
    """The fields in which something else was typed than what stands."""
    if player is None:
        return ()
    typed = particulars(person)
    return tuple(f for f in FILLED if typed[f] and getattr(player, f) and typed[f] != getattr(player, f))


def fill_players(people: Sequence[tuple[PersonInput, Player]], *, but: Section) -> None:
    """Write what was typed about players of the event where nothing stood."""
    changed = []
    for person, player in people:
        typed = particulars(person)
        empty = [field for field in FILLED if typed[field] and not getattr(player, field)]
        for field in empty:
            setattr(player, field, typed[field])
        if empty:
            changed.append(player)
    Player.objects.bulk_update(changed, FILLED, batch_size=500)
    # The caller makes its own section's pages anew.
    pages.players_changed(changed, but=but)


def _new_player(event: Event, person: PersonInput, known_player: Player | None) -> Player:
    """The event's copy of somebody who is ``known_player`` from another one, or somebody new."""
    values = particulars(person)
    if known_player is not None:
        values = {field: value or getattr(known_player, field) for field, value in values.items()}
        values["person_id"] = known_player.person_id
    return Player(event=event, name=tidy(person.name), federation_id=person.federation, **values)


def _teams(section: Section, people: Sequence[PersonInput]) -> dict[str, Team]:
    names_there = set(section.teams.values_list("name", flat=True))
    wanted = {person.team: person.federation for person in people if person.team}
    Team.objects.bulk_create(
        Team(section=section, name=name, federation_id=federation or None)
        for name, federation in wanted.items()
        if name not in names_there
    )
    return {team.name: team for team in section.teams.all()}


def _categorise(section: Section, people: Sequence[PersonInput], entries: Sequence[Entry]) -> None:
    categories = {category.key: category for category in section.categories.all()}
    through = Entry.categories.through
    through.objects.bulk_create(
        (
            through(entry_id=entry.pk, category_id=categories[key].pk)
            for person, entry in zip(people, entries, strict=True)
            for key in dict.fromkeys(person.categories)
        ),
        batch_size=500,
    )


def taken_numbers(section: Section) -> set[int]:
    """The numbers that are drawn already."""
    return {number for number in section.entries.values_list("number", flat=True) if number is not None}


def has_two_groups(section: Section) -> bool:
    """Whether the lots keep two groups apart (WXC 2.1)."""
    return section.system == Section.System.WXC2015 and section.entries.filter(group=2).exists()


# Names in one query.
AT_ONCE = 1000
# A name, in any spelling or canonical, and the federation.
NameOf = tuple[str, str]


def known_players(event: Event, names: Iterable[NameOf]) -> dict[NameOf, list[Player]]:
    """Find players of these names and federations: those of the event first, then the newest."""
    wanted = {(canonical(name), federation) for name, federation in names}
    # By the index, however many copies of a federation's players all events together have.
    # Without a key are those whom a worker of the version before has entered beside this one.
    keys = ["", *sorted({stored_name_key(name) for name, _ in wanted} - {""})] if wanted else []
    candidates = [
        player
        for start in range(0, len(keys), AT_ONCE)
        for player in Player.objects.filter(name_key__in=keys[start : start + AT_ONCE], erased_at=None)
    ]
    candidates.sort(key=lambda player: (player.event_id != event.pk, -player.pk))
    players: dict[NameOf, list[Player]] = {}
    for player in candidates:
        name = (canonical(player.name), player.federation_id)
        if name in wanted:
            players.setdefault(name, []).append(player)
    return players


def match_known_player(event: Event, person: PersonInput) -> Player | None:
    """Find a known person of the same name and federation, and no other year of birth."""
    return find_among(known_players(event, [(person.name, person.federation)]), person)


def find_among(
    known_by_name: Mapping[tuple[str, str], Sequence[Player]], person: PersonInput
) -> Player | None:
    """Find a person among `known_players`, as `match_known_player` does."""
    candidates = [
        player
        for player in known_by_name.get((canonical(person.name), person.federation), ())
        if len({player.birth_year, person.birth_year} - {None}) < 2
    ]
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    typed = particulars(person)
    # Of several, the first who shares the most of what was typed.
    return max(candidates, key=lambda player: sum(typed[f] == getattr(player, f) for f in FILLED))

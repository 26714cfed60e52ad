"""Do what follows of an application: an entry, a place in the line, a letter. The caller has locked the
section."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.private_links import new_secret
from tournaments import pages
from tournaments.acts.common import scope_of
from tournaments.acts.entering.filled_in import check_people, check_team_name, people_of
from tournaments.acts.entering.write_entries import (
    EntryWritten,
    bring_back,
    check_not_entered,
    check_takes_players,
    entered_in,
    find_among,
    known_players,
    write_entries,
)
from tournaments.acts.money._fees import charge, refund
from tournaments.acts.register.corrections import propose_numbers
from tournaments.acts.register.person_input import (
    NUMBERS,
    PersonInput,
    particulars,
    tidy,
)
from tournaments.models import Application, Entry, EntryForm, Federation, Player, PlayerLink, Section, Team
from tournaments.models import Person as Registered
from tournaments.pages.webhook_events import notify_applications
from tournaments.policy import PrivateLink
from tournaments.queries.entering.applications import applicant_address, application_letter_key, in_line
from tournaments.queries.entering.quotas import room_of
from tournaments.queries.invitations import LINK
from tournaments.state.lots import canonical
from tournaments.state.quotas import Room

State = Application.State
LETTER = "application-letter"
MOVED_UP = "application_moved_up"
TWICE = frozenset({"already-entered", "withdrawn-already", "team-name-taken"})


def admit(
    section: Section,
    applications: Sequence[Application],
    *,
    another: bool = False,
    returning: bool = False,
    passing: bool = False,
) -> None:
    """Enter applicants in this order, by the rules of `enter_player`, or have them wait for a place.

    As many queries for one as for hundreds; the applications are not saved. ``another``: these are other
    persons than the known players of their names; ``returning``: who was withdrawn is reinstated, and the
    entry is the new application's; ``passing``: who is entered already is left to an organiser."""
    people = {application: people_of(application) for application in applications}
    check_takes_players(section)
    names = [(person.name, person.federation) for persons in people.values() for person in persons]
    known_by_name = known_players(section.event, names)
    entered, room = entered_in(section), room_of(section)
    federations = set(Federation.objects.values_list("code", flat=True))
    fresh: list[tuple[Application, PersonInput, Player | None]] = []
    back: list[tuple[Application, Player]] = []
    for application in applications:
        # Under a quota only its places count, else those that no quota keeps; a team needs all of its own.
        if not room.fits(application.size, application.quota_id):
            application.state = State.WAITING
            continue
        check_people(application, people[application], federations)
        matches: list[tuple[PersonInput, Player | None]] = []
        try:
            if application.members:
                check_team_name(application)
            for person in people[application]:
                player = None if another else find_among(known_by_name, person)
                matches.append((person, player))
                if player is not None:
                    _check_enters(person, player, entered)
            fresh += ((application, *item) for item in matches)
        except Refusal as refusal:
            if passing and refusal.code in TWICE:
                application.state = State.SUBMITTED
                continue
            player = matches[-1][1] if matches and not application.members else None
            if player is None or not returning or refusal.code != "withdrawn-already":
                raise
            back.append((application, player))
        application.state = State.ACCEPTED
        room.take(application.quota_id, application.size)
        if len(applications) > 1:
            _note(section, matches, known_by_name, entered)
    written = write_entries(section, [(person, player) for _its_application, person, player in fresh])
    if any(item.is_known for item in written):
        propose_numbers(
            ({column: getattr(person, column) for column in NUMBERS}, item.entry.player)
            for (_its_application, person, _player), item in zip(fresh, written, strict=True)
            if item.is_known
        )
    _give(section, [application for application, _person, _player in fresh], written)
    if back:
        _return(section, back)
    _give_links(
        [
            application.entry
            for application in (*(item[0] for item in fresh), *(application for application, _player in back))
            if application.entry is not None and application.quota_id is None
        ]
    )
    if fresh or back:
        pages.section_changed(section)


def _check_enters(person: PersonInput, player: Player, entered: Mapping[int, str]) -> None:
    """Check that this player is not entered yet."""
    if player.pk is None:
        # Somebody of the same name is entered beside this one.
        raise Refusal("already-entered", field="name", name=person.name, federation=person.federation)
    check_not_entered(person, player, entered)


def _note(
    section: Section,
    matches: Iterable[tuple[PersonInput, Player | None]],
    known_by_name: dict[tuple[str, str], list[Player]],
    entered: dict[int, str],
) -> None:
    """Have those who come behind know who is entered now."""
    for person, player in matches:
        if player is not None:
            entered[player.person_id] = Entry.Status.ENTERED
            continue
        new = Player(event=section.event, name=tidy(person.name), **particulars(person))
        known_by_name.setdefault((canonical(person.name), person.federation), []).insert(0, new)


def _give(section: Section, applications: Sequence[Application], written: Sequence[EntryWritten]) -> None:
    """Each application the entry that it has become, or the team with its boards; and the fees."""
    of_teams: dict[Application, list[Entry]] = {}
    for application, item in zip(applications, written, strict=True):
        if application.members:
            of_teams.setdefault(application, []).append(item.entry)
        else:
            application.entry = item.entry
    if of_teams:
        make_teams(section, of_teams.items())
    agreed = [
        item.entry.player.person_id
        for application, item in zip(applications, written, strict=True)
        if application.guardian and not item.is_known
    ]
    Registered.objects.filter(pk__in=agreed, listed=False).update(listed=True)
    charge_applicants(
        section, [(item.entry, application) for application, item in zip(applications, written, strict=True)]
    )


def _give_links(entries: Sequence[Entry]) -> None:
    """Whoever applied alone has one link: that of the application leads to the player's page from now on."""
    linked = PlayerLink.objects.filter(entry__in=entries, revoked_at=None).values_list("entry", flat=True)
    has_one = set(linked) if entries else set()
    PlayerLink.objects.bulk_create(
        [PlayerLink(entry=entry, **new_secret(LINK)) for entry in entries if entry.pk not in has_one]
    )


def make_teams(section: Section, entered: Iterable[tuple[Application, Sequence[Entry]]]) -> None:
    """The teams of these applications, which the entries have made, with their boards in order."""
    teams_by_name = {application.name: (application, entries) for application, entries in entered}
    for team in Team.objects.filter(section=section, name__in=teams_by_name):
        application, entries = teams_by_name[team.name]
        application.team = team
        for place, entry in enumerate(entries, 1):
            entry.board_order = place
    changed = [entry for _application, entries in teams_by_name.values() for entry in entries]
    Entry.objects.bulk_update(changed, ["board_order"], batch_size=500)


def charge_applicants(section: Section, entered: Sequence[tuple[Entry, Application]]) -> None:
    """Charge entrants by the day on which they handed in."""
    zone = ZoneInfo(section.event.time_zone)
    # Who waits for a letter or a place does not pay late.
    days = {
        # A restored application was made after it was confirmed.
        # What is not confirmed in time is deleted, so whatever comes here was.
        entry.pk: min(application.made_at, application.confirmed_at).astimezone(zone).date()
        for entry, application in entered
        if application.confirmed_at
    }
    charge(section, [entry for entry, _its_application in entered], days=days)


def _return(section: Section, back: Sequence[tuple[Application, Player]]) -> None:
    """Have the entries that had been withdrawn play again, as those of the new applications."""
    persons = [player.person_id for _application, player in back]
    entries = {
        entry.player.person_id: entry
        for entry in section.entries.filter(player__person__in=persons).select_related("player")
    }
    bring_back(section, list(entries.values()))
    Application.objects.filter(entry__in=entries.values()).update(entry=None)
    for application, player in back:
        application.entry = entries[player.person_id]
    charge_applicants(section, [(entries[player.person_id], application) for application, player in back])


def move_up(section: Section, *, by: User | PrivateLink) -> list[int]:
    """Enter those who wait, in their order, where the form says so; return the ids of those who moved."""
    form = EntryForm.objects.filter(section=section).first()
    if form is None or form.moves_up != EntryForm.MovesUp.AT_ONCE or not _takes_players(section):
        return []
    moved: list[int] = []
    # The reserves of each quota move up among themselves.
    while line := _next_up(section):
        for application in line:
            application.section = section
        # Whoever was entered meanwhile by other hands is left to an organiser.
        admit(section, line, passing=True)
        save_and_notify(line, ["state", "entry", "team"])
        for application in line:
            journal.record(
                MOVED_UP,
                by=by if isinstance(by, User) else None,
                scope=scope_of(section.event),
                target=f"application:{application.pk}",
                before={"state": str(State.WAITING)},
                after={"state": str(application.state), "entry": application.entry_id},
                follows=True,
            )
            moved.append(application.pk)
    return moved


def _next_up(section: Section) -> list[Application]:
    """Of the first of the lines in which somebody waits for a place that is free, as many as there are."""
    waiting = section.applications.filter(state=State.WAITING).order_by("quota")
    lines = waiting.values_list("quota", flat=True).distinct()
    if not lines:
        return []
    room = room_of(section)
    for quota in lines:
        free = room.free(quota)
        if free != 0 and (fitting := _fitting(in_line(section, quota)[:free], room)):
            return fitting
    return []


def _fitting(line: Iterable[Application], room: Room) -> list[Application]:
    """The first of the line for whom there are places; nobody passes a team that waits for more."""
    fitting: list[Application] = []
    for application in line:
        if not room.fits(application.size, application.quota_id):
            break
        room.take(application.quota_id, application.size)
        fitting.append(application)
    return fitting


def _takes_players(section: Section) -> bool:
    over = section.state in (Section.State.DRAFT, Section.State.FINISHED)
    late = section.is_swiss and not section.of_teams
    return not over and (late or not section.lots_drawn_at)


def entries_left(section: Section, entries: Collection[Entry], *, by: User | PrivateLink) -> None:
    """Entries were withdrawn or are being deleted: their applications say so, and whoever waits moves up."""
    mark_applications(section, entries, State.WITHDRAWN)
    refund(section, _of_standing_teams(section, entries))
    move_up(section, by=by)


def entries_reinstated(section: Section, entries: Collection[Entry]) -> None:
    """Entries were reinstated, and so are their applications."""
    mark_applications(section, entries, State.ACCEPTED)
    charge(section, _of_standing_teams(section, entries))


def _of_standing_teams(section: Section, entries: Collection[Entry]) -> Collection[Entry]:
    """Without those whose team has left: for them that was settled with the team."""
    if not section.of_teams:
        return entries
    keys = [entry.pk for entry in entries]
    return list(section.entries.filter(pk__in=keys).exclude(team__withdrawn_after__isnull=False))


def team_left(section: Section, team: Team, *, by: User | PrivateLink) -> None:
    """Mark the application of a withdrawn team, refund its players and let others move up."""
    _mark(section, section.applications.filter(team=team), State.WITHDRAWN)
    refund(section, team.entries.exclude(status=Entry.Status.WITHDRAWN))
    move_up(section, by=by)


def team_reinstated(section: Section, team: Team) -> None:
    """The opposite; the players pay again."""
    _mark(section, section.applications.filter(team=team), State.ACCEPTED)
    charge(section, team.entries.exclude(status=Entry.Status.WITHDRAWN))


def mark_applications(section: Section, entries: Iterable[Entry], state: Application.State) -> None:
    """What the applications of these entries are by now; others are told."""
    _mark(section, section.applications.filter(entry__in=[entry.pk for entry in entries]), state)


def _mark(section: Section, applications: QuerySet[Application], state: Application.State) -> None:
    to_mark = list(applications.exclude(state=state))
    for application in to_mark:
        application.state = state
    Application.objects.bulk_update(to_mark, ["state"], batch_size=500)
    notify_applications(section, to_mark)


def save_and_notify(applications: Sequence[Application], columns: list[str]) -> None:
    """Save these columns, and have the applicants told what has become of their applications."""
    Application.objects.bulk_update(applications, columns, batch_size=500)
    send_letters(applications)
    if not applications:
        return
    section = applications[0].section
    notify_applications(section, applications)
    if "state" in columns:
        pages.entries_taken(section)


def send_letters(applications: Iterable[Application]) -> None:
    """Mail the state of applications to those who have an address."""
    letters = {
        application_letter_key(application): outbox.WorkRequest({"application": application.pk})
        for application in applications
        # A restored event has no link that the letter could give.
        if application.email and applicant_address(application)
    }
    # Several changes in a row are one letter.
    outbox.ask_many(LETTER, requests=letters, priority=outbox.RECORDS)

"""What can be followed, who may hear of it, and the words that notices share.

A *scope* is what a device follows, as ``entry:7``; its *proof* what opened it to the device, empty for what
everybody may read (`portal.push`).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from portal import published
from portal.push.topics import Facts
from tournaments.models import (
    Application,
    CaptainLink,
    Entry,
    Event,
    Membership,
    Person,
    PlayerLink,
    Round,
    Seat,
    Section,
)
from tournaments.pages.paths import event_path, section_path
from tournaments.policy import holders_of
from tournaments.queries.public.public import listed_events, person
from tournaments.wording.names import plain_name
from tournaments.wording.times import hall_words, time_text

ENTRY_SCOPE, SECTION_SCOPE, EVENT_SCOPE, PERSON_SCOPE = "entry", "section", "event", "person"
TEAM_SCOPE, APPLICATION_SCOPE, STAFF_SCOPE = "team", "application", "staff"
ORGANISATION_SCOPE = "organisation"
# Hours: a notice breaks quiet hours when what it tells of begins before.
SOON = 12


def scope_of_entry(entry: int) -> str:
    return f"{ENTRY_SCOPE}:{entry}"


def scope_of_person(person: int) -> str:
    """Of somebody in the register, over all events."""
    return f"{PERSON_SCOPE}:{person}"


def proof_of_link(link: int) -> str:
    """What opens an entry's private matters to a device."""
    return f"player-link:{link}"


def under_event(event: int) -> str:
    """To which event what is followed belongs."""
    return f"{EVENT_SCOPE}:{event}"


def public_round(facts: Facts) -> Round | None:
    rounds = Round.objects.select_related("section__event").defer("draft_input", "draft_changes")
    round_ = rounds.filter(pk=facts["round"]).first()
    return round_ if round_ is not None and round_.is_public else None


def public_scopes(section: Section | None, event: Event) -> dict[str, str]:
    """Whose followers may hear of what everybody may read; nobody while it is withdrawn from the public."""
    if published.is_withheld(section_path(section) if section else event_path(event)):
        return {}
    scopes = {under_event(event.pk): ""}
    if section is not None:
        scopes[f"{SECTION_SCOPE}:{section.pk}"] = ""
    return scopes


def entry_scopes(entries: Q) -> dict[str, str]:
    """Those entries whose private link holds."""
    links = PlayerLink.objects.filter(entries, revoked_at=None).exclude(
        entry__section__state=Section.State.DRAFT
    )
    return {scope_of_entry(entry): proof_of_link(pk) for pk, entry in links.values_list("pk", "entry")}


def person_scopes(round_: Round, entries: Q) -> dict[str, str]:
    """Return the scopes of persons behind entries of a round, where each has a public page."""
    section = round_.section
    if (
        published.is_withheld(section_path(section))
        or not listed_events().filter(pk=section.event_id).exists()
    ):
        return {}
    persons = Person.objects.filter(
        listed=True, erased_at=None, players__entries__in=Entry.objects.filter(entries)
    )
    # The rows that were merged into theirs as well, which somebody may have followed before.
    rows = Person.objects.filter(Q(pk__in=persons) | Q(merged_into__in=persons))
    return dict.fromkeys(map(scope_of_person, rows.values_list("pk", flat=True)), "")


def name_of(entry: Entry, section: Section) -> str:
    return plain_name(person(entry, section.namesakes))


def where_words(section: Section) -> str:
    return f"{plain_name(section.event)} · {plain_name(section)}"


def start_words(starts: datetime, zone: str, hall: str) -> str:
    return gettext("Starts %(time)s") % {"time": moment_words(starts, zone, hall)}


def moment_words(moment: datetime, zone: str, hall: str) -> str:
    """In the reader's time zone, with the hall's beside it where that is another."""
    here, there = moment.astimezone(ZoneInfo(zone)), moment.astimezone(ZoneInfo(hall))
    is_today = here.date() == timezone.now().astimezone(ZoneInfo(zone)).date()
    text = time_text(here, day=not is_today)
    if here.utcoffset() == there.utcoffset():
        return text
    return f"{text} {hall_words(hall) % time_text(there)}"


def side_across(colour: str) -> str:
    """The other side of a table; that of a bye is nobody's."""
    return {Seat.Colour.FIRST: Seat.Colour.SECOND, Seat.Colour.SECOND: Seat.Colour.FIRST}.get(
        Seat.Colour(colour), ""
    )


def scope_of_team(team: int) -> str:
    return f"{TEAM_SCOPE}:{team}"


def proof_of_captain(link: int) -> str:
    """What opens a team's matters to a device."""
    return f"captain-link:{link}"


def scope_of_application(application: int) -> str:
    return f"{APPLICATION_SCOPE}:{application}"


def proof_of_application(application: Application) -> str:
    """The application is its own link; who gets a new one has another secret."""
    return f"application:{application.secret_digest[:16]}"


def scope_of_staff(membership: int) -> str:
    """Of who works at an event."""
    return f"{STAFF_SCOPE}:{membership}"


def proof_of_user(user: int) -> str:
    return f"user:{user}"


def scope_of_organisation(organisation: int) -> str:
    return f"{ORGANISATION_SCOPE}:{organisation}"


def scope_keys(scopes: Collection[str]) -> list[int]:
    return [int(scope.partition(":")[2]) for scope in scopes]


def team_scopes(teams: Q) -> dict[str, str]:
    """Those teams whose captain's link holds."""
    links = CaptainLink.objects.filter(teams, revoked_at=None).exclude(
        team__section__state=Section.State.DRAFT
    )
    return {scope_of_team(team): proof_of_captain(pk) for pk, team in links.values_list("pk", "team")}


def application_scopes(applications: Q) -> dict[str, str]:
    """Those applications whose page is there."""
    rows = Application.objects.filter(applications).exclude(section__state=Section.State.DRAFT)
    rows = rows.exclude(secret_digest="")
    return {scope_of_application(row.pk): proof_of_application(row) for row in rows.only("secret_digest")}


def staff_scopes(event: int, right: str) -> dict[str, str]:
    """Who works at an event and may do ``right`` there."""
    rows = Membership.objects.filter(event=event, role__in=holders_of(right), user__is_active=True)
    users = set(rows.values_list("user", flat=True))
    memberships = Membership.objects.filter(event=event, user__in=users).values_list("pk", "user")
    return {scope_of_staff(key): proof_of_user(user) for key, user in memberships}


def organisation_scopes(event: Event) -> dict[str, str]:
    """Whose event it is, where everybody may know of it."""
    if event.organisation_id is None or not listed_events().filter(pk=event.pk).exists():
        return {}
    return {scope_of_organisation(event.organisation_id): ""}

"""Answer how many places of quotas are free, whose a private link is, and who is entered under which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from portal.web.private_links import digest, secret_again
from tournaments.models import (
    Application,
    Delegate,
    Entry,
    Event,
    Organisation,
    Person,
    Player,
    Quota,
    Section,
)
from tournaments.queries.entering.entries import playing_in
from tournaments.queries.register.persons import persons_named
from tournaments.queries.teams.team_matches import roster_order, team_settings_of
from tournaments.state.applications import PARTICULARS
from tournaments.state.quotas import Room

QUOTA_LINK = "quota-link"
# Persons of the register on one page; of more, a name is looked for.
MOST_OFFERED = 40
State = Application.State


def room_of(section: Section) -> Room:
    """Two queries, one more where there are quotas; one in a section with neither quotas nor a limit."""
    quotas = dict(Quota.objects.filter(section=section).values_list("pk", "places"))
    if not quotas and section.capacity is None:
        return Room(None, 0)
    playing, size = playing_in(section), 1
    used: dict[int, int] = {}
    if quotas:
        teams = section.teams.filter(withdrawn_after=None)
        taking: QuerySet[Any] = teams if section.of_teams else playing
        rows = taking.filter(application__quota__in=quotas).order_by().values_list("application__quota")
        used = dict(rows.annotate(Count("pk")))
        size = team_settings_of(section).most_members if section.of_teams else 1
    return Room(section.capacity, playing.count(), quotas, used, size)


def quota_of(secret: str) -> Quota | None:
    """The quota of a private link, with section and event. One query."""
    quotas = Quota.objects.filter(secret_digest=digest(secret))
    return quotas.select_related("section__event", "federation", "organisation").first()


def quota_address(quota: Quota) -> str:
    """The whole address of the office's page; empty without a link, or when the site's key has changed."""
    if not quota.secret_digest:
        return ""
    secret = secret_again(QUOTA_LINK, quota.salt, quota.secret_digest)
    return f"{settings.PUBLIC_URL}/q/{secret}/" if secret else ""


def quotas_for(organisation: Organisation) -> list[Quota]:
    """Those of an organisation in sections that are public and go on, the nearest event first. One query."""
    for_office = Q(organisation=organisation)
    if organisation.federation_id:
        for_office |= Q(federation=organisation.federation_id)
    quotas = Quota.objects.filter(for_office, section__event__archived=False).exclude(
        section__state__in=(Section.State.DRAFT, Section.State.FINISHED)
    )
    return list(quotas.select_related("section__event").order_by("section__event__starts", "pk"))


def quota_federation(quota: Quota) -> str:
    """Return the federation of players for whom the office names none; empty where there is none."""
    if quota.federation_id:
        return quota.federation_id
    above = quota.organisation
    # The nation that the organisation is a part of has one.
    while above is not None and not above.federation_id:
        above = above.parent
    return above.federation_id or "" if above else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaRow:
    """Hold a quota as the desk sees it; ``left``: may enter still, ``undecided``: wait."""

    quota: Quota
    used: int
    left: int
    waiting: int
    undecided: int
    address: str


def quota_rows(section: Section) -> list[QuotaRow]:
    """All of a section, by federation, then by name. Five queries, however many there are."""
    room = room_of(section)
    counted = Count("applications", filter=Q(applications__state=State.WAITING))
    undecided = Count("applications", filter=Q(applications__state__in=(State.SUBMITTED, State.CORRECTION)))
    quotas = section.quotas.select_related("federation", "organisation").annotate(
        waiting=counted, undecided=undecided
    )
    return [
        QuotaRow(
            quota=quota,
            used=room.used.get(quota.pk, 0),
            left=room.free(quota.pk) or 0,
            waiting=quota.waiting,
            undecided=quota.undecided,
            address=quota_address(quota),
        )
        for quota in quotas
    ]


def entered_under(quota: Quota) -> list[Application]:
    """List everybody whom the office has entered, who plays first; one query."""
    order = (State.ACCEPTED, State.SUBMITTED, State.CORRECTION, State.WAITING, State.REJECTED)
    applications = list(
        quota.applications.select_related("entry__player", "federation", "team").order_by("turn")
    )
    places = {state: place for place, state in enumerate(order)}
    return sorted(applications, key=lambda application: places.get(State(application.state), len(order)))


def players_of_team(application: Application) -> Sequence[Mapping[str, Any]]:
    """List who stands in the team, in the order of the boards; one query at most."""
    # Until it is entered the application knows them, then the section.
    if application.team is None:
        return application.members
    entries = application.team.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player")
    players = [entry.player for entry in roster_order(entries)]
    return [
        {name: value for name in ("name", *PARTICULARS) if (value := getattr(player, name))}
        for player in players
    ]


def offered_persons(quota: Quota, words: str) -> tuple[Sequence[Person], bool]:
    """Find persons of the register whom the office can enter, and whether there are more; two queries."""
    if quota.federation_id:
        of_quota = Q(federation=quota.federation_id)
    elif quota.organisation_id:
        of_quota = Q(organisation=quota.organisation_id)
    else:
        return [], False
    # Only those who are found in public anyway and have played somewhere: the office must not read the
    # register.
    persons = persons_named(words, within=of_quota & Q(listed=True, pk__in=Player.objects.values("person")))
    if persons is None:
        return [], False
    there = Entry.objects.filter(section=quota.section_id).exclude(status=Entry.Status.WITHDRAWN)
    rows = list(persons.exclude(players__entries__in=there).order_by("name", "pk")[: MOST_OFFERED + 1])
    return rows[:MOST_OFFERED], len(rows) > MOST_OFFERED


def delegation_rows(event: Event) -> list[tuple[str, str, str, str, str]]:
    """List office, role, names and section of everybody who comes, players last; two queries."""
    rows = [
        (str(row.quota), str(row.role), row.name, row.native_name, row.quota.section.name)
        for row in Delegate.objects.filter(quota__section__event=event)
        .select_related("quota__section")
        .order_by("pk")
    ]
    entered = Application.objects.filter(quota__section__event=event, entry__isnull=False)
    for application in (
        entered.exclude(entry__status=Entry.Status.WITHDRAWN)
        .select_related("quota", "section", "entry__player")
        .order_by("pk")
    ):
        if application.entry is not None:
            player = application.entry.player
            rows.append(
                (str(application.quota), "", player.name, player.native_name, application.section.name)
            )
    return sorted(rows, key=lambda row: (row[0], row[1] == "", row[4]))


def delegations_in(event: Event) -> list[tuple[str, list[Delegate]]]:
    """Who comes with the players, by the office that has named them, over all sections. One query."""
    rows = Delegate.objects.filter(quota__section__event=event).select_related("quota__section")
    delegations: dict[str, list[Delegate]] = {}
    for row in rows.order_by("quota__federation", "quota__name", "pk"):
        delegations.setdefault(str(row.quota), []).append(row)
    return list(delegations.items())

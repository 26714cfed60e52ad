"""By what entrants are reached: addresses that they have given, and devices that follow by private links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from portal.push.models import Subscription
from portal.push.notices import notify_followers
from portal.push.suppressed import suppressed_among
from portal.push.topics import Facts, Topic, Wording
from tournaments.models import Application, EntrantMessage, Entry, Event
from tournaments.pages.followed_scopes import (
    APPLICATION_SCOPE,
    ENTRY_SCOPE,
    TEAM_SCOPE,
    application_scopes,
    entry_scopes,
    scope_of_application,
    scope_of_team,
    team_scopes,
    under_event,
    where_words,
)
from tournaments.pages.paths import event_path, section_path
from tournaments.queries.notices.announcements import nearest
from tournaments.queries.notices.entrant_messages import MESSAGE, texts_of
from tournaments.wording.names import plain_name


@dataclass(frozen=True, slots=True)
class Reach:
    """Count how many are meant, how many letters go out, how many devices hear, and who has neither."""

    entrants: int
    letters: int
    devices: int
    unreached: int


@dataclass(frozen=True, slots=True)
class EntrantContacts:
    """Hold by entry the application whose address is written to, and the devices.

    Several entries may have one address: that of a family or an office is written to once, by its first
    application."""

    applications: Mapping[int, int]
    devices: Mapping[int, frozenset[int]]

    def letters(self, entries: Collection[int]) -> list[int]:
        """The applications that get a letter."""
        return sorted({self.applications[key] for key in entries if key in self.applications})

    def reach(self, entries: Collection[int]) -> Reach:
        devices = frozenset[int]().union(*(self.devices.get(key, frozenset()) for key in entries))
        unreached = [key for key in entries if key not in self.applications and key not in self.devices]
        return Reach(len(entries), len(self.letters(entries)), len(devices), len(unreached))


def contacts_of(event: Event, *, by_letter: bool) -> EntrantContacts:
    """``by_letter``: whether the site sends any. Seven queries, however many are entered."""
    teams: defaultdict[int, list[int]] = defaultdict(list)
    for key, team in Entry.objects.filter(section__event=event).values_list("pk", "team"):
        teams[team].append(key)
    applications = Application.objects.filter(section__event=event, state=Application.State.ACCEPTED)
    rows = list(applications.order_by("pk").values_list("pk", "entry", "team", "email"))
    suppressed = suppressed_among({email for *_, email in rows if email}) if by_letter else set()
    first: dict[str, int] = {}
    by_entry: dict[int, int] = {}
    for pk, entry, team, email in rows:
        if by_letter and email and email not in suppressed:
            application = first.setdefault(email.casefold(), pk)
            for key in [entry] if entry else teams.get(team, []) if team else []:
                by_entry[key] = application
    return EntrantContacts(by_entry, _devices(event, rows, teams))


def _devices(
    event: Event,
    applications: Collection[tuple[int, int | None, int | None, str]],
    teams: Mapping[int, list[int]],
) -> dict[int, frozenset[int]]:
    proofs = {
        **entry_scopes(Q(entry__section__event=event)),
        **team_scopes(Q(team__section__event=event)),
        **application_scopes(Q(section__event=event)),
    }
    entries = {scope_of_team(team): keys for team, keys in teams.items() if team}
    for pk, entry, team, _email in applications:
        entries[scope_of_application(pk)] = [entry] if entry else teams.get(team, []) if team else []
    devices: defaultdict[int, set[int]] = defaultdict(set)
    rows = Subscription.objects.filter(under=under_event(event.pk), confirmed=True)
    for device, scope, proof, topics in rows.values_list("device", "scope", "proof", "topics"):
        if MESSAGE in topics and proofs.get(scope) == proof:
            kind, _, key = scope.partition(":")
            for entry_key in [int(key)] if kind == ENTRY_SCOPE else entries.get(scope, []):
                devices[entry_key].add(device)
    return {key: frozenset(found_devices) for key, found_devices in devices.items()}


def notify_followers_of_message(message: EntrantMessage) -> None:
    """In the transaction that writes it, once its recipients stand."""
    notify_followers((MESSAGE,), under_event(message.event_id), {"message": message.pk})


def _message_audience(facts: Facts) -> Mapping[str, str]:
    """Those who were meant and still play, their captains, and the pages of their applications."""
    meant = Q(messages__message=facts["message"])
    entries = Entry.objects.filter(meant).exclude(status=Entry.Status.WITHDRAWN)
    keys = entries.values("pk")
    return {
        **entry_scopes(Q(entry__in=keys)),
        **team_scopes(Q(team__entries__in=keys)),
        **application_scopes(Q(entry__in=keys) | Q(team__entries__in=keys)),
    }


def _message_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    message = EntrantMessage.objects.select_related("event", "section__event").filter(pk=facts["message"])
    row = message.first()
    if row is None:
        return {}
    where = where_words(row.section) if row.section else plain_name(row.event)
    title = gettext("Message from the organiser: %(event)s") % {"event": where}
    path = section_path(row.section) if row.section else event_path(row.event)
    words = Wording(title, nearest(texts_of(row)).text, path, f"message-{row.pk}")
    return dict.fromkeys(scopes, words)


MESSAGE_TOPIC = Topic(
    gettext_lazy("messages from the organiser"),
    frozenset({ENTRY_SCOPE, TEAM_SCOPE, APPLICATION_SCOPE}),
    _message_audience,
    _message_words,
    merges=False,
)

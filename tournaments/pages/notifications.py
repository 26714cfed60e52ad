"""Tell followers of an event (``docs/guide/notifications.md``); what waits holds numbers, never names (law
8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from portal import published
from portal.push.notices import notify_followers
from portal.push.topics import Facts, Place, Topic, Wording
from tournaments.models import (
    Announcement,
    AnnouncementText,
    Application,
    Entry,
    Event,
    Membership,
    Organisation,
    Person,
    ResultReport,
    Round,
    RoundVersion,
    Seat,
    Section,
    Standing,
    Team,
)
from tournaments.pages.appeal_notices import APPEAL, APPEAL_TOPIC
from tournaments.pages.entrant_contacts import MESSAGE_TOPIC
from tournaments.pages.entry_notices import ENTRY_MOVED, entry_moved_audience, entry_moved_words
from tournaments.pages.followed_scopes import (
    APPLICATION_SCOPE,
    ENTRY_SCOPE,
    EVENT_SCOPE,
    ORGANISATION_SCOPE,
    PERSON_SCOPE,
    SECTION_SCOPE,
    SOON,
    STAFF_SCOPE,
    TEAM_SCOPE,
    application_scopes,
    entry_scopes,
    name_of,
    organisation_scopes,
    person_scopes,
    public_round,
    public_scopes,
    scope_keys,
    scope_of_entry,
    scope_of_person,
    side_across,
    start_words,
    team_scopes,
    under_event,
    where_words,
)
from tournaments.pages.paths import event_path, round_path, section_path, standings_path
from tournaments.pages.staff_notices import (
    COMPLETE,
    DISPUTE,
    WAITS,
    complete_audience,
    complete_words,
    dispute_audience,
    dispute_words,
    waits_audience,
    waits_words,
)
from tournaments.pages.table_notices import (
    DECISION,
    FOUL,
    LINE_UP,
    TEAM_MATCH,
    decision_audience,
    decision_words,
    foul_audience,
    foul_words,
    line_up_audience,
    line_up_words,
    team_match_audience,
    team_match_words,
)
from tournaments.queries.addresses import organisation_path, person_path
from tournaments.queries.notices.announcements import Text, nearest
from tournaments.queries.notices.entrant_messages import MESSAGE
from tournaments.queries.public.public import public_person
from tournaments.queries.register.namesakes import recall_namesakes
from tournaments.wording.names import plain_name
from tournaments.wording.options import result_text
from tournaments.wording.sides import side_word
from tournaments.wording.times import days_text

PAIRED, CHANGED, RESULT = "paired", "changed", "result"
ROUND, STANDINGS, ANNOUNCEMENT = "round", "standings", "announcement"
PERSON_ROUND, PERSON_RESULT = "person-round", "person-result"
EVENT_LISTED = "event-listed"


def notify_followers_of_round(version: RoundVersion) -> None:
    """Tell the players whose table is another, and who follows the section, in the publishing transaction."""
    round_ = version.round
    starts = round_.starts_at.isoformat() if round_.starts_at else None
    facts = {"round": round_.pk, "version": version.number, "starts": starts}
    under = under_event(round_.section.event_id)
    topics = [PAIRED, PERSON_ROUND, ROUND] if version.number == 1 else [CHANGED, PERSON_ROUND]
    if round_.section.of_teams:
        topics.append(TEAM_MATCH)
    notify_followers(topics, under, facts)


def notify_followers_of_result(round_: Round, report: ResultReport) -> None:
    facts = {"round": round_.pk, "report": report.pk}
    notify_followers(WITH_RESULT, under_event(round_.section.event_id), facts)


# Looked at with every result; other apps add theirs (`register_with_result`).
WITH_RESULT = [RESULT, PERSON_RESULT, COMPLETE]


def register_with_result(topic: str) -> None:
    """Have this topic looked at with every result; called from ``AppConfig.ready()``."""
    WITH_RESULT.append(topic)


def notify_followers_of_standings(section: Section, standing: Standing) -> None:
    facts = {"section": section.pk, "after": standing.after_round, "version": standing.version}
    notify_followers((STANDINGS,), under_event(section.event_id), facts)


def notify_followers_of_announcement(announcement: Announcement) -> None:
    if not announcement.withdrawn:
        facts = {
            "announcement": announcement.pk,
            "version": announcement.version,
            "urgent": announcement.urgent,
        }
        notify_followers((ANNOUNCEMENT,), under_event(announcement.event_id), facts)


def _paired_audience(facts: Facts) -> Mapping[str, str]:
    round_ = public_round(facts)
    return entry_scopes(Q(entry__seats__round=round_)) if round_ else {}


def draft_audiences(round_: Round) -> Mapping[str, Mapping[str, str]]:
    """By topic whom it will concern that a round is published, as it stands now."""
    seated = Q(seats__round=round_)
    return {
        PAIRED: entry_scopes(Q(entry__seats__round=round_)),
        PERSON_ROUND: person_scopes(round_, seated),
        ROUND: public_scopes(round_.section, round_.section.event),
    }


def _person_round_audience(facts: Facts) -> Mapping[str, str]:
    round_ = public_round(facts)
    if round_ is None:
        return {}
    return person_scopes(
        round_, Q(seats__round=round_) if facts["version"] == 1 else _changed_entries(round_, facts)
    )


def _changed_audience(facts: Facts) -> Mapping[str, str]:
    """Those whose table, side or opponent this version changed."""
    round_ = public_round(facts)
    if round_ is None:
        return {}
    rows = Entry.objects.filter(_changed_entries(round_, facts))
    return entry_scopes(Q(entry__in=rows))


def _changed_entries(round_: Round, facts: Facts) -> Q:
    """Of a match of teams all: its boards move together."""
    if round_.section.of_teams:
        return Q(seats__round=round_)
    versions = dict(round_.versions.filter(number__lte=facts["version"]).values_list("number", "pairs"))
    before, after = versions.get(facts["version"] - 1, []), versions.get(facts["version"], [])
    places = dict(_places(before))
    numbers = [number for number, place in _places(after) if places.get(number) != place]
    return Q(section=round_.section, number__in=numbers)


def _places(pairs: Iterable[Mapping[str, Any]]) -> Iterable[tuple[int, tuple[Any, ...]]]:
    """Each player of a version with table, side and opponent."""
    for row in pairs:
        for side, other in (("first", "second"), ("second", "first"), ("bye", "bye")):
            if row[side] is not None:
                yield row[side], (row["table"], side, row[other])


def _paired_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    return _table_words(facts, scopes, zone, changed=False)


def _changed_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    return _table_words(facts, scopes, zone, changed=True)


def _table_words(facts: Facts, scopes: Collection[str], zone: str, *, changed: bool) -> Mapping[str, Wording]:
    """Table, side, opponent and start, as they are now. Three queries."""
    round_ = public_round(facts)
    if round_ is None:
        return {}
    recall_namesakes(round_.section)
    keys = scope_keys(scopes)
    pairings = Seat.objects.filter(round=round_, entry__in=keys).values("pairing")
    seats = list(
        Seat.objects.filter(pairing__in=pairings)
        .select_related("pairing__match", "entry__player")
        .order_by("pk")
    )
    others = {(seat.pairing_id, seat.colour): seat for seat in seats}
    words = {}
    for seat in seats:
        scope = scope_of_entry(seat.entry_id)
        if scope in scopes:
            words[scope] = seat_words(round_, seat, others, zone, changed=changed)
    return words


def seat_words(
    round_: Round, seat: Seat, others: Mapping[tuple[int, str], Seat], zone: str, *, changed: bool
) -> Wording:
    """What the player of a seat reads; ``others``: all seats of the tables, by pairing and side."""
    numbers = {"round": round_.number, "table": seat.pairing.table}
    other = others.get((seat.pairing_id, side_across(seat.colour)))
    path, tag = round_path(round_.section, round_.number), f"paired-{round_.pk}-{seat.entry_id}"
    if other is None:
        return Wording(gettext("Round %(round)s: bye") % numbers, where_words(round_.section), path, tag)
    title = (
        gettext("Changed: table %(table)s, round %(round)s")
        if changed
        else gettext("Table %(table)s, round %(round)s")
    )
    who = {
        "side": side_word(seat.colour, round_.section.game),
        "opponent": name_of(other.entry, round_.section),
    }
    body = [gettext("You play %(side)s against %(opponent)s") % who]
    if (starts := round_.start_of(seat.pairing.match)) is not None:
        body.append(start_words(starts, zone, round_.section.event.time_zone))
    return Wording(
        title % numbers, "\n".join([*body, where_words(round_.section)]), path, tag, seat.pairing.table
    )


def _person_round_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    """Who sits where against whom, for followers of either."""
    round_ = public_round(facts)
    if round_ is None:
        return {}
    recall_namesakes(round_.section)
    entries = _entries_of(scopes, Q(section=round_.section))
    pairings = Seat.objects.filter(round=round_, entry__in=entries).values("pairing")
    seats = list(
        Seat.objects.filter(pairing__in=pairings)
        .select_related("pairing__match", "entry__player")
        .order_by("pk")
    )
    others = {(seat.pairing_id, seat.colour): seat for seat in seats}
    return {
        scope: _followed_seat_words(round_, seat, others, zone)
        for seat in seats
        for scope in entries.get(seat.entry_id, ())
    }


def _entries_of(scopes: Collection[str], among: Q) -> dict[int, list[str]]:
    """The entries of persons, by id, with the scopes by which they are followed. One query."""
    keys = scope_keys(scopes)
    rows = Person.objects.filter(pk__in=keys).values_list("pk", "merged_into")
    people: dict[int, list[str]] = {}
    for key, into in rows:
        people.setdefault(into or key, []).append(scope_of_person(key))
    entries = Entry.objects.filter(among, player__person__in=people).values_list("pk", "player__person")
    return {entry: people[key] for entry, key in entries}


def _followed_seat_words(
    round_: Round, seat: Seat, others: Mapping[tuple[int, str], Seat], zone: str
) -> Wording:
    path, tag = round_path(round_.section, round_.number), f"person-round-{round_.pk}-{seat.entry_id}"
    title = {
        "player": name_of(seat.entry, round_.section),
        "round": round_.number,
        "table": seat.pairing.table,
    }
    other = others.get((seat.pairing_id, side_across(seat.colour)))
    if other is None:
        return Wording(
            gettext("%(player)s: bye in round %(round)s") % title, where_words(round_.section), path, tag
        )
    who = {
        "side": side_word(seat.colour, round_.section.game),
        "opponent": name_of(other.entry, round_.section),
    }
    body = [gettext("%(side)s against %(opponent)s") % who]
    if (starts := round_.start_of(seat.pairing.match)) is not None:
        body.append(start_words(starts, zone, round_.section.event.time_zone))
    words = gettext("%(player)s: table %(table)s, round %(round)s") % title
    return Wording(words, "\n".join([*body, where_words(round_.section)]), path, tag)


def _round_audience(facts: Facts) -> Mapping[str, str]:
    round_ = public_round(facts)
    return public_scopes(round_.section, round_.section.event) if round_ else {}


def _round_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_ = public_round(facts)
    if round_ is None:
        return {}
    body = [where_words(round_.section)]
    if round_.starts_at is not None:
        body.insert(0, start_words(round_.starts_at, zone, round_.section.event.time_zone))
    title = gettext("Pairings of round %(round)s") % {"round": round_.number}
    words = Wording(title, "\n".join(body), round_path(round_.section, round_.number), f"round-{round_.pk}")
    return dict.fromkeys(scopes, words)


def _result_audience(facts: Facts) -> Mapping[str, str]:
    round_ = public_round(facts)
    return entry_scopes(Q(entry__seats__pairing__reports=facts["report"])) if round_ else {}


def _person_result_audience(facts: Facts) -> Mapping[str, str]:
    round_ = public_round(facts)
    return person_scopes(round_, Q(seats__pairing__reports=facts["report"])) if round_ else {}


def _result_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    """Nothing of a report that another one has replaced: that one is told."""
    round_ = public_round(facts)
    report = ResultReport.objects.filter(pk=facts["report"]).select_related("pairing").first()
    if round_ is None or report is None or ResultReport.objects.filter(supersedes=report).exists():
        return {}
    recall_namesakes(round_.section)
    seats = Seat.objects.filter(pairing=report.pairing_id).select_related("entry__player").order_by("colour")
    names = [name_of(seat.entry, round_.section) for seat in seats]
    numbers = {"round": round_.number, "table": report.pairing.table}
    result = result_text(report.value, report.forfeit)
    if report.value == ResultReport.Value.OPEN:
        title = gettext("Table %(table)s, round %(round)s: result cleared") % numbers
    else:
        title = gettext("Table %(table)s, round %(round)s: %(result)s") % {**numbers, "result": result}
    path = round_path(round_.section, round_.number)
    words = Wording(title, " – ".join(names), path, f"result-{report.pairing_id}")
    return dict.fromkeys(scopes, words)


def _section_of(facts: Facts) -> Section | None:
    return Section.objects.select_related("event").filter(pk=facts["section"]).first()


def _standings_audience(facts: Facts) -> Mapping[str, str]:
    section = _section_of(facts)
    return public_scopes(section, section.event) if section else {}


def _standings_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    section = _section_of(facts)
    if section is None:
        return {}
    title = gettext("Standings after round %(round)s") % {"round": facts["after"]}
    path = standings_path(section, facts["after"])
    words = Wording(title, where_words(section), path, f"standings-{section.pk}-{facts['after']}")
    return dict.fromkeys(scopes, words)


def _announcement_of(facts: Facts) -> Announcement | None:
    """The one that is meant, where its text still stands."""
    row = (
        Announcement.objects.select_related("event", "section__event")
        .filter(pk=facts["announcement"])
        .first()
    )
    return row if row and not row.withdrawn and row.version == facts["version"] else None


def _announcement_audience(facts: Facts) -> Mapping[str, str]:
    row = _announcement_of(facts)
    return announcement_scopes(row.event, row.section) if row else {}


def announcement_scopes(event: Event, section: Section | None) -> Mapping[str, str]:
    """Whose followers an announcement of the event, or of one section, concerns as they are now."""
    concerned = Q(entry__section=section) if section else Q(entry__section__event=event)
    playing = ~Q(entry__status=Entry.Status.WITHDRAWN)
    of_team = Q(team__section=section) if section else Q(team__section__event=event)
    of_section = Q(section=section) if section else Q(section__event=event)
    return {
        **public_scopes(section, event),
        **organisation_scopes(event),
        **entry_scopes(concerned & playing),
        **team_scopes(of_team & Q(team__withdrawn_after=None)),
        **application_scopes(of_section & Q(state__in=STILL_APPLYING)),
    }


STILL_APPLYING = (
    Application.State.SUBMITTED,
    Application.State.CORRECTION,
    Application.State.WAITING,
    Application.State.ACCEPTED,
)


def notify_followers_of_listing(event: Event) -> None:
    """Of an event that everybody may know of from now on."""
    if event.organisation_id is not None:
        notify_followers((EVENT_LISTED,), under_event(event.pk), {"event": event.pk})


def _listing_audience(facts: Facts) -> Mapping[str, str]:
    event = Event.objects.filter(pk=facts["event"]).first()
    return organisation_scopes(event) if event else {}


def _listing_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    event = Event.objects.get(pk=facts["event"])
    body = [days_text(event.starts.isoformat(), event.ends.isoformat()), event.place]
    title = gettext("New event: %(event)s") % {"event": plain_name(event)}
    words = Wording(title, " · ".join(filter(None, body)), event_path(event), f"event-{event.pk}")
    return dict.fromkeys(scopes, words)


def _text(row: AnnouncementText) -> Text:
    return Text(language=row.language, text=row.text)


def _announcement_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    row = _announcement_of(facts)
    texts = list(row.texts.filter(version=row.version)) if row else []
    if row is None or not texts:
        return {}
    path = section_path(row.section) if row.section else event_path(row.event)
    title = where_words(row.section) if row.section else plain_name(row.event)
    if row.urgent:
        title = gettext("Urgent: %(event)s") % {"event": title}
    words = Wording(title, nearest(list(map(_text, texts))).text, path, f"announcement-{row.pk}")
    return dict.fromkeys(scopes, words)


def _places_of_events(keys: Collection[int]) -> Mapping[int, Place]:
    places = {row.pk: Place(plain_name(row), event_path(row)) for row in Event.objects.filter(pk__in=keys)}
    return _public_places(places)


def _places_of_sections(keys: Collection[int]) -> Mapping[int, Place]:
    rows = Section.objects.filter(pk__in=keys).exclude(state=Section.State.DRAFT).select_related("event")
    return _public_places({row.pk: Place(where_words(row), section_path(row)) for row in rows})


def _public_places(places: Mapping[int, Place]) -> Mapping[int, Place]:
    withheld = tuple(published.Withheld.objects.values_list("prefix", flat=True))
    return {key: place for key, place in places.items() if not place.path.startswith(withheld)}


def _places_of_persons(keys: Collection[int]) -> Mapping[int, Place]:
    rows = Person.objects.filter(pk__in=keys).select_related("merged_into")
    people = {row.pk: row.merged_into or row for row in rows}
    return {
        key: Place(plain_name(public_person(row)), person_path(row.uid))
        for key, row in people.items()
        if row.listed and row.erased_at is None
    }


def _places_of_entries(keys: Collection[int]) -> Mapping[int, Place]:
    """Who has the device has the private link, or had it: where that was revoked, the subscription ended."""
    rows = Entry.objects.filter(pk__in=keys).select_related("player", "section__event")
    return {row.pk: Place(f"{plain_name(row.player)} · {where_words(row.section)}", "") for row in rows}


def _places_of_teams(keys: Collection[int]) -> Mapping[int, Place]:
    rows = Team.objects.filter(pk__in=keys).select_related("section__event")
    return {row.pk: Place(f"{plain_name(row)} · {where_words(row.section)}", "") for row in rows}


def _places_of_applications(keys: Collection[int]) -> Mapping[int, Place]:
    rows = Application.objects.filter(pk__in=keys).select_related("section__event")
    return {row.pk: Place(f"{row.name} · {where_words(row.section)}", "") for row in rows}


def _places_of_staff(keys: Collection[int]) -> Mapping[int, Place]:
    rows = Membership.objects.filter(pk__in=keys).select_related("event")
    words = gettext("Desk")
    return {row.pk: Place(f"{words} · {plain_name(row.event)}", f"desk/{row.event.slug}/") for row in rows}


def _places_of_organisations(keys: Collection[int]) -> Mapping[int, Place]:
    rows = Organisation.objects.filter(pk__in=keys)
    return {row.pk: Place(plain_name(row), organisation_path(row.slug)) for row in rows}


PUSH_PLACES = {
    EVENT_SCOPE: _places_of_events,
    SECTION_SCOPE: _places_of_sections,
    PERSON_SCOPE: _places_of_persons,
    ENTRY_SCOPE: _places_of_entries,
    TEAM_SCOPE: _places_of_teams,
    APPLICATION_SCOPE: _places_of_applications,
    STAFF_SCOPE: _places_of_staff,
    ORGANISATION_SCOPE: _places_of_organisations,
}
PUBLIC = frozenset({SECTION_SCOPE, EVENT_SCOPE})
PUSH_TOPICS: Mapping[str, Topic] = {
    PAIRED: Topic(
        gettext_lazy("my table, side and opponent, when a round is published"),
        frozenset({ENTRY_SCOPE}),
        _paired_audience,
        _paired_words,
        merges=False,
        hours=SOON,
    ),
    CHANGED: Topic(
        gettext_lazy("a change of my table, side or opponent after that"),
        frozenset({ENTRY_SCOPE}),
        _changed_audience,
        _changed_words,
        merges=False,
        hours=SOON,
    ),
    RESULT: Topic(
        gettext_lazy("the result of my game, entered or corrected"),
        frozenset({ENTRY_SCOPE}),
        _result_audience,
        _result_words,
    ),
    ROUND: Topic(gettext_lazy("pairings of a round published"), PUBLIC, _round_audience, _round_words),
    STANDINGS: Topic(gettext_lazy("standings after a round"), PUBLIC, _standings_audience, _standings_words),
    PERSON_ROUND: Topic(
        gettext_lazy("table, side and opponent in each round"),
        frozenset({PERSON_SCOPE}),
        _person_round_audience,
        _person_round_words,
        merges=False,
    ),
    PERSON_RESULT: Topic(
        gettext_lazy("results of games"),
        frozenset({PERSON_SCOPE}),
        _person_result_audience,
        _result_words,
        merges=False,
    ),
    ANNOUNCEMENT: Topic(
        gettext_lazy("announcements"),
        frozenset({*PUBLIC, ENTRY_SCOPE, TEAM_SCOPE, APPLICATION_SCOPE, ORGANISATION_SCOPE}),
        _announcement_audience,
        _announcement_words,
        merges=False,
    ),
    DECISION: Topic(
        gettext_lazy("decisions of a referee at my table"),
        frozenset({ENTRY_SCOPE}),
        decision_audience,
        decision_words,
        merges=False,
    ),
    FOUL: Topic(
        gettext_lazy("fouls that count against me"),
        frozenset({ENTRY_SCOPE}),
        foul_audience,
        foul_words,
        merges=False,
    ),
    TEAM_MATCH: Topic(
        gettext_lazy("my team's match, when a round is published or changed"),
        frozenset({TEAM_SCOPE}),
        team_match_audience,
        team_match_words,
        merges=False,
        hours=SOON,
    ),
    LINE_UP: Topic(
        gettext_lazy("a reminder half an hour before the line-up is due"),
        frozenset({TEAM_SCOPE}),
        line_up_audience,
        line_up_words,
        hours=SOON,
    ),
    ENTRY_MOVED: Topic(
        gettext_lazy("my entry: confirmed, on the waiting list, accepted, fee due"),
        frozenset({APPLICATION_SCOPE}),
        entry_moved_audience,
        entry_moved_words,
    ),
    DISPUTE: Topic(
        gettext_lazy("results that differ"),
        frozenset({STAFF_SCOPE}),
        dispute_audience,
        dispute_words,
        merges=False,
    ),
    WAITS: Topic(
        gettext_lazy("tables that wait for a decision"),
        frozenset({STAFF_SCOPE}),
        waits_audience,
        waits_words,
        merges=False,
    ),
    COMPLETE: Topic(
        gettext_lazy("all results of a round are in"),
        frozenset({STAFF_SCOPE}),
        complete_audience,
        complete_words,
    ),
    MESSAGE: MESSAGE_TOPIC,
    APPEAL: APPEAL_TOPIC,
    EVENT_LISTED: Topic(
        gettext_lazy("new events"),
        frozenset({ORGANISATION_SCOPE}),
        _listing_audience,
        _listing_words,
        merges=False,
    ),
}

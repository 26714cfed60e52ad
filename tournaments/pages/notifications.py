"""What followers hear of an event: whom a notice concerns, and in which words (``docs/notifications.md``).

Names are looked up when a message is sent; what waits holds numbers (law 8).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from portal import published
from portal.push.notices import notify_followers
from portal.push.topics import Facts, Place, Topic, Wording
from tournaments.models import (
    Announcement,
    AnnouncementText,
    Entry,
    Event,
    Person,
    PlayerLink,
    ResultReport,
    Round,
    RoundVersion,
    Seat,
    Section,
    Standing,
)
from tournaments.pages.paths import event_path, round_path, section_path, standings_path
from tournaments.queries.addresses import person_path
from tournaments.queries.notices.announcements import Text, nearest
from tournaments.queries.public.public import listed_events, person, public_person
from tournaments.queries.register.namesakes import recall_namesakes
from tournaments.wording.names import plain_name
from tournaments.wording.options import result_text
from tournaments.wording.sides import side_word
from tournaments.wording.times import hall_words, time_text

PAIRED, CHANGED, RESULT = "paired", "changed", "result"
ROUND, STANDINGS, ANNOUNCEMENT = "round", "standings", "announcement"
PERSON_ROUND, PERSON_RESULT = "person-round", "person-result"
ENTRY_SCOPE, SECTION_SCOPE, EVENT_SCOPE, PERSON_SCOPE = "entry", "section", "event", "person"
SOON = 12
"""Hours: a pairing breaks quiet hours when the round begins before (``paired``, ``changed``)."""


def scope_of_entry(entry: int) -> str:
    return f"{ENTRY_SCOPE}:{entry}"


def scope_of_person(person: int) -> str:
    """Of somebody in the register, over all events."""
    return f"{PERSON_SCOPE}:{person}"


def proof_of_link(link: int) -> str:
    """What opens an entry's private matters to a device."""
    return f"player-link:{link}"


def notify_followers_of_round(version: RoundVersion) -> None:
    """In the transaction that publishes a round, or changes it: the players whose table is another, and who
    follows the section."""
    round_ = version.round
    starts = round_.starts_at.isoformat() if round_.starts_at else None
    facts = {"round": round_.pk, "version": version.number, "starts": starts}
    under = under_event(round_.section.event_id)
    topics = (PAIRED, PERSON_ROUND, ROUND) if version.number == 1 else (CHANGED, PERSON_ROUND)
    notify_followers(topics, under, facts)


def notify_followers_of_result(round_: Round, report: ResultReport) -> None:
    facts = {"round": round_.pk, "report": report.pk}
    notify_followers((RESULT, PERSON_RESULT), under_event(round_.section.event_id), facts)


def notify_followers_of_standings(section: Section, standing: Standing) -> None:
    facts = {"section": section.pk, "after": standing.after_round, "version": standing.version}
    notify_followers((STANDINGS,), under_event(section.event_id), facts)


def notify_followers_of_announcement(announcement: Announcement) -> None:
    if not announcement.withdrawn:
        facts = {"announcement": announcement.pk, "version": announcement.version}
        notify_followers((ANNOUNCEMENT,), under_event(announcement.event_id), facts)


def under_event(event: int) -> str:
    """To which event what is followed belongs."""
    return f"{EVENT_SCOPE}:{event}"


def _public_round(facts: Facts) -> Round | None:
    rounds = Round.objects.select_related("section__event").defer("draft_input", "draft_changes")
    round_ = rounds.filter(pk=facts["round"]).first()
    return round_ if round_ is not None and round_.is_public else None


def _public_scopes(section: Section | None, event: Event) -> dict[str, str]:
    """Whose followers may hear of what everybody may read; nobody while it is withdrawn from the public."""
    if published.is_withheld(section_path(section) if section else event_path(event)):
        return {}
    scopes = {under_event(event.pk): ""}
    if section is not None:
        scopes[f"{SECTION_SCOPE}:{section.pk}"] = ""
    return scopes


def _entry_scopes(entries: Q) -> dict[str, str]:
    """Those entries whose private link holds."""
    links = PlayerLink.objects.filter(entries, revoked_at=None).exclude(
        entry__section__state=Section.State.DRAFT
    )
    return {scope_of_entry(entry): proof_of_link(pk) for pk, entry in links.values_list("pk", "entry")}


def _person_scopes(round_: Round, entries: Q) -> dict[str, str]:
    """The persons behind entries of a round, where each has a public page that names this section; with them
    the rows that were merged into theirs, which somebody may have followed before."""
    section = round_.section
    if (
        published.is_withheld(section_path(section))
        or not listed_events().filter(pk=section.event_id).exists()
    ):
        return {}
    persons = Person.objects.filter(
        listed=True, erased_at=None, players__entries__in=Entry.objects.filter(entries)
    )
    rows = Person.objects.filter(Q(pk__in=persons) | Q(merged_into__in=persons))
    return dict.fromkeys(map(scope_of_person, rows.values_list("pk", flat=True)), "")


def _paired_audience(facts: Facts) -> Mapping[str, str]:
    round_ = _public_round(facts)
    return _entry_scopes(Q(entry__seats__round=round_)) if round_ else {}


def draft_audiences(round_: Round) -> Mapping[str, Mapping[str, str]]:
    """By topic whom it will concern that a round is published, as it stands now."""
    seated = Q(seats__round=round_)
    return {
        PAIRED: _entry_scopes(Q(entry__seats__round=round_)),
        PERSON_ROUND: _person_scopes(round_, seated),
        ROUND: _public_scopes(round_.section, round_.section.event),
    }


def _person_round_audience(facts: Facts) -> Mapping[str, str]:
    round_ = _public_round(facts)
    if round_ is None:
        return {}
    return _person_scopes(
        round_, Q(seats__round=round_) if facts["version"] == 1 else _changed_entries(round_, facts)
    )


def _changed_audience(facts: Facts) -> Mapping[str, str]:
    """Those whose table, side or opponent this version changed."""
    round_ = _public_round(facts)
    if round_ is None:
        return {}
    rows = Entry.objects.filter(_changed_entries(round_, facts))
    return _entry_scopes(Q(entry__in=rows))


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
    round_ = _public_round(facts)
    if round_ is None:
        return {}
    recall_namesakes(round_.section)
    keys = [int(scope.partition(":")[2]) for scope in scopes]
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
            words[scope] = _seat_words(round_, seat, others, zone, changed=changed)
    return words


def _seat_words(
    round_: Round, seat: Seat, others: Mapping[tuple[int, str], Seat], zone: str, *, changed: bool
) -> Wording:
    numbers = {"round": round_.number, "table": seat.pairing.table}
    other = others.get((seat.pairing_id, _across(seat.colour)))
    path, tag = round_path(round_.section, round_.number), f"paired-{round_.pk}-{seat.entry_id}"
    if other is None:
        return Wording(gettext("Round %(round)s: bye") % numbers, _where(round_.section), path, tag)
    title = (
        gettext("Changed: table %(table)s, round %(round)s")
        if changed
        else gettext("Table %(table)s, round %(round)s")
    )
    who = {
        "side": side_word(seat.colour, round_.section.game),
        "opponent": _name(other.entry, round_.section),
    }
    body = [gettext("You play %(side)s against %(opponent)s") % who]
    if (starts := round_.start_of(seat.pairing.match)) is not None:
        body.append(_start(starts, zone, round_.section.event.time_zone))
    return Wording(title % numbers, "\n".join([*body, _where(round_.section)]), path, tag, seat.pairing.table)


def _name(entry: Entry, section: Section) -> str:
    return plain_name(person(entry, section.namesakes))


def _where(section: Section) -> str:
    return f"{plain_name(section.event)} · {plain_name(section)}"


def _start(starts: datetime, zone: str, hall: str) -> str:
    """In the reader's time zone, with the hall's beside it where that is another."""
    here, there = starts.astimezone(ZoneInfo(zone)), starts.astimezone(ZoneInfo(hall))
    is_today = here.date() == timezone.now().astimezone(ZoneInfo(zone)).date()
    text = gettext("Starts %(time)s") % {"time": time_text(here, day=not is_today)}
    if here.utcoffset() == there.utcoffset():
        return text
    return f"{text} {hall_words(hall) % time_text(there)}"


def _person_round_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    """Who sits where against whom, for followers of either."""
    round_ = _public_round(facts)
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
    keys = [int(scope.partition(":")[2]) for scope in scopes]
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
        "player": _name(seat.entry, round_.section),
        "round": round_.number,
        "table": seat.pairing.table,
    }
    other = others.get((seat.pairing_id, _across(seat.colour)))
    if other is None:
        return Wording(
            gettext("%(player)s: bye in round %(round)s") % title, _where(round_.section), path, tag
        )
    who = {
        "side": side_word(seat.colour, round_.section.game),
        "opponent": _name(other.entry, round_.section),
    }
    body = [gettext("%(side)s against %(opponent)s") % who]
    if (starts := round_.start_of(seat.pairing.match)) is not None:
        body.append(_start(starts, zone, round_.section.event.time_zone))
    words = gettext("%(player)s: table %(table)s, round %(round)s") % title
    return Wording(words, "\n".join([*body, _where(round_.section)]), path, tag)


def _across(colour: str) -> str:
    """The other side of a table; that of a bye is nobody's."""
    return {Seat.Colour.FIRST: Seat.Colour.SECOND, Seat.Colour.SECOND: Seat.Colour.FIRST}.get(
        Seat.Colour(colour), ""
    )


def _round_audience(facts: Facts) -> Mapping[str, str]:
    round_ = _public_round(facts)
    return _public_scopes(round_.section, round_.section.event) if round_ else {}


def _round_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    round_ = _public_round(facts)
    if round_ is None:
        return {}
    body = [_where(round_.section)]
    if round_.starts_at is not None:
        body.insert(0, _start(round_.starts_at, zone, round_.section.event.time_zone))
    title = gettext("Pairings of round %(round)s") % {"round": round_.number}
    words = Wording(title, "\n".join(body), round_path(round_.section, round_.number), f"round-{round_.pk}")
    return dict.fromkeys(scopes, words)


def _result_audience(facts: Facts) -> Mapping[str, str]:
    round_ = _public_round(facts)
    return _entry_scopes(Q(entry__seats__pairing__reports=facts["report"])) if round_ else {}


def _person_result_audience(facts: Facts) -> Mapping[str, str]:
    round_ = _public_round(facts)
    return _person_scopes(round_, Q(seats__pairing__reports=facts["report"])) if round_ else {}


def _result_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    """Nothing of a report that another one has replaced: that one is told."""
    round_ = _public_round(facts)
    report = ResultReport.objects.filter(pk=facts["report"]).select_related("pairing").first()
    if round_ is None or report is None or ResultReport.objects.filter(supersedes=report).exists():
        return {}
    recall_namesakes(round_.section)
    seats = Seat.objects.filter(pairing=report.pairing_id).select_related("entry__player").order_by("colour")
    names = [_name(seat.entry, round_.section) for seat in seats]
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
    return _public_scopes(section, section.event) if section else {}


def _standings_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    section = _section_of(facts)
    if section is None:
        return {}
    title = gettext("Standings after round %(round)s") % {"round": facts["after"]}
    path = standings_path(section, facts["after"])
    words = Wording(title, _where(section), path, f"standings-{section.pk}-{facts['after']}")
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
    if row is None:
        return {}
    concerned = Q(entry__section=row.section) if row.section else Q(entry__section__event=row.event)
    playing = ~Q(entry__status=Entry.Status.WITHDRAWN)
    return {**_public_scopes(row.section, row.event), **_entry_scopes(concerned & playing)}


def _text(row: AnnouncementText) -> Text:
    return Text(language=row.language, text=row.text)


def _announcement_words(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    row = _announcement_of(facts)
    texts = list(row.texts.filter(version=row.version)) if row else []
    if row is None or not texts:
        return {}
    path = section_path(row.section) if row.section else event_path(row.event)
    title = _where(row.section) if row.section else plain_name(row.event)
    words = Wording(title, nearest(list(map(_text, texts))).text, path, f"announcement-{row.pk}")
    return dict.fromkeys(scopes, words)


def _places_of_events(keys: Collection[int]) -> Mapping[int, Place]:
    places = {row.pk: Place(plain_name(row), event_path(row)) for row in Event.objects.filter(pk__in=keys)}
    return _public_places(places)


def _places_of_sections(keys: Collection[int]) -> Mapping[int, Place]:
    rows = Section.objects.filter(pk__in=keys).exclude(state=Section.State.DRAFT).select_related("event")
    return _public_places({row.pk: Place(_where(row), section_path(row)) for row in rows})


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
    return {row.pk: Place(f"{plain_name(row.player)} · {_where(row.section)}", "") for row in rows}


PUSH_PLACES = {
    EVENT_SCOPE: _places_of_events,
    SECTION_SCOPE: _places_of_sections,
    PERSON_SCOPE: _places_of_persons,
    ENTRY_SCOPE: _places_of_entries,
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
        frozenset({*PUBLIC, ENTRY_SCOPE}),
        _announcement_audience,
        _announcement_words,
        merges=False,
    ),
}

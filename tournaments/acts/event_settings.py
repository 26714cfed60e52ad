"""An event that stands already is changed: its names, address, days, place, time zone, what it says of
itself.

Which of them when says `tournaments.changeable.EVENT_SETTINGS`. What was public says publicly what was
changed and why: the journal's line of the act is what the event's page reads. An address that an event had
leads to it for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypedDict
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.accounts.models import User
from portal.moments import FIRST_YEAR, LAST_YEAR, check_zone, is_showable
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts._answers import await_deletion
from tournaments.acts._changing import allowed_changes
from tournaments.acts.common import check_address, check_name, check_slug_form, refuse_while_busy
from tournaments.acts.frame import EVENT, Done, act, unchanged
from tournaments.changeable import EVENT_SETTINGS, LANGUAGES, WARNED, event_stage
from tournaments.models import Event, FormerAddress, Match, Round
from tournaments.pages import paths
from tournaments.pages.webhook_events import notify_event
from tournaments.policy import Act
from tournaments.wording.names import plain_name

LONGEST_DESCRIPTION = 5_000
LONGEST_CONTACT = 200
LONGEST_DOCUMENTS = 5_000
MOST_DOCUMENTS = 20
QUIET = frozenset({"contact", "documents", *(f"description_{language}" for language in LANGUAGES)})
"""Texts in which a person may be named: the journal says that they were changed, not to what."""


class EventChanged(TypedDict):
    """``changed``: which settings; ``slug``: where the event is found now."""

    event: int
    slug: str
    changed: list[str]


@dataclass(frozen=True, slots=True)
class Planned:
    """What a change would do: the settings that change with what they are, by their names. ``told``: those
    that the public is told of."""

    event: Event
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    told: tuple[str, ...]


def values_of(event: Event) -> dict[str, Any]:
    """The settings as they stand, by their names in `EVENT_SETTINGS`."""
    return {key: _value(event, key) for key in EVENT_SETTINGS}


def _value(event: Event, key: str) -> Any:
    _, of_description, language = key.partition("description_")
    return event.description.get(language, "") if of_description else getattr(event, key)


def plan(
    event: Event, *, wanted: Mapping[str, Any], seen: Mapping[str, Any] | None, reason: str = ""
) -> Planned:
    """What `change_event` would do now. Raises what it raises."""
    now, stage = values_of(event), event_stage(event)
    mine = allowed_changes(
        table=EVENT_SETTINGS,
        stage=stage,
        wanted=wanted,
        now=now,
        seen=seen,
        reason=reason,
        check=lambda mine: _check(event, {**now, **mine}, mine),
    )
    told = tuple(key for key in mine if EVENT_SETTINGS[key].at[stage] is WARNED)
    return Planned(event, {key: now[key] for key in mine}, mine, told)


@act(on=EVENT, right=Act.EDIT_EVENT, done=_("event settings changed"))
def change_event(
    *,
    event: Event,
    by: User,
    name: str | None = None,
    native_name: str | None = None,
    slug: str | None = None,
    starts: date | None = None,
    ends: date | None = None,
    place: str | None = None,
    time_zone: str | None = None,
    description: Mapping[str, str] | None = None,
    contact: str | None = None,
    documents: str | None = None,
    officials_shown: bool | None = None,
    titles_shown: bool | None = None,
    reason: str = "",
    seen: Mapping[str, Any] | None = None,
    once: str = "",
) -> Done[EventChanged]:
    """What is None stays as it is. ``description``: by language, as ``zh_hans``; ``seen``: the values that
    the person's screen showed, by their names in `EVENT_SETTINGS`. Rounds keep their instant, whatever the
    time zone.

    Refusals: ``setting-fixed``, ``change-needs-reason``, ``event-name-needed``, ``event-slug-taken``,
    ``event-slug-invalid``, ``event-dates``, ``event-days-rounds``, ``event-year``, ``event-zone-invalid``,
    ``name-too-long``, ``name-not-printable``, ``name-invisible``, ``document-line``,
    ``too-many-documents``; for another address those of work in hand;
    `Conflict` ``changed-meanwhile``.
    """
    named = {
        "name": name,
        "native_name": native_name,
        "slug": slug,
        "starts": starts,
        "ends": ends,
        "place": place,
        "time_zone": time_zone,
        "contact": contact,
        "documents": documents,
        "officials_shown": officials_shown,
        "titles_shown": titles_shown,
        **{f"description_{language}": text for language, text in (description or {}).items()},
    }
    wanted = {key: value for key, value in named.items() if value is not None}
    planned = plan(event, wanted=wanted, seen=seen, reason=reason)
    if not planned.after:
        return unchanged({"event": event.pk, "slug": event.slug, "changed": []})
    former = event.slug
    for key, value in planned.after.items():
        _, of_description, language = key.partition("description_")
        if of_description:
            texts = {**event.description, language: value}
            event.description = {code: text for code, text in texts.items() if text}
        else:
            setattr(event, key, value)
    event.save()
    if event.slug != former:
        _move(event, former)
    if "ends" in planned.after:
        await_deletion()
    pages.event_renamed(event)
    notify_event(event)
    answer: EventChanged = {"event": event.pk, "slug": event.slug, "changed": list(planned.after)}
    return Done(
        answer, before=as_journalled(planned.before), after=as_journalled(planned.after) | _notes(planned)
    )


def _check(event: Event, now: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    """Whether the event can be so. Raises the `Refusal` that names the field."""
    if not now["name"].strip():
        raise Refusal("event-name-needed", field="name")
    for key in mine:
        if key in ("name", "native_name", "place"):
            check_name(key, mine[key], most=120)
        elif key == "contact":
            check_name(key, mine[key], most=LONGEST_CONTACT)
        elif key in QUIET and len(mine[key]) > LONGEST_DESCRIPTION:
            raise Refusal("name-too-long", field=key, length=len(mine[key]), limit=LONGEST_DESCRIPTION)
    if "documents" in mine:
        _check_documents(mine["documents"])
    if "slug" in mine:
        check_slug_form(mine["slug"])
        check_address(mine["slug"], of=event)
        # What is being rendered carries the address.
        for round_ in Round.objects.filter(section__event=event).exclude(state=Round.State.CLOSED):
            refuse_while_busy(round_)
    if "time_zone" in mine:
        try:
            check_zone(mine["time_zone"])
        except ValidationError:
            raise Refusal("event-zone-invalid", field="time_zone", zone=mine["time_zone"]) from None
    if {"starts", "ends", "time_zone"} & mine.keys():
        _check_days(event, now, mine)


def _check_documents(text: str) -> None:
    """Each line a title, then an address. Raises ``document-line``, ``too-many-documents`` or what
    `check_name` raises."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_DOCUMENTS:
        raise Refusal("too-many-documents", field="documents", count=len(lines), limit=MOST_DOCUMENTS)
    for line in lines:
        title, _blank, address = line.strip().rpartition(" ")
        try:
            URLValidator(["http", "https"])(address)
        except ValidationError:
            raise Refusal("document-line", field="documents", line=line[:80]) from None
        if not title.strip():
            raise Refusal("document-line", field="documents", line=line[:80])
        check_name("documents", title, most=120)


def _check_days(event: Event, now: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    starts, ends, zone = now["starts"], now["ends"], ZoneInfo(now["time_zone"])
    for key in ("starts", "ends"):
        if not is_showable(now[key]):
            raise Refusal("event-year", field=key, first=FIRST_YEAR, last=LAST_YEAR)
    if ends < starts:
        raise Refusal("event-dates", field="ends")
    for round_, at, match in timed(event):
        day = at.astimezone(zone).date()
        if not starts <= day <= ends:
            field = "starts" if day < starts else "ends"
            raise Refusal(
                "event-days-rounds" if match is None else "event-days-matches",
                field=field if field in mine else "time_zone",
                section=plain_name(round_.section),
                round=round_.number,
                table=match,
                day=day.isoformat(),
                starts=starts.isoformat(),
                ends=ends.isoformat(),
            )


def timed(event: Event) -> Iterator[tuple[Round, datetime, int | None]]:
    """Rounds with their starts, then matches of teams that are still to be played and do not start with their
    rounds, by their numbers."""
    for round_ in _timed_rounds(event):
        if round_.starts_at is not None:
            yield round_, round_.starts_at, None
    for match in _timed_matches(event):
        if match.starts_at is not None:
            yield match.round, match.starts_at, match.table


def _timed_matches(event: Event) -> list[Match]:
    open_ = Match.objects.filter(round__section__event=event, starts_at__isnull=False)
    open_ = open_.exclude(round__state=Round.State.CLOSED).select_related("round__section")
    return list(open_.defer("round__draft_input", "round__draft_changes").order_by("starts_at", "pk"))


def _timed_rounds(event: Event) -> list[Round]:
    rounds = Round.objects.filter(section__event=event, starts_at__isnull=False).select_related("section")
    return list(rounds.defer("draft_input", "draft_changes").order_by("starts_at", "section__position"))


def _move(event: Event, former: str) -> None:
    """Everything that is published stands under the new address."""
    FormerAddress.objects.filter(slug=event.slug).delete()
    FormerAddress.objects.create(event=event, slug=former)
    published.move(f"e/{former}/", paths.event_path(event))


def as_journalled(values: Mapping[str, Any]) -> dict[str, Any]:
    """As the journal keeps them."""
    return {
        key: value.isoformat() if isinstance(value, date) else value
        for key, value in values.items()
        if key not in QUIET
    }


def _notes(planned: Planned) -> dict[str, Any]:
    texts = [key for key in planned.after if key in QUIET]
    notes = {"texts": texts, "told": list(planned.told), "whole": not texts}
    return {key: value for key, value in notes.items() if value}

"""What the acts share: locking, and the scope and target by which the journal knows things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import F

from portal import outbox
from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Conflict, Refusal
from tournaments.models import (
    Entry,
    Event,
    FormerAddress,
    FormerSectionAddress,
    Pairing,
    Person,
    Round,
    Section,
)
from tournaments.queries.entering.quotas import room_of
from tournaments.queries.progress import close_key, in_hand, open_before
from tournaments.queries.refereeing.fouls import Tally, tallies
from tournaments.setting_rules import REFUSED, WARNED, Settings
from tournaments.text.pinyin import pinyin

Answer = dict[str, object]
Key = TypeVar("Key", bound=Hashable)
# Letters and signs that are drawn as nothing: the fillers of Hangul and the empty Braille pattern.
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Unicode calls these printable, yet they hide in a name: the blanks above, and marks that only choose another
# form of the sign before them, such as the one that makes an emoji.
UNSEEN = BLANKS | frozenset("\u034f\u17b4\u17b5") | frozenset(map(chr, range(0xFE00, 0xFE10)))


def scope_of(event: Event) -> str:
    return f"event:{event.pk}"


def lock_user(user: User) -> User:
    """The person: two requests of one at one moment wait for each other where there is no target yet."""
    return User.objects.select_for_update().get(pk=user.pk)


def lock_event(event: Event) -> Event:
    return Event.objects.select_for_update().get(pk=event.pk)


def lock_section(section: Section) -> Section:
    """The section, locked and fresh. Acts on entries lock it: numbers and duplicates are its business."""
    return Section.objects.select_for_update(of=("self",)).select_related("event").get(pk=section.pk)


def lock_round(round_: Round) -> Round:
    """The round, locked and fresh. Pairing, adjusting, publishing, results and closing all take it."""
    return Round.objects.select_for_update(of=("self",)).select_related("section__event").get(pk=round_.pk)


def lock_entry(entry: Entry) -> Entry:
    """The entry, fresh, with its section locked."""
    section = lock_section(entry.section)
    fresh = Entry.objects.select_related("player").get(pk=entry.pk)
    fresh.section = section
    return fresh


def lock_entries(entries: Sequence[Entry]) -> list[Entry]:
    """Lock the section of some entries and read them afresh, by number, in two queries."""
    if not entries:
        raise Refusal("nobody-selected", field="entries")
    section = lock_section(entries[0].section)
    keys = {entry.pk for entry in entries}
    rows = section.entries.filter(pk__in=keys).select_related("player")
    fresh = list(rows.order_by(F("number").asc(nulls_last=True), "player__name", "pk"))
    # One of them was deleted meanwhile: all of them or none.
    if len(fresh) < len(keys):
        raise Refusal("no-such-entry", field="entries")
    for entry in fresh:
        entry.section = section
    return fresh


def check_playing(entries: Collection[Entry]) -> None:
    """Raises `Refusal` ``entry-withdrawn`` with the names of those who have withdrawn."""
    refuse_for("entry-withdrawn", [entry for entry in entries if entry.status == Entry.Status.WITHDRAWN])


def refuse_for(code: str, entries: Collection[Entry], **more: Any) -> None:
    """Nothing is done where one of these stands in the way. Raises the `Refusal` with their ``names``."""
    if entries:
        raise Refusal(code, names=[str(entry if entry.number else entry.player) for entry in entries], **more)


def changes(
    *, wanted: Mapping[Key, Any], now: Mapping[Key, Any], seen: Mapping[Key, Any] | None
) -> dict[Key, Any]:
    """Return what `wanted` changes of what stands `now`.

    ``seen`` None: nothing was shown, all of it is wanted. Raises the `Conflict` ``changed-meanwhile`` with
    ``theirs``, by key."""
    # What the person left as it was shown stays as others have set it by now.
    mine = {
        key: value for key, value in wanted.items() if seen is None or key not in seen or value != seen[key]
    }
    # Somebody else has changed what this person changes as well, and to something else.
    theirs = {
        key: now[key] for key in mine if seen and key in seen and now[key] not in (seen[key], mine[key])
    }
    if theirs:
        raise Conflict("changed-meanwhile", theirs=theirs)
    return {key: value for key, value in mine.items() if value != now[key]}


# Marks above and below a letter: no language has more, and a heap of them covers the lines around.
MOST_MARKS = 4
_LETTER = "[\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff]"
# Arabic and the scripts of India and Sri Lanka need characters that join letters or part them; elsewhere
# these only hide.
_JOINED = re.compile(f"(?<={_LETTER})[\u200c\u200d](?={_LETTER}|\\s|$)")


def check_name(field: str, text: str, *, most: int | None = None) -> None:
    """Check that a name shows as it is and hides no characters; raises the `Refusal` for `field`."""
    if most is not None and len(text) > most:
        raise Refusal("name-too-long", field=field, length=len(text), limit=most)
    # Joiners are in order inside words of scripts that need them.
    plain = _JOINED.sub("", text)
    if any(not (character.isprintable() or unicodedata.category(character) == "Zs") for character in plain):
        raise Refusal("name-not-printable", field=field)
    if (
        max((len(list(marks)) for is_mark, marks in groupby(text, _is_mark) if is_mark), default=0)
        > MOST_MARKS
    ):
        raise Refusal("name-not-printable", field=field)
    if text.strip() and not any(map(_is_visible, text)):
        raise Refusal("name-invisible", field=field)
    if not UNSEEN.isdisjoint(plain):
        raise Refusal("name-not-printable", field=field)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def check_latin(text: str, field: str = "name") -> None:
    """Check that a name somebody types is in Latin letters; the refusal proposes pinyin for Chinese."""
    # Letters alone: accents, points and digits are of no script. Lists and files say what they say.
    foreign = [letter for letter in text if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo")]
    if all("LATIN" in unicodedata.name(letter, "") or letter in "ªº" for letter in foreign):
        return
    if words := pinyin(text).split():
        proposal = " ".join((words[0].title(), "".join(words[1:]).title())).strip()
        raise Refusal("name-in-hanzi", field=field, name=text, proposal=proposal)
    raise Refusal("name-not-latin", field=field, name=text)


def check_slug_form(slug: str) -> None:
    """Whether a text can be the address of an event. Raises the `Refusal` ``event-slug-invalid``."""
    try:
        Event._meta.get_field("slug").run_validators(slug)
    except ValidationError:
        raise Refusal("event-slug-invalid", field="slug") from None
    if not slug:
        raise Refusal("event-slug-invalid", field="slug")


def check_address(slug: str, *, of: Event | None = None) -> None:
    """Check that an event can have this address."""
    # Old links lead on: none but `of` may ever have had it.
    former = FormerAddress.objects.filter(slug=slug)
    if Event.objects.filter(slug=slug).exists() or (former.exclude(event=of) if of else former).exists():
        raise Refusal("event-slug-taken", field="slug", slug=slug)


def section_addresses(event: Event, *, but: Section | None = None) -> set[str]:
    """Those that sections of ``event`` have or had; without those of ``but``. Two queries."""
    without = [but.pk] if but else []
    now = event.sections.exclude(pk__in=without).values_list("slug", flat=True)
    former = FormerSectionAddress.objects.filter(event=event).exclude(section__in=without)
    return {*now, *former.values_list("slug", flat=True)}


def check_section_address(event: Event, slug: str, *, of: Section | None = None) -> None:
    """Check that a section of `event` can have this address: none but `of` has it or has ever had it."""
    if slug in section_addresses(event, but=of):
        raise Refusal("section-slug-taken", field="slug", slug=slug)


def _is_visible(character: str) -> bool:
    return character not in BLANKS and unicodedata.category(character)[0] in "LNPS"


def target_of(target: Event | Section | Round | Person) -> str:
    return f"{type(target).__name__.lower()}:{target.pk}"


def check_rounds_before(round_: Round) -> None:
    """Rounds are paired, published and closed in order. Raises `Refusal` ``previous-round-open``."""
    if (before := open_before(round_)) is not None:
        raise Refusal("previous-round-open", round=before.number)


def lock_result(round_: Round) -> Round:
    """Lock a round whose result may change."""
    if round_.state == Round.State.CLOSED:
        # A later round that is being closed takes the correction in, or is frozen anew after it.
        lock_section(round_.section)
    return lock_round(round_)


def refuse_while_closing(round_: Round) -> None:
    """What a round is closed with must stand still. Raises `Refusal` ``closing``."""
    if outbox.pending(close_key(round_)):
        raise Refusal("closing", round=round_.number)


# What is refused while the worker has this kind of work in hand.
BUSY = {"pair": "still-pairing", "publish": "publishing", "standings": "closing"}


def refuse_while_busy(round_: Round, *, but: str = "") -> Job | None:
    """Refuse while other work on the round is in hand; return work of the kind `but`."""
    job = in_hand(round_)
    if job is not None and job.kind != but:
        raise Refusal(BUSY[job.kind], round=round_.number)
    return job


def foul_tally_at(round_: Round, pairing: Pairing, player: int, game: int) -> Tally:
    """What an entry number at this table has so far. Raises `Refusal` ``not-at-table``."""
    for tally in tallies(round_.section, pairing, game):
        if tally.entry.number == player:
            return tally
    raise Refusal("not-at-table", field="player", player=player, table=pairing.table)


def check_seen(round_: Round, seen: str | None, now: str) -> None:
    """Check that the round stands where the person saw it; `seen` None: nothing was shown.

    Raises the `Conflict` ``round-changed`` with the state that it is in, and who did what last (``by``,
    ``done``)."""
    if seen is None or seen == now:
        return
    last = JournalEntry.objects.filter(target=target_of(round_)).select_related("by").order_by("pk").last()
    raise Conflict(
        "round-changed",
        round=round_.number,
        now=round_.state,
        by=str(last.by) if last and last.by else "",
        done=last.act if last else "",
    )


def check_places_kept(section: Section) -> None:
    """Check that the places that quotas keep are still there."""
    # An entry by hand, or one that was taken back, must not take what is promised to an office.
    room = room_of(section)
    if room.missing:
        raise Refusal("places-kept", most=room.capacity)


def allowed_changes(
    *,
    table: Settings,
    stage: str,
    wanted: Mapping[str, Any],
    now: Mapping[str, Any],
    seen: Mapping[str, Any] | None,
    reason: str,
    check: Callable[[Mapping[str, Any]], None],
) -> dict[str, Any]:
    """Return what `wanted` changes of settings that stand `now`, if their `table` allows it at this `stage`.

    ``seen``: as `changes` has it. Raises the `Refusal` ``setting-fixed`` or ``change-needs-reason``
    (``settings``: the keys that need one), the `Conflict` ``changed-meanwhile``."""
    mine = changes(wanted=wanted, now=now, seen=seen)
    for key in mine:
        if table[key].at[stage] is REFUSED:
            raise Refusal("setting-fixed", field=key, setting=key, stage=stage)
    if mine:
        # What cannot be is refused before anybody is asked for a reason.
        check(mine)
    warned = [key for key in mine if table[key].at[stage] is WARNED]
    if warned and not reason:
        raise Refusal("change-needs-reason", field="reason", settings=warned)
    return mine

"""Enter players before the lots are drawn or late, put them right, give them private links, forget them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import journal
from portal.accounts.models import User
from portal.ops.erasure import NotSearchedError
from portal.policy import Refusal
from portal.published.documents import component
from portal.push.subscribing import end_subscriptions
from portal.sandbox import parent
from portal.web.fields import Field
from portal.web.private_links import new_secret
from tournaments import pages
from tournaments.acts.arguments import REASON_LENGTH
from tournaments.acts.common import (
    changes,
    check_places_kept,
    check_playing,
    lock_section,
    scope_of,
    target_of,
)
from tournaments.acts.entering.open_to import not_open_to
from tournaments.acts.entering.write_entries import (
    check_not_entered,
    check_takes_players,
    entered_in,
    match_known_player,
    write_entries,
)
from tournaments.acts.frame import (
    ENTRY,
    SECTION,
    ActResult,
    Arguments,
    Locked,
    Target,
    act,
    no_change,
    outside_transaction,
)
from tournaments.acts.money._fees import charge
from tournaments.acts.register._erasure import (
    Searching,
    all_names,
    events_of,
    forget_person,
    lock_everything,
    named_after,
    search_for,
)
from tournaments.acts.register.corrections import offer_corrections
from tournaments.acts.register.person_input import (
    PersonInput,
    check_categories,
    check_grades,
    check_person,
    check_typed,
    particulars,
    tidy,
)
from tournaments.models import Entry, Federation, Player, PlayerLink, Section
from tournaments.pages.followed_scopes import scope_of_entry
from tournaments.policy import Act, acts_of, require
from tournaments.queries.invitations import LINK, players_without_link
from tournaments.text.name_search import search_key

# Between the search and the locks others may enter the player again: so often the search is repeated.
SEARCHES = 5


@component("Entered")
class PlayerEntered(TypedDict):
    entry: int
    number: int | None
    known: Annotated[bool, _("Whether the player already existed.")]
    kept: Annotated[list[str], _("Fields of a known player that were kept unchanged.")]


class PlayerCorrected(TypedDict):
    """``fields``: what has changed."""

    entry: int
    fields: list[str]


class PlayerErased(TypedDict):
    """``named``: what organisers have called by the person's name, as ``team:5``, which stays."""

    player: int
    entries: int
    named: list[str]


@act(on=SECTION, right=Act.ENTER_PLAYER, done=_("player entered"))
def enter_player(
    *,
    section: Section,
    person: PersonInput,
    by: User,
    another: Annotated[bool, Field(help=_("Not the known player of this name, but someone else."))] = False,
    reason: Annotated[
        str,
        Field(
            longest=REASON_LENGTH,
            label=_("Reason to enter a player to whom the section is not open"),
            help=_("Recorded in the journal. Leave empty for everybody else."),
        ),
    ] = "",
    once: str = "",
) -> ActResult[PlayerEntered]:
    """Enter a person, known or new, into a section.

    ``another``: this is another person than the known one of that name. ``reason``: why somebody is entered
    to whom the section is not open."""
    check_takes_players(section)
    check_person(person, set(Federation.objects.values_list("code", flat=True)))
    check_typed(person)
    check_grades(section, person)
    check_categories(person, set(section.categories.values_list("key", flat=True)))
    # Who is known from other events comes as a copy of this event's own: nothing changes at the others.
    player = None if another else match_known_player(section.event, person)
    check_not_entered(person, player, entered_in(section))
    refusal = not_open_to(section, [(person, player)])
    if refusal is not None and not reason:
        raise refusal
    # After the lots: the next free number of the group, and absent in the rounds that are already public.
    [written] = write_entries(section, [(person, player)])
    check_places_kept(section)
    charge(section, [written.entry])
    pages.section_changed(section)
    entry = written.entry
    if refusal is not None:
        entry.overruled = True
        entry.save(update_fields=["overruled"])
    answer: PlayerEntered = {
        "entry": entry.pk,
        "number": entry.number,
        "known": written.is_known,
        "kept": list(written.differing_fields),
    }
    return ActResult(answer, after={"entry": entry.pk, "number": entry.number, "group": entry.group})


@act(on=ENTRY, right=Act.CORRECT_PLAYER, done=_("player details edited"))
def correct_player(
    *, entry: Entry, person: PersonInput, by: User, seen: Mapping[str, Any] | None = None, once: str = ""
) -> ActResult[PlayerCorrected]:
    """Correct a slip in the name or the particulars of an entry's player.

    ``seen``: what the person's screen showed, by field of `PersonInput`, and as ``player_rating`` the rating
    that the player had apart from this entry."""
    check_person(person, set(Federation.objects.values_list("code", flat=True)))
    check_typed(person)
    player = Player.objects.select_for_update().get(pk=entry.player_id)
    if player.erased_at:
        raise Refusal("player-erased")
    wanted = {"name": tidy(person.name), **particulars(person), "federation": person.federation}
    columns = {name: "federation_id" if name == "federation" else name for name in wanted}
    now = {name: getattr(player, column) for name, column in columns.items()}
    if entry.rating is not None:
        now["rating"] = entry.rating
        if seen is None or person.rating != seen.get("rating"):
            # It goes to the player as well, who may have another one from another section.
            wanted["player_rating"], now["player_rating"] = person.rating, player.rating
    # A rating that was left as it was seen stays, with the player and with the entry.
    mine = changes(wanted=wanted, now=now, seen=seen)
    # What stands there already, from a file, keeps nobody from correcting a name.
    check_grades(entry.section, person, mine)
    if "player_rating" in mine:
        mine["rating"] = mine.pop("player_rating")
    for name, value in mine.items():
        setattr(player, columns[name], value)
    if not player.federation_id:
        Federation.objects.get_or_create(code="")
    # The player is one row of this event: every section of it sees the correction, no other event does.
    player.save(update_fields=[columns[name] for name in mine])
    # In the register the correction waits to be accepted.
    offer_corrections(player, [columns[name] for name in mine], by)
    if "rating" in mine:
        entry.rating = person.rating
        entry.save(update_fields=["rating"])
    pages.players_changed([player])
    # The journal holds the names of the changed fields and no more (law 8).
    fields = list(mine)
    return ActResult({"entry": entry.pk, "fields": fields}, after={"fields": fields})


def _lock_person(arguments: Arguments) -> Locked:
    player = lock_everything(arguments["entry"].player)
    entry = Entry.objects.select_related("section__event").get(pk=arguments["entry"].pk)
    entry.player = player
    return Locked(entry, entry.section, f"entry:{entry.pk}")


@act(
    on=Target("entry", _lock_person),
    right=Act.ERASE_PLAYER,
    name="erase_player",
    done=_("personal data erased"),
)
def _erase_player(
    *, entry: Entry, confirm: str, searching: Searching, by: User, once: str
) -> ActResult[PlayerErased]:
    player = entry.player
    events = events_of(player)
    if any(Act.ERASE_PLAYER not in acts_of(by, event) for event in events):
        raise Refusal("erase-elsewhere")
    if player.erased_at:
        raise Refusal("player-erased")
    names = all_names(player)
    if not search_key(confirm) or search_key(confirm) not in {search_key(name) for name in names}:
        raise Refusal("erase-confirm", field="confirm")
    named = named_after(player, names)
    forget_person(player, names, searching=searching)
    entries = list(
        Entry.objects.filter(player__person=player.person_id)
        .order_by("pk")
        .values_list("pk", "section__event")
    )
    # The journal of each other event says it, too.
    here = scope_of(entry.section.event)
    for event, first in {event: key for key, event in reversed(entries)}.items():
        if f"event:{event}" != here:
            journal.record(Act.ERASE_PLAYER, by=by, scope=f"event:{event}", target=f"entry:{first}")
    answer: PlayerErased = {"player": player.pk, "entries": len(entries), "named": named}
    return ActResult(answer, after={"entries": len(entries)})


@outside_transaction(_erase_player)
def erase_player(*, entry: Entry, confirm: str, by: User, once: str = "") -> PlayerErased:
    """Forget a person for good, at every event of this site; ``confirm``: the name, typed."""
    # A chief organiser must be that at all events of the person: `_erase_player` asks again under the locks.
    require(Act.ERASE_PLAYER, by=by, scope=entry.section)
    # Before the locks, which are those of all events of the person: records of strangers are read for it.
    searching = search_for(entry.player)
    for _attempt in range(SEARCHES):
        with suppress(NotSearchedError):
            return _erase_player(entry=entry, confirm=confirm, searching=searching, by=by, once=once)
        searching = search_for(entry.player, searching)
    raise parent.Stopped(parent.Cause.BUSY)


class LinksIssued(TypedDict):
    """How many; the secrets are in no answer and in no journal."""

    issued: int


class EntryRef(TypedDict):
    entry: int


def _lock_holders(arguments: Arguments) -> Locked:
    section = lock_section(arguments["section"])
    entries: Sequence[Entry] = arguments.get("entries") or ()
    return Locked(section, section, f"entry:{entries[0].pk}" if len(entries) == 1 else target_of(section))


@act(on=Target("section", _lock_holders), right=Act.ISSUE_LINKS, done=_("private links issued"))
def issue_links(
    *, section: Section, by: User, entries: Sequence[Entry] | None = None, once: str = ""
) -> ActResult[LinksIssued]:
    """Issue private links to everybody who has none, or new ones to these ``entries``."""
    replaced = 0
    if entries is not None:
        fresh = list(section.entries.filter(pk__in=[entry.pk for entry in entries]).select_related("player"))
        check_playing(fresh)
        # What they had before opens nothing any more.
        valid = PlayerLink.objects.filter(entry__in=fresh, revoked_at__isnull=True)
        replaced = valid.update(revoked_at=timezone.now())
        end_subscriptions(scopes=[scope_of_entry(entry.pk) for entry in fresh])
    issued = _issue(players_without_link(section) if entries is None else fresh, by)
    if not issued:
        return no_change({"issued": 0})
    return ActResult({"issued": issued}, after={"links": issued, "replaced": replaced})


def _issue(entries: Iterable[Entry], by: User) -> int:
    links = [PlayerLink(entry=entry, created_by=by, **new_secret(LINK)) for entry in entries]
    return len(PlayerLink.objects.bulk_create(links))


@act(on=ENTRY, right=Act.RENEW_LINK, done=_("private link replaced by the player"))
def renew_own_link(*, entry: Entry, by: PlayerLink, once: str = "") -> ActResult[EntryRef]:
    """Replace the player's own link."""
    # Whoever has seen the old address gets in no more, and is told nothing more.
    PlayerLink.objects.filter(pk=by.pk).update(revoked_at=timezone.now())
    end_subscriptions(scopes=[scope_of_entry(entry.pk)])
    # The secret is in no answer and in no journal: `own_secret` has it.
    PlayerLink.objects.create(entry=entry, created_by=None, **new_secret(LINK))
    return ActResult({"entry": entry.pk})


@act(on=ENTRY, right=Act.ISSUE_LINKS, done=_("private link revoked"))
def revoke_link(*, entry: Entry, by: User, once: str = "") -> ActResult[EntryRef]:
    """From then on it opens nothing."""
    valid = PlayerLink.objects.filter(entry=entry, revoked_at__isnull=True)
    if not valid.update(revoked_at=timezone.now()):
        raise Refusal("no-link")
    end_subscriptions(scopes=[scope_of_entry(entry.pk)])
    return ActResult({"entry": entry.pk})

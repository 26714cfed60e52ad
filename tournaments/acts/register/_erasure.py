"""Forget a person everywhere: the rows of tournaments, and every other room by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from portal.ops.erasure import (
    MARK,
    ErasedPerson,
    Forgetter,
    NotSearchedError,
    Quotes,
    Searched,
    ask_for_wiping,
    blank,
    delete,
    erase,
    search,
)
from portal.push.subscribing import end_subscriptions, forget_devices
from tournaments.acts.register.person_input import TEXTS
from tournaments.exchange.ratings.rating_matches import matching_name_key
from tournaments.models import (
    AnnouncementText,
    AnswerFile,
    Appeal,
    AppealDecision,
    Application,
    Backup,
    Correction,
    Delegate,
    Distinct,
    Document,
    EntrantMessage,
    Entry,
    Erasure,
    Event,
    Foul,
    Invitation,
    KeptEvent,
    LedgerRow,
    Licence,
    LineUp,
    ListedPlayer,
    Merger,
    Official,
    Organisation,
    Pairing,
    PairRule,
    Paper,
    Person,
    PersonContact,
    PersonName,
    PersonNumber,
    PersonRating,
    PersonTitle,
    Player,
    PlayerLink,
    Portrait,
    Receipt,
    RefereeReport,
    Restoration,
    ResultReport,
    Round,
    SearchKey,
    Section,
    SentList,
    SignedReport,
    Team,
    TeamPairRule,
    TeamPenalty,
)
from tournaments.models.people import stored_name_key as key_of_name
from tournaments.pages.followed_scopes import scope_of_application, scope_of_entry, scope_of_person
from tournaments.pages.paths import event_path
from tournaments.pages.private_pages import forget_pages
from tournaments.standings.criterion import Measure
from tournaments.state.anonymous import Quoted, anonymous_name
from tournaments.state.gotha.passthrough import without_player
from tournaments.text.name_search import search_key


def events_of(player: Player) -> list[Event]:
    """Where the person plays or has played: the events that have a copy."""
    return list(Event.objects.filter(players__person=player.person_id).order_by("pk"))


def all_names(player: Player) -> list[str]:
    """Every way in which the person is called, at any event and in the register."""
    copies = Player.objects.filter(person=player.person_id).order_by("pk").values_list("name", "native_name")
    rows = _rows_of(player.person_id)
    registered = rows.order_by("pk").values_list("name", "native_name")
    called = [name for pair in (*copies, *registered) for name in (*pair, " ".join(pair))]
    called += PersonName.objects.filter(person__in=rows).order_by("pk").values_list("name", flat=True)
    return [name for name in dict.fromkeys(called) if name.strip()]


def lock_everything(player: Player) -> Player:
    """Lock all events, sections, rounds and copies of a person; return the player fresh."""
    events = events_of(player)
    # In the order in which the other acts lock: whoever is just writing something down is waited for.
    for model, where in (
        (Event, Q(pk__in=[event.pk for event in events])),
        (Section, Q(event__in=events)),
        (Round, Q(section__event__in=events)),
    ):
        list(model._base_manager.select_for_update().filter(where).order_by("pk").values_list("pk"))
    list(_rows_of(player.person_id).select_for_update().order_by("pk").values_list("pk"))
    list(Player.objects.select_for_update().filter(person=player.person_id).order_by("pk").values_list("pk"))
    return Player.objects.get(pk=player.pk)


@dataclass(frozen=True, slots=True)
class Searching:
    """A person who is sought in bytes of strangers, and what has come of it so far."""

    quotes: Quotes
    searched: Searched


def search_for(player: Player, earlier: Searching | None = None) -> Searching:
    """Before any lock. ``earlier``: what needs no second look. Raises `portal.sandbox.parent.Stopped`."""
    who = _sought(player, all_names(player))
    still = earlier.searched if earlier and earlier.quotes == who.quotes else {}
    return Searching(who.quotes, search(who, still))


def forget_person(
    player: Player,
    names: Sequence[str],
    events: Sequence[Event] | None = None,
    *,
    searching: Searching | None = None,
) -> dict[str, int]:
    """Forget a person and return how many rows each room has blanked.

    ``names``: every name under which the person may have been written down. ``events``: where they are looked
    for, None for wherever the person plays. ``searching``: what `search_for` has come to; None where nobody
    waits for the locks. The caller holds the locks and the transaction. Raises `NotSearchedError`."""
    who = _sought(player, names, events)
    if searching is not None and searching.quotes != who.quotes:
        raise NotSearchedError("called otherwise meanwhile")
    who = replace(who, searched=searching.searched if searching else search(who, {}))
    _blank_person(player.person)
    _blank_files(player.person_id, events_of(player) if events is None else events, names)
    # Of lists of ratings every line with one of the names.
    ListedPlayer.objects.filter(
        Q(key__in={matching_name_key(name) for name in names}) | Q(native__in=names)
    ).delete()
    forgot = erase(who)
    for uid in _rows_of(player.person_id).values_list("uid", flat=True):
        Erasure.objects.get_or_create(uid=uid)
    ask_for_wiping()
    return forgot


def _sought(player: Player, names: Sequence[str], events: Sequence[Event] | None = None) -> ErasedPerson:
    applied = _applications_of(player, names)
    if events is None:
        events = events_of(player)
    else:
        applied = applied.filter(section__event__in=events)
    plays = Entry.objects.filter(player__person=player.person_id, section__event__in=events)
    entries = list(plays.values_list("pk", "section"))
    pairings = Pairing.objects.filter(seats__entry__in=plays).values_list("pk", flat=True)
    others = Player.objects.filter(event__in=events).exclude(person=player.person_id)
    return ErasedPerson(
        person=player.pk,
        scopes=frozenset(
            [
                f"person:{player.person_id}",
                *(f"event:{event.pk}" for event in events),
                *(f"organisation:{event.organisation_id}" for event in events if event.organisation_id),
                *(f"section:{section}" for _, section in entries),
                *(f"entry:{entry}" for entry, _ in entries),
                *(f"pairing:{pairing}" for pairing in pairings),
                *(f"application:{application}" for application in applied.values_list("pk", flat=True)),
            ]
        ),
        prefixes=tuple(event_path(event) for event in events),
        quotes=Quoted.of(
            [name for name in dict.fromkeys(names) if name],
            [name for pair in others.values_list("name", "native_name") for name in pair],
        ),
    )


def named_after(player: Player, names: Sequence[str]) -> list[str]:
    """List what organisers have called by the person's name at these events, as ``team:5``."""
    quotes = Quoted.of([name for name in names if name])
    # They stay: frozen standings hold the names of teams, and what an event is called is no matter of the
    # person alone.
    events = events_of(player)
    sections = Section.objects.filter(event__in=events)
    things: list[Event | Section | Team] = [*events, *sections, *Team.objects.filter(section__in=sections)]
    return [
        f"{type(item).__name__.lower()}:{item.pk}"
        for item in things
        if quotes.in_text(item.name) or quotes.in_text(getattr(item, "native_name", ""))
    ]


def _applications_of(player: Player, names: Sequence[str]) -> QuerySet[Application]:
    """Find what the person has applied with, at any event."""
    called = {frozenset(search_key(name).split()) for name in names}
    federations, years = set(), set()
    for rows in (Player.objects.filter(person=player.person_id), _rows_of(player.person_id)):
        for federation, year in rows.values_list("federation", "birth_year"):
            federations.add(federation)
            years.add(year)
    years.discard(None)
    # What became no entry is the person's if it has the whole name, one of the federations and no other year
    # of birth.
    alike = [
        row["pk"]
        for row in Application.objects.filter(entry=None, federation__in=federations)
        .values("pk", "name", "particulars")
        .iterator(chunk_size=500)
        if called & {frozenset(search_key(name).split()) for name in _names_in(row)}
        and (not years or row["particulars"].get("birth_year") in {None, *years})
    ]
    # What became the entry of somebody else is theirs.
    return Application.objects.filter(Q(pk__in=alike) | Q(entry__player__person=player.person_id))


def _names_in(row: Mapping[str, Any]) -> list[str]:
    """The names of an applicant, in either script."""
    return [name for name in (row["name"], row["particulars"].get("native_name", "")) if name.strip()]


def _rows_of(person: int) -> QuerySet[Person]:
    """The person, and what was merged into it."""
    return Person.objects.filter(Q(pk=person) | Q(merged_into=person))


def _blank_files(person: int, events: Sequence[Event], names: Sequence[str]) -> None:
    """What sections keep of the OpenGotha files they came from."""
    numbers = {row.section_id: row.number for row in Entry.objects.filter(player__person=person)}
    for section in Section.objects.filter(event__in=events).exclude(opengotha={}):
        general_data = without_player(section.opengotha, numbers.get(section.pk) or 0)
        if general_data.get("general", {}).get("director") in names:
            general_data["general"] = general_data["general"] | {"director": ""}
        section.opengotha = general_data
        section.save(update_fields=["opengotha"])


def _blank_person(person: Person) -> None:
    """The person in the register, and every copy."""
    now, called = timezone.now(), anonymous_name(person.uid.hex)
    rows = _rows_of(person.pk)
    rows.update(
        name=called,
        **dict.fromkeys(
            ("given_name", "native_name", "gender", "ring", "native_ring", "pinyin_ring", "words"), ""
        ),
        birth_year=None,
        listed=False,
        erased_at=now,
    )
    # One that was undone holds the names of both rows.
    Merger.objects.filter(Q(person__in=rows) | Q(other__in=rows)).delete()
    Correction.objects.filter(player__person__in=rows).delete()
    Distinct.objects.filter(Q(one__in=rows) | Q(other__in=rows)).delete()
    for model in (PersonName, PersonNumber, PersonTitle, PersonRating, PersonContact, Portrait, Licence):
        model._base_manager.filter(person__in=rows).delete()
    # Where a restored event has both rows of a merger, the copy of the other is still that one's.
    Player.objects.filter(person__in=rows).update(
        name=called,
        name_key=key_of_name(called),
        **dict.fromkeys((*TEXTS, "gender"), ""),
        birth_year=None,
        rating=None,
        erased_at=now,
    )
    Entry.objects.filter(player__person__in=rows).update(doubts=[])
    # Where a section ranks by ratings, its standings rest on them.
    for entry in Entry.objects.filter(player__person__in=rows).select_related("section"):
        if Measure.RATING not in entry.section.tiebreaks and entry.rating is not None:
            entry.rating = None
            entry.save(update_fields=["rating"])
    entries = Entry.objects.filter(player__person__in=rows).values_list("pk", flat=True)
    applied = Application.objects.filter(entry__in=entries).values_list("pk", flat=True)
    forget_devices([*map(scope_of_entry, entries), *map(scope_of_application, applied)])
    end_subscriptions(scopes=[scope_of_person(row) for row in rows.values_list("pk", flat=True)])
    PlayerLink.objects.filter(entry__player__person__in=rows, revoked_at=None).update(
        revoked_at=timezone.now()
    )


def reasons(who: ErasedPerson) -> int:
    """Why somebody decided something, in the rows of tournaments."""
    of_event = Q(pairing__round__section__event__in=who.keys("event"))
    return sum(
        blank(rows, {"reason": MARK}, who.quotes)
        for rows in (
            ResultReport.objects.filter(of_event),
            Foul.objects.filter(of_event),
            PairRule.objects.filter(section__event__in=who.keys("event")),
            TeamPairRule.objects.filter(section__event__in=who.keys("event")),
            LineUp.objects.filter(team__section__event__in=who.keys("event")),
            TeamPenalty.objects.filter(team__section__event__in=who.keys("event")),
            LedgerRow.objects.filter(account__section__event__in=who.keys("event")),
        )
    )


def appeals(who: ErasedPerson) -> int:
    """What was written in appeals and decisions on them; that there was one stays."""
    of_event = Q(pairing__round__section__event__in=who.keys("event"))
    stated = Appeal.objects.filter(of_event)
    decided = AppealDecision.objects.filter(appeal__in=stated)
    columns = {"panel": MARK, "reason": MARK}
    return blank(stated, {"statement": MARK}, who.quotes) + blank(decided, columns, who.quotes)


def delegations(who: ErasedPerson) -> int:
    """Whoever comes under the name, too."""
    rows = Delegate.objects.filter(quota__section__event__in=who.keys("event"))
    return delete(rows, ("name", "native_name"), who.quotes)


def referee_reports(who: ErasedPerson) -> int:
    """Remarks of the chief referee and answers to them; that it was signed, and what of the rounds, stays."""
    reports = RefereeReport.objects.filter(section__event__in=who.keys("event"))
    signed = SignedReport.objects.filter(report__in=reports)
    texts = {"remarks": MARK, "words": MARK}
    return blank(reports, texts, who.quotes) + blank(signed, {"remarks": MARK}, who.quotes)


def receipts(who: ErasedPerson) -> int:
    """Of whom they are; number, amount and reference stay."""
    rows = Receipt.objects.filter(row__account__section__event__in=who.keys("event"))
    return blank(rows, {"payer": MARK}, who.quotes)


def announcements(who: ErasedPerson) -> int:
    """What everybody was told, in every version and language that quotes the name."""
    rows = AnnouncementText.objects.filter(announcement__event__in=who.keys("event"))
    return blank(rows, {"text": MARK}, who.quotes)


def entrant_messages(who: ErasedPerson) -> int:
    """What organisers wrote to entrants, in every language, where one quotes the name."""
    rows = EntrantMessage.objects.filter(event__in=who.keys("event"))
    return blank(rows, {"texts": {"en": MARK}}, who.quotes)


def officials(who: ErasedPerson) -> int:
    """Whoever serves under the name, too: it is written anew where somebody else is meant."""
    rows = Official.objects.filter(event__in=who.keys("event"))
    return delete(rows, ("name", "native_name", "title", "duty"), who.quotes)


def applications(who: ErasedPerson) -> int:
    """Delete the person's own applications, and the place in a team that a captain has filled in."""
    count = Application.objects.filter(pk__in=who.keys("application")).delete()[0]
    rows = Application.objects.filter(section__event__in=who.keys("event"))
    for team in rows.exclude(members=[]):
        members = [member for member in team.members if not who.quotes.anywhere(list(member.values()))]
        if len(members) < len(team.members):
            count += rows.filter(pk=team.pk).update(members=members)
    # Others keep theirs, without what they were told or have answered about the person.
    blanked = blank(rows, {"answers": {}, "note": "", "guardian": ""}, who.quotes)
    AnswerFile.objects.filter(application__in=rows.filter(answers={})).delete()
    return count + blanked


def invitations(who: ErasedPerson) -> int:
    """Addresses that are made of the name."""
    rows = Invitation.objects.filter(event__in=who.keys("event"))
    # Two that are open to one address would become two to none.
    keys = [key for key, email in rows.values_list("pk", "email") if who.quotes.in_text(email)]
    now = timezone.now()
    Invitation.objects.filter(pk__in=keys, revoked_at=None, accepted_at=None).update(revoked_at=now)
    return Invitation.objects.filter(pk__in=keys).update(email="")


def descriptions(who: ErasedPerson) -> int:
    """Blank texts of events and organisations that quote the person."""
    rows = Event.objects.filter(pk__in=who.keys("event"))
    # What an event says of itself and whom to ask.
    count = blank(rows, {"description": {}, "contact": "", "documents": ""}, who.quotes)
    files = Document.objects.filter(event__in=who.keys("event"))
    # What it calls a file.
    count += blank(files, {"title": ""}, who.quotes)
    owners = Event.objects.filter(pk__in=who.keys("event")).values("organisation")
    teams = Team.objects.filter(section__event__in=who.keys("event"))
    # Whom it names as a team's captain.
    count += blank(teams, {"captain_name": ""}, who.quotes)
    return count + blank(Organisation.objects.filter(pk__in=owners), {"text": ""}, who.quotes)


def search_keys(who: ErasedPerson) -> int:
    """By what words everybody found the person."""
    return SearchKey.objects.filter(entry__in=who.keys("entry")).delete()[0]


def papers(who: ErasedPerson) -> int:
    """Every paper of the events, and their list of what could not be drawn: they can be made again."""
    return Paper.objects.filter(section__event__in=who.keys("event")).delete()[0]


def private_pages(_who: ErasedPerson) -> int:
    """Stored pages behind private links: an opponent's may say the name as well."""
    return forget_pages()


def backups(who: ErasedPerson) -> int:
    """Delete backups, kept events and files that were sent; the events themselves are blanked."""
    count = Backup.objects.filter(event__in=who.keys("event")).delete()[0]
    count += KeptEvent.objects.filter(event__in=who.keys("event")).delete()[0]
    # Files sent to be restored, or as lists of ratings, may name anybody.
    count += SentList.objects.exclude(body=b"").update(body=b"")
    return count + Restoration.objects.exclude(body=b"").update(body=b"")


# Registered when Django starts.
FORGETTERS: Mapping[str, Forgetter] = {
    "reasons": reasons,
    "receipts": receipts,
    "appeals": appeals,
    "delegations": delegations,
    "referee reports": referee_reports,
    "announcements": announcements,
    "entrant-messages": entrant_messages,
    "officials": officials,
    "applications": applications,
    "invitations": invitations,
    "descriptions": descriptions,
    "search": search_keys,
    "papers": papers,
    "private pages": private_pages,
    "backups": backups,
}

"""Forgetting a person everywhere: the rows of tournaments, and every other room by name. The acts are
`erase_player`, and restoring an event in which somebody stands who was erased since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q
from django.utils import timezone

from portal.forgetting import MARK, Forgetter, Forgotten, ask_for_wiping, blank, forget
from tournaments.models import (
    Backup,
    Entry,
    Erasure,
    Event,
    Foul,
    Invitation,
    Pairing,
    PairRule,
    Paper,
    Player,
    PlayerLink,
    Restoration,
    ResultReport,
    Round,
    Section,
    Team,
)
from tournaments.pages.paths import event_path
from tournaments.standings.tiebreaks import Measure
from tournaments.state.forgotten import Quoted, anonym


def events_of(player: Player) -> list[Event]:
    """Where the person plays or has played."""
    return list(Event.objects.filter(sections__entries__player=player).distinct().order_by("pk"))


def lock_everything(player: Player) -> Player:
    """Every event, section and round of the person, in the order in which the other acts lock, and the
    person: whoever is just writing something down about them is waited for. Fresh."""
    events = events_of(player)
    for model, where in (
        (Event, Q(pk__in=[event.pk for event in events])),
        (Section, Q(event__in=events)),
        (Round, Q(section__event__in=events)),
    ):
        list(model._base_manager.select_for_update().filter(where).order_by("pk").values_list("pk"))
    return Player.objects.select_for_update().get(pk=player.pk)


def forget_person(
    player: Player, names: Sequence[str], events: Sequence[Event] | None = None
) -> dict[str, int]:
    """``names``: every name under which the person may have been written down. ``events``: where they are
    looked for, None for wherever the person plays. The caller holds the locks and the transaction. Returns
    how many rows each room has blanked."""
    if events is None:
        events = events_of(player)
    plays = Entry.objects.filter(player=player, section__event__in=events)
    entries = list(plays.values_list("pk", "section"))
    pairings = Pairing.objects.filter(seats__entry__in=plays).values_list("pk", flat=True)
    others = Player.objects.filter(entries__section__event__in=events).exclude(pk=player.pk).distinct()
    who = Forgotten(
        person=player.pk,
        scopes=frozenset(
            [
                *(f"event:{event.pk}" for event in events),
                *(f"section:{section}" for _, section in entries),
                *(f"entry:{entry}" for entry, _ in entries),
                *(f"pairing:{pairing}" for pairing in pairings),
            ]
        ),
        prefixes=tuple(event_path(event) for event in events),
        quotes=Quoted.of(
            [name for name in dict.fromkeys(names) if name],
            [name for pair in others.values_list("name", "native_name") for name in pair],
        ),
    )
    _blank_person(player)
    forgot = forget(who)
    Erasure.objects.get_or_create(uid=player.uid)
    ask_for_wiping()
    return forgot


def named_after(player: Player, names: Sequence[str]) -> list[str]:
    """What organisers have called by the person's name at these events, as ``team:5``: frozen standings hold
    the names of teams, and what an event is called is no matter of the person alone. They stay."""
    quotes = Quoted.of([name for name in names if name])
    events = events_of(player)
    sections = Section.objects.filter(event__in=events)
    things: list[Event | Section | Team] = [*events, *sections, *Team.objects.filter(section__in=sections)]
    return [
        f"{type(thing).__name__.lower()}:{thing.pk}"
        for thing in things
        if quotes.in_text(thing.name) or quotes.in_text(getattr(thing, "native_name", ""))
    ]


def _blank_person(player: Player) -> None:
    player.name, player.native_name, player.club = anonym(player.uid.hex), "", ""
    player.birth_year, player.gender, player.rating = None, "", None
    player.erased_at = timezone.now()
    player.save()
    # Where a section ranks by ratings, its standings rest on them.
    for entry in Entry.objects.filter(player=player).select_related("section"):
        if Measure.RATING not in entry.section.tiebreaks and entry.rating is not None:
            entry.rating = None
            entry.save(update_fields=["rating"])
    PlayerLink.objects.filter(entry__player=player, revoked_at=None).update(revoked_at=timezone.now())


def reasons(who: Forgotten) -> int:
    """Why somebody decided something, in the rows of tournaments."""
    of_event = Q(pairing__round__section__event__in=who.keys("event"))
    return sum(
        blank(rows, {"reason": MARK}, who.quotes)
        for rows in (
            ResultReport.objects.filter(of_event),
            Foul.objects.filter(of_event),
            PairRule.objects.filter(section__event__in=who.keys("event")),
        )
    )


def invitations(who: Forgotten) -> int:
    """Addresses that are made of the name."""
    rows = Invitation.objects.filter(event__in=who.keys("event"))
    # Two that are open to one address would become two to none.
    found = [key for key, email in rows.values_list("pk", "email") if who.quotes.in_text(email)]
    now = timezone.now()
    Invitation.objects.filter(pk__in=found, revoked_at=None, accepted_at=None).update(revoked_at=now)
    return Invitation.objects.filter(pk__in=found).update(email="")


def papers(who: Forgotten) -> int:
    """Every paper of the events, and their list of what could not be drawn: they can be made again."""
    return Paper.objects.filter(section__event__in=who.keys("event")).delete()[0]


def backups(who: Forgotten) -> int:
    """Backups that are kept, and files that were sent to be restored; the events themselves are blanked."""
    kept = Backup.objects.filter(event__in=who.keys("event")).delete()[0]
    return kept + Restoration.objects.exclude(body=b"").update(body=b"")


FORGETTERS: Mapping[str, Forgetter] = {
    "reasons": reasons,
    "invitations": invitations,
    "papers": papers,
    "backups": backups,
}
"""Registered when Django starts."""

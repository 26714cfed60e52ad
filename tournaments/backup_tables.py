"""What of tournaments stands in a backup of an event, and what a restoring does about persons.

Not carried: private links and invitations (their secrets are this site's; new ones are given out), papers
(they can be made again), kept backups.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.db.models import Q, QuerySet

from portal.backup.archive import damaged
from portal.backup.tables import MANY, Ids, Subject, Table
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts._documents import format_of
from tournaments.acts._erasure import forget_person, lock_everything
from tournaments.acts._images import normalised_image
from tournaments.fouls import LADDERS
from tournaments.models import Document, Erasure, Event, Federation, Logo, Player
from tournaments.wording.money import MOST

PLACE = 10


def _of(label: str, path: str, name: str, **more: Any) -> Table:
    """A table whose rows lead to their event by ``path``."""

    def rows(subject: Subject) -> QuerySet[Any]:
        return table.model._base_manager.filter(**{path: subject.key})

    table = Table(f"tournaments/{name}", f"tournaments.{label}", rows, **more)
    return table


def _federations(subject: Subject) -> QuerySet[Any]:
    plays = Q(player__event=subject.key)
    teams = Q(team__section__event=subject.key)
    officials = Q(official__event=subject.key)
    return Federation.objects.filter(pk__in=Federation.objects.filter(plays | teams | officials).values("pk"))


def _player_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Earlier backups do not say at which event a player is: there is only one."""
    return {"event_id": ids.first("tournaments.Event"), **row}


def _section_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError for what fouls cost by a table that there is not."""
    if row["ladder"] not in LADDERS:
        raise ValueError(row["ladder"])
    return row


def _prize_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError for prize money that is none."""
    amounts = row.get("amounts", [])
    if not isinstance(amounts, list) or not all(type(one) is int and 0 <= one <= MOST for one in amounts):
        raise ValueError(str(amounts)[:40])
    return row


def _award_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """An award names lists of prizes by their ids. Raises ValueError for what is no winner."""
    data = [
        {"prize": ids.of("tournaments.Prize", one["prize"]) or 0, "places": list(map(_winner, one["places"]))}
        for one in row["data"]
    ]
    return {**row, "data": data}


def _winner(place: dict[str, Any]) -> dict[str, int]:
    found = {name: place[name] for name in ("place", "number", "amount")}
    if not all(type(one) is int and 0 <= one <= MOST for one in found.values()):
        raise ValueError(str(place)[:40])
    return found


def _standing_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """A frozen standing names lists of prizes by their ids."""
    data = row["data"]
    prizes = [{**one, "prize": ids.of("tournaments.Prize", one["prize"]) or 0} for one in data["prizes"]]
    return {**row, "data": {**data, "prizes": prizes}}


TABLES = (
    Table("tournaments/federations", "tournaments.Federation", _federations, natural="code"),
    _of("Event", "pk", "events"),
    _of("Player", "event", "players", carry=_player_here),
    _of("Section", "event", "sections", carry=_section_here),
    _of("FormerSectionAddress", "event", "former-section-addresses"),
    _of("Team", "section__event", "teams"),
    _of("Category", "section__event", "categories"),
    _of("Prize", "section__event", "prizes", carry=_prize_here),
    _of("Membership", "event", "memberships"),
    _of("Entry", "section__event", "entries"),
    _of("Entry_categories", "entry__section__event", "entry-categories"),
    _of("Absence", "entry__section__event", "absences"),
    _of("Round", "section__event", "rounds"),
    _of("RoundVersion", "round__section__event", "round-versions"),
    _of("TeamPenalty", "team__section__event", "team-penalties"),
    _of("Match", "round__section__event", "matches"),
    _of("LineUp", "match__round__section__event", "line-ups"),
    _of("Pairing", "round__section__event", "pairings"),
    _of("Seat", "round__section__event", "seats"),
    _of("PairRule", "section__event", "pair-rules"),
    _of("ResultReport", "pairing__round__section__event", "results"),
    _of("Adjournment", "pairing__round__section__event", "adjournments"),
    _of("PlayerReport", "pairing__round__section__event", "told"),
    _of("Foul", "pairing__round__section__event", "fouls"),
    _of("Screen", "event", "screens"),
    _of("Logo", "event", "logos"),
    _of("Document", "event", "documents"),
    _of("Official", "event", "officials"),
    _of("Announcement", "event", "announcements"),
    _of("AnnouncementText", "announcement__event", "announcement-texts"),
    _of("Standing", "section__event", "standings", carry=_standing_here),
    _of("Award", "section__event", "awards", carry=_award_here),
)
KINDS: Mapping[str, str] = {
    "event": "tournaments.Event",
    "section": "tournaments.Section",
    "round": "tournaments.Round",
    "entry": "tournaments.Entry",
    "pairing": "tournaments.Pairing",
}
FACTS: Mapping[str, str] = {
    "announcement": "tournaments.Announcement",
    "document": "tournaments.Document",
    "event": "tournaments.Event",
    "section": "tournaments.Section",
    "entry": "tournaments.Entry",
    "entries": f"tournaments.Entry{MANY}",
    "numbers": f"tournaments.Entry{MANY}",
    "prize": "tournaments.Prize",
    "match": "tournaments.Match",
    "team": "tournaments.Team",
    "teams": f"tournaments.Entry{MANY}",
    "pairing": "tournaments.Pairing",
}


def restored(subject: Subject) -> None:
    """Who was forgotten since the backup was made is forgotten in it too; who was forgotten before it stays
    forgotten here. A listed event stands in the list again."""
    event = Event.objects.get(pk=subject.key)
    forgotten = set(Erasure.objects.values_list("uid", flat=True))
    for player in Player.objects.filter(event=event).order_by("pk"):
        others = Player.objects.filter(uid=player.uid).exclude(event=event)
        if player.uid in forgotten:
            names = [player.name, player.native_name, f"{player.name} {player.native_name}"]
            # A file says whatever names it likes: elsewhere nothing is blanked for them.
            forget_person(lock_everything(player), names, [event])
        elif player.erased_at and not others.exists():
            Erasure.objects.create(uid=player.uid, at=player.erased_at)
    _make_logo_anew(event)
    _check_documents(event)
    if event.listed:
        pages.announce_home()
        pages.ask_for_index(event)


def _check_documents(event: Event) -> None:
    """Nothing of a file that came is given out as what it is not. Raises `BackupFault`."""
    for document in Document.objects.filter(event=event).iterator(chunk_size=1):
        body = bytes(document.body)
        try:
            found = format_of(body)
        except Refusal:
            found = ""
        told = (found, "sha256:" + sha256(body).hexdigest(), len(body))
        if told != (document.format, document.digest, document.size):
            raise damaged("tournaments/documents.jsonl")


def _make_logo_anew(event: Event) -> None:
    """Nothing of a file that came is shown as it is. Raises `BackupFault` when it is no picture."""
    logo = Logo.objects.filter(event=event).first()
    if logo is None:
        return
    try:
        picture = normalised_image(bytes(logo.body))
    except Refusal:
        raise damaged("tournaments/logos.jsonl") from None
    logo.body, logo.width, logo.height = picture.body, picture.width, picture.height
    logo.save(update_fields=["body", "width", "height"])

"""What of tournaments stands in a backup of an event, and what a restoring does about persons.

Not carried: private links and invitations (their secrets are this site's; new ones are given out), papers
(they can be made again), kept backups. Line-ups that are still secret are: a backup is its operator's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from portal.backup.archive import damaged
from portal.backup.tables import MANY, Ids, Subject, Table
from portal.policy import Refusal
from portal.sandbox import parent
from tournaments import pages
from tournaments.acts._absent import await_start
from tournaments.acts.entering.entry_forms import await_deletion
from tournaments.acts.entering.filled_in import file_kind
from tournaments.acts.money._fees import fresh_references
from tournaments.acts.notices._documents import format_of
from tournaments.acts.notices._images import normalised_image
from tournaments.acts.register._erasure import forget_person, lock_everything
from tournaments.acts.register._new_persons import TAKEN_OVER, fold_anew
from tournaments.fouls import LADDERS
from tournaments.models import (
    AnswerFile,
    Document,
    EntryForm,
    Erasure,
    Event,
    Federation,
    FeeAccount,
    Logo,
    Person,
    PersonNumber,
    Player,
    Round,
)
from tournaments.models.people import stored_name_key
from tournaments.state.applications import MOST_FILE_BYTES, PARTICULARS, Question, levels
from tournaments.state.conditions import Condition
from tournaments.state.deciding import played_from
from tournaments.state.fees import is_reference, is_undoing
from tournaments.state.table_ranges import read_ranges
from tournaments.wording.money.money import MOST, is_currency

PLACE = 10


def _of(label: str, path: str, name: str, *, only: Q | None = None, **more: Any) -> Table:
    """A table whose rows lead to their event by ``path``; of these those that are ``only``."""

    def rows(subject: Subject) -> QuerySet[Any]:
        return table.model._base_manager.filter(only or Q(), **{path: subject.key})

    table = Table(f"tournaments/{name}", f"tournaments.{label}", rows, **more)
    return table


def _federations(subject: Subject) -> QuerySet[Any]:
    plays = Q(player__event=subject.key)
    teams = Q(team__section__event=subject.key)
    officials = Q(official__event=subject.key)
    applicants = Q(application__section__event=subject.key) | Q(quota__section__event=subject.key)
    persons = Q(person__players__event=subject.key, person__listed=True)
    federations = Federation.objects.filter(plays | teams | officials | persons | applicants)
    return Federation.objects.filter(pk__in=federations.values("pk"))


def _persons(subject: Subject) -> QuerySet[Any]:
    return Person.objects.filter(pk__in=Player.objects.filter(event=subject.key).values("person"))


def _as_public(subject: Subject) -> Callable[[Any, dict[str, Any]], dict[str, Any]]:
    """Of a person whom the register does not show, whoever has the event sees no more than its own copy."""
    hidden = Player.objects.filter(event=subject.key, person__listed=False)
    copies = {row.pop("person"): row for row in hidden.values("person", *TAKEN_OVER)}
    return lambda key, row: {**row, **copies.get(key, {})}


def _player_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Read a player of a backup; earlier ones do not say at which event."""
    # Of the person they have the code, with what the player is called.
    if uid := row.pop("uid", None):
        person = Person.objects.filter(uid=UUID(uid)).first()
        if person is None:
            columns = {column: row[column] for column in (*TAKEN_OVER, "erased_at") if column in row}
            person = Person(uid=UUID(uid), listed=not row["erased_at"], **columns)
            person.full_clean()
            person.fold().save()
        ids.learn("tournaments.Person", uid, person.pk)
        row["person_id"] = uid
    return {
        # There is only one event in a backup.
        "event_id": ids.first("tournaments.Event"),
        **row,
        "name_key": stored_name_key(str(row.get("name", ""))),
    }


def _with_its_person(row: dict[str, Any], ids: Ids) -> dict[str, Any] | None:
    """What the register of this site knows of a person stays as it is."""
    return row if ids.is_new("tournaments.Person", row["person_id"]) else None


def _number_here(row: dict[str, Any], ids: Ids) -> dict[str, Any] | None:
    """A number that somebody else has here stays with that person."""
    taken = PersonNumber.objects.filter(issuer=row["issuer"], number=row["number"]).exists()
    return None if taken else _with_its_person(row, ids)


def _of_persons(label: str, name: str, **more: Any) -> Table:
    """A table whose rows belong to the persons of the event whom the register shows."""

    def rows(subject: Subject) -> QuerySet[Any]:
        return table.model._base_manager.filter(person__in=_persons(subject).filter(listed=True))

    table = Table(f"tournaments/{name}", f"tournaments.{label}", rows, **{"carry": _with_its_person, **more})
    return table


def _section_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError for what fouls cost by a table that there is not, or a condition that is none."""
    if row["ladder"] not in LADDERS:
        raise ValueError(row["ladder"])
    Condition.from_json(row.get("open_to", {}))
    return row


def _category_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError for a rule that is none."""
    Condition.from_json(row.get("rule", {}))
    return row


def _duty_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError for tables that are none."""
    read_ranges(row["tables"])
    return row


def _match_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError, LookupError or TypeError for decider boards that are none."""
    played_from(row.get("steps", []))
    return row


def _pairing_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError, LookupError or TypeError for decider games that are none."""
    played_from(row.get("steps", []))
    return row


def _prize_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError for prize money that is none."""
    amounts = row.get("amounts", [])
    if not isinstance(amounts, list) or not all(
        type(amount) is int and 0 <= amount <= MOST for amount in amounts
    ):
        raise ValueError(str(amounts)[:40])
    return row


def _entry_form_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError, LookupError or TypeError for a form that asks what none can ask."""
    levels(row["asks"])
    list(map(Question.from_json, row["questions"]))
    return row


def _application_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Check an application of a backup. Raises ValueError, LookupError or TypeError."""
    particulars, answers, members = row["particulars"], row["answers"], row.get("members", [])
    names = [member["name"] for member in members]
    stored_parts = [
        particulars,
        *({key: member[key] for key in member if key != "name"} for member in members),
    ]
    fits = all(
        name in PARTICULARS and type(value) in (str, int)
        for about in stored_parts
        for name, value in about.items()
    )
    # A file says whatever it likes: particulars, answers and members must be some.
    if not fits or not all(type(text) is str for text in (*answers.values(), *names)):
        raise ValueError(str(particulars)[:40])
    return row


def _terms_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError or TypeError for a currency or a table that is none."""
    fits = is_currency(row["currency"]) and isinstance(row["refunds"], list)
    if not fits or not all(type(percent) is int and 0 < percent <= 100 for _until, percent in row["refunds"]):
        raise ValueError(str(row["refunds"])[:40])
    list(map(date.fromisoformat, (until for until, _percent in row["refunds"])))
    return row


def _account_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """A reference that an account has here stays its own. Raises ValueError for what is none."""
    if not is_reference(row["reference"]):
        raise ValueError(str(row["reference"])[:40])
    taken = FeeAccount.objects.filter(reference=row["reference"]).exists()
    return {**row, "reference": fresh_references(1)[0]} if taken else row


def _undoings(_subject: Subject) -> Callable[[Any, dict[str, Any]], dict[str, Any]]:
    """Of what a row comes of, only which one it takes back: what a provider calls a payment is its site's."""
    return lambda _key, row: {**row, "source": row["source"] if is_undoing(row["source"]) else ""}


def _row_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """Raises ValueError for a source that is none."""
    if not (source := row.get("source", "")):
        return row
    if not is_undoing(source):
        raise ValueError(str(source)[:40])
    start, _colon, key = source.rpartition(":")
    return {**row, "source": f"{start}:{ids.of('tournaments.LedgerRow', int(key))}"}


def _award_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """An award names lists of prizes by their ids. Raises ValueError for what is no winner."""
    data = [
        {
            "prize": ids.of("tournaments.Prize", award["prize"]) or 0,
            "places": list(map(_winner, award["places"])),
        }
        for award in row["data"]
    ]
    return {**row, "data": data}


def _winner(place: dict[str, Any]) -> dict[str, int]:
    numbers = {name: place[name] for name in ("place", "number", "amount")}
    if not all(type(number) is int and 0 <= number <= MOST for number in numbers.values()):
        raise ValueError(str(place)[:40])
    return numbers


def _standing_here(row: dict[str, Any], ids: Ids) -> dict[str, Any]:
    """A frozen standing names lists of prizes by their ids."""
    data = row["data"]
    prizes = [
        {**prize, "prize": ids.of("tournaments.Prize", prize["prize"]) or 0} for prize in data["prizes"]
    ]
    return {**row, "data": {**data, "prizes": prizes}}


TABLES = (
    Table("tournaments/federations", "tournaments.Federation", _federations, natural="code"),
    # Whose event it is, and of which series, is a matter of one site.
    _of("Event", "pk", "events", without={"organisation": None, "series": None}),
    Table(
        "tournaments/persons",
        "tournaments.Person",
        _persons,
        natural="uid",
        without={
            "merged_into": None,
            "organisation": None,
            "ring": "",
            "native_ring": "",
            "pinyin_ring": "",
            "words": "",
        },
        tell=_as_public,
    ),
    _of_persons("PersonName", "person-names"),
    _of_persons("PersonNumber", "person-numbers", carry=_number_here),
    _of_persons("PersonTitle", "person-titles"),
    _of_persons("PersonRating", "person-ratings"),
    _of("Player", "event", "players", carry=_player_here),
    _of("Section", "event", "sections", carry=_section_here),
    _of("FormerSectionAddress", "event", "former-section-addresses"),
    _of("Team", "section__event", "teams"),
    _of("Category", "section__event", "categories", carry=_category_here),
    _of("Prize", "section__event", "prizes", carry=_prize_here),
    _of("Membership", "event", "memberships"),
    _of("TableDuty", "section__event", "table-duties", carry=_duty_here),
    _of("Entry", "section__event", "entries"),
    _of("Entry_categories", "entry__section__event", "entry-categories"),
    _of("Entry_categories_without", "entry__section__event", "entry-categories-without"),
    _of("EntryForm", "section__event", "entry-forms", carry=_entry_form_here),
    # Whose offices an organisation has is a matter of one site; ``name`` says whose quota it was.
    _of(
        "Quota",
        "section__event",
        "quotas",
        without={"organisation": None, "secret_digest": "", "salt": ""},
    ),
    _of(
        "Application",
        "section__event",
        "applications",
        without={"secret_digest": "", "salt": "", "once": ""},
        carry=_application_here,
    ),
    _of("AnswerFile", "application__section__event", "answer-files"),
    _of("FeeTerms", "event", "fee-terms", without={"merchant": ""}, carry=_terms_here),
    _of("FeeTable", "section__event", "fee-tables"),
    # Whose members pay less is a matter of one site; without that they would be fees for everybody.
    _of("Fee", "table__section__event", "fees", only=Q(organisation=None)),
    _of("FeeAccount", "section__event", "fee-accounts", carry=_account_here),
    _of("LedgerRow", "account__section__event", "ledger", tell=_undoings, carry=_row_here),
    _of("Absence", "entry__section__event", "absences"),
    _of("Round", "section__event", "rounds"),
    _of("RoundVersion", "round__section__event", "round-versions"),
    _of("TeamPenalty", "team__section__event", "team-penalties"),
    _of("Match", "round__section__event", "matches", carry=_match_here),
    _of("LineUp", "match__round__section__event", "line-ups"),
    _of("Pairing", "round__section__event", "pairings", carry=_pairing_here),
    _of("Seat", "round__section__event", "seats"),
    _of("PairRule", "section__event", "pair-rules"),
    _of("TeamPairRule", "section__event", "team-pair-rules"),
    _of("TeamAbsence", "team__section__event", "team-absences"),
    _of("ResultReport", "pairing__round__section__event", "results"),
    _of("Adjournment", "pairing__round__section__event", "adjournments"),
    _of("ClockReading", "pairing__round__section__event", "clock-readings"),
    _of("PlayerReport", "pairing__round__section__event", "told"),
    _of("Foul", "pairing__round__section__event", "fouls"),
    _of("AppealRules", "section__event", "appeal-rules"),
    _of("Appeal", "pairing__round__section__event", "appeals"),
    _of("AppealDecision", "appeal__pairing__round__section__event", "appeal-decisions"),
    _of("Delegate", "quota__section__event", "delegates"),
    _of("RefereeReport", "section__event", "referee-reports"),
    _of("SignedReport", "report__section__event", "signed-reports"),
    _of("Screen", "event", "screens"),
    _of("Logo", "event", "logos"),
    _of("Document", "event", "documents"),
    _of("Official", "event", "officials"),
    _of("Announcement", "event", "announcements"),
    _of("AnnouncementText", "announcement__event", "announcement-texts"),
    _of("EntrantMessage", "event", "entrant-messages"),
    _of("EntrantMessageRecipient", "message__event", "entrant-message-recipients"),
    _of("Standing", "section__event", "standings", carry=_standing_here),
    _of("Award", "section__event", "awards", carry=_award_here),
)
KINDS: Mapping[str, str] = {
    "event": "tournaments.Event",
    "person": "tournaments.Person",
    "section": "tournaments.Section",
    "round": "tournaments.Round",
    "entry": "tournaments.Entry",
    "pairing": "tournaments.Pairing",
    "team": "tournaments.Team",
    "application": "tournaments.Application",
    "quota": "tournaments.Quota",
}
FACTS: Mapping[str, str] = {
    "appeal": "tournaments.Appeal",
    "account": "tournaments.FeeAccount",
    "announcement": "tournaments.Announcement",
    "applications": f"tournaments.Application{MANY}",
    "document": "tournaments.Document",
    "message": "tournaments.EntrantMessage",
    "event": "tournaments.Event",
    "section": "tournaments.Section",
    "entry": "tournaments.Entry",
    "entries": f"tournaments.Entry{MANY}",
    "ledger_row": "tournaments.LedgerRow",
    "numbers": f"tournaments.Entry{MANY}",
    "prize": "tournaments.Prize",
    "quota": "tournaments.Quota",
    "match": "tournaments.Match",
    "team": "tournaments.Team",
    "teams": f"tournaments.Entry{MANY}",
    "roster_places": f"tournaments.Entry{MANY}",
    "pairing": "tournaments.Pairing",
}


def restored(subject: Subject) -> None:
    """Finish the restoring of an event."""
    event = Event.objects.get(pk=subject.key)
    forgotten = set(Erasure.objects.values_list("uid", flat=True))
    for person in Person.objects.filter(players__event=event, erased_at=None, words="").distinct():
        fold_anew(person)
    _follow_mergers(event)
    for player in Player.objects.filter(event=event).select_related("person").order_by("pk"):
        others = Player.objects.filter(person=player.person_id).exclude(event=event)
        # Forgotten since the backup was made: forgotten in it too.
        if player.person.uid in forgotten:
            names = [player.name, player.native_name, f"{player.name} {player.native_name}"]
            # A file says whatever names it likes: elsewhere nothing is blanked for them.
            forget_person(lock_everything(player), names, [event])
        # Forgotten before it was made: stays forgotten here.
        elif player.erased_at and not others.exists():
            Erasure.objects.create(uid=player.person.uid, at=player.erased_at)
    _make_logo_anew(event)
    _check_documents(event)
    _check_answer_files(event)
    for round_ in Round.objects.filter(section__event=event).select_related("section__event"):
        await_start(round_)
    if EntryForm.objects.filter(section__event=event).exists():
        await_deletion()
    # A listed event stands in the list again.
    if event.listed:
        pages.announce_home()
        pages.ask_for_index(event)


def _follow_mergers(event: Event) -> None:
    """Who was a person of its own when the file was made, and has been merged here since."""
    for player in Player.objects.filter(event=event, person__merged_into__isnull=False).select_related(
        "person"
    ):
        into = player.person.merged_into_id
        if not Player.objects.filter(event=event, person=into).exists():
            Player.objects.filter(pk=player.pk).update(person=into)


def _check_documents(event: Event) -> None:
    """Nothing of a file that came is given out as what it is not. Raises `BackupFault`."""
    for document in Document.objects.filter(event=event).iterator(chunk_size=1):
        body = bytes(document.body)
        try:
            format_ = format_of(body)
        except parent.Stopped:
            raise
        except Refusal:
            format_ = ""
        facts = (format_, "sha256:" + sha256(body).hexdigest(), len(body))
        if facts != (document.format, document.digest, document.size):
            raise damaged("tournaments/documents.jsonl")


def _check_answer_files(event: Event) -> None:
    """Likewise of what applicants have sent. Raises `BackupFault`."""
    for file in AnswerFile.objects.filter(application__section__event=event).iterator(chunk_size=1):
        body = bytes(file.body)
        if (file_kind(body), len(body)) != (file.format, file.size) or file.size > MOST_FILE_BYTES:
            raise damaged("tournaments/answer-files.jsonl")


def _make_logo_anew(event: Event) -> None:
    """Nothing of a file that came is shown as it is. Raises `BackupFault` when it is no picture."""
    logo = Logo.objects.filter(event=event).first()
    if logo is None:
        return
    try:
        picture = normalised_image(bytes(logo.body))
    except parent.Stopped:
        raise
    except Refusal:
        raise damaged("tournaments/logos.jsonl") from None
    logo.body, logo.width, logo.height = picture.body, picture.width, picture.height
    logo.save(update_fields=["body", "width", "height"])

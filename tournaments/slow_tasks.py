"""Do the work that nobody waits for: backups, lists of ratings, letters to many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from email.utils import parsedate_to_datetime
from hashlib import sha256
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation

from portal.backup.archive import BackupFault, Reader, look_through
from portal.outbox import Handler, Job, JobRefused, Work
from portal.policy import Denied, Refusal
from portal.push.suppressed import is_suppressed
from portal.sandbox import parent
from portal.web.letters import send_letter
from portal.webhooks.sending import fetch
from tournaments.acts.backups import KEEP_KIND, restore_event, write_event
from tournaments.acts.notices.entrant_messages import ENTRANT_LETTER
from tournaments.acts.notices.site import lock_site
from tournaments.acts.public.keeping import write_kept
from tournaments.acts.ratings._list_versions import store_input, store_list_version
from tournaments.acts.ratings.person_ratings import enter_list_ratings
from tournaments.acts.ratings.rating_periods import preview_next_list
from tournaments.acts.ratings.rating_systems import NIGHT_KIND, preview_tonight
from tournaments.acts.register.list_addresses import (
    FETCH_FAILED_KIND,
    FETCH_KIND,
    MOST_FAILURES,
    fetch_list_again,
    tell_fetch_failed,
)
from tournaments.acts.register.rating_lists import load_rating_list
from tournaments.exchange.conversion import MOST_BYTES, error_as_json
from tournaments.exchange.ratings.fide_lists import FIDE_ISSUERS, ListedRating, list_day, listed_ratings
from tournaments.exchange.ratings.rating_list_changes import OddRow, oddities
from tournaments.exchange.ratings.rating_lists import ReadRatingList as ReadList
from tournaments.exchange.ratings.rating_lists import read_rating_list
from tournaments.exchange.ratings.rating_tables import HIGHER, LOWER, NAMES, read_table, recognise_table
from tournaments.models import (
    Application,
    Backup,
    EntrantMessage,
    Event,
    KeptEvent,
    ListAddress,
    Organisation,
    PersonNumber,
    Player,
    RatingList,
    RatingSystem,
    Restoration,
    SentList,
)
from tournaments.queries.notices.announcements import nearest
from tournaments.queries.notices.entrant_messages import texts_of
from tournaments.queries.ratings.rated_games import newest_list_version
from tournaments.queries.ratings.rating_desk import KIND
from tournaments.queries.ratings.rating_runs import (
    MOST_SHOWN,
    PeriodRun,
    Run,
    corrections_of,
    decimal_rating,
    journal_count,
    list_preview,
)
from tournaments.queries.register.rating_lists import (
    changes_from_last,
    changes_of_fide,
    is_lower,
    last_list,
    remembered_tables,
)
from tournaments.ratings.periods import Mover
from tournaments.state.canonical import digest_of
from tournaments.wording.letters import entrant_letter, fetch_failed_letter
from tournaments.wording.names import plain_name
from tournaments.wording.refusals import refusal_sentence

# Seconds of processor time to look through a backup: one of 2,000 players takes two.
MOST_SECONDS = 20
# The same to read a list of ratings: a hundred thousand lines take five.
MOST_SECONDS_FOR_LIST = 60
# The same for FIDE's, which has 1.8 million lines.
MOST_SECONDS_FOR_FIDE = 240
# Bytes of its archive: the largest was 48 MB in October 2026.
MOST_BYTES_OF_FIDE = 64 * 1024 * 1024
# Errors in a list that are told one by one.
MOST_TOLD = 3


class BackupHandler(Handler):
    """Make ``{"event": id}`` a `Backup` in place of the last one."""

    def read(self, payload: dict[str, Any]) -> Work:
        event = Event.objects.get(pk=payload["event"])
        people = Player.objects.filter(event=event, erased_at__isnull=False)
        forgotten = sorted(people.values_list("pk", flat=True))
        # Of the moment in which it is computed; who is forgotten meanwhile has it made anew.
        return Work(digest_of([event.pk, forgotten]), event)

    def compute(self, data: Event) -> tuple[bytes, str]:
        with SpooledTemporaryFile(max_size=16 * 1024 * 1024) as file:
            digest = write_event(data, file)
            file.seek(0)
            return file.read(), digest

    def lock(self, payload: dict[str, Any]) -> None:
        Event.objects.select_for_update().get(pk=payload["event"])

    def write(self, job: Job, data: Event, result: tuple[bytes, str]) -> dict[str, Any]:
        body, digest = result
        Backup.objects.filter(event=data).delete()
        Backup.objects.create(event=data, body=body, size=len(body), digest=digest)
        return {"size": len(body), "digest": digest}


class KeepHandler(Handler):
    """``{"event": id}`` → a `KeptEvent` in place of the last one."""

    def read(self, payload: dict[str, Any]) -> Work:
        event = Event.objects.get(pk=payload["event"])
        people = Player.objects.filter(event=event, erased_at__isnull=False)
        forgotten = sorted(people.values_list("pk", flat=True))
        return Work(digest_of([event.pk, forgotten]), event)

    def compute(self, data: Event) -> tuple[bytes, str]:
        with SpooledTemporaryFile(max_size=16 * 1024 * 1024) as file:
            try:
                digest = write_kept(data, file)
            except Refusal as refusal:
                raise JobRefused(refusal.code, **refusal.params) from None
            file.seek(0)
            return file.read(), digest

    def lock(self, payload: dict[str, Any]) -> None:
        Event.objects.select_for_update().get(pk=payload["event"])

    def write(self, job: Job, data: Event, result: tuple[bytes, str]) -> dict[str, Any]:
        body, digest = result
        KeptEvent.objects.filter(event=data).delete()
        KeptEvent.objects.create(event=data, body=body, size=len(body), digest=digest)
        return {"size": len(body), "digest": digest}


class RestoreHandler(Handler):
    """Make ``{"restoration": id}`` an event."""

    def read(self, payload: dict[str, Any]) -> Work:
        restoration = Restoration.objects.select_related("by").get(pk=payload["restoration"])
        if not restoration.body:
            raise JobRefused("no-such-restoration")
        return Work(str(restoration.pk), restoration)

    # The file is looked at as a whole before the transaction begins, and before that by a child under limits.
    def compute(self, data: Restoration) -> Reader:
        try:
            contents = parent.run_sandboxed(look_through, data.body, seconds=MOST_SECONDS)
        except parent.Stopped as stopped:
            raise JobRefused(stopped.code, **stopped.params) from None
        if contents:
            code, params = contents
            raise JobRefused(code, **params)
        try:
            return Reader(BytesIO(data.body))
        except BackupFault as fault:
            raise JobRefused(fault.code, **fault.params) from None

    def write(self, job: Job, data: Restoration, result: Reader) -> dict[str, Any]:
        try:
            answer = restore_event(reader=result, slug=data.slug, by=data.by)
        except (BackupFault, Refusal) as fault:
            raise JobRefused(fault.code, **fault.params) from None
        except Denied:
            # The role was taken away while the file waited.
            raise JobRefused("restore-denied") from None
        Restoration.objects.filter(pk=data.pk).update(body=b"", event=answer["event"])
        return dict(answer)

    def refused(self, job: Job, refusal: JobRefused) -> None:
        Restoration.objects.filter(pk=job.payload["restoration"]).update(body=b"")


class RatingListHandler(Handler):
    """Make ``{"sent": id}`` a list of ratings, read by a child under limits."""

    def read(self, payload: dict[str, Any]) -> Work:
        sent_list = SentList.objects.select_related("by").filter(pk=payload["sent"]).first()
        if sent_list is None or not sent_list.body:
            raise JobRefused("no-such-sent-list")
        return Work(str(sent_list.pk), sent_list)

    def compute(self, data: SentList) -> ReadList:
        return _read_list(bytes(data.body), data.source, data.columns, LOWER if data.lower else HIGHER)

    def write(self, job: Job, data: SentList, result: ReadList) -> dict[str, Any]:
        name = data.name if data.source == RatingList.Source.TABLE else ""
        try:
            answer = load_rating_list(
                listed=result,
                dated=data.dated,
                name=name,
                columns=data.columns,
                shape=data.shape,
                lower=data.lower,
                by=data.by,
            )
        except Denied:
            # The role was taken away while the file waited.
            raise JobRefused("rating-list-denied") from None
        SentList.objects.filter(pk=data.pk).update(body=b"")
        return {**answer, **_told_flaws(result)}

    def refused(self, job: Job, refusal: JobRefused) -> None:
        SentList.objects.filter(pk=job.payload["sent"]).update(body=b"")


def _read_list(body: bytes, source: str, columns: Sequence[str], better: str) -> ReadList:
    """By a child under limits. Raises `JobRefused`."""
    try:
        if source == RatingList.Source.TABLE:
            listed = parent.run_sandboxed(read_table, body, columns, better, seconds=MOST_SECONDS_FOR_LIST)
        else:
            listed = parent.run_sandboxed(read_rating_list, body, source, seconds=MOST_SECONDS_FOR_LIST)
    except parent.Stopped as stopped:
        raise JobRefused(stopped.code, **stopped.params) from None
    if not listed.rows:
        raise JobRefused("rating-list-unreadable", **_told_flaws(listed))
    return listed


@dataclass(frozen=True, slots=True)
class FetchedList:
    """What came of an address: nothing new, an ``error``, or a list; of FIDE's only the ``ratings`` of
    persons of the register, by issuer and number, with its day, if it says it, and how many rows it had."""

    digest: str = ""
    etag: str = ""
    modified: str = ""
    error: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    listed: ReadList | None = None
    columns: Sequence[str] = ()
    shape: str = ""
    lower: bool = False
    ratings: Mapping[str, Mapping[str, ListedRating]] = field(default_factory=dict)
    dated: date | None = None
    rows: int = 0
    left_out: int = 0


class ListFetchHandler(Handler):
    """Fetch the list of ``{"address": id, "trusted": digest}``, and load it if it is new and nothing of it is
    odd.

    What fails leaves the list that stands as it is, and the next time is asked for in any case."""

    def read(self, payload: dict[str, Any]) -> Work:
        address = ListAddress.objects.select_related("by").filter(pk=payload["address"]).first()
        if address is None:
            raise JobRefused("no-such-list-address")
        return Work(str(address.pk), address)

    def compute(self, data: ListAddress) -> FetchedList:
        fide = data.source == ListAddress.FIDE
        # What an administrator has not decided on is read again, whatever the server says of it.
        stamps = {} if data.odd else {"If-None-Match": data.etag, "If-Modified-Since": data.modified}
        headers = {"User-Agent": "Qiyuan", **{name: value for name, value in stamps.items() if value}}
        file = fetch(data.url, MOST_BYTES_OF_FIDE if fide else MOST_BYTES, headers)
        if file.error:
            return FetchedList(error=file.error.replace("webhook-", "fetch-"))
        if file.status == HTTPStatus.NOT_MODIFIED:
            return FetchedList(data.digest)
        if file.status != HTTPStatus.OK:
            return FetchedList(error="fetch-status", params={"status": file.status})
        fetched = FetchedList("sha256:" + sha256(file.body).hexdigest(), file.etag, file.modified)
        if fetched.digest == data.digest:
            return fetched
        try:
            if fide:
                return _read_fide(fetched, file.body)
            columns: Sequence[str] = ()
            shape, lower = "", False
            if data.source == RatingList.Source.TABLE:
                table = parent.run_sandboxed(recognise_table, file.body, remembered_tables())
                columns, shape = table.fields, table.shape
                if NAMES.isdisjoint(columns):
                    return FetchedList(error="fetch-columns")
            lower = is_lower(data.name, shape)
            listed = _read_list(file.body, data.source, columns, LOWER if lower else HIGHER)
        except parent.Stopped as stopped:
            return FetchedList(error=stopped.code, params=stopped.params)
        except JobRefused as refused:
            return FetchedList(error=refused.code)
        return replace(fetched, listed=listed, columns=columns, shape=shape, lower=lower)

    def lock(self, payload: dict[str, Any]) -> None:
        # As the acts on addresses do, which take no other lock.
        lock_site()

    def write(self, job: Job, data: ListAddress, result: FetchedList) -> dict[str, Any]:
        address = ListAddress.objects.select_related("by").get(pk=data.pk)
        address.tried_at = timezone.now()
        error, params = result.error, dict(result.params)
        outcome: dict[str, Any] = {}
        if not error and result.digest != address.digest:
            trusted = job.payload["trusted"] == result.digest
            try:
                outcome = _take_fetched(address, result, trusted=trusted)
            except Denied:
                error = "rating-list-denied"
            except Refusal as refusal:
                error, params = refusal.code, dict(refusal.params)
        address.error, address.error_params = error, params
        address.failures = address.failures + 1 if error else 0
        address.save()
        if address.failures == MOST_FAILURES:
            tell_fetch_failed(address)
        fetch_list_again(address)
        return outcome | {"error": error}


class ListFetchFailedHandler(Handler):
    """``{"address": id}`` → a letter to who has named the address: nothing came of it several times."""

    def read(self, payload: dict[str, Any]) -> Work:
        address = ListAddress.objects.select_related("by").filter(pk=payload["address"]).first()
        if address is None or not address.error or not address.by.email or is_suppressed(address.by.email):
            raise JobRefused("no-such-list-address")
        return Work(f"{address.pk}:{address.failures}", address)

    def compute(self, data: ListAddress) -> None:
        with translation.override(settings.LANGUAGE_CODE):
            subject, text = fetch_failed_letter(
                name=str(data),
                failures=data.failures,
                why=refusal_sentence(data.error, data.error_params),
                page=f"{settings.PUBLIC_URL}{reverse('rating_lists')}",
            )
        send_letter(subject, text, data.by.email, identity=f"list-fetch-{data.pk}-{data.tried_at:%Y%m%d}")

    def write(self, job: Job, data: ListAddress, result: None) -> dict[str, Any]:
        return {"address": data.pk}


def _read_fide(fetched: FetchedList, body: bytes) -> FetchedList:
    """With the ratings of persons of the register. Raises `JobRefused` and `parent.Stopped`."""
    held = PersonNumber.objects.filter(issuer=ListAddress.FIDE, former=False).values_list("number", flat=True)
    listed = parent.run_sandboxed(listed_ratings, body, sorted(held), seconds=MOST_SECONDS_FOR_FIDE)
    if not listed.seen:
        raise JobRefused("rating-list-unreadable")
    ratings = {
        issuer: {row.number: rating for row in listed.rows if (rating := getattr(row, kind))}
        for kind, issuer in FIDE_ISSUERS.items()
    }
    written = parsedate_to_datetime(fetched.modified).date() if fetched.modified else None
    return replace(
        fetched,
        ratings=ratings,
        dated=listed.dated or (list_day(written) if written else None),
        rows=listed.seen,
        left_out=listed.left_out,
    )


def _take_fetched(address: ListAddress, fetched: FetchedList, *, trusted: bool) -> dict[str, Any]:
    """Load it, or have it wait. Raises `Denied` and `Refusal`."""
    outcome: dict[str, Any] = {}
    if fetched.listed is None:
        on = fetched.dated or timezone.localdate().replace(day=1)
        changes, before = changes_of_fide(fetched.ratings)
        rows, left_out = fetched.rows - fetched.left_out, fetched.left_out
        odd = oddities(changes, rows, left_out, on, before)
        if odd and not trusted:
            about = changes.as_json() | {"rows": rows, "left_out": left_out}
            return _let_wait(address, fetched, odd, about)
        for issuer, ratings in fetched.ratings.items():
            if ratings:
                enter_list_ratings(
                    issuer=issuer, on=on, ratings=ratings, numbers=ListAddress.FIDE, by=address.by
                )
        outcome["persons"] = len({number for ratings in fetched.ratings.values() for number in ratings})
    else:
        listed = fetched.listed
        last = last_list(address.source, address.name)
        changes = changes_from_last(listed, address.name)
        left_out = sum(problem.place.line > 0 for problem in listed.problems)
        odd = oddities(changes, len(listed.rows), left_out, listed.dated, last.dated if last else None)
        if odd and not trusted:
            about = changes.as_json() | {"rows": len(listed.rows), "left_out": left_out}
            return _let_wait(address, fetched, odd, about)
        outcome |= load_rating_list(
            listed=listed,
            name=address.name,
            columns=fetched.columns,
            shape=fetched.shape,
            lower=fetched.lower,
            by=address.by,
        )
    address.digest, address.etag, address.modified = fetched.digest, fetched.etag, fetched.modified
    address.odd, address.odd_digest, address.odd_changes = [], "", {}
    address.taken_at = timezone.now()
    return outcome


def _let_wait(
    address: ListAddress, fetched: FetchedList, odd: Sequence[OddRow], about: Mapping[str, int]
) -> dict[str, Any]:
    address.odd, address.odd_digest = [code.value for code in odd], fetched.digest
    address.odd_changes = dict(about)
    return {"odd": address.odd}


def _told_flaws(listed: ReadList) -> dict[str, Any]:
    return {"flaws": list(map(error_as_json, listed.problems[:MOST_TOLD])), "count": len(listed.problems)}


class RatedListHandler(Handler):
    """Compute ``{"system": id, "period": id | None, "publish": bool}``: a list, or without a period
    corrections.

    Looked at, the outcome says who would move; published, it is written down."""

    # What was read is read once: a million games take their time.
    def read(self, payload: dict[str, Any]) -> Work:
        system = RatingSystem.objects.select_related("organisation").get(pk=payload["system"])
        if payload["period"] is None:
            run = corrections_of(system)
        else:
            period = (
                system.periods.select_related("system__organisation").filter(pk=payload["period"]).first()
            )
            if period is None:
                raise JobRefused("no-such-rating-period")
            if newest_list_version(period) is not None:
                raise JobRefused("rating-period-published", period=period.name)
            run = list_preview(period)
        if run.flaws and payload["publish"]:
            raise JobRefused("rating-input-flawed", count=len(run.flaws))
        return Work(run.input, run)

    def compute(self, data: Run) -> list[dict[str, Any]]:
        """Who moves in each period."""
        return [_told_period(run) for run in data.periods]

    def lock(self, payload: dict[str, Any]) -> None:
        key = RatingSystem.objects.values_list("organisation", flat=True).get(pk=payload["system"])
        Organisation.objects.select_for_update(no_key=True).get(pk=key)

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        run: Run = work.data
        return not payload["publish"] or journal_count(run.system) == run.stand

    def write(self, job: Job, data: Run, result: list[dict[str, Any]]) -> dict[str, Any]:
        publish = job.payload["publish"]
        if publish:
            causes = sorted({uid for run in data.periods for uid in run.causes})
            for run in data.periods:
                if run.changed:
                    store_list_version(run, by=job.asked_by, causes=causes if run.version else ())
                elif run.version is not None:
                    store_input(run, run.version)
        outcome: dict[str, Any] = {"input": data.input, "published": publish}
        outcome["flaws"] = [
            [flaw.code.value, flaw.text, flaw.event, flaw.round] for flaw in data.flaws[:MOST_SHOWN]
        ]
        outcome["flaw_count"] = len(data.flaws)
        if data.counted is not None:
            outcome |= {"without": data.counted.without, "dropped": data.counted.dropped}
        if job.payload["period"] is None:
            return outcome | {"periods": result}
        return outcome | (result[0] if result else {})


class RatingNightHandler(Handler):
    """``{"system": id}`` → the preview of the next list is asked for, and the look of the next night."""

    def read(self, payload: dict[str, Any]) -> Work:
        system = RatingSystem.objects.filter(pk=payload["system"]).first()
        if system is None:
            raise JobRefused("no-such-rating-system")
        return Work(str(system.pk), system)

    def write(self, job: Job, data: RatingSystem, result: Any) -> dict[str, Any]:
        waits = preview_next_list(data)
        if waits:
            preview_tonight(data)
        return {"waits": waits}


def _told_period(run: PeriodRun) -> dict[str, Any]:
    """With those who move the most."""
    moved = run.moved

    def size(mover: Mover) -> tuple[bool, Decimal, str]:
        if mover.before is None or mover.after is None:
            return True, Decimal(0), mover.number
        return False, -abs(Decimal(mover.after) - Decimal(mover.before)), mover.number

    chosen = sorted(moved, key=size)[:MOST_SHOWN]
    return {
        "period": run.row.pk,
        "name": run.row.name,
        "rows": len(run.rated.list.rows),
        "games": sum(map(len, run.rated.lines.values())) // 2,
        "moved": len(moved),
        "same": not run.changed,
        "causes": list(run.causes),
        "movers": [
            [mover.number, decimal_rating(mover.before), decimal_rating(mover.after)] for mover in chosen
        ],
    }


class EntrantLetterHandler(Handler):
    """Send ``{"message", "application"}`` as a letter to the address of the application."""

    def read(self, payload: dict[str, Any]) -> Work:
        messages = EntrantMessage.objects.select_related("event", "section__event")
        message = messages.filter(pk=payload["message"]).first()
        application = Application.objects.filter(pk=payload["application"]).exclude(email="").first()
        if message is None or application is None or is_suppressed(application.email):
            raise JobRefused("no-such-application")
        return Work(f"{message.pk}:{application.pk}", (message, application))

    # Sent twice when a worker dies between sending it and writing that down: it has the same Message-ID then.
    def compute(self, data: tuple[EntrantMessage, Application]) -> None:
        message, application = data
        event = message.event
        with translation.override(application.language):
            subject, text = entrant_letter(
                event=plain_name(event),
                section=plain_name(message.section) if message.section else "",
                text=nearest(texts_of(message)).text,
            )
        identity = f"entrants-{message.pk}-{application.pk}"
        send_letter(subject, text, application.email, contact=event.contact, identity=identity)

    def write(self, job: Job, data: tuple[EntrantMessage, Application], result: None) -> dict[str, Any]:
        message, _application = data
        EntrantMessage.objects.filter(pk=message.pk).update(letters_sent=F("letters_sent") + 1)
        return {"message": message.pk}


# Registered with the outbox when Django starts.
HANDLERS: dict[str, Handler] = {
    ENTRANT_LETTER: EntrantLetterHandler(),
    "backup": BackupHandler(),
    KEEP_KIND: KeepHandler(),
    "restore": RestoreHandler(),
    "rating-list": RatingListHandler(),
    FETCH_KIND: ListFetchHandler(),
    FETCH_FAILED_KIND: ListFetchFailedHandler(),
    KIND: RatedListHandler(),
    NIGHT_KIND: RatingNightHandler(),
}

"""What those workers do for tournaments that nobody waits for: backups, reading lists of ratings, and letters
to many."""

from __future__ import annotations

from decimal import Decimal
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any

from django.db.models import F
from django.utils import translation

from portal.backup.archive import BackupFault, Reader, look_through
from portal.outbox import Handler, Job, JobRefused, Work
from portal.policy import Denied, Refusal
from portal.push.letters import is_suppressed
from portal.sandbox import parent
from portal.web.letters import send_letter
from tournaments.acts.backups import restore_event, write_event
from tournaments.acts.notices.entrant_messages import ENTRANT_LETTER
from tournaments.acts.ratings._list_versions import store_input, store_version
from tournaments.acts.ratings.rating_periods import preview_next_list
from tournaments.acts.ratings.rating_systems import NIGHT_KIND, preview_tonight
from tournaments.acts.register.rating_lists import load_rating_list
from tournaments.exchange.rating_lists import ReadRatingList as ReadList
from tournaments.exchange.rating_lists import read_list
from tournaments.exchange.rating_tables import read_table
from tournaments.models import (
    Application,
    Backup,
    EntrantMessage,
    Event,
    Organisation,
    Player,
    RatingList,
    RatingSystem,
    Restoration,
    SentList,
)
from tournaments.queries.notices.announcements import nearest
from tournaments.queries.notices.entrant_messages import texts_of
from tournaments.queries.ratings.rated_games import newest_version
from tournaments.queries.ratings.rating_desk import KIND
from tournaments.queries.ratings.rating_runs import (
    MOST_SHOWN,
    PeriodRun,
    Run,
    corrections_of,
    preview_of,
    stand_of,
    text_of,
)
from tournaments.ratings.periods import Mover
from tournaments.state.canonical import digest_of
from tournaments.wording.letters import entrant_letter
from tournaments.wording.names import plain_name

MOST_SECONDS = 20
"""Of processor time to look through a backup: one of 2,000 players takes two."""
MOST_SECONDS_FOR_LIST = 60
"""The same to read a list of ratings: a hundred thousand lines take five."""
MOST_TOLD = 3
"""Flaws of a list that are told one by one."""


class BackupHandler(Handler):
    """``{"event": id}`` → a `Backup` in place of the last one. It is of the moment in which it is computed;
    who is forgotten meanwhile has it made anew."""

    def read(self, payload: dict[str, Any]) -> Work:
        event = Event.objects.get(pk=payload["event"])
        people = Player.objects.filter(event=event, erased_at__isnull=False)
        forgotten = sorted(people.values_list("pk", flat=True))
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


class RestoreHandler(Handler):
    """``{"restoration": id}`` → an event. The file is looked at as a whole before the transaction begins, and
    before that by a child under limits."""

    def read(self, payload: dict[str, Any]) -> Work:
        restoration = Restoration.objects.select_related("by").get(pk=payload["restoration"])
        if not restoration.body:
            raise JobRefused("no-such-restoration")
        return Work(str(restoration.pk), restoration)

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
    """``{"sent": id}`` → a list of ratings, read by a child under limits. The outcome says how many lines
    could not be read, and the first flaws."""

    def read(self, payload: dict[str, Any]) -> Work:
        sent_list = SentList.objects.select_related("by").filter(pk=payload["sent"]).first()
        if sent_list is None or not sent_list.body:
            raise JobRefused("no-such-sent-list")
        return Work(str(sent_list.pk), sent_list)

    def compute(self, data: SentList) -> ReadList:
        body = bytes(data.body)
        try:
            if data.source == RatingList.Source.TABLE:
                listed = parent.run_sandboxed(read_table, body, data.columns, seconds=MOST_SECONDS_FOR_LIST)
            else:
                listed = parent.run_sandboxed(read_list, body, data.source, seconds=MOST_SECONDS_FOR_LIST)
        except parent.Stopped as stopped:
            raise JobRefused(stopped.code, **stopped.params) from None
        if not listed.rows:
            raise JobRefused("rating-list-unreadable", **_told_flaws(listed))
        return listed

    def write(self, job: Job, data: SentList, result: ReadList) -> dict[str, Any]:
        name = data.name if data.source == RatingList.Source.TABLE else ""
        try:
            answer = load_rating_list(
                listed=result, dated=data.dated, name=name, columns=data.columns, shape=data.shape, by=data.by
            )
        except Denied:
            # The role was taken away while the file waited.
            raise JobRefused("rating-list-denied") from None
        SentList.objects.filter(pk=data.pk).update(body=b"")
        return {**answer, **_told_flaws(result)}

    def refused(self, job: Job, refusal: JobRefused) -> None:
        SentList.objects.filter(pk=job.payload["sent"]).update(body=b"")


def _told_flaws(listed: ReadList) -> dict[str, Any]:
    return {"flaws": [flaw.as_json() for flaw in listed.flaws[:MOST_TOLD]], "count": len(listed.flaws)}


class RatedListHandler(Handler):
    """``{"system": id, "period": id | None, "publish": bool}`` → the list of a period, or without one every
    published list that is another one now. Looked at, the outcome says who would move; published, it is
    written down. What was read is read once: a million games take their time."""

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
            if newest_version(period) is not None:
                raise JobRefused("rating-period-published", period=period.name)
            run = preview_of(period)
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
        return not payload["publish"] or stand_of(run.system) == run.stand

    def write(self, job: Job, data: Run, result: list[dict[str, Any]]) -> dict[str, Any]:
        publish = job.payload["publish"]
        if publish:
            causes = sorted({uid for run in data.periods for uid in run.causes})
            for run in data.periods:
                if run.changed:
                    store_version(run, by=job.asked_by, causes=causes if run.version else ())
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
        "movers": [[mover.number, text_of(mover.before), text_of(mover.after)] for mover in chosen],
    }


class EntrantLetterHandler(Handler):
    """``{"message", "application"}`` → a letter to the address of the application. One may be sent twice,
    when a worker dies between sending it and writing that down: it has the same Message-ID then."""

    def read(self, payload: dict[str, Any]) -> Work:
        messages = EntrantMessage.objects.select_related("event", "section__event")
        message = messages.filter(pk=payload["message"]).first()
        application = Application.objects.filter(pk=payload["application"]).exclude(email="").first()
        if message is None or application is None or is_suppressed(application.email):
            raise JobRefused("no-such-application")
        return Work(f"{message.pk}:{application.pk}", (message, application))

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


HANDLERS: dict[str, Handler] = {
    ENTRANT_LETTER: EntrantLetterHandler(),
    "backup": BackupHandler(),
    "restore": RestoreHandler(),
    "rating-list": RatingListHandler(),
    KIND: RatedListHandler(),
    NIGHT_KIND: RatingNightHandler(),
}
"""Registered with the outbox when Django starts."""

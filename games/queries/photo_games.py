"""Games in photos of scoresheets: which one is asked for, what became of it, and who is before it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from games.models import PhotoGame, PhotoGameAnswer, SheetPhoto
from games.photos.model import model_path
from portal import outbox
from portal.outbox import Job
from tournaments.models import Entry, Pairing, Seat

KIND = "follow-photos"


def photo_game_key(photo_game: PhotoGame) -> str:
    """Under which key the outbox knows the work on it."""
    return f"{KIND}:{photo_game.pk}"


def current_photo_game(pairing: Pairing, game: int) -> PhotoGame | None:
    """Find the one that was asked for last, in one query."""
    asked_for = PhotoGame.objects.filter(pairing=pairing, game=game).select_related("answer")
    return asked_for.order_by("-pk").first()


def answer_of_photos(photo_game: PhotoGame) -> tuple[PhotoGameAnswer | None, Job | None]:
    """Find what the worker made of it, and the job while it has not; no query where it is there already."""
    if (there := getattr(photo_game, "answer", None)) is not None:
        return there, None
    answers = PhotoGameAnswer.objects.filter(photo_game=photo_game)
    return outbox.left_by(answers.first, photo_game_key(photo_game))


def before_in_queue(job: Job) -> int:
    """How many sheets a worker reads before this one."""
    waiting = Job.objects.filter(kind=KIND, state__in=[Job.State.NEW, Job.State.RUNNING])
    return waiting.filter(pk__lt=job.pk).count()


def sides_photographed(pairing: Pairing, game: int) -> frozenset[str]:
    """Say of whose sheets there is a photo: ``first``, ``second``. One query."""
    photos = SheetPhoto.objects.filter(pairing=pairing, game=game)
    return frozenset(photos.order_by().values_list("side", flat=True).distinct())


def lacks_own_sheet(entry: Entry, number: int) -> bool:
    """Say whether the player's own sheet of the first game of that round has no photo yet. One query."""
    photos = SheetPhoto.objects.filter(
        game=1,
        pairing__round__section=entry.section_id,
        pairing__round__number=number,
        pairing__seats__entry=entry,
        pairing__seats__colour=F("side"),
    )
    return not photos.exists()


@dataclass(frozen=True, slots=True)
class OwnSheets:
    """Where the photos of a game stand, for one who played it."""

    mine: bool
    theirs: bool
    job: Job | None = None
    # How much is before it in the queue.
    before: int = 0
    # How many moves wait for a decision, None while no game was found.
    doubtful: int | None = None


def own_sheets(pairing: Pairing, game: int, colour: str) -> OwnSheets:
    """Find them for who sits there with this colour; one query, two more where there is a photo."""
    sides = sides_photographed(pairing, game)
    mine, other = (
        (Seat.Colour.FIRST, Seat.Colour.SECOND)
        if colour == Seat.Colour.FIRST
        else (Seat.Colour.SECOND, Seat.Colour.FIRST)
    )
    photo_game = current_photo_game(pairing, game) if sides else None
    answer, job = answer_of_photos(photo_game) if photo_game is not None else (None, None)
    return OwnSheets(
        mine in sides,
        other in sides,
        job,
        before_in_queue(job) if job is not None else 0,
        sum(ply["doubtful"] for ply in answer.data["plies"]) if answer is not None else None,
    )


def readable_photos(pairing: Pairing, game: int) -> dict[str, SheetPhoto]:
    """Find the newest photo of each side that shows one of our sheets; none where nothing can read them."""
    if model_path() is None:
        return {}
    photos = SheetPhoto.objects.filter(pairing=pairing, game=game).defer("body").order_by("pk")
    return {photo.side: photo for photo in {photo.side: photo for photo in photos}.values() if photo.layout}

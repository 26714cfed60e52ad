"""Games in photos of scoresheets: which one is asked for, what became of it, and who is before it."""

from __future__ import annotations

from games.models import PhotoGame, PhotoGameAnswer, SheetPhoto
from games.photos.model import model_path
from portal import outbox
from portal.outbox import Job
from tournaments.models import Pairing

KIND = "follow-photos"


def photo_game_key(photo_game: PhotoGame) -> str:
    """Under which key the outbox knows the work on it."""
    return f"{KIND}:{photo_game.pk}"


def current_photo_game(pairing: Pairing, game: int) -> PhotoGame | None:
    """The one that was asked for last. One query."""
    asked_for = PhotoGame.objects.filter(pairing=pairing, game=game).select_related("answer")
    return asked_for.order_by("-pk").first()


def answer_of_photos(photo_game: PhotoGame) -> tuple[PhotoGameAnswer | None, Job | None]:
    """What the worker made of it, and the job while it has not. No query where it is there already."""
    if (there := getattr(photo_game, "answer", None)) is not None:
        return there, None
    answers = PhotoGameAnswer.objects.filter(photo_game=photo_game)
    return outbox.left_by(answers.first, photo_game_key(photo_game))


def before_in_queue(job: Job) -> int:
    """How many sheets a worker reads before this one."""
    waiting = Job.objects.filter(kind=KIND, state__in=[Job.State.NEW, Job.State.RUNNING])
    return waiting.filter(pk__lt=job.pk).exclude(pk=job.pk).count()


def readable_photos(pairing: Pairing, game: int) -> dict[str, SheetPhoto]:
    """The newest photo of each side that shows one of our sheets; none where nothing can read them."""
    if model_path() is None:
        return {}
    photos = SheetPhoto.objects.filter(pairing=pairing, game=game).defer("body").order_by("pk")
    return {photo.side: photo for photo in {photo.side: photo for photo in photos}.values() if photo.layout}

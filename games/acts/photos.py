"""Take photos of scoresheets in, and keep them beside the form in which the moves are typed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.acts._targets import TABLE_OF_ROUND
from games.acts.photo_games import ask_for_game
from games.models import LiveSetting, SheetPhoto, authored, digest_of
from games.pages.notifications import notify_followers_of_photo
from games.photos.codes import parse_code
from games.photos.intake import MEMORY, MOST_BYTES, SECONDS, SheetPicture, take_in
from games.policy import RecordAct
from games.queries.photos import photos_kept_until
from games.queries.public_live import setting_of
from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.sandbox import parent
from portal.web.dates import day_after
from portal.web.fields import Field
from tournaments.acts.common import lock_section, scope_of, target_of
from tournaments.acts.entering.entry_forms import await_deletion
from tournaments.acts.frame import SECTION, ActResult, act, no_change, outside_transaction
from tournaments.models import FormerAddress, FormerSectionAddress, Pairing, PlayerLink, Section
from tournaments.policy import Act, require

_FIELD: Final = "photo"
# Ten years.
MOST_DAYS: Final = 3_650


class PhotosAdded(TypedDict):
    # Whose sheets are in the photo, ``first`` or ``second``.
    sides: list[str]


@act(
    on=TABLE_OF_ROUND,
    right=RecordAct.SUBMIT_RECORD,
    name="add_sheet_photo",
    done=_("photo of a scoresheet added"),
)
def _add_sheet_photo(
    *,
    pairing: Pairing,
    side: str,
    pictures: Sequence[SheetPicture],
    by: User | PlayerLink,
    game: int,
    once: str,
) -> ActResult[PhotosAdded]:
    if pairing.table is None:
        raise Refusal("bye-has-no-game")
    if pairing.round.section.game != Section.Game.XIANGQI:
        raise Refusal("claim-not-in-xiangqi")
    last_day = photos_kept_until(setting_of(pairing.round.section))
    if last_day is not None and last_day < timezone.now().date():
        raise Refusal("photos-kept-until", field=_FIELD, day=last_day.isoformat())
    by_side = _by_side(pairing, side, pictures)
    answer: PhotosAdded = {"sides": sorted(by_side)}
    added = [
        each
        for each, picture in by_side.items()
        if _newest_digest(pairing, game, each) != digest_of(picture.picture)
    ]
    if not added:
        return no_change(answer)
    for each in added:
        picture = by_side[each]
        SheetPhoto.objects.create(
            pairing=pairing,
            game=game,
            side=each,
            layout=picture.layout,
            body=picture.picture,
            width=picture.width,
            height=picture.height,
            lines=[list(lines) for lines in picture.lines],
            digest=digest_of(picture.picture),
            **authored(by),
        )
    ask_for_game(pairing, game, by=by)
    notify_followers_of_photo(pairing, game)
    after = {"table": pairing.table, "game": game} if game > 1 else {"table": pairing.table}
    return ActResult(answer, after=after)


@outside_transaction(_add_sheet_photo)
def add_sheet_photo(
    *, pairing: Pairing, side: str, raw: bytes, by: User | PlayerLink, game: int = 1, once: str = ""
) -> PhotosAdded:
    """Add the sheet, or both sheets, that a photo shows; only the picture made of the file is stored."""
    require(RecordAct.SUBMIT_RECORD, by=by, scope=pairing.round, target=pairing)
    # Before the lock: nobody waits while a picture is looked at.
    pictures = look_at(raw)
    # ``side`` counts where the QR code cannot be read.
    return _add_sheet_photo(pairing=pairing, side=side, pictures=pictures, by=by, game=game, once=once)


def look_at(raw: bytes) -> Sequence[SheetPicture]:
    """Find the sheets in a file that came as a photo."""
    if len(raw) > MOST_BYTES:
        raise Refusal("photo-too-large", field=_FIELD, limit=MOST_BYTES >> 20)
    intake = parent.run_sandboxed(take_in, raw, seconds=SECONDS, memory=MEMORY, field=_FIELD)
    if intake.trouble:
        raise Refusal(str(intake.trouble), field=_FIELD)
    return intake.sheets


def _by_side(pairing: Pairing, side: str, pictures: Sequence[SheetPicture]) -> dict[str, SheetPicture]:
    """Say whose sheets these are."""
    by_code: dict[str, SheetPicture] = {}
    elsewhere: Refusal | None = None
    without = [picture for picture in pictures if not picture.code]
    for picture in pictures:
        code = parse_code(picture.code)
        if code is None:
            continue
        if not any(code.is_of(picture.code, *place) for place in _addresses(pairing.round.section)):
            elsewhere = elsewhere or Refusal("photo-other-section", field=_FIELD)
        elif (code.round, code.table) != (pairing.round.number, pairing.table):
            place = {"round": code.round, "table": code.table}
            elsewhere = elsewhere or Refusal("photo-other-table", field=_FIELD, **place)
        else:
            by_code[code.side] = picture
    # Of an uncut leaf the other half may be of another table.
    if by_code:
        return by_code
    if elsewhere:
        raise elsewhere
    if len(without) > 1:
        raise Refusal("photo-two-sheets", field=_FIELD)
    return {side: without[0]}


def _addresses(section: Section) -> list[tuple[str, str]]:
    """List what the section was called in addresses, now and before."""
    # A sheet may have been printed before it was renamed.
    event = section.event
    events = [event.slug, *FormerAddress.objects.filter(event=event).values_list("slug", flat=True)]
    sections = [
        section.slug,
        *FormerSectionAddress.objects.filter(section=section).values_list("slug", flat=True),
    ]
    return [(each, other) for each in events for other in sections]


def _newest_digest(pairing: Pairing, game: int, side: str) -> str | None:
    photos = SheetPhoto.objects.filter(pairing=pairing, game=game, side=side)
    return photos.order_by("-pk").values_list("digest", flat=True).first()


class PhotosKept(TypedDict):
    photo_days: int | None


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("photos of scoresheets: how long they are kept"))
def keep_photos(
    *,
    section: Section,
    photo_days: Annotated[
        int | None,
        Field(
            least=1,
            most=MOST_DAYS,
            label=_("Days after the event for which photos are kept"),
            help=_("Then they are deleted; the game stays. Empty: as long as the event is kept."),
        ),
    ] = None,
    by: User,
    once: str = "",
) -> ActResult[PhotosKept]:
    """Set how many days after the event photos of scoresheets are kept."""
    setting = setting_of(section)
    before = setting.photo_days
    answer = PhotosKept(photo_days=photo_days)
    if before == photo_days:
        return no_change(answer)
    setting.photo_days = photo_days
    setting.save()
    await_deletion()
    return ActResult(answer, before={"photo_days": before}, after={"photo_days": photo_days})


def delete_old_photos() -> datetime | None:
    """Delete the photos that sections keep no longer, and return when the next are due."""
    today, due = timezone.now().date(), []
    settings = LiveSetting.objects.filter(photo_days__isnull=False).select_related("section__event")
    for setting in settings.order_by("section"):
        last_day = photos_kept_until(setting)
        if last_day is None:
            continue
        if last_day >= today:
            due.append(day_after(last_day))
            continue
        section = lock_section(setting.section)
        deleted = SheetPhoto.objects.filter(pairing__round__section=section).delete()[1]
        if count := deleted.get(SheetPhoto._meta.label, 0):
            journal.record(
                "photos_deleted",
                by=None,
                scope=scope_of(section.event),
                target=target_of(section),
                after={"photos": count},
            )
    return min(due, default=None)

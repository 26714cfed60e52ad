"""Take photos of scoresheets in, and keep them beside the form in which the moves are typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypedDict

from django.utils.translation import gettext_lazy as _

from games.acts._targets import TABLE_OF_ROUND
from games.acts.photo_games import ask_for_game
from games.models import SheetPhoto, authored, digest_of
from games.pages.notifications import notify_followers_of_photo
from games.photos.codes import parse_code
from games.photos.intake import MEMORY, MOST_BYTES, SECONDS, SheetPicture, take_in
from games.policy import RecordAct
from portal.accounts.models import User
from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.acts.frame import ActResult, act, no_change, outside_transaction
from tournaments.models import FormerAddress, FormerSectionAddress, Pairing, PlayerLink, Section
from tournaments.policy import require

_FIELD: Final = "photo"


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

"""Take what another program of a phone shares to the installed page of a player: a record, or a photo of a
sheet."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext

from games.acts.photos import add_sheet_photo
from games.acts.records import MOST_BYTES, refuse_other_file
from games.forms.records import RecordForm
from games.photos.intake import MOST_BYTES as MOST_OF_PHOTO
from games.queries.mine import newest_own_round
from games.queries.records import current_record
from games.records.signatures import MOST_OF_A_SIGN
from games.requests import OwnGameAccess, reach_own
from games.views.my_record import own_record_page
from portal.policy import Refusal
from tournaments.models import Seat
from tournaments.requests.private import LinkAccess, private

# Letters of what is shared as text: more is no game.
MOST_TEXT = 200_000


@private("POST")
def share(request: HttpRequest, access: LinkAccess) -> HttpResponse:
    """Put a text or a file into the form of the newest game's record; where there is no game yet, show the
    own page."""
    number = newest_own_round(access.entry)
    if number is None:
        return redirect("my_page", access.secret)
    game_access = reach_own(access, {"number": number})
    file: UploadedFile[bytes] | None = request.FILES.get("file")
    if file is not None and (file.content_type or "").startswith("image/"):
        # A photo is the desk's at once.
        return _photo(request, game_access, file)
    initial: dict[str, Any] = _of_file(file) if file is not None else {"text": _text(request)}
    current = current_record(game_access.pairing)
    initial["seen"] = current.pk if current else None
    message = gettext("Look at what was shared, then submit it.")
    form = RecordForm(game=game_access.section.game, initial=initial)
    # The player looks at it and sends it.
    return own_record_page(request, game_access, form, message=message, correcting=True)


# Programs put what they share into either field.
def _text(request: HttpRequest) -> str:
    parts = [request.POST.get(name, "") for name in ("text", "url")]
    return "\n".join(filter(None, parts))[:MOST_TEXT]


def _of_file(file: UploadedFile[bytes]) -> dict[str, Any]:
    """Give it as the form has it: text as text, anything else as the file that it is."""
    refuse_other_file(file.read(MOST_OF_A_SIGN))
    file.seek(0)
    if (file.size or 0) > MOST_BYTES:
        raise Refusal("record-too-large", field="file", size=file.size, limit=MOST_BYTES)
    raw = file.read()
    try:
        return {"text": raw.decode()}
    except UnicodeDecodeError:
        return {"kept": b64encode(raw).decode(), "kept_name": file.name or ""}


def _photo(request: HttpRequest, game_access: OwnGameAccess, file: UploadedFile[bytes]) -> HttpResponse:
    if (file.size or 0) > MOST_OF_PHOTO:
        raise Refusal("photo-too-large", field="photo", limit=MOST_OF_PHOTO >> 20)
    seat = Seat.objects.get(pairing=game_access.pairing, entry=game_access.entry)
    side = "first" if seat.colour == Seat.Colour.FIRST else "second"
    add_sheet_photo(pairing=game_access.pairing, side=side, raw=file.read(), by=game_access.link)
    message = gettext("The desk has the photo of your scoresheet.")
    return own_record_page(request, game_access, message=message)


@private("GET")
def newest_record(_request: HttpRequest, access: LinkAccess) -> HttpResponse:
    """A shortcut of the installed page."""
    number = newest_own_round(access.entry)
    if number is None:
        return redirect("my_page", access.secret)
    return redirect("my_record", access.secret, number)


PLAYERS_LINK = [
    path("share/", share, name="my_share"),
    path("record/", newest_record, name="my_newest_record"),
]

"""Find the game in photos of scoresheets: a worker looks for it, a person goes through it and decides."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from games.acts._targets import TABLE_OF_ROUND
from games.acts.scoresheets import OfScoresheets
from games.models import PhotoGame, Scoresheets, ScoresheetsAnswer, SheetPhoto, authored
from games.policy import RecordAct
from games.queries.photo_games import (
    KIND,
    answer_of_photos,
    current_photo_game,
    photo_game_key,
    readable_photos,
)
from games.queries.scoresheets import answer_of, current_sheets
from games.scoresheets.photographed import END, move_after, settled_game, sheet_text
from portal import outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.sandbox import parent
from tournaments.acts.arguments import Id
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.models import Pairing, PlayerLink


# Nothing that a program has read is ever accepted by itself: what it is not sure of has to be decided, the
# game is then taken as what the sheets say, and becomes the record of the table as one of typed sheets does.
class OfPhotoGame(TypedDict):
    photo_game: int


def ask_for_game(pairing: Pairing, game: int, *, by: User | PlayerLink) -> PhotoGame | None:
    """Have a worker look for the game in the newest photos; None where they cannot be read here."""
    photos = readable_photos(pairing, game)
    return _ask(pairing, game, photos, {}, by=by) if photos else None


def _ask(
    pairing: Pairing,
    game: int,
    photos: Mapping[str, SheetPhoto],
    decided: Mapping[str, str],
    *,
    by: User | PlayerLink,
) -> PhotoGame:
    photo_game = PhotoGame.objects.create(
        pairing=pairing,
        game=game,
        first=photos.get("first"),
        second=photos.get("second"),
        decided=dict(decided),
        **authored(by),
    )
    ask_for_following(photo_game, by=by if isinstance(by, User) else None)
    return photo_game


def ask_for_following(photo_game: PhotoGame, *, by: User | None) -> None:
    """Have a worker follow it, in the caller's transaction."""
    payload = {"photo_game": photo_game.pk}
    key = photo_game_key(photo_game)
    outbox.enqueue(KIND, key=key, payload=payload, by=by, priority=outbox.RECORDS)


@act(on=TABLE_OF_ROUND, right=RecordAct.SUBMIT_RECORD, done=_("move in a photographed scoresheet decided"))
def decide_photo_ply(
    *,
    pairing: Pairing,
    photo_game: Id,
    ply: int,
    move: str,
    by: User,
    up_to: bool = False,
    game: int = 1,
    once: str = "",
) -> ActResult[OfPhotoGame]:
    """Decide what was played at a ``ply``, from 1, and have everything after it looked for again."""
    # ``photo_game`` is the one that the screen showed.
    current, plies = _seen(pairing, game, photo_game)
    if not 1 <= ply <= len(plies):
        raise Conflict("photos-changed")
    before = [each["move"] for each in plies[: ply - 1]]
    # What was decided about later plies rested on another move here.
    decided = {at: text for at, text in current.decided.items() if int(at) < ply}
    # The plies before are right as the screen showed them.
    if up_to:
        decided = {str(at): text for at, text in enumerate(before, 1)}
    # No move: the game had ended before.
    decided[str(ply)] = _meant(before, move) if move else END
    photos = {side: photo for side in ("first", "second") if (photo := getattr(current, side)) is not None}
    asked_for = _ask(pairing, game, photos, decided, by=by)
    after = {"table": pairing.table, "game": game} if game > 1 else {"table": pairing.table}
    return ActResult({"photo_game": asked_for.pk}, after=after)


def _meant(before: list[str], text: str) -> str:
    move = parent.run_sandboxed(move_after, before, text.strip(), field="move")
    if move is None:
        raise Refusal("photo-move-not-legal", field="move", text=text.strip()[:20])
    return move


@act(on=TABLE_OF_ROUND, right=RecordAct.SUBMIT_RECORD, done=_("photographed scoresheets gone through"))
def settle_photo_game(
    *, pairing: Pairing, photo_game: Id, by: User, game: int = 1, once: str = ""
) -> ActResult[OfScoresheets]:
    """Take the game that was found and gone through for what the sheets say, as if they had been typed."""
    current, plies = _seen(pairing, game, photo_game)
    doubtful = sum(each["doubtful"] for each in plies)
    if doubtful:
        raise Refusal("photo-plies-doubtful", count=doubtful)
    if not plies:
        raise Refusal("sheets-empty")
    answer = current.answer.data
    first, second = (sheet_text(answer, side) for side in ("first", "second"))
    digest = "sha256:" + sha256(f"{first}\0{second}".encode()).hexdigest()
    there = current_sheets(pairing, game)
    if there is not None and there.digest == digest and answer_of(there)[0] is not None:
        return no_change({"scoresheets": there.pk})
    sheets = Scoresheets.objects.create(
        pairing=pairing,
        game=game,
        first=first,
        second=second,
        digest=digest,
        by=by,
    )
    # Its empty cells are missed moves (WXC 4.3), which the referee rules on.
    ScoresheetsAnswer.objects.create(sheets=sheets, data=settled_game(answer))
    after = {"table": pairing.table, "game": game} if game > 1 else {"table": pairing.table}
    return ActResult({"scoresheets": sheets.pk}, after=after)


def _seen(pairing: Pairing, game: int, key: int) -> tuple[PhotoGame, list[dict[str, Any]]]:
    """The game that the person looked at, if it still is the newest, and its plies."""
    current = current_photo_game(pairing, game)
    answer = answer_of_photos(current)[0] if current is not None else None
    if current is None or current.pk != key or answer is None:
        raise Conflict("photos-changed")
    return current, answer.data["plies"]

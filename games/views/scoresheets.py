"""Take two scoresheets of a table at the desk: reconciled by the worker, their fouls proposed, their game
taken."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext, gettext_lazy
from django_htmx.http import HttpResponseClientRefresh, reselect, retarget

from games.acts.photo_games import decide_photo_ply, settle_photo_game
from games.acts.photos import PhotosAdded, add_sheet_photo
from games.acts.records import submit_record
from games.acts.scoresheets import ProposalRuled, rule_on_proposal, submit_scoresheets
from games.forms.photo_games import PhotoPlyForm, SettlePhotosForm
from games.forms.photos import SheetPhotoForm
from games.forms.scoresheets import ProposalForm, ScoresheetsForm, TakeForm
from games.models import Scoresheets, SheetPhoto
from games.policy import RecordAct
from games.queries.photo_games import (
    answer_of_photos,
    before_in_queue,
    current_photo_game,
    photo_game_key,
)
from games.queries.photos import ShownPhoto, cell_of, photos_of
from games.queries.records import current_record
from games.queries.scoresheets import answer_of, current_sheets, proposals, rulings_on, sheets_key
from games.requests import TABLE, TableAccess, reach_table
from games.scoresheets.reconstruct import Status
from games.wording.records import chinese_moves
from games.wording.scoresheets import broken_text, doubt_text, heading_text
from games.xiangqi.board import Board
from games.xiangqi.notation import chinese, english
from games.xiangqi.values import Move
from portal import outbox
from portal.policy import Conflict
from tournaments.forms.base import ActForm
from tournaments.queries.public.public import person
from tournaments.queries.refereeing.fouls import tallies
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import staff, user_of
from tournaments.wording.grounds import ground
from tournaments.wording.sides import side_word

SIDES = ("first", "second")
PHOTOS = "#sheet-photos"
MOST_PLIES_TOLD = 8
# Plies from the first doubtful one on that are asked about at once: what is decided changes those after.
MOST_ASKED = 20
# Games that are offered one by one; more are only counted.
MOST_SHOWN = 24


def _game(access: TableAccess, sheets: int, which: int) -> str:
    """Write the moves of one of the games that fit, as a record."""
    current = current_sheets(access.pairing, access.game)
    if current is not None and current.pk != sheets:
        # Other sheets have other games in its place.
        raise Conflict("sheets-changed")
    games = _games(current.answer.data) if current is not None and hasattr(current, "answer") else []
    if which >= len(games):
        raise Http404
    return " ".join(games[which]) + "\n"


def _games(result: dict[str, Any]) -> list[list[str]]:
    if result["status"] == Status.COMPLETE:
        return [result["moves"]]
    return list(result["games"])


def _frame(access: TableAccess) -> dict[str, Any]:
    names = ("", "_submit", "_take", "_progress", "_rule", "_photo", "_ply", "_settle", "_reading")
    others = ("record", "referee")
    frame = access.frame(*(f"scoresheets{name}" for name in names), *others, short="scoresheets_")
    photos = photos_of(access.pairing, access.game)
    return frame | {"photos": [_photo(access, side, photos[side]) for side in SIDES if side in photos]}


def _photo_game(access: TableAccess, ruled: PhotoPlyForm | None = None) -> dict[str, Any]:
    """Show the game that was found in the photos, or the work on it; two queries, a third while it is
    waited for."""
    photo_game = current_photo_game(access.pairing, access.game)
    if photo_game is None:
        return {}
    answer, job = answer_of_photos(photo_game)
    context: dict[str, Any] = {"photo_game": photo_game, "photo_job": job}
    if job is not None:
        context["before"] = before_in_queue(job)
    if answer is None:
        return context
    photos = {side: photo for side in SIDES if (photo := getattr(photo_game, side)) is not None}
    plies = [{**ply, "ply": number} for number, ply in enumerate(answer.data["plies"], 1)]
    first = next((ply for ply in plies if ply["doubtful"]), None)
    for ply in plies:
        if ply is first or (first is not None and ply["doubtful"] and ply["ply"] < first["ply"] + MOST_ASKED):
            places = answer.data.get("places", {})
            ply["cells"] = [
                _cell(access, side, photos[side], ply["ply"], places.get(side)) for side in photos
            ]
            initial = {"photo_game": photo_game.pk, "ply": ply["ply"]}
            again = ruled is not None and ruled.data.get("ply") == str(ply["ply"])
            ply["form"] = ruled if again else PhotoPlyForm(initial=initial, auto_id=f"ply-{ply['ply']}-%s")
    return context | {
        "photo_plies": plies,
        "asked_plies": [ply for ply in plies if "form" in ply],
        "doubtful": sum(ply["doubtful"] for ply in plies),
        "lost_at": answer.data["lost_at"],
        "missing_side": next((side_word(s, access.section.game) for s in SIDES if s not in photos), ""),
        "settle": SettlePhotosForm(initial={"photo_game": photo_game.pk}),
    }


def _cell(
    access: TableAccess, side: str, photo: SheetPhoto, ply: int, places: list[int | None] | None
) -> dict[str, Any]:
    """Show a ply's cell; ``places``: which one stands for each ply, where not the one of its number."""
    place = ply
    if places is not None:
        place = (places[ply - 1] if ply <= len(places) else None) or 0
    return {
        "side": side_word(side, access.section.game),
        "box": cell_of(photo, place) if place else None,
        "address": reverse("sheet_photo", args=[*access.place, photo.pk]),
        "width": photo.width,
        "height": photo.height,
    }


def _page(
    request: HttpRequest,
    access: TableAccess,
    form: ScoresheetsForm | TakeForm | ProposalForm | SheetPhotoForm | PhotoPlyForm | ActForm | None = None,
) -> HttpResponse:
    """Where the sheets stand, and the form for handing them in."""
    current = current_sheets(access.pairing, access.game)
    answer, job = answer_of(current) if current else (None, None)
    sheet = answer.data if answer else None
    record = current_record(access.pairing, access.game)
    initial = {"first": current.first, "second": current.second} if current else {}
    context = (
        _frame(access)
        | _photo_game(access, form if isinstance(form, PhotoPlyForm) else None)
        | {
            "current": current,
            "job": job,
            "form": form if isinstance(form, ScoresheetsForm) else ScoresheetsForm(initial=initial),
            "failed": None if isinstance(form, ScoresheetsForm | SheetPhotoForm | PhotoPlyForm) else form,
            "photo_form": form if isinstance(form, SheetPhotoForm) else SheetPhotoForm(),
            "found": sheet,
        }
    )
    if current is not None and sheet is not None:
        context |= {
            "title": heading_text(sheet),
            "said": broken_text(sheet) if sheet["status"] == Status.BROKEN else doubt_text(sheet),
            "sheets": _sheets(access, current, sheet, form if isinstance(form, ProposalForm) else None),
            "choices": _choices(sheet),
            "more": max(0, len(sheet["games"]) - MOST_SHOWN),
            "take": TakeForm(initial={"seen": record.pk if record else None}),
        }
    return render(request, "games/desk/scoresheets.html", context, status=form.status if form else 200)


def _photo(access: TableAccess, side: str, shown_photo: ShownPhoto) -> dict[str, Any]:
    photo = shown_photo.photo
    return {
        "words": gettext("%(side)s’s scoresheet, photo") % {"side": side_word(side, access.section.game)},
        "rows": shown_photo.rows,
        "address": reverse("sheet_photo", args=[*access.place, photo.pk]),
        "width": photo.width,
        "height": photo.height,
    }


def _added(answer: PhotosAdded, access: TableAccess) -> str:
    sides = " · ".join(side_word(side, access.section.game) for side in answer["sides"])
    return gettext("Photo added: %(sides)s.") % {"sides": sides}


@staff("GET")
def sheet_photo(request: HttpRequest, key: int, **place: Any) -> HttpResponse:
    access = reach_table(user_of(request), RecordAct.SEE_RECORDS, place)
    photo = SheetPhoto.objects.filter(pk=key, pairing=access.pairing, game=access.game).first()
    if photo is None:
        raise Http404
    answer = HttpResponse(bytes(photo.body), content_type="image/jpeg")
    # A row never changes; it is for who may see it alone, and not to be left on a shared computer for long.
    answer["Cache-Control"] = "private, max-age=600"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _sheets(
    access: TableAccess, current: Scoresheets, result: dict[str, Any], ruled: ProposalForm | None
) -> list[dict[str, Any]]:
    """Both players with what their sheets lack, the fouls that are proposed, and what was decided on them."""
    both = {item.moves: item for item in tallies(access.section, access.pairing, access.game)}
    open_ = {item.moves: item for item in proposals(access.round, access.pairing) if item.game == access.game}
    rulings = rulings_on(current)
    shown_photos = photos_of(access.pairing, access.game)
    photos = {side: each.photo for side, each in shown_photos.items() if each.rows}
    rows = []
    for side in ("first", "second"):
        sheet, tally = result["sheets"][side], both[side]
        left = open_[side].left if side in open_ else 0
        number = tally.entry.number
        initial = {"sheets": current.pk, "player": number, "left": left}
        again = ruled is not None and ruled.data.get("player") == str(number) and ruled.status == 422
        rows.append(
            {
                **sheet,
                "moves": side,
                "side": side_word(side, access.section.game),
                "player": person(tally.entry, access.section.namesakes),
                "left": left,
                "confirm": ProposalForm(initial=initial, auto_id=f"{side}-confirm-%s"),
                "reject": ruled if again else ProposalForm(initial=initial, auto_id=f"{side}-reject-%s"),
                "again": again,
                "rulings": [item for item in rulings if item.entry_id == tally.entry.pk],
                "lines": [
                    {
                        "ply": ply,
                        "text": sheet["texts"].get(str(ply), ""),
                        "wrong": ply in sheet["wrong"],
                        "cell": _cell(access, side, photos[side], ply, sheet.get("places"))
                        if side in photos
                        else None,
                    }
                    for ply in sorted({*sheet["missed"], *sheet["wrong"]})
                ],
            }
        )
    return rows


def _choices(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The games that fit, each with what tells it from the first one."""
    games = _games(result)
    if not games:
        return []
    head = games[0]
    best = result.get("best", len(games))
    between = sorted({ply for game in games[1:best] for ply in _differing(game, head)})
    return [
        {
            "which": which,
            "plies": len(game),
            # Games that fit alike are told apart at the same plies, a rival at its own.
            "moves": [
                {"ply": ply + 1, **_written(game, ply)}
                for ply in (between if which < best else _differing(game, head))[:MOST_PLIES_TOLD]
                if ply < len(game)
            ],
        }
        for which, game in enumerate(games[:MOST_SHOWN])
    ]


def _differing(game: list[str], head: list[str]) -> list[int]:
    return [ply for ply in range(min(len(game), len(head))) if game[ply] != head[ply]]


def _written(game: list[str], ply: int) -> dict[str, str]:
    board = Board()
    for text in game[:ply]:
        board.push(Move.parse(text))
    move = Move.parse(game[ply])
    return {
        "english": english(board.squares, move),
        "chinese": chinese_moves([chinese(board.squares, move)])[0],
    }


def _progress(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Say that the worker reconciles, while it does."""
    current = current_sheets(access.pairing, access.game)
    if current is None or outbox.pending(sheets_key(current)) is None:
        # It is done: htmx loads the page anew.
        return HttpResponseClientRefresh()
    return render(request, "games/desk/_reconciling.html", _frame(access))


def _reading(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Say that a worker reads photos, while it does."""
    photo_game = current_photo_game(access.pairing, access.game)
    job = outbox.pending(photo_game_key(photo_game)) if photo_game is not None else None
    if job is None:
        # It is done: htmx shows what it found, and what is being typed beside it stays.
        return reselect(retarget(_page(request, access), PHOTOS), PHOTOS)
    context = _frame(access) | {"before": before_in_queue(job)}
    return render(request, "games/desk/_photos_waiting.html", context)


def _taken(access: TableAccess, form: TakeForm) -> dict[str, Any]:
    raw = _game(access, form.cleaned_data["sheets"], form.cleaned_data["which"]).encode()
    return {"raw": raw, "filename": "scoresheets.txt", "reason": ground("sheets")}


def _ruled(answer: ProposalRuled, _access: TableAccess) -> str:
    if not answer["confirmed"]:
        return gettext("Foul rejected.")
    if answer["lost"]:
        return gettext("Foul confirmed; it loses the game.")
    return gettext("Foul confirmed.")


on_page = partial(act_url, page=_page, to="scoresheets", entrance=TABLE)
SHEETS = [
    page_url("", "scoresheets", _page, RecordAct.SEE_RECORDS, entrance=TABLE),
    on_page("submit/", submit_scoresheets, ScoresheetsForm, name="scoresheets_submit"),
    on_page(
        "sheet-photo/", add_sheet_photo, SheetPhotoForm, name="scoresheets_photo", success_message=_added
    ),
    on_page("photo-ply/", decide_photo_ply, PhotoPlyForm, name="scoresheets_ply"),
    on_page(
        "photo-game/",
        settle_photo_game,
        SettlePhotosForm,
        name="scoresheets_settle",
        success_message=gettext_lazy("The scoresheets say this game. Use it as the record below."),
    ),
    page_url("reading/", "scoresheets_reading", _reading, RecordAct.SEE_RECORDS, entrance=TABLE),
    path("sheet-photo/<int:key>/", sheet_photo, name="sheet_photo"),
    # The chosen game becomes the record of the table; its page accepts it.
    act_url(
        "take/",
        submit_record,
        TakeForm,
        name="scoresheets_take",
        extra_arguments=_taken,
        page=_page,
        to="record",
        success_message=gettext_lazy("Game submitted as this table's record."),
        entrance=TABLE,
    ),
    # One of the proposed fouls is confirmed, or rejected with a reason.
    on_page("foul/", rule_on_proposal, ProposalForm, name="scoresheets_rule", success_message=_ruled),
    page_url("progress/", "scoresheets_progress", _progress, RecordAct.SEE_RECORDS, entrance=TABLE),
]

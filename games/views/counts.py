"""The counting page of a weiqi table: the final position, its dead stones, who agrees, the result.

While stones are being marked nothing is kept: the address holds the position and what is marked, so that the
page works without scripts and can be handed to somebody else. A count is kept when it is proposed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.acts.agree_count import agree_count
from games.acts.count_board import board_of, count_board, dead_of
from games.acts.rule_count import rule_count
from games.forms.counts import ConsentForm, CountForm, EnterForm, PositionForm
from games.models import BoardCount
from games.pages.weiqi_board import lines, points
from games.pages.weiqi_count import counted, said, sums
from games.policy import RecordAct
from games.queries.counts import current_count, is_settled, value_of
from games.queries.records import current_record
from games.views.access import TableAccess, access_table
from games.views.records import match_of
from games.weiqi.board import Board
from games.weiqi.counting import count, toggle
from games.weiqi.positions import placed_stones, write_drawing
from games.weiqi.settings import Settings
from games.weiqi.values import parse_point, point_name
from games.wording.weiqi import outcome_text
from portal.policy import Refusal
from tournaments.acts.report_result import report_result
from tournaments.models import Section
from tournaments.policy import Act
from tournaments.views.frame import attempt, once_of, staff, user_of


@dataclass(frozen=True, slots=True)
class Work:
    """A board whose dead stones are being marked; ``record``: whose final position it is."""

    position: str
    dead: frozenset[int]
    handicap: bool
    record: int | None


@staff("GET")
def count_page(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    """The count in force; or, as the address says, a position to be typed in or one to be marked."""
    access = _access(request, RecordAct.SEE_RECORDS, event, section, number=number, table=table, game=game)
    asked = request.GET
    current = current_count(access.pairing, access.game)
    if "text" in asked:
        form = PositionForm(asked)
        if not form.is_valid():
            return _typing(request, access, form)
        return _marking(request, access, Work(form.cleaned_data["text"], frozenset(), _handicap(asked), None))
    if "new" in asked:
        return _typing(request, access, _drawn(access, asked.get("position", "")))
    if "position" in asked:
        return _marking(request, access, _asked(asked))
    if current is not None and "again" not in asked:
        return _counted(request, access, current)
    work = _recorded(access)
    return _marking(request, access, work) if work else _typing(request, access, _drawn(access, ""))


@staff("POST")
def count_propose(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    access = _access(request, RecordAct.COUNT_BOARD, event, section, number=number, table=table, game=game)
    form = CountForm(request.POST)
    answer = attempt(
        form,
        lambda: count_board(
            pairing=access.pairing,
            game=access.game,
            position=form.cleaned_data["position"],
            dead=form.cleaned_data["dead"],
            handicap=form.cleaned_data["handicap"],
            record=_record(access, form.cleaned_data["record"]),
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is not None:
        return redirect("count", *access.place)
    return _marking(request, access, _asked(request.POST), form)


@staff("POST")
def count_consent(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    ruling = request.POST.get("voice") == "referee"
    act = RecordAct.RULE_COUNT if ruling else RecordAct.COUNT_BOARD
    access = _access(request, act, event, section, number=number, table=table, game=game)
    form = ConsentForm(request.POST)

    def consent() -> Any:
        told, once = _count(access, form.cleaned_data["count"]), once_of(request)
        if ruling:
            return rule_count(count=told, by=access.user, reason=form.cleaned_data["reason"], once=once)
        return agree_count(count=told, side=form.cleaned_data["voice"], by=access.user, once=once)

    if attempt(form, consent) is not None:
        return redirect("count", *access.place)
    current = current_count(access.pairing, access.game)
    if current is None:
        raise Http404
    return _counted(request, access, current, consent=form)


@staff("POST")
def count_enter(
    request: HttpRequest, event: str, section: str, number: int, *, table: int, game: int
) -> HttpResponse:
    """What the count says becomes the result of the table, by the act that everybody uses."""
    access = _access(request, RecordAct.COUNT_BOARD, event, section, number=number, table=table, game=game)
    form = EnterForm(request.POST)

    def enter() -> Any:
        told = _count(access, form.cleaned_data["count"])
        if not is_settled(told):
            raise Refusal("count-open")
        return report_result(
            round_=access.round,
            table=access.pairing.table or 0,
            game=access.game,
            value=value_of(told),
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            by=access.user,
            once=once_of(request),
        )

    if attempt(form, enter) is not None:
        messages.success(request, gettext("The result of the count is entered."))
        return redirect("count", *access.place)
    current = current_count(access.pairing, access.game)
    if current is None:
        raise Http404
    return _counted(request, access, current, enter=form)


def _access(request: HttpRequest, act: RecordAct, event: str, section: str, **table: int) -> TableAccess:
    """Raises Http404, also for a game that is not weiqi, or `Denied`."""
    access = access_table(user_of(request), event, section, table.pop("number"), act=act, **table)
    if access.section.game != Section.Game.WEIQI:
        raise Http404
    return access


def _count(access: TableAccess, key: int) -> BoardCount:
    found = BoardCount.objects.filter(pairing=access.pairing, game=access.game, pk=key).first()
    if found is None:
        raise Http404
    found.pairing = access.pairing
    return found


def _record(access: TableAccess, key: int | None) -> Any:
    return access.pairing.records.filter(pk=key, game=access.game).first() if key else None


def _handicap(asked: Any) -> bool:
    return asked.get("handicap") in ("on", "True", "1")


def _asked(asked: Any) -> Work:
    """What the address, or a form that was not taken, holds. What is no board is not found."""
    try:
        board = board_of(asked["position"])
        dead = dead_of(board, asked.get("dead", "").split())
        if asked.get("tap"):
            dead = toggle(board, dead, parse_point(asked["tap"]))
        record = int(asked["record"]) if asked.get("record") else None
    except (Refusal, ValueError, IndexError):
        raise Http404 from None
    return Work(asked["position"], dead, _handicap(asked), record)


def _recorded(access: TableAccess) -> Work | None:
    """The final position of the record, if one was read that has moves."""
    record = current_record(access.pairing, access.game)
    reading = getattr(record, "reading", None)
    if record is None or reading is None or not reading.data["plies"]:
        return None
    return Work(reading.data["final_fen"], frozenset(), reading.data["handicap"] > 0, record.pk)


def _drawn(access: TableAccess, position: str) -> PositionForm:
    """The form for a position, with what is to be changed or an empty board in it."""
    size = Settings.of(access.section.options).size
    try:
        size, held = placed_stones(position) if position else (size, {})
    except ValueError:
        raise Http404 from None
    return PositionForm(initial={"text": write_drawing(size, held)})


def _frame(access: TableAccess) -> dict[str, Any]:
    frame = access.frame("count", "propose_count", "consent_count", "enter_count", "record")
    return frame | match_of(access, "count")


def _typing(request: HttpRequest, access: TableAccess, form: PositionForm) -> HttpResponse:
    settings = Settings.of(access.section.options)
    context = _frame(access) | {
        "stage": "type",
        "form": form,
        "board": lines(settings.size) | {"points": points(settings.size)},
        "with_handicap": settings.handicap_return,
    }
    return render(request, "games/desk/count.html", context, status=form.status if form.is_bound else 200)


def _marking(
    request: HttpRequest, access: TableAccess, work: Work, form: CountForm | None = None
) -> HttpResponse:
    settings = Settings.of(access.section.options)
    current = current_count(access.pairing, access.game)
    board = board_of(work.position)
    given = settings.handicap_return if work.handicap else 0
    dead = " ".join(sorted(map(point_name, work.dead)))
    initial = {
        "seen": current.pk if current else None,
        "record": work.record,
        "position": work.position,
        "dead": dead,
        "handicap": work.handicap,
    }
    context = _frame(access) | {
        "stage": "mark",
        "work": work,
        "dead": dead,
        "current": current,
        "needs_reason": current is not None and is_settled(current),
        "form": form or CountForm(initial=initial),
        **_figures(board, work.dead, settings.compensation, given),
    }
    return render(request, "games/desk/count.html", context, status=form.status if form else 200)


def _counted(
    request: HttpRequest,
    access: TableAccess,
    current: BoardCount,
    *,
    consent: ConsentForm | None = None,
    enter: EnterForm | None = None,
) -> HttpResponse:
    frame = _frame(access)
    board = board_of(current.position)
    voices = {one.voice: one for one in current.consents.all()}
    report, value = frame["report"], value_of(current)
    context = frame | {
        "stage": "counted",
        "current": current,
        "settled": is_settled(current),
        "voices": voices,
        "sides": [(side, side in voices) for side in ("first", "second")],
        "value": value,
        "is_entered": report is not None and not report.forfeit and report.value == value,
        "may_enter": (Act.REPORT_RESULT if report is None else Act.CORRECT_RESULT) in access.may,
        "consent": consent or ConsentForm(initial={"count": current.pk}),
        "enter": enter or EnterForm(initial={"count": current.pk, "seen": report.pk if report else None}),
        **_figures(board, dead_of(board, current.dead), current.compensation, current.handicap_return),
    }
    return render(request, "games/desk/count.html", context, status=_status(consent, enter))


def _status(*forms: Any) -> int:
    return next((form.status for form in forms if form is not None), 200)


def _figures(
    board: Board,
    dead: frozenset[int],
    compensation: int,
    handicap_return: int,
) -> dict[str, Any]:
    found = count(board, dead)
    outcome = found.outcome(compensation, handicap_return)
    figures = sums(found, outcome, compensation=compensation, handicap_return=handicap_return)
    return {
        "board": counted(board, dead),
        "sums": figures,
        "said": said(figures),
        "outcome": outcome_text(outcome),
    }

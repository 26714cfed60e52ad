"""Results: a table list that keeps itself current, reports, conflicts, corrections.

Two desks write at once: an open list asks for its version and gets 204 while nothing has changed. Of two
people who report different results for one table, the second sees both values and decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy

from portal.policy import Refusal
from tournaments.acts.adjourning import (
    Adjourned,
    AdjournmentWithdrawn,
    Resumed,
    adjourn_game,
    resume_game,
    withdraw_adjournment,
)
from tournaments.acts.clocks import ClocksNoted, note_clocks
from tournaments.acts.decider_games import DeciderGamePlayed, play_decider_games
from tournaments.acts.handicaps import HandicapChanged, change_handicap
from tournaments.acts.refereeing.contests import report_or_contest, uphold_result
from tournaments.acts.results import Reported, TakenBack, is_own_slip, undo_result
from tournaments.forms.adjourning import AdjournForm, ResumeForm
from tournaments.forms.base import ActForm
from tournaments.forms.causes import cause_chips
from tournaments.forms.clocks import ClocksForm
from tournaments.forms.deciders import DeciderGamesForm, step_forms
from tournaments.forms.results import (
    FIRST_GROUND,
    LineForm,
    ResultChoice,
    ResultForm,
    UndoForm,
    UpholdForm,
    with_ground,
)
from tournaments.forms.rounds import HandicapForm
from tournaments.models import ClockReading, PlayerReport, ResultReport, Round
from tournaments.policy import Act
from tournaments.queries.adjourned import adjournment_of
from tournaments.queries.clocks import remaining_by_pairing
from tournaments.queries.deciders import games_asked
from tournaments.queries.journal import is_id
from tournaments.queries.refereeing.contests import contest_at
from tournaments.queries.seats import table_at
from tournaments.queries.tables import TableRow, table_row
from tournaments.queries.teams.matches import seat_of
from tournaments.requests.access import RoundAccess, access_round
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import by_script, once_of, staff, user_of
from tournaments.state.causes import DRAWN, HALF_LOST, XIANGQI
from tournaments.state.gc_disabled import gc_disabled
from tournaments.views.rounds.round_frame import frame
from tournaments.views.rounds.round_page import round_page
from tournaments.views.rounds.round_tables import list_context, list_sight
from tournaments.views.rounds.table_window import asked_by, leading_to
from tournaments.wording.causes import reported_text
from tournaments.wording.refusals import refusal_sentence


def _results(request: HttpRequest, access: RoundAccess) -> HttpResponse:
    """The list alone, or 204 while ``v`` is still its version."""
    if not access.round.is_public:
        raise Http404
    if request.GET.get("v") == list_sight(access.round).version:
        return HttpResponse(status=204)
    return _list(request, access)


@staff("GET")
def result(request: HttpRequest, event: str, section: str, number: int, table: int) -> HttpResponse:
    """One table: its result, how it came about, and the form to report or correct it."""
    access = access_round(user_of(request), event, section, number, Act.SEE_DESK)
    row = table_row(access.round, table) if access.round.is_public else None
    if row is None:
        raise Http404
    game_text = request.GET.get("game", "")
    return _result_page(
        request,
        access,
        row,
        _form_for(row, int(game_text) if game_text.isascii() and game_text.isdigit() else None),
    )


def _reported(request: HttpRequest, answer: Reported, access: RoundAccess) -> HttpResponse:
    """Scripts ask for fragments, others for pages."""
    message = reported_text(answer)
    if by_script(request):
        access.round.refresh_from_db(fields=["state"])
        return _list(request, access, said=message)
    messages.success(request, message)
    row = table_row(access.round, answer["table"]) if answer["value"] == ResultReport.Value.DRAW else None
    if row is not None and row.is_replay:
        # The new game starts with what is left on the clocks.
        return redirect(reverse("result", args=[*access.place, answer["table"]]) + "#clocks")
    return redirect(reverse("round_desk", args=access.place) + leading_to(answer["table"]))


@staff("POST")
def result_uphold(request: HttpRequest, event: str, section: str, number: int, table: int) -> HttpResponse:
    """The result that stands is kept, whatever else was reported."""
    access = access_round(user_of(request), event, section, number, Act.CORRECT_RESULT)
    form = UpholdForm(request.POST)
    if not form.is_valid():
        raise Refusal("no-such-report", table=table)
    uphold_result(
        round_=access.round,
        table=table,
        game=form.cleaned_data["game"] or 1,
        seen=form.cleaned_data["seen"],
        reason=with_ground(form.cleaned_data)["reason"],
        by=access.user,
        once=once_of(request),
    )
    message = gettext("Table %(table)s: result upheld.") % {"table": table}
    if by_script(request):
        return _list(request, access, said=message)
    messages.success(request, message)
    back = form.cleaned_data["back"]
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}):
        back = reverse("round_desk", args=access.place) + leading_to(table)
    return redirect(back)


def _undone(request: HttpRequest, answer: TakenBack, access: RoundAccess) -> HttpResponse:
    message = gettext("Table %(table)s: result undone.") % {"table": answer["table"]}
    if by_script(request):
        return _list(request, access, said=message)
    messages.success(request, message)
    return redirect(reverse("round_desk", args=access.place) + leading_to(answer["table"]))


def _undo_refused(request: HttpRequest, access: RoundAccess, form: UndoForm) -> HttpResponse:
    return _error_lines(request, form) if by_script(request) else round_page(request, access, form)


def _error_lines(request: HttpRequest, form: ActForm) -> HttpResponse:
    """What is wrong, for a script that puts it where the last message stood."""
    errors = [error for field_errors in form.errors.values() for error in field_errors]
    return render(request, "tournaments/desk/_said.html", {"errors": errors}, status=form.status)


@gc_disabled()
def _list(request: HttpRequest, access: RoundAccess, **more: Any) -> HttpResponse:
    context = list_context(access, asked_by(request)) | {"alone": True} | more
    return render(request, "tournaments/desk/_tables.html", context)


def _form_for(row: TableRow, game: int | None) -> ResultForm:
    """For the game that is due; to correct the one that was asked for, else the last when none is due."""
    report = next((report for report in row.reports if report.game == game), None)
    if report is None and row.next_game is None:
        report = row.report
    if report is not None:
        initial: dict[str, Any] = {"table": row.table, "game": report.game, "seen": report.pk}
        if not report.cause:
            # Nothing but how it ended may be to add.
            initial["value"] = ResultChoice(report.value, report.forfeit).choice
        return ResultForm(initial=initial)
    return ResultForm(initial={"table": row.table, "game": row.next_game or 1})


def _impossible(access: RoundAccess, row: TableRow) -> frozenset[str]:
    """The choices that no game at this table ends in."""
    ruled = HALF_LOST if row.is_match or access.section.game not in XIANGQI else ()
    return frozenset((*ruled, *(() if row.may_draw else DRAWN)))


def _not_accepted(request: HttpRequest, access: RoundAccess, form: ResultForm | LineForm) -> HttpResponse:
    """Say what is wrong, where it was typed; of two results for one table, show both."""
    if form.refusal is not None and form.refusal.code in ("result-conflict", "contest-decided"):
        return _conflict(request, access, form.refusal, form.arguments())
    if form.refusal is not None and form.refusal.code == "result-early":
        return _early(request, access, form)
    if by_script(request):
        return _error_lines(request, form)
    if isinstance(form, ResultForm):
        row = table_row(access.round, form.cleaned_data.get("table") or 0)
        if row is not None:
            return _result_page(request, access, row, form, status=form.status)
        typed = f"{form['table'].value()} {form['value'].value()}"
        form = LineForm({"line": typed, "once": ""}, game=access.section.game)
        form.add_error(None, gettext("Round %(round)s has no such table.") % {"round": access.round.number})
    return round_page(request, access, form)


def _early(request: HttpRequest, access: RoundAccess, form: ResultForm | LineForm) -> HttpResponse:
    """Ask why a table has a result before its start, with what was sent one press away."""
    sent = form.arguments()
    row = table_row(access.round, sent["table"])
    if row is None:
        raise Http404
    context = frame(access) | {"row": row, "early": early_context(form), "alone": True}
    return _question_page(request, "_early", context, form.status)


def _question_page(request: HttpRequest, question: str, context: dict[str, Any], status: int) -> HttpResponse:
    """Ask about a table: for a script the question alone, else on a page."""
    partial = f"tournaments/desk/{question}.html"
    if by_script(request):
        return render(request, partial, context, status=status)
    return render(request, "tournaments/desk/asked.html", context | {"question": partial}, status=status)


def early_context(form: ResultForm | LineForm) -> dict[str, Any]:
    """What was sent for a table that has not started, the sentence about it, and the form that asks why."""
    sent = form.arguments()
    choice = ResultChoice(sent["value"], sent["forfeit"])
    initial = {key: sent.get(key) for key in ("table", "game", "cause", "article", "confirmed", "reason")}
    seats = ",".join(map(str, sent["seats"])) if sent["seats"] else ""
    margin = str(sent["margin"] / 4) if sent.get("margin") else ""
    values = initial | {"value": choice.choice, "seats": seats, "margin": margin}
    refusal = form.refusal
    return {
        "result": choice,
        "sentence": refusal_sentence(refusal.code, refusal.params) if refusal else "",
        "values": {key: value for key, value in values.items() if value},
        "form": ResultForm(initial=initial, auto_id=f"about-{sent['table']}-%s"),
    }


def _conflict(
    request: HttpRequest, access: RoundAccess, conflict: Refusal, sent: dict[str, Any]
) -> HttpResponse:
    """Both values, and who wrote the other; who may correct decides, with a reason."""
    row = table_row(access.round, conflict.params["table"])
    if row is None or row.report is None:
        raise conflict
    game = row.report.game
    mine = ResultChoice(sent["value"], sent["forfeit"], sent.get("cause", ""))
    decided = ""
    if conflict.code == "contest-decided":
        decided = refusal_sentence(conflict.code, conflict.params)
    initial = {
        "table": row.table,
        "game": game,
        "seen": row.report.pk,
        "value": mine.choice,
        "reason": sent.get("reason", ""),
        "ground": FIRST_GROUND,
    }
    context = frame(access) | {
        "row": row,
        "form": ResultForm(initial=initial, auto_id=f"about-{row.table}-%s"),
        "mine": mine,
        "mine_by": access.user,
        "theirs": row.report,
        "slip": is_own_slip(row.report, access.user),
        "contest": contest_at(access.round, row.table or 0, game),
        "decided": decided,
        "moves_first": seat_of("first", row.next_game) if row.next_game else "",
        "alone": True,
    }
    return _question_page(request, "_conflict", context, 409)


def contest_context(access: RoundAccess, row: TableRow, game: int, reason: str = "") -> dict[str, Any]:
    """Gather what pages show of another result that was reported; ``reason``: typed already."""
    contest = contest_at(access.round, row.table or 0, game)
    if contest is None:
        return {}
    mine = ResultChoice(contest.value, contest.forfeit, contest.cause)
    initial = {"table": row.table, "game": game, "seen": contest.standing.pk, "value": mine.choice}
    initial |= {"reason": reason, "ground": FIRST_GROUND}
    return {
        "contest": contest,
        "mine": mine,
        "mine_by": contest.by,
        "theirs": contest.standing,
        "contest_form": ResultForm(initial=initial, auto_id="contest-%s"),
    }


def _agreed(row: TableRow, history: Iterable[ResultReport]) -> set[int]:
    """The reports that stand, or have stood, because both players said so."""
    games = set(PlayerReport.objects.filter(pairing=row.pairing).values_list("game", flat=True))
    return {report.pk for report in history if report.by is None and report.game in games}


def _result_page(
    request: HttpRequest,
    access: RoundAccess,
    row: TableRow,
    form: ResultForm,
    *,
    status: int = 200,
    adjourn: ActForm | None = None,
    handicap: ActForm | None = None,
    clocks: ActForm | None = None,
    deciders: ActForm | None = None,
) -> HttpResponse:
    game_text = str(form["game"].value() or "")
    game = int(game_text) if is_id(game_text) else 1
    corrects = any(report.game == game for report in row.reports)
    late = row.adjourned and access.round.state == Round.State.CLOSED
    wanted = Act.CORRECT_RESULT if corrects or late else Act.REPORT_RESULT
    noted = adjournment_of(row.pairing)
    history = ResultReport.objects.filter(pairing=row.pairing).select_related("by").order_by("-pk")
    context = frame(access) | {
        "row": row,
        "form": form,
        "impossible": _impossible(access, row),
        "dispute_form": ResultForm(
            initial={"table": row.table, "game": game, "ground": FIRST_GROUND}, auto_id="dispute-%s"
        ),
        **contest_context(access, row, game),
        "allowed": wanted in access.may,
        "corrects": corrects,
        "causes": cause_chips(access.section.game, access.section.rulebook),
        **clocks_context(access, row, clocks),
        "steps": step_forms(
            deciders,
            games_asked(access.section, table_at(access.round, table=row.table)),
            lambda step: DeciderGamesForm.of(row, access.section.game, step),
        ),
        "sides": {"first": row.first.player, "second": row.second and row.second.player},
        "game": game,
        "adjournment": noted,
        "adjourn_form": adjourn
        or AdjournForm(
            zone=access.event.time_zone,
            initial={"table": row.table, "resumes_at": noted and noted.resumes_at},
        ),
        "may_withdraw": row.is_broken_off
        and Act.ADJOURN_GAME in access.may
        and access.round.state != Round.State.CLOSED,
        "resume_form": ResumeForm(initial={"table": row.table}),
        "may_adjourn": Act.ADJOURN_GAME in access.may
        and row.next_game is not None
        and not row.is_match
        and access.round.state != Round.State.CLOSED
        and not (noted and noted.resumed_at),
        "handicap_form": handicap or HandicapForm.at(row),
        "may_set_handicap": Act.ADJUST_ROUND in access.may
        and access.section.is_by_value
        and not row.reports
        and access.round.state != Round.State.CLOSED,
        "movers": (row.first, row.second) if game % 2 else (row.second, row.first),
        "history": history,
        "agreed": _agreed(row, history),
    }
    return render(request, "tournaments/desk/result.html", context, status=status)


def clocks_context(access: RoundAccess, row: TableRow, failed: ActForm | None) -> dict[str, Any]:
    """Gather what is left on the clocks, and the form to note it."""
    due = row.next_game
    remaining = remaining_by_pairing({row.pairing: due}).get(row.pairing) if due else None
    # Before a replay it is the game before whose clocks count, else the one that is played.
    noted = due - 1 if due and due > 1 else due
    context: dict[str, Any] = {
        "remaining": remaining,
        "remaining_first": row.first,
        "remaining_second": row.second,
    }
    if noted is None or Act.REPORT_RESULT not in access.may or access.round.state == Round.State.CLOSED:
        return context
    why = ClockReading.Why.DRAW if row.is_replay else ClockReading.Why.RULING
    initial = {"table": row.table, "game": noted, "why": why}
    return context | {
        "clocks_form": failed or ClocksForm(initial=initial),
        "clocks_game": noted,
        "clocks_wanted": row.is_replay and (remaining is None or remaining.game < noted),
        "clock_players": (row.first, row.second) if noted % 2 else (row.second, row.first),
    }


def _deciders_page(request: HttpRequest, access: RoundAccess, form: ActForm) -> HttpResponse:
    """The table's page with the decider games that were not accepted."""
    at = request.resolver_match.kwargs["table"] if request.resolver_match else 0
    row = table_row(access.round, at) if access.round.is_public else None
    if row is None:
        raise Http404
    return _result_page(request, access, row, _form_for(row, None), status=form.status, deciders=form)


def _clocks_page(request: HttpRequest, access: RoundAccess, form: ActForm) -> HttpResponse:
    """The table's page with the clocks that were not accepted."""
    table = str(form["table"].value())
    row = table_row(access.round, int(table)) if table.isascii() and table.isdigit() else None
    if row is None or not access.round.is_public:
        raise Http404
    return _result_page(request, access, row, _form_for(row, None), status=form.status, clocks=form)


def _adjourn_page(request: HttpRequest, access: RoundAccess, form: ActForm) -> HttpResponse:
    """The table's page with the form that was not accepted."""
    table = form.cleaned_data.get("table") if hasattr(form, "cleaned_data") else None
    row = table_row(access.round, table) if table and access.round.is_public else None
    if row is None:
        raise Http404
    return _result_page(request, access, row, _form_for(row, None), status=form.status, adjourn=form)


def _handicap_page(request: HttpRequest, access: RoundAccess, form: ActForm) -> HttpResponse:
    """The form that was not accepted, on the page from which it was sent: that of the table or the round."""
    sent = str(form["table"].value())
    has_black = "black" in form.fields and access.round.is_public and sent.isascii() and sent.isdigit()
    row = table_row(access.round, int(sent)) if has_black else None
    if row is None:
        access.round.refresh_from_db()
        return round_page(request, access, form)
    return _result_page(request, access, row, _form_for(row, None), status=form.status, handicap=form)


def _handicap_changed(request: HttpRequest, answer: HandicapChanged, access: RoundAccess) -> HttpResponse:
    access.round.refresh_from_db(fields=["state"])
    if not access.round.is_public:
        messages.success(request, gettext("Draft changed. Broken rules are shown next to the tables."))
        return redirect("round_desk", *access.place)
    messages.success(request, gettext("Change published as a new version."))
    return redirect("result", *access.place, answer["table"])


def _to_table(
    _request: HttpRequest,
    answer: Adjourned | Resumed | AdjournmentWithdrawn | ClocksNoted | DeciderGamePlayed,
    access: RoundAccess,
) -> HttpResponse:
    return redirect("result", *access.place, answer["table"])


ROUND = [
    act_url("results/adjourn/", adjourn_game, AdjournForm, page=_adjourn_page, to=_to_table),
    act_url("results/resume/", resume_game, ResumeForm, page=_adjourn_page, to=_to_table),
    act_url(
        "results/withdraw-adjournment/", withdraw_adjournment, ResumeForm, page=_adjourn_page, to=_to_table
    ),
    act_url(
        "results/<int:table>/deciders/",
        play_decider_games,
        DeciderGamesForm,
        page=_deciders_page,
        to=_to_table,
        success_message=gettext_lazy("Decider games saved."),
    ),
    act_url("results/clocks/", note_clocks, ClocksForm, page=_clocks_page, to=_to_table),
    act_url("handicap/", change_handicap, HandicapForm, page=_handicap_page, to=_handicap_changed),
    page_url("results/", "results", _results, Act.SEE_DESK),
    # A line such as ``12 1-0``, or a table with its value.
    act_url(
        "results/report/",
        report_or_contest,
        ResultForm,
        name="report_result",
        page=_not_accepted,
        to=_reported,
    ),
    act_url("results/undo/", undo_result, UndoForm, page=_undo_refused, to=_undone),
    path("results/<int:table>/", result, name="result"),
    path("results/<int:table>/uphold/", result_uphold, name="uphold_result"),
]

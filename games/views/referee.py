"""Show the referee one table, for one hand: result, fouls, a claim, the record owed, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.acts.claims import rule_on_claim
from games.acts.first_move import decide_colours
from games.forms.referee import (
    ClaimForm,
    ColoursForm,
    ConfirmFoulForm,
    FoulDecisionForm,
    FoulForm,
    NoteForm,
    ReplaceForm,
)
from games.pages.boards import empty_board, palette
from games.policy import RecordAct
from games.queries.claims import (
    JudgedClaim,
    claim_revision,
    claims_of,
    moves_to_count,
    typed_moves,
    verdict_on,
    waiting_record,
)
from games.queries.first_move import first_move_at
from games.queries.hall import table_version
from games.queries.live import last_clocks
from games.queries.records import accepted_record, current_record
from games.queries.table_board import TableBoard, table_board
from games.requests import TABLE, TableAccess, reach_table
from games.rulebooks.claims import ClaimKind, ClaimOutcome
from games.rulebooks.registry import claims_by
from games.views.referee_fouls import foul_page
from games.views.referee_lines import (
    both_tallies,
    cited_sentence,
    claim_follows,
    confirm_line,
    entry_sides,
    foul_line,
    fouls_so_far,
    limit_by_hand,
    offence_lines,
    sheet_fouls,
    tally_line,
)
from games.wording.citations import cited
from games.wording.claims import finding_lines, follows_cited, follows_text, kind_name
from games.wording.records import moves_read
from games.wording.rulebooks import rule_path
from tournaments.acts.refereeing.contests import report_or_contest
from tournaments.acts.refereeing.fouls import FoulAnswer, confirm_foul, log_foul, note_table, withdraw_foul
from tournaments.acts.refereeing.recorded_misses import MissesReplaced, replace_misses
from tournaments.acts.results import Reported
from tournaments.forms.base import ActForm
from tournaments.forms.results import FIRST_GROUND, ResultForm
from tournaments.fouls import LOSES, MISSED_MOVES, UNCOUNTED
from tournaments.models import Foul
from tournaments.policy import Act
from tournaments.queries.journal import notes_of
from tournaments.queries.public.public import person
from tournaments.queries.refereeing.fouls import Tally, fouls_of, ladder_of
from tournaments.queries.tables import table_row
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import attempt, once_of, staff, user_of
from tournaments.state.clocks import clock_text
from tournaments.views.results import contest_context, early_context
from tournaments.wording.appeals import article_path, article_words, link_article
from tournaments.wording.causes import finish_text, reported_text
from tournaments.wording.fouls import count_text, penalty_text
from tournaments.wording.names import plain_name, reads_chinese
from tournaments.wording.options import rulebook_path
from tournaments.wording.sides import move_words, side_word


def _frame(access: TableAccess) -> dict[str, Any]:
    names = (
        "",
        "_board",
        "_result",
        "_foul",
        "_replace",
        "_confirm",
        "_withdraw",
        "_claim",
        "_note",
        "_colours",
    )
    others = ("record", "scoresheets", "count", "desk_board")
    return access.frame(*(f"referee{name}" for name in names), *others, short="referee_")


def _page(request: HttpRequest, access: TableAccess, failed: ActForm | None = None) -> HttpResponse:
    """Everything about one table, or 204 while ``v`` is still its version."""
    # Before the rows: what is written while they are read is asked for once more, not missed for ever.
    version = table_version(access.pairing)
    if failed is None and request.GET.get("v") == version:
        return HttpResponse(status=204)
    row = table_row(access.round, access.pairing.table or 0)
    report = next((item for item in row.reports if item.game == access.game), None) if row else None
    both = both_tallies(access)
    sides = entry_sides(both)
    fouls: list[dict[str, Any]] = [
        foul_line(access, foul, sides) for foul in fouls_of(access.pairing).filter(game=access.game)
    ]
    record = current_record(access.pairing, access.game)
    claims: list[dict[str, Any]] = [
        {
            "claim": claim,
            "kind": kind_name(claim.kind),
            "move": move_words(claim.ply, access.section.game),
            "follows": claim_follows(access, claim, sides),
        }
        for claim in claims_of(access.pairing).filter(game=access.game)
    ]
    notes = notes_of(access.round, access.pairing.table or 0, access.game)
    log: list[dict[str, Any]] = [
        *({"what": "foul", "at": foul["foul"].at, "line": foul} for foul in fouls),
        *({"what": "note", "at": note.at, "line": note} for note in notes),
        *({"what": "claim", "at": claim["claim"].at, "line": claim} for claim in claims),
    ]
    finish = cited(finish_text(report), access.section.rulebook, report.article) if report else None
    if report:
        log.append({"what": "result", "at": report.at, "line": report})
    log.sort(key=lambda item: item["at"], reverse=True)
    due = row is not None and row.next_game == access.game
    reason = failed["reason"].value() or "" if isinstance(failed, ResultForm) else ""
    form = ResultForm(
        initial={
            "table": access.pairing.table,
            "game": access.game,
            "seen": report.pk if report else None,
            "reason": reason,
            "ground": FIRST_GROUND,
        }
    )
    contested = contest_context(access, row, access.game, reason) if row else {}
    ladder = ladder_of(access.section)
    context = (
        _frame(access)
        | contested
        | {
            "version": version,
            "due": due,
            "claims": claims_by(access.section.rulebook) is not None,
            "disputed": due and row is not None and row.reported.disputed,
            "tallies": [tally_line(access, item) for item in both],
            "fouls_of": fouls_so_far({item.moves: item.count for item in both}, ladder),
            "row": row,
            "offences": offence_lines(access.section.game),
            "sheet_fouls": sheet_fouls(access.section.game, ladder),
            "loses_at": ladder.loses_at,
            "counted": {item.moves: item.count for item in both},
            "natural_limit": limit_by_hand(access.section),
            "report": report,
            "finish": finish,
            "form": form,
            "failed": failed,
            "early": early_context(failed)
            if isinstance(failed, ResultForm) and failed.refusal and failed.refusal.code == "result-early"
            else None,
            "waiting": [
                confirm_line(access, item, next(tally for tally in both if tally.moves == item["moves"]))
                for item in fouls
                if item["foul"].status == Foul.Status.LOGGED
            ],
            "decide": FoulDecisionForm(),
            "note": failed if isinstance(failed, NoteForm) else NoteForm(),
            "record": record,
            "accepted": record is not None and hasattr(record, "acceptance"),
            "owed": _owed(access, report),
            "first_move": first_move_at(access.round, access.pairing.pk, access.pairing.handicap)
            if access.game == 1 and report is None
            else None,
            "may_colours": RecordAct.DECIDE_COLOURS in access.acts,
            "colours_form": failed if isinstance(failed, ColoursForm) else ColoursForm(),
            "log": log,
        }
    )
    return render(request, "games/desk/referee.html", context, status=failed.status if failed else 200)


@staff("GET")
def referee_board(request: HttpRequest, **place: Any) -> HttpResponse:
    """The board beside a table whose moves come in, or 204 while ``v`` is what it shows."""
    access = reach_table(user_of(request), RecordAct.SEE_RECORDS, place)
    board = table_board(access.pairing, access.game)
    if request.GET.get("v") == board.version:
        return HttpResponse(status=204)
    context = _frame(access) | {
        "board": board,
        "now": move_words(board.ply, access.section.game, board.late),
        "rows": _last_moves(board),
    }
    return render(request, "games/desk/_table_board.html", context)


# Moves of both sides that stand below the board.
LAST = 6


def _last_moves(board: TableBoard) -> list[tuple[int, Sequence[str]]]:
    """Two by two with their numbers, as they are written down."""
    texts = ["…", *board.texts] if board.late else board.texts
    pairs = [(place // 2 + 1, texts[place : place + 2]) for place in range(0, len(texts), 2)]
    return pairs[-LAST:]


def _owed(access: TableAccess, report: Any) -> str:
    """Name the side that owes the record (WXC 4.2); empty before there is a result of a game that was
    played."""
    if report is None or report.forfeit:
        return ""
    return side_word("second" if report.value == "0-1" else "first", access.section.game)


# A tap leads to a page that names the player; what it does is done there, once.
def _foul_page(request: HttpRequest, access: TableAccess, form: ActForm | None) -> HttpResponse:
    """Choose what was done, then confirm it for a player who is named."""
    return foul_page(request, access, form, _frame(access))


def _withdraw_page(request: HttpRequest, access: TableAccess, form: FoulDecisionForm | None) -> HttpResponse:
    """Why a foul is withdrawn, and the result where there would be none."""
    data = request.POST or request.GET
    foul = fouls_of(access.pairing).filter(pk=_number(data.get("foul", ""))).first()
    if foul is None and form is None:
        raise Http404
    if foul is None:
        return _page(request, access, form)
    context = _frame(access) | {
        "form": form or FoulDecisionForm(initial={"foul": foul.pk}),
        "foul": foul_line(access, foul, entry_sides(both_tallies(access))),
    }
    return render(request, "games/desk/withdraw_foul.html", context, status=form.status if form else 200)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def _foul_said(done: FoulAnswer, access: TableAccess) -> str:
    foul, game = Foul.objects.get(pk=done["foul"]), access.section.game
    return _citing(_foul_words(done, foul, access), foul, game)


def _withdrawn_said(done: FoulAnswer, access: TableAccess) -> str:
    foul = Foul.objects.get(pk=done["foul"])
    return _citing(gettext("Foul withdrawn."), foul, access.section.game)


def _citing(sentence: str, foul: Foul, game: str) -> str:
    """Cite behind it the article of the foul, where it has one."""
    if not foul.article:
        return sentence
    return cited_sentence(sentence, article_words(foul.article, game), article_path(foul.article, game))


def _foul_words(done: FoulAnswer, foul: Foul, access: TableAccess) -> str:
    tally = next(candidate for candidate in both_tallies(access) if candidate.entry.number == done["player"])
    if done["status"] == Foul.Status.LOGGED:
        return gettext("Foul logged. It counts once confirmed.")
    if foul.penalty in UNCOUNTED | LOSES:
        return gettext("Foul confirmed: %(ruling)s") % {"ruling": penalty_text(foul.penalty)}
    if done["lost"]:
        side = side_word(tally.moves, access.section.game)
        return gettext("%(side)s loses by fouls") % {"side": side}
    return gettext("Foul confirmed: %(count)s") % {"count": count_text(tally.count, tally.ladder)}


def _replaced(done: MissesReplaced, access: TableAccess) -> str:
    words = ngettext(
        "Replaced: %(count)s foul for missed moves now.",
        "Replaced: %(count)s fouls for missed moves now.",
        done["count"],
    )
    article, game = MISSED_MOVES.article, access.section.game
    sentence = words % {"count": done["count"]}
    return cited_sentence(sentence, article_words(article, game), article_path(article, game))


def _reported(done: Reported, access: TableAccess) -> str:
    return link_article(reported_text(done), access.section.rulebook, done.get("article", ""))


@staff("GET", "POST")
def referee_claim(request: HttpRequest, **place: Any) -> HttpResponse:
    """Count a claim first and show it; it is applied only by the second button."""
    access = reach_table(user_of(request), RecordAct.RULE_ON_CLAIM, place)
    rules = claims_by(access.section.rulebook)
    if rules is None:
        return render(request, "games/desk/no_claims.html", _frame(access))
    both = both_tallies(access)
    record = accepted_record(access.pairing.pk, access.game)
    seen = claim_revision(access.pairing, access.game)
    players = [
        (
            candidate.entry.number or 0,
            f"{side_word(candidate.moves, access.section.game)} · {plain_name(candidate.entry.player)}",
        )
        for candidate in both
    ]
    initial = {"kind": next(iter(rules.articles)), "ply": record.reading.data["plies"] if record else None}
    waiting = waiting_record(access.pairing, access.game)
    if waiting is not None and request.GET.get("moves") == "submitted":
        initial |= typed_moves(waiting)
    clocks = last_clocks(access.pairing, access.game) if rules.costs_time else None
    left = {"first": clocks.first, "second": clocks.second} if clocks else {}
    offered = [
        {"time": clock_text(seconds), "words": words}
        for candidate, (_number, words) in zip(both, players, strict=True)
        if (seconds := left.get(candidate.moves)) is not None
    ]
    form = ClaimForm(request.POST or None, players=players, rules=rules, initial=initial)
    judged: JudgedClaim | None = None
    if request.method == "POST" and form.is_valid():
        tally = next(candidate for candidate in both if candidate.entry.number == form.cleaned_data["player"])
        if "apply" in request.POST:
            done = attempt(
                form,
                lambda: rule_on_claim(
                    round_=access.round,
                    table=access.pairing.table or 0,
                    player=form.cleaned_data["player"],
                    asked=form.claim_typed(),
                    # A sheet that was filled in without a network has shown no verdict.
                    seen=form.cleaned_data["seen"] or None,
                    game=access.game,
                    by=access.user,
                    once=once_of(request),
                ),
            )
            if done is not None:
                side = side_word(tally.moves, access.section.game)
                article = rules.articles[ClaimKind(form.cleaned_data["kind"])] or "AXF"
                path = rule_path(rules.rulebook, article) or rulebook_path(rules.rulebook)
                words = article if article == "AXF" else article_words(article, access.section.game)
                messages.success(request, cited_sentence(follows_text(done["outcome"], side), words, path))
                return redirect("referee", *access.place)
        else:
            judged = attempt(form, lambda: verdict_on(access.pairing, tally, form.claim_typed()))
    context = _frame(access) | {
        "form": form,
        "record": record,
        "waiting": waiting,
        "clocks": clocks,
        "offered": offered,
        "moves": moves_to_count(access.pairing, access.game),
        "chinese_first": reads_chinese(),
        "board": empty_board(access.section.game),
        "palette": palette(),
    }
    if judged is not None:
        context |= {"verdict": _verdict(access, form, tally, judged), "seen": seen}
    status = form.status if form.is_bound and form.errors else 200
    return render(request, "games/desk/claim.html", context, status=status)


def _verdict(access: TableAccess, form: ClaimForm, tally: Tally, judged: JudgedClaim) -> dict[str, Any]:
    """The count, the sentence, what follows, as the page shows them."""
    verdict, shift = judged.verdict, form.claim_typed().shift
    played = judged.played
    texts = moves_read(played.start, played.moves) if played else []
    side = side_word(tally.moves, access.section.game)
    return verdict.as_json() | {
        "side": side,
        "player": person(tally.entry, access.section.namesakes),
        "moves": tally.moves,
        "kind": kind_name(form.cleaned_data["kind"]),
        "natural": form.cleaned_data["kind"] == "natural-limit",
        "ply": form.cleaned_data["ply"],
        "clock": form.cleaned_data.get("clock"),
        "since": verdict.since + shift,
        "lines": finding_lines(verdict),
        "follows": follows_cited(verdict, side),
        "loses_by_fouls": verdict.outcome in (ClaimOutcome.FOUL, ClaimOutcome.TECHNICAL)
        and tally.ladder.is_lost(tally.count + 1),
        "rows": [(row._replace(ply=row.ply + shift), texts[row.ply - 1]) for row in verdict.count],
    }


def _to_list(_request: HttpRequest, _done: Any, access: TableAccess) -> HttpResponse:
    """After a result or a foul the referee walks on to another table."""
    place = [access.event.slug, access.section.slug, access.round.number]
    return redirect(f"{reverse('hall', args=place)}#hall-{access.pairing.table}")


on_page = partial(act_url, page=_page, to="referee", entrance=TABLE)
REFEREE = [
    page_url("", "referee", _page, RecordAct.SEE_RECORDS, entrance=TABLE),
    # One of three buttons.
    act_url(
        "result/",
        report_or_contest,
        ResultForm,
        name="referee_result",
        page=_page,
        to=_to_list,
        success_message=_reported,
        entrance=TABLE,
    ),
    # Each of the two is a button.
    on_page(
        "colours/",
        decide_colours,
        ColoursForm,
        name="referee_colours",
        success_message=gettext_lazy("Saved."),
    ),
    act_url(
        "foul/",
        log_foul,
        FoulForm,
        name="referee_foul",
        page=_foul_page,
        read=Act.LOG_FOUL,
        to=_to_list,
        success_message=_foul_said,
        entrance=TABLE,
    ),
    act_url(
        "foul/replace/",
        replace_misses,
        ReplaceForm,
        name="referee_replace",
        page=_foul_page,
        to=_to_list,
        success_message=_replaced,
        entrance=TABLE,
    ),
    act_url(
        "foul/confirm/",
        confirm_foul,
        ConfirmFoulForm,
        name="referee_confirm",
        page=_page,
        to=_to_list,
        success_message=_foul_said,
        entrance=TABLE,
    ),
    act_url(
        "foul/withdraw/",
        withdraw_foul,
        FoulDecisionForm,
        name="referee_withdraw",
        page=_withdraw_page,
        read=Act.WITHDRAW_FOUL,
        to="referee",
        success_message=_withdrawn_said,
        entrance=TABLE,
    ),
    # A line for the log of the table.
    on_page("note/", note_table, NoteForm, name="referee_note", success_message=gettext_lazy("Note added.")),
    path("claim/", referee_claim, name="referee_claim"),
    path("board/", referee_board, name="referee_board"),
]

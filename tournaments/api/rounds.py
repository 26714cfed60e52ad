"""Rounds and results: the desk's view of a round, and what moves it on."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.schema import listed, read
from portal.published.documents import plain_value
from tournaments.acts.adjourning import adjourn_game, resume_game, withdraw_adjournment
from tournaments.acts.adjust_round import change_colours, give_bye, swap_places
from tournaments.acts.all_rounds import publish_all_rounds, take_back_all_rounds
from tournaments.acts.clocks import note_clocks
from tournaments.acts.decider_games import play_decider_games
from tournaments.acts.drafts import confirm_players, pair_round, pairs_json
from tournaments.acts.handicaps import change_handicap
from tournaments.acts.refereeing.contests import report_or_contest, uphold_result
from tournaments.acts.refereeing.no_shows import await_player, forfeit_absent
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.refereeing.table_duties import give_tables
from tournaments.acts.results import take_back_result, undo_result
from tournaments.acts.rounds import close_round, publish_round, reopen_round
from tournaments.api import answers
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.models import Pairing, ResultReport, Round
from tournaments.policy import Act
from tournaments.queries.presence import unconfirmed
from tournaments.queries.progress import in_hand, round_revision, stand_with_results
from tournaments.queries.seats import with_seats
from tournaments.queries.tables import TableRow, row_of
from tournaments.todo import about, needs_of
from tournaments.wording.grounds import stored_reason_text


class RoundDesk(StaffView):
    scopes = {"GET": "read"}

    @read("rounds_desk", _("Status of a round: draft, running jobs, what is missing"), answers.RoundDesk)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        round_ = access.round
        job = in_hand(round_)
        shows_draft = round_.state == Round.State.DRAFT and Act.READ_DRAFT in access.acts
        missing = [] if round_.is_public else unconfirmed(round_)
        desk = answers.RoundDesk(
            round=round_.number,
            state=Round.State(round_.state),
            seen=round_revision(round_),
            seen_with_results=stand_with_results(round_),
            draft=answers.Draft(round_.draft_digest, pairs_json(round_)) if shows_draft else None,
            unconfirmed=[answers.UnconfirmedAnswer(row.entry.number or 0, row.missed) for row in missing],
            jobs=[answers.Work(job.kind, job.state)] if job else [],
            needs=[answers.NeedAnswer(need.kind, need.text, need.done) for need in needs_of(about(round_))],
        )
        return Response(plain_value(desk))


class Results(StaffView):
    scopes = {"GET": "read", "POST": "results"}
    queries = {"GET": ("limit", "cursor")}

    @listed("results_list", _("Reports at each table"), answers.TableReports)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        if not access.round.is_public:
            raise Http404
        pairings = with_seats(Pairing.objects.filter(round=access.round, table__isnull=False))
        section = access.section
        return self.page(
            pairings, lambda pairing: _reports(row_of(section, pairing, None)), ordering=("table",)
        )

    post = api_operation(
        report_or_contest, "results_report", _("Enter or correct a table's result"), body="ResultBody"
    )


def _reports(row: TableRow) -> answers.TableReports:
    return answers.TableReports(
        table=row.table or 0,
        first=row.first.number or 0,
        second=(row.second.number or 0) if row.second else 0,
        reports=[
            answers.Report(
                report=report.pk,
                game=report.game,
                value=ResultReport.Value(report.value),
                forfeit=report.forfeit,
                cause=report.cause,
                article=report.article,
                margin=report.detail.get("margin"),
                rated=report.detail.get("rated", ""),
                by=report.by.username if report.by else None,
                at=report.at,
                reason=stored_reason_text(report.reason),
            )
            for report in row.reports
        ],
        next_game=row.next_game,
    )


ROUND = [
    api_act_url(
        "clocks", note_clocks, "results", "results_clocks", _("Note the clocks of a game"), body="ClocksBody"
    ),
    api_act_url(
        "deciders",
        play_decider_games,
        "results",
        "results_deciders",
        _("Enter decider games of a level match of players"),
    ),
    api_act_url(
        "confirm",
        confirm_players,
        "rounds",
        "rounds_confirm",
        _("Confirm which unconfirmed players play a round"),
        body="PresenceBody",
    ),
    api_act_url("pair", pair_round, "rounds", "rounds_pair", _("Pair a round"), body="PairBody", status=202),
    api_act_url(
        "publish",
        publish_round,
        "rounds",
        "rounds_publish",
        _("Publish a draft"),
        body="PublishBody",
        status=202,
    ),
    api_act_url(
        "close",
        close_round,
        "rounds",
        "rounds_close",
        _("Close a round and freeze its standings"),
        body="CloseBody",
        status=202,
    ),
    api_act_url(
        "reopen", reopen_round, "rounds", "rounds_reopen", _("Reopen a closed round"), body="ReopenBody"
    ),
    api_act_url(
        "handicap",
        change_handicap,
        "rounds",
        "rounds_handicap",
        _("Change the handicap of a game, and who is Black in it"),
        body="HandicapBody",
    ),
    api_act_url("adjust/swap", swap_places, "rounds", "rounds_swap", _("Swap two players or teams")),
    api_act_url(
        "adjust/colours", change_colours, "rounds", "rounds_colours", _("Change the colours of a table")
    ),
    api_act_url("adjust/bye", give_bye, "rounds", "rounds_bye", _("Give the bye to another player or team")),
    api_act_url("rulings/add", rule_pair, "rounds", "rounds_rule"),
    api_act_url("rulings/lift", lift_rule, "rounds", "rounds_lift_rule"),
    api_act_url("adjourn", adjourn_game, "results", "results_adjourn"),
    api_act_url("adjourn/withdraw", withdraw_adjournment, "results", "results_adjourn_withdraw"),
    api_act_url("resume", resume_game, "results", "results_resume"),
    api_act_url("results/uphold", uphold_result, "results", "results_uphold"),
    api_act_url("results/clear", take_back_result, "results", "results_clear"),
    api_act_url("results/undo", undo_result, "results", "results_undo", _("Take back a slip of the finger")),
    api_act_url("results/await", await_player, "results", "results_await", _("A player is waited for")),
    api_act_url("results/absent", forfeit_absent, "results", "results_absent", _("A player is not there")),
]


SECTION = [
    api_act_url("table-duties", give_tables, "rounds", "sections_table_duties"),
    api_act_url(
        "all-rounds/publish",
        publish_all_rounds,
        "rounds",
        "sections_all_rounds_publish",
        _("Publish the pairings of all rounds of a round robin"),
    ),
    api_act_url(
        "all-rounds/take-back",
        take_back_all_rounds,
        "rounds",
        "sections_all_rounds_take_back",
        _("Take the pairings of all rounds back"),
    ),
]

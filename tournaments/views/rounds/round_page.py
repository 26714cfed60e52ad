"""Show the page of a round: every view that changes it answers with it, so nothing that was typed is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from portal.outbox import Job
from portal.published.reading import reading_once
from tournaments.acts.rounds import is_outdated
from tournaments.forms.base import ActForm
from tournaments.forms.results import LineForm
from tournaments.forms.rounds import (
    ByeForm,
    CloseForm,
    ConfirmForm,
    FlipForm,
    HandicapForm,
    LiftForm,
    MissForm,
    PairForm,
    PublishForm,
    ReopenForm,
    RuleForm,
    SwapForm,
)
from tournaments.forms.teams.team_matches import RevealForm
from tournaments.models import Round, Ruling
from tournaments.pages.followers import count_followers, count_notices
from tournaments.pages.paths import round_path, standings_path
from tournaments.policy import Act
from tournaments.queries.event_overview import last_refused, work_in_hand
from tournaments.queries.modes import mode_of
from tournaments.queries.presence import unconfirmed
from tournaments.queries.progress import is_as_read
from tournaments.queries.tables import Name, TableRow, entry_namer, numbers_of, players_at, table_rows
from tournaments.queries.teams.desk_matches import match_rows, who_is_paired
from tournaments.queries.teams.line_ups import boards_waiting
from tournaments.queries.teams.team_matches import match_numbers, teams_seated, who_meets
from tournaments.queries.tournament import rules_in
from tournaments.requests.access import RoundAccess
from tournaments.requests.menus import menu_on_page
from tournaments.state.gc_disabled import gc_disabled
from tournaments.todo import about
from tournaments.views.entering.away_panel import away_context
from tournaments.views.rounds.round_draft import draft_context, manual_changes
from tournaments.views.rounds.round_frame import frame, job_words, needs_context
from tournaments.views.rounds.round_tables import list_context
from tournaments.views.rounds.table_window import asked_by
from tournaments.wording.reasons import ruled_rounds
from tournaments.wording.refusals import refusal_sentence

REMATCH_HELPS = frozenset({"no-pairing", "fixed-met"})


@dataclass(frozen=True, slots=True)
class RoundRefused:
    """Why the last work on the round came to nothing; ``rematch``: allowing rematches may help."""

    sentence: str
    rematch: bool


@gc_disabled()
@reading_once()
def round_page(request: HttpRequest, access: RoundAccess, failed: ActForm | None = None) -> HttpResponse:
    """The whole page. ``failed``: a form that was not accepted, shown again where it belongs."""
    round_, section = access.round, access.section
    name = entry_namer(section)
    rounds = list(section.round_set.defer("draft_input", "draft_changes").order_by("number"))
    rows: list[TableRow] = []
    if round_.is_public:
        context = list_context(access, asked_by(request)) | {
            "public_path": round_path(section, round_.number),
            "notified": count_notices(round_),
        }
        rows = context["rows"]
    else:
        job = work_in_hand([round_]).get(round_.pk)
        if job is None and failed is None and not is_as_read(round_):
            # Its work was done after the round was read and before the work was asked for.
            return redirect(request.get_full_path())
        to_confirm = unconfirmed(round_)
        context = frame(access) | needs_context(round_, about(round_))
        context |= {"unconfirmed": to_confirm, "job": job, "job_words": job_words(round_, job)}
        context["asks_check_in"] = any(row.missed is None for row in to_confirm)
        if (
            round_.state == Round.State.PLANNED
            and section.lots_drawn_at
            and not section.of_teams
            and job is None
        ):
            context |= away_context(access, failed)
        if round_.state == Round.State.DRAFT and Act.PUBLISH_ROUND in access.acts:
            context["followers"] = count_followers(round_)
        if round_.state == Round.State.DRAFT and Act.READ_DRAFT in access.acts:
            if section.of_teams:
                changes = manual_changes(round_, who_is_paired(section, name))
                context |= {
                    "matches": match_rows(round_),
                    "outdated": is_outdated(round_),
                    "changes": changes,
                }
            else:
                rows = table_rows(round_, name)
                context |= draft_context(round_, rows, name, to_confirm, asked_by(request))
    frozen = round_.number if round_.state == Round.State.CLOSED else round_.number - 1
    preset = _preset(request)
    context |= {
        "refused": None if context["job"] else refused_work(round_, who_is_paired(section, name)),
        "rounds": rounds,
        "mode": mode_of(round_),
        "following": next((r for r in rounds if r.number == round_.number + 1), None),
        "later": any(r.number > round_.number and r.state != Round.State.PLANNED for r in rounds),
        "standings": standings_path(section, frozen) if frozen else "",
        "opened": failed.ids if failed else next(iter(preset), ""),
        "failed": failed,
        "reads_draft": Act.READ_DRAFT in access.acts,
    }
    forms = _forms(access, rows, failed, preset)
    refused = context["refused"]
    asks_rematch = bool(forms["pair"]["allow_rematch"].value()) or (refused is not None and refused.rematch)
    context |= {"forms": forms, "asks_rematch": asks_rematch and Act.PAIR_ROUND in access.may}
    # Read here, so that the template asks nothing: `person` takes them from the section.
    context["namesakes"] = section.namesakes
    menu_on_page(request, access.event, section, round_)
    return render(request, "tournaments/desk/round.html", context, status=failed.status if failed else 200)


def _preset(request: HttpRequest) -> dict[str, str]:
    """What the link of a row has chosen already, by the form that it opens."""
    return {ids: request.GET[ids] for ids in ("swap", "flip", "handicap") if ids in request.GET}


def refused_work(round_: Round, name: Name) -> RoundRefused | None:
    """Why the newest work on the round was refused or failed, if it was."""
    job = last_refused(round_)
    if job is None:
        return None
    outcome = job.outcome or {}
    if job.state == Job.State.FAILED or "code" not in outcome:
        return RoundRefused(
            gettext("The job failed five times. The worker's log says why; try again once that is fixed."),
            rematch=False,
        )
    sentence = refusal_sentence(outcome["code"], outcome["params"], name)
    return RoundRefused(sentence, rematch=outcome["code"] in REMATCH_HELPS)


def _forms(
    access: RoundAccess, rows: list[TableRow], failed: ActForm | None, preset: dict[str, str]
) -> dict[str, Any]:
    """A fresh form for each thing that may be done now; the failed one in its place."""
    round_, may = access.round, access.may
    forms: dict[str, Any] = {
        "pair": PairForm(initial={"allow_rematch": round_.allow_rematch}),
        "publish": PublishForm(initial={"seen": round_.draft_digest}),
        "close": CloseForm(),
        "reopen": ReopenForm(),
        "line": LineForm(game=access.section.game),
    }
    if round_.is_public and any(boards_waiting([round_]).values()):
        forms["reveal"] = RevealForm()
    of_teams = access.section.of_teams
    if of_teams:
        # The absences of teams stand with the teams; by Scheveningen its tables stand.
        by_table = access.section.system == access.section.System.SCHEVENINGEN
        may = may - {Act.CHECK_IN, *([Act.ADJUST_ROUND] if by_table else [])}
    players: list[Any] = []
    if may & {Act.ADJUST_ROUND, Act.RULE_PAIR}:
        players = teams_seated(round_) if of_teams else players_at(round_, rows)
    if Act.ADJUST_ROUND in may:
        tables = match_numbers(round_) if of_teams else numbers_of(rows)
        forms["swap"] = SwapForm(players=players, initial={"first": preset.get("swap")})
        forms["flip"] = FlipForm(tables=tables, of_teams=of_teams, initial={"table": preset.get("flip")})
        if access.section.is_by_value:
            forms["handicap"] = HandicapForm.among(rows, preset.get("handicap"))
        rests = of_teams and round_.matches.filter(table=None).exists()
        if rests or any(row.table is None for row in rows):
            forms["bye"] = ByeForm(players=players)
    if Act.RULE_PAIR in may:
        forms["rule"] = RuleForm(players=who_meets(round_) if of_teams else players, round_=round_)
        if not of_teams and round_.state != Round.State.PLANNED:
            forms["miss"] = MissForm(players=players)
        names = ("first", "second") if of_teams else ("first__player", "second__player")
        forms["rules"] = [
            {
                "rule": rule,
                "kind": Ruling.Kind(rule.kind).label,
                "rounds": ruled_rounds(rule.round_number, rule.until_round, access.section.rounds),
                "form": LiftForm(initial={"rule": rule.pk}, auto_id=f"lift{rule.pk}-%s"),
            }
            for rule in rules_in(round_).select_related(*names)
        ]
    if may >= {Act.CHECK_IN, Act.SET_ABSENCE}:
        forms["confirm"] = ConfirmForm(players=())
        forms["check_in"] = ActForm()
    if failed is not None:
        forms[failed.ids] = failed
    return forms

"""The page of a round, the heart of the desk: where it stands, what it needs, and its tables.

Every view that changes a round answers with this page when its form was not accepted, so that nothing that
was typed is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, pgettext

from portal.outbox import Job
from tournaments.acts.rounds import is_outdated
from tournaments.forms.base import ActForm
from tournaments.forms.results import LineForm
from tournaments.forms.rounds import (
    ByeForm,
    CloseForm,
    ConfirmForm,
    FlipForm,
    LiftForm,
    MissForm,
    PairForm,
    PublishForm,
    ReopenForm,
    RuleForm,
    SwapForm,
)
from tournaments.models import PairRule, Round
from tournaments.needs import Situation, Stage, about, needs_of, stage_of
from tournaments.needs.own import JOB_WORDS
from tournaments.pages.paths import round_path
from tournaments.policy import Act
from tournaments.queries.desk import last_refused, work_in_hand
from tournaments.queries.entries import away_from
from tournaments.queries.links import table_links
from tournaments.queries.presence import unconfirmed
from tournaments.queries.progress import stand_of
from tournaments.queries.public_rounds import points_before
from tournaments.queries.tables import (
    Name,
    Remark,
    TableRow,
    names_of,
    numbers_of,
    players_at,
    remarks,
    sight_of,
    table_rows,
)
from tournaments.queries.tournament import rules_in
from tournaments.requests.access import RoundAccess
from tournaments.wording.reasons import change_text
from tournaments.wording.refusals import refusal_sentence

REMATCH_HELPS = frozenset({"no-pairing", "fixed-met"})


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the last work on the round came to nothing; ``rematch``: allowing rematches may help."""

    sentence: str
    rematch: bool


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """A change by hand, in words, with what it broke."""

    text: str
    reason: str
    remarks: tuple[Remark, ...]


def round_page(request: HttpRequest, access: RoundAccess, failed: ActForm | None = None) -> HttpResponse:
    """The whole page. ``failed``: a form that was not accepted, shown again where it belongs."""
    round_ = access.round
    name = names_of(access.section)
    job = work_in_hand([round_]).get(round_.pk)
    rounds = list(access.section.round_set.order_by("number"))
    later = any(r.number > round_.number and r.state != Round.State.PLANNED for r in rounds)
    rows: list[TableRow] = []
    if round_.is_public:
        context = results_context(access) | {"public_path": round_path(access.section, round_.number)}
        rows = context["rows"]
    else:
        context = frame(access) | needs_context(round_, about(round_)) | {"unconfirmed": unconfirmed(round_)}
        if round_.state == Round.State.DRAFT and Act.READ_DRAFT in access.acts:
            rows = table_rows(round_, name)
            context |= draft_context(round_, rows, name)
    context |= {
        "job": job,
        "job_words": job_words(round_, job),
        "refused": None if job else refused_work(round_, name),
        "rounds": rounds,
        "later": later,
        "opened": failed.ids if failed else "",
        "failed": failed,
        "reads_draft": Act.READ_DRAFT in access.acts,
    }
    context["forms"] = _forms(access, rows, failed)
    return render(request, "tournaments/desk/round.html", context, status=failed.status if failed else 200)


def frame(access: RoundAccess, stand: str = "") -> dict[str, Any]:
    """What every page and fragment of a round knows. ``stand``: its `stand_of`, where that is at hand."""
    return {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "may": access.may,
        "stand": stand or stand_of(access.round),
    }


def needs_context(round_: Round, situation: Situation) -> dict[str, Any]:
    """The step strip and the needs below it."""
    missing = situation.missing(round_) if round_.is_public else 0
    stage = stage_of(round_, missing=missing)
    order = list(Stage)
    now = len(order) if stage is None else order.index(stage)
    words = {
        Stage.PAIR: pgettext("step of a round", "Pair"),
        Stage.ADJUST: pgettext("step of a round", "Adjust"),
        Stage.PUBLISH: pgettext("step of a round", "Publish"),
        Stage.PLAY: pgettext("step of a round", "Play"),
        Stage.CLOSE: pgettext("step of a round", "Close"),
    }
    steps = [
        {"text": words[step], "done": place < now, "now": place == now} for place, step in enumerate(order)
    ]
    return {"stage": stage, "steps": steps, "needs": needs_of(situation), "missing": missing}


def results_context(access: RoundAccess) -> dict[str, Any]:
    """The tables with their results, the needs, and the version that an open page compares."""
    sight = sight_of(access.round)
    tables = table_rows(access.round, None)
    links = table_links([access.round], staff=True)
    rows = [replace(row, links=tuple(links.get((access.round.pk, row.table or 0), ()))) for row in tables]
    return (
        frame(access, sight.stand)
        | needs_context(access.round, about(access.round, rows))
        | {
            "rows": rows,
            "version": sight.version,
            "stand_with_results": sight.with_results,
            "forms": {"close": CloseForm()},
            "round_links": links.get((access.round.pk, 0), []),
        }
    )


def draft_context(round_: Round, rows: list[TableRow], name: Name) -> dict[str, Any]:
    """The draft with what was changed by hand, and what the rule's own pairing was there."""
    by_rule: dict[int, tuple[int, int]] = {}
    if round_.draft_changes:
        last = round_.draft_changes[-1]
        by_rule = {table: (first, second) for table, first, second in last["rule"]}
    shown = []
    points = points_before(round_.section, round_.number)
    for row in rows:
        own = by_rule.get(row.table or 0)
        here = (row.first.number, row.second.number if row.second else None)
        other = f"{name(own[0])} – {name(own[1])}" if own and own != here else ""
        sides = [points[entry.number or 0] if entry else "" for entry in (row.first, row.second)]
        shown.append({"row": row, "rule": other, "points": sides})
    return {
        "draft": shown,
        "tables": sum(row.table is not None for row in rows),
        "noticed": sum(bool(row.remarks) for row in rows),
        "changes": [_change(change, name) for change in round_.draft_changes],
        "outdated": is_outdated(round_),
        "away": [{"entry": entry, "points": points[entry.number or 0]} for entry in away_from(round_)],
    }


def _change(change: dict[str, Any], name: Name) -> ChangeShown:
    return ChangeShown(change_text(change, name), change["reason"], remarks(change["notices"], name))


def job_words(round_: Round, job: Job | None) -> str:
    """What the worker is doing."""
    return JOB_WORDS[job.kind](round_.number) if job else ""


def refused_work(round_: Round, name: Name) -> Refused | None:
    """Why the newest work on the round was refused or failed, if it was."""
    job = last_refused(round_)
    if job is None:
        return None
    outcome = job.outcome or {}
    if job.state == Job.State.FAILED or "code" not in outcome:
        return Refused(
            gettext("The job failed five times. The worker's log says why; try again once that is fixed."),
            rematch=False,
        )
    sentence = refusal_sentence(outcome["code"], outcome["params"], name)
    return Refused(sentence, rematch=outcome["code"] in REMATCH_HELPS)


def _forms(access: RoundAccess, rows: list[TableRow], failed: ActForm | None) -> dict[str, Any]:
    """A fresh form for each thing that may be done now; the failed one in its place."""
    round_, may = access.round, access.may
    forms: dict[str, Any] = {
        "pair": PairForm(initial={"allow_rematch": round_.allow_rematch}),
        "publish": PublishForm(initial={"seen": round_.draft_digest}),
        "close": CloseForm(),
        "reopen": ReopenForm(),
        "line": LineForm(),
    }
    players = players_at(round_, rows) if may & {Act.ADJUST_ROUND, Act.RULE_PAIR} else []
    if Act.ADJUST_ROUND in may:
        forms["swap"] = SwapForm(players=players)
        forms["flip"] = FlipForm(tables=numbers_of(rows))
        if any(row.table is None for row in rows):
            forms["bye"] = ByeForm(players=players)
    if Act.RULE_PAIR in may:
        forms["rule"] = RuleForm(players=players)
        forms["miss"] = MissForm(players=players)
        forms["rules"] = [
            {
                "rule": rule,
                "kind": PairRule.Kind(rule.kind).label,
                "form": LiftForm(initial={"rule": rule.pk}, auto_id=f"lift{rule.pk}-%s"),
            }
            for rule in rules_in(round_).select_related("first__player", "second__player")
        ]
    if may >= {Act.CHECK_IN, Act.SET_ABSENCE}:
        forms["confirm"] = ConfirmForm(players=())
    if failed is not None:
        forms[failed.ids] = failed
    return forms

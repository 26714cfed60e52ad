"""Appeals: written behind the link of a player or captain, decided at the desk."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, reverse
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.refereeing.appeals import (
    AppealDecided,
    Appealed,
    decide_appeal,
    note_deposit,
    set_appeal_rules,
    submit_appeal,
)
from tournaments.forms.appeals import AppealDecisionForm, AppealForm, DepositForm, RulesForm
from tournaments.forms.base import ActForm
from tournaments.models import Appeal, Entry
from tournaments.policy import Act
from tournaments.queries.refereeing.appeals import (
    RulingLine,
    appeals_in,
    committee,
    fouls_beside,
    rules_of,
    rulings_about,
    still_stands,
)
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import Entrance, act_url, page_url
from tournaments.requests.captains import CAPTAIN_ACCOUNT, CaptainAccess
from tournaments.requests.private import CAPTAIN, LINK, LinkAccess
from tournaments.requests.stored_pages import changes_after
from tournaments.wording.appeals import ruling_texts

AppellantAccess = LinkAccess | CaptainAccess


def own_entries(access: AppellantAccess) -> list[Entry]:
    """On whose behalf the link may appeal."""
    return [access.entry] if isinstance(access, LinkAccess) else list(access.own.entries.all())


def own_rulings(access: AppellantAccess) -> dict[str, Any]:
    """What a private page says of rulings: them, and where they are appealed."""
    rules = rules_of(access.section)
    lines = rulings_about(access.section, own_entries(access), rules=rules)
    for line in lines:
        changes_after(line.until)
    texts = ruling_texts([line.row for line in lines])
    return {
        "rulings": [{"line": line, "words": words} for line, words in zip(lines, texts, strict=True)],
        "appeal_rules": rules,
        "appeal_url": reverse(f"{_kind(access)}_appeal", args=access.place),
    }


def _kind(access: AppellantAccess) -> str:
    if isinstance(access, LinkAccess):
        return "my"
    return "captain" if access.secret else "captain_account"


def _own_page(request: HttpRequest, access: AppellantAccess, failed: ActForm | None = None) -> HttpResponse:
    """One ruling, and the form to appeal it. What was typed is shown again whatever was refused."""
    line, words = _line(access, failed.data if failed is not None else request.GET)
    initial = {"round": line.pairing.round.number, "foul" if line.foul else "report": line.row.pk}
    context = {
        "secret": access.secret,
        "person": access.person,
        "sender": "",
        "section": access.section,
        "event": access.section.event,
        "back": reverse(f"{_kind(access)}_page", args=access.place),
        "to": reverse(f"{_kind(access)}_submit_appeal", args=access.place),
        "line": line,
        "words": words,
        "appeal_rules": rules_of(access.section),
        "form": failed or AppealForm(initial=initial),
    }
    status = failed.status if failed is not None else 200
    return render(request, "tournaments/private/appeal.html", context, status=status)


def _line(access: AppellantAccess, data: Any) -> tuple[RulingLine, str]:
    """Find the ruling that is asked for, with its words, or raise Http404."""
    # What was taken back since may have been appealed before.
    lines = rulings_about(access.section, own_entries(access), with_past=True)
    for line in lines:
        kind = "foul" if line.foul else "report"
        if str(line.row.pk) == data.get(kind):
            [words] = ruling_texts([line.row], among=[beside.row for beside in lines if beside.is_listed])
            return line, words
    raise Http404


def _to_rulings(_request: HttpRequest, _done: Appealed, access: AppellantAccess) -> HttpResponse:
    return redirect(reverse(f"{_kind(access)}_page", args=access.place) + "#decided")


def _appeal_urls(kind: str, door: Entrance) -> list[URLPattern]:
    return [
        page_url("appeal/", f"{kind}_appeal", _own_page, None, entrance=door),
        act_url(
            "appeal/send/",
            submit_appeal,
            AppealForm,
            name=f"{kind}_submit_appeal",
            page=_own_page,
            to=_to_rulings,
            entrance=door,
        ),
    ]


PLAYERS_LINK = _appeal_urls("my", LINK)
CAPTAINS = _appeal_urls("captain", CAPTAIN)
CAPTAIN_ACCOUNTS = _appeal_urls("captain_account", CAPTAIN_ACCOUNT)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    """Appeals that wait, then those that are decided; below, what holds for them in the section."""
    rules = rules_of(access.section)
    panel = committee(access.section)
    appeals = appeals_in(access.section)
    texts = ruling_texts([appeal.ruling for appeal in appeals], among=fouls_beside(appeals))
    typed = failed.data.get("appeal") if isinstance(failed, AppealDecisionForm | DepositForm) else None
    initial = {"minutes": rules.minutes, "deposit": rules.deposit, "public": rules.public}
    context = {
        "event": access.event,
        "section": access.section,
        "game": access.section.game,
        "may": access.may,
        "rules": rules,
        "rules_form": failed if isinstance(failed, RulesForm) else RulesForm(initial=initial),
        "appeals": [
            _appeal(access, appeal, words, panel, failed if typed == str(appeal.pk) else None)
            for appeal, words in zip(appeals, texts, strict=True)
        ],
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/appeals.html", context, status=status)


def _appeal(
    access: SectionAccess, appeal: Appeal, words: str, panel: str, failed: ActForm | None
) -> dict[str, Any]:
    ids = f"a{appeal.pk}"
    initial = {"appeal": appeal.pk, "deposit": appeal.deposit}
    place = [access.event.slug, access.section.slug, appeal.pairing.round.number, appeal.pairing.table]
    return {
        "appeal": appeal,
        "ruling": appeal.ruling,
        "words": words,
        "by": appeal.foul.logged_by if appeal.foul else appeal.report and appeal.report.by,
        "decision": getattr(appeal, "decision", None),
        "stands": still_stands(appeal),
        "table": reverse("result", args=place),
        "deposit": failed
        if isinstance(failed, DepositForm)
        else DepositForm(initial=initial, auto_id=f"{ids}-deposit-%s"),
        "decide": failed
        if isinstance(failed, AppealDecisionForm)
        else AppealDecisionForm(initial=initial | {"panel": panel}, auto_id=f"{ids}-%s"),
    }


def _decided(answer: AppealDecided, _access: SectionAccess) -> str:
    if answer["corrected"]:
        return gettext("Appeal decided. The ruling is corrected.")
    return gettext("Appeal decided.")


on_page = partial(act_url, page=_page, to="appeals")
SECTION = [
    page_url("appeals/", "appeals", _page, Act.SEE_DESK),
    on_page(
        "appeals/rules/",
        set_appeal_rules,
        RulesForm,
        success_message=gettext_lazy("Rules for appeals saved."),
    ),
    on_page("appeals/deposit/", note_deposit, DepositForm, success_message=gettext_lazy("Deposit noted.")),
    on_page("appeals/decide/", decide_appeal, AppealDecisionForm, success_message=_decided),
]

"""Show an office its own players, by private link or account, and the desk who has how many places."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from portal.policy import Refusal
from tournaments.acts.entering.applications import change_application, withdraw_application
from tournaments.acts.entering.delegates import name_delegate, remove_delegate
from tournaments.acts.entering.players import LinksIssued
from tournaments.acts.entering.quota_entries import (
    OwnEntered,
    enter_one_under_quota,
    enter_under_quota,
    replace_under_quota,
)
from tournaments.acts.entering.quotas import issue_quota_links, remove_quota, revoke_quota_link, set_quotas
from tournaments.acts.teams.quota_teams import OwnTeam, change_team_under_quota, enter_team_under_quota
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.entering.quotas import (
    ChangeOwnForm,
    ChangeTeamForm,
    DelegateForm,
    FromRegisterForm,
    OwnListForm,
    OwnPlayerForm,
    OwnTeamForm,
    QuotasForm,
    ReplaceForm,
)
from tournaments.models import Application, Delegate, EntryForm
from tournaments.pages import paths
from tournaments.policy import Act
from tournaments.queries.entering.applications import check_entries_open, form_of_section
from tournaments.queries.entering.quotas import (
    delegation_rows,
    delegations_in,
    entered_under,
    players_of_team,
    quota_rows,
    room_of,
)
from tournaments.requests.access import QuotaAccess, SectionAccess
from tournaments.requests.act_urls import DESK, Entrance, act_url, page_url
from tournaments.requests.private import OFFICE
from tournaments.requests.stored_pages import OF_OFFICES, changes_after, stored_page_url
from tournaments.requests.tables import table_file
from tournaments.state.applications import MOVES, Move
from tournaments.wording.refusals import refusal_sentence

State = Application.State


def _about(access: QuotaAccess) -> dict[str, Any]:
    """What both pages of an office say."""
    quota, section = access.quota, access.section
    form = EntryForm.objects.filter(section=section).first()
    for moment in (form.opens_at, form.closes_at, form.late_until) if form else ():
        changes_after(moment)
    closed = ""
    try:
        check_entries_open(form_of_section(section))
    except Refusal as refusal:
        closed = refusal_sentence(refusal.code, refusal.params)
    return {
        "quota": quota,
        "section": section,
        "event": section.event,
        "section_path": paths.section_path(section),
        "secret": access.secret,
        "back": _to("page", access),
        "entry_form": form,
        "closes": form.closes_at.isoformat() if form else "",
        "late_until": form.late_until.isoformat() if form and form.late_until else "",
        "closed": closed,
    }


def _to(name: str, access: QuotaAccess, *more: int) -> str:
    """An address of the office's pages, by its link or with an account, as this one was opened."""
    return reverse(f"{'quota' if access.secret else 'office'}_{name}", args=[*access.place, *more])


def _page(request: HttpRequest, access: QuotaAccess, failed: ActForm | None = None) -> HttpResponse:
    """Everybody whom the office has entered, and the ways to enter more."""
    quota = access.quota
    about = _about(access)
    room = room_of(access.section)
    words = request.GET.get("q", "")[:80]
    players = entered_under(quota)
    ways: dict[str, ActForm] = {
        "team": OwnTeamForm(quota=quota, form=about["entry_form"]),
        "delegate": DelegateForm(),
    }
    if not quota.section.of_teams:
        ways = {
            "delegate": DelegateForm(),
            "one": OwnPlayerForm(quota=quota, form=about["entry_form"]),
            "listed": OwnListForm(quota=quota),
            "register": FromRegisterForm(quota=quota, words=words),
        }
    if failed is not None:
        ways |= {name: failed for name, fresh in ways.items() if isinstance(failed, type(fresh))}
    context = {
        **about,
        **ways,
        "players": [
            (item, _to("player", access, item.pk), [member["name"] for member in players_of_team(item)])
            for item in players
        ],
        "delegates": list(quota.delegates.all()),
        "name_delegate": _to("delegate", access),
        "remove_delegate": _to("remove_delegate", access),
        "button": ActForm(auto_id=None),
        "above": None if failed in ways.values() else failed,
        "enter": _to("enter", access),
        "enter_team": _to("team", access),
        "take": _to("register", access),
        "several": _to("list", access),
        "waiting": sum(item.state == State.WAITING for item in players),
        "used": room.used.get(quota.pk, 0),
        "left": room.free(quota.pk),
        "words": words,
    }
    return render(request, "tournaments/office/page.html", context, status=failed.status if failed else 200)


def _player(request: HttpRequest, access: QuotaAccess, failed: ActForm | None = None) -> HttpResponse:
    """Show one player, or one team, of a quota."""
    about, application = _about(access), access.application
    if application is None:
        raise TypeError(access)
    # Changed before being entered, replaced after it.
    plays = application.state == State.ACCEPTED
    of_team = access.section.of_teams
    kind: type[OwnPlayerForm | OwnTeamForm] = ReplaceForm if plays else ChangeOwnForm
    kind = ChangeTeamForm if of_team else kind
    application_shown = None if plays and not of_team else application
    fresh = kind(quota=access.quota, form=about["entry_form"], application=application_shown)
    counts = application.state in MOVES[Move.WITHDRAW][0]
    context = {
        **about,
        "application": application,
        "plays": plays,
        "of_team": of_team,
        "may_change": counts and not about["closed"],
        "may_withdraw": counts,
        "form": failed if isinstance(failed, kind) else fresh,
        "above": failed if failed is not None and not isinstance(failed, kind) else None,
        "withdraw": ActForm(auto_id="withdraw-%s"),
        "save": _to("change_team" if of_team else "replace" if plays else "change", access, application.pk),
        "leave": _to("withdraw", access, application.pk),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/office/player.html", context, status=status)


def _entered(answer: OwnEntered, _access: QuotaAccess) -> str:
    """How many are entered, wait and are to be decided."""
    sentences = {
        "accepted": ngettext("%(count)s player entered.", "%(count)s players entered.", answer["accepted"]),
        "waiting": ngettext("%(count)s reserve added.", "%(count)s reserves added.", answer["waiting"]),
        "submitted": ngettext(
            "The organisers decide about %(count)s player.",
            "The organisers decide about %(count)s players.",
            answer["submitted"],
        ),
    }
    counts = {"accepted": answer["accepted"], "waiting": answer["waiting"], "submitted": answer["submitted"]}
    return " ".join(sentences[name] % {"count": count} for name, count in counts.items() if count)


def _team_entered(answer: OwnTeam, _access: QuotaAccess) -> str:
    sentences = {
        State.ACCEPTED: gettext("The team is entered."),
        State.WAITING: gettext("The team is a reserve."),
    }
    return sentences.get(State(answer["state"])) or gettext("The organisers decide about the team.")


RemoveDelegateForm = form_of(remove_delegate)


def _addresses(kind: str, at: str, door: Entrance) -> list[URLPattern]:
    """List the addresses of what an office does, by private link and with an account."""
    on_player = partial(act_url, page=_player, to=f"{kind}_page", entrance=door)
    # What is said of success needs a cookie, which pages behind a link do not set.
    on_page = partial(on_player, page=_page, success_message=_entered if door is DESK else "")
    player = f"{at}<int:application>/"
    return [
        on_page(f"{at}enter/", enter_one_under_quota, OwnPlayerForm, name=f"{kind}_enter"),
        on_page(f"{at}list/", enter_under_quota, OwnListForm, name=f"{kind}_list"),
        on_page(f"{at}register/", enter_under_quota, FromRegisterForm, name=f"{kind}_register"),
        on_page(
            f"{at}team/",
            enter_team_under_quota,
            OwnTeamForm,
            name=f"{kind}_team",
            success_message=_team_entered if door is DESK else "",
        ),
        on_player(f"{at}delegation/", name_delegate, DelegateForm, name=f"{kind}_delegate", page=_page),
        on_player(
            f"{at}delegation/remove/",
            remove_delegate,
            RemoveDelegateForm,
            name=f"{kind}_remove_delegate",
            page=_page,
        ),
        page_url(player, f"{kind}_player", _player, Act.ENTER_OWN, entrance=door),
        on_player(f"{player}change/", change_application, ChangeOwnForm, name=f"{kind}_change"),
        on_player(f"{player}team/", change_team_under_quota, ChangeTeamForm, name=f"{kind}_change_team"),
        on_player(f"{player}replace/", replace_under_quota, ReplaceForm, name=f"{kind}_replace"),
        on_player(f"{player}withdraw/", withdraw_application, name=f"{kind}_withdraw"),
    ]


# Below the secret of a private link.
OFFICES_LINK = [stored_page_url("quota_page", _page, OF_OFFICES), *_addresses("quota", "", OFFICE)]
_DESK = "desk/-/quotas/<int:quota>/"
SITE = [
    page_url(_DESK, "office_page", _page, Act.ENTER_OWN, entrance=DESK),
    *_addresses("office", _DESK, DESK),
]

IssueForm = form_of(issue_quota_links)
RevokeForm = form_of(revoke_quota_link)
RemoveForm = form_of(remove_quota)


def _desk(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    """All quotas of the section, with their links."""
    rows = quota_rows(access.section)
    capacity, room = access.section.capacity, room_of(access.section)
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "rows": rows,
        "total": room.size * sum(row.quota.places for row in rows),
        "size": room.size,
        "delegations": delegations_in(access.event),
        "capacity": capacity,
        "places": room.free() if capacity is not None else None,
        "without_link": sum(not row.quota.secret_digest for row in rows),
        "form": failed if isinstance(failed, QuotasForm) else QuotasForm(section=access.section),
        "button": ActForm(auto_id=None),
        "above": failed if failed is not None and not isinstance(failed, QuotasForm) else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/quotas.html", context, status=status)


def _delegations(_request: HttpRequest, access: SectionAccess, *, ending: str) -> HttpResponse:
    """Everybody who comes to the event with an office: delegates, then players."""
    roles = {str(role): str(role.label) for role in Delegate.Role} | {"": gettext("player")}
    columns = (gettext("Office"), gettext("Role"), gettext("Name"), gettext("Native name"))
    rows = [(office, roles[role], *more) for office, role, *more in delegation_rows(access.event)]
    return table_file([(*columns, gettext("Section")), *rows], f"{access.event.slug}-delegations", ending)


def _issued(answer: LinksIssued, _access: SectionAccess) -> str:
    message = ngettext("%(count)s link created.", "%(count)s links created.", answer["issued"])
    return message % {"count": answer["issued"]}


on_desk = partial(act_url, page=_desk, to="quotas")
SECTION = [
    page_url("applications/quotas/", "quotas", _desk, Act.ENTER_PLAYER),
    page_url(
        "applications/quotas/delegations.csv",
        "delegations_csv",
        partial(_delegations, ending="csv"),
        Act.ENTER_PLAYER,
    ),
    page_url(
        "applications/quotas/delegations.xlsx",
        "delegations_xlsx",
        partial(_delegations, ending="xlsx"),
        Act.ENTER_PLAYER,
    ),
    on_desk(
        "applications/quotas/set/", set_quotas, QuotasForm, success_message=gettext_lazy("Quotas saved.")
    ),
    on_desk(
        "applications/quotas/remove/",
        remove_quota,
        RemoveForm,
        success_message=gettext_lazy("Quota removed."),
    ),
    # Links for all offices that have none, or a new one for one office.
    on_desk("applications/quotas/links/", issue_quota_links, IssueForm, success_message=_issued),
    on_desk(
        "applications/quotas/revoke/",
        revoke_quota_link,
        RevokeForm,
        success_message=gettext_lazy("Link revoked."),
    ),
]

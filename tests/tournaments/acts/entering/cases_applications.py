"""Cases of the acts on entries on line."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.applying import confirmed, drafted, open_form, settings
from tests.cast import Cast
from tests.framed import Case
from tests.teams_world import make_team_section
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.acts.entering.filled_in import Typed
from tournaments.acts.entering.quota_entries import enter_under_quota
from tournaments.acts.entering.quotas import issue_quota_links, set_quotas
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.teams.quota_teams import enter_team_under_quota
from tournaments.models import Application, Entry, EntryForm, Quota

ByApplicant = partial(Case, who="applicant", not_who="dave")


def a_draft(cast: Cast) -> Application:
    return drafted(open_form(cast))


def an_application(cast: Cast) -> Application:
    return confirmed(open_form(cast, approval=EntryForm.Approval.ORGANISER))


def changed(cast: Cast) -> dict[str, Any]:
    return {"application": an_application(cast), "typed": Typed(name="Newer Comer", federation="GER")}


def an_entered(cast: Cast) -> dict[str, Any]:
    return {"application": confirmed(open_form(cast)), "round_number": 2, "kind": "nothing"}


def a_player(cast: Cast) -> Entry:
    return cast.section.entries.select_related("section__event", "player").order_by("pk")[0]


def a_quota(cast: Cast) -> Quota:
    open_form(cast)
    set_quotas(section=cast.section, places=2, federations=["GER"], by=cast.alice)
    issue_quota_links(section=cast.section, by=cast.alice)
    return Quota.objects.select_related("section__event").latest("pk")


def of_quota(cast: Cast) -> dict[str, Any]:
    return {"section": cast.section, "quota": a_quota(cast).pk}


def replacing(cast: Cast) -> dict[str, Any]:
    quota = a_quota(cast)
    enter_under_quota(quota=quota, people=[PersonInput(name="New Comer", federation="GER")], by=quota)
    application = quota.applications.latest("pk")
    return {"quota": quota, "application": application, "person": PersonInput(name="Newer", federation="GER")}


def a_delegate(cast: Cast) -> dict[str, Any]:
    quota = a_quota(cast)
    return {"quota": quota, "delegate": quota.delegates.create(role="leader", name="A Leader").pk}


def a_team_quota(cast: Cast) -> Quota:
    section = cast.section = make_team_section(cast.event, cast.alice, teams=0)
    set_entry_form(section=section, values=settings(), by=cast.alice)
    set_quotas(section=section, places=2, federations=["GER"], by=cast.alice)
    return Quota.objects.select_related("section__event").get(section=section)


PLAYERS = [PersonInput(name=name, federation="") for name in ("New Comer", "Second Comer")]


def changing_a_team(cast: Cast) -> dict[str, Any]:
    quota = a_team_quota(cast)
    enter_team_under_quota(quota=quota, name="Hamburg", players=PLAYERS, by=quota)
    application = quota.applications.latest("pk")
    return {"quota": quota, "application": application, "name": "Kiel", "players": PLAYERS}


Office = partial(Case, who="office", not_who="dave")
APPLICATIONS: dict[str, Case] = {
    "set_entry_form": Case(lambda cast: {"section": cast.section, "values": settings()}),
    "confirm_application": ByApplicant(lambda cast: {"application": a_draft(cast)}),
    "change_application": ByApplicant(changed),
    "withdraw_application": ByApplicant(lambda cast: {"application": an_application(cast)}),
    "ask_absence": ByApplicant(an_entered),
    "ask_own_absence": Case(
        lambda cast: {"entries": [a_player(cast)], "round_number": 2, "kind": "nothing"},
        who="player",
        not_who="other player",
    ),
    "withdraw_own_entry": Case(
        lambda cast: {"entries": [a_player(cast)]}, who="player", not_who="other player"
    ),
    "renew_application_link": Case(lambda cast: {"application": an_application(cast)}),
    "delete_application": Case(lambda cast: {"application": an_application(cast)}),
    "set_quotas": Case(lambda cast: {"section": open_form(cast), "places": 2, "federations": ["GER"]}),
    "restore_quotas": Case(lambda cast: {"section": a_quota(cast).section, "quotas": {"GER": 3}}),
    "remove_quota": Case(of_quota),
    "issue_quota_links": Case(of_quota, who="carol", not_who="bob"),
    "revoke_quota_link": Case(of_quota, who="carol", not_who="bob"),
    "enter_under_quota": Office(
        lambda cast: {"quota": a_quota(cast), "people": [PersonInput(name="New Comer", federation="GER")]}
    ),
    "enter_one_under_quota": Office(
        lambda cast: {"quota": a_quota(cast), "person": PersonInput(name="New Comer", federation="GER")}
    ),
    "name_delegate": Office(lambda cast: {"quota": a_quota(cast), "role": "coach", "name": "A Coach"}),
    "remove_delegate": Office(a_delegate),
    "replace_under_quota": Office(replacing),
    "enter_team_under_quota": Office(
        lambda cast: {"quota": a_team_quota(cast), "name": "Hamburg", "players": PLAYERS}
    ),
    "change_team_under_quota": Office(changing_a_team),
    "decide_applications": Case(
        lambda cast: {
            "section": cast.section,
            "applications": [an_application(cast).pk],
            "decision": "accept",
        },
    ),
}

"""Captains of teams: private links that open a team's own page, and accounts that do the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.push.subscribing import end_subscriptions
from portal.web.fields import Field
from portal.web.private_links import new_secret
from tournaments.acts.arguments import Id
from tournaments.acts.entering.players import LinksIssued
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.acts.teams.team_matches import check_of_teams, find_team
from tournaments.models import CaptainLink, Section, Team
from tournaments.pages.followed_scopes import scope_of_team
from tournaments.policy import Act
from tournaments.queries.teams.captains import CAPTAIN_LINK, teams_without_link


class LinkedTeam(TypedDict):
    team: int


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("captains' links issued"))
def issue_captain_links(
    *, section: Section, by: User, team: Annotated[int | None, Field(least=0)] = None, once: str = ""
) -> ActResult[LinksIssued]:
    """Issue private links to every team that has none, or a new one to this ``team``."""
    check_of_teams(section)
    if team is None:
        issued = _issue(teams_without_link(section), by)
        return ActResult({"issued": issued}, after={"links": issued}) if issued else no_change({"issued": 0})
    team_row = find_team(section, team)
    if team_row.withdrawn_after is not None:
        raise Refusal("team-withdrawn", name=team_row.name)
    # What the team had before opens nothing any more.
    replaced = CaptainLink.objects.filter(team=team_row, revoked_at__isnull=True).update(
        revoked_at=timezone.now()
    )
    end_subscriptions(scopes=[scope_of_team(team_row.pk)])
    issued = _issue([team_row], by)
    return ActResult({"issued": issued}, after={"team": team_row.pk, "links": issued, "replaced": replaced})


def _issue(teams: Iterable[Team], by: User) -> int:
    links = [CaptainLink(team=team, created_by=by, **new_secret(CAPTAIN_LINK)) for team in teams]
    return len(CaptainLink.objects.bulk_create(links))


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("captain's link revoked"))
def revoke_captain_link(*, section: Section, team: Id, by: User, once: str = "") -> ActResult[LinkedTeam]:
    """From then on it opens nothing."""
    team_row = find_team(section, team)
    valid = CaptainLink.objects.filter(team=team_row, revoked_at__isnull=True)
    if not valid.update(revoked_at=timezone.now()):
        raise Refusal("no-captain-link")
    end_subscriptions(scopes=[scope_of_team(team_row.pk)])
    return ActResult({"team": team_row.pk}, after={"team": team_row.pk})


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("captain named"))
def name_captain(
    *,
    section: Section,
    team: Id,
    account: Annotated[
        str,
        Field(
            longest=254,
            label=_("Captain's account"),
            help=_("User name or e-mail address. Leave empty for none."),
        ),
    ] = "",
    by: User,
    once: str = "",
) -> ActResult[LinkedTeam]:
    """Whose account opens the team's page, beside the private link."""
    team_row = find_team(section, team)
    captain = _account(account.strip()) if account.strip() else None
    before, now = team_row.captain_id, captain.pk if captain else None
    if before == now:
        return no_change({"team": team_row.pk})
    team_row.captain = captain
    team_row.save(update_fields=["captain"])
    return ActResult(
        {"team": team_row.pk},
        before={"team": team_row.pk, "user": before},
        after={"team": team_row.pk, "user": now},
    )


def _account(text: str) -> User:
    """Find an account by user name, or by an e-mail address that one account alone has."""
    accounts = User.objects.filter(Q(username__iexact=text) | Q(email__iexact=text), is_active=True)[:2]
    if len(accounts) != 1:
        raise Refusal("no-such-account", field="account")
    return accounts[0]

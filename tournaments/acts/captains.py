"""Captains of teams: private links that open a team's own page, and accounts that do the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.fields import Field
from portal.policy import Refusal
from portal.private_links import new_secret
from tournaments.acts.arguments import Id
from tournaments.acts.frame import SECTION, Done, act, unchanged
from tournaments.acts.players import Issued
from tournaments.acts.team_matches import check_of_teams, find_team
from tournaments.models import CaptainLink, Section, Team
from tournaments.policy import Act
from tournaments.queries.captains import CAPTAIN_LINK, without_link


class OfTeam(TypedDict):
    team: int


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("captains' links issued"))
def issue_captain_links(
    *, section: Section, by: User, team: Annotated[int | None, Field(least=0)] = None, once: str = ""
) -> Done[Issued]:
    """To every team that has none. ``team``: only to this one, and what it had before opens nothing any more.
    Refusals: ``no-team-matches``, ``no-such-team``, ``team-withdrawn``."""
    check_of_teams(section)
    if team is None:
        issued = _issue(without_link(section), by)
        return Done({"issued": issued}, after={"links": issued}) if issued else unchanged({"issued": 0})
    found = find_team(section, team)
    if found.withdrawn_after is not None:
        raise Refusal("team-withdrawn", name=found.name)
    replaced = CaptainLink.objects.filter(team=found, revoked_at__isnull=True).update(
        revoked_at=timezone.now()
    )
    issued = _issue([found], by)
    return Done({"issued": issued}, after={"team": found.pk, "links": issued, "replaced": replaced})


def _issue(teams: Iterable[Team], by: User) -> int:
    links = [CaptainLink(team=team, created_by=by, **new_secret(CAPTAIN_LINK)) for team in teams]
    return len(CaptainLink.objects.bulk_create(links))


@act(on=SECTION, right=Act.ISSUE_LINKS, done=_("captain's link revoked"))
def revoke_captain_link(*, section: Section, team: Id, by: User, once: str = "") -> Done[OfTeam]:
    """From then on it opens nothing. Refusals: ``no-team-matches``, ``no-such-team``, ``no-captain-link``."""
    found = find_team(section, team)
    valid = CaptainLink.objects.filter(team=found, revoked_at__isnull=True)
    if not valid.update(revoked_at=timezone.now()):
        raise Refusal("no-captain-link")
    return Done({"team": found.pk}, after={"team": found.pk})


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
) -> Done[OfTeam]:
    """Whose account opens the team's page, beside the private link. Refusals: ``no-team-matches``,
    ``no-such-team``, ``no-such-account``."""
    found = find_team(section, team)
    captain = _account(account.strip()) if account.strip() else None
    before, now = found.captain_id, captain.pk if captain else None
    if before == now:
        return unchanged({"team": found.pk})
    found.captain = captain
    found.save(update_fields=["captain"])
    return Done(
        {"team": found.pk},
        before={"team": found.pk, "user": before},
        after={"team": found.pk, "user": now},
    )


def _account(text: str) -> User:
    """By user name, or by an e-mail address that one account alone has. Raises the `Refusal`
    ``no-such-account``."""
    found = User.objects.filter(Q(username__iexact=text) | Q(email__iexact=text), is_active=True)[:2]
    if len(found) != 1:
        raise Refusal("no-such-account", field="account")
    return found[0]

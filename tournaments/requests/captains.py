"""What a captain opens, with the team's private link or with an account: the own team, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from portal.accounts.models import User
from tournaments.models import CaptainLink, Round, Section, Team
from tournaments.requests.access import Access, first_or_404
from tournaments.requests.act_urls import Entrance
from tournaments.requests.frame import staff, user_of


@dataclass(frozen=True, slots=True)
class CaptainAccess(Access):
    """``secret``: as it stands in the address of a link; empty for an account."""

    holder: User | CaptainLink
    own: Team
    section: Section
    secret: str = ""

    @property
    def by(self) -> User | CaptainLink:
        return self.holder

    @property
    def place(self) -> list[str | int]:
        return [self.secret] if self.secret else [self.section.event.slug, self.own.pk]

    @property
    def person(self) -> str:
        """Whose the forms are that the page keeps on its device."""
        return f"captain-{self.holder.pk}" if self.secret else str(self.holder.pk)

    def find(self, name: str, key: Any) -> Any:
        return (
            first_or_404(Round.objects.filter(section=self.section, number=key)) if name == "round_" else key
        )


def _by_account(request: HttpRequest, _right: str | None, place: Mapping[str, Any]) -> CaptainAccess:
    """The team whose captain is signed in. Raises Http404: nobody is told that another team is there."""
    user = user_of(request)
    teams = Team.objects.filter(pk=place["team"], captain=user, section__event__slug=place["event"])
    team = first_or_404(teams.exclude(section__state=Section.State.DRAFT).select_related("section__event"))
    return CaptainAccess(user, team, team.section)


CAPTAIN_ACCOUNT = Entrance(staff, _by_account)

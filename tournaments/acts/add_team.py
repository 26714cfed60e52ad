"""Make a team: players whose ranks are added (WXC 6.2)."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, check_name, lock_section, scope_of, target_of
from tournaments.acts.enter_player import tidy
from tournaments.models import Federation, Section, Team
from tournaments.policy import Act, check_section_state, require


def add_team(*, section: Section, name: str, by: User, federation: str = "", once: str = "") -> Answer:
    """``federation``: its code, empty for none. Answers ``{"team": id}``. Entries and lists that name a team
    which is not there yet make it as well.

    Refusals: ``team-needs-name``, ``team-name-taken``, ``name-too-long``, ``name-not-printable``,
    ``name-invisible``, ``unknown-federation``, ``section-over``.
    """
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act="add_team", target=target_of(section)):
            return earlier
        require(Act.SET_TEAMS, by=by, scope=section)
        check_section_state(Act.SET_TEAMS, section)
        name = tidy(name)
        if not name:
            raise Refusal("team-needs-name", field="name")
        check_name("name", name, most=80)
        if section.teams.filter(name=name).exists():
            raise Refusal("team-name-taken", field="name", name=name)
        if federation and not Federation.objects.filter(code=federation).exists():
            raise Refusal("unknown-federation", field="federation", federation=federation)
        team = Team.objects.create(section=section, name=name, federation_id=federation or None)
        answer: Answer = {"team": team.pk}
        journal.record(
            "add_team",
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            after={"team": team.pk},
            once=once,
            answer=answer,
        )
        pages.section_changed(section)
        return answer

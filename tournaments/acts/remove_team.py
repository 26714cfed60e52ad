"""Take a team away that has no players."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_section, scope_of, target_of
from tournaments.models import Section
from tournaments.policy import Act, check_section_state, require


def remove_team(*, section: Section, team: int, by: User, once: str = "") -> Answer:
    """Answers ``{"removed": id}``. Refusals: ``no-such-team``, ``team-has-players``, ``section-over``."""
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act="remove_team", target=target_of(section)):
            return earlier
        require(Act.SET_TEAMS, by=by, scope=section)
        check_section_state(Act.SET_TEAMS, section)
        found = section.teams.filter(pk=team).first()
        if found is None:
            raise Refusal("no-such-team")
        if found.entries.exists():
            raise Refusal("team-has-players", field="team", count=found.entries.count())
        found.delete()
        answer: Answer = {"removed": team}
        journal.record(
            "remove_team",
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            before={"team": team},
            once=once,
            answer=answer,
        )
        pages.section_changed(section)
        return answer

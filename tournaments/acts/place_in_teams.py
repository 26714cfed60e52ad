"""Put players into teams, or take them out."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, changes, lock_section, scope_of, target_of
from tournaments.models import Entry, Section
from tournaments.policy import Act, check_section_state, require


def place_in_teams(
    *,
    section: Section,
    teams: Mapping[int, int | None],
    by: User,
    seen: Mapping[int, int | None] | None = None,
    once: str = "",
) -> Answer:
    """``teams``: by id of the entry the id of its team, None for none. Answers ``{"placed": how many
    changed}``. Pairing knows no teams: drafts and published rounds stay as they are. Frozen standings keep
    the teams with which they were frozen. ``seen``: the teams as the person's page showed them.

    Refusals: ``no-such-entry``, ``no-such-team``, ``section-over``; `Conflict` ``changed-meanwhile``, by id
    of the entry.
    """
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act=Act.SET_TEAMS, target=target_of(section)):
            return earlier
        require(Act.SET_TEAMS, by=by, scope=section)
        check_section_state(Act.SET_TEAMS, section)
        entries = {entry.pk: entry for entry in section.entries.filter(pk__in=teams)}
        if len(entries) < len(teams):
            raise Refusal("no-such-entry", field="entries")
        known = set(section.teams.values_list("pk", flat=True))
        if {team for team in teams.values() if team is not None} - known:
            raise Refusal("no-such-team", field="team")
        now = {key: entry.team_id for key, entry in entries.items()}
        changed = [entries[key] for key in changes(wanted=teams, now=now, seen=seen)]
        answer: Answer = {"placed": len(changed)}
        if not changed:
            return answer
        before = {str(entry.pk): entry.team_id for entry in changed}
        for entry in changed:
            entry.team_id = teams[entry.pk]
        Entry.objects.bulk_update(changed, ["team"], batch_size=500)
        journal.record(
            Act.SET_TEAMS,
            by=by,
            scope=scope_of(section.event),
            target=target_of(section),
            before={"teams": before},
            after={"teams": {str(entry.pk): entry.team_id for entry in changed}},
            once=once,
            answer=answer,
        )
        pages.section_changed(section)
        return answer

"""Say of the players whom nobody has seen whether they play the next round."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments.acts.common import Answer, check_seen, lock_round, lock_section, scope_of, target_of
from tournaments.models import Absence, Entry, Round
from tournaments.policy import Act, require
from tournaments.queries.entries import playing
from tournaments.queries.presence import unconfirmed
from tournaments.queries.progress import stand_of


def confirm_players(
    *,
    round_: Round,
    here: Collection[int],
    away: Collection[int],
    by: User,
    seen: str | None = None,
    once: str = "",
) -> Answer:
    """``here`` are checked in, and play; ``away`` do not play this round. Entry numbers. Answers
    ``{"round": id, "here": […], "away": […]}``, numbers in order.

    Refusals: ``state``, ``nobody-named``, ``here-and-away`` (``players``), ``not-playing`` (``player``, which
    an entry number that does not exist is as well); `Conflict` ``confirmed-meanwhile`` (``players``: who is
    to be away was said to be here since), ``round-changed``: ``seen`` is not its `stand_of` any more.
    """
    with transaction.atomic():
        lock_section(round_.section)
        round_ = lock_round(round_)
        target = target_of(round_)
        if earlier := journal.answered(by=by, once=once, act="confirm_players", target=target):
            return earlier
        require(Act.CHECK_IN, by=by, scope=round_.section)
        require(Act.SET_ABSENCE, by=by, scope=round_)
        check_seen(round_, seen, stand_of(round_))
        if not here and not away:
            raise Refusal("nobody-named")
        if both := sorted(set(here) & set(away)):
            raise Refusal("here-and-away", players=both)
        entries = {entry.number: entry for entry in playing(round_)}
        if strangers := sorted({*here, *away} - entries.keys()):
            raise Refusal("not-playing", player=strangers[0], round=round_.number)
        asked = {one.entry.number for one in unconfirmed(round_)}
        if arrived := sorted(set(away) - asked):
            raise Conflict("confirmed-meanwhile", players=arrived, round=round_.number)
        answer: Answer = {"round": round_.pk, "here": sorted(set(here)), "away": sorted(set(away))}
        Entry.objects.filter(pk__in=[entries[number].pk for number in here]).update(
            status=Entry.Status.CHECKED_IN, here_from=round_.number
        )
        Absence.objects.bulk_create(
            Absence(entry=entries[number], round_number=round_.number) for number in sorted(set(away))
        )
        journal.record(
            "confirm_players",
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after={"here": answer["here"], "away": answer["away"]},
            once=once,
            answer=answer,
        )
        return answer

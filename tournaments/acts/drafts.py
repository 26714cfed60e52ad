"""A round before it is public: who plays, which pairs are ruled, the draft that the worker computes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import partial
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import LeaveOfficial, Reason, RoundSeen, entry_numbers
from tournaments.acts.common import (
    check_rounds_before,
    lock_round,
    lock_section,
    refuse_while_busy,
    scope_of,
    target_of,
)
from tournaments.acts.frame import IDLE, ActResult, Arguments, Locked, Target, act, no_change
from tournaments.acts.official import leave_with
from tournaments.acts.teams._team_rounds import own_starts, write_matches
from tournaments.models import Absence, Entry, Pairing, Round, Seat, Section
from tournaments.pairing import PairedRound
from tournaments.pairing.reasons import printed_reasons
from tournaments.policy import Act, check_section_state, require
from tournaments.queries.entering.entries import playing
from tournaments.queries.official import LeavingReason
from tournaments.queries.presence import to_confirm, unconfirmed
from tournaments.queries.progress import pair_key, round_revision, scope_of_work
from tournaments.queries.teams.team_matches import matches_in
from tournaments.state.table_numbers import table_numbers
from tournaments.wording.handicaps import OWN_KOMI

HERE = _("Numbers of the entries that play.")
AWAY = _("Numbers of the entries that are absent this round.")


class OfJob(TypedDict):
    # While the work waits or runs, a second press, anybody's, gets it.
    round: int
    job: Annotated[
        int, _("Done in the background; the round's staff document lists it until it is finished.")
    ]


class Confirmed(TypedDict):
    round: int
    here: Annotated[list[int], _("Numbers of the entries.")]
    away: list[int]


def _lock_section_too(arguments: Arguments) -> Locked:
    lock_section(arguments["round_"].section)
    round_ = lock_round(arguments["round_"])
    return Locked(round_, round_, target_of(round_))


# The section is locked before the round: entries, or later rounds, must stand still.
ROUND_OF_SECTION = Target("round_", _lock_section_too)
# The frame of what needs the round as its page has shown it, with no work in hand.
act_while_idle = partial(act, on=ROUND_OF_SECTION, refuse_while=IDLE, revision=round_revision)


@act(
    on=ROUND_OF_SECTION,
    right=Act.SET_ABSENCE,
    revision=round_revision,
    done=_("players confirmed before pairing"),
)
def confirm_players(
    *,
    round_: Round,
    here: Annotated[Collection[int], entry_numbers(HERE)] = (),
    away: Annotated[Collection[int], entry_numbers(AWAY)] = (),
    by: User,
    seen: RoundSeen = None,
    once: str = "",
) -> ActResult[Confirmed]:
    """Check in the players who are `here` and note those who are `away`, by entry numbers."""
    require(Act.CHECK_IN, by=by, scope=round_.section)
    if not here and not away:
        raise Refusal("nobody-named")
    if both := sorted(set(here) & set(away)):
        raise Refusal("here-and-away", players=both)
    entries = {entry.number: entry for entry in playing(round_)}
    if strangers := sorted({*here, *away} - entries.keys()):
        raise Refusal("not-playing", player=strangers[0], round=round_.number)
    # Somebody may have checked one of them in since the page was shown.
    doubtful = {row.entry.number for row in unconfirmed(round_)}
    if arrived := sorted(set(away) - doubtful):
        raise Conflict("confirmed-meanwhile", players=arrived, round=round_.number)
    present, absent = sorted(set(here)), sorted(set(away))
    Entry.objects.filter(pk__in=[entries[number].pk for number in present]).update(
        status=Entry.Status.CHECKED_IN, here_from=round_.number
    )
    Absence.objects.bulk_create(
        Absence(entry=entries[number], round_number=round_.number) for number in absent
    )
    pair_next_round_when_ready(round_.section, by=by)
    after = {"here": present, "away": absent}
    return ActResult({"round": round_.pk, "here": present, "away": absent}, after=after)


@act(on=ROUND_OF_SECTION, right=Act.PAIR_ROUND, revision=round_revision, done=_("pairing requested"))
def pair_round(
    *,
    round_: Round,
    by: User,
    seen: RoundSeen = None,
    allow_rematch: Annotated[
        bool,
        Field(
            label=_("Allow rematches in this round"),
            help=_("Allows rematches in this round; needs a reason."),
        ),
    ] = False,
    leave_official: LeaveOfficial = False,
    reason: Reason = "",
    once: str = "",
) -> ActResult[OfJob]:
    """Ask the worker for the pairing; `store_draft` writes what it found."""
    check_pairable(round_)
    check_confirmed(round_)
    # Lifts the rule for this one round.
    if allow_rematch and not reason:
        raise Refusal("reason-needed", field="reason")
    if job := refuse_while_busy(round_, but="pair"):
        return no_change({"round": round_.pk, "job": job.pk})
    if allow_rematch:
        leave_with(round_.section, LeavingReason.REMATCH, confirmed=leave_official, reason=reason, by=by)
    if round_.allow_rematch != allow_rematch:
        round_.allow_rematch = allow_rematch
        round_.save(update_fields=["allow_rematch"])
    pairing_job = enqueue_pairing(round_, by=by, is_first=True)
    return ActResult({"round": round_.pk, "job": pairing_job}, after={"allow_rematch": round_.allow_rematch})


def enqueue_pairing(round_: Round, *, by: User, is_first: bool = False) -> int:
    """Have a round of a locked section paired; `is_first`: no such work is in hand."""
    return outbox.enqueue(
        "pair",
        key=pair_key(round_),
        payload={"round": round_.pk},
        by=by,
        priority=outbox.PAIR,
        scope=scope_of_work(round_.section),
        is_first=is_first,
    )


def pair_next_round_when_ready(section: Section, *, by: User | None) -> None:
    """Have the next round paired and published once everybody is confirmed, where all pairings are public."""
    if not section.all_rounds_public:
        return
    round_ = section.round_set.exclude(state=Round.State.CLOSED).order_by("number").first()
    # The first round, and one that somebody has changed by hand, are published by hand.
    if round_ is None or round_.number == 1 or round_.is_public or round_.draft_changes:
        return
    round_.section = section
    if to_confirm(round_):
        return
    outbox.enqueue(
        "pair",
        key=pair_key(round_),
        payload={"round": round_.pk, "publish": True},
        by=by,
        priority=outbox.PAIR,
        scope=scope_of_work(section),
    )


def changes_lost(round_: Round) -> list[dict[str, Any]]:
    """The changes by hand that pairing a draft anew does away with: what was done to whom, by number."""
    if round_.state != Round.State.DRAFT:
        return []
    return [{"change": change["change"], "params": change["params"]} for change in round_.draft_changes]


def check_pairable(round_: Round) -> None:
    """Whether everything that the pairing rests on is there. Raises the `Refusal` that says what is not."""
    section = round_.section
    check_section_state(Act.PAIR_ROUND, section)
    if not section.lots_drawn_at:
        raise Refusal("lots-not-drawn")
    check_rounds_before(round_)


def check_confirmed(round_: Round) -> None:
    """Check that somebody has said of everybody who is to be paired that he or she is here."""
    if unseen := to_confirm(round_):
        numbers = [entry.entry.number for entry in unseen]
        raise Refusal("players-unconfirmed", round=round_.number, players=numbers)


def store_draft(round_: Round, paired: PairedRound, rests_on: dict[str, Any], *, by: User | None) -> None:
    """Replace the draft of a locked round by what the worker computed. ``rests_on``: its `pairing_input`."""
    round_.pairings.all().delete()
    arranged = own_starts(round_.matches.all())
    round_.matches.all().delete()
    if round_.section.of_teams:
        write_matches(round_, paired, arranged)
    else:
        write_pairings(round_, paired)
    round_.state = Round.State.DRAFT
    round_.draft_input = rests_on
    round_.draft_digest = paired.digest
    round_.draft_changes = []
    round_.save(update_fields=["state", "draft_input", "draft_digest", "draft_changes"])
    journal.record(
        "draft_ready",
        by=by,
        scope=scope_of(round_.section.event),
        target=target_of(round_),
        after={"digest": paired.digest, "tables": len(paired.pairs), "bye": paired.bye},
    )
    pages.round_paired(round_)


def write_pairings(round_: Round, paired: PairedRound) -> None:
    numbered = list(
        round_.section.entries.filter(number__isnull=False).values_list("number", "pk", "fixed_table")
    )
    entries = {number: pk for number, pk, _ in numbered}
    pairs = sorted(paired.pairs, key=lambda pair: pair.table)
    tables = table_numbers(
        ((pair.first, pair.second) for pair in pairs),
        first=round_.section.first_table,
        # The bracket of a knock-out is drawn in the order of the tables.
        fixed={number or 0: table for number, _, table in numbered if table and round_.section.is_swiss},
    )
    pairings = [
        Pairing(
            round=round_,
            table=table,
            reasons=[reason.as_json() for reason in pair.reasons],
            notices=[notice.as_json() for notice in pair.notices],
            handicap=pair.handicap,
        )
        for pair, table in zip(pairs, tables, strict=True)
    ]
    Pairing.objects.bulk_create(pairings, batch_size=500)
    seats = [
        Seat(round=round_, entry_id=entries[number], pairing=pairing, colour=colour)
        for pairing, pair in zip(pairings, pairs, strict=True)
        for number, colour in ((pair.first, Seat.Colour.FIRST), (pair.second, Seat.Colour.SECOND))
    ]
    byes: list[int] = [*([paired.bye] if paired.bye else []), *paired.free]
    for number in byes:
        why = paired.bye_reasons if number == paired.bye else ()
        bye = Pairing.objects.create(round=round_, reasons=[reason.as_json() for reason in why])
        seats.append(Seat(round=round_, entry_id=entries[number], pairing=bye, colour=Seat.Colour.BYE))
    Seat.objects.bulk_create(seats, batch_size=500)


class DraftTable(TypedDict):
    table: Annotated[int | None, _("null for a bye.")]
    first: int | None
    second: int | None
    bye: int | None
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    komi: Annotated[int | None, OWN_KOMI]
    reasons: list[dict[str, Any]]
    notices: list[dict[str, Any]]
    by_hand: bool


def pairs_json(round_: Round) -> list[DraftTable]:
    """List the tables of a round, or its matches, as a version keeps them: the bye last."""
    if round_.section.of_teams:
        return matches_json(round_)
    # Numbers and codes of reasons, never names (law 8).
    rows: list[DraftTable] = []
    seated: defaultdict[int, dict[str, int | None]] = defaultdict(dict)
    seats = Seat.objects.filter(pairing__round=round_)
    for pairing_id, colour, number in seats.values_list("pairing", "colour", "entry__number"):
        seated[pairing_id][colour] = number
    for pairing in round_.pairings.order_by("table"):
        numbers = seated[pairing.pk]
        rows.append(
            {
                "table": pairing.table,
                "first": numbers.get("first"),
                "second": numbers.get("second"),
                "bye": numbers.get("bye"),
                "handicap": pairing.handicap,
                "komi": pairing.komi,
                "reasons": printed_reasons(pairing.reasons, table=pairing.table),
                "notices": pairing.notices,
                "by_hand": pairing.by_hand,
            }
        )
    return sorted(rows, key=lambda row: (row["table"] is None, row["table"] or 0))


def matches_json(round_: Round) -> list[DraftTable]:
    return [
        {
            "table": match.table,
            "first": match.first.number if match.second else None,
            "second": match.second.number if match.second else None,
            "bye": None if match.second else match.first.number,
            "handicap": 0,
            "komi": None,
            "reasons": printed_reasons(match.reasons, match=match.table),
            "notices": match.notices,
            "by_hand": match.by_hand,
        }
        for match in matches_in([round_])
    ]

"""The handicap of one game, and who is Black in it, by decision of the chief referee.

The rule gives every game its handicap when the round is paired. Another one is a decision with a reason; what
the rule gave stays beside it. The komi follows, ½ with any handicap, else the section's, unless the game gets
its own. A published round gets a further version. A game that has begun keeps its colours, one that has a
result its handicap as well.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import LeaveOfficial, Reason, RoundSeen, TableNumber
from tournaments.acts.drafts import act_while_idle
from tournaments.acts.frame import ActResult, no_change
from tournaments.acts.official import leave_with
from tournaments.acts.results import find_table
from tournaments.acts.rounds import add_version
from tournaments.models import Pairing, Round, Seat
from tournaments.pairing.digests import pairing_digest
from tournaments.pairing.gotha.by_rule import RuleTerms, terms_told
from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import Notice, NoticeCode
from tournaments.pairing.reasons import Reason as Why
from tournaments.pairing.values import Pair, PairedRound
from tournaments.policy import Act
from tournaments.queries.official import LeavingReason
from tournaments.queries.presence import active_pairings
from tournaments.queries.seats import seats_and_players
from tournaments.state.gotha.handicap import MOST_HANDICAP, MOST_KOMI
from tournaments.wording.handicaps import OWN_KOMI

_NOTICED = frozenset({NoticeCode.OTHER_HANDICAP, NoticeCode.OTHER_COLOURS})


class HandicapSet(TypedDict):
    table: int
    handicap: Annotated[int, _("Stones that Black is given; 1 is a komi of ½ alone.")]
    black: Annotated[int, _("Number of the entry that is Black.")]
    komi: Annotated[int | None, OWN_KOMI]


class HandicapChanged(HandicapSet):
    digest: Annotated[str, _("Of the round as it stands now.")]


@act_while_idle(right=Act.ADJUST_ROUND, needs_reason=True, done=_("handicap changed"))
def change_handicap(
    *,
    round_: Round,
    table: TableNumber,
    handicap: Annotated[
        int,
        Field(least=0, most=MOST_HANDICAP, help=_("0: an even game; 1: no stone, komi ½; 2 to 9: stones.")),
    ],
    black: Annotated[
        int | None,
        Field(least=1, help=_("Number of the entry that is to be Black; null: who is Black now.")),
    ] = None,
    komi: Annotated[int | None, Field(least=0, most=MOST_KOMI, help=OWN_KOMI)] = None,
    reason: Reason,
    by: User,
    leave_official: LeaveOfficial = False,
    seen: RoundSeen = None,
    once: str = "",
) -> ActResult[HandicapChanged]:
    if not round_.section.is_by_value:
        raise Refusal("no-handicap-games")
    if not 0 <= handicap <= MOST_HANDICAP:
        raise Refusal("handicap-range", field="handicap", most=MOST_HANDICAP)
    if komi is not None and not 0 <= komi <= MOST_KOMI:
        raise Refusal("komi-range", field="komi", most=MOST_KOMI // 2)
    pairing = find_table(round_, table)
    seats = sorted(pairing.seated, key=lambda seat: seat.colour)
    first, second = (seat.entry.number or 0 for seat in seats)
    wanted = first if black is None else black
    if wanted not in (first, second):
        raise Refusal("not-at-table", field="black", player=wanted, table=table)
    before: HandicapSet = {"table": table, "handicap": pairing.handicap, "black": first, "komi": pairing.komi}
    after: HandicapSet = {"table": table, "handicap": handicap, "black": wanted, "komi": komi}
    if before == after:
        return no_change(_answer(round_, after))
    if pairing.current:
        raise Refusal("handicap-after-result", table=table)
    begun = pairing.adjourned or pairing.pk in active_pairings([round_])
    if begun and wanted != first:
        raise Refusal("colours-after-start", field="black", table=table)
    leave_with(round_.section, LeavingReason.ADJUSTED, confirmed=leave_official, reason=reason, by=by)
    if wanted != first:
        _exchange(pairing, seats)
        first, second = second, first
    _decide(pairing, handicap, komi, first, second)
    last = round_.draft_changes[-1]["rule"] if round_.draft_changes else []
    change = {"change": "handicap", "params": dict(after), "reason": reason, "by": by.pk}
    round_.draft_changes = [*round_.draft_changes, {**change, "notices": pairing.notices, "rule": last}]
    round_.draft_digest = _digest(round_)
    round_.save(update_fields=["draft_changes", "draft_digest"])
    if round_.is_public:
        add_version(round_, by=by, at=timezone.now())
        pages.round_published(round_)
    return ActResult(_answer(round_, after), before=dict(before), after=dict(after))


def _answer(round_: Round, after: HandicapSet) -> HandicapChanged:
    return {**after, "digest": round_.draft_digest}


def _exchange(pairing: Pairing, seats: list[Seat]) -> None:
    """The two of a table change colours. A table has each colour once, so their seats are made anew."""
    Seat.objects.filter(pairing=pairing).delete()
    Seat.objects.bulk_create(
        Seat(
            round=seat.round,
            entry=seat.entry,
            pairing=pairing,
            colour=Seat.Colour.SECOND if seat.colour == Seat.Colour.FIRST else Seat.Colour.FIRST,
            taken_at=seat.taken_at,
        )
        for seat in seats
    )


def _decide(pairing: Pairing, handicap: int, komi: int | None, first: int, second: int) -> None:
    """What was decided stands after the rule's own reasons, and the notices say where it differs."""
    rule = terms_told(pairing.reasons)
    ground = Why(
        GroundCode.STONES_GIVEN, {"black": first, "white": second, "handicap": handicap, "komi": komi}
    )
    reasons = [reason for reason in pairing.reasons if reason["code"] != GroundCode.STONES_GIVEN]
    other = [notice for notice in pairing.notices if notice["code"] not in _NOTICED]
    pairing.handicap = handicap
    pairing.komi = komi
    pairing.by_hand = True
    pairing.reasons = [*reasons, ground.as_json()]
    pairing.notices = [*other, *(notice.as_json() for notice in _unlike(rule, handicap, first, second))]
    pairing.save(update_fields=["handicap", "komi", "by_hand", "reasons", "notices"])


def _unlike(rule: RuleTerms | None, handicap: int, first: int, second: int) -> list[Notice]:
    if rule is None:
        return []
    both = {"first": first, "second": second}
    notices = []
    if rule.handicap != handicap:
        params = {**both, "handicap": handicap, "rule": rule.handicap}
        notices.append(Notice(NoticeCode.OTHER_HANDICAP, params))
    if rule.black == second:
        notices.append(Notice(NoticeCode.OTHER_COLOURS, both))
    return notices


def _digest(round_: Round) -> str:
    """Of the round as it sits now. One that came with a file was not paired here, and has none."""
    if not round_.draft_digest:
        return ""
    pairs: list[Pair] = []
    bye = None
    # In the order in which the rule made them, whatever their numbers in the hall.
    for pairing in round_.pairings.prefetch_related(seats_and_players()).order_by("pk"):
        seats = {seat.colour: seat.entry.number or 0 for seat in pairing.seated}
        if pairing.is_bye:
            bye = seats["bye"]
        else:
            pairs.append(Pair(len(pairs) + 1, seats["first"], seats["second"], handicap=pairing.handicap))
    made = PairedRound(round_.number, round_.section.system, tuple(pairs), bye=bye)
    return pairing_digest(round_.draft_input or {}, made, allow_rematch=round_.allow_rematch)

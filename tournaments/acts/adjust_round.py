"""Change a pairing by hand (WXC 2.4): swap two players, turn colours round, give the bye to somebody else.

Every change asks for a reason, says which rules it breaks and keeps the rule's own pairing beside it. A
published round gets a further version; a table that has a result stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.drafts import ROUND_OF_SECTION
from tournaments.acts.frame import IDLE, Done, act
from tournaments.acts.official import leave_with
from tournaments.acts.rounds import add_version
from tournaments.models import Pairing, Round, Seat
from tournaments.pairing import CannotPair, Judgement, PairedRound, Table, judge_pairs
from tournaments.pairing.digests import pairing_digest, pairing_input
from tournaments.pairing.finals import finalists
from tournaments.policy import Act
from tournaments.queries.official import Leaving
from tournaments.queries.progress import stand_of
from tournaments.queries.seats import seats_and_players
from tournaments.queries.tournament import tournament_of
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players change places; the colours at their tables follow the rule. Entry numbers."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Flip:
    """The players of a table change colours."""

    table: int


@dataclass(frozen=True, slots=True)
class GiveBye:
    """The bye goes to ``player``; who had it takes the place at the table. Of several byes of a knock-out
    that of the largest number, who has the weakest claim; `Swap` names another."""

    player: int


Change = Swap | Flip | GiveBye
BYE = 0
"""In a seating: the place of the bye, where tables are counted from 1; further byes have -1, -2, …"""
Seating = dict[int, tuple[int, ...]]


class Adjusted(TypedDict):
    """``digest`` of the new draft; ``notices``: what it breaks."""

    round: int
    digest: str
    notices: list[dict[str, Any]]


@act(
    on=ROUND_OF_SECTION,
    right=Act.ADJUST_ROUND,
    waits_for=IDLE,
    shows=stand_of,
    needs_reason=True,
    done=_("draft adjusted"),
)
def adjust_round(
    *,
    round_: Round,
    change: Change,
    reason: str,
    by: User,
    leave_official: bool = False,
    seen: str | None = None,
    once: str = "",
) -> Done[Adjusted]:
    """Refusals: ``state``, ``reason-needed``, ``not-for-teams``, ``still-pairing``, ``publishing``,
    ``closing``, ``not-seated``, ``same-player``, ``same-table``, ``no-such-table``, ``bye-even``,
    ``has-bye-already``, ``table-has-result``, ``table-has-foul``, ``leaves-official``, and the codes of a
    pairing that is none; `Conflict` ``round-changed``: ``seen`` is not its `stand_of` any more.
    """
    if round_.section.of_teams:
        raise Refusal("not-for-teams")
    pairings = _places(round_)
    before: Seating = {table: _numbers(pairing) for table, pairing in pairings.items()}
    after = _changed(before, change, round_)
    touched = sorted(table for table in after if after[table] != before[table])
    if any(pairings[table].adjourned or pairings[table].reports.exists() for table in touched):
        raise Refusal("table-has-result", tables=[table for table in touched if table > BYE])
    if any(pairings[table].fouls.exists() for table in touched):
        raise Refusal("table-has-foul", tables=[table for table in touched if table])
    tournament = tournament_of(round_.section, before_round=round_.number)
    judged = _judge(tournament, round_, after, free=set() if isinstance(change, Flip) else set(touched))
    leave_with(round_.section, Leaving.ADJUSTED, confirmed=leave_official, reason=reason, by=by)
    notices = _write(round_, pairings, after, touched, judged)
    round_.draft_changes = [
        *round_.draft_changes,
        {
            "change": type(change).__name__.lower(),
            "params": asdict(change),
            "reason": reason,
            "by": by.pk,
            "notices": notices,
            "rule": [list(row) for row in judged.rule.as_numbers()] if judged.rule else [],
        },
    ]
    round_.draft_digest = _digest(tournament, round_, judged)
    round_.save(update_fields=["draft_changes", "draft_digest"])
    if round_.is_public:
        add_version(round_, by=by, at=timezone.now())
        pages.round_published(round_)
    return Done(
        {"round": round_.pk, "digest": round_.draft_digest, "notices": notices},
        before={str(table): list(before[table]) for table in touched},
        after={str(table): list(_numbers(pairings[table])) for table in touched},
    )


def _places(round_: Round) -> dict[int, Pairing]:
    """Tables by number, byes by `BYE` and less."""
    pairings = list(round_.pairings.prefetch_related(seats_and_players()).order_by("pk"))
    byes = [pairing for pairing in pairings if pairing.table is None]
    found = {pairing.table: pairing for pairing in pairings if pairing.table is not None}
    return found | {BYE - place: pairing for place, pairing in enumerate(byes)}


def _numbers(pairing: Pairing) -> tuple[int, ...]:
    """Entry numbers at a table, first before second; of the bye, the one."""
    seats = sorted(pairing.seats.all(), key=lambda seat: seat.colour)
    return tuple(seat.entry.number or 0 for seat in seats)


def _changed(seating: Seating, change: Change, round_: Round) -> Seating:
    match change:
        case Flip(table):
            if table <= BYE or table not in seating:
                raise Refusal("no-such-table", field="table", table=table, round=round_.number)
            return {**seating, table: seating[table][::-1]}
        case Swap(first, second):
            return _swapped(seating, first, second)
        case GiveBye(player):
            free = {numbers[0] for table, numbers in seating.items() if table <= BYE}
            if player in free:
                raise Refusal("has-bye-already", field="player", player=player)
            # A finalist who rests has no bye to give.
            free -= set(finalists(tournament_of(round_.section), round_.number))
            if not free:
                raise Refusal("bye-even", field="player", player=player)
            return _swapped(seating, player, max(free))


def _swapped(seating: Seating, first: int, second: int) -> Seating:
    if first == second:
        raise Refusal("same-player", field="second", player=first)
    places = {number: table for table, numbers in seating.items() for number in numbers}
    for field, number in (("first", first), ("second", second)):
        if number not in places:
            raise Refusal("not-seated", field=field, player=number)
    if places[first] == places[second]:
        raise Refusal("same-table", first=first, second=second, table=places[first])
    other = {first: second, second: first}
    return {
        table: tuple(other.get(number, number) for number in numbers) for table, numbers in seating.items()
    }


def _in_order(seating: Seating) -> list[int]:
    """The tables in the order in which the rule made them, whatever their numbers in the hall."""
    return [table for table in seating if table > BYE]


def _judge(tournament: Tournament, round_: Round, seating: Seating, *, free: set[int]) -> Judgement:
    """What the seating breaks, tables counted from 1 as the rule does. ``free``: tables whose colours the
    rule gives anew."""
    tables = [
        Table(seating[table][0], seating[table][1], colours_given=table not in free, table=place)
        for place, table in enumerate(_in_order(seating), 1)
    ]
    byes = [numbers[0] for table, numbers in seating.items() if table <= BYE]
    try:
        judged = judge_pairs(
            tournament,
            round_.number,
            tables,
            byes,
            allow_rematch=round_.allow_rematch,
        )
    except CannotPair as error:
        raise Refusal(str(error.code), **error.params) from None
    if not judged.possible:
        worst = next(notice for notice in judged.notices if notice.breaks_rule)
        raise Refusal(str(worst.code), **worst.params)
    return judged


def _write(
    round_: Round, pairings: dict[int, Pairing], seating: Seating, touched: Iterable[int], judged: Judgement
) -> list[dict[str, Any]]:
    """Seat the touched tables as judged; returns the notices about them and the round, as JSON."""
    touched = list(touched)
    Seat.objects.filter(pairing__in=[pairings[table] for table in touched]).delete()
    entries = {entry.number: entry for entry in round_.section.entries.filter(number__isnull=False)}
    said = [notice.as_json() for notice in judged.notices]
    in_order = _in_order(seating)
    by_table = {in_order[pair.table - 1]: pair for pair in judged.pairs}
    for table in touched:
        pairing = pairings[table]
        pairing.by_hand = True
        if table <= BYE:
            seats = [(seating[table][0], Seat.Colour.BYE)]
            pairing.reasons, pairing.notices = [], [notice.as_json() for notice in judged.notices]
        else:
            pair = by_table[table]
            seats = [(pair.first, Seat.Colour.FIRST), (pair.second, Seat.Colour.SECOND)]
            pairing.reasons = [why.as_json() for why in pair.reasons]
            pairing.notices = [notice.as_json() for notice in pair.notices]
            pairing.handicap = pair.handicap
            said += pairing.notices
        pairing.save(update_fields=["by_hand", "reasons", "notices", "handicap"])
        Seat.objects.bulk_create(
            Seat(round=round_, entry=entries[number], pairing=pairing, colour=colour)
            for number, colour in seats
        )
        pairings[table] = Pairing.objects.prefetch_related("seats__entry").get(pk=pairing.pk)
    return said


def _digest(tournament: Tournament, round_: Round, judged: Judgement) -> str:
    made = PairedRound(round_.number, round_.section.system, judged.pairs, bye=judged.bye, free=judged.free)
    rests_on = pairing_input(tournament, round_.number)
    return pairing_digest(rests_on, made, allow_rematch=round_.allow_rematch)

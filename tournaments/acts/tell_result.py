"""A player says how the own game ended. When both sides say the same it is the result; when they differ, a
referee decides.

Each side may put its own word right until the other has spoken; nobody sees what the other has said before
having said something. A result that the desk or a referee has reported stands over whatever players say. An
agreed result that a referee takes back is agreed upon anew, or not: what was said before counts no more.
"""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_round, refuse_while_closing, scope_of
from tournaments.acts.report_result import (
    after_report,
    check_fouls,
    check_replay,
    current_report,
    write_report,
)
from tournaments.models import Pairing, PlayerLink, PlayerReport, ResultReport, Round, Seat
from tournaments.pages.telling import tell_report
from tournaments.policy import Act, party_of, require
from tournaments.queries.matches import as_seated
from tournaments.queries.told import Told, outcome_of, told_of


def tell_result(*, by: PlayerLink, round_: Round, outcome: str, game: int = 1, once: str = "") -> Answer:
    """``outcome``: ``win``, ``draw`` or ``loss`` of the entry whose link ``by`` is, in ``game``. Saying again
    what one has said changes nothing. Answers ``{"table": n, "agreed": bool, "disputed": bool}``.

    Refusals: ``state``, ``unknown-result``, ``no-game-of-yours``, ``no-such-game``, ``result-stands``,
    ``both-told``, ``closing``, ``lost-by-fouls``.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        target, party = f"round:{round_.pk}", party_of(by)
        if earlier := journal.answered(by=None, party=party, once=once, act=Act.TELL_RESULT, target=target):
            return earlier
        require(Act.TELL_RESULT, by=by, scope=round_)
        refuse_while_closing(round_)
        if outcome not in PlayerReport.Outcome.values:
            raise Refusal("unknown-result", field="outcome", value=outcome)
        mine, theirs = _seats(round_, by)
        pairing = mine.pairing
        newest = current_report(pairing, game)
        if newest is not None and newest.value != ResultReport.Value.OPEN:
            raise Refusal("result-stands", table=pairing.table)
        check_replay(round_, pairing, game)
        earlier_word = PlayerReport.objects.filter(
            pairing=pairing, game=game, entry=mine.entry_id, opponent=theirs.entry_id, superseded_by=None
        ).first()
        told = told_of(pairing, game)
        first = mine.colour == Seat.Colour.FIRST
        is_new = outcome_of(told.first if first else told.second, mine.colour) != outcome
        if is_new:
            if told.both:
                raise Refusal("both-told", table=pairing.table)
            PlayerReport.objects.create(
                pairing=pairing,
                game=game,
                entry_id=mine.entry_id,
                opponent_id=theirs.entry_id,
                outcome=outcome,
                supersedes=earlier_word,
            )
        told = told_of(pairing, game)
        answer = _answer(pairing, told)
        journal.record(
            Act.TELL_RESULT,
            by=None,
            party=party,
            scope=scope_of(round_.section.event),
            target=target,
            before={"outcome": earlier_word.outcome} if earlier_word else None,
            after=_values(pairing, game) | {"outcome": outcome, "agreed": bool(told.agreed)},
            once=once,
            answer=answer,
        )
        # What a referee has taken back does not return because somebody taps once more.
        if told.agreed and (is_new or newest is None):
            value = as_seated(told.agreed, game)
            check_fouls(round_, pairing, game, value)
            report = write_report(pairing, game=game, value=value, by=None, supersedes=newest)
            tell_report(round_, report)
            after_report(round_, by=None)
        return answer


def _seats(round_: Round, link: PlayerLink) -> tuple[Seat, Seat]:
    """The seat of the link's entry and that of the opponent."""
    mine = round_.seats.select_related("pairing").filter(entry=link.entry_id).first()
    theirs = mine and mine.pairing.seats.exclude(pk=mine.pk).first()
    if mine is None or theirs is None:
        raise Refusal("no-game-of-yours", round=round_.number)
    mine.pairing.round = round_
    return mine, theirs


def _values(pairing: Pairing, game: int) -> Answer:
    return {"table": pairing.table} if game == 1 else {"table": pairing.table, "game": game}


def _answer(pairing: Pairing, told: Told) -> Answer:
    return {"table": pairing.table, "agreed": bool(told.agreed), "disputed": told.disputed}

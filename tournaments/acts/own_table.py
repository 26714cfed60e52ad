"""What players do at their own table, by the private link: take the seat, and say how the game ended.

When both sides say the same it is the result; when they differ, a referee decides. Each side may put its own
word right until the other has spoken; nobody sees what the other has said before having said something. A
result that the desk or a referee has reported stands over whatever players say. An agreed result that a
referee takes back is agreed upon anew, or not: what was said before counts no more. What both sides have
agreed on at the board, as by counting it, is what both have said (`agree_result`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import journal
from portal.policy import Conflict, Refusal
from tournaments.acts.common import Answer, refuse_while_closing, scope_of, target_of
from tournaments.acts.frame import NOT_CLOSING, ROUND, ActResult, act, no_change
from tournaments.acts.results import (
    Ending,
    after_report,
    check_draw,
    check_fouls,
    check_replay,
    last_report,
    write_result_report,
)
from tournaments.models import Pairing, PlayerLink, PlayerReport, ResultReport, Round, Seat, Section
from tournaments.pages.webhook_events import notify_result
from tournaments.policy import Act
from tournaments.queries.presence import seat_to_confirm
from tournaments.queries.private_link_scope import journal_party
from tournaments.queries.refereeing.player_reports import (
    REPORTABLE,
    ReportedResults,
    last_told,
    reported_board,
    reports_of,
    side_outcome,
)
from tournaments.queries.seats import table_at
from tournaments.queries.teams.matches import as_seated, match_at
from tournaments.state.causes import OF_PLAYERS, ResultCause, allows, article_for


class AtTable(TypedDict):
    table: int | None


class ResultTold(TypedDict):
    """``agreed``: whether both sides say the same; ``disputed``: whether they differ."""

    table: int | None
    agreed: bool
    disputed: bool


@act(on=ROUND, right=Act.TAKE_SEAT, done=_("player marked present"))
def take_seat(*, by: PlayerLink, round_: Round, once: str = "") -> ActResult[AtTable]:
    """Say that a player is at the table of a round that is played on line."""
    if not round_.section.online:
        raise Refusal("not-online")
    seat = seat_to_confirm(by.entry, round_)
    if seat is None:
        raise Refusal("no-game-of-yours", round=round_.number)
    answer: AtTable = {"table": seat.pairing.table}
    # The first word counts. It is a word and no proof: a referee who finds the seat empty corrects the
    # result.
    if seat.taken_at is not None:
        return no_change(answer)
    seat.taken_at = timezone.now()
    seat.save(update_fields=["taken_at"])
    return ActResult(answer, after={"table": seat.pairing.table})


@act(on=ROUND, right=Act.TELL_RESULT, refuse_while=NOT_CLOSING, done=_("result reported by a player"))
def tell_result(
    *,
    by: PlayerLink,
    round_: Round,
    outcome: str,
    opponent: int | None = None,
    game: int = 1,
    cause: str = "",
    once: str = "",
) -> ActResult[ResultTold]:
    """Report how the player's own game ended.

    ``outcome``: ``win``, ``draw`` or ``loss`` of the entry whose link ``by`` is; ``opponent``: the entry
    number that the page showed, None when it showed none; ``cause``: one of `OF_PLAYERS`."""
    return report_own_result(
        round_, *_table(round_, by), outcome=outcome, opponent=opponent, game=game, cause=cause
    )


@act(
    on=ROUND,
    right=Act.TELL_RESULT,
    refuse_while=NOT_CLOSING,
    done=_("report of a result taken back by a player"),
)
def withdraw_told(*, by: PlayerLink, round_: Round, game: int = 1, once: str = "") -> ActResult[ResultTold]:
    """A mistaken report is as if it had not been made, as long as the other side has said nothing."""
    pairing, mine, theirs = _table(round_, by)
    newest = last_report(pairing, game)
    if newest is not None and newest.value != ResultReport.Value.OPEN:
        raise Refusal("result-stands", table=pairing.table)
    reports = reports_of(pairing, game)
    if reports.both:
        raise Refusal("told-by-both")
    told_value = reports.first if mine.colour == Seat.Colour.FIRST else reports.second
    if not told_value:
        raise Refusal("nothing-told")
    _say(_last_words(pairing, game), game, mine, theirs, PlayerReport.Outcome.TAKEN_BACK)
    return ActResult(
        {"table": pairing.table, "agreed": False, "disputed": False},
        before={"outcome": side_outcome(told_value, mine.colour)},
        after=_values(pairing, game),
    )


@act(on=ROUND, right=Act.TELL_RESULT, logged_as="tell_result", refuse_while=NOT_CLOSING)
def agree_with_opponent(
    *, by: PlayerLink, round_: Round, outcome: str, game: int = 1, once: str = ""
) -> ActResult[ResultTold]:
    """Take over what the other side has said, which is the result; ``outcome``: of that, for ``by``."""
    pairing, mine, theirs = _table(round_, by)
    newest = last_report(pairing, game)
    if newest is not None and newest.value != ResultReport.Value.OPEN:
        raise Refusal("result-stands", table=pairing.table)
    check_replay(pairing, game)
    reports = reports_of(pairing, game)
    told_value = reports.second if mine.colour == Seat.Colour.FIRST else reports.first
    if not reports.both or not told_value:
        raise Refusal("nothing-told")
    # The other side may have put its word right since the page was shown.
    if side_outcome(told_value, mine.colour) != outcome:
        raise Conflict("told-otherwise")
    words = _last_words(pairing, game)
    earlier = words[mine.entry_id, theirs.entry_id][0]
    # Only the result was in dispute: the cause is the one that the other side has given.
    _say(words, game, mine, theirs, outcome, words[theirs.entry_id, mine.entry_id][0].cause)
    _settle(round_, pairing, game, reports_of(pairing, game))
    return ActResult(
        {"table": pairing.table, "agreed": True, "disputed": False},
        before={"outcome": earlier.outcome},
        after=_values(pairing, game) | {"outcome": outcome, "agreed": True},
    )


def report_own_result(
    round_: Round,
    pairing: Pairing,
    mine: Seat,
    theirs: Seat,
    *,
    outcome: str,
    opponent: int | None,
    game: int,
    cause: str = "",
) -> ActResult[ResultTold]:
    """The word of one side of a table, whoever says it: refusals as `tell_result`."""
    if outcome not in REPORTABLE:
        raise Refusal("unknown-result", field="outcome", value=outcome)
    board = reported_board(round_.section)
    if outcome == PlayerReport.Outcome.DRAW and not board.may_draw(
        round_.section, pairing.handicap, pairing.komi
    ):
        raise Refusal("draw-impossible", field="outcome")
    _check_cause(round_.section, outcome, cause)
    if opponent not in (None, theirs.entry.number):
        raise Conflict("opponent-changed", shown=[opponent], now=[theirs.entry.number])
    starts = round_.start_of(pairing.match)
    if starts is not None and timezone.now() < starts:
        zone = round_.section.event.time_zone
        raise Refusal("not-started", table=pairing.table, until=starts.isoformat(), zone=zone)
    newest = last_report(pairing, game)
    if newest is not None and newest.value != ResultReport.Value.OPEN:
        raise Refusal("result-stands", table=pairing.table)
    check_replay(pairing, game)
    words = _last_words(pairing, game)
    reports = reports_of(pairing, game)
    first = mine.colour == Seat.Colour.FIRST
    own_word, counts = words.get((mine.entry_id, theirs.entry_id), (None, False))
    is_new = side_outcome(reports.first if first else reports.second, mine.colour) != outcome
    adds_cause = bool(cause) and counts and own_word is not None and own_word.cause != cause
    if is_new or adds_cause:
        if reports.both:
            raise Refusal("both-told", table=pairing.table)
        _say(words, game, mine, theirs, outcome, cause)
        settled = as_seated(board.settled(pairing, game), game)
        against = settled and outcome != side_outcome(settled, mine.colour)
        if against and not (reports.second if first else reports.first):
            # The other side has said what both have agreed on: a referee decides.
            _say(words, game, theirs, mine, side_outcome(settled, theirs.colour))
        reports = reports_of(pairing, game)
    # What a referee has taken back does not return because somebody taps once more.
    if reports.agreed and (is_new or newest is None):
        _settle(round_, pairing, game, reports)
    earlier_word, _ = words.get((mine.entry_id, theirs.entry_id), (None, False))
    return ActResult(
        {"table": pairing.table, "agreed": bool(reports.agreed), "disputed": reports.disputed},
        before={"outcome": earlier_word.outcome} if earlier_word else None,
        after=_values(pairing, game) | {"outcome": outcome, "agreed": bool(reports.agreed)},
    )


def agree_result(
    *, by: PlayerLink, round_: Round, game: int, value: str, said_at: Mapping[int, datetime]
) -> None:
    """Settle what both players have agreed on at the board; ``value``: of the game itself.

    In the transaction of the caller, who has locked the round."""
    pairing, mine, theirs = _table(round_, by)
    # The table has its result already, or another game of it is played now.
    if match_at(round_.section, pairing)[1] != game:
        return
    if round_.state not in (Round.State.PUBLISHED, Round.State.PLAYING):
        return
    refuse_while_closing(round_)
    words = _last_words(pairing, game)
    current = {word.entry_id: word for word, counts in words.values() if counts}
    for seat, other in ((theirs, mine), (mine, theirs)):
        word = current.get(seat.entry_id)
        outcome = side_outcome(as_seated(value, game), seat.colour)
        # Who has reported something else since then still says that, and a referee decides.
        if word is None or (word.outcome != outcome and word.at < said_at[seat.entry_id]):
            _say(words, game, seat, other, outcome)
    reports = reports_of(pairing, game)
    journal.record(
        Act.TELL_RESULT,
        by=None,
        party=journal_party(by),
        scope=scope_of(round_.section.event),
        target=target_of(round_),
        after=_values(pairing, game)
        | {"outcome": side_outcome(as_seated(value, game), mine.colour), "agreed": bool(reports.agreed)},
    )
    if reports.agreed:
        _settle(round_, pairing, game, reports)


def _check_cause(section: Section, outcome: str, cause: str) -> None:
    if not cause:
        return
    if cause not in OF_PLAYERS:
        raise Refusal("unknown-cause", field="cause", value=cause)
    value = "1/2" if outcome == PlayerReport.Outcome.DRAW else "1-0"
    if not allows(ResultCause(cause), value, section.game):
        raise Refusal("cause-not-of-result", field="cause", cause=cause)


def _cause_of(round_: Round, pairing: Pairing, game: int) -> Ending:
    """How the game ended by what both have said: what one says and the other does not contradict."""
    causes = {word.cause for word, counts in _last_words(pairing, game).values() if counts and word.cause}
    if len(causes) != 1:
        return Ending()
    cause = causes.pop()
    return Ending(cause, article_for(ResultCause(cause), round_.section.rulebook, ""))


def _settle(round_: Round, pairing: Pairing, game: int, reports: ReportedResults) -> None:
    """What both say becomes the result."""
    value = as_seated(reports.agreed, game)
    check_draw(pairing, value)
    check_fouls(round_, pairing, game, value)
    report = write_result_report(
        pairing,
        game=game,
        value=value,
        by=None,
        ending=_cause_of(round_, pairing, game),
        supersedes=last_report(pairing, game),
    )
    notify_result(round_, report)
    after_report(round_, by=None)


# By who reports, and against whom: the report, and whether it counts.
Words = dict[tuple[int, int], tuple[PlayerReport, bool]]


def _last_words(pairing: Pairing, game: int) -> Words:
    """The ends of the chains of a game."""
    words = last_told([pairing])
    return {(word.entry_id, word.opponent_id): (word, counts) for word, counts in words if word.game == game}


def _say(  # noqa: PLR0917 - one row
    words: Words, game: int, mine: Seat, theirs: Seat, outcome: str, cause: str = ""
) -> None:
    PlayerReport.objects.create(
        pairing_id=mine.pairing_id,
        game=game,
        entry_id=mine.entry_id,
        opponent_id=theirs.entry_id,
        outcome=outcome,
        cause=cause,
        supersedes=words.get((mine.entry_id, theirs.entry_id), (None, False))[0],
    )


def _table(round_: Round, link: PlayerLink) -> tuple[Pairing, Seat, Seat]:
    """The table of the link's entry, the own seat and the opponent's."""
    pairing = table_at(round_, seats__entry=link.entry_id)
    if pairing is None:
        raise Refusal("no-game-of-yours", round=round_.number)
    mine, theirs = sorted(pairing.seated, key=lambda seat: seat.entry_id != link.entry_id)
    return pairing, mine, theirs


def _values(pairing: Pairing, game: int) -> Answer:
    return {"table": pairing.table} if game == 1 else {"table": pairing.table, "game": game}

"""Report the result of a table, or correct it with a reason.

A report is added, never changed: it supersedes the one that the person saw. Of two people who answer the
same sight of a table at the same moment, the second gets a `Conflict` with both values and decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_result, refuse_while_closing, scope_of
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Pairing, ResultReport, Round
from tournaments.pages.telling import tell_report
from tournaments.policy import Act, acts_of, require
from tournaments.queries.contests import upheld_since
from tournaments.queries.fouls import tallies
from tournaments.queries.matches import open_games
from tournaments.queries.told import told_of

FORFEITABLE = frozenset({ResultReport.Value.FIRST, ResultReport.Value.SECOND, ResultReport.Value.NONE})


def report_result(
    *,
    round_: Round,
    table: int,
    value: str,
    seen: int | None,
    by: User,
    seats: Sequence[int] | None = None,
    forfeit: bool = False,
    reason: str = "",
    game: int = 1,
    cause: str = "",
    contest: int | None = None,
    once: str = "",
) -> Answer:
    """``game``: 2, 3, … are the further games of a match, their colours exchanged in turn (R10); ``value`` is
    that of the game itself. ``seen``: id of the report that the person's screen showed, None when it showed
    none; ``seats``: the entry numbers of the two whom it showed there, None when it does not say;
    ``contest``: the `Contest.key` that it asked about. Reporting what already stands changes nothing.
    ``cause``: a `ResultReport.Cause`, where fouls or a claim have decided the game. Answers
    ``{"report": id, "table": n, "value": …, "forfeit": bool}``, with ``"game"`` beyond the first.

    Refusals: ``state``, ``no-such-table``, ``unknown-result``, ``draw-by-forfeit``, ``none-by-play``,
    ``reason-needed`` (a correction without one, or the decision of a dispute), ``closing``, ``no-such-game``,
    ``lost-by-fouls``, ``disputed`` (the players differ, and this is no referee); `Conflict`
    ``result-conflict`` with ``yours``, ``theirs``, ``by``, ``report``, ``contest-decided`` with the same:
    ``by`` has said meanwhile that the result stands, and ``seats-changed``.
    """
    with transaction.atomic():
        round_ = lock_result(round_)
        target = f"round:{round_.pk}"
        if earlier := journal.answered(by=by, once=once, act=Act.REPORT_RESULT, target=target):
            return earlier
        check_value(value, forfeit)
        pairing = find_table(round_, table)
        check_seats(pairing, seats)
        newest = current_report(pairing, game)
        current = None if newest is None or newest.value == ResultReport.Value.OPEN else newest
        act = Act.REPORT_RESULT if current is None or current.pk != seen else Act.CORRECT_RESULT
        require(act, by=by, scope=round_)
        refuse_while_closing(round_)
        if current and (current.value, current.forfeit) == (value, forfeit):
            return _answer(current, table)
        if current is not None and current.pk != seen:
            raise Conflict(
                "result-conflict",
                table=table,
                yours=value,
                theirs=current.value,
                by=str(current.by) if current.by else "",
                report=current.pk,
            )
        if current is not None and contest is not None:
            upheld = upheld_since(round_, table, game, contest)
            if upheld is not None:
                raise Conflict(
                    "contest-decided",
                    table=table,
                    yours=value,
                    theirs=current.value,
                    by=upheld,
                    report=current.pk,
                )
        if current is None and seen is not None:
            raise Refusal("no-such-report", table=table)
        if current is None and game > 1:
            check_replay(round_, pairing, game)
        disputed = current is None and told_of(pairing, game).disputed
        if disputed and Act.CORRECT_RESULT not in acts_of(by, round_.section.event):
            raise Refusal("disputed", table=table)
        if (current is not None or disputed) and not reason.strip():
            raise Refusal("reason-needed", field="reason")
        check_fouls(round_, pairing, game, value)
        report = write_report(
            pairing,
            game=game,
            value=value,
            forfeit=forfeit,
            cause=cause,
            supersedes=newest,
            reason=reason,
            by=by,
        )
        answer = _answer(report, table)
        journal.record(
            Act.REPORT_RESULT,
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            before=_values(current, table) if current else None,
            after=_values(report, table),
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        tell_report(round_, report)
        after_report(round_, by=by)
        return answer


def after_report(round_: Round, *, by: User | None) -> None:
    """What follows from a report, in its transaction: the round is being played, pages show it."""
    if round_.state == Round.State.PUBLISHED:
        round_.state = Round.State.PLAYING
        round_.save(update_fields=["state"])
    if round_.state == Round.State.CLOSED:
        ask_for_standings(round_.section, since=round_.number, by=by)
    pages.results_changed(round_)


def check_value(value: str, forfeit: bool) -> None:
    """Whether this can be the result of a game at all. Raises the `Refusal` that says why not."""
    if value not in ResultReport.Value.values or value == ResultReport.Value.OPEN:
        raise Refusal("unknown-result", field="value", value=value)
    if forfeit and value not in FORFEITABLE:
        raise Refusal("draw-by-forfeit", field="forfeit")
    if value == ResultReport.Value.NONE and not forfeit:
        raise Refusal("none-by-play", field="value")


def find_table(round_: Round, table: int) -> Pairing:
    pairing = round_.pairings.filter(table=table).first()
    if pairing is None:
        raise Refusal("no-such-table", field="table", table=table, round=round_.number)
    return pairing


def check_seats(pairing: Pairing, shown: Sequence[int] | None) -> None:
    """Whether those sit at the table who were ``shown`` there, the first side first; None: nobody was. Raises
    the `Conflict` ``seats-changed`` with the entry numbers that were ``shown``, and those of ``now``."""
    now = list(pairing.seats.order_by("colour").values_list("entry__number", flat=True))
    if shown is not None and list(shown) != now:
        raise Conflict("seats-changed", table=pairing.table, shown=list(shown), now=now)


def check_replay(round_: Round, pairing: Pairing, game: int) -> None:
    """Whether ``game`` is the one that this table's match needs next. Raises ``no-such-game``."""
    table = pairing.table or 0
    if open_games(round_).get(table) != (pairing.pk, game):
        raise Refusal("no-such-game", table=table, game=game)


def check_fouls(round_: Round, pairing: Pairing, game: int, value: str) -> None:
    """Who has too many fouls has lost, whatever was played. Raises ``lost-by-fouls``."""
    over = [tally for tally in tallies(round_.section, pairing, game) if tally.is_lost]
    if over and not any(tally.lost(value) for tally in over):
        raise Refusal("lost-by-fouls", field="value", player=over[0].entry.number, count=over[0].count)


def current_report(pairing: Pairing, game: int = 1) -> ResultReport | None:
    """The last report, also one that took a result back. A pairing and game have one chain, and a chain has
    one end."""
    return pairing.reports.filter(superseded_by__isnull=True, game=game).select_related("by").first()


def write_report(
    pairing: Pairing,
    *,
    game: int,
    value: str,
    by: User | None,
    forfeit: bool = False,
    cause: str = "",
    supersedes: ResultReport | None = None,
    reason: str = "",
) -> ResultReport:
    """The report itself, under the lock of its round. ``by`` None: both players say so."""
    try:
        with transaction.atomic():
            return ResultReport.objects.create(
                pairing=pairing,
                game=game,
                value=value,
                forfeit=forfeit,
                cause=cause,
                supersedes=supersedes,
                reason=reason.strip(),
                by=by,
            )
    except IntegrityError:
        # The lock of the round makes this impossible; the constraints answer should it ever be missing.
        winner = current_report(pairing, game)
        if winner is None:
            raise
        raise Conflict(
            "result-conflict",
            table=pairing.table,
            yours=value,
            theirs=winner.value,
            by=str(winner.by) if winner.by else "",
            report=winner.pk,
        ) from None


def _answer(report: ResultReport, table: int) -> Answer:
    return {"report": report.pk, **_values(report, table)}


def _values(report: ResultReport, table: int) -> Answer:
    values: Answer = {"table": table, "value": report.value, "forfeit": report.forfeit}
    return values | {"game": report.game} if report.game > 1 else values

"""Results of tables: reported, corrected with a reason, taken back, contested and upheld, lost by absence.

A report is added, never changed: it supersedes the one that the person saw. Of two people who answer the
same sight of a table at the same moment, the second gets a `Conflict` with both values; what was refused is
kept, and a referee decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.fields import Field
from portal.policy import Conflict, Refusal
from tournaments import pages
from tournaments.acts.arguments import GameNumber, TableNumber, WhyCorrected
from tournaments.acts.common import Answer, refuse_while_closing
from tournaments.acts.frame import NOT_CLOSING, RESULT, Done, act, preceding, unchanged
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Pairing, ResultReport, Round
from tournaments.pages.webhook_events import notify_result
from tournaments.policy import Act, acts_of, require
from tournaments.queries.contests import CONTEST, contest_at, upheld_since
from tournaments.queries.fouls import tallies
from tournaments.queries.matches import match_at
from tournaments.queries.player_reports import reports_of
from tournaments.queries.presence import is_due, silent_table
from tournaments.queries.progress import stand_of
from tournaments.queries.seats import table_at

FORFEITABLE = frozenset({ResultReport.Value.FIRST, ResultReport.Value.SECOND, ResultReport.Value.NONE})
ARTICLE = "Tiantian 2020, 3"
VALUES = [value for value in ResultReport.Value.values if value != ResultReport.Value.OPEN]
IF_ABSENT = {
    "first": ResultReport.Value.SECOND,
    "second": ResultReport.Value.FIRST,
    "both": ResultReport.Value.NONE,
}
"""The result where this side, or neither, is there."""


class Reported(TypedDict):
    report: int
    table: int
    value: Annotated[str, ResultReport.Value]
    forfeit: bool
    game: NotRequired[Annotated[int, _("Second and later games.")]]


class TakenBack(TypedDict):
    """``report``: the id of the one that says so."""

    report: int
    table: int


class Contested(TypedDict):
    """``contested``: whether somebody has to decide."""

    contested: bool


class Upheld(TypedDict):
    report: int


# By the tables of the act that it turns out to be: a first report, or a correction.
@act(on=RESULT, right=None, done=_("result"))
def report_result(
    *,
    round_: Round,
    table: TableNumber,
    value: Annotated[str, Field(choices=VALUES, help=_("In a match: the result of this game."))],
    forfeit: Annotated[bool, Field()] = False,
    game: GameNumber = 1,
    seen: Annotated[int | None, Field(help=_("The “report” you are correcting; null if there was none."))],
    seats: Annotated[
        Sequence[int] | None,
        Field(
            shortest=2,
            longest=2,
            item=Field(least=1),
            help=_(
                "Numbers of the two entries you saw there, the first side first; refused with 409 if "
                "other players are at the table now."
            ),
        ),
    ] = None,
    reason: WhyCorrected = "",
    by: User,
    cause: str = "",
    contest: int | None = None,
    once: str = "",
) -> Done[Reported]:
    """``game``: 2, 3, … are the further games of a match, their colours exchanged in turn (R10); ``value`` is
    that of the game itself. ``seen``: id of the report that the person's screen showed, None when it showed
    none; ``seats``: the entry numbers of the two whom it showed there, None when it does not say;
    ``contest``: the `Contest.key` that it asked about. Reporting what already stands changes nothing.
    ``cause``: a `ResultReport.Cause`, where fouls or a claim have decided the game.

    Refusals: ``state``, ``no-such-table``, ``unknown-result``, ``draw-by-forfeit``, ``none-by-play``,
    ``reason-needed`` (a correction without one, or the decision of a dispute), ``closing``, ``no-such-game``,
    ``lost-by-fouls``, ``disputed`` (the players differ, and this is no referee); `Conflict`
    ``result-conflict`` with ``yours``, ``theirs``, ``by``, ``report``, ``contest-decided`` with the same:
    ``by`` has said meanwhile that the result stands, and ``seats-changed``.
    """
    check_value(value, forfeit)
    pairing = find_table(round_, table)
    newest = last_report(pairing, game)
    current = None if newest is None or newest.value == ResultReport.Value.OPEN else newest
    corrects = current is not None and current.pk == seen
    require(Act.CORRECT_RESULT if corrects else Act.REPORT_RESULT, by=by, scope=round_)
    refuse_while_closing(round_)
    check_seats(pairing, seats)
    if current and (current.value, current.forfeit) == (value, forfeit):
        return unchanged(_reported(current, table))
    if current is not None and current.pk != seen:
        raise _conflict(current, table, value)
    if current is not None and contest is not None:
        upheld = upheld_since(round_, table, game, contest)
        if upheld is not None:
            raise _conflict(current, table, value, code="contest-decided", by=upheld)
    if current is None and seen is not None:
        raise Refusal("no-such-report", table=table)
    if current is None and game > 1:
        check_replay(pairing, game)
    disputed = current is None and reports_of(pairing, game).disputed
    if disputed and Act.CORRECT_RESULT not in acts_of(by, round_.section.event):
        raise Refusal("disputed", table=table)
    if (current is not None or disputed) and not reason:
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
    notify_result(round_, report)
    after_report(round_, by=by)
    before = _values(current, table) if current else None
    return Done(_reported(report, table), before=before, after=_values(report, table), reason=reason)


@act(on=RESULT, right=Act.CORRECT_RESULT, waits_for=NOT_CLOSING, needs_reason=True, done=_("result cleared"))
def take_back_result(
    *, round_: Round, table: int, seen: int | None, reason: str, by: User, game: int = 1, once: str = ""
) -> Done[TakenBack]:
    """The game has no result then, and goes on or is reported anew. ``seen``: id of the report that the
    person's screen showed.

    Refusals: ``state``, ``no-such-table``, ``no-such-report``, ``reason-needed``, ``closing``,
    ``result-needed`` (a closed round has all its results), ``lost-by-fouls``; `Conflict` ``result-conflict``.
    """
    if round_.state == Round.State.CLOSED:
        raise Refusal("result-needed", field="value", table=table)
    pairing = find_table(round_, table)
    current = last_report(pairing, game)
    if current is None or current.value == ResultReport.Value.OPEN:
        raise Refusal("no-such-report", table=table)
    if current.pk != seen:
        raise _conflict(current, table, "")
    check_fouls(round_, pairing, game, ResultReport.Value.OPEN)
    open_ = ResultReport.Value.OPEN
    report = write_report(pairing, game=game, value=open_, supersedes=current, reason=reason, by=by)
    notify_result(round_, report)
    pages.results_changed(round_)
    # As `report_result` tells it: a game is named beyond the first.
    place = {"table": table} if game == 1 else {"table": table, "game": game}
    before = {**place, "value": current.value, "forfeit": current.forfeit}
    return Done({"report": report.pk, "table": table}, before=before, after=place)


@preceding(report_result, right=Act.REPORT_RESULT)
def report_or_contest(**asked: Any) -> Reported:
    """`report_result`; a result that somebody else's stands against is kept for a decision. Raises what it
    raises."""
    try:
        return report_result(**asked)
    except Conflict as conflict:
        if conflict.code in ("result-conflict", "contest-decided"):
            names = ("round_", "table", "value", "by", "forfeit", "game")
            contest_result(**{name: asked[name] for name in names if name in asked})
        raise


@act(on=RESULT, right=Act.REPORT_RESULT, name=CONTEST, done=_("different result reported, not accepted"))
def contest_result(
    *, round_: Round, table: int, value: str, by: User, forfeit: bool = False, game: int = 1, once: str = ""
) -> Done[Contested]:
    """Keep in the journal what was reported against the result that stands. The same again, while it waits,
    is kept once.

    Refusals: ``state``, ``no-such-table``, ``unknown-result``, ``draw-by-forfeit``, ``none-by-play``.
    """
    check_value(value, forfeit)
    current = last_report(find_table(round_, table), game)
    if current is None or current.value == ResultReport.Value.OPEN:
        return unchanged({"contested": False})
    if (current.value, current.forfeit) == (value, forfeit):
        return unchanged({"contested": False})
    known = contest_at(round_, table, game)
    if known is not None and (known.by, known.value, known.forfeit) == (str(by), value, forfeit):
        return unchanged({"contested": True})
    place = {"table": table, "game": game}
    return Done(
        {"contested": True},
        before={**place, "value": current.value, "forfeit": current.forfeit},
        after={**place, "value": value, "forfeit": forfeit},
    )


@act(on=RESULT, right=Act.CORRECT_RESULT, done=_("result upheld"))
def uphold_result(
    *, round_: Round, table: int, seen: int, by: User, game: int = 1, reason: str = "", once: str = ""
) -> Done[Upheld]:
    """The result stands as it is, whatever else was reported. ``seen``: id of the report that the person saw.
    Refusals: ``state``, ``no-such-table``, ``no-such-report``; `Conflict` ``result-conflict``: another result
    stands since."""
    current = last_report(find_table(round_, table), game)
    if current is None or current.value == ResultReport.Value.OPEN:
        raise Refusal("no-such-report", table=table)
    if current.pk != seen:
        raise _conflict(current, table, "")
    after = {"table": table, "game": game, "value": current.value, "forfeit": current.forfeit}
    return Done({"report": current.pk}, after=after)


@act(
    on=RESULT,
    right=Act.REPORT_RESULT,
    journalled_as=Act.REPORT_RESULT,
    waits_for=NOT_CLOSING,
    shows=stand_of,
)
def forfeit_absent(
    *, round_: Round, table: int, absent: str, by: User, seen: str | None = None, once: str = ""
) -> Done[Reported]:
    """A player is not there ten minutes after the start and has lost (Tiantian 2020, 3); a person says so.
    It is never automatic: the site does not see the game, a player may sit there and have told nobody. What
    it does see must not speak against it. ``absent``: ``first``, ``second`` or ``both``. Reports the forfeit
    as `report_result` does.

    Refusals: those of `report_result`, and ``not-online``, ``too-early``, ``table-plays``, ``is-there``;
    `Conflict` ``round-changed``: ``seen`` is not the round's `stand_of` any more.
    """
    if absent not in IF_ABSENT:
        raise Refusal("unknown-result", field="absent", value=absent)
    if not round_.section.online:
        raise Refusal("not-online")
    if not is_due(round_):
        raise Refusal("too-early")
    waiting = silent_table(round_, table)
    if waiting is None:
        raise Refusal("table-plays", table=table)
    for side in (waiting.first, waiting.second):
        if side.taken_at and absent in (side.colour, "both"):
            raise Refusal("is-there", player=side.entry.number, table=table)
    return report_result.body(
        round_=round_, table=table, value=IF_ABSENT[absent], forfeit=True, seen=None, reason=ARTICLE, by=by
    )


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
    """As `table_at` loads it. Raises ``no-such-table``."""
    pairing = table_at(round_, table=table)
    if pairing is None:
        raise Refusal("no-such-table", field="table", table=table, round=round_.number)
    return pairing


def check_seats(pairing: Pairing, shown: Sequence[int] | None) -> None:
    """Whether those sit at the table who were ``shown`` there, the first side first; None: nobody was. Raises
    the `Conflict` ``seats-changed`` with the entry numbers that were ``shown``, and those of ``now``."""
    now = [seat.entry.number for seat in pairing.seats.all()]
    if shown is not None and list(shown) != now:
        raise Conflict("seats-changed", table=pairing.table, shown=list(shown), now=now)


def check_replay(pairing: Pairing, game: int) -> None:
    """Whether ``game`` is the one that the match of a loaded table needs next. Raises ``no-such-game``."""
    _, due, _ = match_at(pairing.round.section, pairing)
    if due != game:
        raise Refusal("no-such-game", table=pairing.table, game=game)


def check_fouls(round_: Round, pairing: Pairing, game: int, value: str) -> None:
    """Who has too many fouls has lost, whatever was played. Raises ``lost-by-fouls``."""
    over = [tally for tally in tallies(round_.section, pairing, game) if tally.is_lost]
    if over and not any(tally.lost(value) for tally in over):
        raise Refusal("lost-by-fouls", field="value", player=over[0].entry.number, count=over[0].count)


def last_report(pairing: Pairing, game: int) -> ResultReport | None:
    """`current_report` of a table that was loaded with its reports."""
    return next((report for report in pairing.last if report.game == game), None)


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
                reason=reason,
                by=by,
            )
    except IntegrityError:
        # The lock of the round makes this impossible; the constraints answer should it ever be missing.
        winner = current_report(pairing, game)
        if winner is None:
            raise
        raise _conflict(winner, pairing.table or 0, value) from None


def _conflict(
    standing: ResultReport, table: int, yours: str, *, code: str = "result-conflict", by: str | None = None
) -> Conflict:
    """``by``: where it is not who reported what stands."""
    return Conflict(
        code,
        table=table,
        yours=yours,
        theirs=standing.value,
        by=str(standing.by or "") if by is None else by,
        report=standing.pk,
    )


def _reported(report: ResultReport, table: int) -> Reported:
    answer: Reported = {
        "report": report.pk,
        "table": table,
        "value": report.value,
        "forfeit": report.forfeit,
    }
    if report.game > 1:
        answer["game"] = report.game
    return answer


def _values(report: ResultReport, table: int) -> Answer:
    """What the journal keeps of it."""
    return {name: value for name, value in _reported(report, table).items() if name != "report"}

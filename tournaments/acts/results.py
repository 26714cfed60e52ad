"""Results of tables: reported, corrected with a reason, taken back, undone.

A report is added, never changed: it supersedes the one that the person saw. Of two people who answer the
same sight of a table at the same moment, the second gets a `Conflict` with both values (`contests`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import GameNumber, TableNumber, WhyCorrected
from tournaments.acts.common import Answer, refuse_while_closing
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, act, no_change
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Pairing, ResultReport, Round, Section
from tournaments.pages.webhook_events import notify_result
from tournaments.policy import Act, acts_of, require
from tournaments.queries.adjourned import is_adjourned
from tournaments.queries.handicaps import handicap_by_rule
from tournaments.queries.refereeing.contests import upheld_since
from tournaments.queries.refereeing.fouls import tallies
from tournaments.queries.refereeing.player_reports import reports_of
from tournaments.queries.seats import table_at
from tournaments.queries.teams.matches import best_of, match_at
from tournaments.state.causes import (
    BOTH_LOST,
    CAUSES,
    HALF_LOST,
    MOST_MARGIN,
    ResultCause,
    allows,
    article_for,
    cause_outcome,
    is_article,
    is_known,
)
from tournaments.state.gotha.handicap import may_draw
from tournaments.state.tournament import RATED
from tournaments.wording.grounds import ground

FORFEITABLE = frozenset({ResultReport.Value.FIRST, ResultReport.Value.SECOND, ResultReport.Value.NONE})
# A slip of the finger: whoever entered a result may undo it for so long without a referee.
SLIP = timedelta(minutes=10)
VALUES = [value for value in ResultReport.Value.values if value != ResultReport.Value.OPEN]


CAUSE_KEYS = [str(cause) for cause in CAUSES]


class Reported(TypedDict):
    """``article``: of the cause; ``margin``: of a count, in quarters of a stone."""

    report: int
    table: int
    value: Annotated[str, ResultReport.Value]
    forfeit: bool
    game: NotRequired[Annotated[int, _("Second and later games.")]]
    cause: NotRequired[Annotated[str, _("How the game ended, where it was said.")]]
    article: NotRequired[str]
    margin: NotRequired[int]
    rated: NotRequired[Annotated[str, _("What it counts as for ratings alone, where that is not the value.")]]


class TakenBack(TypedDict):
    """``report``: the id of the one that says so."""

    report: int
    table: int


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
    confirmed: Annotated[
        bool,
        Field(
            help=_(
                "Whether the game was played with its handicap, where the rule gives another one; a first "
                "result is refused there without it."
            )
        ),
    ] = False,
    ends_adjourned: Annotated[
        bool | None,
        Field(
            help=_(
                "Whether the adjourned game of this table has ended; as long as it is not resumed, a result "
                "is refused without this."
            )
        ),
    ] = None,
    cause: Annotated[
        str, Field(choices=CAUSE_KEYS, help=_("How the game ended; empty for ordinary play."))
    ] = "",
    article: Annotated[
        str, Field(longest=20, help=_("Of the section's rulebook; filled in where there is only one."))
    ] = "",
    margin: Annotated[
        int | None,
        Field(least=1, most=MOST_MARGIN, help=_("Of a count: quarters of a stone above the line.")),
    ] = None,
    rating_only: Annotated[
        bool,
        Field(
            help=_(
                "Whether the correction counts for ratings alone, once the round is closed: standings and "
                "pairings keep the result that stands."
            )
        ),
    ] = False,
    by: User,
    claim: str = "",
    contest: int | None = None,
    once: str = "",
) -> ActResult[Reported]:
    """Report a result, or correct the one that the person saw.

    ``game``: 2, 3, … are the further games of a match, their colours exchanged in turn (R10); ``value`` is
    that of the game itself. ``seen``: id of the report that the person's screen showed, None when it showed
    none; ``seats``: the entry numbers of the two whom it showed there; ``contest``: the `Contest.key` that it
    asked about. ``ends_adjourned``: None where that is no question. ``claim``: what was claimed, where that
    decides."""
    ending = check_cause(round_.section, value, forfeit, cause, article, margin, confirmed=confirmed)
    pairing = find_table(round_, table)
    newest = last_report(pairing, game)
    current = None if newest is None or newest.value == ResultReport.Value.OPEN else newest
    stands = current is not None and (current.value, current.forfeit) == (value, forfeit)
    # What ended the game is added to a result; another cause than the one that stands corrects it.
    completes = (
        stands
        and current is not None
        and not current.cause
        and bool(cause)
        and round_.state != Round.State.CLOSED
    )
    corrects = current is not None and current.pk == seen and not completes
    # An adjourned game is finished, perhaps after its round was closed.
    late = current is None and pairing.adjourned and round_.state == Round.State.CLOSED
    # Whoever entered it a moment ago puts it right as freely as `undo_result` takes it back.
    slip = corrects and is_own_slip(current, by) and round_.state != Round.State.CLOSED
    asks_referee = (corrects and not slip) or late
    require(Act.CORRECT_RESULT if asks_referee else Act.REPORT_RESULT, by=by, scope=round_)
    refuse_while_closing(round_)
    check_seats(pairing, seats)
    if rating_only:
        return _rate_otherwise(round_, current, value, forfeit=forfeit, table=table, reason=reason, by=by)
    # Reporting what already stands changes nothing.
    if current is not None and stands and (not cause or _ending(current) == ending):
        return no_change(_reported(current, table))
    if current is not None and current.pk != seen and not completes:
        raise conflict_with(current, table, value)
    if current is not None and contest is not None:
        upheld = upheld_since(round_, table, game, contest)
        if upheld is not None:
            raise conflict_with(current, table, value, code="contest-decided", by=upheld)
    if current is None and seen is not None:
        raise Refusal("no-such-report", table=table)
    if current is None and game > 1:
        check_replay(pairing, game)
    disputed = current is None and reports_of(pairing, game).disputed
    if disputed and Act.CORRECT_RESULT not in acts_of(by, round_.section.event):
        raise Refusal("disputed", table=table)
    reason = reason or (ground("slip") if slip else "")
    if ((current is not None and not completes) or disputed) and not reason:
        raise Refusal("reason-needed", field="reason")
    check_draw(pairing, value)
    # Who decides with a reason, or because of fouls or a claim, has looked at the game.
    if not (forfeit or reason or cause or confirmed):
        check_handicap(round_, pairing)
    # A stray key is no result: nobody plays at a table whose game is adjourned. None: nobody is asked.
    if current is None and ends_adjourned is False and not reason and is_adjourned(pairing):
        raise Refusal("result-adjourned", table=table)
    if current is None and ends_adjourned is not None and not (reason or forfeit or pairing.adjourned):
        check_begun(pairing)
    check_fouls(round_, pairing, game, value)
    report = write_result_report(
        pairing,
        game=game,
        value=value,
        forfeit=forfeit,
        ending=ending._replace(claim=claim),
        supersedes=newest,
        reason=reason,
        by=by,
    )
    notify_result(round_, report)
    after_report(round_, by=by)
    before = _values(current, table) if current else None
    return ActResult(_reported(report, table), before=before, after=_values(report, table), reason=reason)


def _rate_otherwise(
    round_: Round,
    current: ResultReport | None,
    value: str,
    *,
    forfeit: bool,
    table: int,
    reason: str,
    by: User,
) -> ActResult[Reported]:
    """Correct what a game counts as for ratings; standings and pairings keep its result."""
    if round_.state != Round.State.CLOSED:
        raise Refusal("rating-only-closed", field="rating_only", table=table)
    # In a closed round nobody may do more than correct the report that stands, or finish an adjourned game.
    if current is None:
        raise Refusal("no-such-report", table=table)
    if forfeit or current.forfeit or value not in RATED:
        raise Refusal("rating-only-played", field="rating_only", table=table)
    rated = "" if value == current.value else value
    if rated == current.detail.get("rated", ""):
        return no_change(_reported(current, table))
    if not reason:
        raise Refusal("reason-needed", field="reason")
    report = write_result_report(
        current.pairing,
        game=current.game,
        value=current.value,
        ending=_ending(current)._replace(rated=rated),
        supersedes=current,
        reason=reason,
        by=by,
    )
    notify_result(round_, report)
    pages.results_changed(round_)
    return ActResult(
        _reported(report, table),
        before=_values(current, table),
        after=_values(report, table),
        reason=reason,
    )


@act(
    on=RESULT, right=Act.CORRECT_RESULT, refuse_while=NOT_CLOSING, needs_reason=True, done=_("result cleared")
)
def take_back_result(
    *,
    round_: Round,
    table: Annotated[int, Field(least=1)],
    seen: Annotated[int | None, Field()],
    reason: Annotated[str, Field(longest=200)],
    by: User,
    game: Annotated[int, Field(least=1)] = 1,
    once: str = "",
) -> ActResult[TakenBack]:
    """Take a result back; ``seen``: id of the report that the person's screen showed."""
    if round_.state == Round.State.CLOSED:
        raise Refusal("result-needed", field="value", table=table)
    pairing = find_table(round_, table)
    current = last_report(pairing, game)
    if current is None or current.value == ResultReport.Value.OPEN:
        raise Refusal("no-such-report", table=table)
    if current.pk != seen:
        raise conflict_with(current, table, "")
    # The game goes on or is reported anew, unless fouls have lost it.
    check_fouls(round_, pairing, game, ResultReport.Value.OPEN)
    no_result = ResultReport.Value.OPEN
    report = write_result_report(
        pairing, game=game, value=no_result, supersedes=current, reason=reason, by=by
    )
    notify_result(round_, report)
    pages.results_changed(round_)
    # As `report_result` tells it: a game is named beyond the first.
    place = {"table": table} if game == 1 else {"table": table, "game": game}
    before = {**_values(current, table), **place}
    return ActResult({"report": report.pk, "table": table}, before=before, after=place)


@act(on=RESULT, right=Act.REPORT_RESULT, logged_as="take_back_result", refuse_while=NOT_CLOSING)
def undo_result(
    *,
    round_: Round,
    table: TableNumber,
    seen: Annotated[int, Field(least=1)],
    by: User,
    game: GameNumber = 1,
    once: str = "",
) -> ActResult[TakenBack]:
    """Undo a first result that one has entered oneself a moment ago, without a reason."""
    current = last_report(find_table(round_, table), game)
    if current is not None and current.pk == seen and not is_own_slip(current, by):
        raise Refusal("not-own-slip", table=table, by=str(current.by or ""))
    reason = ground("slip")
    done: ActResult[TakenBack] = take_back_result.body(
        round_=round_, table=table, seen=seen, game=game, reason=reason, by=by
    )
    return replace(done, reason=reason)


def is_own_slip(report: ResultReport | None, by: User) -> bool:
    """Whether `undo_result` is for ``by`` and this report in force: a first one, entered by hand just now."""
    if report is None:
        return False
    by_hand = report.cause not in (ResultCause.FOULS, ResultCause.CLAIM) and "claim" not in report.detail
    is_first = report.reason in ("", ground("early")) and by_hand
    return is_first and report.by_id == by.pk and timezone.now() - report.at <= SLIP


def after_report(round_: Round, *, by: User | None) -> None:
    """What follows from a report, in its transaction: the round is being played, pages show it."""
    if round_.state == Round.State.PUBLISHED:
        round_.state = Round.State.PLAYING
        round_.save(update_fields=["state"])
        pages.play_begun(round_)
    if round_.state == Round.State.CLOSED:
        ask_for_standings(round_.section, since=round_.number, by=by)
    pages.results_changed(round_)


class Ending(NamedTuple):
    """How a game came to its result, as a report keeps it."""

    cause: str = ""
    article: str = ""
    margin: int | None = None
    claim: str = ""
    rated: str = ""

    @property
    def detail(self) -> dict[str, Any]:
        facts = {"margin": self.margin, "claim": self.claim, "rated": self.rated}
        return {key: value for key, value in facts.items() if value}


BY_PLAY = Ending()


def _ending(report: ResultReport) -> Ending:
    detail = report.detail
    return Ending(
        report.cause,
        report.article,
        detail.get("margin"),
        detail.get("claim", ""),
        detail.get("rated", ""),
    )


def check_cause(  # noqa: PLR0917 - what a report says
    section: Section,
    value: str,
    forfeit: bool,
    cause: str,
    article: str = "",
    margin: int | None = None,
    *,
    confirmed: bool = False,
) -> Ending:
    """Check how the game ended, and fill in the article."""
    check_value(value, forfeit, cause)
    if cause and cause not in CAUSES:
        raise Refusal("unknown-cause", field="cause", value=cause)
    of_result = ResultCause(cause)
    if cause and not allows(of_result, cause_outcome(value, forfeit), section.game):
        raise Refusal("cause-not-of-result", field="cause", cause=cause)
    if not confirmed and not is_known(of_result, section.rulebook):
        raise Refusal("cause-not-in-rulebook", field="cause", cause=cause)
    if article and not cause:
        raise Refusal("article-without-cause", field="article")
    if article and not is_article(article):
        raise Refusal("unreadable-article", field="article", text=article)
    if margin is not None and of_result is not ResultCause.COUNT:
        raise Refusal("margin-without-count", field="margin")
    # Where only one article fits, nobody has to look it up.
    return Ending(cause, article_for(of_result, section.rulebook, article), margin)


def check_value(value: str, forfeit: bool, cause: str = "") -> None:
    """Whether this can be the result of a game at all. Raises the `Refusal` that says why not."""
    if value not in ResultReport.Value.values or value == ResultReport.Value.OPEN:
        raise Refusal("unknown-result", field="value", value=value)
    if forfeit and value not in FORFEITABLE:
        raise Refusal("draw-by-forfeit", field="forfeit")
    if value in BOTH_LOST and not forfeit and not cause:
        raise Refusal("none-by-play", field="value")
    if value in HALF_LOST and not cause:
        raise Refusal("half-by-play", field="value")


def check_draw(pairing: Pairing, value: str) -> None:
    """With half a point of komi nobody draws; who goes on from a match has won it. Raises
    ``draw-with-handicap``, ``half-in-match``."""
    round_, section = pairing.round, pairing.round.section
    numbers = [seat.entry.number or 0 for seat in pairing.seated]
    if value in HALF_LOST and best_of(section, round_.number, numbers) is not None:
        raise Refusal("half-in-match", field="value", table=pairing.table or 0)
    if value == ResultReport.Value.DRAW and not may_draw(pairing.handicap, pairing.komi):
        raise Refusal("draw-with-handicap", field="value", table=pairing.table or 0, komi=pairing.komi)


def check_handicap(round_: Round, pairing: Pairing) -> None:
    """Refuse a game with another handicap than the rule's until somebody says that it was played so."""
    rule = handicap_by_rule(round_, pairing)
    if rule is not None and rule != pairing.handicap:
        table = pairing.table or 0
        raise Refusal(
            "handicap-differs",
            field="confirmed",
            table=table,
            handicap=pairing.handicap,
            komi=pairing.komi,
            rule=rule,
        )


def check_begun(pairing: Pairing) -> None:
    """Refuse a result while the start of the match, else of its round, lies ahead and nothing was played.

    Raises ``result-early``; a reason lets it in."""
    round_, match = pairing.round, pairing.match
    own_start = match.starts_at if match else None
    start = own_start or round_.starts_at
    if start is None or start <= timezone.now():
        return
    tables = (
        Pairing.objects.filter(match=match) if own_start else round_.pairings.filter(match__starts_at=None)
    )
    # Who has given a reason for one result has said that play has begun: the next are as any other.
    played = ResultReport.objects.in_force().filter(pairing__in=tables, forfeit=False)
    if not played.exists():
        raise Refusal(
            "result-early",
            table=pairing.table or 0,
            begins=start.isoformat(),
            zone=round_.section.event.time_zone,
        )


def find_table(round_: Round, table: int) -> Pairing:
    """As `table_at` loads it. Raises ``no-such-table``."""
    pairing = table_at(round_, table=table)
    if pairing is None:
        raise Refusal("no-such-table", field="table", table=table, round=round_.number)
    return pairing


def check_seats(pairing: Pairing, seated_before: Sequence[int] | None) -> None:
    """Check that those sit at the table who were ``seated_before`` there, the first side first; None: not
    shown.

    Raises the `Conflict` ``seats-changed`` with the entry numbers that were ``shown``, and those of
    ``now``."""
    now = [seat.entry.number for seat in pairing.seated]
    if seated_before is not None and list(seated_before) != now:
        raise Conflict("seats-changed", table=pairing.table, shown=list(seated_before), now=now)


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
    """Return the last report, also one that took a result back."""
    # A pairing and game have one chain of reports, and a chain has one end.
    return pairing.reports.filter(superseded_by__isnull=True, game=game).select_related("by").first()


def write_result_report(
    pairing: Pairing,
    *,
    game: int,
    value: str,
    by: User | None,
    forfeit: bool = False,
    ending: Ending = BY_PLAY,
    supersedes: ResultReport | None = None,
    reason: str = "",
) -> ResultReport:
    """Write a report under the lock of its round; ``by`` None: both players say so."""
    # Without the lock the constraints would let one of two at once through.
    return ResultReport.objects.create(
        pairing=pairing,
        game=game,
        value=value,
        forfeit=forfeit,
        cause=ending.cause,
        article=ending.article,
        detail=ending.detail,
        supersedes=supersedes,
        reason=reason,
        by=by,
    )


def conflict_with(
    standing: ResultReport, table: int, yours: str, *, code: str = "result-conflict", by: str | None = None
) -> Conflict:
    """``by``: where it is not who reported what stands."""
    return Conflict(
        code,
        table=table,
        yours=yours,
        theirs=standing.value,
        forfeit=standing.forfeit,
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
    if report.cause:
        answer["cause"] = report.cause
    if report.article:
        answer["article"] = report.article
    if "margin" in report.detail:
        answer["margin"] = report.detail["margin"]
    if "rated" in report.detail:
        answer["rated"] = report.detail["rated"]
    return answer


def _values(report: ResultReport, table: int) -> Answer:
    """What the journal keeps of it."""
    return {name: value for name, value in _reported(report, table).items() if name != "report"}

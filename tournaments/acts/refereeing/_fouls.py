"""What the acts of the foul register share: a row of a chain, and the result that follows from the count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments import pages
from tournaments.acts.common import Answer
from tournaments.acts.results import current_report, report_result, take_back_result
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Foul, ResultReport, Round
from tournaments.queries.refereeing.fouls import Tally, tallies
from tournaments.state.causes import ResultCause

# The ruling that a foul follows from, in the facts by which the journal names it.
Ruling = Mapping[str, str | int]

Rests = Callable[[ResultReport], bool]
_resting: list[Rests] = []

_COPIED = ("pairing", "entry", "game", "kind", "offence", "article", "ply", "penalty")


def register_rests(rests: Rests) -> None:
    """Have ``rests`` asked whether a result had its ground in a foul that was withdrawn."""
    # Called in `AppConfig.ready()`, which may run twice.
    if rests not in _resting:
        _resting.append(rests)


def newest_foul(foul: Foul) -> Foul:
    """Return the foul, fresh, if it is still the last word; the `Conflict` says what is."""
    later = Foul.objects.filter(supersedes=foul).select_related("logged_by").first()
    if later is not None:
        by = str(later.logged_by) if later.logged_by else ""
        raise Conflict("foul-changed", status=later.status, by=by, foul=later.pk)
    return Foul.objects.select_related("pairing", "entry").get(pk=foul.pk)


def follow(foul: Foul, *, status: str, reason: str, by: User) -> Foul:
    """The next row of the foul's chain."""
    copied = {name: getattr(foul, name) for name in _COPIED}
    return Foul.objects.create(**copied, status=status, reason=reason, logged_by=by, supersedes=foul)


def tally_of(round_: Round, foul: Foul) -> Tally:
    """What the player of the foul has in its game."""
    players = tallies(round_.section, foul.pairing, foul.game)
    return next(tally for tally in players if tally.entry.pk == foul.entry_id)


def settle_result(round_: Round, foul: Foul, *, by: User, reason: str, value: str = "") -> None:
    """Bring the result in line with the count after ``foul`` was confirmed or withdrawn.

    ``value``: what the result is after a withdrawal where none was reported before. Raises what
    `report_result` raises, and ``result-needed``."""
    players = tallies(round_.section, foul.pairing, foul.game)
    newest_report = current_report(foul.pairing, foul.game)
    standing = (
        None if newest_report is None or newest_report.value == ResultReport.Value.OPEN else newest_report
    )
    arguments: dict[str, Any] = {
        "round_": round_,
        "table": foul.pairing.table or 0,
        "game": foul.game,
        "seen": standing.pk if standing else None,
        "reason": reason,
        "by": by,
    }
    over = sorted(
        # The player of this foul first: both may have lost by fouls.
        (player_tally for player_tally in players if player_tally.is_lost),
        key=lambda player_tally: player_tally.entry.pk != foul.entry_id,
    )
    if over:
        value = over[0].loss
        none_wins = value == ResultReport.Value.NONE
        if standing is None or not (all if none_wins else any)(
            player_tally.lost(standing.value) for player_tally in over
        ):
            report_result(**arguments, value=value, forfeit=none_wins, cause=ResultCause.FOULS)
    elif standing is not None and _is_groundless(standing):
        before = _before(standing)
        if before is not None and before.value != ResultReport.Value.OPEN:
            report_result(
                **arguments,
                value=before.value,
                forfeit=before.forfeit,
                cause=before.cause,
                article=before.article,
                margin=before.detail.get("margin"),
                claim=before.detail.get("claim", ""),
                # The rulebook may have been changed since it was said.
                confirmed=True,
            )
        elif value:
            report_result(**arguments, value=value)
        elif round_.state == Round.State.CLOSED:
            raise Refusal("result-needed", field="value", table=foul.pairing.table)
        else:
            take_back_result(**arguments)
    if round_.state == Round.State.CLOSED:
        ask_for_standings(round_.section, since=round_.number, by=by)
    pages.results_changed(round_)


def _is_groundless(report: ResultReport) -> bool:
    """Tell whether nothing is left of what decided a result that fouls decide no longer."""
    # The fouls that lost the game, or what an app knows to rest on them.
    return report.cause == ResultCause.FOULS or any(rests(report) for rests in _resting)


def _before(report: ResultReport) -> ResultReport | None:
    """The last report of the chain before this one that fouls did not decide."""
    previous: ResultReport | None = report.supersedes
    while previous is not None and previous.cause == ResultCause.FOULS:
        previous = previous.supersedes
    return previous


def foul_facts(foul: Foul, table: int | None, count: int, ruling: Ruling | None = None) -> Answer:
    """What the journal keeps of a foul: numbers, never names. ``ruling``: what it follows from."""
    answer: Answer = {
        "table": table,
        "player": foul.entry.number,
        "kind": foul.kind,
        "offence": foul.offence,
        "article": foul.article,
        "ply": foul.ply,
        "foul": foul.status,
        "fouls": count,
    }
    if foul.game > 1:
        answer["game"] = foul.game
    answer |= ruling or {}
    return {key: value for key, value in answer.items() if value not in ("", None)}

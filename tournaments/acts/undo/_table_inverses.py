"""Which act at a table undoes which: the part of the table of `_inverses` that is about results, adjourned
games, handicaps and fouls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tournaments.acts.adjourning import withdraw_adjournment
from tournaments.acts.fouls import withdraw_foul
from tournaments.acts.handicaps import change_handicap
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.undo._shapes import (
    Shape,
    fits,
    is_flag,
    is_game,
    is_maybe,
    is_number,
    is_one_of,
)
from tournaments.acts.undo._undo import Inverse, Undo
from tournaments.models import Foul, ResultReport, Seat
from tournaments.policy import Act


def _report_result(undo: Undo) -> Mapping[str, object]:
    """A correction brings the value before it back, a first report is taken back."""
    place = {
        "round_": undo.round(),
        "table": undo.after["table"],
        "game": undo.after.get("game") or 1,
        "seen": undo.answered("report"),
        "reason": undo.reason,
    }
    if not undo.before:
        return take_back_result(**place, **undo.signed)
    if not fits(undo.before, _RESULT):
        raise Refusal("undo-untold")
    return report_result(value=undo.before["value"], forfeit=undo.before["forfeit"], **place, **undo.signed)


def _tell_result(undo: Undo) -> Mapping[str, object]:
    """What both players have said, as long as that is what stands: not what they have agreed on since, nor
    what others have who sit at that table now."""
    return _told(undo, pairing__seats__entry=undo.link_owner())


def _tell_board(undo: Undo) -> Mapping[str, object]:
    """The same where a captain has said it."""
    return _told(undo, pairing__seats__entry__team=undo.after["team"])


def _told(undo: Undo, **whose: int) -> Mapping[str, object]:
    round_, table, game = undo.round(), undo.after["table"], undo.after.get("game") or 1
    undo.stands(undo.after["agreed"])
    since = JournalEntry.objects.filter(
        target=undo.entry.target,
        act__in=(Act.TELL_RESULT, Act.TELL_BOARD, Act.REPORT_RESULT, "take_back_result"),
        after__table=table,
        pk__gt=undo.entry.pk,
    )
    later = [line.after for line in since if line.after and (line.after.get("game") or 1) == game]
    undo.stands(all(after.get("agreed") is False for after in later))
    standing = ResultReport.objects.in_force().filter(
        **whose, pairing__round=round_, pairing__table=table, game=game, by=None
    )
    report = undo.existing(standing.first())
    return take_back_result(
        round_=round_, table=table, game=game, seen=report.pk, reason=undo.reason, **undo.signed
    )


def _take_back_result(undo: Undo) -> Mapping[str, object]:
    return report_result(
        round_=undo.round(),
        table=undo.before["table"],
        value=undo.before["value"],
        forfeit=undo.before["forfeit"],
        game=undo.before.get("game") or 1,
        seen=None,
        reason=undo.reason,
        **undo.signed,
    )


def _adjourn_game(undo: Undo) -> Mapping[str, object]:
    # Of a game that was adjourned before, what was noted then is not kept.
    undo.stands("adjourned" not in undo.before)
    return withdraw_adjournment(round_=undo.round(), table=undo.after["table"], **undo.signed)


def _change_handicap(undo: Undo) -> Mapping[str, object]:
    after, wanted = undo.after, dict[str, Any]((name, undo.before.get(name)) for name in _GIVEN)
    seats = Seat.objects.filter(
        round=undo.round(),
        pairing__table=after["table"],
        pairing__handicap=after["handicap"],
        pairing__komi=after.get("komi"),
        entry__number=after["black"],
        colour=Seat.Colour.FIRST,
    )
    undo.stands(seats.exists() and wanted["table"] == after["table"])
    return change_handicap(round_=undo.round(), **wanted, reason=undo.reason, **undo.signed)


def _log_foul(undo: Undo) -> Mapping[str, object]:
    fouls = Foul.objects.filter(pairing__round=undo.round())
    fouls = fouls.select_related("pairing__round__section__event")
    foul = undo.existing(fouls.filter(pk=undo.answered("foul")).first())
    return withdraw_foul(foul=foul, reason=undo.reason, **undo.signed)


_PLACE: Shape = {"table": is_number, "game": is_game}
_GIVEN: Shape = {"table": is_number, "handicap": is_number, "black": is_number, "komi": is_maybe(is_number)}
_RESULT: Shape = {"value": is_one_of(ResultReport.Value.values), "forfeit": is_flag}
TABLE_INVERSES: Mapping[str, Inverse] = {
    Act.REPORT_RESULT: Inverse(Act.CORRECT_RESULT, _report_result, after=_PLACE),
    Act.TELL_RESULT: Inverse(Act.CORRECT_RESULT, _tell_result, after={**_PLACE, "agreed": is_flag}),
    Act.TELL_BOARD: Inverse(
        Act.CORRECT_RESULT, _tell_board, after={**_PLACE, "agreed": is_flag, "team": is_number}
    ),
    "take_back_result": Inverse(Act.REPORT_RESULT, _take_back_result, {**_PLACE, **_RESULT}),
    "change_handicap": Inverse(Act.ADJUST_ROUND, _change_handicap, _GIVEN, _GIVEN),
    Act.ADJOURN_GAME: Inverse(Act.ADJOURN_GAME, _adjourn_game, after={"table": is_number}),
    Act.LOG_FOUL: Inverse(Act.WITHDRAW_FOUL, _log_foul),
}

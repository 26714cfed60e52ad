"""Note what clocks of a game showed; a reading is added, never changed, and the newest of a game counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import GameNumber, TableNumber
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, act, no_change
from tournaments.acts.results import find_table
from tournaments.models import ClockReading, Pairing, Round
from tournaments.policy import Act
from tournaments.queries.clocks import last_reading
from tournaments.state.clocks import MOST_TEXT, ClockTextError, OvertimeLeft, parse_clock

MOST_PLY = 10_000
Clock = Annotated[str, Field(longest=MOST_TEXT, help=_("Time left, such as 12:40 or 1:02:11."))]
InOvertime = Annotated[
    str,
    Field(
        longest=MOST_TEXT,
        help=_("Overtime left: periods of byo-yomi such as 3 × 30 s, or moves to go such as 15 / 25."),
    ),
]


class ClocksNoted(TypedDict):
    """Seconds of the sides of that game; null where nobody looked."""

    table: int
    game: int
    first: int | None
    second: int | None


class Clocks(NamedTuple):
    """As they were typed."""

    first: str = ""
    second: str = ""
    overtime_first: str = ""
    overtime_second: str = ""


@act(on=RESULT, right=Act.REPORT_RESULT, refuse_while=NOT_CLOSING, done=_("clocks noted"))
def note_clocks(
    *,
    round_: Round,
    table: TableNumber,
    first_clock: Clock = "",
    second_clock: Clock = "",
    first_overtime: InOvertime = "",
    second_overtime: InOvertime = "",
    game: GameNumber = 1,
    ply: Annotated[int | None, Field(least=0, most=MOST_PLY, help=_("After which they stood so."))] = None,
    why: Annotated[str, Field(choices=ClockReading.Why.values)] = str(ClockReading.Why.RULING),
    by: User,
    once: str = "",
) -> ActResult[ClocksNoted]:
    """``first_clock``: of who moves first in that game. What already stands is not noted again."""
    pairing = find_table(round_, table)
    typed = Clocks(first_clock, second_clock, first_overtime, second_overtime)
    values = clock_values(typed)
    if not values:
        raise Refusal("clocks-needed", field="first_clock")
    before = last_reading(pairing, game)
    if before is not None and _same(before, values):
        return no_change(_answer(before, table))
    reading = write_reading(pairing, game, values, why=why, by=by, ply=ply)
    pages.results_changed(round_)
    return ActResult(
        _answer(reading, table),
        before=clock_facts(before, table) if before else None,
        after=clock_facts(reading, table),
    )


def clock_values(typed: Clocks) -> dict[str, Any]:
    """The columns of a reading; empty where nothing was typed. Raises ``unreadable-clock``."""
    values: dict[str, Any] = {}
    for side in ("first", "second"):
        clock = read_clock(getattr(typed, side), f"{side}_clock")
        overtime = _read(OvertimeLeft.parse, getattr(typed, f"overtime_{side}"), f"{side}_overtime")
        if clock is not None:
            values[side] = clock
        if overtime is not None:
            values[f"overtime_{side}"] = overtime.as_json()
    return values


def write_reading(
    pairing: Pairing,
    game: int,
    values: Mapping[str, Any],
    *,
    why: str,
    by: User | None,
    ply: int | None = None,
) -> ClockReading:
    """Under the lock of its round."""
    return ClockReading.objects.create(pairing=pairing, game=game, ply=ply, why=why, by=by, **values)


def write_one_clock(
    pairing: Pairing, game: int, side: str, seconds: int, *, why: str, by: User | None, ply: int | None
) -> ClockReading:
    """Note what one side's clock shows."""
    before = last_reading(pairing, game)
    # A reading holds both sides: the other clock stays as it was last noted.
    columns = ("first", "second", "overtime_first", "overtime_second")
    values = {name: getattr(before, name) for name in columns} if before is not None else {}
    return write_reading(pairing, game, values | {side: seconds}, why=why, by=by, ply=ply)


def clock_facts(reading: ClockReading, table: int) -> dict[str, Any]:
    """What the journal keeps of it."""
    facts: dict[str, Any] = {"table": table}
    if reading.game > 1:
        facts["game"] = reading.game
    for side in ("first", "second"):
        seconds = getattr(reading, side)
        if seconds is not None:
            facts[f"{side}_clock"] = seconds
        overtime = OvertimeLeft.from_json(getattr(reading, f"overtime_{side}"))
        if overtime is not None:
            facts[f"{side}_overtime"] = str(overtime)
    return facts


def read_clock(text: str, field: str) -> int | None:
    """In seconds; None for an empty text. Raises ``unreadable-clock``."""
    seconds: int | None = _read(parse_clock, text, field)
    return seconds


def _read(parse: Any, text: str, field: str) -> Any:
    try:
        return parse(text)
    except ClockTextError as error:
        raise Refusal("unreadable-clock", field=field, text=error.text) from None


def _same(reading: ClockReading, values: Mapping[str, Any]) -> bool:
    columns = ("first", "second", "overtime_first", "overtime_second")
    return all(getattr(reading, name) == values.get(name, getattr(ClockReading(), name)) for name in columns)


def _answer(reading: ClockReading, table: int) -> ClocksNoted:
    return {"table": table, "game": reading.game, "first": reading.first, "second": reading.second}

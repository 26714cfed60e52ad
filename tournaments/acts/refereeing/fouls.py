"""The register of fouls: log, confirm, withdraw, with the result that follows from the count; and notes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import GameNumber, Reason, TableNumber
from tournaments.acts.common import foul_tally_at, lock_result, target_of
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, Arguments, Locked, Target, act
from tournaments.acts.refereeing._fouls import (
    Ruling,
    follow,
    foul_facts,
    newest_foul,
    settle_result,
    tally_of,
)
from tournaments.acts.results import check_replay, check_value, current_report, find_table
from tournaments.fouls import LOSES, MISSED_MOVES, RULINGS, further_fouls, offence_of, recording_fouls
from tournaments.models import Foul, ResultReport, Round
from tournaments.pages.webhook_events import notify_foul
from tournaments.policy import Act, require
from tournaments.queries.refereeing.fouls import Tally, recorded_misses
from tournaments.wording.grounds import ground

MOST_PLIES = 3000
LONGEST_NOTE = 500


class FoulAnswer(TypedDict):
    foul: int
    player: int
    status: Annotated[str, Foul.Status]
    count: Annotated[int, _("Confirmed fouls of the player in this game.")]
    lost: Annotated[bool, _("Whether they lose the game.")]


class Noted(TypedDict):
    table: int
    game: int


def _lock_foul(arguments: Arguments) -> Locked:
    foul: Foul = arguments["foul"]
    foul.pairing.round = lock_result(foul.pairing.round)
    return Locked(foul, foul.pairing.round, target_of(foul.pairing.round))


FOUL = Target("foul", _lock_foul)


@act(on=RESULT, right=Act.LOG_FOUL, refuse_while=NOT_CLOSING, done=_("foul logged"))
def log_foul(
    *,
    round_: Round,
    table: TableNumber,
    player: Annotated[int, Field(least=1, help=_("The entry's pairing number."))],
    by: User,
    offence: Annotated[str, Field(longest=30, help=_("An offence from the list."))] = "",
    ruling: Annotated[
        str,
        Field(
            choices=[ruling.value for ruling in RULINGS],
            help=_("The ruling on a weiqi offence, if not a warning."),
        ),
    ] = "",
    kind: Annotated[str, Field(choices=Foul.Kind.values)] = "",
    article: Annotated[str | None, Field(longest=20)] = None,
    ply: Annotated[int | None, Field(least=1, most=MOST_PLIES)] = None,
    missed: Annotated[
        int | None,
        Field(
            least=1,
            most=MOST_PLIES,
            label=_("How many moves are missing?"),
            help=_("4 to 7 moves are one foul, 8 or more are two (WXC 4.3)."),
        ),
    ] = None,
    besides: Annotated[
        bool,
        Field(
            label=_("Count these in addition"),
            help=_("These moves are missing besides those that the earlier fouls are for."),
        ),
    ] = False,
    game: GameNumber = 1,
    reason: Reason = "",
    confirm: Annotated[bool, Field(help=_("Confirm at once, if your role allows it."))] = False,
    ruling_on: Ruling | None = None,
    once: str = "",
) -> ActResult[FoulAnswer]:
    """Log a foul of a player, and with ``confirm`` count it at once.

    ``player``: the entry number. ``offence``: a key of ``tournaments.fouls.OFFENCES`` that brings kind,
    article and penalty along, which ``kind``, ``article`` and ``ruling`` replace; without it ``kind`` is
    needed. ``missed``: moves that a scoresheet lacks, for that offence alone. ``ruling_on``: the ruling that
    the foul follows from. The answer names the last foul logged."""
    if confirm:
        require(Act.CONFIRM_FOUL, by=by, scope=round_)
    pairing = find_table(round_, table)
    entry = foul_tally_at(round_, pairing, player, game).entry
    offence_row = offence_of(round_.section.game, offence)
    if offence and offence_row is None:
        raise Refusal("unknown-offence", field="offence", offence=offence)
    if ruling and (offence_row is None or ruling not in offence_row.rulings):
        raise Refusal("unknown-ruling", field="ruling", ruling=ruling)
    kind = kind or (offence_row.kind if offence_row else "")
    if kind not in Foul.Kind.values:
        raise Refusal("unknown-kind", field="kind", kind=kind)
    if ply is not None and not 0 < ply <= MOST_PLIES:
        raise Refusal("bad-ply", field="ply", ply=ply)
    if game > 1 and current_report(pairing, game) is None:
        check_replay(pairing, game)
    counts_missed = missed is not None and offence_row is MISSED_MOVES
    # One foul or two are logged for missed moves.
    times = recording_fouls(missed or 0) if counts_missed else 1
    if not times:
        raise Refusal("few-missed", field="missed", missed=missed)
    if offence_row is MISSED_MOVES and not besides:
        # As many fewer as stand for it in this game, unless these moves are missing besides.
        standing = recorded_misses(pairing, game, entry.pk)
        times = further_fouls(missed, standing)
        if not times:
            raise Refusal("missed-counted", field="missed", fouls=standing)
    for _time in range(times):
        foul = Foul.objects.create(
            pairing=pairing,
            entry=entry,
            game=game,
            kind=kind,
            offence=offence,
            article=(offence_row.article if offence_row and article is None else article or "").strip(),
            ply=ply,
            penalty=ruling or (offence_row.penalty if offence_row else ""),
            reason=reason or (ground("missed", missed=missed) if counts_missed else ""),
            logged_by=by,
        )
        notify_foul(round_, foul)
        if confirm:
            answer = confirm_foul(foul=foul, by=by, ruling_on=ruling_on)
        else:
            answer = _answer(foul, tally_of(round_, foul))
    after = foul_facts(foul, table, tally_of(round_, foul).count, ruling_on)
    return ActResult(answer, after=after | ({"missed": missed} if counts_missed else {}))


@act(on=FOUL, right=Act.CONFIRM_FOUL, refuse_while=NOT_CLOSING, done=_("foul confirmed"))
def confirm_foul(
    *, foul: Foul, by: User, reason: Reason = "", ruling_on: Ruling | None = None, once: str = ""
) -> ActResult[FoulAnswer]:
    """Confirm a foul: it counts from now on; ``ruling_on``: as in `log_foul`."""
    round_, table = foul.pairing.round, foul.pairing.table
    foul = newest_foul(foul)
    if foul.status != Foul.Status.LOGGED:
        raise Refusal(f"foul-{foul.status}")
    confirmed = follow(foul, status=Foul.Status.CONFIRMED, reason=reason or foul.reason, by=by)
    tally = tally_of(round_, confirmed)
    loses = confirmed.penalty in LOSES
    ruled = ground("penalty", penalty=confirmed.penalty) if loses else ground("fouls", count=tally.count)
    # The last of the ladder loses the game: that is reported in the same transaction.
    settle_result(round_, confirmed, by=by, reason=ruled)
    notify_foul(round_, confirmed)
    after = foul_facts(confirmed, table, tally.count, ruling_on)
    return ActResult(_answer(confirmed, tally), before={"foul": foul.status}, after=after)


@act(on=FOUL, right=Act.WITHDRAW_FOUL, refuse_while=NOT_CLOSING, needs_reason=True, done=_("foul withdrawn"))
def withdraw_foul(
    *,
    foul: Foul,
    reason: Reason,
    by: User,
    value: Annotated[
        str,
        Field(
            choices=[ResultReport.Value.FIRST, ResultReport.Value.SECOND, ResultReport.Value.DRAW],
            help=_("The result, if there was none before the fouls decided the game."),
        ),
    ] = "",
    once: str = "",
) -> ActResult[FoulAnswer]:
    """Withdraw a foul and what followed from it; ``value``: the result where none was before."""
    round_, table = foul.pairing.round, foul.pairing.table
    if value:
        check_value(value, forfeit=False)
    foul = newest_foul(foul)
    if foul.status == Foul.Status.WITHDRAWN:
        raise Refusal("foul-withdrawn")
    withdrawn = follow(foul, status=Foul.Status.WITHDRAWN, reason=reason, by=by)
    tally = tally_of(round_, withdrawn)
    if foul.status == Foul.Status.CONFIRMED:
        # If the remaining fouls lose the game no longer, the result is again what it was before they did.
        settle_result(round_, withdrawn, by=by, reason=reason, value=value)
    notify_foul(round_, withdrawn)
    after = foul_facts(withdrawn, table, tally.count)
    return ActResult(_answer(withdrawn, tally), before={"foul": foul.status}, after=after)


def _answer(foul: Foul, tally: Tally) -> FoulAnswer:
    return {
        "foul": foul.pk,
        "player": foul.entry.number or 0,
        "status": foul.status,
        "count": tally.count,
        "lost": tally.is_lost,
    }


@act(on=RESULT, right=Act.NOTE_TABLE, done=_("note at a table"))
def note_table(
    *,
    round_: Round,
    table: Annotated[int, Field(least=1)],
    text: Annotated[str, Field(longest=LONGEST_NOTE, label=_("Note"))],
    by: User,
    game: Annotated[int, Field(least=1)] = 1,
    once: str = "",
) -> ActResult[Noted]:
    """Write down what happened at a table."""
    find_table(round_, table)
    text = text.strip()
    if not text:
        raise Refusal("note-needed", field="text")
    if len(text) > LONGEST_NOTE:
        raise Refusal("note-too-long", field="text", most=LONGEST_NOTE)
    # It changes nothing: it is its own line in the journal.
    return ActResult({"table": table, "game": game}, after={"table": table, "game": game}, reason=text)

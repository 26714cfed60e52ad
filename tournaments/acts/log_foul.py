"""Log a foul of a player at a table, and confirm it at once if the person may."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts._fouls import Ruling, answer_of, facts, tally_of
from tournaments.acts.common import (
    Answer,
    find_player,
    lock_result,
    refuse_while_closing,
    scope_of,
    target_of,
)
from tournaments.acts.confirm_foul import confirm_foul
from tournaments.acts.report_result import check_replay, current_report, find_table
from tournaments.fouls import offence_of
from tournaments.models import Foul, Round
from tournaments.pages.telling import tell_foul
from tournaments.policy import Act, require

MOST_PLIES = 3000


def log_foul(
    *,
    round_: Round,
    table: int,
    player: int,
    by: User,
    offence: str = "",
    ruling: str = "",
    kind: str = "",
    article: str | None = None,
    ply: int | None = None,
    reason: str = "",
    game: int = 1,
    confirm: bool = False,
    ruling_on: Ruling | None = None,
    once: str = "",
) -> Answer:
    """``player``: the entry number. ``offence``: a key of ``tournaments.fouls.OFFENCES``; it brings kind,
    article and penalty along, which ``kind``, ``article`` and ``ruling`` (one of its rulings) replace;
    without it ``kind`` is needed. ``confirm``: the count rises at once, and with it what it
    costs. ``ruling_on``: the ruling that the foul follows from, which the journal names. Answers ``{"foul":
    id, "player": n, "status": …, "count": confirmed fouls of the player in this game, "lost": bool}``.

    Refusals: ``state``, ``no-such-table``, ``not-at-table``, ``unknown-offence``, ``unknown-ruling``,
    ``unknown-kind``, ``bad-ply``, ``no-such-game``, ``closing``, and those of `confirm_foul`.
    """
    with transaction.atomic():
        round_ = lock_result(round_)
        target = target_of(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.LOG_FOUL, target=target):
            return earlier
        require(Act.LOG_FOUL, by=by, scope=round_)
        if confirm:
            require(Act.CONFIRM_FOUL, by=by, scope=round_)
        refuse_while_closing(round_)
        pairing = find_table(round_, table)
        entry = find_player(round_, pairing, player, game).entry
        known = offence_of(round_.section.game, offence)
        if offence and known is None:
            raise Refusal("unknown-offence", field="offence", offence=offence)
        if ruling and (known is None or ruling not in known.rulings):
            raise Refusal("unknown-ruling", field="ruling", ruling=ruling)
        kind = kind or (known.kind if known else "")
        if kind not in Foul.Kind.values:
            raise Refusal("unknown-kind", field="kind", kind=kind)
        if ply is not None and not 0 < ply <= MOST_PLIES:
            raise Refusal("bad-ply", field="ply", ply=ply)
        if game > 1 and current_report(pairing, game) is None:
            check_replay(round_, pairing, game)
        foul = Foul.objects.create(
            pairing=pairing,
            entry=entry,
            game=game,
            kind=kind,
            offence=offence,
            article=(known.article if known and article is None else article or "").strip(),
            ply=ply,
            penalty=ruling or (known.penalty if known else ""),
            reason=reason.strip(),
            logged_by=by,
        )
        tell_foul(round_, foul)
        answer = (
            confirm_foul(foul=foul, by=by, ruling_on=ruling_on)
            if confirm
            else answer_of(foul, tally_of(round_, foul))
        )
        journal.record(
            Act.LOG_FOUL,
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after=facts(foul, table, tally_of(round_, foul).count, ruling_on),
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer

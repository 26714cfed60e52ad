"""Confirm or reject a foul that two scoresheets propose for plies that a player missed (WXC 4.3)."""

from __future__ import annotations

from django.db import transaction

from games.models import ProposalRuling, Scoresheets
from games.policy import RecordAct
from games.queries.scoresheets import current_sheets, proposals
from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments.acts.common import Answer, find_player, lock_result, scope_of, target_of
from tournaments.acts.fouls import OfFoul, log_foul
from tournaments.fouls import MISSED_MOVES
from tournaments.models import Foul
from tournaments.policy import require
from tournaments.wording.grounds import ground


def rule_on_proposal(
    *,
    sheets: Scoresheets,
    player: int,
    left: int,
    confirm: bool,
    by: User,
    reason: str = "",
    once: str = "",
) -> Answer:
    """One foul at a time. ``player``: the entry number; ``left``: how many fouls of this player the person's
    screen showed as not decided. A confirmed one goes through `log_foul`, with all that follows from it; one
    that is rejected needs a reason. Answers ``{"ruling": id, "player": n, "confirmed": bool, "left": n}``,
    with ``"foul"`` and ``"lost"`` where one was logged.

    Refusals: ``state``, ``not-at-table``, ``reason-needed``, those of `log_foul`; `Conflict`
    ``sheets-changed``, ``proposal-ruled``.
    """
    with transaction.atomic():
        round_ = lock_result(sheets.pairing.round)
        target = target_of(round_)
        if earlier := journal.answered(by=by, once=once, act=RecordAct.RULE_ON_PROPOSAL, target=target):
            return earlier
        require(RecordAct.RULE_ON_PROPOSAL, by=by, scope=round_)
        pairing, game = sheets.pairing, sheets.game
        newest = current_sheets(pairing, game)
        if newest is None or newest.pk != sheets.pk:
            raise Conflict("sheets-changed")
        entry = find_player(round_, pairing, player, game).entry
        found = {(one.sheets, one.entry): one for one in proposals(round_, pairing)}
        proposed = found.get((sheets.pk, entry.pk))
        still = proposed.left if proposed else 0
        if proposed is None or still == 0 or still != left:
            raise Conflict("proposal-ruled", left=still)
        if not confirm and not reason.strip():
            raise Refusal("reason-needed", field="reason")
        missed = len(newest.answer.data["sheets"][proposed.moves]["missed"])
        logged: OfFoul | None = None
        if confirm:
            logged = log_foul(
                round_=round_,
                table=pairing.table or 0,
                player=player,
                offence=MISSED_MOVES.key,
                reason=reason.strip() or ground("missed", missed=missed),
                game=game,
                confirm=True,
                ruling_on={"sheets": sheets.pk},
                by=by,
            )
        ruling = ProposalRuling.objects.create(
            sheets=sheets,
            entry=entry,
            number=ProposalRuling.objects.filter(sheets=sheets, entry=entry).count() + 1,
            foul=Foul.objects.get(pk=logged["foul"]) if logged else None,
            reason=reason.strip(),
            by=by,
        )
        answer: Answer = {"ruling": ruling.pk, "player": player, "confirmed": confirm, "left": still - 1}
        if logged:
            answer |= {"foul": logged["foul"], "lost": logged["lost"]}
        journal.record(
            RecordAct.RULE_ON_PROPOSAL,
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            before={"proposed": still},
            after={
                "table": pairing.table,
                **({"game": game} if game > 1 else {}),
                "player": player,
                "sheets": sheets.pk,
                "missed": missed,
                "article": MISSED_MOVES.article,
                "rejected": not confirm,
                "proposed": still - 1,
            },
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer

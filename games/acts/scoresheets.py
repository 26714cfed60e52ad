"""Hand in the scoresheets of a game and rule on the fouls that they propose for missed plies (WXC 4.3)."""

from __future__ import annotations

from hashlib import sha256
from typing import NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from games.acts._targets import SHEETS, TABLE_OF_ROUND
from games.models import ProposalRuling, Scoresheets
from games.policy import RecordAct
from games.queries.scoresheets import answer_of, current_sheets, proposals, sheets_key
from games.scoresheets.sheet import MOST_CHARACTERS, MOST_PLIES, plies_of
from portal import outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.sandbox import parent
from tournaments.acts.common import foul_tally_at
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.refereeing.fouls import FoulAnswer, log_foul
from tournaments.fouls import MISSED_MOVES
from tournaments.models import Foul, Pairing
from tournaments.wording.grounds import ground


class OfScoresheets(TypedDict):
    scoresheets: int


class ProposalRuled(TypedDict):
    ruling: int
    # The entry number.
    player: int
    confirmed: bool
    # The player's fouls that are not decided yet.
    left: int
    # Where one was logged, as `log_foul` answers.
    foul: NotRequired[int]
    lost: NotRequired[bool]


@act(on=TABLE_OF_ROUND, right=RecordAct.SUBMIT_RECORD, done=_("scoresheets submitted"))
def submit_scoresheets(
    *, pairing: Pairing, first: str, second: str, by: User, game: int = 1, once: str = ""
) -> ActResult[OfScoresheets]:
    """Hand in the sheets of a game, ``first`` of who moves first; one of the two may be empty."""
    if pairing.table is None:
        raise Refusal("bye-has-no-game")
    if pairing.round.section.game != "xiangqi":
        raise Refusal("claim-not-in-xiangqi")
    if not (first + second).strip():
        raise Refusal("sheets-empty", field="first")
    for field, text in (("first", first), ("second", second)):
        check_sheet(field, text)
    digest = "sha256:" + sha256(f"{first}\0{second}".encode()).hexdigest()
    current = current_sheets(pairing, game)
    # A file that was sent twice, unless no worker could reconcile it.
    if current is not None and current.digest == digest and _is_served(current):
        return no_change({"scoresheets": current.pk})
    sheets = Scoresheets.objects.create(
        pairing=pairing,
        game=game,
        first=first,
        second=second,
        digest=digest,
        by=by,
    )
    ask_for_reconciling(sheets, by=by)
    after = {"table": pairing.table, "game": game} if game > 1 else {"table": pairing.table}
    return ActResult({"scoresheets": sheets.pk}, after=after)


def check_sheet(field: str, text: str) -> None:
    """Refuse a sheet that is there and cannot be read."""
    if len(text) > MOST_CHARACTERS:
        raise Refusal("sheet-too-long", field=field, size=len(text), limit=MOST_CHARACTERS)
    plies = parent.run_sandboxed(plies_of, text, field=field) if text.strip() else None
    if plies == 0:
        raise Refusal("sheet-without-moves", field=field)
    if plies is not None and plies > MOST_PLIES:
        raise Refusal("sheet-too-long", field=field, size=plies, limit=MOST_PLIES)


def _is_served(sheets: Scoresheets) -> bool:
    """Whether they are reconciled or will be."""
    return any(answer_of(sheets))


def ask_for_reconciling(sheets: Scoresheets, *, by: User | None) -> None:
    """Have a worker reconcile them, in the caller's transaction."""
    payload = {"scoresheets": sheets.pk}
    outbox.enqueue(
        "reconcile-sheets", key=sheets_key(sheets), payload=payload, by=by, priority=outbox.RECORDS
    )


@act(on=SHEETS, right=RecordAct.RULE_ON_PROPOSAL, done=_("ruling on a proposed foul"))
def rule_on_proposal(
    *,
    sheets: Scoresheets,
    player: int,
    left: int,
    confirm: bool,
    by: User,
    reason: str = "",
    once: str = "",
) -> ActResult[ProposalRuled]:
    """Confirm or reject one proposed foul of the ``player`` with this entry number."""
    pairing, game = sheets.pairing, sheets.game
    newest = current_sheets(pairing, game)
    if newest is None or newest.pk != sheets.pk:
        raise Conflict("sheets-changed")
    entry = foul_tally_at(pairing.round, pairing, player, game).entry
    proposals_by_player = {
        (proposal.sheets, proposal.entry): proposal for proposal in proposals(pairing.round, pairing)
    }
    proposed = proposals_by_player.get((sheets.pk, entry.pk))
    still = proposed.left if proposed else 0
    # ``left``: how many of the player's the person's screen showed.
    if proposed is None or still == 0 or still != left:
        raise Conflict("proposal-ruled", left=still)
    if not confirm and not reason:
        raise Refusal("reason-needed", field="reason")
    missed = len(newest.answer.data["sheets"][proposed.moves]["missed"])
    logged: FoulAnswer | None = None
    if confirm:
        logged = log_foul(
            round_=pairing.round,
            table=pairing.table or 0,
            player=player,
            offence=MISSED_MOVES.key,
            reason=reason or ground("missed", missed=missed),
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
        reason=reason,
        by=by,
    )
    answer: ProposalRuled = {"ruling": ruling.pk, "player": player, "confirmed": confirm, "left": still - 1}
    if logged:
        answer |= {"foul": logged["foul"], "lost": logged["lost"]}
    return ActResult(
        answer,
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
    )

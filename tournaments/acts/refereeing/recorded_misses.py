"""How many fouls stand for moves that a player has not recorded, put right as a whole (WXC 4.3)."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import GameNumber, TableNumber
from tournaments.acts.common import foul_tally_at
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, act
from tournaments.acts.refereeing.fouls import log_foul, withdraw_foul
from tournaments.acts.results import find_table
from tournaments.fouls import MISSED_MOVES, recording_fouls
from tournaments.models import Foul, Round
from tournaments.policy import Act
from tournaments.queries.refereeing.fouls import misses_of, misses_revision
from tournaments.wording.grounds import ground

MOST_MISSED = 3000


class MissesReplaced(TypedDict):
    """``before``, ``count``: how many fouls for it stood, and stand now."""

    player: int
    before: int
    count: int


@act(on=RESULT, right=Act.WITHDRAW_FOUL, refuse_while=NOT_CLOSING, done=_("fouls for missed moves replaced"))
def replace_misses(
    *,
    round_: Round,
    table: TableNumber,
    player: Annotated[int, Field(least=1)],
    missed: Annotated[int, Field(least=1, most=MOST_MISSED, label=_("How many moves are missing?"))],
    seen: Annotated[str, Field(longest=200)] = "",
    game: GameNumber = 1,
    by: User,
    once: str = "",
) -> ActResult[MissesReplaced]:
    """Count anew what a scoresheet lacks in the whole game; ``seen``: `misses_revision` of the page."""
    pairing = find_table(round_, table)
    entry = foul_tally_at(round_, pairing, player, game).entry
    standing = list(misses_of(pairing, game, entry.pk).select_related("logged_by").order_by("pk"))
    if misses_revision(standing) != seen:
        newest = Foul.objects.filter(pairing=pairing, game=game, entry=entry, offence=MISSED_MOVES.key).last()
        by_whom = str(newest.logged_by) if newest and newest.logged_by else "–"
        raise Conflict("misses-changed", by=by_whom, fouls=len(standing))
    if not standing:
        raise Refusal("nothing-to-replace")
    wanted = recording_fouls(missed)
    if not wanted:
        raise Refusal("few-missed", field="missed", missed=missed)
    if wanted == len(standing):
        raise Refusal("missed-counted", field="missed", fouls=wanted)
    reason = ground("missed-range", missed=missed)
    # Each by its own act, so that the journal has a line for every foul.
    for foul in standing[wanted:]:
        foul.pairing = pairing
        withdraw_foul(foul=foul, reason=reason, by=by)
    if wanted > len(standing):
        log_foul(
            round_=round_,
            table=table,
            player=player,
            offence=MISSED_MOVES.key,
            missed=missed,
            game=game,
            reason=reason,
            confirm=True,
            by=by,
        )
    answer: MissesReplaced = {"player": player, "before": len(standing), "count": wanted}
    place = {"table": table, "player": player, **({"game": game} if game > 1 else {})}
    return ActResult(
        answer,
        before={**place, "missed_fouls": len(standing)},
        after={**place, "missed": missed, "missed_fouls": wanted},
    )

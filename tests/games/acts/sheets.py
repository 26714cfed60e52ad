"""Scoresheets as two players hand them in, and what is ruled about them."""

from __future__ import annotations

from typing import Any

from games.acts.scoresheets import rule_on_proposal, submit_scoresheets
from games.models import Scoresheets
from portal import outbox
from tests.cast import Cast, number_at, pairing_of
from tests.games.scoresheets.making import GAMES, rows, texts_of

MOVES = GAMES[1]


def handed_in(cast: Cast, missed: int, *, table: int = 1) -> Scoresheets:
    """Red wrote everything, Black missed the first plies."""
    texts = texts_of(MOVES)
    answer = submit_scoresheets(
        pairing=pairing_of(cast, table),
        first=rows(texts_of(MOVES, "chinese")),
        second=rows([*["…"] * missed, *texts[missed:]]),
        by=cast.carol,
    )
    outbox.drain()
    return Scoresheets.objects.select_related("pairing__round__section__event").get(pk=answer["scoresheets"])


def rule(cast: Cast, sheets: Scoresheets, *, left: int, confirm: bool = False, **more: Any) -> dict[str, Any]:
    arguments = {"player": number_at(cast, "second"), "by": cast.dave, "reason": "the sheet was wet"} | more
    return rule_on_proposal(sheets=sheets, left=left, confirm=confirm, **arguments)  # type: ignore[arg-type]

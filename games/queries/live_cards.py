"""What the rulebooks say of the running games of a round, as cards for the referee: on top of the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q

from games.models import FindingRuling, LiveGame
from games.queries.live import with_outcome
from games.queries.live_boards import Prompt, Viewer, prompts_for
from games.rulebooks.findings import Kind
from tournaments.models import Entry, Round


@dataclass(frozen=True, slots=True)
class Card:
    """A prompt of a table that nobody has ruled on."""

    table: int
    game: int
    players: tuple[Entry, Entry]
    clocks: tuple[int | None, int | None]
    overtime: Mapping[str, Any]
    prompt: Prompt

    @property
    def key(self) -> str:
        """By which a page knows that it has told of it."""
        return f"{self.table}-{self.game}-{self.prompt.key}"

    @property
    def applies(self) -> bool:
        return self.prompt.kind in (Kind.DRAW, Kind.LOSS)

    @property
    def explains(self) -> bool:
        return self.applies or self.prompt.kind == Kind.FOUL


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Another move than the line's, which somebody has reported at a table."""

    table: int
    game: int
    ply: int


def cards_version(round_: Round) -> str:
    """Name the cards of a round, so that every ply and every ruling changes it, in two queries."""
    games = LiveGame.objects.filter(pairing__round=round_).aggregate(sight=Max("sight"))
    rulings = FindingRuling.objects.filter(pairing__round=round_).aggregate(last=Max("pk"))
    return f"{games['sight'] or 0}.{rulings['last'] or 0}"


def live_cards(round_: Round) -> tuple[Sequence[Card], Sequence[Disagreement]]:
    """List the cards of a round, the most urgent first, and where two have reported different moves; two
    queries."""
    with_cards = LiveGame.objects.filter(pairing__round=round_).filter(~Q(prompts=[]) | ~Q(objections=[]))
    rows = with_outcome(with_cards).select_related("pairing", "first__player", "second__player")
    games = [live for live in rows if not live.has_result and not live.has_record]
    ruled = set(
        FindingRuling.objects.filter(pairing__in=[live.pairing_id for live in games]).values_list(
            "pairing", "game", "finding"
        )
    )
    cards = [
        Card(
            live.pairing.table or 0,
            live.game,
            (live.first, live.second),
            (live.clock_first, live.clock_second),
            live.overtime,
            prompt,
        )
        for live in games
        for prompt in prompts_for(live, Viewer.STAFF)
        if (live.pairing_id, live.game, prompt.key) not in ruled
    ]
    cards.sort(key=lambda card: (not card.explains, card.table, card.game, card.prompt.ply))
    others = [
        Disagreement(live.pairing.table or 0, live.game, ply)
        for live in games
        for ply in sorted({ply for ply, *_ in live.objections})
    ]
    return cards, others

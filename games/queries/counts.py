"""Counts of final boards."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from games.models import BoardCount, CountConsent
from games.weiqi.counting import Outcome
from tournaments.models import Pairing, ResultReport, Round

SIDES = frozenset({CountConsent.Voice.FIRST, CountConsent.Voice.SECOND})


def current_count(pairing: Pairing, game: int = 1) -> BoardCount | None:
    """The count in force of one game of a table, with who has consented."""
    return _counts().filter(pairing=pairing, game=game).first()


def counts_in_force(round_: Round) -> list[BoardCount]:
    """Of every game of a round whose board was counted. Two queries."""
    return list(_counts().filter(pairing__round=round_).order_by("pairing__table", "game"))


def is_settled(count: BoardCount) -> bool:
    """Whether both sides agree, or the referee has ruled."""
    voices = {consent.voice for consent in count.consents.all()}
    return voices >= SIDES or CountConsent.Voice.REFEREE in voices


def value_of(count: BoardCount) -> str:
    """The result that follows from it, as reports name it."""
    winner = Outcome(count.margin).winner
    return (ResultReport.Value.DRAW, ResultReport.Value.FIRST, ResultReport.Value.SECOND)[winner]


def _counts() -> QuerySet[BoardCount]:
    consents = Prefetch("consents", CountConsent.objects.select_related("by"))
    found = BoardCount.objects.filter(superseded_by__isnull=True)
    return found.select_related("by", "pairing").prefetch_related(consents)

"""What every page and fragment of a round knows: where the round stands, and what it still needs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import pgettext

from portal.outbox import Job
from tournaments.models import Round
from tournaments.queries.progress import round_revision
from tournaments.requests.access import RoundAccess
from tournaments.todo import Situation, Stage, needs_of, stage_of
from tournaments.todo.own import JOB_WORDS


def frame(access: RoundAccess, stand: str = "") -> dict[str, Any]:
    """Gather what every page of a round knows; ``stand``: its `round_revision`, where at hand."""
    return {
        "event": access.event,
        "section": access.section,
        "round": access.round,
        "may": access.may,
        "stand": stand or round_revision(access.round),
    }


def needs_context(round_: Round, situation: Situation) -> dict[str, Any]:
    """The step strip and the needs below it."""
    missing = situation.missing(round_) if round_.is_public else 0
    stage = stage_of(round_, missing=missing)
    order = list(Stage)
    now = len(order) if stage is None else order.index(stage)
    words = {
        Stage.PAIR: pgettext("step of a round", "Pair"),
        Stage.ADJUST: pgettext("step of a round", "Adjust"),
        Stage.PUBLISH: pgettext("step of a round", "Publish"),
        Stage.PLAY: pgettext("step of a round", "Play"),
        Stage.CLOSE: pgettext("step of a round", "Close"),
    }
    steps = [
        {"text": words[step], "done": place < now, "now": place == now} for place, step in enumerate(order)
    ]
    needs = needs_of(situation)
    obstacle = None
    if stage == Stage.PAIR:
        # Pairing would be refused: what is missing is done first.
        obstacle = next((need for need in needs if need.blocks == stage and not need.done), None)
    return {"stage": stage, "steps": steps, "needs": needs, "obstacle": obstacle, "missing": missing}


def job_words(round_: Round, job: Job | None) -> str:
    """What the worker is doing."""
    return JOB_WORDS[job.kind](round_.number) if job else ""

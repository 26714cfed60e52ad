"""Create a section of an event by the name of a rule set; it brings its planned rounds along."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_event, scope_of
from tournaments.models import Event, Round, Section
from tournaments.policy import Act, require
from tournaments.presets import PRESETS


def create_section(
    *,
    event: Event,
    slug: str,
    name: str,
    rounds: int,
    seed: str,
    by: User,
    native_name: str = "",
    game: str = "xiangqi",
    preset: str = "wxc2015",
    base_seconds: int | None = None,
    increment_seconds: int | None = None,
    once: str = "",
) -> Answer:
    """``seed``: the seed of the lots, published with the draw. Answers ``{"section": id, "slug": …}``.

    Refusals: ``section-slug-taken``, ``unknown-preset``, ``seed-needed``, ``rounds-out-of-range``.
    """
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="create_section", target=""):
            return earlier
        require(Act.EDIT_EVENT, by=by, scope=event)
        if preset not in PRESETS:
            raise Refusal("unknown-preset", field="preset", preset=preset)
        if not seed.strip():
            raise Refusal("seed-needed", field="seed")
        if not 1 <= rounds <= 60:
            raise Refusal("rounds-out-of-range", field="rounds", rounds=rounds)
        if event.sections.filter(slug=slug).exists():
            raise Refusal("section-slug-taken", field="slug", slug=slug)
        rules = PRESETS[preset]
        section = Section.objects.create(
            event=event,
            slug=slug,
            name=name,
            native_name=native_name,
            position=event.sections.count() + 1,
            game=game,
            system=rules.system,
            rounds=rounds,
            rulebook=rules.rulebook,
            preset=preset,
            tiebreaks=rules.tiebreaks,
            base_seconds=rules.base_seconds if base_seconds is None else base_seconds,
            increment_seconds=rules.increment_seconds if increment_seconds is None else increment_seconds,
            move_limit=rules.move_limit,
            seed=seed.strip(),
        )
        Round.objects.bulk_create(Round(section=section, number=n) for n in range(1, rounds + 1))
        answer: Answer = {"section": section.pk, "slug": slug}
        journal.record(
            "create_section",
            by=by,
            scope=scope_of(event),
            target=f"section:{section.pk}",
            after={"slug": slug, "preset": preset, "rounds": rounds, "seed": section.seed},
            once=once,
            answer=answer,
        )
        return answer

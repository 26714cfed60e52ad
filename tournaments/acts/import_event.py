"""Make an event of an event file (`tournaments.exchange.event_file`): all of it or nothing."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from django.db import transaction

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.events import create_event
from tournaments.acts.frame import outside_transaction
from tournaments.acts.import_section import import_section
from tournaments.exchange.event_file import read_event
from tournaments.exchange.tournament_file import TournamentFileError
from tournaments.models import Event
from tournaments.policy import Act
from tournaments.presets import PRESETS, preset_of
from tournaments.wording.exchange import problem_text


class EventImported(TypedDict):
    """``sections``: how many came with it."""

    event: int
    slug: str
    sections: int


@outside_transaction(right=Act.CREATE_EVENT)
def import_event(
    *,
    slug: Annotated[str, Field(longest=50)],
    file: dict[str, Any],
    organisation: Annotated[int | None, Field()] = None,
    by: User,
    once: str = "",
) -> EventImported:
    """``slug``: of the new event; ``file``: as `GET …/export` gives it."""
    try:
        read = read_event(file)
    except TournamentFileError as error:
        raise Refusal("event-file", field="file", defect=problem_text(error.problems[0])) from None
    with transaction.atomic():
        made = create_event(
            slug=slug,
            name=read.name,
            native_name=read.native_name,
            starts=read.starts,
            ends=read.ends,
            place=read.place,
            time_zone=read.time_zone or "UTC",
            organisation=organisation,
            by=by,
            once=once,
        )
        event = Event.objects.get(pk=made["event"])
        if not event.sections.exists():
            for section in read.sections:
                import_section(
                    event=event,
                    tournament=section.tournament,
                    slug=section.slug,
                    name=section.name,
                    native_name=section.native_name,
                    preset=section.preset
                    if section.preset in PRESETS
                    else preset_of(section.tournament.paired_by),
                    by=by,
                )
        return {"event": event.pk, "slug": event.slug, "sections": len(read.sections)}

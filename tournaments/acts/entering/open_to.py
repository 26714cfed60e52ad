"""A section that is open to some only: women, who was born after a year, a rating up to a limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Reason
from tournaments.acts.common import refuse_for
from tournaments.acts.frame import ENTRY, SECTION, ActResult, act, no_change
from tournaments.acts.register.person_input import PersonInput, particulars
from tournaments.models import Entry, Player, Section
from tournaments.policy import Act
from tournaments.queries.categories import (
    RegisteredFacts,
    issuers_in,
    minor_at,
    open_to,
    registered_for,
    verdicts_of,
)
from tournaments.state.conditions import Condition, Outcome, PersonFacts
from tournaments.wording.conditions import condition_text, verdict_text


class OpenToSet(TypedDict):
    """``restricted``: whether it is open to some only."""

    restricted: bool


class ConditionOverruled(TypedDict):
    entry: int
    overruled: bool


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("set who may enter"))
def set_open_to(*, section: Section, condition: Condition, by: User, once: str = "") -> ActResult[OpenToSet]:
    """Checked when somebody enters. Who has entered stays, with a mark where the condition is not met."""
    wanted = {} if condition.is_empty else condition.as_json()
    answer: OpenToSet = {"restricted": bool(wanted)}
    if wanted == section.open_to:
        return no_change(answer)
    before, section.open_to = section.open_to, wanted
    section.save(update_fields=["open_to"])
    pages.section_changed(section)
    return ActResult(answer, before={"condition": before}, after={"condition": wanted})


def not_open_to(
    section: Section, people: Sequence[tuple[PersonInput, Player | None]], guardian: str = ""
) -> Refusal | None:
    """Return the refusal of the first person to whom the section is not open; `guardian` consents."""
    condition = open_to(section)
    if condition.is_empty:
        return None
    persons = [player.person_id for _person, player in people if player]
    registered = registered_for([condition], persons, section.event.starts)
    for person, player in people:
        verdict = condition.judge(_facts(section, person, player, registered, guardian))
        # What is not known may come true later: such a person may enter, and check-in asks again.
        if verdict.outcome is Outcome.NOT_MET:
            return Refusal(
                "not-open-to",
                field="name",
                name=person.name,
                open_to=condition_text(condition),
                person=verdict_text(verdict),
            )
    return None


def check_open_to(
    section: Section, people: Sequence[tuple[PersonInput, Player | None]], guardian: str = ""
) -> None:
    """Raises what `not_open_to` returns."""
    refusal = not_open_to(section, people, guardian)
    if refusal is not None:
        raise refusal


def check_arrived(section: Section, entries: Sequence[Entry]) -> None:
    """Check that the entries fit on the day itself."""
    # A licence may have ended or been suspended since they entered.
    verdicts = verdicts_of(section, [entry.pk for entry in entries])
    barred = [
        entry
        for entry in entries
        # Who was let in all the same stays in.
        if not entry.overruled and entry.pk in verdicts and verdicts[entry.pk].outcome is Outcome.NOT_MET
    ]
    if barred:
        first = verdict_text(verdicts[barred[0].pk])
        refuse_for("not-open-at-check-in", barred, open_to=condition_text(open_to(section)), person=first)


@act(
    on=ENTRY, right=Act.OVERRULE_CONDITION, needs_reason=True, done=_("condition of entry overruled, or not")
)
def overrule_condition(
    *, entry: Entry, overruled: Annotated[bool, Field()] = False, by: User, reason: Reason, once: str = ""
) -> ActResult[ConditionOverruled]:
    """Let a player play to whom the section is not open, or take that back."""
    answer: ConditionOverruled = {"entry": entry.pk, "overruled": overruled}
    if entry.overruled == overruled:
        return no_change(answer)
    if overruled and entry.pk not in verdicts_of(entry.section, [entry.pk]):
        raise Refusal("player-fits")
    # Taken back it stops only the next check-in: who plays already goes on.
    entry.overruled = overruled
    entry.save(update_fields=["overruled"])
    return ActResult(answer, before={"overruled": not overruled}, after={"overruled": overruled})


def _facts(
    section: Section,
    person: PersonInput,
    player: Player | None,
    registered: RegisteredFacts,
    guardian: str,
) -> PersonFacts:
    """Gather what is known of a person; what was typed goes before what stands with the player."""
    typed = particulars(person)
    # A form on line tells nobody about others: licences and lists count only for players whom the event
    # knows.
    licences = None
    if player is not None:
        typed = {name: value or getattr(player, name) for name, value in typed.items()}
        licences = None if registered.licences is None else registered.licences[player.person_id]
    return PersonFacts(
        gender=typed["gender"],
        birth_year=typed["birth_year"],
        rating=typed["rating"],
        grade=typed["grade"],
        federation=person.federation,
        clubs=(typed["club"], typed["native_club"]),
        title=typed["title"],
        numbers=issuers_in(typed),
        licences=licences,
        days=(section.event.starts, section.event.ends),
        listed={} if player is None else registered.listed(player.person_id),
        is_minor=minor_at(section.event, typed["birth_year"]),
        guardian=bool(guardian),
    )

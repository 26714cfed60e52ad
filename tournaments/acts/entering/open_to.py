"""A section that is open to some only: women, who was born after a year, a rating up to a limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.acts.register.person_input import PersonInput, particulars
from tournaments.models import Player, Section
from tournaments.policy import Act
from tournaments.queries.categories import open_to
from tournaments.state.conditions import Condition, Outcome, PersonFacts
from tournaments.wording.conditions import condition_text, verdict_text


class OpenToSet(TypedDict):
    """``restricted``: whether it is open to some only."""

    restricted: bool


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


def check_open_to(section: Section, people: Sequence[tuple[PersonInput, Player | None]]) -> None:
    """Of each what was typed, else what stands with the player who is known. Of whom something is not known
    may enter: it may come true later. Raises ``not-open-to``."""
    condition = open_to(section)
    if condition.is_empty:
        return
    for person, player in people:
        verdict = condition.judge(_facts(person, player))
        if verdict.outcome is Outcome.NOT_MET:
            raise Refusal(
                "not-open-to",
                field="name",
                name=person.name,
                open_to=condition_text(condition),
                person=verdict_text(verdict),
            )


def _facts(person: PersonInput, player: Player | None) -> PersonFacts:
    typed = particulars(person)
    if player is not None:
        typed = {name: value or getattr(player, name) for name, value in typed.items()}
    return PersonFacts(
        gender=typed["gender"],
        birth_year=typed["birth_year"],
        rating=typed["rating"],
        grade=typed["grade"],
        federation=person.federation,
        clubs=(typed["club"], typed["native_club"]),
        title=typed["title"],
    )

"""Awarding prizes: who won what, fixed. It is public, and a correction adds a version (law 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Reason
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.acts.money.prizes import refuse_awarded
from tournaments.models import Award, Section
from tournaments.policy import Act
from tournaments.queries.frozen import final_standing
from tournaments.queries.money.awards import newest_award
from tournaments.queries.progress import standings_key
from tournaments.standings import categories
from tournaments.wording.money.money import MOST

# Winners in one list.
MOST_WINNERS = 200


class Awarded(TypedDict):
    """``version``: of the award."""

    version: int


@act(on=SECTION, right=Act.AWARD_PRIZES, done=_("prizes awarded"))
def award_prizes(
    *, section: Section, standing: Annotated[int, Field(least=1)], by: User, once: str = ""
) -> ActResult[Awarded]:
    """Award the prizes by the final standings; ``standing``: the version that the person saw."""
    refuse_awarded(section)
    frozen = final_standing(section)
    if frozen is None:
        raise Refusal("awards-not-final")
    if outbox.pending(standings_key(section, frozen.after_round)):
        raise Refusal("standings-pending")
    if frozen.version != standing:
        raise Conflict("standings-changed")
    data = [prize for prize in frozen.data["prizes"] if prize["places"]]
    if not data:
        raise Refusal("no-winners")
    # From now on the lists are edited no more.
    return _add(section, 1, frozen.after_round, frozen.version, data)


@act(on=SECTION, right=Act.AWARD_PRIZES, needs_reason=True, done=_("awarded prizes corrected"))
def correct_awards(
    *,
    section: Section,
    winners: Annotated[Mapping[int, Sequence[categories.Award]], Field()],
    version: Annotated[int, Field(least=1)],
    reason: Reason,
    by: User,
    once: str = "",
) -> ActResult[Awarded]:
    """Correct who has won; ``winners``: of every list, by its id, ``version``: that the person saw."""
    award = newest_award(section)
    if award is None:
        raise Refusal("not-awarded")
    if award.version != version:
        raise Conflict("awards-changed")
    data = _checked(section, winners)
    if data == award.data:
        return no_change({"version": version})
    frozen = final_standing(section)
    after, standing = (frozen.after_round, frozen.version) if frozen else (award.after_round, award.standing)
    # A version more: the public reads that it was corrected, and why.
    return _add(section, version + 1, after, standing, data)


def _add(
    section: Section, version: int, after: int, standing: int, data: list[dict[str, Any]]
) -> ActResult[Awarded]:
    Award.objects.create(section=section, version=version, after_round=after, standing=standing, data=data)
    pages.prizes_awarded(section)
    before = {"version": version - 1} if version > 1 else None
    return ActResult({"version": version}, before=before, after={"version": version, "after": after})


def _checked(section: Section, winners: Mapping[int, Sequence[categories.Award]]) -> list[dict[str, Any]]:
    prizes = {prize.pk: prize for prize in section.prizes.all()}
    if winners.keys() - prizes.keys():
        raise Refusal("no-such-prizes")
    numbers = set(section.entries.filter(number__isnull=False).values_list("number", flat=True))
    data = []
    for key, prize in prizes.items():
        line = sorted(winners.get(key, ()), key=lambda award: (award.place, award.number))
        if len(line) > MOST_WINNERS:
            raise Refusal("too-many-winners", limit=MOST_WINNERS)
        for index, award in enumerate(line):
            if award.number not in numbers:
                raise Refusal("no-such-winner", field=f"prize-{key}", number=award.number)
            if any(award.number == other.number for other in line[:index]):
                raise Refusal("winner-twice", field=f"prize-{key}", number=award.number)
            if not 1 <= award.place <= MOST_WINNERS:
                raise Refusal("winner-place", field=f"prize-{key}", place=award.place)
            if not 0 <= award.amount <= MOST:
                raise Refusal("amount-too-large", field=f"prize-{key}", amount=award.amount)
            if award.amount and not prize.currency:
                raise Refusal("currency-needed", field=f"prize-{key}")
        if line:
            places = [
                {"place": award.place, "number": award.number, "amount": award.amount} for award in line
            ]
            data.append({"prize": key, "places": places})
    if not data:
        raise Refusal("no-winners")
    return data

"""The norms of a section: what is waived for its event, and whether everybody reads them."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Reason
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Section
from tournaments.policy import Act


class NormsWaived(TypedDict):
    norms_exemption: str
    norms_fixed: bool


class NormsShown(TypedDict):
    norms_public: bool


@act(on=SECTION, right=Act.AWARD_PRIZES, needs_reason=True, done=_("conditions of norms waived or restored"))
def set_norm_exemption(
    *,
    section: Section,
    exemption: Annotated[str, Field(choices=["", *Section.NormExemption.values])] = "",
    fixed: Annotated[
        bool,
        Field(
            label=_("All pairings were known beforehand"),
            help=_("Then no later game is left out. In a round robin they always are."),
        ),
    ] = False,
    reason: Reason,
    by: User,
    once: str = "",
) -> ActResult[NormsWaived]:
    if exemption and exemption not in Section.NormExemption.values:
        raise Refusal("unknown-norm-exemption", field="exemption")
    before: NormsWaived = {"norms_exemption": section.norms_exemption, "norms_fixed": section.norms_fixed}
    after: NormsWaived = {"norms_exemption": exemption, "norms_fixed": fixed}
    if after == before:
        return no_change(after)
    section.norms_exemption, section.norms_fixed = exemption, fixed
    section.save(update_fields=["norms_exemption", "norms_fixed"])
    pages.norms_changed(section)
    return ActResult(after, before=before, after=after)


@act(on=SECTION, right=Act.AWARD_PRIZES, done=_("norms shown in public, or no more"))
def show_norms(
    *,
    section: Section,
    public: Annotated[bool, Field(label=_("Everybody reads the norms"))] = False,
    by: User,
    once: str = "",
) -> ActResult[NormsShown]:
    answer: NormsShown = {"norms_public": public}
    if section.state == Section.State.DRAFT:
        raise Refusal("section-not-open")
    if public == section.norms_public:
        return no_change(answer)
    section.norms_public = public
    section.save(update_fields=["norms_public"])
    pages.norms_shown(section)
    return ActResult(answer, before={"norms_public": not public}, after=answer)

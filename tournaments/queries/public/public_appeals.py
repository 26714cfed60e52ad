"""Decisions on appeals, as everybody reads them where the section makes them public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Time, component
from tournaments.models import AppealDecision, Foul, Section
from tournaments.queries.public.public import PublicPerson, person
from tournaments.queries.public.public_state import to_the_minute
from tournaments.queries.refereeing.appeals import fouls_beside, rules_of
from tournaments.wording.appeals import numbered_text, places_alike, ruling_text


@component("Appeal")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicAppeal:
    round: int
    table: int
    game: int
    player: Annotated[PublicPerson, _("Who appealed.")]
    offence: Annotated[str, _("Of the foul that was appealed; empty where a result was.")]
    kind: Annotated[str, _("Of the foul.")]
    penalty: Annotated[str, _("Of the foul.")]
    number: Annotated[int, _("Which it is of the fouls of the game that read alike; 0: the only one.")]
    count: Annotated[int, _("How many fouls of the game read alike; 0 where it is the only one.")]
    article: Annotated[str, _("By which the foul was given; may be empty.")]
    value: Annotated[str, _("The result that was appealed; empty where a foul was.")]
    forfeit: bool
    outcome: AppealDecision.Outcome
    panel: str
    reason: str
    decided: Time

    @property
    def words(self) -> str:
        """What was appealed, in the reader's language."""
        return numbered_text(ruling_text(self), self.number, self.count)

    @property
    def outcome_words(self) -> str:
        return str(self.outcome.label)


def public_appeals(section: Section) -> Sequence[PublicAppeal]:
    """List decided appeals, the newest first, if the section makes them public; two queries at most."""
    if not rules_of(section).public:
        return []
    decisions = AppealDecision.objects.filter(appeal__pairing__round__section=section).select_related(
        "appeal__pairing__round", "appeal__entry__player", "appeal__foul", "appeal__report"
    )
    rows = list(decisions.order_by("-pk"))
    appeals = [decision.appeal for decision in rows]
    places = places_alike([appeal.ruling for appeal in appeals], among=fouls_beside(appeals))
    return [_public(section, decision, *place) for decision, place in zip(rows, places, strict=True)]


def _public(section: Section, decision: AppealDecision, number: int, count: int) -> PublicAppeal:
    appeal = decision.appeal
    foul = appeal.ruling if isinstance(appeal.ruling, Foul) else None
    report = appeal.report
    return PublicAppeal(
        round=appeal.pairing.round.number,
        table=appeal.pairing.table or 0,
        game=appeal.game,
        player=person(appeal.entry, section.namesakes, titled=section.event.titles_shown),
        offence=foul.offence if foul else "",
        kind=foul.kind if foul else "",
        penalty=foul.penalty if foul else "",
        number=number,
        count=count,
        article=foul.article if foul else "",
        value=report.value if report else "",
        forfeit=bool(report and report.forfeit),
        outcome=AppealDecision.Outcome(decision.outcome),
        panel=decision.panel,
        reason=decision.reason,
        decided=to_the_minute(decision.at.isoformat()),
    )

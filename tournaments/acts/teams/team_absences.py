"""Teams that do not play a round, and what they score for it (FIDE C.04.2: byes on request)."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.acts.teams.team_matches import find_team
from tournaments.models import CaptainLink, Section, Team, TeamAbsence
from tournaments.policy import Act, require
from tournaments.queries.private_link_scope import check_captain
from tournaments.queries.teams.team_matches import team_settings_of

PLAYS = "plays"
KINDS = (*TeamAbsence.Kind.values, PLAYS)
# A captain can take these; the others are the referee's to give.
CAPTAINS_KINDS = (TeamAbsence.Kind.ZERO.value, TeamAbsence.Kind.HALF.value, PLAYS)


class OfTeamAbsence(TypedDict):
    team: int
    round: int
    kind: str


@act(on=SECTION, right=Act.SET_ABSENCE, done=_("absence of a team"))
def set_team_absence(
    *,
    section: Section,
    team: Id,
    round_number: Annotated[int, Field(least=1, most=1000, label=_("Round"))],
    kind: Annotated[
        str,
        Field(
            choices=KINDS,
            label=_("Scores"),
            help=_(
                "Z for nothing, H as for a draw, F as for a win on every board; plays if it plays after all."
            ),
        ),
    ],
    by: User,
    reason: Reason = "",
    once: str = "",
) -> ActResult[OfTeamAbsence]:
    """The team does not play a round that is not public yet, or does after all."""
    row = find_team(section, team)
    if kind not in KINDS:
        raise Refusal("absence-kind", field="kind")
    _find_round(Act.SET_ABSENCE, section, round_number, by)
    return _set(row, round_number, kind)


@act(on=SECTION, right=Act.ASK_ABSENCE, done=_("absence of a team, reported by its captain"))
def ask_team_absence(
    *,
    section: Section,
    team: Id,
    round_number: Annotated[int, Field(least=1, most=1000, label=_("Round"))],
    kind: Annotated[str, Field(choices=CAPTAINS_KINDS, label=_("Scores"))],
    by: User | CaptainLink,
    once: str = "",
) -> ActResult[OfTeamAbsence]:
    """Ask that the team does not play a round that nobody has paired, or plays it after all."""
    row = find_team(section, team)
    check_captain(Act.ASK_ABSENCE, by, row)
    if kind not in CAPTAINS_KINDS:
        raise Refusal("absence-kind", field="kind")
    _find_round(Act.ASK_ABSENCE, section, round_number, by)
    others = row.absences.exclude(round_number=round_number)
    # A full-point bye is the desk's to give and to take.
    if row.absences.filter(round_number=round_number, kind=TeamAbsence.Kind.FULL).exists():
        raise Refusal("absence-by-desk", round=round_number)
    # A half-point bye as often as the section lets captains have one.
    limit = team_settings_of(section).half_byes
    if kind == TeamAbsence.Kind.HALF and others.filter(kind=kind).count() >= limit:
        raise Refusal("team-half-byes-used", field="kind", limit=limit)
    return _set(row, round_number, kind)


def _find_round(right: Act, section: Section, number: int, by: User | CaptainLink) -> None:
    """Whether its absences can be changed. Raises the `Refusal` ``no-such-round`` or ``state``."""
    round_ = section.round_set.select_for_update().filter(number=number).first()
    if round_ is None:
        raise Refusal("no-such-round", field="round_number", round=number, rounds=section.rounds)
    round_.section = section
    require(right, by=by, scope=round_)


def _set(team: Team, round_number: int, kind: str) -> ActResult[OfTeamAbsence]:
    if team.withdrawn_after is not None:
        raise Refusal("team-withdrawn", field="team", name=team.name)
    answer: OfTeamAbsence = {"team": team.pk, "round": round_number, "kind": kind}
    held = team.absences.filter(round_number=round_number).first()
    before = held.kind if held else PLAYS
    if before == kind:
        return no_change(answer)
    if kind == PLAYS:
        team.absences.filter(round_number=round_number).delete()
    else:
        team.absences.update_or_create(round_number=round_number, defaults={"kind": kind})
    pages.section_changed(team.section)
    facts = {"team": team.pk, "round": round_number}
    return ActResult(answer, before={**facts, "team_absence": before}, after={**facts, "team_absence": kind})

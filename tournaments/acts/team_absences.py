"""Teams that do not play a round, and what they score for it (FIDE C.04.2: byes on request)."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.fields import Field
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.frame import SECTION, Done, act, unchanged
from tournaments.acts.team_matches import find_team
from tournaments.models import CaptainLink, Section, Team, TeamAbsence
from tournaments.policy import Act, require
from tournaments.queries.own import check_captain
from tournaments.queries.team_matches import team_settings_of

PLAYS = "plays"
KINDS = (*TeamAbsence.Kind.values, PLAYS)
ASKED = (TeamAbsence.Kind.ZERO.value, TeamAbsence.Kind.HALF.value, PLAYS)
"""Those that a captain can have."""


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
) -> Done[OfTeamAbsence]:
    """The team does not play a round that is not public yet, or does after all.

    Refusals: ``no-team-matches``, ``no-such-team``, ``no-such-round``, ``state``, ``team-withdrawn``,
    ``absence-kind``.
    """
    found = find_team(section, team)
    if kind not in KINDS:
        raise Refusal("absence-kind", field="kind")
    _find_round(Act.SET_ABSENCE, section, round_number, by)
    return _set(found, round_number, kind)


@act(on=SECTION, right=Act.ASK_ABSENCE, done=_("absence of a team, reported by its captain"))
def ask_team_absence(
    *,
    section: Section,
    team: Id,
    round_number: Annotated[int, Field(least=1, most=1000, label=_("Round"))],
    kind: Annotated[str, Field(choices=ASKED, label=_("Scores"))],
    by: User | CaptainLink,
    once: str = "",
) -> Done[OfTeamAbsence]:
    """The captain says that the team does not play a round that nobody has paired, or does after all:
    for nothing, or with a half-point bye as often as the section lets captains have one.

    Refusals: ``no-team-matches``, ``no-such-team``, ``no-such-round``, ``state``, ``team-withdrawn``,
    ``absence-kind``, ``absence-by-desk``, ``team-half-byes-used``.
    """
    found = find_team(section, team)
    check_captain(Act.ASK_ABSENCE, by, found)
    if kind not in ASKED:
        raise Refusal("absence-kind", field="kind")
    _find_round(Act.ASK_ABSENCE, section, round_number, by)
    others = found.absences.exclude(round_number=round_number)
    if found.absences.filter(round_number=round_number, kind=TeamAbsence.Kind.FULL).exists():
        raise Refusal("absence-by-desk", round=round_number)
    limit = team_settings_of(section).half_byes
    if kind == TeamAbsence.Kind.HALF and others.filter(kind=kind).count() >= limit:
        raise Refusal("team-half-byes-used", field="kind", limit=limit)
    return _set(found, round_number, kind)


def _find_round(right: Act, section: Section, number: int, by: User | CaptainLink) -> None:
    """Whether its absences can be changed. Raises the `Refusal` ``no-such-round`` or ``state``."""
    round_ = section.round_set.select_for_update().filter(number=number).first()
    if round_ is None:
        raise Refusal("no-such-round", field="round_number", round=number, rounds=section.rounds)
    round_.section = section
    require(right, by=by, scope=round_)


def _set(found: Team, round_number: int, kind: str) -> Done[OfTeamAbsence]:
    if found.withdrawn_after is not None:
        raise Refusal("team-withdrawn", field="team", name=found.name)
    answer: OfTeamAbsence = {"team": found.pk, "round": round_number, "kind": kind}
    held = found.absences.filter(round_number=round_number).first()
    before = held.kind if held else PLAYS
    if before == kind:
        return unchanged(answer)
    if kind == PLAYS:
        found.absences.filter(round_number=round_number).delete()
    else:
        found.absences.update_or_create(round_number=round_number, defaults={"kind": kind})
    pages.section_changed(found.section)
    told = {"team": found.pk, "round": round_number}
    return Done(answer, before={**told, "team_absence": before}, after={**told, "team_absence": kind})

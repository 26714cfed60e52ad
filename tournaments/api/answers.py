"""What staff read, and what acts answer: named and described as programs know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import component
from tournaments import models
from tournaments.acts.drafts import DraftTable
from tournaments.queries.public.public import GRADE_HELP, TITLE_HELP, PublicPerson


@dataclass(frozen=True, slots=True)
class Role:
    event: Annotated[str, _("The event's URL name.")]
    role: models.Role


@dataclass(frozen=True, slots=True)
class Me:
    user: str
    scopes: Sequence[str]
    expires: datetime
    roles: Sequence[Role]


@component("Entry")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAnswer(PublicPerson):
    entry: Annotated[int, _("Identifies the entry in URLs.")]
    title: Annotated[str, TITLE_HELP]
    grade: Annotated[str, GRADE_HELP]
    declared_grade: Annotated[str, _("The grade that the player claims, where it differs.")]
    given_name: Annotated[str, _("The end of the name, as federations list it.")]
    egf_pin: str
    ffg_licence: str
    aga_id: str
    wxf_id: str
    axf_id: str
    fide_id: str
    national_id: Annotated[str, _("Given by the player's own federation.")]
    club: str
    native_club: str
    province: str
    native_province: str
    team: str | None
    group: int
    rating: int | None
    status: models.Entry.Status
    withdrawn_after: int | None
    absences: Annotated[Sequence[int], _("Rounds the player misses.")]


@dataclass(frozen=True, slots=True)
class Report:
    report: Annotated[int, _("Identifies the report; send it as “seen” when you correct it.")]
    game: int
    value: models.ResultReport.Value
    forfeit: bool
    cause: Annotated[str, _("How the game ended; empty for ordinary play.")]
    article: Annotated[str, _("Of the section's rulebook, that decides; may be empty.")]
    margin: Annotated[int | None, _("Of a count: quarters of a stone above the line.")]
    rated: Annotated[str, _("What it counts as for ratings alone; empty where that is the value.")]
    by: str | None
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class TableReports:
    table: int
    first: Annotated[int, _("The entry's pairing number.")]
    second: int
    reports: Sequence[Report]
    next_game: Annotated[int | None, _("The game to report next.")]


@dataclass(frozen=True, slots=True)
class ListedTeam:
    team: Annotated[int, _("Identifies the team in bodies.")]
    number: Annotated[int | None, _("Drawn by lot; null before the draw.")]
    name: str
    native_name: str
    short_name: str
    captain_name: str
    strength: Annotated[int | None, _("null for the mean rating of the boards.")]
    federation: str
    withdrawn_after: int | None
    last_rank: Annotated[int | None, _("At the last event; null for none.")]
    absences: Annotated[Sequence[int], _("Rounds that the team does not play.")]
    members: Annotated[Sequence[int], _("Entries in the order of the boards, reserves last.")]


@component("Board")
@dataclass(frozen=True, slots=True)
class BoardAnswer:
    board: int
    table: Annotated[int | None, _("null where somebody is missing: the board is no game.")]
    first: Annotated[int | None, _("Pairing number of the first team's player; null for an empty board.")]
    second: int | None
    value: Annotated[str | None, _("As the first team has it; null without a result.")]
    points: Annotated[Sequence[str], _("Of the first team and of the second; empty without a result.")]
    forfeit: bool


@component("TeamMatch")
@dataclass(frozen=True, slots=True)
class TeamMatchAnswer:
    match: Annotated[int, _("Number of the match.")]
    first: Annotated[int, _("Identifies the first team.")]
    second: int
    first_points: Annotated[str, _("Board points so far.")]
    second_points: str
    winner: Annotated[str, _("first, second, level or none; empty while it is open.")]
    lost_by: Annotated[str, _("Who has lost the match without play: first, second, both, or empty.")]
    revealed: Annotated[bool, _("Whether it is known who sits at the boards.")]
    starts: Annotated[datetime | None, _("When it starts, if not with its round; null: with the round.")]
    boards: Annotated[Sequence[BoardAnswer], _("Empty while line-ups are secret.")]


@component("Unconfirmed")
@dataclass(frozen=True, slots=True)
class UnconfirmedAnswer:
    player: Annotated[int, _("The entry's pairing number.")]
    missed: Annotated[
        int | None,
        _("The round lost as a no-show; null: the player was never checked in."),
    ]


@dataclass(frozen=True, slots=True)
class Work:
    kind: str
    state: str


@component("Need")
@dataclass(frozen=True, slots=True)
class NeedAnswer:
    kind: str
    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class Draft:
    digest: Annotated[str, _("Send it as “seen” to publish.")]
    tables: Sequence[DraftTable]


@dataclass(frozen=True, slots=True)
class RoundDesk:
    round: int
    state: models.Round.State
    seen: Annotated[
        str, _("Send it as “seen”: a request is refused if the round has changed in the meantime.")
    ]
    seen_with_results: Annotated[str, _("The same for closing the round; it changes with every result.")]
    draft: Annotated[Draft | None, _("For those who may read drafts, if there is one.")]
    unconfirmed: Annotated[
        Sequence[UnconfirmedAnswer],
        _("Players to be confirmed as present or absent before the round is paired."),
    ]
    jobs: Sequence[Work]
    needs: Sequence[NeedAnswer]


@component("AppealToDecide")
@dataclass(frozen=True, slots=True)
class AppealAnswer:
    """Against a foul or a reported result; ``outcome``: none while it waits."""

    appeal: int
    round: int
    table: int
    game: int
    player: Annotated[int, _("The entry's pairing number.")]
    foul: int | None
    report: int | None
    statement: str
    deposit: models.Appeal.Deposit
    outcome: models.AppealDecision.Outcome | None
    panel: str
    reason: str
    at: datetime


@component("Foul")
@dataclass(frozen=True, slots=True)
class FoulAnswer:
    foul: int
    table: int
    game: int
    player: Annotated[int, _("The entry's pairing number.")]
    kind: models.Foul.Kind
    offence: str
    article: str
    ply: int | None
    penalty: str
    status: models.Foul.Status
    reason: str
    at: datetime

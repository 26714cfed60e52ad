"""What the papers about games show: the records of a round, its fouls and claims, its bulletin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Claim
from games.queries import public_games
from games.queries.public_games import GamePage
from games.queries.records import accepted_games
from games.wording.claims import follows_text, kind_name
from portal.policy import Refusal
from tournaments.models import Foul, Round, Section
from tournaments.queries.papers import PaperKind, Scope, as_published
from tournaments.queries.public.public import Framed, PublicPerson, framing, person, section_of
from tournaments.queries.public.public_rounds import RoundPage, public_round_page
from tournaments.queries.public.public_standings import StandingsPage, standings_page
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot, to_the_minute
from tournaments.queries.teams.matches import seat_of
from tournaments.wording.fouls import offence_name, penalty_text
from tournaments.wording.sides import side_word

NOW = PublicSnapshot(staff=True)


def _round(key: int, number: int) -> Round:
    round_row = Round.objects.filter(section=key, number=number).select_related("section__event").first()
    if round_row is None or not round_row.is_public:
        raise NotPublicError(f"round {number} of section {key}")
    return round_row


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRecords(Framed):
    round: int
    games: Sequence[GamePage]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulLine:
    table: int | None
    player: PublicPerson
    kind: str
    offence: str
    article: str
    ply: int | None
    penalty: str
    status: Foul.Status
    reason: str
    at: str

    @property
    def description(self) -> str:
        return offence_name(self.offence, self.kind)

    @property
    def cost(self) -> str:
        return penalty_text(self.penalty)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLine:
    table: int | None
    player: PublicPerson
    kind: str
    ply: int
    right: bool
    outcome: str
    side: str
    game: str
    at: str

    @property
    def description(self) -> str:
        return kind_name(self.kind)

    @property
    def follows(self) -> str:
        return follows_text(self.outcome, side_word(self.side, self.game))


@dataclass(frozen=True, slots=True, kw_only=True)
class Incidents(Framed):
    round: int
    fouls: Sequence[FoulLine]
    claims: Sequence[ClaimLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bulletin(Framed):
    round: RoundPage
    standings: StandingsPage | None
    games: Sequence[GamePage]


def _games(round_: Round) -> list[GamePage]:
    tables = dict(round_.pairings.filter(table__isnull=False).values_list("table", "pk"))
    return [public_games.game(tables[table], game, NOW) for _, table, game in accepted_games([round_])]


def records(key: int, number: int, part: int) -> PrintedRecords:
    """Find the accepted games of a round."""
    games = _games(_round(key, number))
    if not games:
        raise Refusal("paper-no-records", round=number)
    return PrintedRecords(**framing(section_of(key), NOW), round=number, games=games)


def incidents(key: int, number: int, part: int) -> Incidents:
    """Fouls in force and claims of a round, by table."""
    round_ = _round(key, number)
    section = section_of(key)
    fouls = Foul.objects.in_force().filter(pairing__round=round_).select_related("pairing", "entry__player")
    claims = Claim.objects.filter(pairing__round=round_).select_related("pairing", "entry__player")
    return Incidents(
        **framing(section, NOW),
        round=number,
        fouls=[
            FoulLine(
                table=foul.pairing.table,
                player=person(foul.entry, section.namesakes),
                kind=foul.kind,
                offence=foul.offence,
                article=foul.article,
                ply=foul.ply,
                penalty=foul.penalty,
                status=Foul.Status(foul.status),
                reason=foul.reason,
                at=to_the_minute(foul.at.isoformat()),
            )
            for foul in fouls.order_by("pairing__table", "pk")
        ],
        claims=[
            ClaimLine(
                table=claim.pairing.table,
                player=person(claim.entry, section.namesakes),
                kind=claim.kind,
                ply=claim.ply,
                right=claim.right,
                outcome=claim.outcome,
                side=_side(claim),
                game=section.game,
                at=to_the_minute(claim.at.isoformat()),
            )
            for claim in claims.order_by("pairing__table", "pk")
        ],
    )


def _side(claim: Claim) -> str:
    seat = claim.entry.seats.get(pairing=claim.pairing)
    return seat_of(seat.colour, claim.game)


def bulletin(key: int, number: int, part: int) -> Bulletin:
    """Put a round on paper: its results, the standings after it where they are frozen, its games."""
    round_ = _round(key, number)
    try:
        frozen = standings_page(key, number, NOW)
    except NotPublicError:
        frozen = None
    return Bulletin(
        **framing(section_of(key), NOW),
        round=public_round_page(key, number, NOW),
        standings=frozen,
        games=_games(round_),
    )


def _to_photograph(key: str, title: Promise) -> PaperKind:
    blank = as_published(public_round_page, "tables", refusal="paper-no-pairings", moment=NOW)
    return PaperKind(
        key, title, Scope.ROUND, blank, offered=lambda section: section.game == Section.Game.XIANGQI
    )


KINDS = (
    PaperKind("records", _("Game records"), Scope.ROUND, records, live=True),
    PaperKind("incidents", _("Fouls and claims"), Scope.ROUND, incidents, live=True),
    PaperKind("bulletin", _("Round bulletin"), Scope.ROUND, bulletin, live=True),
    _to_photograph("photo-sheets", _("Scoresheets to photograph, one to a page")),
    _to_photograph("photo-halves", _("Scoresheets to photograph, two to a page")),
)

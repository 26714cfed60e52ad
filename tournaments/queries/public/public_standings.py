"""Answer frozen standings and the crosstable; names are read in now (law 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, component
from tournaments.models import Prize as PrizeModel
from tournaments.models import Round, Section
from tournaments.queries.public.public import (
    EventRef,
    Frame,
    Framed,
    PartOfTable,
    PublicPerson,
    SectionRef,
    framing,
    people,
    section_of,
)
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.public.public_team_standings import PublicTeamStanding, team_standings
from tournaments.standings import c07
from tournaments.standings.criterion import Measure
from tournaments.standings.tiebreaks import CRITERIA, criterion
from tournaments.wording.names import plain_name
from tournaments.wording.standings import MEETINGS, kind_name, separation

# All summands of these criteria are 1: the rounds say enough.
COUNTS = frozenset(key for key in (*CRITERIA, *c07.all_keys()) if criterion(key).measure is Measure.COUNT)
# The summands of these are those of Buchholz.
SUMMED_ELSEWHERE = frozenset({"best-opponent"})

People = Mapping[int, PublicPerson]


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterRound(Framed):
    after: Annotated[int, _("The round.")]
    edition: Annotated[int, _("Version of the frozen standings.")]
    final: bool
    reopened: Annotated[
        bool, _("The round has been reopened; the standings are provisional until it is closed.")
    ]
    people: Hidden[People]


@dataclass(frozen=True, slots=True)
class PublicTerm:
    """A summand of a criterion."""

    round: int
    opponent: int | None
    points: str
    kind: str
    counted: bool
    working: Annotated[str, _("How the points come about, such as 28 + 1; empty where they are one number.")]


class Summand(NamedTuple):
    """A term in words: ``who`` and ``points`` where the round does not say enough."""

    round: int
    who: str
    points: str
    counted: bool
    working: str = ""


class Sum(NamedTuple):
    """A criterion as its value was counted."""

    key: str
    value: str
    terms: Sequence[Summand]


@component("Standing")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicStanding:
    # ``neighbour``: the rank of the row above; of the row below for the first. ``decided_by``: the tie-break
    # that parts the row from the one above, or where points do, from the one below.
    rank: int
    rank_before: Annotated[int | None, _("After the round before; null for who was not in it.")]
    player: PublicPerson
    points: str
    tiebreaks: Annotated[Mapping[str, str | None], _("Tie-break → value.")]
    separated_by: Annotated[str | None, _("The tie-break that decided against the row above.")]
    arithmetic: Annotated[Mapping[str, Sequence[PublicTerm]], _("Tie-break → terms.")]
    criteria: Hidden[Sequence[str]]
    is_first: Hidden[bool]
    neighbour: Hidden[int | None]
    decided_by: Hidden[str | None]

    @property
    def moved(self) -> int | None:
        """How many ranks up (down: below 0) since the round before."""
        return None if self.rank_before is None else self.rank_before - self.rank

    @property
    def places(self) -> int:
        """The same without a sign."""
        return abs(self.moved or 0)

    @property
    def decisive(self) -> str | None:
        """The value of the tie-break that parts the row from a neighbour on equal points."""
        return self.tiebreaks.get(self.decided_by) if self.decided_by else None

    @property
    def shared(self) -> bool:
        """Whether the row above has the same rank."""
        return not self.is_first and self.neighbour == self.rank

    @property
    def separated(self) -> str:
        """Which rule separates the row from its neighbour, in a sentence."""
        if not self.separated_by or self.neighbour is None:
            return ""
        return separation(self.separated_by, self.neighbour, first_row=self.is_first)

    @property
    def values(self) -> list[tuple[str, str | None]]:
        return [(key, self.tiebreaks.get(key)) for key in self.criteria]

    def sums(self, people: People) -> list[Sum]:
        """The arithmetic of every value there is, in the reader's language."""
        return [
            Sum(key, value, self._terms(key, people))
            for key, value in [("points", self.points), *self.values]
            if value is not None
        ]

    def _terms(self, key: str, people: People) -> list[Summand]:
        terms = () if key in SUMMED_ELSEWHERE else self.arithmetic.get(key, ())
        if key in COUNTS:
            return [Summand(term.round, "", "", term.counted) for term in terms]
        return [_in_words(term, people) for term in terms]


def _in_words(term: PublicTerm, people: People) -> Summand:
    name = plain_name(people[term.opponent]) if term.opponent else ""
    if term.kind in MEETINGS:
        return Summand(term.round, str(MEETINGS[term.kind]) % {"name": name}, "", term.counted)
    return Summand(term.round, name or kind_name(term.kind), term.points, term.counted, term.working)


@component("Team")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTeam:
    rank: Annotated[int | None, _("null if the team has too few players.")]
    team: str
    native_team: Annotated[str, _("In Chinese; may be empty.")]
    sum: int | None
    best: int | None
    members: Sequence[PublicPerson]


@component("CategoryRow")
@dataclass(frozen=True, slots=True)
class PublicCategoryRow:
    rank: int
    overall: int
    player: PublicPerson


@component("Category")
@dataclass(frozen=True, slots=True)
class PublicCategory:
    name: str
    native_name: str
    rows: Sequence[PublicCategoryRow]


@component("Place")
@dataclass(frozen=True, slots=True)
class PrizePlace:
    place: int
    player: PublicPerson
    amount: Annotated[int, _("Prize money, in the smallest unit of the currency.")] = 0


@component("Prize")
@dataclass(frozen=True, slots=True)
class PublicPrize:
    name: str
    native_name: str
    places: Sequence[PrizePlace]
    currency: Annotated[str, _("Three-letter code; empty if no money is given.")] = ""
    amounts: Annotated[Sequence[int], _("Prize money of each place, in the smallest unit.")] = ()
    sharing: Annotated[PrizeModel.Sharing, _("How players on equal points share.")] = PrizeModel.Sharing.NONE

    @property
    def paid(self) -> int:
        return sum(place.amount for place in self.places)

    @property
    def rest(self) -> int:
        """What was not paid: no unit divides it, or nobody has won it."""
        return sum(self.amounts) - self.paid


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage(AfterRound):
    criteria: Sequence[str]
    rows: Sequence[PublicStanding]
    teams: Sequence[PublicTeam]
    team_criteria: Annotated[Sequence[str], _("By which teams rank that meet teams; else empty.")]
    team_rows: Sequence[PublicTeamStanding]
    categories: Sequence[PublicCategory]
    prizes: Sequence[PublicPrize]
    awarded: Annotated[bool, _("The prizes have been awarded; before that they follow the standings.")]

    @property
    def idle(self) -> frozenset[str]:
        """Return the tie-breaks that decide nothing here: a table leaves them out until all are asked for."""
        deciding = {row.decided_by for row in self.rows}
        idle = frozenset(self.criteria) - deciding
        # Where none decides anything the first one stays.
        return idle if idle != frozenset(self.criteria) else frozenset(self.criteria[1:])

    @property
    def provisional(self) -> bool:
        """Whether further games may still change who wins what."""
        return not self.awarded and (not self.final or self.reopened)

    part: PartOfTable = None

    @property
    def columns(self) -> int:
        return len(self.criteria) + 5

    @property
    def team_columns(self) -> int:
        return len(self.team_criteria) + 4

    @property
    def ranks(self) -> Mapping[int | None, int]:
        return {row.player.number: row.rank for row in self.rows}


def standings_page(key: int, after: int, moment: PublicSnapshot) -> StandingsPage:
    """The frozen rows with teams, categories and prizes. Raises `NotPublicError`."""
    section = section_of(key)
    version, frozen = moment.standing(section, after)
    frozen = _without(frozen, moment.taken_back(section))
    shared = standings_context(section, after, version, moment)
    everybody = shared["people"]
    ranks = [row["rank"] for row in frozen["rows"]]
    neighbours = [ranks[1] if len(ranks) > 1 else None, *ranks]
    award = section.awards.filter(after_round=after).order_by("-version").first()
    parted = [row["separated_by"] for row in frozen["rows"]]
    before = _ranks_before(section, after) if after - 1 in shared["frame"].standings else {}
    native_names = dict(section.teams.values_list("name", "native_name")) if frozen["teams"] else {}
    return StandingsPage(
        **shared,
        criteria=frozen["criteria"],
        rows=[
            _standing(
                row,
                neighbour,
                everybody,
                criteria=frozen["criteria"],
                is_first=not index,
                before=before.get(row["number"]),
                decided=next((key for key in parted[index : index + 2] if key and key != "points"), None),
            )
            for index, (row, neighbour) in enumerate(zip(frozen["rows"], neighbours, strict=False))
        ],
        teams=[
            PublicTeam(
                rank=team["rank"],
                team=team["team"],
                native_team=native_names.get(team["team"], ""),
                sum=team["sum"],
                best=team["best"],
                members=[everybody[number] for number in team["members"]],
            )
            for team in frozen["teams"]
        ],
        team_criteria=frozen.get("team_table", {}).get("criteria", []),
        team_rows=team_standings(section, frozen),
        categories=_categories(section, frozen, everybody),
        prizes=prizes_of(section, award.data if award else frozen["prizes"], everybody),
        awarded=award is not None,
    )


class StandingsAbout(TypedDict):
    event: EventRef
    section: SectionRef
    frame: Frame
    after: int
    edition: int
    final: bool
    reopened: bool
    people: People


def _without(frozen: Mapping[str, Any], back: Set[int]) -> Mapping[str, Any]:
    """Leave out of standings how values were counted from rounds that were taken back."""
    if not any(number <= frozen["after"] for number in back):
        return frozen
    # Values and places stay, which stand by themselves; a sum without one of its terms is wrong.
    rows = [{**row, "arithmetic": {}} for row in frozen["rows"]]
    changed = {**frozen, "rows": rows}
    if "team_table" in frozen:
        table = frozen["team_table"]
        teams = [
            {
                **row,
                "arithmetic": {},
                "rounds": [r for r in row["rounds"] if r["round"] not in back],
            }
            for row in table["rows"]
        ]
        changed["team_table"] = {**table, "rows": teams}
    return changed


def standings_context(section: Section, after: int, version: int, moment: PublicSnapshot) -> StandingsAbout:
    """The fields of `AfterRound`."""
    states = {round_.number: moment.state(round_) for round_ in section.round_set.all()}
    return {
        **framing(section, moment),
        "after": after,
        "edition": version,
        "final": after == section.rounds,
        "reopened": states.get(after) != Round.State.CLOSED,
        "people": people(section),
    }


def _standing(
    row: Mapping[str, Any],
    neighbour: int | None,
    people: People,
    *,
    criteria: Sequence[str],
    is_first: bool,
    before: int | None,
    decided: str | None,
) -> PublicStanding:
    return PublicStanding(
        rank=row["rank"],
        rank_before=before,
        player=people[row["number"]],
        points=row["points"],
        tiebreaks=row["tiebreaks"],
        separated_by=row["separated_by"],
        arithmetic={
            key: [
                PublicTerm(
                    term["round"],
                    term["opponent"],
                    term["points"],
                    term["kind"],
                    term["counted"],
                    # Standings that were frozen before this was said have none.
                    term.get("working", ""),
                )
                for term in terms
            ]
            for key, terms in row["arithmetic"].items()
        },
        criteria=criteria,
        is_first=is_first,
        neighbour=neighbour,
        decided_by=decided,
    )


def _ranks_before(section: Section, after: int) -> dict[int, int]:
    """By number, after the round before this one; nothing before round 2."""
    newest = section.standings.filter(after_round=after - 1).order_by("-version").first()
    return {row["number"]: row["rank"] for row in newest.data["rows"]} if newest else {}


def _categories(section: Section, frozen: Mapping[str, Any], people: People) -> list[PublicCategory]:
    categories = {category.key: category for category in section.categories.all()}
    return [
        PublicCategory(
            categories[key].name,
            categories[key].native_name,
            [PublicCategoryRow(row["rank"], row["overall"], people[row["number"]]) for row in rows],
        )
        for key, rows in frozen["categories"].items()
        if key in categories
    ]


def prizes_of(section: Section, rows: Sequence[Mapping[str, Any]], people: People) -> list[PublicPrize]:
    """The winners of each list, as frozen standings or an award have them."""
    prizes = {prize.pk: prize for prize in section.prizes.all()}
    return [
        PublicPrize(
            prizes[row["prize"]].name,
            prizes[row["prize"]].native_name,
            [
                PrizePlace(place["place"], people[place["number"]], place.get("amount", 0))
                for place in row["places"]
            ],
            prizes[row["prize"]].currency,
            list(prizes[row["prize"]].amounts),
            PrizeModel.Sharing(prizes[row["prize"]].sharing),
        )
        for row in rows
        if row["prize"] in prizes and row["places"]
    ]

"""Answer a bracket; matches are counted through the whole of it, so that places to come can name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, Time, component, extended
from tournaments.models import Round, Section
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.tree import TreeLevel as Drawn
from tournaments.pairing.tree import bracket_tree, podium
from tournaments.queries.addresses import api_address
from tournaments.queries.links import TableLink, table_links
from tournaments.queries.public.public import (
    RESULTS,
    Framed,
    PublicPerson,
    ResultValue,
    framing,
    has_bracket,
    path_of,
    people,
    section_of,
    starts_of,
)
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot
from tournaments.queries.seats import options_of, seated_pairings
from tournaments.queries.teams.decider_boards import StepStand, step_stands
from tournaments.queries.teams.matches import best_of, open_games_of
from tournaments.queries.teams.team_matches import team_event_of
from tournaments.state.bracket import NOBODY, BracketPart, Feeder, Node
from tournaments.state.team_matches import TeamEvent, board_points
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import Bye, Game, Tournament

People = Mapping[int, PublicPerson]
# Board points by round and team.
Scores = Mapping[tuple[int, int], str]
# By round and team the decider boards of its match, its own points first.
Steps = Mapping[tuple[int, int], Sequence[StepStand]]
# What each of the two has of a game.
POINTS = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2": ("½", "½"),
    "0-0": ("0", "0"),
    "1/2-0": ("½", "0"),
    "0-1/2": ("0", "½"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketGame:
    first: Annotated[int, _("The entry's pairing number.")]
    second: int
    value: ResultValue | None
    forfeit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside(BracketGame):
    table: int | None
    players: Hidden[tuple[PublicPerson, PublicPerson]]


class Points(NamedTuple):
    """What a side has of a game."""

    value: str
    forfeit: bool


class BracketSeat(NamedTuple):
    """A side of a match. ``side``: while a game is to be played; afterwards the results say enough.
    ``feeder``: the match whose winner comes, or whose loser; None where there is none."""

    person: PublicPerson | None
    nobody: bool
    won: bool
    lost: bool
    side: str
    points: Sequence[Points]
    feeder: Feeder | None

    @property
    def waiting(self) -> str:
        """Who comes, in the reader's language."""
        if self.feeder is None:
            return ""
        loser = self.feeder.loser
        words = gettext("Loser of match %(match)s") if loser else gettext("Winner of match %(match)s")
        return words % {"match": self.feeder.label}


@component("Match")
@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    # ``label``: its number in the bracket; ``nobody``: it is decided, and nobody goes on.
    one: Annotated[PublicPerson | None, _("null if empty or not known yet.")]
    other: PublicPerson | None
    bye: bool
    table: int | None
    games: Annotated[Sequence[BracketGame], _("Games with a result.")]
    next_game: Annotated[int | None, _("The game to be played next.")]
    next_first: Annotated[int | None, _("Pairing number of the player who moves first in it.")]
    decided: bool
    winner: Annotated[int | None, _("Who advances; null if decided that no one does.")]
    walkover: Annotated[bool, _("Someone advances without a game.")]
    records: Annotated[Sequence[str], _("URLs of the game documents.")]
    steps: Annotated[Sequence[StepStand], _("Deciders of a level match.")]
    label: Hidden[int]
    seats: Hidden[Sequence[BracketSeat]]
    links: Hidden[Sequence[TableLink]]

    @property
    def nobody(self) -> bool:
        return self.decided and self.winner is None


@component("Level")
@dataclass(frozen=True, slots=True, kw_only=True)
class BracketLevel:
    round: int
    starts: Time | None
    url: Annotated[str | None, _("null until the round is published.")]
    matches: Annotated[
        Sequence[BracketMatch], _("From top to bottom: winners of adjacent matches meet in the next level.")
    ]
    third_place: BracketMatch | None
    beside: Annotated[Sequence[Beside], _("Games between these players outside the bracket.")]
    part: Annotated[
        str, _("Of a double elimination: upper, lower, final or second-final; empty in a single one.")
    ]
    step: Hidden[int]

    @property
    def anchor(self) -> str:
        """Its place on the page: two levels of a double elimination share a round."""
        return f"round-{self.round}-{self.part}" if self.part else f"round-{self.round}"

    @property
    def title(self) -> str:
        """In the reader's language."""
        if self.part == BracketPart.SECOND_FINAL:
            return gettext("Second final")
        if self.part == BracketPart.LOWER:
            return gettext("Lower round %(number)s") % {"number": self.step}
        if self.part == BracketPart.UPPER:
            return gettext("Upper round %(number)s") % {"number": self.step}
        if len(self.matches) == 1:
            return pgettext("round of a knock-out", "Final")
        if len(self.matches) == 2:
            return gettext("Semi-finals")
        if len(self.matches) == 4:
            return gettext("Quarter-finals")
        return gettext("Round of %(players)s") % {"players": 2 * len(self.matches)}


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPage(Framed):
    # ``podium``: who is first, second and third, once it is known; a place that nobody reached is left out.
    best_of: Annotated[int, _("Games per match.")]
    levels: Annotated[Sequence[BracketLevel], _("From the first round of the bracket to its final.")]
    of_teams: Annotated[bool, _("Whether the numbers are those of teams.")]
    final_only: Hidden[bool]
    podium: Hidden[Sequence[tuple[int, PublicPerson]]]

    @property
    def brackets(self) -> Sequence[DrawnBracket]:
        """List what is drawn under each other: of a double elimination upper, then lower bracket."""
        lower = [level for level in self.levels if level.part == BracketPart.LOWER]
        upper = [level for level in self.levels if level.part != BracketPart.LOWER]
        if not lower:
            return [DrawnBracket("", _drawn_levels(upper))]
        return [
            DrawnBracket(gettext("Upper bracket"), _drawn_levels(upper)),
            DrawnBracket(gettext("Lower bracket"), _drawn_levels(lower)),
        ]


class DrawnLevel(NamedTuple):
    """``straight``: as many matches follow as there are here, each joined to its own."""

    level: BracketLevel
    straight: bool
    last: bool


class DrawnBracket(NamedTuple):
    title: str
    levels: Sequence[DrawnLevel]


def _drawn_levels(levels: Sequence[BracketLevel]) -> list[DrawnLevel]:
    following = [len(level.matches) for level in levels[1:]]
    return [
        DrawnLevel(level, straight=here == len(level.matches), last=here == 0)
        for level, here in zip(levels, [*following, 0], strict=True)
    ]


def bracket(key: int, moment: PublicSnapshot) -> BracketPage:
    """Answer the rounds of the bracket, those to come included. Raises `NotPublicError`."""
    section = section_of(key)
    if not has_bracket(section, moment):
        raise NotPublicError(f"section {section.pk} has no bracket")
    rounds = moment.unbroken(section)
    teams = team_event_of(section, rounds=rounds) if section.of_teams else None
    # A first round from a file may make no bracket: then there are none.
    drawn = bracket_tree(_of_teams(section, teams) if teams else _tournament(section, rounds))
    everybody = _teams(section) if teams else people(section)
    most = best_of(section, drawn[0].round, _finalists(section)) if drawn else 1
    return BracketPage(
        **framing(section, moment),
        best_of=most or 1,
        levels=_levels(section, rounds, drawn, everybody, _scores_of_teams(teams) if teams else ({}, {})),
        of_teams=section.of_teams,
        final_only=section.system != KNOCKOUT,
        podium=_podium(drawn, everybody),
    )


def _finalists(section: Section) -> tuple[int, ...]:
    final = options_of(section).final
    return final.players if final else ()


def _tournament(section: Section, rounds: list[Round]) -> Tournament:
    """Make as much of a tournament as the bracket looks at."""
    games: list[Game] = []
    byes: list[Bye] = []
    # `tournament_of` knows no round that is only about to be published.
    for pairing in seated_pairings(rounds):
        seats = {seat.colour: seat.entry.number or 0 for seat in pairing.seated}
        number = pairing.round.number
        if pairing.is_bye:
            byes.append(Bye(number, seats["bye"]))
            continue
        most = best_of(section, number, (seats["first"], seats["second"]))
        games += open_games_of(pairing, pairing.current, number=number, most=most)
    return Tournament(
        section.system,
        (),
        games=tuple(games),
        byes=tuple(byes),
        options=options_of(section),
        seed=section.seed,
    )


def _of_teams(section: Section, event: TeamEvent) -> Tournament:
    return as_tournament(event, KNOCKOUT, seed=section.seed, options=options_of(section))


def _teams(section: Section) -> People:
    """The teams, by number."""
    return {
        team.number: PublicPerson(
            number=team.number,
            name=team.name,
            native_name=team.native_name,
            federation=team.federation_id or "",
        )
        for team in section.teams.all()
        if team.number
    }


def _scores_of_teams(event: TeamEvent) -> tuple[Scores, Steps]:
    scores: dict[tuple[int, int], str] = {}
    steps: dict[tuple[int, int], Sequence[StepStand]] = {}
    for match in event.matches:
        for number, first in ((match.first, True), (match.second, False)):
            steps[match.round, number] = step_stands(match.steps, first_team=first)
        if any(board.result is not None for board in match.boards) or match.lost_by:
            for number, points in zip(
                (match.first, match.second), board_points(event.rules, match), strict=True
            ):
                scores[match.round, number] = event.rules.board_points.text(sum(points))
    return scores, steps


def _levels(
    section: Section,
    rounds: Sequence[Round],
    drawn: Sequence[Drawn],
    people: People,
    scores_and_steps: tuple[Scores, Steps],
) -> list[BracketLevel]:
    keys = {round_.number: round_.pk for round_ in rounds}
    starts = {round_.number: starts_of(round_) for round_ in section.round_set.all()}
    links = {} if section.of_teams else table_links(rounds, staff=False)
    levels: list[BracketLevel] = []
    counted = 0
    for level in drawn:
        nodes = [*level.nodes, *([level.third_place] if level.third_place else [])]
        matches = []
        before = [match.label for match in levels[-1].matches] if levels else []
        for node, (label, fed) in zip(nodes, _labels(level, counted, before), strict=False):
            counted += 1
            links_here = links.get((keys.get(level.round, 0), _table(node) or 0), ())
            made = _match(node, label, fed, links_here, people)
            matches.append(_with_scores(made, level.round, *scores_and_steps) if section.of_teams else made)
        url = api_address(f"{path_of(section)}round/{level.round}/")
        levels.append(
            BracketLevel(
                round=level.round,
                starts=starts.get(level.round),
                url=url if level.round in keys else None,
                matches=matches[: len(level.nodes)],
                third_place=matches[-1] if level.third_place else None,
                beside=[
                    extended(
                        Beside,
                        _game(game),
                        table=game.table,
                        players=(people[game.first], people[game.second]),
                    )
                    for game in level.beside
                ],
                part=level.part or "",
                step=level.planned[0].step if level.planned else len(levels) + 1,
            )
        )
    return levels


def _labels(level: Drawn, counted: int, before: Sequence[int]) -> Iterable[tuple[int, Sequence[Feeder]]]:
    """Yield label and feeders of the matches of a level; ``before``: the labels of the level before."""
    if level.planned:
        yield from ((match.label, match.feeders) for match in level.planned)
        return
    for place in range(len(level.nodes)):
        yield counted + 1 + place, [Feeder(label) for label in before[2 * place : 2 * place + 2]]
    # The match for the third place comes last: the losers play it.
    yield counted + 1 + len(level.nodes), [Feeder(label, loser=True) for label in before]


def _with_scores(match: BracketMatch, number: int, scores: Scores, steps: Steps) -> BracketMatch:
    """A match of teams with its board points and decider boards; its boards have the tables."""
    seats = []
    for seat in match.seats:
        points = scores.get((number, (seat.person and seat.person.number) or 0))
        seats.append(seat._replace(points=[Points(points, forfeit=False)] if points else [], side=""))
    played = steps.get((number, (match.one and match.one.number) or 0), ())
    return replace(match, table=None, next_game=None, next_first=None, seats=seats, steps=played)


def _table(node: Node) -> int | None:
    return node.match.games[0].table if node.match else None


def _match(
    node: Node, label: int, feeders: Sequence[Feeder], links: Sequence[TableLink], people: People
) -> BracketMatch:
    following = node.match.next_game if node.match else None
    bye = NOBODY in (node.first, node.other) and bool(node.winner)
    games = [_game(game) for game in node.match.games if game.result is not None] if node.match else []
    seats = [
        _seat(node, who, games, people, feeder=feeder)
        for who, feeder in zip((node.first, node.other), [*feeders, None, None], strict=False)
    ]
    return BracketMatch(
        one=people[node.first] if node.first else None,
        other=people[node.other] if node.other else None,
        bye=bye,
        table=_table(node),
        games=games,
        next_game=following[0] if following else None,
        next_first=following[1] if following else None,
        decided=node.winner is not None,
        winner=node.winner or None,
        walkover=node.walkover,
        records=[api_address(link.path) for link in links],
        steps=step_stands(
            node.match.steps if node.match else (),
            first_team=node.match is None or node.first == node.match.players[0],
        ),
        label=label,
        seats=[seat for seat in seats if not (bye and seat.nobody)],
        links=links,
    )


def _seat(
    node: Node, who: int | None, games: Sequence[BracketGame], people: People, *, feeder: Feeder | None
) -> BracketSeat:
    first = _first(node)
    side = "" if first is None or not who else "first" if first == who else "second"
    return BracketSeat(
        person=people[who] if who else None,
        nobody=who == NOBODY,
        won=bool(who) and node.winner == who,
        lost=bool(who) and node.winner not in (None, who),
        side=side if node.winner is None else "",
        points=[
            Points(POINTS[game.value][game.first != who], game.forfeit)
            for game in games
            if who and game.value
        ],
        feeder=feeder,
    )


def _first(node: Node) -> int | None:
    """Who moves first in the game that is to be played, or was played last."""
    if node.match is None:
        return None
    following = node.match.next_game
    return following[1] if following else node.match.games[-1].first


def _game(game: Game) -> BracketGame:
    value = next((result for result in RESULTS if result == game.result), None)
    return BracketGame(first=game.first, second=game.second, value=value, forfeit=game.forfeit)


def _podium(drawn: Sequence[Drawn], people: People) -> list[tuple[int, PublicPerson]]:
    return [(place, people[number]) for place, number in enumerate(podium(drawn), start=1) if number]

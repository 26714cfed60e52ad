"""Who comes from earlier sections of the event to the places of a section (`tournaments.state.stages`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from operator import itemgetter
from typing import Any, NamedTuple

from tournaments.models import Entry, Section, Team
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.registry import ROUND_ROBINS
from tournaments.pairing.tree import bracket_tree, by_label
from tournaments.queries.frozen import final_standing
from tournaments.queries.seats import options_of
from tournaments.queries.teams.team_matches import team_event_of, teams_with_rosters
from tournaments.queries.tournament import tournament_of
from tournaments.standings.tiebreaks import criterion
from tournaments.state.gotha.criteria import ALL_CRITERIA
from tournaments.state.options import CarriedMatch, CarriedResult
from tournaments.state.stages import Source
from tournaments.state.team_matches import Alone, TeamEvent, board_text, team_history
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import Tournament
from tournaments.wording.stages import source_words


class _Rank(NamedTuple):
    """A row of final standings: a player's, or a team's. ``values``: what compares it with rows of other
    sections, in order, the greater the better."""

    rank: int
    number: int
    values: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class StagePlace:
    """A place of a later stage, from 1. ``entrant``: who comes, as the section whence has it, a team where
    teams meet; None where it is not known yet, or where nobody comes. ``is_open``: why it is not known, as
    `OPEN` has it."""

    place: int
    source: Source
    words: str
    entrant: Entry | Team | None = None
    is_open: str = ""


def sources_of(section: Section) -> list[Source]:
    """In the order of the places; empty where players enter by themselves."""
    return [Source.parse(text) for text in section.options.get("sources", ())]


def stage_places(section: Section) -> list[StagePlace]:
    """Every place, with who comes as far as that is known. Some queries for each section whence."""
    sources = sources_of(section)
    slugs = {slug for source in sources for slug in source.sections}
    earlier = {row.slug: row for row in section.event.sections.filter(slug__in=slugs)} if slugs else {}
    names = {slug: row.name for slug, row in earlier.items()}
    stages = {slug: _Stage(row) for slug, row in earlier.items()}
    places = []
    for place, source in enumerate(sources, 1):
        number, slug, is_open = _comes(source, stages, section.seed)
        entrant = stages[slug].entrants.get(number) if number else None
        places.append(StagePlace(place, source, source_words(source, names), entrant, is_open))
    return places


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """Where somebody came in over all stages. ``section``: the last one that he, she or the team played in,
    ``rank`` there."""

    place: int
    entrant: Entry | Team
    section: Section
    rank: int


def places_over_stages(section: Section) -> list[FinalPlace]:
    """Rank everybody of a last stage and of the sections whence its places come, and of theirs: by the last
    stage, then who has come no further than the one before, by rank there, over several sections by points
    and the criteria that all of them have; empty before the last stage is over. Who is equal in all shares
    the place."""
    final = _Stage(section)
    if not section.options.get("sources") or not final.rows:
        return []
    places = [FinalPlace(row.rank, final.entrants[row.number], section, row.rank) for row in final.rows]
    placed = {identity(row.entrant) for row in places}
    level, slugs = [section], {section.slug}
    while level := _stages_before(level, slugs):
        slugs |= {row.slug for row in level}
        rows = [(row, stage) for stage in map(_Stage, level) for row in stage.rows]
        criteria = _common_criteria(row for row, _ in rows)
        further = [
            ((row.rank, *(-row.values[key] for key in criteria)), row, stage)
            for row, stage in rows
            if identity(stage.entrants[row.number]) not in placed
        ]
        further.sort(key=itemgetter(0))
        for at, (strength, row, stage) in enumerate(further):
            is_equal = at and further[at - 1][0] == strength
            entrant = stage.entrants[row.number]
            place = places[-1].place if is_equal else len(places) + 1
            places.append(FinalPlace(place, entrant, stage.section, row.rank))
            placed.add(identity(entrant))
    return places


def _common_criteria(rows: Iterable[_Rank]) -> list[str]:
    """What all of these rows can be compared by, in order."""
    first, *others = [row.values for row in rows] or [{}]
    return [key for key in first if all(key in values for values in others)]


def identity(entrant: Entry | Team) -> object:
    """By which somebody is known in all sections of an event."""
    return entrant.player_id if isinstance(entrant, Entry) else entrant.name


def _stages_before(level: Sequence[Section], done: Collection[str]) -> list[Section]:
    """The public sections whence the places of these come."""
    slugs = {slug for section in level for source in sources_of(section) for slug in source.sections}
    rows = level[0].event.sections.filter(slug__in=slugs.difference(done)).exclude(state=Section.State.DRAFT)
    return list(rows.select_related("event").order_by("position"))


def carried_results(section: Section, numbers: Mapping[tuple[int, int], int]) -> list[CarriedResult]:
    """List what counts here of earlier sections; ``numbers``: here, by section and number there."""
    carries = section.options.get("carries", "")
    rows: list[CarriedResult] = []
    for key in dict.fromkeys(key for key, _ in numbers) if carries else ():
        here = {number: mine for (whence, number), mine in numbers.items() if whence == key}
        tournament = tournament_of(Section.objects.select_related("event").get(pk=key))
        # A bye counts as a win, a half-point bye as a draw; of a match of several games the last one.
        for played in _played_in(tournament):
            first, second = here.get(played.first, 0), here.get(played.second, 0)
            if (first and second) or (carries == "all" and (first or second)):
                rows.append(replace(played, first=first, second=second))
    return rows


def carried_matches(section: Section, numbers: Mapping[tuple[int, int], int]) -> list[CarriedMatch]:
    """The same of teams: what they scored board by board, and byes where everything counts. Penalties stay in
    their section."""
    carries = section.options.get("carries", "")
    rows: list[CarriedMatch] = []
    for key in dict.fromkeys(key for key, _ in numbers) if carries else ():
        here = {number: mine for (whence, number), mine in numbers.items() if whence == key}
        event = team_event_of(Section.objects.select_related("event").get(pk=key))
        for played in _matches_in(event):
            first, second = here.get(played.first, 0), here.get(played.second, 0)
            if (first and second) or (carries == "all" and (first or second)):
                rows.append(replace(played, first=first, second=second))
    return rows


def _matches_in(event: TeamEvent) -> Iterable[CarriedMatch]:
    yield from event.carried
    by_side = event.rules.board_points.draw_second is not None
    for match in event.matches:
        if match.lost_by or (match.boards and all(board.result for board in match.boards)):
            lost_by = "both" if len(match.lost_by) > 1 else "".join(match.lost_by)
            boards = tuple(board_text(board, by_side=by_side) for board in match.boards)
            yield CarriedMatch(match.first, match.second, boards, lost_by)
    for number, rows in team_history(event).items():
        for row in rows:
            if row.round and row.alone and row.alone is not Alone.ZERO:
                yield CarriedMatch(number, alone=str(row.alone))


def _played_in(tournament: Tournament) -> Iterable[CarriedResult]:
    yield from tournament.options.carried
    last = {
        (game.round, frozenset((game.first, game.second))): game
        for game in sorted(tournament.games, key=lambda game: (game.round, game.table, game.game))
    }
    for game in last.values():
        if game.result is not None:
            yield CarriedResult(game.first, game.second, str(game.result), game.forfeit)
    for bye in tournament.byes if tournament.system not in ROUND_ROBINS else ():
        yield CarriedResult(bye.number, 0, "1-0")
    for absence in tournament.all_absences():
        if absence.half or absence.full:
            yield CarriedResult(absence.number, 0, "1-0" if absence.full else "1/2")


class _Stage:
    """A section whence players or teams come, read when something of it is asked."""

    def __init__(self, section: Section) -> None:
        self.section = section

    @cached_property
    def rows(self) -> list[_Rank]:
        standing = final_standing(self.section)
        if standing is None:
            return []
        if self.section.of_teams:
            return [
                _Rank(row["rank"], row["team"], {key: Fraction(text) for key, text in row["values"].items()})
                for row in standing.data["team_table"]["rows"]
            ]
        return [
            _Rank(row["rank"], row["number"], _comparable(row["points"], row["tiebreaks"]))
            for row in standing.data["rows"]
        ]

    @cached_property
    def tournament(self) -> Tournament:
        """What its bracket is read from: where teams meet their matches (T3)."""
        if not self.section.of_teams:
            return tournament_of(self.section)
        return as_tournament(
            team_event_of(self.section), KNOCKOUT, seed=self.section.seed, options=options_of(self.section)
        )

    @cached_property
    def entrants(self) -> Mapping[int | None, Entry | Team]:
        """By number."""
        if self.section.of_teams:
            return {team.number: team for team in teams_with_rosters(self.section) if team.number}
        entries = self.section.entries.exclude(number=None).select_related("player__federation")
        return {entry.number: entry for entry in entries}

    def at(self, place: int) -> tuple[_Rank | None, str]:
        """The row that stands there alone; else why there is none."""
        if not self.rows:
            return None, "not-over"
        if place > len(self.rows):
            return None, "no-place-of-source"
        row = self.rows[place - 1]
        if sum(other.rank == row.rank for other in self.rows) > 1:
            return None, "tied"
        return row, ""


def _comes(source: Source, stages: Mapping[str, _Stage], seed: str) -> tuple[int, str, str]:
    """The number of who comes with the address whence, else why nobody is known."""
    if not source.sections:
        return 0, "", ""
    missing = [slug for slug in source.sections if slug not in stages]
    if missing:
        return 0, missing[0], "no-such-section"
    slug = source.sections[0]
    stage = stages[slug]
    if source.number:
        is_there = source.number in stage.entrants
        return (source.number, slug, "") if is_there else (0, slug, "no-place-of-source")
    if source.match:
        node = by_label(bracket_tree(stage.tournament)).get(source.match)
        if node is None:
            return 0, slug, "no-place-of-source" if stage.rows else "not-over"
        number = node.loser if source.loser else node.winner
        # A match that nobody won, or lost, sends nobody.
        return (number, slug, "") if number is not None else (0, slug, "not-over")
    if source.best:
        return _best(source, stages, seed)
    row, is_open = stage.at(source.place)
    return (row.number if row else 0), slug, is_open


def _best(source: Source, stages: Mapping[str, _Stage], seed: str) -> tuple[int, str, str]:
    """Choose among those who have the same place in several groups."""
    rows = []
    for slug in source.sections:
        row, is_open = stages[slug].at(source.place)
        if row is None:
            return 0, slug, is_open
        rows.append((slug, row))
    # By points, then by the criteria that all of them have, then by lot.
    criteria = _common_criteria(row for _, row in rows)

    def strength(item: tuple[str, _Rank]) -> tuple[Any, ...]:
        slug, row = item
        lot = sha256(f"{seed}|best|{source.place}|{slug}".encode()).digest()
        return (*(-row.values[key] for key in criteria), lot)

    if source.best > len(rows):
        return 0, source.sections[0], "no-place-of-source"
    slug, row = sorted(rows, key=strength)[source.best - 1]
    return row.number, slug, ""


def _comparable(points: str, tiebreaks: Mapping[str, str | None]) -> dict[str, Fraction]:
    values = {"points": _as_number(points)}
    for key, text in tiebreaks.items():
        rule = None if key in ALL_CRITERIA else criterion(key)
        # What compares those who share a rank, such as direct encounter, says nothing about other groups.
        if rule is None or not rule.late:
            value = _as_number(text or "")
            values[key] = -value if rule is not None and rule.smaller_first else value
    return values


_PARTS = {"¼": "1/4", "½": "1/2", "¾": "3/4"}


def _as_number(text: str) -> Fraction:
    """A value as standings write it; one that is no number ranks nobody."""
    whole, part = (text[:-1], _PARTS[text[-1]]) if text[-1:] in _PARTS else (text, "0")
    try:
        return Fraction(whole or "0") + Fraction(part)
    except ValueError:
        return Fraction(0)


def rename_in_sources(sections: Iterable[Section], former: str, slug: str) -> list[Section]:
    """Those whose places name a section by its former address, with the new one."""
    changed = []
    for section in sections:
        sources = sources_of(section)
        renamed = [source.renamed(former, slug) for source in sources]
        if renamed != sources:
            section.options = {**section.options, "sources": [str(source) for source in renamed]}
            changed.append(section)
    return changed

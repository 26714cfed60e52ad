"""A section as everybody may have it in a file: what is published, and nothing of what is being prepared."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from django.db.models import Min

from tournaments.exchange.spreadsheet import Cell
from tournaments.models import RoundVersion, Section
from tournaments.queries.files import section_as_file
from tournaments.queries.public.public import PublicPerson
from tournaments.queries.public.public_rounds import RoundPage
from tournaments.queries.public.public_state import PUBLIC_STATES, TAKEN_BACK, with_rounds_back
from tournaments.state.team_section import TeamSection
from tournaments.state.tournament import FixedPair, Tournament


def public_file_of(section: Section) -> Tournament:
    """Make `section_as_file` without what staff have noted for rounds that are not public."""
    whole, number = section_as_file(section), _first_taken_back(section)
    inputs = RoundVersion.objects.filter(round__section=section)
    if number is not None:
        # A file with a gap could not be computed again: it ends before it.
        whole, inputs = _before(whole, number), inputs.filter(round__number__lt=number)
    last = whole.last_round
    used = {
        tuple(pair)
        for stored in inputs.values_list("input", flat=True)
        for pair in stored.get("forbidden", ())
    }
    return replace(
        whole,
        entries=tuple(
            replace(
                entry,
                absences=frozenset(number for number in entry.absences if number <= last),
                half_byes=frozenset(number for number in entry.half_byes if number <= last),
                full_byes=frozenset(number for number in entry.full_byes if number <= last),
            )
            for entry in whole.entries
        ),
        # Absences and pairs of rounds to come are the referee's secret; a pair that was used when a public
        # round was paired is needed to compute that again.
        fixed=tuple(_until(whole, pair) for pair in whole.fixed if _is_told(whole, pair)),
        forbidden=tuple(pair for pair in whole.forbidden if (min(pair), max(pair)) in used),
        forbidden_once=tuple(pair for pair in whole.forbidden_once if pair.round <= last),
        teams=None if whole.teams is None else _public_teams(whole.teams, last, used),
    )


def _first_taken_back(section: Section) -> int | None:
    rounds_back = with_rounds_back(section.round_set.all()).filter(
        **{TAKEN_BACK: True}, state__in=PUBLIC_STATES
    )
    return rounds_back.aggregate(first=Min("number"))["first"]


def _before(whole: Tournament, number: int) -> Tournament:
    """The rounds before ``number``, as `Tournament.until` has them, of what else a file tells as well."""
    teams = whole.teams
    if teams is not None:
        teams = replace(
            teams,
            matches=tuple(r for r in teams.matches if r.round < number),
            byes=tuple(r for r in teams.byes if r.round < number),
            penalties=tuple(r for r in teams.penalties if (r.round or 0) < number),
        )
    return replace(
        whole.until(number - 1),
        official=tuple(r for r in whole.official if r[0] < number),
        entries=tuple(
            entry
            if entry.withdrawn_after is None or entry.withdrawn_after < number
            else replace(entry, withdrawn_after=None)
            for entry in whole.entries
        ),
        teams=teams,
    )


def _public_teams(teams: TeamSection, last: int, used: Container[tuple[int, ...]]) -> TeamSection:
    """Leave out what is noted of teams for rounds after the ``last`` public one."""
    return replace(
        teams,
        teams=tuple(
            replace(team, absences={n: kind for n, kind in team.absences.items() if n <= last})
            for team in teams.teams
        ),
        forbidden=tuple(pair for pair in teams.forbidden if (min(pair), max(pair)) in used),
        forbidden_once=tuple(pair for pair in teams.forbidden_once if pair.round <= last),
        fixed=tuple(pair for pair in teams.fixed if (pair.until or pair.round) <= last),
    )


def _is_told(whole: Tournament, pair: FixedPair) -> bool:
    """Tell whether a fixed pair is of public rounds."""
    if pair.until is None or pair.round != whole.last_round:
        return pair.round <= whole.last_round
    both = {pair.first, pair.second}
    # One for several rounds, of which only the first is public, counts there where it was made.
    return any(game.round == pair.round and {game.first, game.second} == both for game in whole.games)


def _until(whole: Tournament, pair: FixedPair) -> FixedPair:
    """The pair as it is set in public rounds."""
    last = whole.last_round
    if pair.until is None or pair.until <= last:
        return pair
    return replace(pair, until=last if last > pair.round else None)


PAIRING_COLUMNS = (
    *("table", "first number", "first name", "first native name", "first federation", "first points"),
    *("second number", "second name", "second native name", "second federation", "second points", "results"),
    *("causes", "articles"),
)


def pairing_table(page: RoundPage) -> Iterator[tuple[Cell, ...]]:
    """A heading and a row per table; byes and absences last."""

    def seat(player: PublicPerson, points: str) -> tuple[Cell, ...]:
        return (player.number or "", player.name, player.native_name, player.federation, points)

    yield PAIRING_COLUMNS
    nobody = ("",) * 5
    for table in page.tables:
        results = " ".join(player.value + (" forfeit" if player.forfeit else "") for player in table.results)
        first = seat(table.first, table.first.points)
        causes = " ".join(result.cause for result in table.results).strip()
        articles = ", ".join(result.article for result in table.results if result.article)
        yield (table.table, *first, *seat(table.second, table.second.points), results, causes, articles)
    for word, people in (("bye", page.byes), ("half-point bye", page.half_byes), ("absent", page.absent)):
        for player in people:
            yield ("", *seat(player, ""), *nobody, word, "", "")

"""Find which system a played tournament followed: pair each round again by every reading, and compare."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.pairing.of_teams import on_record, rounds_with_games, without_teams
from tournaments.pairing.registry import pair
from tournaments.pairing.values import CannotPair, PairedRound
from tournaments.state.tournament import Absence, Tournament


@dataclass(frozen=True, slots=True)
class RuleReading:
    """A way to pair: a system and what it leaves to choose."""

    system: str
    grouping: str = "halves"
    practice_2009: bool = False

    def of(self, tournament: Tournament) -> Tournament:
        options = replace(tournament.options, practice_2009=self.practice_2009)
        read = replace(tournament, grouping=self.grouping, options=options)
        if tournament.teams is None:
            return replace(read, system=self.system)
        return replace(read, teams=replace(tournament.teams, system=self.system))


READINGS = (
    RuleReading("wxc2015"),
    RuleReading("wxc2015", practice_2009=True),
    RuleReading("wmsg2008"),
    RuleReading("wmsg2008", grouping="columns"),
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """One round by one reading. ``tables``: pairs that were played; ``same_tables``: those among them that
    the reading makes; ``same_colours``: those with the same player first; ``same_bye``: None where nobody
    had one; ``refused``: the reading has no pairing."""

    round: int
    tables: int
    same_tables: int
    same_colours: int
    same_bye: bool | None = None
    refused: bool = False


def own_reading(tournament: Tournament) -> RuleReading:
    """The reading that the file itself asks for."""
    system = tournament.paired_by
    grouping = tournament.grouping if system == "wmsg2008" else "halves"
    return RuleReading(system, grouping, tournament.options.practice_2009)


def readings_of(tournament: Tournament) -> list[RuleReading]:
    """The file's own reading first, then all others."""
    stated_reading = own_reading(tournament)
    return [stated_reading, *(reading for reading in READINGS if reading != stated_reading)]


def reproduce(tournament: Tournament, readings: Iterable[RuleReading]) -> dict[RuleReading, list[Agreement]]:
    """Pair every round on record by each reading. Raises `PairingInputError` as `pair` does."""
    # Who played in a round is known: whoever is in no pair and has no bye counts as absent.
    rounds = rounds_with_games(tournament)
    return {
        reading: [_agreement(reading.of(tournament), round_number) for round_number in rounds]
        for reading in readings
    }


def _agreement(tournament: Tournament, round_number: int) -> Agreement:
    played, alone = on_record(tournament, round_number)
    byes = set(alone)
    here = byes.union(*({first, second} for _, first, second in played))
    paired = _paired(_without_others(tournament, round_number, here), round_number)
    if paired is None:
        return Agreement(round_number, len(played), 0, 0, refused=True)
    firsts = {frozenset((pair.first, pair.second)): pair.first for pair in paired.pairs}
    same = [(first, second) for _, first, second in played if frozenset((first, second)) in firsts]
    return Agreement(
        round_number,
        len(played),
        len(same),
        sum(firsts[frozenset(both)] == both[0] for both in same),
        {*paired.free, *([paired.bye] if paired.bye else [])} == byes if byes else None,
    )


def _without_others(tournament: Tournament, round_number: int, here: set[int]) -> Tournament:
    section = tournament.teams
    if section is not None:
        return without_teams(tournament, round_number, {team.number for team in section.teams} - here)
    away = {entry.number for entry in tournament.entries} - here
    rows = tuple(Absence(round_number, number) for number in sorted(away))
    return replace(tournament, absences=(*tournament.absences, *rows))


def _paired(tournament: Tournament, round_number: int) -> PairedRound | None:
    """With rematches where there is no pairing without: so a referee would have gone on."""
    for lifted in (False, True):
        try:
            return pair(tournament, round_number, allow_rematch=lifted, explain=False)
        except CannotPair:
            continue
    return None

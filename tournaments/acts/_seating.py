"""Seat players at tables, or teams in matches, in a round that is changed by hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from portal.policy import Refusal
from tournaments.acts.teams._team_rounds import own_starts, seat_matches
from tournaments.models import (
    ClockReading,
    Foul,
    LineUp,
    Match,
    Pairing,
    PlayerReport,
    ResultReport,
    Round,
    Seat,
    Section,
)
from tournaments.pairing import PairedRound, RuleViolations
from tournaments.pairing.digests import pairing_digest, pairing_input
from tournaments.pairing.finals import finalists
from tournaments.queries.seats import seats_and_players
from tournaments.queries.teams.team_matches import matches_in, to_pair
from tournaments.queries.tournament import tournament_of
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Tournament

# Tables count from 1, so the bye is 0; further byes are -1, -2, …
BYE = 0
# By table the entry numbers of who sits there, first before second.
Seating = dict[int, tuple[int, ...]]


def in_rule_order(seating: Mapping[int, Any]) -> list[int]:
    """The tables in the order in which the rule made them, whatever their numbers in the hall."""
    return [table for table in seating if table > BYE]


class Places(ABC):
    """The places of one round, with who sits there as ``seating``; ``numbers``: what its pairing rests on."""

    numbers: Tournament | TeamEvent
    seating: Seating

    def __init__(self, round_: Round) -> None:
        self.round = round_

    @abstractmethod
    def resting(self) -> set[int]:
        """Who is without an opponent and has no bye to give."""

    @abstractmethod
    def check(self, touched: Sequence[int]) -> None:
        """Raises the `Refusal` that says why one of these places stays as it is."""

    @abstractmethod
    def write(self, seating: Seating, touched: Sequence[int], judged: RuleViolations) -> list[dict[str, Any]]:
        """Seat the ``touched`` places as judged; returns the notices about them and the round, as JSON."""

    @abstractmethod
    def handicap(self, place: int) -> int:
        """Of the game there, as somebody decided it."""

    def digest(self, judged: RuleViolations) -> str:
        """A table that was not touched keeps the handicap that somebody decided for it."""
        tables = in_rule_order(self.seating)
        pairs = tuple(replace(pair, handicap=self.handicap(tables[pair.table - 1])) for pair in judged.pairs)
        round_ = self.round
        made = PairedRound(round_.number, round_.section.system, pairs, bye=judged.bye, free=judged.free)
        rests_on = pairing_input(self.numbers, round_.number)
        return pairing_digest(rests_on, made, allow_rematch=round_.allow_rematch)


class PlayerPlaces(Places):
    """Tables by number, byes by `BYE` and less."""

    def __init__(self, round_: Round) -> None:
        super().__init__(round_)
        self.numbers = tournament_of(round_.section, before_round=round_.number)
        pairings = list(round_.pairings.prefetch_related(seats_and_players()).order_by("pk"))
        byes = [pairing for pairing in pairings if pairing.table is None]
        seated = {pairing.table: pairing for pairing in pairings if pairing.table is not None}
        self.pairings = seated | {BYE - place: pairing for place, pairing in enumerate(byes)}
        self.seating = {table: _numbers(pairing) for table, pairing in self.pairings.items()}

    def resting(self) -> set[int]:
        """A finalist who rests."""
        return set(finalists(tournament_of(self.round.section), self.round.number))

    def check(self, touched: Sequence[int]) -> None:
        pairings = self.pairings
        if any(pairings[table].adjourned or pairings[table].reports.exists() for table in touched):
            raise Refusal("table-has-result", tables=[table for table in touched if table > BYE])
        if any(pairings[table].fouls.exists() for table in touched):
            raise Refusal("table-has-foul", tables=[table for table in touched if table])

    def handicap(self, place: int) -> int:
        return self.pairings[place].handicap

    def write(self, seating: Seating, touched: Sequence[int], judged: RuleViolations) -> list[dict[str, Any]]:
        round_, pairings = self.round, self.pairings
        Seat.objects.filter(pairing__in=[pairings[table] for table in touched]).delete()
        entries = {entry.number: entry for entry in round_.section.entries.filter(number__isnull=False)}
        notices = [notice.as_json() for notice in judged.notices]
        tables = in_rule_order(seating)
        by_table = {tables[pair.table - 1]: pair for pair in judged.pairs}
        for table in touched:
            pairing = pairings[table]
            pairing.by_hand = True
            if table <= BYE:
                seats = [(seating[table][0], Seat.Colour.BYE)]
                pairing.reasons, pairing.notices = [], [notice.as_json() for notice in judged.notices]
            else:
                pair = by_table[table]
                seats = [(pair.first, Seat.Colour.FIRST), (pair.second, Seat.Colour.SECOND)]
                pairing.reasons = [why.as_json() for why in pair.reasons]
                pairing.notices = [notice.as_json() for notice in pair.notices]
                pairing.handicap = pair.handicap
                pairing.komi = None
                pairing.steps = []
                notices += pairing.notices
            pairing.save(update_fields=["by_hand", "reasons", "notices", "handicap", "komi", "steps"])
            Seat.objects.bulk_create(
                Seat(round=round_, entry=entries[number], pairing=pairing, colour=colour)
                for number, colour in seats
            )
            pairings[table] = Pairing.objects.prefetch_related(seats_and_players()).get(pk=pairing.pk)
        self.seating = {table: _numbers(pairing) for table, pairing in pairings.items()}
        return notices


def _numbers(pairing: Pairing) -> tuple[int, ...]:
    """Entry numbers at a table, first before second; of the bye, the one."""
    seats = sorted(pairing.seated, key=lambda seat: seat.colour)
    return tuple(seat.entry.number or 0 for seat in seats)


class TeamPlaces(Places):
    """Seat teams: matches by number, teams without an opponent by `BYE` and less."""

    def __init__(self, round_: Round) -> None:
        super().__init__(round_)
        # The tables of Scheveningen say who meets whom.
        if round_.section.system == Section.System.SCHEVENINGEN:
            raise Refusal("tables-stand")
        self.numbers = to_pair(round_.section, before_round=round_.number)
        self._read()

    def _read(self) -> None:
        matches = matches_in([self.round])
        alone = [match for match in matches if match.table is None]
        self.matches = {match.table: match for match in matches if match.table is not None}
        self.matches |= {BYE - place: match for place, match in enumerate(alone)}
        self.seating = {
            place: (match.first.number or 0, *((match.second.number or 0,) if match.second else ()))
            for place, match in self.matches.items()
        }

    def resting(self) -> set[int]:
        return set()

    def handicap(self, place: int) -> int:
        return 0

    def check(self, touched: Sequence[int]) -> None:
        mine = [self.matches[place] for place in touched]
        numbers = [place for place in touched if place > BYE]
        if any(match.lost_by for match in mine):
            raise Refusal("match-lost", table=next(match.table for match in mine if match.lost_by))
        if LineUp.objects.filter(match__in=mine).exists():
            raise Refusal("match-has-line-up", matches=numbers)
        boards = Pairing.objects.filter(match__in=mine)
        reported = (
            model._default_manager.filter(pairing__in=boards)
            for model in (ResultReport, PlayerReport, Foul, ClockReading)
        )
        if boards.filter(adjourned=True).exists() or any(reports.exists() for reports in reported):
            raise Refusal("match-has-result", matches=numbers)

    def write(self, seating: Seating, touched: Sequence[int], judged: RuleViolations) -> list[dict[str, Any]]:
        """Write the changed matches; their boards stay and get the new players."""
        round_ = self.round
        teams = {team.number: team for team in round_.section.teams.filter(number__isnull=False)}
        by_table = {pair.table: pair for pair in judged.pairs}
        of_round = [notice.as_json() for notice in judged.notices]
        notices = list(of_round)
        old = [self.matches[place] for place in touched]
        arranged = own_starts(old)
        boards = {match.table: list(match.boards.values_list("pk", flat=True)) for match in old}
        # The matches are made anew: no two of a round may hold one team even for a moment.
        Pairing.objects.filter(match__in=old).update(match=None)
        Match.objects.filter(pk__in=[match.pk for match in old]).delete()
        new = []
        for place, was in zip(touched, old, strict=True):
            pair = by_table.get(place)
            match = Match(
                round=round_,
                table=was.table,
                first=teams[pair.first if pair else seating[place][0]],
                second=teams[pair.second] if pair else None,
                reasons=[why.as_json() for why in pair.reasons] if pair else [],
                notices=[notice.as_json() for notice in pair.notices] if pair else of_round,
                by_hand=True,
                revealed_at=was.revealed_at,
            )
            match.starts_at = arranged.get(frozenset((match.first_id, match.second_id)))
            notices += match.notices if pair else []
            new.append(match)
        Match.objects.bulk_create(new)
        for match in new:
            Pairing.objects.filter(pk__in=boards[match.table]).update(match=match)
        seated = {match.table for match in old if match.is_seated}
        seat_matches(round_, [match for match in new if match.table in seated])
        self._read()
        return notices


def seating_places(round_: Round) -> Places:
    return TeamPlaces(round_) if round_.section.of_teams else PlayerPlaces(round_)

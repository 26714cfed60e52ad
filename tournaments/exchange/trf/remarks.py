"""What a TRF26 says in comments of acts that its records do not show: granted byes, corrections after the
next round was paired, rounds paired otherwise than the rule pairs them, what the check of an imported file
found, official mode left.

One line each behind ``###``, numbers only: ``FPB @ Round 2: 7=FPB``,
``Correction @ Round 3: 6-17: 1-0 => 0-1``, ``Rating correction @ Round 4: 6-17: 1-0 => 0-1``,
``MPA @ Round 5: 12-17 3-9 => 12-9 3-17`` (the rule's pairs =>
those that were published), ``Import @ Round 5: 12-17 (illegal)`` (pairs of the file that are not the rule's,
``different``, or break a law), ``FIDE mode left @ Round 4: adjusted``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from tournaments.exchange.checking import RoundSummary
from tournaments.pairing.of_teams import on_record
from tournaments.state.tournament import Result, Tournament

Pairs = Sequence[tuple[int, int]]
_FORFEITED = {Result.FIRST: "+:-", Result.SECOND: "-:+", Result.NONE: "-:-"}


def remarks_of(
    tournament: Tournament,
    *,
    rule_pairs: Mapping[int, Pairs] | None = None,
    departures: Mapping[int, Sequence[str]] | None = None,
    imported: Sequence[RoundSummary] = (),
) -> list[str]:
    """Give all remarks in order of rounds. ``rule_pairs``: of rounds that were changed by hand, as the rule
    pairs them; ``departures``: by round what departs from the regulations in it; ``imported``: what the check
    of the file found from which the tournament comes."""
    last = tournament.last_round
    rows = [*_granted(tournament), *_corrected(tournament), *_left(tournament, departures or {})]
    for round_number, pairs in (rule_pairs or {}).items():
        if round_number <= last and (text := _by_hand(tournament, round_number, pairs)):
            rows.append((round_number, text))
    rows += [(row.round, _found_on_import(tournament, row)) for row in imported]
    return [text for _, text in sorted(rows, key=lambda row: row[0])]


def _granted(tournament: Tournament) -> Iterator[tuple[int, str]]:
    by_round: dict[int, list[int]] = {}
    for absence in tournament.all_absences():
        if absence.full:
            by_round.setdefault(absence.round, []).append(absence.number)
    for round_number, numbers in by_round.items():
        listed = " ".join(f"{number}=FPB" for number in sorted(numbers))
        yield round_number, f"FPB @ Round {round_number}: {listed}"


def _corrected(tournament: Tournament) -> Iterator[tuple[int, str]]:
    for game in tournament.games:
        states = [(old.result, old.forfeit) for old in game.history]
        states.append((game.result, game.forfeit))
        for before, after in itertools.pairwise(states):
            change = f"{_value(*before)} => {_value(*after)}"
            yield game.round, f"Correction @ Round {game.round}: {game.first}-{game.second}: {change}"
        if game.rated:
            pair, change = f"{game.first}-{game.second}", f"{game.result} => {game.rated}"
            yield game.round, f"Rating correction @ Round {game.round}: {pair}: {change}"


def _value(result: Result | None, forfeit: bool) -> str:
    if result is None:
        return "*"
    return _FORFEITED.get(result, str(result)) if forfeit else str(result)


def _found_on_import(tournament: Tournament, row: RoundSummary) -> str:
    rows, _ = on_record(tournament, row.round)
    pairs = [f"{first}-{second}" for table, first, second in rows if table in row.tables]
    # Where all pairs are the rule's it is the bye that is not.
    return " ".join([f"Import @ Round {row.round}:", *(pairs or ["bye"]), f"({row.state})"])


def _by_hand(tournament: Tournament, round_number: int, rule: Pairs) -> str:
    """Give the pairs that are not the rule's, colours alike; empty where all are."""
    rows = [(first, second) for _, first, second in on_record(tournament, round_number)[0]]
    by_rule, published = dict.fromkeys(rule), dict.fromkeys(rows)
    before, after = (
        " ".join(f"{first}-{second}" for first, second in pairs if (first, second) not in others)
        for pairs, others in ((by_rule, published), (published, by_rule))
    )
    return f"MPA @ Round {round_number}: {before} => {after}" if before or after else ""


def _left(tournament: Tournament, departures: Mapping[int, Sequence[str]]) -> Iterator[tuple[int, str]]:
    modes = sorted(tournament.official)
    for (_, was_official), (round_number, is_official) in itertools.pairwise(modes):
        if was_official and not is_official:
            reasons = ", ".join(departures.get(round_number, ()))
            yield round_number, f"FIDE mode left @ Round {round_number}" + (f": {reasons}" if reasons else "")

"""The points that a TRF tells against those that its results give: column 81 of ``001``, record ``299``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from tournaments.exchange.carrying import FlawCode, LossCode, Losses
from tournaments.exchange.trf.columns import Line, PlayerLine
from tournaments.state.tournament import Appearance, History, Kind, Tournament, history, scores

MOST_IN_299 = 10_000
_TYPES = ("", "W", "D", "L", "F", "H", "Z", "+", "-")
_VALUE = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,3})?")


def check_points(
    tournament: Tournament, told: Mapping[int, PlayerLine], abnormal: Iterable[Line], losses: Losses
) -> list[int]:
    """The entries whose points are not what the file says, each a loss.

    An abnormal assignment (299) that the tournament's own table gives anyway is carried; any other is a
    loss: points cannot be given apart from results here.
    """
    seen = history(tournament)
    unit = tournament.points.unit
    explained: set[int] = set()
    for line in abnormal:
        explained |= _abnormal(line, seen, unit, losses)
    wrong = []
    for number, score in scores(seen).items():
        player = told.get(number)
        if player is None or player.points is None or player.points == Fraction(score, unit):
            continue
        wrong.append(number)
        if number not in explained:
            losses.add(LossCode.POINTS_DIFFER, number, line=player.line)
    return wrong


def _abnormal(line: Line, seen: History, unit: int, losses: Losses) -> set[int]:
    kind = line.at(5, 5).upper()
    found = line.at(13, 17) or line.at(7, 11)
    if not _VALUE.fullmatch(found):
        line.blame(FlawCode.NOT_A_NUMBER, 14, found, field="points")
        return set()
    if kind not in _TYPES:
        line.blame(FlawCode.UNKNOWN_VALUE, 5, kind, field="type", known=" ".join(_TYPES).strip())
        return set()
    round_number = line.whole(20, 22, "round")
    lost: set[int] = set()
    for number in line.numbers(23, MOST_IN_299):
        if number not in seen:
            line.blame(FlawCode.UNKNOWN_PLAYER, 24, str(number))
            continue
        matching = [a for a in seen[number] if a.round == round_number or not round_number]
        if not kind or any(Fraction(a.points, unit) != Fraction(found) for a in matching if _is(kind, a)):
            lost.add(number)
            losses.add(LossCode.ABNORMAL_POINTS, number, line=line.number)
    return lost


def _is(kind: str, seen: Appearance) -> bool:
    match kind:
        case "+" | "-":
            return seen.kind is Kind.FORFEIT and seen.won is (kind == "+")
        case "F" | "H":
            return seen.kind is Kind.BYE
        case "Z":
            return seen.kind is Kind.ABSENT
        case "W":
            return seen.kind is Kind.PLAYED and seen.won
        case _:
            return seen.kind is Kind.PLAYED and not seen.won

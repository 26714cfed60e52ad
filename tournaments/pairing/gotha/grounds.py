"""Why a pair is as it is: every term of its value with the numbers it comes from, its handicap, its colours.

Codes with parameters; the words stand elsewhere. ``player``, ``opponent``, ``upper``, ``lower`` are entry
numbers. Positions and sizes count from 1; scores are whole points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.pairing.gotha.entering import GothaEntering, GothaMember
from tournaments.pairing.gotha.terms import Valuation, ValueTerms
from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import Reason, ReasonCode
from tournaments.state.gotha.handicap import stones


def of_rulings(
    entering: GothaEntering,
    member: GothaMember,
    other: GothaMember,
    *,
    fixed: bool,
    forbidden: Iterable[frozenset[int]],
) -> list[Reason]:
    """What the arbiter ruled before the pairing: on the pair, and whom either may not meet."""
    there = {member.number for member in entering.members}
    ruled = [Reason(ReasonCode.FIXED, {"first": other.number, "second": member.number})] if fixed else []
    apart = sorted(
        (number, opponent)
        for number in (member.number, other.number)
        for pair in forbidden
        if number in pair and pair <= there
        for opponent in pair - {number}
    )
    return ruled + [
        Reason(GroundCode.FORBIDDEN, {"player": number, "opponent": opponent}) for number, opponent in apart
    ]


def of_terms(
    valuation: Valuation, member: GothaMember, other: GothaMember, terms: ValueTerms
) -> list[Reason]:
    """The nine, in their order."""
    entering = valuation.entering
    p, q = (member, other) if member.place < other.place else (other, member)
    upper, lower = (p, q) if p.group <= q.group else (q, p)
    country, club, near = valuation.geography(p, q)
    weights = valuation.weights
    stones_due = abs(stones(entering.event.handicaps, p.strength, q.strength))
    apart, whole = valuation.pseudo(p, q)
    params: dict[GroundCode, dict[str, Any]] = {
        GroundCode.DUPLICATE: {"met": meetings(entering, p, q)},
        GroundCode.RANDOM: {"most": weights.random},
        GroundCode.COLOUR: {
            "player": p.number,
            "balance": p.balance,
            "opponent": q.number,
            "opponent_balance": q.balance,
            "handicap": stones_due,
        },
        GroundCode.CATEGORY: {
            "one": p.category + 1,
            "other": q.category + 1,
            "categories": entering.categories,
        },
        GroundCode.SCORE: {
            "upper": upper.number,
            "upper_score": upper.main,
            "lower": lower.number,
            "lower_score": lower.main,
            "apart": lower.group - upper.group,
            "groups": entering.groups,
        },
        GroundCode.DUDD: _floats(valuation, upper, lower) if upper.group != lower.group else {},
        GroundCode.SEED: _seeding(valuation, p, q) if upper.group == lower.group else {},
        GroundCode.HANDICAP: {"apart": apart, "of": whole} if weights.handicap else {},
        GroundCode.GEO: {
            "country": country,
            "club": club,
            "near": near,
            "above": [member.number for member in (p, q) if member.above],
        },
    }
    return [Reason(code, {"value": value, **params[code]}) for code, value in zip(params, terms, strict=True)]


def meetings(entering: GothaEntering, member: GothaMember, other: GothaMember) -> list[int]:
    """The earlier rounds in which the two have met."""
    both = {member.number, other.number}
    return sorted(game.round for game in entering.event.games if {game.white, game.black} == both)


def _floats(valuation: Valuation, upper: GothaMember, lower: GothaMember) -> dict[str, Any]:
    weights = valuation.weights
    params: dict[str, Any] = {"scenario": valuation.scenario(upper, lower, compensate=weights.compensate)}
    for name, member, mode in (("upper", upper, weights.upper), ("lower", lower, weights.lower)):
        params |= {
            name: member.number,
            f"{name}_up": member.up,
            f"{name}_down": member.down,
            f"{name}_position": member.position + 1,
            f"{name}_size": member.size,
            f"{name}_mode": str(mode),
        }
    return params


def _seeding(valuation: Valuation, p: GothaMember, q: GothaMember) -> dict[str, Any]:
    return {
        "system": str(valuation.seeding),
        "player": p.number,
        "position": p.position + 1,
        "opponent": q.number,
        "opponent_position": q.position + 1,
        "size": p.size,
    }


def colours(
    entering: GothaEntering, member: GothaMember, other: GothaMember
) -> tuple[GothaMember, GothaMember, int, list[Reason]]:
    """White, Black, the handicap, and why."""
    settings = entering.event.handicaps
    stones_due = stones(settings, member.strength, other.strength)
    white, black = (member, other) if stones_due >= 0 else (other, member)
    ground = Reason(
        GroundCode.STONES,
        {
            "white": white.number,
            "black": black.number,
            "difference": abs(member.strength - other.strength),
            "correction": settings.correction,
            "ceiling": settings.ceiling,
            "handicap": abs(stones_due),
        },
    )
    if stones_due:
        both = {"white": white.number, "black": black.number}
        return white, black, abs(stones_due), [ground, Reason(GroundCode.WHITE_STRONGER, both)]
    white, black, why = _even(member, other)
    return white, black, 0, [ground, why]


def _even(member: GothaMember, other: GothaMember) -> tuple[GothaMember, GothaMember, Reason]:
    """Return White, Black and why, of an even game."""
    if member.balance != other.balance:
        white, black = (member, other) if member.balance < other.balance else (other, member)
        params = {
            "white": white.number,
            "balance": white.balance,
            "black": black.number,
            "black_balance": black.balance,
        }
        return white, black, Reason(GroundCode.WHITE_BALANCE, params)
    # M6: an odd sum of the names gives White to the second by code point, an even one to the first.
    first, second = (member, other) if member.letters.joined < other.letters.joined else (other, member)
    parity = member.letters.sum_with(other.letters) % 2
    white, black = (second, first) if parity else (first, second)
    params = {"white": white.number, "black": black.number, "parity": parity}
    return white, black, Reason(GroundCode.WHITE_NAMES, params)

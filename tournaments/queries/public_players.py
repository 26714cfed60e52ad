"""A player's card as plain values: every public round with table, side, opponent, result and float."""

from __future__ import annotations

from tournaments.models import Entry
from tournaments.queries.moment import Moment, NotPublicError
from tournaments.queries.public import Data, federation_names, frame, people, person, section_of
from tournaments.queries.tournament import around
from tournaments.standings.crosstable import Outcome
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance, Kind, history


def card(key: int, number: int, moment: Moment) -> Data:
    """One entry. Raises `NotPublicError` when nobody has the number."""
    section = section_of(key)
    entry = (
        Entry.objects.filter(section=section, number=number)
        .select_related("player__federation", "team")
        .first()
    )
    if entry is None:
        raise NotPublicError(f"entry {number} of section {section.pk}")
    tournament = around(section, entry)
    points = tournament.points
    rounds: list[Data] = []
    total = 0
    for seen in history(tournament)[number]:
        total += seen.points
        rounds.append(_round(seen, points, total))
    return {
        "frame": frame(section, moment),
        "person": person(entry),
        "federation_names": federation_names(entry.player.federation),
        "club": entry.player.club,
        "team": entry.team.name if entry.team else "",
        "rating": entry.rating,
        "withdrawn_after": entry.withdrawn_after,
        "rounds": rounds,
        "points": points.text(total),
        "people": people(section, {round_["opponent"] for round_ in rounds if round_["opponent"]}),
    }


def _round(seen: Appearance, points: Points, total: int) -> Data:
    return {
        "round": seen.round,
        "game": seen.game,
        "kind": str(seen.kind),
        "table": seen.table,
        "side": str(seen.side) if seen.side else "",
        "opponent": seen.opponent,
        "outcome": _outcome(seen, points),
        "points": points.text(seen.points),
        "total": points.text(total),
        "float": seen.float,
    }


def _outcome(seen: Appearance, points: Points) -> str:
    if seen.opponent is None or seen.kind is Kind.PENDING:
        return ""
    if seen.won:
        return str(Outcome.WIN)
    drawn = seen.kind is Kind.PLAYED and seen.points == points.draw > points.loss
    return str(Outcome.DRAW if drawn else Outcome.LOSS)

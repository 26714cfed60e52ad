"""Frozen standings and the crosstable as plain values. Numbers and texts were frozen when the round was
closed; names are read in now (law 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.models import Round, Section
from tournaments.queries.moment import Moment
from tournaments.queries.public import Data, frame, people, section_of
from tournaments.queries.tournament import tournament_of
from tournaments.standings.crosstable import Cell, crosstable
from tournaments.standings.ranking import Row, Standings


def standings(key: int, after: int, moment: Moment) -> Data:
    """The frozen rows with teams, categories and prizes. Raises `NotPublicError`."""
    section = section_of(key)
    version, frozen = moment.standing(section, after)
    return {
        **_about(section, after, version, moment),
        "criteria": frozen["criteria"],
        "rows": frozen["rows"],
        "teams": frozen["teams"],
        "categories": _categories(section, frozen),
        "prizes": _prizes(section, frozen),
        "people": people(section),
    }


def cross(key: int, after: int, moment: Moment) -> Data:
    """Every round of every player, in the order of the frozen standings. Raises `NotPublicError`."""
    section = section_of(key)
    version, frozen = moment.standing(section, after)
    tournament = tournament_of(section).until(after)
    rows = crosstable(tournament, table=_as_standings(frozen))
    points = {row["number"]: row["points"] for row in frozen["rows"]}
    return {
        **_about(section, after, version, moment),
        "rows": [
            {
                "rank": row.rank,
                "number": row.number,
                "points": points[row.number],
                "cells": [_cell(cell) for cell in row.cells],
            }
            for row in rows
        ],
        "people": people(section),
    }


def _about(section: Section, after: int, version: int, moment: Moment) -> Data:
    rounds = {r.number: moment.state(r) for r in section.round_set.all()}
    return {
        "frame": frame(section, moment),
        "after": after,
        "version": version,
        "final": after == section.rounds,
        "reopened": rounds.get(after) != Round.State.CLOSED,
    }


def _as_standings(frozen: Mapping[str, Any]) -> Standings:
    """As much of the frozen rows as the crosstable looks at: who stands where."""
    rows = tuple(Row(row["rank"], row["number"], 0, {}, None, {}) for row in frozen["rows"])
    return Standings(frozen["after"], tuple(frozen["criteria"]), rows, (), {})


def _cell(cell: Cell) -> Data:
    return {
        "round": cell.round,
        "kind": str(cell.kind) if cell.kind else "",
        "opponent": cell.opponent,
        "opponent_rank": cell.opponent_rank,
        "side": str(cell.side) if cell.side else "",
        "outcome": str(cell.outcome) if cell.outcome else "",
    }


def _categories(section: Section, frozen: Mapping[str, Any]) -> list[Data]:
    names = {category.key: category for category in section.categories.all()}
    return [
        {"name": names[key].name, "native": names[key].native_name, "rows": rows}
        for key, rows in frozen["categories"].items()
        if key in names
    ]


def _prizes(section: Section, frozen: Mapping[str, Any]) -> list[Data]:
    lists = {prize.pk: prize for prize in section.prizes.all()}
    return [
        {"name": lists[row["prize"]].name, "native": lists[row["prize"]].native_name, "places": row["places"]}
        for row in frozen["prizes"]
        if row["prize"] in lists and row["places"]
    ]

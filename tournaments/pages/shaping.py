"""From plain values to what a template walks through: people in place of numbers, sentences in place of
codes. The reader's language is active."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from tournaments.pairing.reasons import Reason
from tournaments.wording import reason_text
from tournaments.wording.names import plain_name, sort_key
from tournaments.wording.sides import side_word
from tournaments.wording.standings import kind_name, separation

Data = dict[str, Any]

COUNTS = frozenset({"wins", "black-wins", "black-games", "fewer-fouls"})
"""Criteria whose summands are all 1: the rounds say enough."""

SUMMED_ELSEWHERE = frozenset({"best-opponent"})
"""Criteria whose summands are those of Buchholz."""


def tables(data: Data) -> list[Data]:
    """The tables of a round with players, sentences and who won."""
    people = data["people"]
    name = _namer(people)
    return [
        {
            **table,
            "first": {**people[table["first"]], "points": table["first_points"]},
            "second": {**people[table["second"]], "points": table["second_points"]},
            "won": "" if table["open"] else _winner(table["results"]),
            "sentences": [reason_text(Reason.from_json(reason), name) for reason in table["reasons"]],
        }
        for table in data["tables"]
    ]


def players(data: Data) -> list[Data]:
    """Everybody by number; who has none yet follows in the order of a name list."""
    return sorted(
        data["players"],
        key=lambda one: (one["number"] is None, one["number"] or 0, sort_key(one["name"]), one["name"]),
    )


def lines(data: Data) -> list[Data]:
    """A round by name, in the order of a name list."""
    people = data["people"]
    shaped = [
        {
            **line,
            "person": people[line["number"]],
            "opponent": people[line["opponent"]] if "opponent" in line else None,
        }
        for line in data["lines"]
    ]
    return sorted(shaped, key=lambda line: (sort_key(line["person"]["name"]), line["number"]))


def changes(data: Data) -> list[str]:
    """What this version changed, a sentence for each player concerned."""
    game = data["frame"]["section"]["game"]
    name = _namer(data["people"])

    def place(where: Mapping[str, Any] | None) -> str:
        if where is None:
            return gettext("not paired")
        if where.get("bye"):
            return gettext("bye")
        return gettext("table %(table)s, %(side)s against %(opponent)s") % {
            "table": where["table"],
            "side": side_word(where["side"], game),
            "opponent": name(where["opponent"]),
        }

    return [
        gettext("%(player)s: %(now)s (before: %(before)s)")
        % {"player": name(one["number"]), "now": place(one["now"]), "before": place(one["before"])}
        for one in data["changes"]
    ]


def ranking(data: Data) -> list[Data]:
    """The rows of the standings with people, columns and the arithmetic."""
    people, criteria = data["people"], data["criteria"]
    rows = data["rows"]
    shaped = []
    for index, row in enumerate(rows):
        neighbour = rows[index - 1] if index else (rows[1] if len(rows) > 1 else None)
        separated = ""
        if row["separated_by"] and neighbour is not None:
            separated = separation(row["separated_by"], neighbour["rank"], first_row=index == 0)
        shaped.append(
            {
                **row,
                "person": people[row["number"]],
                "shared": bool(index) and neighbour is not None and neighbour["rank"] == row["rank"],
                "separated": separated,
                "values": [(key, row["tiebreaks"].get(key)) for key in criteria],
                "sums": [
                    _sum(row, key, people) for key in ("points", *criteria) if _value(row, key) is not None
                ],
            }
        )
    return shaped


def crosstable(data: Data) -> list[Data]:
    people = data["people"]
    return [
        {
            **row,
            "person": people[row["number"]],
            "cells": [
                {**cell, "person": people.get(cell["opponent"]) if cell["opponent"] else None}
                for cell in row["cells"]
            ],
        }
        for row in data["rows"]
    ]


def timetable(data: Data) -> Data:
    """The rounds of all sections by day and hour of the event's clock: ``days``, and ``open``, those to
    come that have no start, by section."""
    zone = ZoneInfo(data["zone"])
    timed: list[tuple[datetime, int, Data]] = []
    left: list[Data] = []
    for place, section in enumerate(data["sections"]):
        for one in section["rounds"]:
            if one["starts"]:
                at = datetime.fromisoformat(one["starts"]).astimezone(zone)
                timed.append((at, place, {**one, "section": section}))
        ahead = [one for one in section["rounds"] if not one["state"]]
        if numbers := [one["number"] for one in ahead if not one["starts"]]:
            left.append({"section": section, "numbers": numbers})
    timed.sort(key=lambda line: line[:2])
    days = groupby(timed, key=lambda line: line[0].date())
    return {
        "days": [{"day": day.isoformat(), "rounds": [one for _, _, one in lines]} for day, lines in days],
        "open": left,
    }


def appearances(data: Data) -> list[Data]:
    """A player's rounds with opponents."""
    people = data["people"]
    return [{**one, "person": people[one["opponent"]] if one["opponent"] else None} for one in data["rounds"]]


def _namer(people: Mapping[int, Mapping[str, Any]]) -> Callable[[int], str]:
    return lambda number: plain_name(people[number]) if number in people else f"#{number}"


def _winner(results: list[Data]) -> str:
    last = results[-1]["value"] if results else ""
    return {"1-0": "first", "0-1": "second"}.get(last, "")


def _value(row: Mapping[str, Any], key: str) -> str | None:
    value: str | None = row["points"] if key == "points" else row["tiebreaks"].get(key)
    return value


def _sum(row: Mapping[str, Any], key: str, people: Mapping[int, Mapping[str, Any]]) -> Data:
    terms = [] if key in SUMMED_ELSEWHERE else row["arithmetic"].get(key, [])
    return {
        "key": key,
        "value": _value(row, key),
        "terms": [
            {
                "round": term["round"],
                "who": ""
                if key in COUNTS
                else plain_name(people[term["opponent"]])
                if term["opponent"]
                else kind_name(term["kind"]),
                "points": "" if key in COUNTS else term["points"],
                "counted": term["counted"],
            }
            for term in terms
        ],
    }

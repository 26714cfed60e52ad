"""The bracket as its template walks through it: people and sentences in place of numbers. The reader's
language is active. Matches are counted through the whole bracket, so that places to come can name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, pgettext

from tournaments.pairing.tree import NOBODY

Data = dict[str, Any]
POINTS = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2": ("½", "½"), "0-0": ("0", "0"), "": ("", "")}


def bracket(data: Data) -> Data:
    """``levels`` with their matches, and ``podium``: who is first, second and third, once it is known."""
    people = data["people"]
    levels: list[Data] = []
    counted = 0
    for level in data["rounds"]:
        before = levels[-1]["matches"] if levels else []
        matches = []
        for place, match in enumerate(level["matches"]):
            counted += 1
            feeders = [one["label"] for one in before[2 * place : 2 * place + 2]]
            matches.append(_match(match, counted, feeders, gettext("Winner of match %(match)s"), people))
        third = None
        if level["third_place"]:
            counted += 1
            feeders = [one["label"] for one in before]
            third = _match(
                level["third_place"], counted, feeders, gettext("Loser of match %(match)s"), people
            )
        levels.append(
            {
                **level,
                "title": _title(level["slots"]),
                "matches": matches,
                "third_place": third,
                "beside": [
                    {**game, "first": people[game["first"]], "second": people[game["second"]]}
                    for game in level["beside"]
                ],
            }
        )
    return {"levels": levels, "podium": _podium(data["rounds"], people)}


def _title(slots: int) -> str:
    if slots == 1:
        return pgettext("round of a knock-out", "Final")
    if slots == 2:
        return gettext("Semi-finals")
    if slots == 4:
        return gettext("Quarter-finals")
    return gettext("Round of %(players)s") % {"players": 2 * slots}


def _match(match: Data, number: int, feeders: list[int], waiting: str, people: Mapping[int, Data]) -> Data:
    seats = [
        _seat(match, match[key], waiting % {"match": feeder} if feeder else "", people)
        for key, feeder in zip(("one", "other"), [*feeders, 0, 0], strict=False)
    ]
    bye = NOBODY in (match["one"], match["other"]) and match["winner"]
    return {
        **match,
        "label": number,
        "seats": [seat for seat in seats if not (bye and seat["nobody"])],
        "bye": bool(bye),
        "open": match["winner"] is None,
        "nobody": match["winner"] == NOBODY,
    }


def _seat(match: Data, who: int | None, waiting: str, people: Mapping[int, Data]) -> Data:
    side = "" if match["first"] is None or not who else "first" if match["first"] == who else "second"
    return {
        "person": people[who] if who else None,
        "nobody": who == NOBODY,
        "waiting": waiting,
        "won": bool(who) and match["winner"] == who,
        "lost": bool(who) and match["winner"] not in (None, who),
        # Whose colour it is matters while a game is to be played; afterwards the results say enough.
        "side": side if match["winner"] is None else "",
        "points": list(_points(match, who)) if who else [],
    }


def _points(match: Data, who: int) -> Iterator[Data]:
    for game in match["games"]:
        yield {"value": POINTS[game["value"]][game["first"] != who], "forfeit": game["forfeit"]}


def _podium(rounds: list[Data], people: Mapping[int, Data]) -> list[Data]:
    """Known places in order; a place that nobody reached is left out."""
    if not rounds or rounds[-1]["matches"][0]["winner"] is None:
        return []
    last = rounds[-1]
    final, third = last["matches"][0], last["third_place"]
    placed = [(1, final["winner"]), (2, _loser(final))]
    if third is not None and third["winner"] is not None:
        placed.append((3, third["winner"]))
    return [{"place": place, "person": people[number]} for place, number in placed if number]


def _loser(match: Data) -> int:
    return next(
        (match[key] for key in ("one", "other") if match["winner"] not in (NOBODY, match[key])), NOBODY
    )

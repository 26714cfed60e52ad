"""The public files of a list, by which anybody can compute it: the system, the games of a period, rows.

Each is JSON with a ``kind``: ``system``, ``games`` or ``list``. Numbers stand for persons, without a name.
What is None or as by default is left out, so that a file stays as short as its subject.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from tournaments.ratings.rate import list_digest, published
from tournaments.ratings.values import (
    Adjustment,
    Band,
    Basis,
    Better,
    Cut,
    Entrant,
    FloorRule,
    Formula,
    KStep,
    LateEvent,
    Performance,
    Period,
    Pooled,
    RatedEvent,
    RatedGame,
    Rating,
    RatingGap,
    RatingsOn,
    Row,
    Start,
    State,
    System,
)
from tournaments.state.canonical import digest_of

Document = dict[str, Any]


class UnreadableError(ValueError):
    """A document that is none of a list; ``args[0]`` says which part."""


@dataclass(frozen=True)
class PeriodGames:
    """What a period is computed from besides the lists before it."""

    period: Period
    events: tuple[RatedEvent, ...]
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True)
class PublishedList:
    """A list as it was published, with the digest that it says."""

    ratings: RatingsOn
    digest: str
    system: str


def _filled(document: Mapping[str, Any]) -> Document:
    return {key: value for key, value in document.items() if value not in (None, "", (), [], {})}


def _day(text: Any) -> date:
    return date.fromisoformat(text)


def _rating(value: Any) -> Rating | None:
    """Whole as a number, with decimals as a string."""
    return Decimal(value) if isinstance(value, str) else value


def _plain(value: Rating | None) -> int | str | None:
    return f"{value:.3f}" if isinstance(value, Decimal) else value


def system_document(system: System) -> Document:
    rule = system.newcomers
    newcomers: Document
    if isinstance(rule, Performance):
        newcomers = {
            "by": "performance",
            "games": rule.games,
            "drawn": rule.drawn,
            "against": rule.against,
            "most": rule.most,
            "months": rule.months,
            "drop_zero": rule.drop_zero,
        }
    else:
        newcomers = {"by": "start", "grades": dict(sorted(rule.grades.items())), "default": rule.default}
    return {
        "kind": "system",
        "code": system.code,
        "formula": system.formula.value,
        "version": system.version,
        "valid_from": system.valid_from.isoformat(),
        "game": system.game,
        "basis": system.basis.value,
        "k": [
            _filled(
                {
                    "k": step.k,
                    "games_below": step.games_below,
                    "rating_below": step.rating_below,
                    "highest_below": step.highest_below,
                    "age_at_most": step.age_at_most,
                }
            )
            for step in system.k
        ],
        "k_published": system.k_published,
        "k_games": system.k_games,
        "cuts": [
            {"at": cut.at, "rating_below": cut.rating_below, "since": cut.since.isoformat()}
            for cut in system.cuts
        ],
        "gap": system.gap
        and {"least": system.gap.least, "above": system.gap.above, "since": system.gap.since.isoformat()},
        "floor": system.floor,
        "floor_rule": system.floor_rule.value,
        "newcomers": newcomers,
        "provisional_below": system.provisional_below,
        "inactive_months": system.inactive_months,
        "weights": dict(sorted(system.weights.items())),
        "replays": system.replays,
        "bands": [{"least": band.least, "name": band.name} for band in system.bands],
        "better": system.better.value,
        "late": system.late.value,
    }


def system_of(document: Mapping[str, Any]) -> System:
    """Raises `UnreadableError`."""
    try:
        rule = dict(document["newcomers"])
        by_performance = rule.pop("by") == "performance"
        gap = document["gap"]
        return System(
            code=document["code"],
            formula=Formula(document["formula"]),
            version=document["version"],
            valid_from=_day(document["valid_from"]),
            game=document["game"],
            basis=Basis(document["basis"]),
            k=tuple(KStep(**step) for step in document["k"]),
            k_published=document["k_published"],
            k_games=document["k_games"],
            cuts=tuple(Cut(cut["at"], cut["rating_below"], _day(cut["since"])) for cut in document["cuts"]),
            gap=gap and RatingGap(gap["least"], gap["above"], _day(gap["since"])),
            floor=document["floor"],
            floor_rule=FloorRule(document["floor_rule"]),
            newcomers=Performance(**rule) if by_performance else Start(**rule),
            provisional_below=document["provisional_below"],
            inactive_months=document["inactive_months"],
            weights=document["weights"],
            replays=document["replays"],
            bands=tuple(Band(band["least"], band["name"]) for band in document["bands"]),
            better=Better(document["better"]),
            late=LateEvent(document["late"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableError(f"system: {error!r}") from None


def _game(game: RatedGame) -> list[Any]:
    """Its fields without the last ones that are as by default."""
    fields = list(game)
    while len(fields) > 4 and fields[-1] == RatedGame._field_defaults[RatedGame._fields[len(fields) - 1]]:
        fields.pop()
    return fields


def event_document(event: RatedEvent) -> Document:
    """Games in order, so that equal events are equal documents."""
    return _filled(
        {
            "uid": event.uid,
            "start": event.start.isoformat(),
            "end": event.end.isoformat(),
            "class": event.kind,
            "federation": event.federation,
            "late": event.late or None,
            "entrants": [
                list(entrant) for entrant in sorted(event.entrants, key=lambda entrant: entrant.number)
            ],
            "games": sorted(
                map(_game, event.games), key=lambda game: (game[0], game[1], game[2], game[6:7], str(game))
            ),
        }
    )


def rated_event(document: Mapping[str, Any]) -> RatedEvent:
    """Raises `UnreadableError`."""
    try:
        return RatedEvent(
            uid=document["uid"],
            start=_day(document["start"]),
            end=_day(document["end"]),
            games=tuple(RatedGame(*game) for game in document.get("games", ())),
            kind=document.get("class", ""),
            entrants=tuple(Entrant(*entrant) for entrant in document.get("entrants", ())),
            federation=document.get("federation", ""),
            late=document.get("late", False),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(f"event {document.get('uid', '?')}: {error!r}") from None


def games_document(games: PeriodGames) -> Document:
    period = games.period
    return {
        "kind": "games",
        "period": {
            "name": period.name,
            "first": period.first.isoformat(),
            "end": period.end.isoformat(),
            "list": period.list_date.isoformat(),
        },
        "adjustments": [
            [adjustment.number, adjustment.day.isoformat(), _plain(adjustment.value), adjustment.reason]
            for adjustment in sorted(games.adjustments)
        ],
        "events": [event_document(event) for event in sorted(games.events, key=lambda event: event.uid)],
    }


def games_of(document: Mapping[str, Any]) -> PeriodGames:
    """Raises `UnreadableError`."""
    try:
        period = document["period"]
        return PeriodGames(
            Period(period["name"], _day(period["first"]), _day(period["end"]), _day(period["list"])),
            tuple(map(rated_event, document["events"])),
            tuple(
                Adjustment(number, _day(day), _rating(value) or 0, reason)
                for number, day, value, reason in document.get("adjustments", ())
            ),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise error if isinstance(error, UnreadableError) else UnreadableError(f"games: {error!r}") from None


def row_document(row: Row) -> Document:
    """What the next list needs of it."""
    return _filled(
        {
            "number": row.number,
            "rating": _plain(row.rating),
            "k": row.k,
            "n": row.n or None,
            "games": row.games or None,
            "highest": _plain(row.highest),
            "last": row.last and row.last.isoformat(),
            "state": row.state.value,
            "born": row.born,
            "pool": [[game.list_date.isoformat(), game.opponent, game.halves] for game in row.pool],
            "started": row.started or None,
            "change": _plain(row.change) or None,
        }
    )


def row_of(document: Mapping[str, Any]) -> Row:
    """Raises `UnreadableError`."""
    try:
        last = document.get("last")
        return Row(
            number=document["number"],
            rating=_rating(document.get("rating")),
            k=document.get("k"),
            n=document.get("n", 0),
            games=document.get("games", 0),
            highest=_rating(document.get("highest")),
            last=last and _day(last),
            state=State(document.get("state", State.ACTIVE)),
            born=document.get("born"),
            pool=tuple(
                Pooled(_day(day), opponent, halves) for day, opponent, halves in document.get("pool", ())
            ),
            started=document.get("started", False),
            change=_rating(document.get("change")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(f"row {document.get('number', '?')}: {error!r}") from None


def list_document(system: System, ratings: RatingsOn) -> Document:
    return {
        "kind": "list",
        "system": system.code,
        "date": ratings.date.isoformat(),
        "digest": list_digest(system, ratings.rows),
        "rows": [row_document(row) for row in ratings.rows],
    }


def list_of(document: Mapping[str, Any]) -> PublishedList:
    """Raises `UnreadableError`."""
    try:
        rows = tuple(sorted(map(row_of, document["rows"]), key=lambda row: row.number))
        return PublishedList(
            RatingsOn(_day(document["date"]), rows), document.get("digest", ""), document.get("system", "")
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise error if isinstance(error, UnreadableError) else UnreadableError(f"list: {error!r}") from None


def list_input_digest(system: System, games: PeriodGames, before: str) -> str:
    """Of all that a list is computed from. ``before``: the digest of the list before it."""
    return digest_of({"system": system_document(system), "before": before, **games_document(games)})


def first_difference(system: System, computed: Iterable[Row], listed: Iterable[Row]) -> str:
    """The first row in which two lists differ, in words; empty where they are equal."""
    mine = {row.number: published(system, row) for row in computed}
    theirs = {row.number: published(system, row) for row in listed}
    for number in sorted(mine.keys() | theirs.keys()):
        if mine.get(number) != theirs.get(number):
            return f"{number}: computed {mine.get(number)}, listed {theirs.get(number)}"
    return ""

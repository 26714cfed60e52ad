"""Sections of the size of a world championship, written in bulk: nobody pairs them, for that takes minutes.

In each round everybody meets somebody else than before, by shifting one half against the other.
"""

from __future__ import annotations

from collections.abc import Container
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from tests import factories
from tournaments.acts.register._new_persons import register_persons
from tournaments.models import Entry, Event, Pairing, Player, ResultReport, Round, Seat, Section

CONSONANTS, VOWELS = "BCDFGHJKLMNPQRSTVWXZ", "aeiou"
CHARACTERS = "张王李赵陈杨吴刘黄周徐孙马朱胡林郭何高罗"
RESULTS = ("1-0", "1-0", "1/2", "0-1", "0-1")


def make_players(section: Section, count: int) -> list[Entry]:
    """Players numbered from 1, each of another name. As many queries for one as for hundreds."""
    factories.make_federations()
    codes = [code for code, *_ in factories.FEDERATIONS]
    players = [_player(section.event, number, codes[number % len(codes)]) for number in range(1, count + 1)]
    register_persons(players)
    Player.objects.bulk_create(players, batch_size=500)
    entries = [
        Entry(
            section=section,
            player=player,
            number=number,
            group=2 - number % 2,
            rating=1500 + number % 700,
            status=Entry.Status.CHECKED_IN,
        )
        for number, player in enumerate(players, start=1)
    ]
    return Entry.objects.bulk_create(entries, batch_size=500)


def _player(event: Event, number: int, federation: str) -> Player:
    digits = [number // 400 % 20, number // 20 % 20, number % 20]
    first, second, third = (CONSONANTS[digit] for digit in digits)
    name = f"{first}{VOWELS[digits[1] % 5]}{second.lower()}ong {third}{VOWELS[digits[0] % 5]}n {number}"
    native = "".join(CHARACTERS[digit] for digit in digits) + (str(number) if number > 8_000 else "")
    return Player(event=event, name=name, native_name=native, federation_id=federation)


def play(section: Section, rounds: int) -> None:
    """So many rounds, published, played and closed, without frozen standings but after the last."""
    for number in range(1, rounds + 1):
        round_ = publish(section, number, played=True)
        if number < rounds:
            Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
        else:
            factories.close(round_)


def publish(section: Section, number: int, *, played: bool = False, without: Container[int] = ()) -> Round:
    """A round before the public; ``played``: with a result at every table but those ``without``."""
    round_ = section.round_set.select_related("section__event").get(number=number)
    entries = list(section.entries.order_by("number"))
    tables = len(entries) // 2
    upper, lower = entries[:tables], entries[tables : 2 * tables]
    pairings = [Pairing(round=round_, table=table) for table in range(1, tables + 1)]
    if len(entries) % 2:
        pairings.append(Pairing(round=round_, table=None))
    Pairing.objects.bulk_create(pairings, batch_size=500)
    seats = []
    for at, (pairing, item) in enumerate(zip(pairings, upper, strict=False)):
        pair = [item, lower[(at + number) % tables]]
        for entry, colour in zip(pair if (at + number) % 2 else pair[::-1], ("first", "second"), strict=True):
            seats.append(Seat(round=round_, entry=entry, pairing=pairing, colour=colour))
    if len(entries) % 2:
        seats.append(Seat(round=round_, entry=entries[-1], pairing=pairings[-1], colour="bye"))
    Seat.objects.bulk_create(seats, batch_size=500)
    factories.publish(round_)
    if played:
        reports = [
            ResultReport(pairing=item, value=_result(number, item.table))
            for item in pairings
            if item.table and item.table not in without
        ]
        ResultReport.objects.bulk_create(reports, batch_size=500)
        Round.objects.filter(pk=round_.pk).update(state=Round.State.PLAYING)
        round_.state = Round.State.PLAYING
    return round_


def _result(number: int, table: int | None) -> str:
    return RESULTS[sha256(f"{number}:{table}".encode()).digest()[0] % len(RESULTS)]


def make_events(count: int, *, day: date, prefix: str = "open", **values: Any) -> list[Event]:
    """So many listed events that begin on that day, each with a section that is open."""
    events = Event.objects.bulk_create(
        [
            Event(
                slug=f"{prefix}-{number}",
                name=f"Open {number}",
                native_name=f"公开赛{number}",
                place="Kuala Lumpur",
                starts=day,
                ends=day + timedelta(days=5),
                time_zone="Asia/Kuala_Lumpur",
                **{"listed": True, **values},
            )
            for number in range(1, count + 1)
        ],
        batch_size=500,
    )
    Section.objects.bulk_create(
        [
            Section(event=event, slug="men", name="Men", rounds=5, seed="seed", state=Section.State.OPEN)
            for event in events
        ],
        batch_size=500,
    )
    return events

"""A computed list as files that other programs read: the columns of FIDE's single list, of the EGF's page of
all players, and the players' lines of a TRF. What a format cannot hold is left out: native names where there
is only Latin-1, decimals where ratings are whole, places beyond four figures in a TRF."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.exchange.spreadsheet import Cell
from tournaments.ratings.tables import half_away
from tournaments.ratings.values import Rating
from tournaments.state.gotha.ranks import grade_of_rating

COLUMNS = (
    *("place", "number", "name", "native name", "federation", "title", "rating", "previous", "change"),
    *("K", "games of the period", "games", "state"),
)
MOST_IN_TRF = 9999
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


@dataclass(frozen=True, slots=True)
class ExportedRating:
    """A line of a list, with what everybody may know of the person."""

    place: int | None
    number: str
    rating: Rating | None
    before: Rating | None
    change: Rating | None
    k: int | None
    n: int
    games: int
    state: str
    name: str = ""
    native_name: str = ""
    federation: str = ""
    title: str = ""


def _text(rating: Rating | None) -> str:
    return "" if rating is None else str(rating)


def _whole(rating: Rating) -> int:
    return half_away(round(rating * 1000), 1000)


def spreadsheet_rows(rows: Iterable[ExportedRating]) -> Iterator[Sequence[Cell]]:
    """With a heading, for a spreadsheet."""
    yield COLUMNS
    for row in rows:
        yield (
            *("" if row.place is None else row.place, row.number, row.name, row.native_name),
            *(row.federation, row.title, _text(row.rating), _text(row.before), _text(row.change)),
            *("" if row.k is None else row.k, row.n, row.games, row.state),
        )


def _latin(text: str) -> str:
    """In Latin-1: letters that it has stay, of others the marks go."""
    plain = []
    for sign in text:
        if sign.encode("latin-1", "ignore"):
            plain.append(sign)
        else:
            base = unicodedata.normalize("NFKD", {"Đ": "D", "đ": "d", "ł": "l", "Ł": "L"}.get(sign, sign))
            plain.append(base.encode("latin-1", "ignore").decode("latin-1") or "?")
    return "".join(plain)


def _columns(*cells: tuple[int, str]) -> str:
    """Each begins at its column; what is longer than the room is cut."""
    line = ""
    for at, (start, text) in enumerate(cells):
        following = cells[at + 1][0] if at + 1 < len(cells) else None
        line = line.ljust(start) + (text if following is None else text[: following - start - 1])
    return line.rstrip()


def fide_text(rows: Iterable[ExportedRating], on: date) -> bytes:
    """The columns of FIDE's single list, lines ended by CR LF; only who has a rating."""
    month = f"{MONTHS[on.month - 1]}{on.year % 100:02}"
    lines = [
        _columns(
            *((0, "ID Number"), (15, "Name"), (76, "Fed"), (80, "Sex"), (84, "Tit"), (89, "WTit")),
            *(
                (94, "OTit"),
                (109, "FOA"),
                (113, month),
                (119, "Gms"),
                (123, "K"),
                (126, "B-day"),
                (132, "Flag"),
            ),
        )
    ]
    lines += [
        _columns(
            *((0, row.number), (15, row.name), (76, row.federation), (84, row.title)),
            *((113, str(_whole(row.rating))), (119, str(row.n)), (123, _text(row.k))),
            (132, "i" if row.state == "inactive" else ""),
        )
        for row in rows
        if row.rating is not None
    ]
    return "".join(f"{_latin(line)}\r\n" for line in lines).encode("latin-1")


def egf_text(rows: Iterable[ExportedRating], on: date) -> bytes:
    """The columns of the EGF's page of all players, UTF-8; only who has a rating."""
    lines = [
        f"Ratings ({on.day} {MONTHS[on.month - 1].title()} {on.year})",
        " PIN       Name                                  Co. Club  Grade   Rg GoR   NT",
    ]
    rated = [row for row in rows if row.rating is not None]
    for row in rated:
        whole = _whole(row.rating or 0)
        surname, _blank, given_name = row.name.partition(" ")
        name = f"{surname} {given_name.replace(' ', '_')}".strip()
        lines.append(
            f" {row.number:>08.8}  {name[:37]:<37} {row.federation[:3]:<3}        "
            f"{grade_of_rating(whole):>3}        {whole:>4}  {row.games:>4}"
        )
    lines.append(f"Number of players: {len(rated)}")
    return "".join(f"{line}\n" for line in lines).encode()


def trf_players(rows: Iterable[ExportedRating], name: str, on: date) -> bytes:
    """The lines 012, 042 and 001 of a TRF, by which a program enters players with their ratings."""
    lines = [f"012 {name}", f"042 {on.year}/{on.month:02}/{on.day:02}"]
    rated = [row for row in rows if row.rating is not None][:MOST_IN_TRF]
    for rank, row in enumerate(rated, start=1):
        number = row.number if row.number.isdecimal() and len(row.number) <= 11 else ""
        lines.append(
            f"001 {rank:>4}  {row.title[:3]:>3} {row.name[:33]:<33} {_whole(row.rating or 0):>4} "
            f"{row.federation:<3} {number:>11} {'':<10}  0.0 {rank:>4}"
        )
    return "".join(f"{line}\n" for line in lines).encode()

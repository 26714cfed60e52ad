"""What an event is besides its players: name, place, dates, board, komi, time; and its class for ratings.

Times are seconds but ``basic``, minutes. The class is proposed, an organiser confirms it (EGF: "Tournament
classes").
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Overtime(StrEnum):
    """OpenGotha's names of the systems."""

    SUDDEN_DEATH = "SUDDENDEATH"
    BYO_YOMI = "STDBYOYOMI"
    CANADIAN = "CANBYOYOMI"
    FISCHER = "FISCHER"


@dataclass(frozen=True, slots=True)
class Time:
    """``basic`` minutes each, then: byo-yomi of ``byo_yomi`` seconds a move, Canadian ``moves`` in
    ``canadian`` seconds, Fischer ``fischer`` seconds a move."""

    basic: int = 60
    system: Overtime = Overtime.SUDDEN_DEATH
    byo_yomi: int = 30
    moves: int = 15
    canadian: int = 300
    fischer: int = 5

    @property
    def adjusted(self) -> Fraction:
        """Minutes: the basic time and what the overtime is worth.

        >>> Time(60, Overtime.BYO_YOMI).adjusted, Time(45, Overtime.FISCHER, fischer=15).adjusted
        (Fraction(165, 2), Fraction(75, 1))
        """
        extra = {
            Overtime.SUDDEN_DEATH: Fraction(0),
            Overtime.BYO_YOMI: Fraction(45 * self.byo_yomi),
            Overtime.CANADIAN: Fraction(60 * self.canadian, max(1, self.moves)),
            Overtime.FISCHER: Fraction(120 * self.fischer),
        }[self.system]
        return self.basic + extra / 60


@dataclass(frozen=True, slots=True)
class EventInfo:
    """``begin`` and ``end`` as ``2019-10-26``; ``komi`` of an even game as text, ``7.5``; ``country``: two
    letters; ``rating_class``: as the organiser has confirmed it, empty before."""

    name: str = ""
    short_name: str = ""
    location: str = ""
    director: str = ""
    begin: str = ""
    end: str = ""
    internet: bool = False
    size: int = 19
    komi: str = "7.5"
    time: Time = Time()
    country: str = ""
    rating_class: str = ""


# Class, least basic minutes, the same with Fischer's clock, least adjusted minutes.
CLASSES = (("A", 60, 45, 75), ("B", 40, 30, 50), ("C", 25, 20, 30))
INTERNET = ("D", 40, 30, 50)
NOT_RATED = "X"


def class_of(occasion: EventInfo) -> str:
    """``A`` to ``D``, or ``X``: not rated. Games on the Internet are class D at best."""
    time = occasion.time
    for name, basic, with_fischer, adjusted in (INTERNET,) if occasion.internet else CLASSES:
        least = with_fischer if time.system is Overtime.FISCHER else basic
        if time.basic >= least and time.adjusted >= adjusted:
            return name
    return NOT_RATED

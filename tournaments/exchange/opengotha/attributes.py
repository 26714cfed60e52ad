"""One attribute of an OpenGotha file as a value: what is no such value is named with line and element, what
is missing or odd and can be taken all the same is reported."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import EnumType
from typing import Any

from tournaments.exchange.conversion import ForeignErrorCode, LossCode, Losses, Problems
from tournaments.exchange.opengotha.document import GothaSetting
from tournaments.exchange.xml_elements import Element
from tournaments.state.gotha.ranks import is_clamped, rank_of

_NUMBER = re.compile(r"[+-]?[0-9]{1,16}")
_REAL = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?")
_KOMI = re.compile(r"[+-]?[0-9]{1,3}([.,][0-9]{1,2})?")
DATES = ("beginDate", "endDate")
# Ratings of files up to this version of the data stand 2050 lower.
NEWEST_OLD_DATA = 200


@dataclass(slots=True)
class Attributes:
    """Where the values come from: what keeps the file from being read, and what is reported."""

    problems: Problems
    losses: Losses

    def blame(self, code: ForeignErrorCode, element: Element, text: str = "", **params: str | int) -> None:
        self.problems.add(code, element.line, element.column, text, **params)

    def report(self, code: LossCode, element: Element, name: str, text: str) -> None:
        """``Player grade “Q9”``."""
        self.losses.add(code, about=f"{element.name} {name} {text}".strip(), line=element.line)

    def required(self, element: Element, name: str) -> str:
        """Without an attribute that must be there the element says nothing."""
        if name not in element.attributes:
            self.blame(ForeignErrorCode.MISSING, element, field=f"{element.name} {name}")
        return element.get(name)

    def usual(self, element: Element, name: str, default: str) -> str:
        """The text; where it is missing the usual one, which is reported."""
        text = element.get(name).strip()
        if not text:
            self.report(LossCode.MISSING_VALUES, element, name, default)
        return text or default

    def whole(self, element: Element, name: str, default: str, least: int, most: int) -> int | None:
        """``default`` empty: it must be there."""
        text = element.get(name).strip() or default
        field = f"{element.name} {name}"
        if not text:
            self.blame(ForeignErrorCode.MISSING, element, field=field)
            return None
        if not _NUMBER.fullmatch(text):
            self.blame(ForeignErrorCode.NOT_A_NUMBER, element, text, field=field)
            return None
        if not least <= int(text) <= most:
            range_text = f"{least} … {most}"
            self.blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field=field, known=range_text)
            return None
        return int(text)

    def rank(self, element: Element, name: str, text: str) -> int:
        try:
            rank = rank_of(text)
        except ValueError:
            field = f"{element.name} {name}"
            self.blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field=field, known="30K … 9D, 1P … 9P")
            return 0
        if is_clamped(text):
            self.losses.add(LossCode.GRADES, about=text, line=element.line)
        return rank

    def one_of(self, element: Element, name: str, text: str, choices: tuple[str, ...]) -> str:
        """However it is capitalized; the first where it is none of them."""
        choice = next((value for value in choices if value.upper() == text.upper()), None)
        if choice is None:
            field = f"{element.name} {name}"
            self.blame(ForeignErrorCode.UNKNOWN_VALUE, element, text, field=field, known=", ".join(choices))
        return choice or choices[0]

    def yes(self, element: Element, name: str, default: str) -> bool:
        text = element.get(name).strip() or default
        return self.one_of(element, name, text, ("true", "false")) == "true"

    def setting(self, setting: GothaSetting, element: Element) -> Any:
        kind, name, default = setting.kind, setting.attribute, setting.default
        text = element.get(name).strip() or default
        if kind == "rank":
            return self.rank(element, name, text)
        if kind == "optional":
            return self.whole(element, name, "0", 0, 999) if text else None
        if isinstance(kind, tuple):
            return self.whole(element, name, default, *kind) or 0
        if isinstance(kind, EnumType):
            # Pairgoth writes None for NULL.
            wanted = "NULL" if text.upper() == "NONE" else text
            choices: tuple[str, ...] = tuple(kind)
            return kind(self.one_of(element, name, wanted, choices))
        if kind == "yes":
            return self.yes(element, name, default)
        if kind == "real":
            return self._real(element, name, text)
        if name == "komi":
            return self._komi(element, text)
        if name in DATES and text and not _is_date(text):
            self.report(LossCode.ODD_VALUES, element, name, text)
        return text

    def _real(self, element: Element, name: str, text: str) -> float:
        if _REAL.fullmatch(text):
            return float(text)
        self.blame(ForeignErrorCode.NOT_A_NUMBER, element, text, field=f"{element.name} {name}")
        return 0.0

    def _komi(self, element: Element, text: str) -> str:
        if not _KOMI.fullmatch(text):
            self.blame(ForeignErrorCode.NOT_A_NUMBER, element, text, field=f"{element.name} komi")
        return text.replace(",", ".")


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def clean(text: str) -> str:
    """Without what some programs leave in it: byte order marks, line breaks."""
    characters = (c for c in text.replace("\ufeff", "") if c.isprintable() or c.isspace())
    return "".join(" " if c in "\r\n\t" else c for c in characters).strip()


def has_old_ratings(element: Element) -> bool:
    """Data version 201 came with 3.50; some builds write only the version of the program."""
    version = element.get("dataVersion").strip() or str(NEWEST_OLD_DATA)
    program = re.match(r"([0-9]{1,3})\.([0-9]{1,3})", element.get("fullVersionNumber"))
    if program is not None and (int(program[1]), int(program[2])) >= (3, 50):
        return False
    return version.isascii() and version.isdigit() and len(version) < 9 and int(version) <= NEWEST_OLD_DATA

"""Words for norms: each condition with what it needs and what is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.ratings.norms import ConditionCode, Outlook

CONDITIONS: Mapping[ConditionCode, Words] = {
    ConditionCode.GAMES: _("Games"),
    ConditionCode.SCORE: _("Score"),
    ConditionCode.HOLDERS: _("Opponents with a title"),
    ConditionCode.OF_TITLE: _("Opponents with this title or a higher one"),
    ConditionCode.OTHER_FEDERATIONS: _("Other federations"),
    ConditionCode.OWN_AT_MOST: _("Opponents of the own federation"),
    ConditionCode.ONE_AT_MOST: _("Opponents of one federation"),
    ConditionCode.AVERAGE: _("Average of the opponents"),
    ConditionCode.PERFORMANCE: _("Performance"),
}
OUTLOOKS: Mapping[Outlook, Words] = {
    Outlook.REACHED: _("has it already"),
    Outlook.MUST_PLAY: _("has it in any case, but must play"),
    Outlook.DRAW: _("a draw is enough"),
    Outlook.WIN: _("needs a win"),
    Outlook.IMPOSSIBLE: _("not possible"),
    Outlook.POSSIBLE: _("possible"),
}
_AT_MOST = frozenset({ConditionCode.OWN_AT_MOST, ConditionCode.ONE_AT_MOST})


class ShownCondition(Protocol):
    """As pages and papers have it (`queries.public.public_norms`)."""

    @property
    def condition(self) -> ConditionCode: ...
    @property
    def need(self) -> str: ...
    @property
    def have(self) -> str: ...
    @property
    def met(self) -> bool: ...


class ShownNorm(Protocol):
    @property
    def met(self) -> bool: ...
    @property
    def outlook(self) -> Outlook | None: ...
    @property
    def conditions(self) -> Sequence[ShownCondition]: ...


def condition_name(condition: ConditionCode) -> str:
    return str(CONDITIONS[condition])


def need_text(condition: ShownCondition) -> str:
    """``at least 5``."""
    words = (
        gettext("at most %(number)s") if condition.condition in _AT_MOST else gettext("at least %(number)s")
    )
    return words % {"number": condition.need}


def norm_outlook(norm: ShownNorm) -> str:
    """In one short sentence; where it is not possible, what is short."""
    if norm.outlook is Outlook.IMPOSSIBLE:
        return gettext("not possible: %(conditions)s") % {"conditions": _missing(norm)}
    if norm.outlook is not None:
        return str(OUTLOOKS[norm.outlook])
    if norm.met:
        return gettext("fulfilled")
    return gettext("missing: %(conditions)s") % {"conditions": _missing(norm)}


def _missing(norm: ShownNorm) -> str:
    """``Games 8 (at least 9)``."""
    return ", ".join(
        f"{condition_name(item.condition)} {item.have} ({need_text(item)})"
        for item in norm.conditions
        if not item.met
    )


def norm_points(halves: int) -> str:
    return {0: "0", 1: "½", 2: "1"}[halves]


LACKS: Mapping[str, Words] = {
    "registration": _("the registration of the event with the issuer"),
    "arbiter": _("an international arbiter (IA) among the officials"),
}


def lacks_text(lacks: Iterable[str]) -> str:
    return ", ".join(str(LACKS[lack]) for lack in lacks)

"""Words for norms: each condition with what it needs and what is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.ratings.norms import ConditionCode, NormReport, Outlook

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
}
_AT_MOST = frozenset({ConditionCode.OWN_AT_MOST, ConditionCode.ONE_AT_MOST})


@dataclass(frozen=True, slots=True)
class ConditionLine:
    name: str
    need: str
    have: str
    met: bool


def condition_lines(report: NormReport) -> list[ConditionLine]:
    return [
        ConditionLine(
            str(CONDITIONS[condition.code]),
            (gettext("at most %(number)s") if condition.code in _AT_MOST else gettext("at least %(number)s"))
            % {"number": _number(condition.need)},
            _number(condition.have),
            condition.met,
        )
        for condition in report.conditions
    ]


def _number(value: Fraction) -> str:
    return f"{float(value):g}"


def outlook_text(report: NormReport, outlook: Outlook | None) -> str:
    """In one short sentence; where it is not possible, what is short."""
    if outlook is None:
        if report.met:
            return gettext("fulfilled")
        return gettext("missing: %(conditions)s") % {"conditions": _missing(report)}
    if outlook is Outlook.IMPOSSIBLE:
        return gettext("not possible: %(conditions)s") % {"conditions": _missing(report)}
    return str(OUTLOOKS[outlook])


def _missing(report: NormReport) -> str:
    return ", ".join(str(CONDITIONS[item.code]) for item in report.conditions if not item.met)

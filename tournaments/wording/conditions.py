"""The words for conditions on people (`state.conditions`)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments.state.conditions import Condition, Ground, HeldLicence, Outcome, Part, Verdict
from tournaments.wording.titles import grade_text, title_text

GENDERS = {"f": gettext_lazy("women"), "m": gettext_lazy("men")}
_OF_ONE = {"f": gettext_lazy("woman"), "m": gettext_lazy("man")}
_NOTHING: dict[Part, str | Promise] = {
    Part.GENDER: gettext_lazy("gender not known"),
    Part.BORN: gettext_lazy("year of birth not known"),
    Part.RATING: gettext_lazy("no rating"),
    Part.GRADE: gettext_lazy("grade not known"),
    Part.FEDERATION: gettext_lazy("no federation"),
    Part.CLUB: gettext_lazy("club not known"),
    Part.TITLE: gettext_lazy("no title"),
    Part.LICENCE: gettext_lazy("no licence"),
    Part.NUMBER: gettext_lazy("no such number"),
    Part.CONSENT: gettext_lazy("no consent of a parent or guardian"),
    Part.ANY_OF: gettext_lazy("fits none of the alternatives"),
}

NUMBERS: dict[str, str | Promise] = {
    "wxf": gettext_lazy("WXF number"),
    "axf": gettext_lazy("AXF number"),
    "fide": gettext_lazy("FIDE number (ID)"),
    "egf": gettext_lazy("EGF number (PIN)"),
    "ffg": gettext_lazy("FFG licence"),
    "aga": gettext_lazy("AGA number"),
    "national": gettext_lazy("national number"),
}


def condition_text(condition: Condition) -> str:
    """``women · born 2008 or later``; empty where nothing is asked."""
    return " · ".join(_parts(condition))


def _parts(condition: Condition) -> Iterator[str]:  # noqa: PLR0912  # one part after the other
    if condition.gender:
        yield str(GENDERS[condition.gender])
    low, high = condition.born_from, condition.born_to
    if low is not None and high is not None:
        yield gettext("born %(low)s to %(high)s") % {"low": low, "high": high}
    elif low is not None:
        yield gettext("born %(year)s or later") % {"year": low}
    elif high is not None:
        yield gettext("born %(year)s or earlier") % {"year": high}
    if condition.rating_from is not None or condition.rating_to is not None:
        yield _rating(condition)
    lowest, highest = grade_text(condition.grade_from), grade_text(condition.grade_to)
    if lowest and highest:
        yield gettext("grade %(low)s to %(high)s") % {"low": lowest, "high": highest}
    elif lowest:
        yield gettext("grade %(low)s or stronger") % {"low": lowest}
    elif highest:
        yield gettext("grade %(high)s or weaker") % {"high": highest}
    if condition.federations:
        yield ", ".join(condition.federations)
    if condition.clubs:
        yield ", ".join(condition.clubs)
    if condition.titles:
        yield ", ".join(title_text(title) for title in condition.titles)
    if condition.title_from or condition.title_to:
        yield _titles(condition)
    if condition.licences:
        yield _licences(condition)
    if condition.numbers:
        yield f" {gettext('or')} ".join(str(NUMBERS[issuer]) for issuer in condition.numbers)
    if condition.consent:
        yield gettext("under age with the consent of a parent or guardian")
    if condition.any_of:
        yield f" {gettext('or')} ".join(condition_text(part) for part in condition.any_of)


def _licences(condition: Condition) -> str:
    codes = f" {gettext('or')} ".join(condition.licences)
    if condition.every_day:
        return gettext("licence %(codes)s on every day") % {"codes": codes}
    return gettext("licence %(codes)s on the first day") % {"codes": codes}


def _rating(condition: Condition) -> str:
    low, high = condition.rating_from, condition.rating_to
    if low is not None and high is not None:
        text = gettext("rating %(low)s to %(high)s") % {"low": low, "high": high}
    elif low is not None:
        text = gettext("rating %(low)s or more") % {"low": low}
    else:
        text = gettext("rating %(high)s or less") % {"high": high}
    if condition.rating_list:
        facts = {"rating": text, "list": condition.rating_list, "day": condition.rating_on}
        dated = gettext("%(rating)s on the list %(list)s of %(day)s")
        text = (dated if condition.rating_on else gettext("%(rating)s on the list %(list)s")) % facts
    return gettext("%(rating)s, or no rating") % {"rating": text} if condition.unrated else text


def _titles(condition: Condition) -> str:
    low, high = title_text(condition.title_from), title_text(condition.title_to)
    if low and high:
        return gettext("title %(low)s to %(high)s") % {"low": low, "high": high}
    if low:
        return gettext("title %(low)s or higher") % {"low": low}
    return gettext("title %(high)s at most, or none") % {"high": high}


def verdict_text(verdict: Verdict) -> str:
    """What stands against somebody, ``man, born 1990``, or what is not known."""
    return ", ".join(_ground(ground) for ground in verdict.grounds)


def _ground(ground: Ground) -> str:
    value = ground.value
    if isinstance(value, HeldLicence):
        return _licence(value)
    if ground.part is Part.LICENCE and ground.outcome is Outcome.NOT_KNOWN:
        return gettext("licence not known")
    if ground.part is Part.RATING and ground.outcome is Outcome.NOT_KNOWN:
        return gettext("no list %(list)s yet") % {"list": value}
    if ground.part is Part.CONSENT and ground.outcome is Outcome.NOT_KNOWN:
        return str(_NOTHING[Part.BORN])
    if value is None:
        return str(_NOTHING[ground.part])
    match ground.part:
        case Part.GENDER:
            return str(_OF_ONE[str(value)])
        case Part.BORN:
            return gettext("born %(year)s") % {"year": value}
        case Part.RATING:
            return gettext("rating %(rating)s") % {"rating": value}
        case Part.GRADE:
            return grade_text(str(value))
        case Part.TITLE:
            return title_text(str(value))
        case Part.CLUB:
            return pgettext("club of a player", "plays for %(club)s") % {"club": value}
        case _:
            return str(value)


def _licence(licence: HeldLicence) -> str:
    if licence.suspended_by:
        words = gettext("licence %(code)s suspended by %(organisation)s")
        return words % {"code": licence.code, "organisation": licence.suspended_by}
    days = {"code": licence.code, "first": licence.first.isoformat(), "last": licence.last.isoformat()}
    return gettext("licence %(code)s valid from %(first)s to %(last)s") % days

"""Word computed ratings: systems, flaws, refusals."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_lazy, gettext_noop

from portal.web.words import Words
from tournaments.ratings.presets import PRESETS
from tournaments.ratings.values import FlawCode, ListFlaw

PRESET_NAMES: dict[str, Words] = {
    "elo": gettext_lazy("Elo with a table of K of your own"),
    "fide-standard": gettext_lazy("FIDE, standard (B.02 of 2024 with the change of October 2025)"),
    "fide-rapid": gettext_lazy("FIDE, rapid"),
    "fide-blitz": gettext_lazy("FIDE, blitz"),
    "gor-2021": gettext_lazy("European Go Database (GoR of 2021)"),
    "chinese-style": gettext_lazy("Chinese style: Elo, differences count up to 350, table of K empty"),
}


def preset_choices() -> list[tuple[str, Words]]:
    """What a system can begin as, those of other packages last."""
    ours = [code for code in PRESET_NAMES if code in PRESETS]
    return [(code, PRESET_NAMES.get(code, code)) for code in dict.fromkeys([*ours, *PRESETS])]


FLAWS: Mapping[FlawCode, str] = {
    FlawCode.UNKNOWN_NUMBER: gettext_noop("Number %(text)s is on no list and has no entry."),
    FlawCode.AGAINST_SELF: gettext_noop("Number %(text)s plays itself: two entries of one person met."),
    FlawCode.NUMBER_TWICE: gettext_noop("Number %(text)s stands twice on the list."),
    FlawCode.OFF_SCALE: gettext_noop("The rating %(text)s is outside the scale."),
    FlawCode.TWO_RESULTS: gettext_noop("The game %(text)s has two different results."),
    FlawCode.NO_RESULT: gettext_noop("The game %(text)s has no result."),
    FlawCode.NO_K: gettext_noop("The table of K is empty, or has no line for number %(text)s."),
    FlawCode.NOT_COMPUTED: gettext_noop("Lists of this system are imported, not computed."),
    FlawCode.NO_LIST_BEFORE: gettext_noop("There is no list from before the period (%(text)s)."),
    FlawCode.PERIODS_APART: gettext_noop("Periods must touch: %(text)s."),
    FlawCode.LIST_BEFORE_END: gettext_noop("The list is dated before the end of its period (%(text)s)."),
    FlawCode.EVENT_OUTSIDE: gettext_noop("The last round was on %(text)s, outside the period."),
}
RATING_REFUSALS: Mapping[str, str] = {
    "no-such-rating-system": gettext_noop("There is no such rating system of this organisation."),
    "rating-code-taken": gettext_noop("Another rating system or list has the code “%(code)s”."),
    "unknown-rating-preset": gettext_noop("Choose what the system begins as."),
    "rating-game-of-preset": gettext_noop("This rating method is for the other game."),
    "rules-of-preset": gettext_noop(
        "These rules are computed as they were published and cannot be changed. Create a system of your own."
    ),
    "bad-k-step": gettext_noop(
        "“%(line)s” is not a line of the table of K. Write up to five whole numbers with commas, K first."
    ),
    "bad-band": gettext_noop("“%(line)s” is not a class. Write the least rating, a comma and the name."),
    "no-such-rating-period": gettext_noop("This rating period does not exist any more."),
    "rating-period-published": gettext_noop(
        "The list of period %(period)s is published. What is wrong in it is put right by a correction."
    ),
    "rating-periods-apart": gettext_noop(
        "Periods must touch, without gap or overlap. This one has to begin on %(day)s."
    ),
    "rating-list-too-early": gettext_noop(
        "The period must end after it begins, and its list cannot be dated before its end."
    ),
    "rating-period-named": gettext_noop("Another period has this name."),
    "rating-period-not-last": gettext_noop("Only the last period can be deleted."),
    "rating-day-outside": gettext_noop("Choose a day of the period, from %(first)s and before %(end)s."),
    "bad-rating-line": gettext_noop(
        "“%(line)s” is not a number and a rating. Write one of each a line, with a comma between them."
    ),
    "rating-number-twice": gettext_noop("Number %(number)s stands there twice."),
    "unknown-rating-reason": gettext_noop("Choose one of the reasons."),
    "section-not-rateable": gettext_noop(
        "One of these sections cannot count any more: it counts already, was reopened or belongs to others. "
        "Look at the list again."
    ),
    "section-report-not-accepted": gettext_noop(
        "%(section)s is not rated before the organisation has accepted the referee’s report on it."
    ),
    "no-such-rated-section": gettext_noop("This section does not count in the period any more."),
    "numbers-of-others": gettext_noop(
        "The numbers of this list are given by %(issuer)s. Enter them in the register of persons."
    ),
    "numbers-given-meanwhile": gettext_noop("Somebody else gave numbers at the same time. Try again."),
    "rating-period-before": gettext_noop("Publish the list of period %(period)s first."),
    "rating-period-not-over": gettext_noop("The period is not over before %(day)s."),
    "rating-preview-needed": gettext_noop("Look at a preview first, then publish what you have seen."),
    "bad-norm-share": gettext_noop(
        "“%(text)s” is no part of the games: write per cent, such as 35, or a fraction."
    ),
    "too-many-norm-tables": gettext_noop("The limit is %(limit)s tables."),
    "section-very-late": gettext_noop(
        "%(lists)s lists were published since the last round of %(section)s. Tick that it counts all"
        " the same."
    ),
    "bad-percent-step": gettext_noop(
        "“%(line)s” is no step. Write the title held, the per cent and the title that this gives, with "
        "semicolons: 二级棋士; 55; 一级棋士."
    ),
    "percent-steps-needed": gettext_noop("Write at least one step."),
    "no-such-norm-table": gettext_noop("This table has been deleted."),
    "no-such-norm-section": gettext_noop(
        "“%(line)s” is no section of this organisation: write event/section, as in its address."
    ),
    "unknown-norm-exemption": gettext_noop("Choose one of those offered."),
    "no-rating-list": gettext_noop("No list of this system is published yet."),
    "rating-input-flawed": gettext_noop(
        "The list cannot be computed: %(count)s things are wrong. The preview lists them."
    ),
}


def flaw_sentence(flaw: ListFlaw) -> str:
    """With where it was met."""
    sentence = gettext(FLAWS[flaw.code]) % {"text": flaw.text}
    if not flaw.event:
        return sentence
    if flaw.round is None:
        return f"{sentence} ({flaw.event})"
    place = gettext("%(section)s, round %(round)s") % {"section": flaw.event, "round": flaw.round}
    return f"{sentence} ({place})"

"""The words for *why not Z instead of Y?* in FIDE's Dutch system."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

from tournaments.pairing.dutch.why import WhyCode, WhyNot
from tournaments.wording.lists import listed
from tournaments.wording.reasons import Name, number_text

ANSWERS: Mapping[WhyCode, str] = {
    WhyCode.SAME: gettext_noop("That is the pairing."),
    WhyCode.NOT_HERE: gettext_noop("%(player)s is not paired in this round."),
    WhyCode.FIXED: gettext_noop("The chief referee fixed the pair of %(player)s before pairing."),
    WhyCode.MET: gettext_noop("%(first)s and %(second)s have met in round %(round)s (C1)."),
    WhyCode.ABSOLUTE: gettext_noop("%(first)s and %(second)s both must have the same colour (C3)."),
    WhyCode.FORBIDDEN: gettext_noop("The pair %(first)s and %(second)s is forbidden."),
    WhyCode.BYE: gettext_noop("%(player)s has already had a bye or scored a win without playing (C2)."),
    WhyCode.BYE_SCORE: gettext_noop(
        "%(player)s would have the bye with %(score)s points; %(opponent)s has %(opponent_score)s (C5)."
    ),
    WhyCode.WORSE: gettext_noop(
        "%(criterion)s in the score group of %(score)s: %(meaning)s. It is %(amount)s now and would be "
        "%(instead)s."
    ),
    WhyCode.ORDER: gettext_noop("Nothing would get worse: the order of the list decides."),
}
# What each criterion of C.04.3 wants, in the fewest words.
CRITERIA: Mapping[str, str] = {
    "C6": gettext_noop("as few players as possible float down"),
    "C7": gettext_noop("those who float down have the lowest scores possible"),
    "C8": gettext_noop("the next score group can then keep the same rules"),
    "C9": gettext_noop("the bye goes to whoever has the fewest unplayed games"),
    "C10": gettext_noop("topscorers do not get a colour difference beyond 2"),
    "C11": gettext_noop("topscorers do not get the same colour three times running"),
    "C12": gettext_noop("players get the colour that is due to them"),
    "C13": gettext_noop("players get the colour that is strongly due to them"),
    "C14": gettext_noop("nobody floats down again after one round"),
    "C15": gettext_noop("nobody floats up again after one round"),
    "C16": gettext_noop("nobody floats down again after two rounds"),
    "C17": gettext_noop("nobody floats up again after two rounds"),
    "C18": gettext_noop("those who float down again after one round differ little in score"),
    "C19": gettext_noop("those who float up again after one round differ little in score"),
    "C20": gettext_noop("those who float down again after two rounds differ little in score"),
    "C21": gettext_noop("those who float up again after two rounds differ little in score"),
}
_PLAYERS = ("player", "opponent", "first", "second")


def why_text(why: WhyNot, name: Name = number_text) -> str:
    """The answer in one sentence, and who would meet instead."""
    params = {key: name(value) if key in _PLAYERS else value for key, value in why.params.items()}
    if why.code is WhyCode.WORSE:
        params["meaning"] = gettext(CRITERIA[params["criterion"]])
    answer = gettext(ANSWERS[why.code]) % params
    if not why.pairs:
        return answer
    pairs = [f"{name(first)} – {name(second)}" for first, second in why.pairs]
    instead = gettext("Then these would meet: %(pairs)s.") % {"pairs": listed(pairs)}
    return f"{answer} {instead}"

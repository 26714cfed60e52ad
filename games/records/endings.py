"""Say how a game came to its result, as its record has it: PGN's ``Termination``, SGF's ``RE``, words
beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.weiqi.results import Ended, parse_claim
from tournaments.state.causes import BY_WORD, ResultCause, cause_from_termination, is_article

# A forfeit of SGF may be a foul, a late player, one who was never there: it is not said which.
_BY_SGF: Final[Mapping[Ended, ResultCause]] = {
    Ended.COUNT: ResultCause.COUNT,
    Ended.RESIGNATION: ResultCause.RESIGNATION,
    Ended.TIME: ResultCause.TIME,
    Ended.NO_RESULT: ResultCause.NO_RESULT,
    Ended.BOTH_LOSE: ResultCause.BOTH_LOSE,
}
_ARTICLE: Final = ", article "
_LONGEST: Final = 120


class StatedEnding(NamedTuple):
    # A `ResultCause`, empty where the record says none.
    cause: str = ""
    article: str = ""
    # Of a count, in quarters of a stone.
    margin: int | None = None


NOT_STATED: Final = StatedEnding()


def stated_ending(headers: Mapping[str, str]) -> StatedEnding:
    """What the headers of a record say of its end, those of SGF by the names that PGN uses."""
    if "SgfResult" in headers:
        claim = parse_claim(headers["SgfResult"])
        cause = _BY_SGF.get(claim.ended, ResultCause.PLAY)
        return StatedEnding(str(cause), "", claim.margin if cause is ResultCause.COUNT else None)
    details, _, article = headers.get("TerminationDetails", "").partition(_ARTICLE)
    cause = cause_from_termination(headers.get("Termination", ""), details)
    if cause is ResultCause.PLAY:
        cause = _in_words(f"{headers.get('ResultText', '')} {headers.get('Result', '')}"[:_LONGEST])
    if cause is ResultCause.PLAY:
        return NOT_STATED
    return StatedEnding(str(cause), article if is_article(article) else "")


def says_how(text: str) -> bool:
    """Whether a result as people write it says more than who won."""
    return _in_words(text[:_LONGEST]) is not ResultCause.PLAY


def _in_words(text: str) -> ResultCause:
    """The cause whose Chinese word stands in a text, the longest of them."""
    words = sorted((word for word in BY_WORD if word in text), key=len)
    return BY_WORD[words[-1]] if words else ResultCause.PLAY

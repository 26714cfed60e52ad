"""Say a prompt to the referee and whom else it concerns, and to the side itself where that is another
sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext, gettext_noop

from games.rulebooks import axf, tiantian2020, wxc2015, xiangqi_com
from games.rulebooks.findings import Finding, Kind, plain
from games.rulebooks.prompting import CALLED, REPORTED
from games.wording.citations import CitedText, cited
from games.wording.findings import PIECES, finding_text
from games.wording.live import why_illegal
from tournaments.wording.causes import cause_text
from tournaments.wording.sides import move_words, side_word

ANY: Final = "xiangqi"
WEIQI: Final = "weiqi"
Key = tuple[str, str, Kind]

# Of the AXF's articles, under whose rulebook they may stand.
AXF: Mapping[tuple[str, Kind], str] = {
    ("perpetual-check", Kind.MUST_CHANGE): gettext_noop(
        "%(side)s: perpetual check, position for the second time. At the third %(side)s loses (%(article)s)."
    ),
    ("perpetual-check", Kind.LOSS): gettext_noop(
        "Position for the third time: %(side)s loses by perpetual check (%(article)s)."
    ),
    ("perpetual-chase", Kind.MUST_CHANGE): gettext_noop(
        "%(side)s: perpetual chase of the %(victim)s on %(piece)s, position for the second time. At the "
        "third %(side)s loses (%(article)s)."
    ),
    ("perpetual-chase", Kind.LOSS): gettext_noop(
        "Position for the third time: %(side)s loses by perpetual chase of the %(victim)s on %(piece)s "
        "(%(article)s)."
    ),
    ("perpetual-chase-of-pinned-chariot", Kind.MUST_CHANGE): gettext_noop(
        "%(side)s: perpetual chase of the pinned chariot on %(piece)s, position for the second time. At the "
        "third %(side)s loses (%(article)s)."
    ),
    ("perpetual-chase-of-pinned-chariot", Kind.LOSS): gettext_noop(
        "Position for the third time: %(side)s loses by perpetual chase of the pinned chariot on %(piece)s "
        "(%(article)s)."
    ),
    ("perpetually-unprotected", Kind.MUST_CHANGE): gettext_noop(
        "%(side)s: taking the protection of the %(victim)s on %(piece)s away again and again, position for "
        "the second time. At the third %(side)s loses (%(article)s)."
    ),
    ("perpetually-unprotected", Kind.LOSS): gettext_noop(
        "Position for the third time: %(side)s loses by taking the protection of the %(victim)s on %(piece)s "
        "away again and again (%(article)s)."
    ),
    ("both-check", Kind.DRAW): gettext_noop("Position for the third time, both check: draw (%(article)s)."),
    ("perpetual-kill", Kind.DRAW): gettext_noop(
        "Position for the third time, perpetual threat of mate: draw (%(article)s)."
    ),
    ("alternation", Kind.DRAW): gettext_noop("Position for the third time, alternation: draw (%(article)s)."),
    ("different-pieces-chased", Kind.DRAW): gettext_noop(
        "Position for the third time, different pieces chased in turn: draw (%(article)s)."
    ),
    ("nothing-forbidden", Kind.DRAW): gettext_noop(
        "Position for the third time, nothing forbidden: draw (%(article)s)."
    ),
    ("both-chase", Kind.DRAW): gettext_noop("Position for the third time, both chase: draw (%(article)s)."),
}

# By rulebook, code and kind of the finding; xiangqi.com's two alerts are its own words (rules 3, 4).
SENTENCES: Mapping[Key, str] = {
    **{(name, *key): words for name in (axf.NAME, wxc2015.NAME) for key, words in AXF.items()},
    (wxc2015.NAME, "natural-limit", Kind.CLAIMABLE): gettext_noop(
        "%(side)s may claim a draw: %(counted)s moves of both sides count (article 5)."
    ),
    (wxc2015.NAME, "time", Kind.LOSS): gettext_noop(
        "The time of %(side)s is over: %(side)s loses (article 3)."
    ),
    (tiantian2020.NAME, "no-piece-can-cross", Kind.DRAW): gettext_noop(
        "Neither side has a piece that can cross the river: draw (1.1)."
    ),
    (tiantian2020.NAME, "nothing-forbidden", Kind.DRAW): gettext_noop(
        "The position stands for the fifth time, without check or chase: draw (1.2)."
    ),
    (tiantian2020.NAME, "both-check", Kind.DRAW): gettext_noop(
        "Both sides have checked six times: draw (1.3)."
    ),
    (tiantian2020.NAME, "both-chase", Kind.DRAW): gettext_noop(
        "Both sides have chased one piece six times: draw (1.4)."
    ),
    (tiantian2020.NAME, "check-and-chase", Kind.DRAW): gettext_noop(
        "Check and chase in turn for %(rounds)s rounds: draw (1.5)."
    ),
    (tiantian2020.NAME, "natural-limit", Kind.DRAW): gettext_noop(
        "60 rounds without a loss of pieces (at most 20 checking rounds count): draw (1.6)."
    ),
    (tiantian2020.NAME, "too-many-plies", Kind.DRAW): gettext_noop("400 moves: draw (1.7)."),
    (tiantian2020.NAME, "perpetual-chase", Kind.MUST_CHANGE): gettext_noop(
        "%(side)s has chased the %(victim)s on %(piece)s for 6 rounds and must change with the next move, or "
        "loses (2.1)."
    ),
    (tiantian2020.NAME, "perpetual-chase", Kind.LOSS): gettext_noop("%(side)s did not change: lost (2.1)."),
    (tiantian2020.NAME, "check-against-chase", Kind.MUST_CHANGE): gettext_noop(
        "%(side)s checks, the other side chases, six times: %(side)s must change, or loses (2.2)."
    ),
    (tiantian2020.NAME, "check-against-chase", Kind.LOSS): gettext_noop(
        "%(side)s did not change: lost (2.2)."
    ),
    (tiantian2020.NAME, "perpetual-check", Kind.MUST_CHANGE): gettext_noop(
        "%(side)s has checked for %(rounds)s rounds with %(pieces)s piece(s) and must change with the next "
        "move, or loses (2.3)."
    ),
    (tiantian2020.NAME, "perpetual-check", Kind.LOSS): gettext_noop("%(side)s did not change: lost (2.3)."),
    (tiantian2020.NAME, "not-seated", Kind.LOSS): gettext_noop(
        "%(side)s was not seated within 10 minutes: lost (3)."
    ),
    (tiantian2020.NAME, "time", Kind.LOSS): gettext_noop(
        "%(side)s lost on time (4; a lost connection does not excuse)."
    ),
    (xiangqi_com.NAME, "perpetual-check", Kind.DISABLED): gettext_noop(
        "Pattern of checks played three times: %(move)s is disabled for %(side)s (rule 1)."
    ),
    (xiangqi_com.NAME, "perpetual-chase", Kind.DISABLED): gettext_noop(
        "Pattern of chases played three times: %(move)s is disabled for %(side)s (rule 2)."
    ),
    (xiangqi_com.NAME, "pattern-repeated", Kind.WARNING): gettext_noop(
        "Two move repetitions detected. Three repetitions results in a draw."
    ),
    (xiangqi_com.NAME, "pattern-repeated", Kind.DRAW): gettext_noop("Three repetitions: draw (rule 3)."),
    (xiangqi_com.NAME, "no-capture", Kind.WARNING): gettext_noop(
        "One of the players must capture a piece within the next ten moves, else this game will be declared "
        "a draw"
    ),
    (xiangqi_com.NAME, "no-capture", Kind.DRAW): gettext_noop(
        "30 moves of each side without a capture: draw (rule 4)."
    ),
    (ANY, CALLED, Kind.WARNING): gettext_noop("The referee is called to the table."),
    (WEIQI, CALLED, Kind.WARNING): gettext_noop("The referee is called to the table."),
    (ANY, REPORTED, Kind.LOSS): gettext_noop("Reported at the table: %(side)s lost (%(ended)s)."),
    (ANY, REPORTED, Kind.DRAW): gettext_noop("Reported at the table: draw (%(ended)s)."),
    (WEIQI, REPORTED, Kind.LOSS): gettext_noop("Reported at the table: %(side)s lost (%(ended)s)."),
    (WEIQI, REPORTED, Kind.DRAW): gettext_noop("Reported at the table: draw (%(ended)s)."),
    (ANY, "time", Kind.LOSS): gettext_noop("The time of %(side)s is over."),
    (ANY, "illegal-move", Kind.FOUL): gettext_noop(
        "%(side)s played %(move)s (%(at)s): not possible (%(why)s)."
    ),
    (WEIQI, "forbidden-point", Kind.FOUL): gettext_noop("%(side)s played on a forbidden point (%(move)s)."),
    (WEIQI, "immediate-recapture", Kind.FOUL): gettext_noop("%(side)s took the ko back at once (%(move)s)."),
    (WEIQI, "two-plays", Kind.FOUL): gettext_noop("%(side)s played twice in a row (%(move)s)."),
    (WEIQI, "cycle", Kind.WARNING): gettext_noop(
        "The whole board repeats move %(repeats)s (cycle of %(length)s); the referee rules: no result, "
        "replay, draw or play on."
    ),
}

# What the side that a prompt concerns reads in place of the referee's sentence.
TO_THE_SIDE: Mapping[Key, str] = {
    (wxc2015.NAME, "natural-limit", Kind.CLAIMABLE): gettext_noop(
        "You may claim a draw: %(counted)s moves of both sides count (article 5)."
    ),
    **{
        (name, code, Kind.MUST_CHANGE): words
        for name in (axf.NAME, wxc2015.NAME)
        for code, words in {
            "perpetual-check": gettext_noop(
                "Position for the second time (perpetual check). At the third you lose (%(article)s)."
            ),
            "perpetual-chase": gettext_noop(
                "Position for the second time (perpetual chase of the %(victim)s on %(piece)s). At the third "
                "you lose (%(article)s)."
            ),
            "perpetual-chase-of-pinned-chariot": gettext_noop(
                "Position for the second time (perpetual chase of the pinned chariot on %(piece)s). At the "
                "third you lose (%(article)s)."
            ),
            "perpetually-unprotected": gettext_noop(
                "Position for the second time (taking the protection of the %(victim)s on %(piece)s away "
                "again and again). At the third you lose (%(article)s)."
            ),
        }.items()
    },
    (tiantian2020.NAME, "perpetual-chase", Kind.MUST_CHANGE): gettext_noop(
        "You have chased the %(victim)s on %(piece)s for 6 rounds. Change with your next move, or you lose "
        "(2.1)."
    ),
    (tiantian2020.NAME, "check-against-chase", Kind.MUST_CHANGE): gettext_noop(
        "You check, your opponent chases, six times. Change with your next move, or you lose (2.2)."
    ),
    (tiantian2020.NAME, "perpetual-check", Kind.MUST_CHANGE): gettext_noop(
        "You have checked for %(rounds)s rounds with %(pieces)s piece(s). Change with your next move, or you "
        "lose (2.3)."
    ),
    (xiangqi_com.NAME, "perpetual-check", Kind.DISABLED): gettext_noop(
        "You have played this pattern of checks three times. %(move)s is disabled."
    ),
    (xiangqi_com.NAME, "perpetual-chase", Kind.DISABLED): gettext_noop(
        "You have played this pattern of chases three times. %(move)s is disabled."
    ),
}


def prompt_text(stored: Mapping[str, Any], *, to: str = "referee") -> str:
    """Say a finding, as `plain` values, to ``first``, ``second`` or the referee, in the active language."""
    is_weiqi = stored["rulebook"].startswith(WEIQI)
    kind = Kind(stored["kind"])
    books = (stored["rulebook"], WEIQI if is_weiqi else ANY)
    keys = [(book, stored["code"], kind) for book in books]
    addressed = [TO_THE_SIDE[key] for key in keys if key in TO_THE_SIDE] if stored["side"] == to else []
    words = addressed or [SENTENCES[key] for key in keys if key in SENTENCES]
    if not words:
        return finding_text(stored)
    return gettext(words[0]) % _params(stored, "weiqi" if is_weiqi else "xiangqi")


def prompt_cited(stored: Mapping[str, Any], *, to: str = "referee") -> CitedText:
    """Say it as `prompt_text`, with the article that it names, or else rests on, as a link to its text."""
    return cited(prompt_text(stored, to=to), stored["rulebook"], stored["article"])


def prompt_of(finding: Finding, *, to: str = "referee") -> str:
    return prompt_text(plain(finding), to=to)


def _params(stored: Mapping[str, Any], game: str) -> dict[str, Any]:
    evidence: Mapping[str, Any] = stored["evidence"]
    article = f"AXF {stored['article']}" if stored["rulebook"] == axf.NAME else stored["article"]
    params = {**evidence, "at": move_words(stored["ply"], game), "article": article}
    params["side"] = "" if stored["side"] is None else side_word(stored["side"], game)
    if "victim" in evidence:
        params["victim"] = str(PIECES[evidence["victim"]])
    if "why" in evidence:
        params["why"] = why_illegal(evidence["move"], evidence["why"])
    if "ended" in evidence:
        params["ended"] = cause_text(evidence["ended"], evidence["by"]) or gettext("ordinary play")
    if plies := evidence.get("plies"):
        params["rounds"] = _rounds(plies)
    return params


def _rounds(plies: Sequence[int]) -> int:
    """Over how many rounds plies go."""
    return (plies[-1] - plies[0]) // 2 + 1

"""The words for rulings, and where the article stands by which one was made."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext

from tournaments.wording.fouls import offence_name, penalty_text
from tournaments.wording.options import result_text, rulebook_path

# By game, the rulebook whose articles the register of fouls cites, and how it is called before a number.
BOOKS = {"xiangqi": ("wxc2015", "WXC"), "weiqi": ("weiqi", "")}
# The fouls of one act are written one after the other; on a busy machine seconds lie between them.
ONE_ACT: Final = timedelta(minutes=1)


def ruling_text(ruling: Any) -> str:
    """What was ruled, in a few words: of a `Foul`, a `ResultReport` or what has the fields of one of them."""
    if getattr(ruling, "kind", ""):
        name, penalty = offence_name(ruling.offence, ruling.kind), penalty_text(ruling.penalty)
        return f"{name}, {penalty}" if penalty else name
    return gettext("Result %(result)s") % {"result": result_text(ruling.value, ruling.forfeit)}


def ruling_texts(rulings: Sequence[Any]) -> list[str]:
    """Of each what `ruling_text` says; fouls that were logged by one act are counted, ``(1 of 2)``: so nobody
    takes them for one that stands there twice."""
    acts = _acts_of(rulings)
    texts = []
    for place, ruling in enumerate(rulings):
        text, count = ruling_text(ruling), acts.count(acts[place])
        if count > 1:
            which = {"ruling": text, "number": acts[: place + 1].count(acts[place]), "count": count}
            text = gettext("%(ruling)s (%(number)s of %(count)s)") % which
        texts.append(text)
    return texts


def _acts_of(rulings: Sequence[Any]) -> list[int]:
    """Number for each ruling the act that made it: fouls that say the same of the same player, each at most
    `ONE_ACT` from the one before, were logged at once."""
    acts: list[int] = []
    last: dict[tuple[object, ...], int] = {}
    for place, ruling in enumerate(rulings):
        acts.append(place)
        if not getattr(ruling, "kind", ""):
            continue
        of_whom = (ruling.pairing_id, ruling.game, ruling.entry_id, ruling.logged_by_id)
        same = (*of_whom, ruling.offence, ruling.ply, ruling.reason)
        before = last.get(same)
        if before is not None and abs(ruling.at - rulings[before].at) <= ONE_ACT:
            acts[place] = acts[before]
        last[same] = place
    return acts


def article_words(article: str, game: str) -> str:
    """``WXC 4.3``, as everybody cites it."""
    book = BOOKS[game][1]
    return f"{book} {article}" if book else gettext("art. %(article)s") % {"article": article}


def article_path(article: str, game: str) -> str:
    """Where its text stands, below a language."""
    return f"{rulebook_path(BOOKS[game][0])}#{article_anchor(article)}"


def article_anchor(article: str) -> str:
    """``article-4-3``: its place on the page of its rulebook."""
    return f"article-{slugify(article.replace('.', '-').replace(',', '-'))}"

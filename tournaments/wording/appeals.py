"""The words for rulings, and where the article stands by which one was made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext

from tournaments.wording.fouls import offence_name, penalty_text
from tournaments.wording.options import result_text, rulebook_path

# By game, the rulebook whose articles the register of fouls cites, and how it is called before a number.
BOOKS = {"xiangqi": ("wxc2015", "WXC"), "weiqi": ("weiqi", "")}


def ruling_text(ruling: Any) -> str:
    """What was ruled, in a few words: of a `Foul`, a `ResultReport` or what has the fields of one of them."""
    if getattr(ruling, "kind", ""):
        name, penalty = offence_name(ruling.offence, ruling.kind), penalty_text(ruling.penalty)
        return f"{name}, {penalty}" if penalty else name
    return gettext("Result %(result)s") % {"result": result_text(ruling.value, ruling.forfeit)}


def ruling_texts(rulings: Sequence[Any]) -> list[str]:
    """Return what `ruling_text` says of each."""
    acts = [_logged_as(ruling) for ruling in rulings]
    texts = []
    for place, (ruling, logged) in enumerate(zip(rulings, acts, strict=True)):
        text, count = ruling_text(ruling), acts.count(logged) if logged else 1
        # Fouls that were logged by one act are counted, `(1 of 2)`: so nobody takes them for one that stands
        # there twice.
        if count > 1:
            which = {"ruling": text, "number": acts[:place].count(logged) + 1, "count": count}
            text = gettext("%(ruling)s (%(number)s of %(count)s)") % which
        texts.append(text)
    return texts


def _logged_as(ruling: Any) -> tuple[object, ...]:
    """What the fouls of one act share, to the second; empty for a result."""
    if not getattr(ruling, "kind", ""):
        return ()
    of_whom = (ruling.pairing_id, ruling.game, ruling.entry_id, ruling.logged_by_id)
    return (*of_whom, ruling.offence, ruling.ply, ruling.reason, ruling.at.replace(microsecond=0))


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

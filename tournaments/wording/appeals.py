"""The words for rulings, and where the article stands by which one was made.

Which articles a rulebook has, the app that knows the rules tells: `register_articles` takes a function of a
rulebook and a number that says where the text stands, below a language; empty where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext

from tournaments.wording.causes import finish_text
from tournaments.wording.fouls import offence_name, penalty_text
from tournaments.wording.lists import clauses
from tournaments.wording.options import result_text, rulebook_path

# By game, the rulebook whose articles the register of fouls cites, and how it is called before a number.
BOOKS = {"xiangqi": ("wxc2015", "WXC"), "weiqi": ("weiqi", "")}


def ruling_text(ruling: Any) -> str:
    """What was ruled, in a few words: of a `Foul`, a `ResultReport` or what has the fields of one of them."""
    if getattr(ruling, "kind", ""):
        name, penalty = offence_name(ruling.offence, ruling.kind), penalty_text(ruling.penalty)
        return clauses(name, penalty)
    # Of a report with how the game ended, and by which article.
    has_cause = hasattr(ruling, "cause")
    result = finish_text(ruling) if has_cause else result_text(ruling.value, ruling.forfeit)
    return gettext("Result %(result)s") % {"result": result}


def ruling_texts(rulings: Sequence[Any], *, among: Iterable[Any] = ()) -> list[str]:
    """Of each what `ruling_text` says, numbered by `places_alike`."""
    places = places_alike(rulings, among=among)
    return [numbered_text(ruling_text(ruling), *place) for ruling, place in zip(rulings, places, strict=True)]


def places_alike(rulings: Sequence[Any], *, among: Iterable[Any] = ()) -> list[tuple[int, int]]:
    """Of each foul which it is of those of the game that read alike, and how many they are; (0, 0) of what
    stands alone. ``among``: further fouls that are counted."""
    alike: dict[object, list[int]] = {}
    fouls = {ruling.pk: ruling for ruling in (*among, *rulings) if getattr(ruling, "kind", "")}
    for key, foul in sorted(fouls.items()):
        alike.setdefault(_reads_as(foul), []).append(key)
    places = []
    for ruling in rulings:
        keys = alike[_reads_as(ruling)] if getattr(ruling, "kind", "") else []
        places.append((keys.index(ruling.pk) + 1, len(keys)) if len(keys) > 1 else (0, 0))
    return places


def _reads_as(foul: Any) -> object:
    """The same of fouls of one player in one game that read alike."""
    return foul.pairing_id, foul.game, foul.entry_id, foul.offence, foul.kind, foul.penalty


def numbered_text(text: str, number: int, count: int) -> str:
    """``Technical foul (1 of 2 in this game)``: so two are never taken for one that stands there twice."""
    if not number:
        return text
    words = gettext("%(ruling)s (%(number)s of %(count)s in this game)")
    return words % {"ruling": text, "number": number, "count": count}


def article_words(article: str, game: str) -> str:
    """``WXC 4.3``, as everybody cites it."""
    book = BOOKS[game][1]
    return f"{book} {article}" if book else gettext("art. %(article)s") % {"article": article}


def article_path(article: str, game: str) -> str:
    """Where its text stands, below a language."""
    return f"{rulebook_path(BOOKS[game][0])}#{article_anchor(article)}"


FindsArticle = Callable[[str, str], str]
_finders: list[FindsArticle] = []


def register_articles(finder: FindsArticle) -> None:
    """Have ``finder`` asked where articles stand; called in ``AppConfig.ready()``."""
    _finders.append(finder)


def split_at_article(sentence: str, article: str) -> tuple[str, str] | None:
    """Return what stands before and behind the article that a sentence has in brackets; None: it has not."""
    in_brackets = rf"(?<![\d.]){re.escape(article)}(?![\d.]*\d)(?=[^()（）]*[)）])"
    places = [*re.finditer(in_brackets, sentence)]
    return (sentence[: places[-1].start()], sentence[places[-1].end() :]) if places else None


def link_article(sentence: str, rulebook: str, article: str) -> SafeString | str:
    """Make the article in the brackets of a sentence a link to its text: ``on time (article 3)``."""
    parts = split_at_article(sentence, article) if article else None
    path = next(filter(None, (find(rulebook, article) for find in _finders)), "")
    if parts is None or not path:
        return sentence
    link = format_html('<a class="cited" href="{}{}">{}</a>', reverse("home"), path, article)
    return format_html("{}{}{}", parts[0], link, parts[1])


def article_anchor(article: str) -> str:
    """``article-4-3``: its place on the page of its rulebook."""
    return f"article-{slugify(article.replace('.', '-').replace(',', '-'))}"

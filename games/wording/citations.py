"""Sentences around the article that they cite, whose text is one tap away."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext

from games.wording.rulebooks import cited_article, find_article
from tournaments.wording.appeals import split_at_article


class CitedText(NamedTuple):
    """A sentence around the article that it cites."""

    # The whole sentence, where no article is cited.
    before: str
    article: str = ""
    after: str = ""
    # Where the article is read, below a language.
    path: str = ""
    # What it says, in our words, below its rulebook and number.
    heading: str = ""
    gist: str = ""


def cited(text: str, rulebook: str, article: str) -> CitedText:
    """Make the article that a sentence has in brackets, or gets behind it, a link to its text."""
    rule = find_article(rulebook, article) if article else None
    if rule is None:
        return CitedText(text)
    if parts := split_at_article(text, article):
        before, after = parts
        return CitedText(before, article, after, *rule)
    return with_article(text, cited_article(rulebook, article), rule.path)._replace(
        heading=rule.heading, gist=rule.gist
    )


def with_article(sentence: str, article: str, path: str) -> CitedText:
    """Put an article in brackets behind a sentence, before its full stop: ``Foul confirmed (WXC 4.3)``."""
    stop = sentence[-1:] if sentence[-1:] in (".", "。") else ""
    words = gettext("%(sentence)s (%(article)s)")
    before, _, after = (words % {"sentence": sentence.removesuffix(stop), "article": "\0"}).partition("\0")
    return CitedText(before, article, after + stop, path)

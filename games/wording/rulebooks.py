"""Say what the rulebooks are called, where they come from and what their articles say, in our own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_noop

from games.rulebooks.registry import claims_by
from tournaments.fouls import OFFENCES
from tournaments.state.causes import ResultCause, articles_of
from tournaments.wording.appeals import BOOKS, article_anchor
from tournaments.wording.options import rulebook_path

# Rulebook → its short name.
TITLES: dict[str, str] = {
    "axf": gettext_noop("World Xiangqi Rules (AXF)"),
    "wxc2015": gettext_noop("World Championship 2015"),
    "tiantian2020": gettext_noop("Tiantian 2020"),
    "xiangqi-com": gettext_noop("xiangqi.com"),
    "weiqi": gettext_noop("Weiqi, Chinese rules"),
    "weiqi-strict": gettext_noop("Weiqi, Chinese rules to the letter"),
}


def title_of(name: str) -> str:
    # What a package has found stays when the package goes: then by its name.
    return gettext(TITLES[name]) if name in TITLES else name


class Rule(NamedTuple):
    """An article of a rulebook; ``path``: where it stands, below a language."""

    path: str
    heading: str
    # What it says, in our words.
    gist: str


def find_article(rulebook: str, article: str) -> Rule | None:
    """Find what a sentence cites; None where the rulebook has no article of that number."""
    # ``AXF 5`` stands in the rulebook of the AXF, whichever refers to it.
    if article.startswith("AXF "):
        rulebook, article = "axf", article.removeprefix("AXF ")
    gists = dict(TEXTS[rulebook].articles) if rulebook in TEXTS else {}
    # Of ``5, 7`` the first.
    number = next((number for number in (article, re.split(r"[^\d.]", article)[0]) if number in gists), None)
    if number is None:
        return None
    path = f"{rulebook_path(rulebook)}#{article_anchor(number)}"
    return Rule(path, f"{title_of(rulebook)} · {gettext(number)}", gettext(gists[number]))


def rule_path(rulebook: str, article: str) -> str:
    """Say where an article stands, below a language; empty where the rulebook has none of that number."""
    rule = find_article(rulebook, article)
    return rule.path if rule else ""


def cited_article(rulebook: str, article: str) -> str:
    """Write an article as a sentence cites it in brackets: ``WXC 5``, ``AXF 1``, ``art. 2.3``."""
    if article.startswith("AXF"):
        return article
    if name := {"axf": "AXF", "wxc2015": "WXC"}.get(rulebook):
        return f"{name} {article}"
    return gettext("art. %(article)s") % {"article": article}


class Text(NamedTuple):
    """A rulebook's document, and number and gist of its articles, in the order of the document."""

    source: str
    articles: Sequence[tuple[str, str]]


# Rulebooks whose page shows the articles in English and in Chinese, whoever reads: the Chinese decides.
BOTH_LANGUAGES: Final = frozenset({"tiantian2020"})

_WEIQI: Final = (
    (
        "2",
        gettext_noop(
            "Black plays first; the players place one stone at a time, alternately. A placed stone is "
            "not moved. A player may pass."
        ),
    ),
    (
        "5",
        gettext_noop(
            "Suicide is forbidden: a play may not leave its own stones without a liberty unless it captures."
        ),
    ),
)

# Rulebook → where it comes from and what its articles say.
TEXTS: dict[str, Text] = {
    "axf": Text(
        gettext_noop(
            "Repetition under the World Xiangqi Rules of 2018, based on those of the Asian Xiangqi "
            "Federation. The verdict applies from the third occurrence of a position."
        ),
        (
            ("1", gettext_noop("Perpetual check, by one piece or several, loses.")),
            (
                "2",
                gettext_noop(
                    "Mutual perpetual check is a draw. If one side gives perpetual check and the other "
                    "checks only on some moves, the perpetual checker loses."
                ),
            ),
            ("3", gettext_noop("Perpetual mate threat (perpetual kill) is a draw.")),
            (
                "4",
                gettext_noop(
                    "Alternations are draws: check and mate threat, check and chase, check and idle "
                    "move, chase and idle move."
                ),
            ),
            (
                "5",
                gettext_noop(
                    "Perpetual chase of one unprotected piece, by one piece or several, loses. The "
                    "general and soldiers may chase; soldiers that have not crossed the river may be "
                    "chased."
                ),
            ),
            ("6", gettext_noop("Chasing different pieces in turn is a draw.")),
            (
                "7",
                gettext_noop(
                    "A truly protected piece may be chased, but perpetual chase of a protected chariot "
                    "by a horse or cannon loses."
                ),
            ),
            (
                "8",
                gettext_noop(
                    "Mutual attack by pieces of the same kind is an offer to exchange, not a violation, "
                    "unless the attacked piece cannot recapture."
                ),
            ),
            ("9", gettext_noop("A chariot pinned by a horse may not be chased by any piece.")),
            ("10", gettext_noop("A move that both chases and offers an exchange is a chase.")),
            ("11", gettext_noop("Perpetual blocking, offering or exchanging is a draw.")),
            ("12", gettext_noop("Pinned pieces neither protect nor attack.")),
            (
                "13",
                gettext_noop(
                    "An attack must be new: a capture that was already possible before the move is not "
                    "a chase."
                ),
            ),
            (
                "14",
                gettext_noop(
                    "If both sides commit the same violation, it is a draw. Between check and chase, "
                    "the checker must change: perpetual check outranks the chase of a pinned chariot, "
                    "which outranks any other chase."
                ),
            ),
        ),
    ),
    "wxc2015": Text(
        gettext_noop(
            "Supplemental rules of the 14th World Xiangqi Championship, 13 August 2015. Applied over "
            "the board, on a player's claim."
        ),
        (
            ("3", gettext_noop("60 minutes plus 30 seconds per move. Overstepping the time loses.")),
            (
                "4.1",
                gettext_noop(
                    "Both players record every move, in English or Chinese notation, so that the game can be "
                    "played over again; the record goes to the referee."
                ),
            ),
            (
                "4.2",
                gettext_noop(
                    "After the game the winner enters the record at the technical table; after a draw, "
                    "Red does."
                ),
            ),
            (
                "4.3",
                gettext_noop(
                    "A player who fails to record 4 to 7 moves gets one foul; 8 or more, two fouls. "
                    "Four fouls in one game lose it."
                ),
            ),
            (
                "5",
                gettext_noop(
                    "Natural move limit: 50 rounds (100 moves of both sides) without a capture are a draw on "
                    "claim; at most ten of the claimant's checks count. A wrong claim costs a technical foul "
                    "and five minutes, or the game if less than five minutes are left. Repeating the "
                    "wrong claim loses at once."
                ),
            ),
            (
                "AXF",
                gettext_noop(
                    "Repetitions are judged by the World Xiangqi Rules; each finding cites the article."
                ),
            ),
        ),
    ),
    "tiantian2020": Text(
        gettext_noop(
            "Rules of the Tiantian Xiangqi app for an online tournament, arbiter committee, 18 July "
            "2020, enforced by the platform. Both language versions here are paraphrases; where they "
            "differ from the platform's text, its Chinese text prevails (article 5 and the closing "
            "note)."
        ),
        (
            ("1.1", gettext_noop("If neither side has a piece that can cross the river, it is a draw.")),
            (
                "1.2",
                gettext_noop(
                    "The fifth consecutive occurrence of a position, without check or chase, is a draw."
                ),
            ),
            ("1.3", gettext_noop("If both sides check six times in a row, it is a draw.")),
            (
                "1.4",
                gettext_noop("If each side chases an enemy piece six times in a row, it is a draw."),
            ),
            (
                "1.5",
                gettext_noop(
                    "Alternating check and chase, by one piece for 12 rounds or by several for 18, is a draw."
                ),
            ),
            (
                "1.6",
                gettext_noop(
                    "60 rounds without a capture are a draw unless the last move wins; at most 20 "
                    "rounds with a check count."
                ),
            ),
            (
                "1.7",
                gettext_noop("After 400 moves of both sides the game is a draw unless the last move wins."),
            ),
            (
                "2.1",
                gettext_noop(
                    "The same piece may be chased, by one piece or several, for 6 rounds; then the side "
                    "must change. (That it otherwise loses is our reading.)"
                ),
            ),
            (
                "2.2",
                gettext_noop(
                    "If one side keeps checking and the other keeps chasing, the checker must change or lose."
                ),
            ),
            (
                "2.3",
                gettext_noop(
                    "One piece may check for 6 rounds, two for 12, three or more for 18; a capture "
                    "restarts the count. Then the side must change. (That it otherwise loses is our "
                    "reading.)"
                ),
            ),
            ("3", gettext_noop("A player not present within 10 minutes of the start loses.")),
            ("4", gettext_noop("A player who loses the connection and runs out of time loses.")),
            ("5", gettext_noop("Disputes are decided by the tournament's arbiter committee.")),
        ),
    ),
    "xiangqi-com": Text(
        gettext_noop("Move limits of xiangqi.com, enforced by the site at once."),
        (
            (
                "1",
                gettext_noop(
                    "A pattern of moves that has occurred three times, with every move of the side that "
                    "starts it giving check, may not be started a fourth time."
                ),
            ),
            (
                "2",
                gettext_noop(
                    "The same applies if all these moves chase the same piece: threaten to capture it, "
                    "unprotected, with a piece other than the general or a soldier. A soldier counts "
                    "once it has crossed the river. If the chasing piece can be captured at once, it is "
                    "an offer to exchange."
                ),
            ),
            (
                "3",
                gettext_noop(
                    "A pattern that neither checks nor chases is a draw the third time; both players "
                    "are warned the second time."
                ),
            ),
            (
                "4",
                gettext_noop(
                    "60 moves of both sides without a capture are a draw; the warning comes after 50."
                ),
            ),
            (
                gettext_noop("Note 1"),
                gettext_noop("Patterns of moves are limited, not positions: ABACADA is allowed."),
            ),
            (gettext_noop("Note 2"), gettext_noop("A capture restarts the count.")),
        ),
    ),
    "weiqi": Text(
        gettext_noop(
            "Chinese rules of weiqi as practised: only retaking a ko at once is illegal; longer cycles "
            "are for the referee."
        ),
        (
            *_WEIQI,
            (
                "6, 20",
                gettext_noop(
                    "A ko may not be retaken at once. If a longer cycle repeats the whole-board "
                    "position, the referee rules: no result, replay, draw, or play on."
                ),
            ),
        ),
    ),
    "weiqi-strict": Text(
        gettext_noop("Chinese rules of weiqi, to the letter."),
        (
            *_WEIQI,
            ("6, 20", gettext_noop("A play that repeats an earlier whole-board position is forbidden.")),
        ),
    ),
}


def citable_articles(game: str, rulebook: str) -> list[Rule]:
    """Give what lines, buttons and messages about the tables of a section cite: by what fouls, claims and
    no-shows are ruled on. A sentence of another rulebook brings its article along
    (`games.wording.citations`)."""
    rules = claims_by(rulebook)
    articles = [offence.article for offence in OFFENCES[game]]
    articles += rules.articles.values() if rules else []
    citations = [(BOOKS[game][0], article) for article in articles if article]
    citations += [(rulebook, article) for article in articles_of(ResultCause.ABSENT, rulebook)]
    return [
        rule
        for book, article in dict.fromkeys(citations)
        if (rule := find_article(book, article)) is not None
    ]


def gist_of(rulebook: str, article: str) -> str:
    """Say what an article says, in the reader's language; empty for one that stands in no rulebook."""
    text = next((gist for number, gist in TEXTS[rulebook].articles if number == article), "")
    return gettext(text) if text else ""

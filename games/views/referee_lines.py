"""Say what the referee's pages show of a table: players with their counts, offences, fouls, claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.requests import TableAccess
from games.rulebooks.claims import ClaimKind, ClaimOutcome
from games.rulebooks.registry import claims_by
from games.rulebooks.wxc2015 import CHECKS_COUNTED, DEDUCTION, NATURAL_LIMIT
from games.wording.citations import with_article
from games.wording.claims import follows_text
from games.wording.rulebooks import gist_of
from tournaments.fouls import (
    LOSES,
    MISSED_MOVES,
    OFFENCES,
    RECORDING_STEPS,
    UNCOUNTED,
    FoulRule,
    Offence,
    recording_fouls,
)
from tournaments.models import Foul, Section
from tournaments.queries.public.public import person
from tournaments.queries.refereeing.fouls import Tally, is_counted, tallies
from tournaments.wording.appeals import BOOKS, article_words
from tournaments.wording.fouls import (
    confirm_patterns,
    confirm_text,
    count_text,
    missed_step,
    next_text,
    offence_name,
    penalty_text,
)
from tournaments.wording.lists import clauses, name_colon
from tournaments.wording.sides import move_words, side_word


def both_tallies(access: TableAccess) -> list[Tally]:
    """Both players, who moves first in this game first."""
    return sorted(tallies(access.section, access.pairing, access.game), key=lambda tally: tally.moves)


def offence_line(offence: Offence) -> dict[str, Any]:
    return {
        "key": offence.key,
        "name": offence_name(offence.key, offence.kind),
        "article": offence.article,
        "cited": cited(offence),
        "gist": gist_of(BOOKS[_game_of(offence)][0], offence.article) if offence.article else "",
        "penalty": penalty_text(offence.penalty),
        "rulings": [(ruling, penalty_text(ruling)) for ruling in offence.rulings],
    }


def cited(offence: Offence) -> str:
    """Write ``WXC 4.3``; empty where no article decides."""
    return article_words(offence.article, _game_of(offence)) if offence.article else ""


def _game_of(offence: Offence) -> str:
    return next(game for game, offences in OFFENCES.items() if offence in offences)


def cited_sentence(sentence: str, article: str, path: str) -> SafeString:
    """Write ``Foul confirmed: 2 of 4 (WXC 4.3)``, the article a link to its text at ``path`` below a
    language."""
    cited_text = with_article(sentence, article, path)
    link = format_html('<a class="cited" href="{}{}">{}</a>', reverse("home"), path, article)
    return format_html("{}{}{}", cited_text.before, link, cited_text.after)


def limit_by_hand(section: Section) -> dict[str, int] | None:
    """Say by what a claim counted by hand is ruled on; None where the section's rules know no natural
    limit."""
    rules = claims_by(section.rulebook)
    if section.game != Section.Game.XIANGQI or rules is None or ClaimKind.NATURAL_LIMIT not in rules.articles:
        return None
    return {"limit": NATURAL_LIMIT, "checks": CHECKS_COUNTED, "seconds": DEDUCTION}


def offence_lines(game: str) -> list[dict[str, Any]]:
    """What can be logged in a game, the most frequent first."""
    return [offence_line(offence) for offence in OFFENCES[game]]


# 4 and 8: from so many missed moves on.
STEPS = tuple(reversed([missed for missed, _ in RECORDING_STEPS]))


def missed_steps() -> list[dict[str, Any]]:
    """Offer moves that were not recorded as two things that can be logged: nobody types how many."""
    article = article_words(MISSED_MOVES.article, Section.Game.XIANGQI)
    name = offence_name(MISSED_MOVES.key, MISSED_MOVES.kind)
    lines = []
    for step in STEPS:
        fouls = recording_fouls(step)
        words = ngettext("%(count)s foul", "%(count)s fouls", fouls) % {"count": fouls}
        lines.append(
            {
                "missed": step,
                "name": f"{name}{name_colon()}{missed_step(step)}",
                "costs": f"{words} · {article}",
            }
        )
    return lines


def sheet_fouls(game: str, ladder: FoulRule) -> dict[str, list[dict[str, Any]]]:
    """By side, what can be logged on the sheet without a network, and of what climbs the ladder the words of
    the button."""
    article = article_words(MISSED_MOVES.article, Section.Game.XIANGQI)
    steps = missed_steps() if game == Section.Game.XIANGQI else []
    others = [offence for offence in OFFENCES[game] if offence is not MISSED_MOVES]
    lines: dict[str, list[dict[str, Any]]] = {}
    for colour in ("first", "second"):
        side = side_word(colour, game)
        lines[colour] = [
            {
                "value": MISSED_MOVES.key,
                "step": step["missed"],
                "name": step["name"],
                "costs": step["costs"],
                **_patterns(
                    MISSED_MOVES,
                    ladder,
                    recording_fouls(step["missed"]),
                    by=clauses(missed_step(step["missed"]), article),
                    side=side,
                ),
            }
            for step in steps
        ]
        for offence in others:
            line = offence_line(offence)
            by = clauses(line["name"], line["cited"])
            named = {"value": offence.key, "name": line["name"], "costs": line["cited"]}
            lines[colour].append(named | _patterns(offence, ladder, 1, by=by, side=side))
    return lines


def _patterns(offence: Offence, ladder: FoulRule, fouls: int, *, by: str, side: str) -> dict[str, Any]:
    """Empty where the ruling decides what it costs, or where it is no foul that counts."""
    if offence.rulings or offence.penalty in UNCOUNTED | LOSES or offence.kind not in ladder.counts:
        return {}
    has, loses = confirm_patterns(fouls, by=by, side=side)
    return {"fouls": fouls, "has": has, "loses": loses}


MOST_STROKES = 6


def strokes(tally: Tally) -> list[str]:
    """Draw a stroke for each foul up to the one that loses; of more there is no picture."""
    ladder = tally.ladder
    loses = next((count for count in range(1, MOST_STROKES + 1) if ladder.is_lost(count)), 0)
    names = ["on" if count <= tally.count else "" for count in range(1, loses + 1)]
    return [*names[:-1], f"{names[-1]} last"] if names else []


def tally_line(access: TableAccess, tally: Tally) -> dict[str, Any]:
    side = side_word(tally.moves, access.section.game)
    return {
        "player": person(tally.entry, access.section.namesakes),
        "number": tally.entry.number,
        "moves": tally.moves,
        "side": side,
        "count": count_text(tally.count, tally.ladder),
        "strokes": strokes(tally),
        "waiting": tally.waiting,
        "next": next_text(tally.count, tally.ladder, side),
        "next_loses": not tally.is_lost and tally.ladder.is_lost(tally.count + 1),
    }


def fouls_so_far(counts: Mapping[str, int], ladder: FoulRule) -> dict[str, str]:
    """By side, how many fouls it has, as the sheet says it while the network is away."""
    return {
        side: gettext("Fouls: %(count)s") % {"count": count_text(counts.get(side, 0), ladder)}
        for side in ("first", "second")
    }


def entry_sides(both: Iterable[Tally]) -> dict[int, str]:
    """Entry → ``first`` or ``second``, whom it plays as."""
    return {tally.entry.pk: tally.moves for tally in both}


def foul_line(access: TableAccess, foul: Foul, sides: Mapping[int, str]) -> dict[str, Any]:
    moves = sides.get(foul.entry_id, "first")
    return {
        "foul": foul,
        "player": person(foul.entry, access.section.namesakes),
        "side": side_word(moves, access.section.game),
        "moves": moves,
        "name": offence_name(foul.offence, foul.kind),
        "move": move_words(foul.ply, access.section.game),
        "penalty": penalty_text(foul.penalty),
    }


def confirm_line(access: TableAccess, line: dict[str, Any], tally: Tally) -> dict[str, Any]:
    """Show a foul that waits, with what its button says: what follows, where it counts."""
    foul, side = line["foul"], line["side"]
    text = gettext("Confirm foul by %(side)s") % {"side": side}
    if is_counted(foul, tally.ladder):
        by = article_words(foul.article, access.section.game) if foul.article else line["name"]
        text = confirm_text(1, by=by, side=side, now=tally.count + 1, ladder=tally.ladder)
    return line | {"confirm": text}


def claim_follows(access: TableAccess, claim: Any, sides: Mapping[int, str]) -> str:
    """What followed from a claim; empty of a foul, which has its own line in the log of the table."""
    if claim.outcome in (ClaimOutcome.FOUL, ClaimOutcome.TECHNICAL):
        return ""
    moves = sides.get(claim.entry_id, "first")
    return follows_text(claim.outcome, side_word(moves, access.section.game))

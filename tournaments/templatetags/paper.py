"""What only paper needs: pages counted in the reader's language, names that fit their place."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from portal.kept.signing import archive_keys
from tournaments.queries.public.public import PublicPerson
from tournaments.queries.public.public_crosstable import PublicCell
from tournaments.templatetags.tournaments import colon
from tournaments.wording.names import apart_text, both_names, name_lang, reads_chinese
from tournaments.wording.sides import SIGNS, side_word
from tournaments.wording.standings import criterion_name, criterion_short_name, kind_name

register = template.Library()
# In Latin letters; a Chinese character counts as two.
LONG, LONGEST = 22, 34


@register.simple_tag
def page_of_pages() -> tuple[str, str, str]:
    """The words around the number of the page and that of all pages."""
    # Translators: the foot of a sheet of paper
    before, _, remainder = gettext("Page {page} of {pages}").partition("{page}")
    between, _, after = remainder.partition("{pages}")
    return before, between, after


@register.simple_tag
def kept_key() -> str:
    """The fingerprint of the key that an event's kept file is signed with (`portal.kept`)."""
    return archive_keys()[0].fingerprint


@register.simple_tag
def mark(side: str, game: str) -> SafeString:
    """The sign of a side as a character, which is set a hundred times faster than a drawn one."""
    look, _ = SIGNS[game, side]
    return format_html('<span class="mark-{}">{}</span>', look, "○" if look == "white" else "●")


@register.simple_tag
def side_cell(side: str, game: str) -> SafeString:
    """The cell of a list with the sign and the word for a side; of its own is only what has a colour."""
    look, _ = SIGNS[game, side]
    sign = mark(side, game) if look == "red" else "○" if look == "white" else "●"
    return format_html('<td class="big">{}&nbsp;{}</td>', sign, side_word(side, game))


@register.simple_tag
def side_sign(side: str, game: str) -> SafeString:
    """Return the sign of a side where no word stands beside it."""
    look, _ = SIGNS[game, side]
    # A ring for the brighter one, so that a printer without colours tells them apart.
    return format_html('<span class="mark-{}">{}</span>', look, "○" if look in ("white", "red") else "●")


@register.simple_tag
def met(cell: PublicCell, game: str) -> SafeString:
    """A cell of the crosstable: the opponent's rank, the side, ``+ = −``; or the kind of the round."""
    if not cell.opponent or not cell.side:
        return format_html('<span class="soft">{}</span>', kind_name(cell.kind) if cell.kind else "")
    signs = {"win": "+", "draw": "=", "loss": "−"}
    return format_html(
        "{}{}{}{}",
        cell.opponent_rank,
        side_sign(cell.side, game),
        signs.get(cell.outcome or "", ""),
        pgettext("forfeit, short", "F") if cell.kind == "forfeit" else "",
    )


@register.simple_tag
def name_cell(who: PublicPerson, more: str = "", *, federation: bool = False, below: str = "") -> SafeString:
    """Return the cell of a list with both names, with the federation behind and a line ``below`` them."""
    code = who.federation
    first, *others = both_names(who)
    behind_name = [
        format_html('<span lang="{}"> {}</span>', name_lang(other, code), other) for other in others
    ]
    if apart := apart_text(who):
        behind_name.append(format_html('<i class="fed"> {}</i>', apart))
    if federation:
        behind_name.append(format_html('<i class="fed"> {}</i>', code))
    if below:
        behind_name.append(format_html('<br><i class="fed">{}</i>', below))
    # What can stand in the cell itself stands in no box of its own, nor does a blank: a list of 300 players
    # has thousands, and each takes time.
    return format_html(
        '<td class="name{}" lang="{}">{}{}</td>',
        f" {more}" if more else "",
        name_lang(first, code),
        first,
        SafeString("".join(behind_name)),
    )


@register.simple_tag
def lines_of(who: Any) -> list[str]:
    """The name to read first and, if there is one, the other."""
    return both_names(who)


@register.simple_tag
def in_one(name: str, native: str) -> str:
    """A name or its native form, the reader's: on a list there is room for one."""
    return native or name if reads_chinese() else name or native


@register.simple_tag
def legend(criteria: Sequence[str]) -> str:
    """What the short words over the columns stand for, as far as they are short."""
    named = [(criterion_short_name(key), criterion_name(key)) for key in criteria]
    between = pgettext("between what is explained", "; ")
    return between.join(f"{short}{colon()}{whole}" for short, whole in named if short != whole)


@register.filter
def length_class(text: str) -> str:
    """A word for the style sheet: a long name is set smaller, so that it is never cut off."""
    width = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
    return "longest" if width > LONGEST else "long" if width > LONG else ""


@register.filter
def last_word_whole(words: SafeString) -> SafeString:
    """A sentence in Chinese whose last word, of two characters, is on one line."""
    return SafeString(f'{words[:-2]}<span class="whole">{words[-2:]}</span>')

"""What only pages and papers of teams that meet teams need."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournaments.queries.public.public_crosstable import PublicCell, TeamCell
from tournaments.templatetags.paper import side_sign as paper_sign
from tournaments.templatetags.tournaments import outcome_sign, side_sign
from tournaments.wording.standings import kind_name

register = template.Library()


@register.simple_tag
def team_outcome(cell: TeamCell, game: str) -> SafeString:
    """Return a cell of teams' crosstable: opponent's rank, side on board 1, board and match points."""
    return _outcome(cell, side_sign(cell.side, game) if cell.side else SafeString(""))


@register.simple_tag
def team_score(cell: TeamCell, game: str) -> SafeString:
    """A match in a matrix of teams: the side on board 1 and the board points of both."""
    sign = side_sign(cell.side, game) if cell.side else SafeString("")
    short = _short_forfeit() if cell.forfeit else ""
    return format_html("{}{}:{}{}", sign, cell.board_points, cell.against, short)


@register.simple_tag
def game_score(cell: PublicCell, game: str) -> SafeString:
    """A game in a matrix: the side and how it ended."""
    if not cell.side:
        return SafeString("")
    sign, word = outcome_sign(cell)
    short = _short_forfeit() if cell.kind == "forfeit" else ""
    return format_html(
        '{}<span aria-hidden="true">{}</span><span class="only-read">{}</span>{}',
        side_sign(cell.side, game),
        sign,
        word,
        short,
    )


@register.simple_tag
def team_met(cell: TeamCell, game: str) -> SafeString:
    """The same on paper."""
    return _outcome(cell, paper_sign(cell.side, game) if cell.side else SafeString(""))


def _outcome(cell: TeamCell, sign: SafeString) -> SafeString:
    if cell.opponent is None:
        return format_html('<span class="soft small">{}</span> ({})', kind_name(cell.kind), cell.match_points)
    return format_html(
        "{}\u00a0{}{}:{} ({}){}",
        cell.opponent_rank,
        sign,
        cell.board_points,
        cell.against,
        cell.match_points,
        _short_forfeit() if cell.forfeit else "",
    )


def _short_forfeit() -> SafeString:
    return format_html(" <small>{}</small>", pgettext("forfeit, short", "F"))

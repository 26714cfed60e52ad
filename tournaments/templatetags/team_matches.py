"""What only pages and papers of teams that meet teams need."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournaments.queries.public_crosstable import TeamCell
from tournaments.templatetags.paper import side_sign as paper_sign
from tournaments.templatetags.tournaments import side_sign
from tournaments.wording.standings import kind_name

register = template.Library()


@register.simple_tag
def team_outcome(cell: TeamCell, game: str) -> SafeString:
    """A cell of the crosstable of teams: the opponent's rank, the side on board 1, the board points of both
    and the match points; without a match the kind of the round and what it gave."""
    return _outcome(cell, side_sign(cell.side, game) if cell.side else SafeString(""))


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
        format_html(" <small>{}</small>", pgettext("forfeit, short", "F")) if cell.forfeit else "",
    )

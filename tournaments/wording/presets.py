"""The words for what is played: what a card is called, and in one line what it brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


class CardWords(NamedTuple):
    title: Words
    line: Words


CARD_WORDS: Mapping[str, CardWords] = {
    "wxc2015": CardWords(
        _("World Xiangqi Championship"),
        _("Swiss of 2015: lots in two groups, Buchholz first, 60 min + 30 s."),
    ),
    "wmsg2008": CardWords(
        _("World Mind Sports Games"),
        _("Swiss of 2008: half against half, sum of opponents' scores, 60 min + 30 s."),
    ),
    "asian": CardWords(
        _("Asian Xiangqi Championship"),
        _("Everyone plays everyone; direct encounter, wins, wins with Black; Asian rules, 60 min + 30 s."),
    ),
    "double-round-robin": CardWords(
        _("Double round robin"),
        _("Everyone plays everyone twice, once with each colour; Asian rules, 60 min + 30 s."),
    ),
    "knock-out": CardWords(_("Knock-out"), _("The loser is out; drawn games are replayed. 60 min + 30 s.")),
    "asian-teams": CardWords(
        _("Team Swiss"),
        _("Teams of three and a reserve, order free; match points, board points, 60 min + 30 s."),
    ),
    "team-league": CardWords(
        _("Team league"),
        _("Every team meets every other one; three boards in fixed order, 60 min + 30 s."),
    ),
    "team-league-twice": CardWords(
        _("Team league, two legs"),
        _("Every team meets every other one twice; three boards in fixed order, 60 min + 30 s."),
    ),
    "weiqi": CardWords(
        _("Chinese weiqi"),
        _("Swiss, Chinese rules, 2¾ stones komi, 60 min and 3 × 30 s byo-yomi."),
    ),
    "weiqi-round-robin": CardWords(
        _("Weiqi round robin"), _("Everyone plays everyone; Chinese rules, 3 × 30 s byo-yomi.")
    ),
    "weiqi-knock-out": CardWords(
        _("Weiqi knock-out"), _("The loser is out; Chinese rules, 3 × 30 s byo-yomi.")
    ),
    "mcmahon": CardWords(
        _("European McMahon"),
        _("Start scores by grade, bar 4d, handicap less 1 below 1d, komi 7½, 60 min and 30 s byo-yomi."),
    ),
    "french-open": CardWords(
        _("French open"),
        _("McMahon with a bar at 2d, folded groups, 7½ points komi, 50 min + 20 s."),
    ),
    "go-swiss": CardWords(
        _("Weiqi Swiss (OpenGotha)"),
        _("Wins, then sums of opponents' wins; even games, 7½ points komi."),
    ),
    "world-amateur": CardWords(
        _("World Amateur"),
        _("Swiss by lot: neighbours with opposite colours due, 6½ points komi, 3 × 30 s byo-yomi."),
    ),
    "weiqi-teams": CardWords(
        _("Weiqi team Swiss"),
        _("Teams of three and a reserve in fixed order; match points, board points, 3 × 30 s byo-yomi."),
    ),
    "weiqi-team-league": CardWords(
        _("Weiqi team league"),
        _("Every team meets every other one; four boards, up to twelve players, 3 × 30 s byo-yomi."),
    ),
    "club-evening": CardWords(
        _("Club evening"),
        _("McMahon with full handicap for everyone, 6½ points komi, 25 min + 10 s."),
    ),
}

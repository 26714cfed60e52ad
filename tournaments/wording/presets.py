"""The words for what is played: what a card is called, and in one line what it brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.presets import PlayingSystem


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
    "double-elimination": CardWords(
        _("Double elimination"),
        _("Two losses put out; whoever comes from the lower bracket must win two finals. 60 min + 30 s."),
    ),
    "fide-dutch": CardWords(
        _("Swiss of FIDE"),
        _("Dutch system (C.04.3), tie-breaks of C.07, byes on request, 60 min + 30 s."),
    ),
    "online-tiantian": CardWords(
        _("Online event, Tiantian rules"),
        _("Swiss on line; the rules act by themselves, 10 minutes to be seated. 25 min + 10 s."),
    ),
    "online-limits": CardWords(
        _("Online event, xiangqi.com's limits"),
        _("Swiss on line; repetitions are stopped by themselves. 25 min + 10 s."),
    ),
    "weiqi-fide-dutch": CardWords(
        _("Swiss of FIDE"),
        _("Dutch system (C.04.3), tie-breaks of C.07, byes on request, 60 min and 3 × 30 s."),
    ),
    "asian-teams": CardWords(
        _("Asian Team Championship"),
        _("Swiss; teams of three and a reserve, order free; match points, board points, 60 min + 30 s."),
    ),
    "world-teams": CardWords(
        _("World Team Championship"),
        _("Swiss of 2015; teams of three and a reserve, order free; match points, 60 min + 30 s."),
    ),
    "olympiad": CardWords(
        _("Olympiad"),
        _("Four boards, one reserve, fixed order, at least three players; FIDE's team Swiss, 60 min + 30 s."),
    ),
    "fide-teams": CardWords(
        _("Team Swiss, FIDE"),
        _("Four boards and a reserve in fixed order, paired by C.04.6; match points, 60 min + 30 s."),
    ),
    "chinese-league": CardWords(
        _("Chinese league"),
        _("Two legs, four boards, order free; direct encounter, rate on board 1, then 2, …; 60 min + 30 s."),
    ),
    "team-league": CardWords(
        _("Team league"),
        _("Every team meets every other one; three boards in fixed order, 60 min + 30 s."),
    ),
    "team-league-twice": CardWords(
        _("Team league, two legs"),
        _("Every team meets every other one twice; three boards in fixed order, 60 min + 30 s."),
    ),
    "team-cup": CardWords(
        _("Team knock-out"),
        _("The losing team is out; level matches by board count, then top boards. 60 min + 30 s."),
    ),
    "two-teams": CardWords(
        _("Two teams, everyone against everyone"),
        _("Each player meets every player of the other team (Scheveningen); four boards, 60 min + 30 s."),
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
    "weiqi-double-elimination": CardWords(
        _("Weiqi double elimination"),
        _("Two losses put out, with a single final; Chinese rules, 3 × 30 s byo-yomi."),
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
    "go-categories": CardWords(
        _("Weiqi Swiss with categories (OpenGotha)"),
        _("Three categories by grade; wins, then wins of strong opponents; handicap less 1, komi 7½."),
    ),
    "world-amateur": CardWords(
        _("World Amateur"),
        _("Swiss by lot: neighbours with opposite colours due, 6½ points komi, 3 × 30 s byo-yomi."),
    ),
    "weiqi-teams": CardWords(
        _("Weiqi team Swiss"),
        _("Teams of three and a reserve in fixed order; match points, board points, 3 × 30 s byo-yomi."),
    ),
    "weiqi-fide-teams": CardWords(
        _("Weiqi team Swiss, FIDE"),
        _("Four boards and a reserve in fixed order, paired by C.04.6; match points, 3 × 30 s byo-yomi."),
    ),
    "weiqi-team-league": CardWords(
        _("European teams of four"),
        _("Weiqi league; four boards in the order of up to twelve players, 3 × 30 s byo-yomi."),
    ),
    "weiqi-team-cup": CardWords(
        _("Weiqi team knock-out"),
        _("The losing team is out; level matches by board count, then top boards. 3 × 30 s byo-yomi."),
    ),
    "weiqi-two-teams": CardWords(
        _("Weiqi, two teams, everyone against everyone"),
        _("Each player meets every player of the other team; four boards, 3 × 30 s byo-yomi."),
    ),
    "club-evening": CardWords(
        _("Club evening"),
        _("McMahon with full handicap for everyone, 6½ points komi, 25 min + 10 s."),
    ),
}

# What it is called and, in a few words, what happens.
SYSTEM_WORDS: Mapping[str, CardWords] = {
    PlayingSystem.SWISS: CardWords(_("Swiss"), _("equal scores meet")),
    PlayingSystem.ROUND_ROBIN: CardWords(_("Round robin"), _("everybody meets everybody")),
    PlayingSystem.KNOCK_OUT: CardWords(_("Knock-out"), _("winners go on")),
    PlayingSystem.MCMAHON: CardWords(_("McMahon"), _("start scores by grade")),
    PlayingSystem.TWO_TEAMS: CardWords(_("Two teams"), _("each meets all of the other team")),
}
WHO_MEETS: Mapping[str, CardWords] = {
    "players": CardWords(_("Players"), _("each for oneself")),
    "teams": CardWords(_("Teams"), _("over several boards")),
}

"""What a section is when it is created by the name of a rule set (law 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.fouls import LADDER_OF_GAME
from tournaments.standings.team_ranking import PRESETS as TEAM_CRITERIA
from tournaments.standings.tiebreaks import default_tie_breaks
from tournaments.state.options import TWO_FINALS
from tournaments.state.time_control import TimeControl

GO_RULEBOOK = "weiqi"
# The rulebook under which no position may come again (article 6).
WEIQI_BY_THE_LETTER = "weiqi-strict"


@dataclass(frozen=True, slots=True)
class Preset:
    """Values of a new section; ``move_limit`` None: none."""

    key: str
    system: str
    rulebook: str
    time_control: TimeControl
    move_limit: int | None = None

    @property
    def tiebreaks(self) -> list[str]:
        return list(default_tie_breaks(self.system))

    def rulebook_for(self, game: str) -> str:
        """The rules of play: a list of pairing rules serves both games, a rulebook one."""
        if game == "weiqi":
            return "weiqi"
        return "wxc2015" if self.rulebook == "weiqi" else self.rulebook

    def ladder_for(self, game: str) -> str:
        """What fouls cost, as ``tournaments.fouls`` calls it."""
        return LADDER_OF_GAME[game]


HOUR = TimeControl(3600, 30)

PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        # WXC 1, 3 and 6: "60 min + 30 sec. each move"; "Move limit is not concerned".
        Preset("wxc2015", "wxc2015", "wxc2015", HOUR),
        # WXC 6.1 (2): the women's single round robin takes its ties from the AXF.
        Preset("axf-round-robin", "round-robin", "axf", HOUR),
        Preset("axf-double-round-robin", "double-round-robin", "axf", HOUR),
        # Appendix 2 says nothing about clocks: the time is a proposal.
        Preset("wmsg2008", "wmsg2008", "wxc2015", HOUR),
        Preset("knock-out", "knock-out", "wxc2015", HOUR),
        Preset("fide-dutch", "fide-dutch", "axf", HOUR),
        Preset("fide-team", "fide-team", "axf", HOUR),
        Preset("scheveningen", "scheveningen", "axf", HOUR),
        Preset("mcmahon", "mcmahon", "weiqi", TimeControl(3600, periods=1, period=30)),
        Preset("swiss-opengotha", "swiss-opengotha", "weiqi", TimeControl(3600, periods=1, period=30)),
    )
}


def preset_of(system: str) -> str:
    """The preset that a section of ``system`` gets when a file brings it here. Raises KeyError."""
    return {preset.system: preset.key for preset in PRESETS.values()}[system]


class PlayingSystem(StrEnum):
    """What people call the way in which opponents are chosen, whatever regulations say it in detail."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    KNOCK_OUT = "knock-out"
    MCMAHON = "mcmahon"
    TWO_TEAMS = "two-teams"


# By the system of a section.
PLAYED_AS: Mapping[str, PlayingSystem] = {
    "wxc2015": PlayingSystem.SWISS,
    "wmsg2008": PlayingSystem.SWISS,
    "fide-dutch": PlayingSystem.SWISS,
    "fide-team": PlayingSystem.SWISS,
    "swiss-opengotha": PlayingSystem.SWISS,
    "round-robin": PlayingSystem.ROUND_ROBIN,
    "double-round-robin": PlayingSystem.ROUND_ROBIN,
    "knock-out": PlayingSystem.KNOCK_OUT,
    "mcmahon": PlayingSystem.MCMAHON,
    "scheveningen": PlayingSystem.TWO_TEAMS,
}


@dataclass(frozen=True, slots=True)
class PresetCard:
    """What people choose among when they make a section: a preset with its game. ``time_control`` None: that
    of the preset. ``settings``: what differs from the preset's own, by setting. ``teams``: whether teams meet
    teams."""

    key: str
    game: str
    preset: str
    time_control: TimeControl | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    teams: bool = False

    @property
    def rules(self) -> Preset:
        return PRESETS[self.preset]

    @property
    def time(self) -> TimeControl:
        return self.time_control or self.rules.time_control

    @property
    def played_as(self) -> PlayingSystem:
        return PLAYED_AS[self.rules.system]


BYO_YOMI = TimeControl(3600, periods=3, period=30)
# A league: who sits where follows the roster.
EVERYBODY_MEETS = {
    "team_order": "fixed",
    "team_bye": "draw",
    "team_tiebreaks": list(TEAM_CRITERIA["round-robin-team"]),
}
# As the teams of the AXF: three boards, the order set anew for each match.
ASIAN_TEAMS = {"team_reserves": 1, "team_tiebreaks": list(TEAM_CRITERIA["axf-team"])}
# As Chinese leagues rank their teams; how many play and stand by is a proposal.
CHINESE_LEAGUE = {
    "team_boards": 4,
    "team_reserves": 4,
    "team_bye": "draw",
    "team_tiebreaks": list(TEAM_CRITERIA["cxa-team"]),
}
FIDE_TEAMS = {
    "team_boards": 4,
    "team_order": "fixed",
    "team_bye": "draw",
    "team_tiebreaks": list(TEAM_CRITERIA["fide-team"]),
}
# As FIDE's Olympiads: a reserve, and at least three at the boards.
OLYMPIAD = {**FIDE_TEAMS, "team_least": 3, "team_tiebreaks": list(TEAM_CRITERIA["olympiad"])}
# Who loses a match is out; points do not rank.
CUP = {"team_order": "fixed", "team_bye": "draw", "team_tiebreaks": ["match-points", "board-points"]}
TWO_LOSSES = {"elimination": TWO_FINALS}
# Every game counts alike; the rounds that a team has won come second.
TWO_TEAMS = {
    "team_boards": 4,
    "team_primary": "board",
    "team_tiebreaks": ["board-points", "match-points", "top-boards"],
}

FISCHER = TimeControl(3000, 20)
QUICK = TimeControl(1500, 10)
# As the French federation's tournaments set them (Toulouse 2024).
FRENCH = {"second_seeding": "fold", "floats_down": "bot", "floats_up": "top", "wins_end_geography": True}
# Everybody by full handicap; who comes from where does not matter.
CLUB = {
    "bar": "9d",
    "floor": "30k",
    "compensation": 13,
    "geography": False,
    "handicap_threshold": "9d",
    "handicap_correction": 0,
    "first_seeding": "random",
    "second_seeding": "random",
}

# Tiantian 3: who is not seated in ten minutes loses. The time is a proposal.
BY_TIANTIAN = {"rulebook": "tiantian2020", "online": True}
# As xiangqi.com limits repetitions. The time is a proposal.
BY_MOVE_LIMITS = {"rulebook": "xiangqi-com", "online": True}

# OpenGotha's profile of that name (M13).
CATEGORIES = {
    "compensation": 15,
    "tiebreaks": ["CAT", "NBW", "EXT", "EXR"],
    "grade_categories": "1d, 5k",
    "handicap_by_score": True,
    "handicap_threshold": "9d",
    "handicap_correction": 1,
    "handicap_ceiling": 9,
    "less_handicap": True,
    "first_seeding": "random",
    "second_seeding": "fold",
    "second_order": "name",
    "geography": True,
    "geography_weight": 20_000_000_000_000,
    "groups_for_country": 1,
    "groups_for_club": 3,
    "rank_ends_geography": "1d",
}

# In the order in which they are shown; one line more is one card more, with its words in
# `tournaments.wording.presets`.
CARDS: dict[str, PresetCard] = {
    card.key: card
    for card in (
        PresetCard("wxc2015", "xiangqi", "wxc2015"),
        PresetCard("wmsg2008", "xiangqi", "wmsg2008"),
        PresetCard("asian", "xiangqi", "axf-round-robin"),
        PresetCard("double-round-robin", "xiangqi", "axf-double-round-robin"),
        PresetCard("knock-out", "xiangqi", "knock-out"),
        PresetCard("double-elimination", "xiangqi", "knock-out", settings=TWO_LOSSES),
        PresetCard("fide-dutch", "xiangqi", "fide-dutch"),
        PresetCard("online-tiantian", "xiangqi", "wxc2015", QUICK, settings=BY_TIANTIAN),
        PresetCard("online-limits", "xiangqi", "wxc2015", QUICK, settings=BY_MOVE_LIMITS),
        PresetCard("asian-teams", "xiangqi", "wmsg2008", settings=ASIAN_TEAMS, teams=True),
        PresetCard("world-teams", "xiangqi", "wxc2015", settings=ASIAN_TEAMS, teams=True),
        PresetCard("olympiad", "xiangqi", "fide-team", settings=OLYMPIAD, teams=True),
        PresetCard("fide-teams", "xiangqi", "fide-team", settings=FIDE_TEAMS, teams=True),
        PresetCard(
            "chinese-league", "xiangqi", "axf-double-round-robin", settings=CHINESE_LEAGUE, teams=True
        ),
        PresetCard("team-league", "xiangqi", "axf-round-robin", settings=EVERYBODY_MEETS, teams=True),
        PresetCard(
            "team-league-twice", "xiangqi", "axf-double-round-robin", settings=EVERYBODY_MEETS, teams=True
        ),
        PresetCard("team-cup", "xiangqi", "knock-out", settings=CUP, teams=True),
        PresetCard("two-teams", "xiangqi", "scheveningen", settings=TWO_TEAMS, teams=True),
        PresetCard("weiqi", "weiqi", "wmsg2008", BYO_YOMI),
        PresetCard("weiqi-fide-dutch", "weiqi", "fide-dutch", BYO_YOMI),
        PresetCard("weiqi-round-robin", "weiqi", "axf-round-robin", BYO_YOMI),
        PresetCard("weiqi-knock-out", "weiqi", "knock-out", BYO_YOMI),
        PresetCard("weiqi-double-elimination", "weiqi", "knock-out", BYO_YOMI, {"elimination": "double"}),
        PresetCard("mcmahon", "weiqi", "mcmahon", settings={"compensation": 15}),
        PresetCard("french-open", "weiqi", "mcmahon", FISCHER, {"bar": "2d", "compensation": 15, **FRENCH}),
        PresetCard("go-swiss", "weiqi", "swiss-opengotha", settings={"compensation": 15}),
        PresetCard("go-categories", "weiqi", "swiss-opengotha", settings=CATEGORIES),
        PresetCard(
            "world-amateur", "weiqi", "wmsg2008", BYO_YOMI, {"grouping": "columns", "compensation": 13}
        ),
        PresetCard("weiqi-teams", "weiqi", "wmsg2008", BYO_YOMI, {"team_order": "fixed"}, teams=True),
        PresetCard("weiqi-fide-teams", "weiqi", "fide-team", BYO_YOMI, FIDE_TEAMS, teams=True),
        PresetCard(
            "weiqi-team-league",
            "weiqi",
            "axf-round-robin",
            BYO_YOMI,
            {**EVERYBODY_MEETS, "team_boards": 4, "team_reserves": 8},
            teams=True,
        ),
        PresetCard("weiqi-team-cup", "weiqi", "knock-out", BYO_YOMI, CUP, teams=True),
        PresetCard("weiqi-two-teams", "weiqi", "scheveningen", BYO_YOMI, TWO_TEAMS, teams=True),
        PresetCard("club-evening", "weiqi", "mcmahon", QUICK, CLUB),
    )
}


def systems_of(game: str, *, teams: bool) -> list[PlayingSystem]:
    """Those for which there are regulations."""
    offered = {card.played_as for card in CARDS.values() if (card.game, card.teams) == (game, teams)}
    return [system for system in PlayingSystem if system in offered]


def cards_of(game: str, *, teams: bool, system: PlayingSystem) -> list[PresetCard]:
    """What can be chosen once the three questions are answered; the first is proposed."""
    wanted = (game, teams, system)
    return [card for card in CARDS.values() if (card.game, card.teams, card.played_as) == wanted]

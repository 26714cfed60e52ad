"""An OpenGotha file of three teams; the people are made up."""

from __future__ import annotations

PLAYERS = {"Rot": "ABC", "Blau": "DEF", "Grau": "GH"}
"""The members of each team by their surnames."""


def boards(rounds: int, rows: dict[str, str]) -> str:
    return "".join(
        f'<Team teamName="{team}" teamNumber="{place}">'
        + "".join(
            f'<Board boardNumber="{board}" player="{name}X" roundNumber="{number}"/>'
            for number in range(1, rounds + 1)
            for board, name in enumerate(members, 1)
            if name != "-"
        )
        + "</Team>"
        for place, (team, members) in enumerate(rows.items(), 4)
    )


def game(number: int, table: int, both: str, result: str, handicap: int = 0) -> str:
    """``both``: Black, then White."""
    black, white = both
    return (
        f'<Game roundNumber="{number}" tableNumber="{table}" blackPlayer="{black}X" whitePlayer="{white}X" '
        f'handicap="{handicap}" knownColor="true" result="RESULT_{result}"/>'
    )


def file(*games: str, teams: str = "", byes: str = "") -> bytes:
    players = "".join(
        f'<Player name="{name}" firstName="X" rank="2D" grade="3D" rating="2150" fromMars="yes" '
        f'participating="{"1" * 20}" registeringStatus="FIN"/>'
        for name in "".join(PLAYERS.values())
    )
    return f"""<Tournament dataVersion="201" fullVersionNumber="3.51" saveDT="20240529152656">
<Players>{players}</Players><Games>{"".join(games)}</Games><ByePlayers>{byes}</ByePlayers>
<Teams>{teams or boards(20, PLAYERS)}</Teams>
<TournamentParameterSet><GeneralParameterSet name="Liga" numberOfRounds="3" genMMBar="3D" komi="6.5"/>
<HandicapParameterSet hdCeiling="5"/><PlacementParameterSet><PlacementCriteria>
<PlacementCriterion name="MMS" number="1"/><PlacementCriterion name="STS" number="2"/></PlacementCriteria>
</PlacementParameterSet><PairingParameterSet paiMaDUDDUpperMode="BOT"/></TournamentParameterSet>
<TeamTournamentParameterSet><TeamGeneralParameterSet teamSize="3"/><TeamPlacementParameterSet>
<PlacementCriteria><PlacementCriterion name="TEAMP" number="1"/><PlacementCriterion name="BDW" number="2"/>
<PlacementCriterion name="BDW2U" number="3"/><PlacementCriterion name="BDW1U" number="4"/>
<PlacementCriterion name="SOST" number="5"/><PlacementCriterion name="MNR" number="6"/></PlacementCriteria>
</TeamPlacementParameterSet></TeamTournamentParameterSet>
</Tournament>""".encode()


ROUND = (
    game(1, 21, "AD", "BLACKWINS"),
    game(1, 22, "BE", "WHITEWINS", 4),
    game(1, 23, "FC", "EQUAL"),
)
"""Red against Blue: board 2 by a handicap, board 3 as White."""
NEXT = (game(2, 7, "GA", "WHITEWINS"), game(2, 8, "BH", "BOTHLOSE_BYDEF"))
"""Grey against Red, whose third player has nobody to play with."""

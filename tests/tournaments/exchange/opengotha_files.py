"""An OpenGotha file with everything that such a file can have; the people are made up."""

from tournaments.exchange.opengotha import read_document

FILE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201" externalIPAddress="192.0.2.7" fullVersionNumber="3.51" saveDT="20240529152656">
<Players>
<Player agaExpirationDate="" agaId="" club="33Bo" country="FR" egfPin="12345678" ffgLicence="1" \
firstName="Åsa" grade="4K" name="Le_Grand" participating="1101" rank="4K" rating="1712" smmsCorrection="1"/>
<Player club="33Ar" country="kr" firstName="Bo" name="Two Names" participating="11111111111111111111" \
rank="2d" rating="2205" registeringStatus="FIN" fromMars="yes"/>
<Player firstName="Cy" name="Rho" rank="30K" rating="-900" registeringStatus="PRE"/>
</Players>
<Games>
<Game blackPlayer="LE_GRANDÅSA" handicap="5" knownColor="true" result="RESULT_WHITEWINS" roundNumber="1" \
tableNumber="1" whitePlayer="TWONAMESBO"/>
<Game blackPlayer="twonamesbo" result="RESULT_BOTHLOOSE_BYDEF" roundNumber="2" tableNumber="4" \
whitePlayer="LE_GRANDASA"/>
</Games>
<ByePlayers><ByePlayer player="RHOCY" roundNumber="1"/></ByePlayers>
<Teams><Team teamName="A &amp; B" teamNumber="2"><Board boardNumber="1" player="RHOCY" roundNumber="1"/>
<Board boardNumber="2" player="TWONAMESBO"/></Team></Teams>
<TournamentParameterSet>
<GeneralParameterSet basicTime="45" complementaryTimeSystem="FISCHER" fischerTime="15" genMMBar="3D" \
genMMFloor="20K" komi="6.5" name="Cup" numberOfCategories="2" numberOfRounds="3" numberOfBZHGroups="4">
<Categories><Category lowerLimit="1D" number="1"/></Categories></GeneralParameterSet>
<HandicapParameterSet hdCeiling="5" hdCorrection="-1"/>
<PlacementParameterSet><PlacementCriteria>
<PlacementCriterion name="MMS" number="1"/><PlacementCriterion name="STS" number="2"/>
<PlacementCriterion name="SOSM" number="3"/><PlacementCriterion name="None" number="4"/>
</PlacementCriteria></PlacementParameterSet>
<PairingParameterSet paiMaDUDDUpperMode="bot" paiMaSeedSystem1="SPLITANDSLIP" \
paiMaAdditionalPlacementCritSystem1="None"/>
<DPParameterSet gameFormat="short"/>
</TournamentParameterSet>
<TeamTournamentParameterSet><TeamGeneralParameterSet teamSize="3"/><TeamPlacementParameterSet>
<PlacementCriteria><PlacementCriterion name="TEAMP" number="1"/><PlacementCriterion name="BDW" number="2"/>
</PlacementCriteria></TeamPlacementParameterSet></TeamTournamentParameterSet>
<ClubsGroups><ClubsGroup name="33"><Club name="33Ar"/><Club name="33Bo"/></ClubsGroup></ClubsGroups>
</Tournament>
"""


def read(text):
    return read_document(text.encode())


def changed(old, new):
    assert old in FILE
    return FILE.replace(old, new, 1)

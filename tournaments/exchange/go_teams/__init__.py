"""Teams that meet teams in OpenGotha's files, both ways.

There a team is a list of boards by round and nothing says who met: a match is the games between two teams at
equal boards. Colours are as they were played, for handicaps and lots decide them there. Settings of the
players' pairing, which mean nothing where teams are paired, and whatever else no section of teams has, are
kept beside it and written back (`go_carried`).
"""

from tournaments.exchange.go_teams.reading import read
from tournaments.exchange.go_teams.writing import document_of, write

__all__ = ["document_of", "read", "write"]

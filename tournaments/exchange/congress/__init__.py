"""What a go tournament sends to its federations: the table of the European Go Database, the French table, the
American report. Written from a whole OpenGotha document.
"""

from tournaments.exchange.congress import aga, egd, ffg

__all__ = ["aga", "egd", "ffg"]

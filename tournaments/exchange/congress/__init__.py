"""Write what a go tournament sends to its federations, from a whole OpenGotha document."""

from tournaments.exchange.congress import aga, egd, ffg

__all__ = ["aga", "egd", "ffg"]

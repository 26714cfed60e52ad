"""FIDE's Tournament Report File: TRF16 (2016) with the ``XX`` records of pairing programs, and TRF26 (2026).

Facts from the FIDE Handbook: "Format of Tournament Report File", C.04 Annex 2 (2016) and TRF26 (2026); the
``XX`` records from the JaVaFo Advanced User Manual.

*record*   a line; its first three characters say which (``001`` a player, ``012`` the name, ``XXR`` …).
*column*   counted from 1, in characters.
*cell*     the ten columns of one player's round: opponent, colour, result.

``w`` is who moves first: Red in xiangqi, Black in weiqi. `read` takes either version; a file that holds
records of both is read as well.
"""

from tournaments.exchange.trf.columns import Particulars
from tournaments.exchange.trf.reading import read
from tournaments.exchange.trf.writing import write

__all__ = ["Particulars", "read", "write"]

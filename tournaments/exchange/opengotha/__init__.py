"""OpenGotha's tournament file, XML: players, games, byes, teams, a few settings.

Facts from OpenGotha's own sources and files (versions 3.45 to 3.52). A player is known by a key: surname and
first name without blanks, in capitals. Players have no number; here they get one by their order in the file.
Until data version 200 ratings stood 2050 lower. At most 20 rounds. Black is who moves first.
"""

from tournaments.exchange.opengotha.document import Document
from tournaments.exchange.opengotha.document_reading import DocumentReading, read_document
from tournaments.exchange.opengotha.document_writing import write_document
from tournaments.exchange.opengotha.reading import read
from tournaments.exchange.opengotha.writing import write

__all__ = ["Document", "DocumentReading", "read", "read_document", "write", "write_document"]

"""Count European go as OpenGotha does, below pairing, standings and exchange, which all ask here."""

"""European go as OpenGotha counts it: grades, McMahon scores, handicaps, placement criteria.

Values and what follows from them, below pairing, standings and exchange, which all ask here.
"""

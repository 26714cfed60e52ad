"""Records as people hand them in."""

GOOD = b"1. C2=5 H8+7\n2. H2+3 R9=8\n3. R1=2 C2=5\n"
"""Six plies without a fault."""

FAULTY = b"1. C2=5 H8+7\n2. H2+3 R9=8\n3. C2=3 C2=5\n4. R1=2 R8+9\n1-0\n"
"""Four plies; no cannon stands on the file of ply 5, and ply 8 jumps over nothing."""

NOTHING = b"The players agreed to meet at noon."

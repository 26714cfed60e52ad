"""Records as people hand them in."""

GOOD = b"1. C2=5 H8+7\n2. H2+3 R9=8\n3. R1=2 C2=5\n"
"""Six plies without a fault."""

FAULTY = b"1. C2=5 H8+7\n2. H2+3 R9=8\n3. C2=3 C2=5\n4. R1=2 R8+9\n1-0\n"
"""Four plies; no cannon stands on the file of ply 5, and ply 8 jumps over nothing."""

NOTHING = b"The players agreed to meet at noon."

WEIQI = b"""(;GM[1]FF[4]SZ[9]KM[7.5]PB[Somebody, tel. 555 0199]RE[B+R]C[handed in late]
;B[ba];W[aa];B[ab]C[takes the corner];W[gc];B[cg];W[gg];B[];W[])
"""
"""Eight plies on nine lines; ply 3 takes a stone, the last two are passes."""

WEIQI_FAULTY = b"""(;GM[1]FF[4]SZ[9]KM[2.75]
;B[ba];W[aa];B[ab]
;W[aa];B[gc];W[gc];B[cg])
"""
"""Ply 4 is suicide, ply 6 on a stone; the komi looks like stones."""

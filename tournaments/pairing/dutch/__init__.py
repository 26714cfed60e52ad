"""``fide-dutch``: FIDE's Dutch system, C.04.3 of 2026, with Baku's acceleration (C.04.7) where it is wanted.

The search of C.04.3 is done by another program, gacrux, which this package alone imports. The door is
`dutch.pairing.pair_dutch`: it writes what the program is to know (`engine_file`), has it paired (`engine`),
and believes no answer before it has been judged (`judging.faults_of`).

*competitor*      a player as the round finds him: score, colours, whom he has met.
*pairing score*   the score, and while the acceleration lasts what it lends (C.04.7, 1.5).
*pairing number*  C.04.2, 2: the place in the order of numbers of all who were ever paired or play now.
*preference*      the colour that is due and how strongly (C.04.3, 1.7): absolute, strong, mild.
"""

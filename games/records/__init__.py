"""Records of games: what people hand in, read whole. Pure: bytes and text in, values out.

*container*  the file or text around the moves: a plain list, PGN, DhtmlXQ, XQF, CBL.
*fault*      something wrong, with its cause, line, ply and text. A reader collects every fault and goes on.
*line*       a series of moves: the game itself, or a variation (what an annotator would have played).
"""

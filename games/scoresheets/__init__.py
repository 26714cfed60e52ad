"""Bring two players' scoresheets to one game (WXC 4.1–4.3).

*sheet*    what one player wrote: cells in the order in which they stand.
*cell*     what stands for one ply: *readable* (notation, right or wrong), *illegible*, or *blank* (a gap).
*row*      a cell of each side, Red's first.
*missed*   a ply that a sheet does not give: blank, illegible, or skipped.
*wrong*    a ply of which a sheet gives another move than the one that was played.
"""

"""A perpetual check, as tests of running games play it."""

CHECKS = "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1"
CYCLE = ["d3e3", "e9d9", "e3d3", "d9e9"]
PERPETUAL = ["a3d3", "d9e9", *CYCLE * 3]
"""Red checks with every move."""

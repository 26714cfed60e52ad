"""Benchmarks: each module has ``main()``, which measures and prints its own table of medians and ratios.

They are no tests: what a machine does in a second is no fact about the program. ``./go bench`` runs them.
"""

"""Template tags of tournaments: names, sides, results, times."""

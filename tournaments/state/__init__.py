"""What a tournament is at one moment: entries, results, lots. Pure: no Django, no clock, no chance."""

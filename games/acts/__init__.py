"""What people do with games, one file an act, in the manner of ``tournaments.acts``."""

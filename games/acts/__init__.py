"""What people do with games, by subject, each in the frame of ``tournaments.acts``."""

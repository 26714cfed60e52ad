"""What holds for every test of games: no deadline, because a slow machine is no fault of a program."""

from hypothesis import settings

settings.register_profile("games", deadline=None)
settings.load_profile("games")

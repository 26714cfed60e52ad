"""What waits for the start of a round: its line-ups, and the seats that its players take."""

from __future__ import annotations

from tournaments.acts._absent import await_seats
from tournaments.acts.teams._line_ups import await_line_ups
from tournaments.models import Round


def await_start(round_: Round) -> None:
    """Have the worker look when it is time. Asked for anew wherever the start of a public round, or what
    hangs on it, has changed."""
    await_line_ups(round_)
    await_seats(round_)

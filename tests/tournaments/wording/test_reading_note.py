"""Where the order of tie-breaks rests on no text at hand, their page says so."""

from __future__ import annotations

from tournaments.standings.tiebreaks import default_tie_breaks
from tournaments.wording.standings import reading_note


def test_the_round_robin_of_the_axf_says_that_it_is_a_reading() -> None:
    criteria = ("points", *default_tie_breaks("round-robin"))
    assert "our reading" in reading_note(criteria, "xiangqi")
    assert reading_note(criteria, "weiqi") == ""
    assert reading_note(criteria[:-1], "xiangqi") == ""
    assert reading_note(default_tie_breaks("wxc2015"), "xiangqi") == ""

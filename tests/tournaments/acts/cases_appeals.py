"""Cases of what players and referees do at table 1: appeals, reports of a result, fouls for missed moves."""

from __future__ import annotations

from typing import Any

from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_link
from tests.framed import Case
from tournaments.acts.own_table import tell_result
from tournaments.acts.refereeing.appeals import submit_appeal
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.models import Appeal, Round, Seat
from tournaments.queries.refereeing.fouls import misses_of, misses_revision


def a_ruling(cast: Cast, round_: Round) -> dict[str, Any]:
    red = Seat.objects.get(round=round_, pairing__table=1, colour="first").entry
    done = log_foul(
        round_=round_, table=1, player=red.number or 0, kind="technical", confirm=True, by=cast.bob
    )
    return {"round_": round_, "foul": done["foul"], "statement": "not so"}


@remembered
def appealed(cast: Cast, round_: Round) -> Appeal:
    ruling = a_ruling(cast, round_)
    red = Seat.objects.get(round=round_, pairing__table=1, colour="first").entry
    made = submit_appeal(**ruling, by=make_link(red))
    return Appeal.objects.select_related("pairing__round").get(pk=made["appeal"])


def told_apart(cast: Cast, round_: Round) -> Round:
    """Red says to have won at table 1, Black that it was a draw."""
    seats = Seat.objects.filter(round=round_, pairing__table=1)
    tell_result(by=make_link(seats.get(colour="first").entry), round_=round_, outcome="win")
    tell_result(by=make_link(seats.get(colour="second").entry), round_=round_, outcome="draw")
    return round_


def told_by_red(cast: Cast, round_: Round) -> Round:
    red = Seat.objects.get(round=round_, pairing__table=1, colour="first").entry
    tell_result(by=make_link(red), round_=round_, outcome="win")
    return round_


def missed_moves(cast: Cast, round_: Round) -> dict[str, Any]:
    """Two fouls of Red at table 1, of which one is too much."""
    red = Seat.objects.select_related("pairing", "entry").get(round=round_, pairing__table=1, colour="first")
    place = {"round_": round_, "table": 1, "player": red.entry.number or 0}
    log_foul(**place, offence="missed-moves", missed=8, confirm=True, by=cast.bob)
    return {**place, "missed": 4, "seen": misses_revision(misses_of(red.pairing, 1, red.entry_id))}


def appeal_cases(public: Any) -> dict[str, Case]:
    """``public``: makes round 1 public."""
    return {
        "set_appeal_rules": Case(
            lambda cast: {"section": cast.section, "minutes": 20}, who="bob", not_who="dave"
        ),
        "give_tables": Case(
            lambda cast: {
                "section": cast.section,
                "referee": cast.event.memberships.get(user=cast.dave).pk,
                "tables": "1-3",
            },
            who="bob",
            not_who="dave",
        ),
        "withdraw_told": Case(
            lambda cast: {"round_": told_by_red(cast, public(cast))}, who="first", not_who="bob"
        ),
        "agree_with_opponent": Case(
            lambda cast: {"round_": told_apart(cast, public(cast)), "outcome": "draw"},
            who="first",
            not_who="bob",
        ),
        "replace_misses": Case(lambda cast: missed_moves(cast, public(cast)), who="bob", not_who="alice"),
        "submit_appeal": Case(lambda cast: a_ruling(cast, public(cast)), who="first", not_who="bob"),
        "note_deposit": Case(
            lambda cast: {"appeal": appealed(cast, public(cast)), "deposit": "paid"},
            who="carol",
            not_who="charlie",
        ),
        "decide_appeal": Case(
            lambda cast: {
                "appeal": appealed(cast, public(cast)),
                "outcome": "rejected",
                "panel": "Ho",
                "reasons": "seen",
            },
            who="bob",
            not_who="dave",
            reason="seen",
        ),
    }

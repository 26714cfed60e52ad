"""Cases of the acts on circuits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from tests.cast import Cast
from tests.framed import Case
from tests.tournaments.acts.entering.cases_organisations import an_organisation
from tests.tournaments.circuit_world import Season
from tournaments.models import Circuit, Office
from tournaments.state.conditions import Condition

Of = partial(Case, who="frank", not_who="alice", scope="organisation")
"""Frank is an officer; Alice is chief organiser of an event and nothing more."""
WOMEN = Condition(gender="f")


def season_for(cast: Cast) -> Season:
    season = Season(an_organisation(cast, role=Office.Role.OFFICER), cast.frank)
    season.made()
    return season


def in_circuit(
    more: Callable[[Season], dict[str, Any]] = lambda _season: {},
) -> Callable[[Cast], dict[str, Any]]:
    def make(cast: Cast) -> dict[str, Any]:
        season = season_for(cast)
        return {"organisation": season.organisation, "circuit": season.circuit.pk, **more(season)}

    return make


def a_category(season: Season) -> dict[str, Any]:
    made = season.circuit.categories.create(name="Women", rule=WOMEN.as_json())
    return {"category": made.pk}


def a_section(season: Season) -> dict[str, Any]:
    return {"section": season.section("spring", date(2026, 3, 1), "Ann", "Bo").pk}


def a_counted(season: Season) -> dict[str, Any]:
    return {"counted": season.counted("spring", date(2026, 3, 1), "Ann", "Bo").pk}


def a_bonus(season: Season) -> dict[str, Any]:
    counted = a_counted(season)
    return {**counted, "person": season.persons["Ann"].pk, "bonus": "2"}


def a_disqualified(season: Season) -> dict[str, Any]:
    counted = a_counted(season)
    return {**counted, "person": season.persons["Ann"].pk, "disqualified": True, "reason": "Fair play"}


def a_level_pair(season: Season) -> dict[str, Any]:
    Circuit.objects.update(rule={**season.circuit.rule, "ties": ["lots"]})
    season.counted("spring", date(2026, 3, 1), "Ann Bo")
    return {}


def as_seen(season: Season) -> dict[str, Any]:
    a_counted(season)
    return {"seen": season.digest}


CIRCUITS: dict[str, Case] = {
    "make_circuit": Of(
        lambda cast: {"organisation": an_organisation(cast), "name": "Grand Prix", "season": "2026"}
    ),
    "change_circuit": Of(
        in_circuit(lambda _season: {"name": "Grand Prix", "season": "2026", "points": "10, 8, 6", "best": 3})
    ),
    "set_circuit_eligible": Of(in_circuit(lambda _season: {"condition": WOMEN})),
    "add_circuit_category": Of(in_circuit(lambda _season: {"name": "Women", "condition": WOMEN})),
    "remove_circuit_category": Of(in_circuit(a_category)),
    "add_circuit_section": Of(in_circuit(a_section)),
    "change_circuit_section": Of(in_circuit(lambda season: {**a_counted(season), "factor": "1.5"})),
    "delete_circuit": Of(in_circuit()),
    "remove_circuit_section": Of(in_circuit(lambda season: {**a_counted(season), "reason": "Cancelled"})),
    "set_circuit_bonus": Of(in_circuit(a_bonus)),
    "disqualify_in_circuit": Of(in_circuit(a_disqualified)),
    "draw_circuit_lots": Of(in_circuit(a_level_pair)),
    "publish_circuit": Of(in_circuit(as_seen)),
    "copy_circuit": Of(in_circuit(lambda _season: {"season": "2027"})),
}

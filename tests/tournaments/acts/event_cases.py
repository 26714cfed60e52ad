"""The cases of the acts by which an event is changed, and by which things are deleted."""

from __future__ import annotations

from tests.cast import Cast
from tests.framed import Case, do
from tests.tournaments.acts.cases_circuits import CIRCUITS
from tests.tournaments.acts.cases_ratings import LIST_ADDRESSES, NORMS, RATINGS
from tests.tournaments.acts.cases_referee_reports import REPORTS
from tests.tournaments.acts.entering.cases_applications import APPLICATIONS
from tests.tournaments.acts.entering.cases_organisations import ORGANISATIONS
from tests.tournaments.acts.money.cases_fees import FEES
from tests.tournaments.acts.notices.cases_apps import APPS
from tests.tournaments.acts.register.cases_licences import LICENCES
from tests.tournaments.acts.register.cases_persons import PERSONS, PLAYERS_ACTS
from tournaments.models import Event, Section


def empty(cast: Cast) -> Event:
    """Its section was never public."""
    Section.objects.filter(pk=cast.section.pk).update(state=Section.State.DRAFT)
    Event.objects.filter(pk=cast.event.pk).update(listed=False)
    return cast.event


def creator(cast: Cast) -> int:
    return int(do("name_creator", cast, "admin", "", user=cast.charlie)["creator"])


def preset(cast: Cast) -> int:
    return int(do("keep_preset", cast, "alice", "", section=cast.section, name="Our cup")["preset"])


EVENT_CASES: dict[str, Case] = {
    **PERSONS,
    **PLAYERS_ACTS,
    **APPLICATIONS,
    **FEES,
    **APPS,
    **ORGANISATIONS,
    **LIST_ADDRESSES,
    **NORMS,
    **RATINGS,
    **CIRCUITS,
    **LICENCES,
    **REPORTS,
    "set_site": Case(
        lambda _cast: {"name": "Our federation", "creators": "named"},
        who="admin",
        not_who="alice",
        scope="site",
    ),
    "name_creator": Case(lambda cast: {"user": cast.charlie}, who="admin", not_who="alice", scope="site"),
    "remove_creator": Case(
        lambda cast: {"creator": creator(cast)}, who="admin", not_who="alice", scope="site"
    ),
    "change_event": Case(
        lambda cast: {"event": cast.event, "name": "Renamed", "reason": "a slip"}, not_who="bob"
    ),
    "delete_event": Case(lambda cast: {"event": empty(cast)}, not_who="frank"),
    "keep_preset": Case(lambda cast: {"section": cast.section, "name": "Our league"}, may="AF"),
    "remove_preset": Case(lambda cast: {"section": cast.section, "preset": preset(cast)}, may="AF"),
    "delete_section": Case(lambda cast: {"section": cast.section, "reason": "entered twice"}),
    "delete_entry": Case(lambda cast: {"entry": cast.section.entries.order_by("pk")[0]}),
}

"""Cases of the acts on the chief referee's report."""

from __future__ import annotations

from typing import Any

from tests.cast import Cast
from tests.framed import Case, do
from tests.tournaments.acts.entering.cases_organisations import an_organisation
from tournaments.models import Event, Section
from tournaments.queries.refereeing.referee_reports import read_report


def over(cast: Cast) -> Section:
    """The section is finished, its event the organisation's of which Frank is an officer."""
    Section.objects.filter(pk=cast.section.pk).update(state=Section.State.FINISHED)
    Event.objects.filter(pk=cast.event.pk).update(organisation=an_organisation(cast))
    return Section.objects.select_related("event").get(pk=cast.section.pk)


def to_sign(cast: Cast) -> dict[str, Any]:
    section = over(cast)
    return {"section": section, "seen": read_report(section).digest}


def signed(cast: Cast) -> Section:
    do("sign_report", cast, "bob", "", **to_sign(cast))
    return over(cast)


def submitted(cast: Cast) -> Section:
    do("submit_report", cast, "bob", "", section=signed(cast))
    return over(cast)


REPORTS: dict[str, Case] = {
    "write_report": Case(
        lambda cast: {"section": over(cast), "remarks": "The hall was cold."}, who="bob", not_who="alice"
    ),
    "sign_report": Case(to_sign, who="bob", not_who="alice"),
    "submit_report": Case(lambda cast: {"section": signed(cast)}, who="bob", not_who="carol"),
    "answer_report": Case(
        lambda cast: {"section": submitted(cast), "answer": "returned", "words": "Table 3 is missing."},
        who="frank",
        not_who="bob",
    ),
}

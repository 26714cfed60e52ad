"""Cases of the acts on licences."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.cast import Cast
from tests.framed import Case, do
from tests.tournaments.acts.entering.cases_organisations import an_organisation
from tests.tournaments.acts.register.cases_persons import Register, a_person

Of = partial(Case, who="frank", not_who="alice", scope="organisation")


def a_kind(cast: Cast) -> dict[str, Any]:
    organisation = an_organisation(cast)
    made = do(
        "make_licence_kind", cast, "frank", "", organisation=organisation, code="xia-player", name="Player"
    )
    return {"organisation": organisation, "kind": made["kind"]}


def to_issue(cast: Cast) -> dict[str, Any]:
    kind = a_kind(cast)["kind"]
    return {"person": a_person(cast), "kind": kind, "starts": "2026-01-01", "ends": "2026-12-31"}


def issued(cast: Cast) -> dict[str, Any]:
    done = do("issue_licence", cast, "admin", "", **to_issue(cast))
    return {"person": a_person(cast), "licence": done["licence"]}


LICENCES: dict[str, Case] = {
    "make_licence_kind": Of(
        lambda cast: {"organisation": an_organisation(cast), "code": "xia-player", "name": "Player"}
    ),
    "change_licence_kind": Of(lambda cast: {**a_kind(cast), "name": "Players", "closed": True}),
    "issue_licence": Register(to_issue),
    "ask_for_licence": Register(to_issue),
    "set_licence_state": Register(
        lambda cast: {**issued(cast), "state": "suspended", "reason": "the fee is not paid"}
    ),
}

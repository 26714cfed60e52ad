"""Cases of the acts on apps that sign people in."""

from __future__ import annotations

from typing import Any

from portal.identity.registered import AppKind, new_app
from tests.cast import Cast
from tests.tournaments.acts.entering.cases_organisations import Of, an_organisation

BACK = "https://app.example/back"


def an_app(cast: Cast, kind: AppKind = AppKind.WEBSITE) -> dict[str, Any]:
    organisation = an_organisation(cast)
    made = new_app(
        keeper=f"organisation:{organisation.pk}",
        name="Site",
        kind=kind,
        addresses=[BACK],
        scopes=["openid"],
        by=cast.admin,
    )
    return {"organisation": organisation, "app": made.pk}


APPS = {
    "register_app": Of(
        lambda cast: {
            "organisation": an_organisation(cast),
            "name": "Site",
            "kind": "website",
            "addresses": BACK,
            "scopes": ["openid"],
        }
    ),
    "renew_app_secret": Of(an_app),
    "answer_for_app": Of(an_app),
    "delete_app": Of(an_app),
}

"""Cases of the acts on organisations and of handing events over."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any

from PIL import Image

from tests.cast import Cast
from tests.framed import Case, do
from tournaments.acts.notices._images import Picture, normalised_image
from tournaments.models import Handover, Office, Organisation, Series

Of = partial(Case, who="frank", not_who="alice", scope="organisation")
"""Frank is an officer; Alice is chief organiser of an event and nothing more."""


def an_organisation(cast: Cast, slug: str = "xia", role: Office.Role = Office.Role.OFFICER) -> Organisation:
    made, _new = Organisation.objects.get_or_create(slug=slug, defaults={"name": slug, "level": "nation"})
    Office.objects.get_or_create(organisation=made, user=cast.frank, role=role)
    return made


def an_office(cast: Cast, page: bool = False) -> dict[str, Any]:
    organisation = an_organisation(cast)
    held = Office.objects.create(organisation=organisation, user=cast.frank, role="treasurer", shown=page)
    return {"organisation": organisation, "office": held.pk}


def a_series(cast: Cast) -> dict[str, Any]:
    organisation = an_organisation(cast)
    cast.event.organisation = organisation
    cast.event.save()
    series = Series.objects.create(organisation=organisation, name="Open")
    return {"organisation": organisation, "series": series.pk, "events": [cast.event.pk]}


def one_series(cast: Cast) -> dict[str, Any]:
    organisation = an_organisation(cast)
    return {
        "organisation": organisation,
        "series": Series.objects.create(organisation=organisation, name="Open").pk,
    }


def offered(cast: Cast) -> Handover:
    made = do("offer_event", cast, "alice", "", event=cast.event, organisation=an_organisation(cast).pk)
    return Handover.objects.get(pk=made["handover"])


def a_picture() -> Picture:
    packed = BytesIO()
    Image.new("RGB", (60, 30), "#b3261e").save(packed, "WEBP")
    return normalised_image(packed.getvalue())


def marked(cast: Cast) -> dict[str, Any]:
    organisation = an_organisation(cast)
    do("set_mark", cast, "frank", "", organisation=organisation, picture=a_picture())
    return {"organisation": organisation}


def changed(cast: Cast) -> dict[str, Any]:
    values = {"name": "New", "slug": "new", "ground": "#000000", "ink": "#ffffff"}
    return {"organisation": an_organisation(cast), **values}


ORGANISATIONS: dict[str, Case] = {
    "found_organisation": Of(
        lambda cast: {"name": "Club", "slug": "club", "level": "club", "parent": an_organisation(cast).pk}
    ),
    "change_organisation": Of(changed),
    "set_mark": Of(lambda cast: {"organisation": an_organisation(cast), "picture": a_picture()}),
    "remove_mark": Of(marked),
    "move_organisation": Of(
        lambda cast: {"organisation": an_organisation(cast), "level": "world"}, who="admin", not_who="frank"
    ),
    "rename_series": Of(lambda cast: {**one_series(cast), "name": "Cup"}),
    "delete_series": Of(one_series),
    "set_federation": Of(
        lambda cast: {"organisation": an_organisation(cast), "federation": "CHN"},
        who="admin",
        not_who="frank",
    ),
    "give_office": Of(
        lambda cast: {
            "organisation": an_organisation(cast),
            "user": cast.alice,
            "role": Office.Role.REGISTRAR,
        },
        not_who="bob",
    ),
    "take_office": Of(an_office),
    "show_office": Of(lambda cast: {**an_office(cast), "shown": True}),
    "add_series": Of(lambda cast: {"organisation": an_organisation(cast), "name": "Championship"}),
    "set_series": Of(a_series),
    "offer_event": Case(
        lambda cast: {"event": cast.event, "organisation": an_organisation(cast).pk}, not_who="frank"
    ),
    "withdraw_offer": Case(lambda cast: {"event": cast.event, "handover": offered(cast).pk}, not_who="frank"),
    "accept_event": Of(lambda cast: {"handover": offered(cast)}),
    "reject_event": Of(lambda cast: {"handover": offered(cast)}),
}

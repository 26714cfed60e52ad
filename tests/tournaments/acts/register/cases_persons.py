"""Cases of the acts on the register of persons."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from tests.cast import Cast
from tests.factories import make_event
from tests.framed import Case, do
from tournaments.acts.notices._images import Picture
from tournaments.acts.register.person_input import PersonInput as Typed
from tournaments.exchange.ratings.fide_lists import ListedRating
from tournaments.models import Correction, Entry, Person, Player

PHOTO = Picture(b"a photo", 1, 1)

Register = partial(Case, who="admin", not_who="alice", scope="person")


def a_person(cast: Cast) -> Person:
    return cast.section.entries.select_related("player__person").order_by("pk")[0].player.person


def another(cast: Cast) -> int:
    """A second row, at another event."""
    person = Person.objects.create(name="Twin", federation_id="CHN")
    Player.objects.create(event=make_event("twins"), person=person, name="Twin", federation_id="CHN")
    return person.pk


def merged(cast: Cast) -> dict[str, Any]:
    person = a_person(cast)
    done = do("merge_persons", cast, "admin", "", person=person, other=another(cast), take=["name"])
    return {"person": person, "merger": done["merger"]}


def split(cast: Cast) -> dict[str, Any]:
    person = merged(cast)["person"]
    return {"person": person, "players": [person.players.order_by("pk")[0].pk]}


def numbered(cast: Cast, key: str = "number") -> dict[str, Any]:
    person = a_person(cast)
    return {"person": person, key: person.numbers.create(issuer="chn", number="7").pk}


def on_a_list(cast: Cast) -> dict[str, Any]:
    a_person(cast).numbers.create(issuer="chn", number="7")
    return {
        "issuer": "chn",
        "on": date(2026, 9, 1),
        "ratings": {"7": ListedRating(2500), "8": ListedRating(2400)},
    }


def told_apart(cast: Cast) -> dict[str, Any]:
    pair = {"person": a_person(cast), "other": another(cast)}
    do("tell_apart", cast, "admin", "", **pair)
    return pair


def corrected(cast: Cast) -> dict[str, Any]:
    entry = cast.section.entries.select_related("player__person").order_by("pk")[0]
    player = entry.player
    values = {"name": "Corrected", "federation": player.federation_id}
    do("correct_player", cast, "carol", "", entry=entry, person=Typed(**values))
    return {"person": player.person, "correction": Correction.objects.get(player=player, own=False).pk}


def own_entry(cast: Cast) -> Entry:
    return cast.section.entries.select_related("section__event", "player__person").order_by("pk")[0]


def proposed(cast: Cast, **values: Any) -> dict[str, Any]:
    entry = own_entry(cast)
    do("propose_particulars", cast, "player", "", entry=entry, **(values or {"name": "Proposed"}))
    correction = Correction.objects.filter(player=entry.player, own=True).latest("pk")
    return {"person": entry.player.person, "correction": correction.pk}


def pictured(cast: Cast) -> Entry:
    entry = own_entry(cast)
    do("set_own_photo", cast, "player", "", entry=entry, picture=PHOTO)
    return entry


def decided(cast: Cast) -> dict[str, Any]:
    arguments = proposed(cast)
    do("accept_correction", cast, "admin", "", **arguments)
    return arguments


def changed(cast: Cast) -> dict[str, Any]:
    values = {"name": "Renamed", "given_name": "", "native_name": "", "federation": "CHN"}
    return {"person": a_person(cast), **values, "birth_year": 1970, "gender": "", "listed": True}


PERSONS: dict[str, Case] = {
    "change_person": Register(changed),
    "accept_correction": Register(corrected),
    "reject_correction": Register(lambda cast: {**proposed(cast), "reason": "not in the passport"}),
    "reopen_correction": Register(decided),
    "set_person_number": Register(lambda cast: {"person": a_person(cast), "issuer": "wxf", "number": "W-7"}),
    "end_person_number": Register(numbered),
    "set_person_title": Register(
        lambda cast: {"person": a_person(cast), "title": "GM", "issuer": "wxf", "awarded": "2009-09-01"}
    ),
    "set_person_rating": Register(
        lambda cast: {"person": a_person(cast), "issuer": "chn", "value": 2500, "on": "2009-09-01"}
    ),
    "enter_list_ratings": Case(on_a_list, who="admin", not_who="alice", scope="site"),
    "add_person_name": Register(lambda cast: {"person": a_person(cast), "name": "Уинчуань"}),
    "remove_from_person": Register(
        lambda cast: {**numbered(cast, key="row"), "what": "numbers", "reason": "a slip"}
    ),
    "set_person_contact": Register(lambda cast: {"person": a_person(cast), "contact": "+86 10 1"}),
    "remove_photo": Register(
        lambda cast: {"person": pictured(cast).player.person, "reason": "somebody else is on it"}
    ),
    "tell_apart": Register(lambda cast: {"person": a_person(cast), "other": another(cast)}),
    "doubt_again": Register(told_apart),
    "merge_persons": Register(
        lambda cast: {"person": a_person(cast), "other": another(cast), "take": ["native_name"]}
    ),
    "undo_merger": Register(merged),
    "split_person": Register(split),
}
ByPlayer = partial(Case, who="player", not_who="other player")
PLAYERS_ACTS: dict[str, Case] = {
    "propose_particulars": ByPlayer(lambda cast: {"entry": own_entry(cast), "name": "Proposed"}),
    "set_own_contact": ByPlayer(lambda cast: {"entry": own_entry(cast), "contact": "xu@example.org"}),
    "set_own_photo": ByPlayer(lambda cast: {"entry": own_entry(cast), "picture": PHOTO}),
    "remove_own_photo": ByPlayer(lambda cast: {"entry": pictured(cast)}),
}

"""Cases of what an event tells everybody, and of official mode, which every round tells."""

from __future__ import annotations

from typing import Any

from tests.cast import Cast
from tests.factories import publish
from tests.framed import Case, do
from tests.working import compute
from tournaments.acts.drafts import pair_round
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.notices.documents import add_document
from tournaments.acts.notices.officials import set_official
from tournaments.models import Entry, Section


def announcement(cast: Cast) -> dict[str, Any]:
    made = announce(event=cast.event, texts=Texts(en="Lunch at noon"), by=cast.alice)
    return {"event": cast.event, "announcement": made["announcement"]}


def withdrawn_announcement(cast: Cast) -> dict[str, Any]:
    made = announcement(cast)
    do("withdraw_announcement", cast, "alice", "", **made)
    return made


def official(cast: Cast) -> dict[str, Any]:
    made = set_official(event=cast.event, name="Lim Kok", role="arbiter", by=cast.alice)
    return {"event": cast.event, "official": made["official"]}


TEXT = {"raw": b"Rules", "format_": "txt"}


def document(cast: Cast) -> dict[str, Any]:
    made = add_document(event=cast.event, kind="regulations", raw=b"Old rules", by=cast.alice)
    return {"event": cast.event, "document": made["document"]}


def adjourned(cast: Cast) -> dict[str, Any]:
    cast.section.entries.update(status=Entry.Status.CHECKED_IN)
    pair_round(round_=cast.round(1), by=cast.bob)
    compute()
    publish(cast.round(1))
    do("adjourn_game", cast, "dave", "", round_=cast.round(1), table=1)
    return {"round_": cast.round(1), "table": 1}


def of_handicaps(cast: Cast) -> dict[str, Any]:
    """A draft whose games may have a handicap."""
    cast.section.entries.update(status=Entry.Status.CHECKED_IN)
    pair_round(round_=cast.round(1), by=cast.bob)
    compute()
    Section.objects.filter(pk=cast.section.pk).update(game="weiqi", system="mcmahon")
    return {"round_": cast.round(1), "table": 1, "handicap": 2, "reason": "their wish"}


def in_official_mode(cast: Cast) -> Section:
    Section.objects.filter(pk=cast.section.pk).update(official=True)
    return cast.section


def staff(cast: Cast) -> dict[str, Any]:
    held = cast.event.memberships.get(user=cast.dave)
    cast.dave.first_name, cast.dave.last_name = "Dave", "Lim"
    cast.dave.save()
    return {"event": cast.event, "membership": held.pk}


NOTICE_ACTS = {
    "add_document": Case(lambda cast: {"event": cast.event, "kind": "other", "title": "Map", **TEXT}),
    "replace_document": Case(lambda cast: {**document(cast), **TEXT}),
    "remove_document": Case(document, may="AF"),
    "change_handicap": Case(of_handicaps, who="bob", may="B"),
    "withdraw_adjournment": Case(adjourned, who="dave", not_who="alice"),
    "enter_official": Case(lambda cast: {"section": cast.section}, not_who="frank"),
    "leave_official": Case(
        lambda cast: {"section": in_official_mode(cast), "confirmed": True, "reason": "Too few players."},
        who="bob",
        not_who="carol",
        may="AB",
    ),
    "set_official": Case(lambda cast: {"event": cast.event, "name": "Lim Kok", "role": "arbiter"}, may="AF"),
    "add_staff_official": Case(staff, may="AF"),
    "remove_official": Case(official, may="AF"),
    "announce": Case(lambda cast: {"event": cast.event, "texts": Texts(en="Lunch at noon")}, may="AFB"),
    "correct_announcement": Case(
        lambda cast: {**announcement(cast), "texts": Texts(en="Lunch at one"), "version": 1}, may="AFB"
    ),
    "pin_announcement": Case(lambda cast: {**announcement(cast), "pinned": True}, may="AFB"),
    "withdraw_announcement": Case(announcement, may="AFB"),
    "restore_announcement": Case(withdrawn_announcement, may="AFB"),
    "write_to_entrants": Case(
        lambda cast: {"event": cast.event, "texts": Texts(en="Lunch at noon")}, may="AFB"
    ),
}

"""Put right what stands about a player: a slip in the name, the wrong federation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, changes, lock_entry, scope_of
from tournaments.acts.enter_player import Person, check_person, show_anew, tidy
from tournaments.models import Entry, Federation, Player
from tournaments.policy import Act, require


def correct_player(
    *, entry: Entry, person: Person, by: User, seen: Mapping[str, Any] | None = None, once: str = ""
) -> Answer:
    """The player of ``entry`` is as ``person`` says, in every section of this event and at no other one; the
    group of the lots, the team and the categories of ``person`` do not count. A rating is that of the entry
    too. Answers ``{"entry": id, "fields": [field, …]}``: what has changed; the journal holds no more (law 8).
    ``seen``: what the person's screen showed, by field of `Person`, and as ``player_rating`` the rating that
    the player had apart from this entry. A rating that was left as it was seen stays, in both places.

    Refusals: ``player-erased``, ``name-needed``, ``name-too-long``, ``name-not-printable``,
    ``name-invisible``, ``unknown-federation``; `Conflict` ``changed-meanwhile``.
    """
    with transaction.atomic():
        entry = lock_entry(entry)
        target = f"entry:{entry.pk}"
        if earlier := journal.answered(by=by, once=once, act=Act.CORRECT_PLAYER, target=target):
            return earlier
        require(Act.CORRECT_PLAYER, by=by, scope=entry.section)
        check_person(person, set(Federation.objects.values_list("code", flat=True)))
        player = Player.objects.select_for_update().get(pk=entry.player_id)
        if player.erased_at:
            raise Refusal("player-erased")
        wanted = {
            "name": tidy(person.name),
            "native_name": tidy(person.native_name),
            "federation": person.federation,
            "club": tidy(person.club),
            "birth_year": person.birth_year,
            "gender": person.gender,
            "rating": person.rating,
        }
        columns = {name: "federation_id" if name == "federation" else name for name in wanted}
        now = {name: getattr(player, column) for name, column in columns.items()}
        if entry.rating is not None:
            now["rating"] = entry.rating
            if seen is None or person.rating != seen.get("rating"):
                # It goes to the player as well, who may have another one from another section.
                wanted["player_rating"], now["player_rating"] = person.rating, player.rating
        mine = changes(wanted=wanted, now=now, seen=seen)
        if "player_rating" in mine:
            mine["rating"] = mine.pop("player_rating")
        for name, value in mine.items():
            setattr(player, columns[name], value)
        player.save(update_fields=[columns[name] for name in mine])
        if "rating" in mine:
            entry.rating = person.rating
            entry.save(update_fields=["rating"])
        fields = list(mine)
        answer: Answer = {"entry": entry.pk, "fields": fields}
        journal.record(
            Act.CORRECT_PLAYER,
            by=by,
            scope=scope_of(entry.section.event),
            target=target,
            after={"fields": fields},
            once=once,
            answer=answer,
        )
        show_anew([player])
        return answer

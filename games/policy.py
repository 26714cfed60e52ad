"""Who may do what with game records, and in which state of the round: two tables, as data (law 5)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from portal.policy import Denied, Permission, Refusal
from tournaments.models import Event, Membership, Pairing, PlayerLink, Role, Round

if TYPE_CHECKING:
    from portal.accounts.models import User


class RecordAct(StrEnum):
    SUBMIT_RECORD = "submit_record"
    ACCEPT_RECORD = "accept_record"
    SEE_RECORDS = "see_records"
    COUNT_BOARD = "count_board"
    RULE_COUNT = "rule_count"
    RULE_ON_CLAIM = "rule_on_claim"
    RULE_ON_PROPOSAL = "rule_on_proposal"


_STAFF = frozenset({Role.CHIEF_ORGANISER, Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE, Role.DESK})

ROLES: Mapping[str, frozenset[Role]] = {
    RecordAct.SUBMIT_RECORD: _STAFF,
    RecordAct.ACCEPT_RECORD: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.SEE_RECORDS: _STAFF | {Role.SUPERVISOR},
    RecordAct.COUNT_BOARD: _STAFF,
    RecordAct.RULE_COUNT: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.RULE_ON_CLAIM: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.RULE_ON_PROPOSAL: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
}

PLAYER: frozenset[str] = frozenset({RecordAct.SUBMIT_RECORD, RecordAct.SEE_RECORDS, RecordAct.COUNT_BOARD})
"""What a player may do with record and final board of the own game, by the private link."""

_ALLOWED, _REFUSED = Permission.ALLOWED, Permission.REFUSED
_AFTER_PUBLISHING: dict[Round.State, Permission] = {
    Round.State.PLANNED: _REFUSED,
    Round.State.DRAFT: _REFUSED,
    Round.State.PUBLISHED: _ALLOWED,
    Round.State.PLAYING: _ALLOWED,
    Round.State.CLOSED: _ALLOWED,
}
STATES: Mapping[str, Mapping[Round.State, Permission]] = {
    RecordAct.SUBMIT_RECORD: _AFTER_PUBLISHING,
    RecordAct.ACCEPT_RECORD: _AFTER_PUBLISHING,
    RecordAct.SEE_RECORDS: _AFTER_PUBLISHING,
    RecordAct.COUNT_BOARD: _AFTER_PUBLISHING,
    RecordAct.RULE_COUNT: _AFTER_PUBLISHING,
    RecordAct.RULE_ON_CLAIM: _AFTER_PUBLISHING | {Round.State.CLOSED: _REFUSED},
    RecordAct.RULE_ON_PROPOSAL: _AFTER_PUBLISHING,
}


def acts_of(user: User | None, event: Event) -> frozenset[RecordAct]:
    """Everything that ``user`` may do with the records of ``event``. One query."""
    if user is None or not user.is_authenticated or not user.is_active:
        return frozenset()
    held = set(Membership.objects.filter(event=event, user_id=user.pk).values_list("role", flat=True))
    return frozenset(act for act in RecordAct if ROLES[act] & held)


def require(act: RecordAct, *, by: User | None, round_: Round) -> None:
    """Both tables at once. Raises `Denied` or a `Refusal` ``state``."""
    if act not in acts_of(by, round_.section.event):
        raise Denied(act)
    _check_state(act, round_)


def _check_state(act: RecordAct, round_: Round) -> None:
    if STATES[act][Round.State(round_.state)] is _REFUSED:
        raise Refusal("state", act=str(act), state=round_.state, round=round_.number)


def require_any(act: RecordAct, *, by: User | PlayerLink, pairing: Pairing, round_: Round) -> None:
    """The same for an act that staff and players do. ``round_``: the pairing's own, locked."""
    if isinstance(by, PlayerLink):
        pairing.round = round_
        require_player(act, link=by, pairing=pairing)
    else:
        require(act, by=by, round_=round_)


def require_player(act: RecordAct, *, link: PlayerLink, pairing: Pairing) -> None:
    """The same for who comes by a private link: only about a game of the link's own entry."""
    own = pairing.seats.filter(
        entry=link.entry_id, entry__links=link.pk, entry__links__revoked_at__isnull=True
    )
    if act not in PLAYER or not own.exists():
        raise Denied(act)
    _check_state(act, pairing.round)

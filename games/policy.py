"""Who may do what with game records, and in which state of the round: two tables, as data (law 5)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from portal.policy import Permission
from tournaments.models import Role, Round
from tournaments.policy import Act


class RecordAct(StrEnum):
    SUBMIT_RECORD = "submit_record"
    ACCEPT_RECORD = "accept_record"
    SEE_RECORDS = "see_records"
    COUNT_BOARD = "count_board"
    RULE_COUNT = "rule_count"
    RULE_ON_CLAIM = "rule_on_claim"
    RULE_ON_PROPOSAL = "rule_on_proposal"
    SEND_PLIES = "send_plies"
    RULE_ON_FINDING = "rule_on_finding"
    SHOW_LIVE = "show_live"
    FOLLOW_RELAY = "follow_relay"
    DECIDE_COLOURS = "decide_colours"


_STAFF = frozenset({Role.CHIEF_ORGANISER, Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE, Role.DESK})

ROLES: Mapping[str, frozenset[Role]] = {
    RecordAct.SUBMIT_RECORD: _STAFF,
    RecordAct.ACCEPT_RECORD: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.SEE_RECORDS: _STAFF | {Role.SUPERVISOR},
    RecordAct.COUNT_BOARD: _STAFF,
    RecordAct.RULE_COUNT: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.RULE_ON_CLAIM: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.RULE_ON_PROPOSAL: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.SEND_PLIES: _STAFF,
    RecordAct.RULE_ON_FINDING: frozenset({Role.CHIEF_REFEREE, Role.REFEREE}),
    RecordAct.SHOW_LIVE: frozenset({Role.CHIEF_ORGANISER, Role.ORGANISER, Role.CHIEF_REFEREE}),
    RecordAct.FOLLOW_RELAY: frozenset({Role.CHIEF_ORGANISER, Role.ORGANISER, Role.CHIEF_REFEREE}),
    RecordAct.DECIDE_COLOURS: _STAFF,
}

# What a player may do with record, final board, colours and, on line, plies of the own game, by the private
# link.
PLAYER: frozenset[str] = frozenset(
    {
        RecordAct.SUBMIT_RECORD,
        RecordAct.SEE_RECORDS,
        RecordAct.COUNT_BOARD,
        RecordAct.SEND_PLIES,
        RecordAct.DECIDE_COLOURS,
    }
)

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
    RecordAct.SEND_PLIES: _AFTER_PUBLISHING | {Round.State.CLOSED: _REFUSED},
    RecordAct.RULE_ON_FINDING: _AFTER_PUBLISHING,
    RecordAct.FOLLOW_RELAY: _AFTER_PUBLISHING | {Round.State.CLOSED: _REFUSED},
    RecordAct.DECIDE_COLOURS: _AFTER_PUBLISHING | {Round.State.CLOSED: _REFUSED},
}

# By which scope of a token a program may do it.
SCOPES: Mapping[str, frozenset[str]] = {
    "read": frozenset({RecordAct.SEE_RECORDS}),
    "records": frozenset({RecordAct.SUBMIT_RECORD, RecordAct.ACCEPT_RECORD, Act.KEEP_ARCHIVES}),
    "live": frozenset({RecordAct.SEND_PLIES, RecordAct.SHOW_LIVE, RecordAct.FOLLOW_RELAY}),
    "results": frozenset({RecordAct.DECIDE_COLOURS}),
    "fouls": frozenset({RecordAct.RULE_ON_CLAIM, RecordAct.RULE_ON_FINDING}),
}

"""Who may do which act, in which state of the round: two tables, as data, and a third for sections.

Other apps add tables of their own (`register_tables`); who asks is answered from all of them.
``docs/permissions.md`` is made from them (``manage.py permissions``); nothing else in the code asks for
a role by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from portal.policy import Denied, Permission, Refusal
from tournaments.models import (
    Creator,
    Entry,
    Event,
    Membership,
    Pairing,
    PlayerLink,
    Role,
    Round,
    Seat,
    Section,
    Site,
)
from tournaments.models.site import the_site

if TYPE_CHECKING:
    from portal.accounts.models import User

Scope = Event | Section | Round
ALLOWED, WARN, REFUSED = Permission.ALLOWED, Permission.WARN, Permission.REFUSED


class Act(StrEnum):
    """Everything that somebody can do to an event, reading included where it is not public."""

    SET_SITE = "set_site"
    CREATE_EVENT = "create_event"
    COPY_EVENT = "copy_event"
    ARCHIVE_EVENT = "archive_event"
    DELETE_EVENT = "delete_event"
    EDIT_EVENT = "edit_event"
    AWARD_PRIZES = "award_prizes"
    SET_SCHEDULE = "set_schedule"
    SET_MODE = "set_official_mode"
    GRANT_ROLE = "grant_role"
    DELEGATE_PAIRING = "delegate_pairing"
    MANAGE_WEBHOOKS = "manage_webhooks"
    SEE_DESK = "see_desk"
    READ_DRAFT = "read_draft"
    READ_JOURNAL = "read_journal"
    ENTER_PLAYER = "enter_player"
    CORRECT_PLAYER = "correct_player"
    ERASE_PLAYER = "erase_player"
    SET_TEAMS = "set_teams"
    GIVE_LINE_UP = "give_line_up"
    FORFEIT_MATCH = "forfeit_match"
    PENALISE_TEAM = "penalise_team"
    CHECK_IN = "check_in"
    SET_ABSENCE = "set_absence"
    WITHDRAW = "withdraw"
    REINSTATE = "reinstate"
    DRAW_LOTS = "draw_lots"
    RULE_PAIR = "rule_pair"
    PAIR_ROUND = "pair_round"
    ADJUST_ROUND = "adjust_round"
    PUBLISH_ROUND = "publish_round"
    ISSUE_LINKS = "issue_links"
    TAKE_SEAT = "take_seat"
    TELL_RESULT = "tell_result"
    REPORT_RESULT = "report_result"
    CORRECT_RESULT = "correct_result"
    LOG_FOUL = "log_foul"
    CONFIRM_FOUL = "confirm_foul"
    WITHDRAW_FOUL = "withdraw_foul"
    NOTE_TABLE = "note_table"
    ADJOURN_GAME = "adjourn_game"
    CLOSE_ROUND = "close_round"
    REOPEN_ROUND = "reopen_round"
    PRINT_PAPER = "print_paper"
    SET_SCREEN = "set_screen"
    SET_LOGO = "set_logo"
    ANNOUNCE = "announce"
    UNPUBLISH = "unpublish"
    BACK_UP_EVENT = "back_up_event"
    RESTORE_EVENT = "restore_event"
    LOAD_RATING_LIST = "load_rating_list"


_CO, _O, _CR, _R, _D, _S = (
    Role.CHIEF_ORGANISER,
    Role.ORGANISER,
    Role.CHIEF_REFEREE,
    Role.REFEREE,
    Role.DESK,
    Role.SUPERVISOR,
)

SITE_ADMIN = frozenset(
    {
        *(Act.SET_SITE, Act.CREATE_EVENT, Act.COPY_EVENT, Act.GRANT_ROLE, Act.ERASE_PLAYER),
        *(Act.BACK_UP_EVENT, Act.RESTORE_EVENT, Act.LOAD_RATING_LIST),
    }
)
"""What a site administrator may do at any event, without a role there."""

ANYWHERE = frozenset({Act.RESTORE_EVENT, Act.LOAD_RATING_LIST})
"""What belongs to no event: whoever has the role at one of them may do it."""

CREATORS: Mapping[Site.Creators, Callable[[User], bool]] = {
    Site.Creators.ADMINS: lambda _user: False,
    Site.Creators.NAMED: lambda user: Creator.objects.filter(user=user).exists(),
    Site.Creators.EVERYBODY: lambda _user: True,
}
"""Who but a site administrator may create events, as the site's setting says."""

PLAYER = frozenset({Act.CHECK_IN, Act.TAKE_SEAT, Act.TELL_RESULT})
"""What a player may do about the own entry, by the private link and without an account."""

BY_DELEGATION = frozenset(
    {Act.DRAW_LOTS, Act.RULE_PAIR, Act.PAIR_ROUND, Act.ADJUST_ROUND, Act.PUBLISH_ROUND, Act.CLOSE_ROUND}
)
"""What an organiser may do when the chief referee has recorded the delegation (WXC 2.4)."""

ROLES: Mapping[str, frozenset[Role]] = {
    Act.SET_SITE: frozenset(),
    Act.CREATE_EVENT: frozenset(),
    Act.COPY_EVENT: frozenset({_CO}),
    Act.ARCHIVE_EVENT: frozenset({_CO}),
    Act.DELETE_EVENT: frozenset({_CO}),
    Act.EDIT_EVENT: frozenset({_CO, _O}),
    Act.AWARD_PRIZES: frozenset({_CO, _O, _CR}),
    Act.SET_SCHEDULE: frozenset({_CO, _O, _CR}),
    Act.SET_MODE: frozenset({_CO, _CR}),
    Act.GRANT_ROLE: frozenset({_CO}),
    Act.DELEGATE_PAIRING: frozenset({_CR}),
    Act.MANAGE_WEBHOOKS: frozenset({_CO, _O}),
    Act.SEE_DESK: frozenset({_CO, _O, _CR, _R, _D, _S}),
    Act.READ_DRAFT: frozenset({_CO, _O, _CR, _S}),
    Act.READ_JOURNAL: frozenset({_CO, _O, _CR, _S}),
    Act.ENTER_PLAYER: frozenset({_CO, _O, _D}),
    Act.CORRECT_PLAYER: frozenset({_CO, _O, _CR, _D}),
    Act.ERASE_PLAYER: frozenset({_CO}),
    Act.SET_TEAMS: frozenset({_CO, _O, _D}),
    Act.GIVE_LINE_UP: frozenset({_CR, _R, _D}),
    Act.FORFEIT_MATCH: frozenset({_CR, _R}),
    Act.PENALISE_TEAM: frozenset({_CR}),
    Act.CHECK_IN: frozenset({_CO, _O, _CR, _R, _D}),
    Act.SET_ABSENCE: frozenset({_CO, _O, _CR, _D}),
    Act.WITHDRAW: frozenset({_CO, _O, _CR}),
    Act.REINSTATE: frozenset({_CO, _O, _CR}),
    Act.DRAW_LOTS: frozenset({_CR}),
    Act.RULE_PAIR: frozenset({_CR}),
    Act.PAIR_ROUND: frozenset({_CR}),
    Act.ADJUST_ROUND: frozenset({_CR}),
    Act.PUBLISH_ROUND: frozenset({_CR}),
    Act.ISSUE_LINKS: frozenset({_CO, _O, _D}),
    Act.TAKE_SEAT: frozenset(),
    Act.TELL_RESULT: frozenset(),
    Act.REPORT_RESULT: frozenset({_CO, _O, _CR, _R, _D}),
    Act.CORRECT_RESULT: frozenset({_CR, _R}),
    Act.LOG_FOUL: frozenset({_CR, _R, _D}),
    Act.CONFIRM_FOUL: frozenset({_CR, _R}),
    Act.WITHDRAW_FOUL: frozenset({_CR, _R}),
    Act.NOTE_TABLE: frozenset({_CR, _R, _D}),
    Act.ADJOURN_GAME: frozenset({_CR, _R, _D}),
    Act.CLOSE_ROUND: frozenset({_CR}),
    Act.REOPEN_ROUND: frozenset({_CR}),
    Act.PRINT_PAPER: frozenset({_CO, _O, _CR, _R, _D}),
    Act.SET_SCREEN: frozenset({_CO, _O, _CR, _D}),
    Act.SET_LOGO: frozenset({_CO, _O}),
    Act.ANNOUNCE: frozenset({_CO, _O, _CR}),
    Act.UNPUBLISH: frozenset({_CO, _O, _CR}),
    Act.BACK_UP_EVENT: frozenset({_CO}),
    Act.RESTORE_EVENT: frozenset({_CO}),
    Act.LOAD_RATING_LIST: frozenset({_CO, _O}),
}

_P = Round.State
_EVERY = dict.fromkeys(_P, ALLOWED)


def _row(*permissions: Permission) -> dict[Round.State, Permission]:
    return dict(zip(_P, permissions, strict=True))


STATES: Mapping[str, Mapping[Round.State, Permission]] = {
    # planned: nothing is paired; draft: only staff see it; published, playing, closed: everybody does.
    Act.SET_SCHEDULE: _row(ALLOWED, ALLOWED, ALLOWED, WARN, REFUSED),
    Act.SET_ABSENCE: _row(ALLOWED, WARN, REFUSED, REFUSED, REFUSED),
    Act.RULE_PAIR: _row(ALLOWED, WARN, REFUSED, REFUSED, REFUSED),
    Act.PAIR_ROUND: _row(ALLOWED, WARN, REFUSED, REFUSED, REFUSED),
    Act.ADJUST_ROUND: _row(REFUSED, ALLOWED, WARN, WARN, REFUSED),
    Act.PUBLISH_ROUND: _row(REFUSED, ALLOWED, REFUSED, REFUSED, REFUSED),
    Act.GIVE_LINE_UP: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.FORFEIT_MATCH: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.TAKE_SEAT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.TELL_RESULT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.REPORT_RESULT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.CORRECT_RESULT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.LOG_FOUL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.CONFIRM_FOUL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.WITHDRAW_FOUL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.NOTE_TABLE: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, ALLOWED),
    # A closed round: what was adjourned before goes on.
    Act.ADJOURN_GAME: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.CLOSE_ROUND: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.REOPEN_ROUND: _row(REFUSED, REFUSED, REFUSED, REFUSED, WARN),
}
"""Acts that are not here do not depend on the state of a round."""


def _section(draft: str = "", open_: str = "", running: str = "", finished: str = "") -> dict[str, str]:
    return dict(zip(map(str, Section.State), (draft, open_, running, finished), strict=True))


SECTIONS: dict[str, dict[str, str]] = {
    # The code of the refusal where the state of the section does not allow the act; empty where it does.
    "delete_entry": _section(finished="section-over-entries"),
    "open_section": _section("", "section-already-open", "section-already-open", "section-already-open"),
    "confirm_rating_class": _section(*["section-not-finished"] * 3),
    Act.ENTER_PLAYER: _section(finished="section-finished"),
    Act.SET_TEAMS: _section(finished="section-over"),
    Act.REINSTATE: _section(finished="section-finished"),
    Act.DRAW_LOTS: _section(draft="section-not-open"),
    Act.PAIR_ROUND: _section(draft="section-not-open"),
}
"""Acts that are not here do not depend on the state of the section."""


RESTING = frozenset(
    {
        *(
            Act.EDIT_EVENT,
            Act.SET_SCHEDULE,
            Act.SET_MODE,
            Act.DELEGATE_PAIRING,
            Act.ENTER_PLAYER,
            Act.SET_TEAMS,
        ),
        *(Act.CHECK_IN, Act.SET_ABSENCE, Act.WITHDRAW, Act.REINSTATE, Act.DRAW_LOTS, Act.RULE_PAIR),
        *(Act.PAIR_ROUND, Act.ADJUST_ROUND, Act.PUBLISH_ROUND, Act.ISSUE_LINKS, Act.TAKE_SEAT),
        *(Act.GIVE_LINE_UP, Act.FORFEIT_MATCH, Act.PENALISE_TEAM),
        *(Act.TELL_RESULT, Act.REPORT_RESULT, Act.LOG_FOUL, Act.CLOSE_ROUND, Act.REOPEN_ROUND),
    }
)
"""What nobody does at an archived event before it is unarchived: whatever prepares or plays it. What puts
right, prints, keeps or hides what was played goes on."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The two tables of an app, and which of its acts are a player's own; which rest while the event is
    archived."""

    roles: Mapping[str, frozenset[Role]]
    states: Mapping[str, Mapping[Round.State, Permission]]
    player: frozenset[str]
    resting: frozenset[str] = frozenset()


TABLES: list[Tables] = [Tables(ROLES, STATES, PLAYER, RESTING)]
"""These and those of other apps."""


def register_tables(tables: Tables) -> None:
    """Have another app's tables asked and printed; called in ``AppConfig.ready()``."""
    TABLES.append(tables)


def tables_of(act: str) -> Tables:
    """The tables in which ``act`` has its row."""
    return next(tables for tables in TABLES if act in tables.roles)


def acts_of(user: User | None, event: Event) -> frozenset[str]:
    """Everything that ``user`` may do at ``event``, by all tables, states of rounds aside. One query, none
    where the request has asked before (`User.granted`)."""
    if user is None or not user.is_authenticated or not user.is_active:
        return frozenset()
    if event.pk in user.granted:
        return user.granted[event.pk]
    memberships = list(Membership.objects.filter(event=event, user_id=user.pk))
    held = {membership.role for membership in memberships}
    found = {act for tables in TABLES for act, holders in tables.roles.items() if held & holders}
    if any(membership.may_pair for membership in memberships):
        found |= BY_DELEGATION
    if user.is_superuser:
        found |= SITE_ADMIN
    return frozenset(map(str, found))


def state_of(act: str, round_: Round) -> Permission:
    """What the state of ``round_`` says to ``act``."""
    return tables_of(act).states.get(act, _EVERY)[Round.State(round_.state)]


def require(
    act: str, *, by: User | PlayerLink | None, scope: Scope | None = None, thing: object = None
) -> Permission:
    """All tables at once. ``by``: one of the staff, or the private link of a player, who may do what is the
    players' own about what is their own; ``thing``: what it is done to, where that is not the ``scope`` by
    whose state is judged. Raises `Denied` or a `Refusal` ``state`` or ``event-archived``; returns ALLOWED or
    WARN."""
    if isinstance(by, PlayerLink):
        allowed = act in tables_of(act).player and _is_own(by, thing or scope)
    elif scope is None:
        allowed = may_anywhere(act, by)
    else:
        allowed = act in acts_of(by, event_of(scope))
    if not allowed:
        raise Denied(act)
    if scope is not None and event_of(scope).archived and act in tables_of(act).resting:
        raise Refusal("event-archived")
    permission = state_of(act, scope) if isinstance(scope, Round) else ALLOWED
    if permission is REFUSED and isinstance(scope, Round):
        raise Refusal("state", act=str(act), state=scope.state, round=scope.number)
    return permission


def event_of(scope: Scope) -> Event:
    if isinstance(scope, Event):
        return scope
    return scope.event if isinstance(scope, Section) else scope.section.event


def _is_own(link: PlayerLink, thing: object) -> bool:
    """Whether the link opens, as the request has read it, and to this: the entry, its section or a round of
    it, a table where it sits and what belongs to that table's game."""
    if link.revoked_at is not None:
        return False
    if isinstance(thing, list):
        return all(_is_own(link, one) for one in thing)
    if isinstance(thing, Entry):
        return thing.pk == link.entry_id
    if isinstance(thing, Round | Section):
        return link.entry.section_id == (thing.section_id if isinstance(thing, Round) else thing.pk)
    pairing = thing if isinstance(thing, Pairing) else getattr(thing, "pairing", None)
    return pairing is not None and Seat.objects.filter(entry=link.entry_id, pairing=pairing).exists()


def may_anywhere(act: str, by: User | None) -> bool:
    """Whether ``by`` may do what belongs to no event."""
    if by is None or not by.is_active:
        return False
    if by.is_superuser and act in SITE_ADMIN:
        return True
    if act == Act.CREATE_EVENT:
        return CREATORS[Site.Creators(the_site().creators)](by)
    return act in ANYWHERE and Membership.objects.filter(user_id=by.pk, role__in=ROLES[act]).exists()


def check_section_state(act: str, section: Section) -> None:
    """Raises the `Refusal` with which the state of ``section`` answers ``act``."""
    if code := SECTIONS.get(act, {}).get(section.state):
        raise Refusal(code)


def party_of(link: PlayerLink) -> str:
    """As whom the journal knows a player who has no account."""
    return f"entry:{link.entry_id}"


def offered(acts: frozenset[str], event: Event) -> frozenset[str]:
    """Those of ``acts`` that do not rest at ``event``: what a page may offer."""
    return acts.difference(*(tables.resting for tables in TABLES)) if event.archived else acts


def possible(acts: Iterable[str], round_: Round) -> frozenset[str]:
    """Those of ``acts`` that the state of ``round_`` does not refuse: what a page may offer."""
    return frozenset(act for act in acts if state_of(act, round_) is not REFUSED)

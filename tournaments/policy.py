"""Who may do which act, in which state of the round, and by which scope of a token: tables, as data, and
another for sections.

Other apps add tables of their own (`register_tables`); who asks is answered from all of them.
``docs/reference/permissions.md`` is made from them (``manage.py permissions``); no other code asks for roles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from portal.policy import Denied, Permission, Refusal
from tournaments.models import (
    Application,
    CaptainLink,
    Event,
    Membership,
    PlayerLink,
    Quota,
    Role,
    Round,
    Section,
)
from tournaments.organisation_roles import (
    OFFICES,
    ORGANISATIONS_THINGS,
    acts_by_offices,
    acts_in_events,
    creates_alone,
    enters_under,
    holds_office,
    may_for,
)
from tournaments.queries import private_link_scope
from tournaments.queries.private_link_scope import PrivateLink

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
    DELETE_APPLICATION = "delete_application"
    CORRECT_PLAYER = "correct_player"
    ERASE_PLAYER = "erase_player"
    SET_TEAMS = "set_teams"
    SET_ROSTER = "set_roster"
    HAND_IN_LINE_UP = "hand_in_line_up"
    SEE_LINE_UPS = "see_line_ups"
    REVEAL_LINE_UPS = "reveal_line_ups"
    GIVE_LINE_UP = "give_line_up"
    FORFEIT_MATCH = "forfeit_match"
    PENALISE_TEAM = "penalise_team"
    OVERRULE_CONDITION = "overrule_condition"
    CHECK_IN = "check_in"
    SET_ABSENCE = "set_absence"
    ASK_ABSENCE = "ask_team_absence"
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
    PROPOSE_PERSON = "propose_person"
    RENEW_LINK = "renew_link"
    TELL_BOARD = "tell_board_result"
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
    KEEP_REGISTER = "keep_register"
    KEEP_ARCHIVES = "keep_archives"
    APPLY = "apply"
    ENTER_OWN = "enter_own_players"
    HAND_OVER = "hand_over_event"
    KEEP_FEES = "keep_fees"
    PAY = "pay_fee"
    GIVE_TABLES = "give_tables"
    SET_APPEALS = "set_appeal_rules"
    APPEAL = "submit_appeal"
    NOTE_DEPOSIT = "note_deposit"
    DECIDE_APPEAL = "decide_appeal"
    WRITE_REPORT = "write_report"
    SUBMIT_REPORT = "submit_report"
    ANSWER_REPORT = "answer_report"


_CO, _O, _CR, _R, _D, _S = tuple(Role)

# A site administrator may do these at any event, without a role there.
SITE_ADMIN = frozenset(
    {
        *(Act.SET_SITE, Act.CREATE_EVENT, Act.COPY_EVENT, Act.GRANT_ROLE, Act.ERASE_PLAYER),
        *(Act.BACK_UP_EVENT, Act.RESTORE_EVENT, Act.LOAD_RATING_LIST, Act.KEEP_REGISTER),
        *(Act.KEEP_ARCHIVES, Act.HAND_OVER, Act.ANSWER_REPORT),
    }
)

# These belong to no event: whoever has the role at one of them may do them.
ANYWHERE = frozenset({Act.RESTORE_EVENT, Act.LOAD_RATING_LIST})

# A player may do these about the own entry, by the private link and without an account.
PLAYER = frozenset(
    {
        *(Act.CHECK_IN, Act.TAKE_SEAT, Act.TELL_RESULT, Act.PROPOSE_PERSON, Act.PAY, Act.APPEAL),
        *(Act.ASK_ABSENCE, Act.WITHDRAW, Act.RENEW_LINK),
    }
)

# A captain may do these for the own team and no other: by the team's private link, or with the account that
# the team has as its captain's.
CAPTAIN = frozenset({Act.SET_ROSTER, Act.HAND_IN_LINE_UP, Act.TELL_BOARD, Act.ASK_ABSENCE, Act.APPEAL})

# An applicant may do these about the own application, and the entry that came of it, by its private link.
APPLICANT = frozenset({Act.APPLY, Act.ASK_ABSENCE, Act.PAY})

# The office of a federation or another organisation may do these about the players whom it enters.
OFFICE = frozenset({Act.ENTER_OWN, Act.APPLY})

# WXC 2.4: an organiser may do these when the chief referee has recorded the delegation.
BY_DELEGATION = frozenset(
    {Act.DRAW_LOTS, Act.RULE_PAIR, Act.PAIR_ROUND, Act.ADJUST_ROUND, Act.PUBLISH_ROUND, Act.CLOSE_ROUND}
)

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
    Act.DELETE_APPLICATION: frozenset({_CO, _O, _D}),
    Act.CORRECT_PLAYER: frozenset({_CO, _O, _CR, _D}),
    Act.ERASE_PLAYER: frozenset({_CO}),
    Act.SET_TEAMS: frozenset({_CO, _O, _CR, _D}),
    Act.SET_ROSTER: frozenset({_CO, _O, _CR, _D}),
    Act.HAND_IN_LINE_UP: frozenset(),
    Act.SEE_LINE_UPS: frozenset({_CR, _R}),
    Act.REVEAL_LINE_UPS: frozenset({_CR, _R}),
    Act.GIVE_LINE_UP: frozenset({_CR, _R, _D}),
    Act.FORFEIT_MATCH: frozenset({_CR, _R}),
    Act.PENALISE_TEAM: frozenset({_CR}),
    Act.OVERRULE_CONDITION: frozenset({_CO, _O, _CR}),
    Act.CHECK_IN: frozenset({_CO, _O, _CR, _R, _D}),
    Act.SET_ABSENCE: frozenset({_CO, _O, _CR, _D}),
    Act.ASK_ABSENCE: frozenset(),
    Act.WITHDRAW: frozenset({_CO, _O, _CR}),
    Act.REINSTATE: frozenset({_CO, _O, _CR}),
    Act.DRAW_LOTS: frozenset({_CR}),
    Act.RULE_PAIR: frozenset({_CR}),
    Act.PAIR_ROUND: frozenset({_CR}),
    Act.ADJUST_ROUND: frozenset({_CR}),
    Act.PUBLISH_ROUND: frozenset({_CR}),
    Act.ISSUE_LINKS: frozenset({_CO, _O, _D}),
    **dict.fromkeys((Act.TAKE_SEAT, Act.TELL_RESULT, Act.PROPOSE_PERSON, Act.TELL_BOARD), frozenset()),
    Act.RENEW_LINK: frozenset(),
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
    Act.KEEP_REGISTER: frozenset(),
    Act.KEEP_ARCHIVES: frozenset(),
    **dict.fromkeys((Act.APPLY, Act.ENTER_OWN, Act.PAY), frozenset()),
    Act.HAND_OVER: frozenset({_CO}),
    Act.KEEP_FEES: frozenset({_CO, _O}),
    Act.GIVE_TABLES: frozenset({_CO, _CR}),
    Act.SET_APPEALS: frozenset({_CO, _O, _CR}),
    Act.APPEAL: frozenset(),
    Act.NOTE_DEPOSIT: frozenset({_CO, _O, _CR, _R, _D}),
    Act.DECIDE_APPEAL: frozenset({_CR}),
    Act.WRITE_REPORT: frozenset({_CR}),
    Act.SUBMIT_REPORT: frozenset({_CO, _O, _CR}),
    Act.ANSWER_REPORT: frozenset(),
}

_P = Round.State
_EVERY = dict.fromkeys(_P, ALLOWED)


def _row(*permissions: Permission) -> dict[Round.State, Permission]:
    return dict(zip(_P, permissions, strict=True))


# Acts that are not here do not depend on the state of a round.
STATES: Mapping[str, Mapping[Round.State, Permission]] = {
    # planned: nothing is paired; draft: only staff see it; published, playing, closed: everybody does.
    Act.SET_SCHEDULE: _row(ALLOWED, ALLOWED, ALLOWED, WARN, REFUSED),
    Act.SET_ABSENCE: _row(ALLOWED, WARN, REFUSED, REFUSED, REFUSED),
    # What is being paired only the desk changes.
    Act.ASK_ABSENCE: _row(ALLOWED, REFUSED, REFUSED, REFUSED, REFUSED),
    Act.RULE_PAIR: _row(ALLOWED, WARN, REFUSED, REFUSED, REFUSED),
    Act.PAIR_ROUND: _row(ALLOWED, WARN, REFUSED, REFUSED, REFUSED),
    Act.ADJUST_ROUND: _row(REFUSED, ALLOWED, WARN, WARN, REFUSED),
    Act.PUBLISH_ROUND: _row(REFUSED, ALLOWED, REFUSED, REFUSED, REFUSED),
    Act.HAND_IN_LINE_UP: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.REVEAL_LINE_UPS: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.GIVE_LINE_UP: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.FORFEIT_MATCH: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.TAKE_SEAT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.TELL_RESULT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.TELL_BOARD: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.REPORT_RESULT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.CORRECT_RESULT: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.LOG_FOUL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.CONFIRM_FOUL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.WITHDRAW_FOUL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.NOTE_TABLE: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, ALLOWED),
    Act.APPEAL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, ALLOWED),
    Act.DECIDE_APPEAL: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    # A closed round: what was adjourned before goes on.
    Act.ADJOURN_GAME: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, WARN),
    Act.CLOSE_ROUND: _row(REFUSED, REFUSED, ALLOWED, ALLOWED, REFUSED),
    Act.REOPEN_ROUND: _row(REFUSED, REFUSED, REFUSED, REFUSED, WARN),
}


def _section(draft: str = "", open_: str = "", running: str = "", finished: str = "") -> dict[str, str]:
    return dict(zip(map(str, Section.State), (draft, open_, running, finished), strict=True))


# Acts that are not here do not depend on the state of the section.
SECTIONS: dict[str, dict[str, str]] = {
    # The code of the refusal where the state of the section does not allow the act; empty where it does.
    "delete_entry": _section(finished="section-over-entries"),
    "open_section": _section("", "section-already-open", "section-already-open", "section-already-open"),
    "confirm_rating_class": _section(*["section-not-finished"] * 3),
    Act.ENTER_PLAYER: _section(finished="section-finished"),
    Act.APPLY: _section(draft="entries-closed", finished="section-finished"),
    Act.ENTER_OWN: _section(draft="entries-closed", finished="section-finished"),
    Act.SET_TEAMS: _section(finished="section-over"),
    Act.SET_ROSTER: _section(finished="section-over"),
    Act.REINSTATE: _section(finished="section-finished"),
    Act.DRAW_LOTS: _section(draft="section-not-open"),
    Act.PAIR_ROUND: _section(draft="section-not-open"),
}


# Whatever prepares or plays an archived event waits until it is unarchived. What puts right, prints, keeps or
# hides what was played goes on.
RESTING = frozenset(
    {
        *(Act.EDIT_EVENT, Act.SET_SCHEDULE, Act.SET_MODE, Act.DELEGATE_PAIRING, Act.ENTER_PLAYER),
        *(
            Act.OVERRULE_CONDITION,
            Act.CHECK_IN,
            Act.SET_ABSENCE,
            Act.WITHDRAW,
            Act.REINSTATE,
            Act.DRAW_LOTS,
            Act.RULE_PAIR,
        ),
        *(Act.PAIR_ROUND, Act.ADJUST_ROUND, Act.PUBLISH_ROUND, Act.ISSUE_LINKS, Act.TAKE_SEAT),
        *(Act.GIVE_LINE_UP, Act.FORFEIT_MATCH, Act.PENALISE_TEAM, Act.SET_TEAMS),
        *(Act.SET_ROSTER, Act.HAND_IN_LINE_UP, Act.REVEAL_LINE_UPS, Act.TELL_BOARD, Act.ASK_ABSENCE),
        *(Act.APPLY, Act.ENTER_OWN, Act.TELL_RESULT, Act.REPORT_RESULT, Act.LOG_FOUL, Act.CLOSE_ROUND),
        *(Act.REOPEN_ROUND, Act.APPEAL, Act.SET_APPEALS, Act.GIVE_TABLES),
    }
)


# The rights of a program's token by its scopes, as far as the account has them. An address of the interface
# asks for one scope; an act asks this table again, as it asks for the role.
SCOPES: Mapping[str, frozenset[str]] = {
    "read": frozenset({Act.SEE_DESK, Act.READ_DRAFT, Act.READ_JOURNAL, Act.SEE_LINE_UPS, Act.PRINT_PAPER}),
    "entries": frozenset(
        {
            *(Act.ENTER_PLAYER, Act.DELETE_APPLICATION, Act.CORRECT_PLAYER, Act.SET_TEAMS, Act.SET_ROSTER),
            *(
                Act.OVERRULE_CONDITION,
                Act.CHECK_IN,
                Act.SET_ABSENCE,
                Act.WITHDRAW,
                Act.REINSTATE,
                Act.ISSUE_LINKS,
                Act.APPLY,
            ),
            # Of the event itself its quotas.
            *(Act.ENTER_OWN, Act.EDIT_EVENT),
        }
    ),
    "rounds": frozenset(
        {
            *(Act.DRAW_LOTS, Act.RULE_PAIR, Act.PAIR_ROUND, Act.ADJUST_ROUND, Act.PUBLISH_ROUND),
            *(Act.CLOSE_ROUND, Act.REOPEN_ROUND, Act.REVEAL_LINE_UPS, Act.GIVE_LINE_UP, Act.SET_ABSENCE),
            *(Act.SET_MODE, Act.SET_SCHEDULE, Act.GIVE_TABLES),
        }
    ),
    "results": frozenset(
        {
            *(Act.REPORT_RESULT, Act.CORRECT_RESULT, Act.ADJOURN_GAME, Act.FORFEIT_MATCH),
            *(Act.PENALISE_TEAM, Act.SET_APPEALS, Act.NOTE_DEPOSIT, Act.DECIDE_APPEAL),
            *(Act.WRITE_REPORT, Act.SUBMIT_REPORT),
        }
    ),
    "fouls": frozenset({Act.LOG_FOUL, Act.CONFIRM_FOUL, Act.WITHDRAW_FOUL, Act.NOTE_TABLE}),
    "events": frozenset(
        {
            *(Act.CREATE_EVENT, Act.COPY_EVENT, Act.ARCHIVE_EVENT, Act.DELETE_EVENT, Act.EDIT_EVENT),
            *(Act.AWARD_PRIZES, Act.SET_SCHEDULE, Act.MANAGE_WEBHOOKS, Act.SET_SCREEN, Act.SET_LOGO),
            *(Act.UNPUBLISH, Act.BACK_UP_EVENT, Act.RESTORE_EVENT, Act.HAND_OVER),
        }
    ),
    "announcements": frozenset({Act.ANNOUNCE}),
    "fees": frozenset({Act.KEEP_FEES}),
    "staff": frozenset({Act.GRANT_ROLE, Act.DELEGATE_PAIRING, "name_officer", "see_organisation"}),
    "ratings": frozenset({Act.LOAD_RATING_LIST, "keep_ratings"}),
    "site": frozenset({Act.SET_SITE}),
    "persons": frozenset({Act.KEEP_REGISTER}),
    "licences": frozenset({"check_licence"}),
    "organisations": frozenset(
        {
            *("found_organisation", "edit_organisation", "move_organisation", "set_federation"),
            *("accept_event", "keep_circuits", "keep_licences", Act.ANSWER_REPORT),
        }
    ),
}


@dataclass(frozen=True, slots=True)
class PolicyTables:
    """The tables of an app; which acts are a player's, captain's, applicant's, office's; which rest."""

    roles: Mapping[str, frozenset[Role]]
    states: Mapping[str, Mapping[Round.State, Permission]]
    player: frozenset[str]
    resting: frozenset[str] = frozenset()
    captain: frozenset[str] = frozenset()
    applicant: frozenset[str] = frozenset()
    office: frozenset[str] = frozenset()
    scopes: Mapping[str, frozenset[str]] = field(default_factory=dict)


# These and those of other apps.
TABLES: list[PolicyTables] = [
    PolicyTables(ROLES, STATES, PLAYER, RESTING, CAPTAIN, APPLICANT, OFFICE, SCOPES)
]


def register_tables(tables: PolicyTables) -> None:
    """Have another app's tables asked and printed; called in ``AppConfig.ready()``."""
    TABLES.append(tables)


def tables_of(act: str) -> PolicyTables:
    """The tables in which ``act`` has its row."""
    return next(tables for tables in TABLES if act in tables.roles)


def holders_of(act: str) -> frozenset[Role]:
    """The roles of an event that may do ``act``."""
    return tables_of(act).roles[act]


def acts_of(user: User | None, event: Event) -> frozenset[str]:
    """Return everything that ``user`` may do at ``event``, by all tables, states of rounds aside."""
    if user is None or not user.is_authenticated or not user.is_active:
        return frozenset()
    # Asked once a request: `User.granted`.
    if event.pk in user.granted:
        return user.granted[event.pk]
    memberships = user.memberships_read.get(event.pk)
    if memberships is None:
        memberships = list(Membership.objects.filter(event=event, user_id=user.pk))
    held = {membership.role for membership in memberships}
    acts = {act for tables in TABLES for act, holders in tables.roles.items() if held & holders}
    if any(membership.may_pair for membership in memberships):
        acts |= BY_DELEGATION
    if user.is_superuser:
        acts |= SITE_ADMIN
    # An office of the organisation that owns the event counts as well (`offices.IN_EVENTS`).
    if event.organisation_id is not None:
        acts |= acts_in_events(user, event.organisation_id)
    return frozenset(map(str, acts))


def rights_of(scopes: Iterable[str]) -> frozenset[str]:
    """What a token with these scopes may do at most."""
    wanted = frozenset(scopes)
    return frozenset(
        str(act)
        for tables in TABLES
        for scope, acts in tables.scopes.items()
        if scope in wanted
        for act in acts
    )


def scopes_of(user: User) -> frozenset[str]:
    """Return the scopes under which the account may do something, anywhere; five queries."""
    acts = _acts_anywhere(user)
    # Those that it can give to a program.
    return frozenset(
        scope for tables in TABLES for scope, rights in tables.scopes.items() if not acts.isdisjoint(rights)
    )


def _acts_anywhere(user: User) -> frozenset[str]:
    if not user.is_active:
        return frozenset()
    memberships = list(Membership.objects.filter(user_id=user.pk).values_list("role", "may_pair"))
    held = {role for role, _may_pair in memberships}
    acts = {str(act) for tables in TABLES for act, holders in tables.roles.items() if held & holders}
    if any(may_pair for _role, may_pair in memberships):
        acts |= BY_DELEGATION
    if user.is_superuser:
        acts |= SITE_ADMIN | frozenset(OFFICES)
    if creates_alone(user):
        acts.add(Act.CREATE_EVENT)
    if private_link_scope.is_captain(user):
        acts |= CAPTAIN
    return frozenset(acts) | acts_by_offices(user)


def round_permits(act: str, round_: Round) -> Permission:
    """What the state of ``round_`` says to ``act``."""
    return tables_of(act).states.get(act, _EVERY)[Round.State(round_.state)]


def require(
    act: str, *, by: User | PrivateLink | None, scope: Scope | None = None, target: object = None
) -> Permission:
    """Ask all tables at once; returns ALLOWED or WARN. Raises `Denied`, or a `Refusal` ``state`` or
    ``event-archived``.

    ``target``: what it is done to, where that is not the ``scope`` by whose state is judged."""
    token = None if by is None or isinstance(by, PrivateLink) else by.token
    if token is not None and act not in rights_of(token.scopes):
        # A program has no more than its token was given, whatever its owner may do.
        raise Denied(act)
    # A private link may do what is its holder's own about what is its holder's own.
    if isinstance(by, PlayerLink):
        allowed = act in tables_of(act).player and private_link_scope.link_permits(by, target or scope)
    # Which team a captain speaks for, the act asks.
    elif isinstance(by, CaptainLink):
        allowed = act in tables_of(act).captain and private_link_scope.captain_link_permits(
            by, private_link_scope.section_key(scope)
        )
    elif isinstance(by, Application):
        allowed = act in tables_of(act).applicant and private_link_scope.is_of_applicant(by, target)
    elif isinstance(by, Quota):
        allowed = act in tables_of(act).office and by.pk == private_link_scope.quota_key(target)
    elif scope is None:
        allowed = (
            may_for(act, by, target) if isinstance(target, ORGANISATIONS_THINGS) else may_anywhere(act, by)
        )
    else:
        mine = act in tables_of(act).captain and private_link_scope.has_team(
            by, private_link_scope.section_key(scope)
        )
        mine = mine or (
            act in tables_of(act).office and enters_under(by, private_link_scope.quota_key(target))
        )
        allowed = mine or act in acts_of(by, scope_event(scope))
    if not allowed:
        raise Denied(act)
    if scope is not None and scope_event(scope).archived and act in tables_of(act).resting:
        raise Refusal("event-archived")
    permission = round_permits(act, scope) if isinstance(scope, Round) else ALLOWED
    if permission is REFUSED and isinstance(scope, Round):
        raise Refusal("state", act=str(act), state=scope.state, round=scope.number)
    return permission


def scope_event(scope: Scope) -> Event:
    if isinstance(scope, Event):
        return scope
    return scope.event if isinstance(scope, Section) else scope.section.event


def may_anywhere(act: str, by: User | None) -> bool:
    """Whether ``by`` may do what belongs to no event."""
    if by is None or not by.is_active:
        return False
    if (by.is_superuser and (act in SITE_ADMIN or act in OFFICES)) or holds_office(act, by):
        return True
    if act == Act.CREATE_EVENT:
        return creates_alone(by)
    return act in ANYWHERE and Membership.objects.filter(user_id=by.pk, role__in=ROLES[act]).exists()


def check_section_state(act: str, section: Section) -> None:
    """Raises the `Refusal` with which the state of ``section`` answers ``act``."""
    if code := SECTIONS.get(act, {}).get(section.state):
        raise Refusal(code)


def offered(acts: frozenset[str], event: Event) -> frozenset[str]:
    """Those of ``acts`` that do not rest at ``event``: what a page may offer."""
    return acts.difference(*(tables.resting for tables in TABLES)) if event.archived else acts


def possible(acts: Iterable[str], round_: Round) -> frozenset[str]:
    """Those of ``acts`` that the state of ``round_`` does not refuse: what a page may offer."""
    return frozenset(act for act in acts if round_permits(act, round_) is not REFUSED)

"""Which act undoes which: a table. Each inverse is an act of its own, with its own rights and refusals.

An inverse is only done while what the undone act did still stands: it looks, and refuses with
``undo-too-late`` where somebody has gone on from there. What has no inverse is not in the table: a published
version, an adjusted draft, frozen standings and a private link are replaced, never taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import cast

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts._section_settings import MOST_TABLE
from tournaments.acts.all_rounds import publish_all_rounds, take_back_all_rounds
from tournaments.acts.change_section import change_section, set_fixed_table
from tournaments.acts.common import target_of
from tournaments.acts.entering.attendance import check_in, reinstate, require_check_in, set_absence, withdraw
from tournaments.acts.entering.quotas import key_of, restore_quotas
from tournaments.acts.event_settings import as_journalled, change_event, values_of
from tournaments.acts.events import archive_event, unarchive_event
from tournaments.acts.money.fees import undo_booking
from tournaments.acts.money.payments import BOOKED
from tournaments.acts.money.prizes import set_categories
from tournaments.acts.notices.announcements import (
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.acts.people import delegate_pairing, grant_role, revoke_invitation, revoke_role
from tournaments.acts.register.grades import restore_grades
from tournaments.acts.rounds import reopen_round
from tournaments.acts.rulings import lift_rule, rule_pair
from tournaments.acts.sections import set_schedule
from tournaments.acts.teams.teams import place_in_teams, remove_team
from tournaments.acts.undo._setting_shapes import OF_SECTION
from tournaments.acts.undo._shapes import (
    Shape,
    by_number,
    is_day,
    is_flag,
    is_grade,
    is_maybe,
    is_moment,
    is_number,
    is_numbers,
    is_one_of,
    is_places,
    is_text,
    is_texts,
    is_true,
)
from tournaments.acts.undo._table_inverses import TABLE_INVERSES
from tournaments.acts.undo._team_inverses import TEAM_INVERSES
from tournaments.acts.undo._undo import Inverse, Undo
from tournaments.models import Absence, Entry, Event, LedgerRow, PairRule, Role
from tournaments.policy import Act
from tournaments.queries.section_settings import settings_of


def _of_event(opposite: Callable[..., Mapping[str, object]]) -> Callable[[Undo], Mapping[str, object]]:
    """Of an act on the event that takes nothing else: its opposite."""

    def do(undo: Undo) -> Mapping[str, object]:
        undo.stands(undo.entry.target == target_of(undo.event))
        return opposite(event=undo.event, **undo.signed)

    return do


def _publish_all_rounds(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    undo.stands(section.all_rounds_public)
    return take_back_all_rounds(section=section, **undo.signed)


def _take_back_all_rounds(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    undo.stands(not section.all_rounds_public)
    return publish_all_rounds(section=section, **undo.signed)


def _check_in(undo: Undo) -> Mapping[str, object]:
    entries, was, now = undo.entries(), undo.before["status"], undo.after["status"]
    undo.stands(was != now and all(entry.status == now for entry in entries))
    return check_in(entries=entries, present=was == Entry.Status.CHECKED_IN, **undo.signed)


def _require_check_in(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    undo.stands(section.check_in_needed == undo.after["check_in_needed"])
    return require_check_in(section=section, needed=undo.before["check_in_needed"], **undo.signed)


def _set_absence(undo: Undo) -> Mapping[str, object]:
    entries, number, absent = undo.entries(), undo.after["round"], undo.after["absent"]
    was, half = bool(undo.before.get("half_point")), bool(undo.after.get("half_point"))
    granted, full = bool(undo.before.get("full_point")), bool(undo.after.get("full_point"))
    away = Absence.objects.filter(entry__in=entries, round_number=number)
    undo.stands(away.count() == (len(entries) if absent else 0))
    undo.stands(away.filter(half_point=True).count() == (len(entries) if half else 0))
    undo.stands(away.filter(full_point=True).count() == (len(entries) if full else 0))
    # Of several, some were absent before: that cannot be put together again by one act.
    undo.stands("entries" not in undo.before)
    return set_absence(
        entries=entries,
        round_number=number,
        absent=was or granted or not absent,
        half_point=was,
        full_point=granted,
        reason=undo.reason,
        **undo.signed,
    )


def _withdraw(undo: Undo) -> Mapping[str, object]:
    entries = undo.entries()
    undo.stands(all(entry.withdrawn_after == undo.after["withdrawn_after"] for entry in entries))
    were_here = undo.before["status"] == Entry.Status.CHECKED_IN
    keys = [entry.pk for entry in entries]
    here = undo.before.get("entries") or keys if were_here else ()
    undo.stands(set(undo.before.get("entries") or ()) <= set(keys))
    return reinstate(entries=entries, reason=undo.reason, here=here, **undo.signed)


def _reinstate(undo: Undo) -> Mapping[str, object]:
    return withdraw(entries=undo.entries(), reason=undo.reason, **undo.signed)


def _set_categories(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before = {int(key): keys for key, keys in undo.before["categories"].items()}
    after = {int(key): keys for key, keys in undo.after["categories"].items()}
    entries = section.entries.filter(pk__in=after).prefetch_related("categories")
    now = {entry.pk: sorted(category.key for category in entry.categories.all()) for entry in entries}
    undo.stands(now == after and before.keys() == after.keys())
    return set_categories(section=section, categories=before, **undo.signed)


def _set_grades(undo: Undo) -> Mapping[str, object]:
    section = undo.entries()[0].section
    before = {int(key): grade for key, grade in undo.before["grades"].items()}
    now = dict(section.entries.filter(pk__in=before).values_list("pk", "player__grade"))
    undo.stands(now == {int(key): grade for key, grade in undo.after["grades"].items()})
    return restore_grades(section=section, grades=before, **undo.signed)


def _set_teams(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before = {int(key): team for key, team in undo.before["teams"].items()}
    now = dict(section.entries.filter(pk__in=before).values_list("pk", "team"))
    undo.stands(now == {int(key): team for key, team in undo.after["teams"].items()})
    places = undo.before.get("roster_places", {})
    if not _ORDERS(places):
        raise Refusal("undo-untold")
    held = {int(key): place for key, place in places.items()}
    return place_in_teams(section=section, teams=before, places=held, reason=undo.reason, **undo.signed)


def _add_team(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    return remove_team(section=section, team=undo.after["team"], **undo.signed)


def _rule_pair(undo: Undo) -> Mapping[str, object]:
    return lift_rule(round_=undo.round(), rule=undo.answered("rule"), **undo.signed)


def _lift_rule(undo: Undo) -> Mapping[str, object]:
    # One that was for every round stands for the rounds before: that cannot be put together again.
    undo.stands("from_round" not in undo.before)
    pair = {name: undo.before[name] for name in ("kind", "first", "second")}
    until = undo.before.get("until")
    return rule_pair(round_=undo.round(), until=until, reason=undo.reason, **pair, **undo.signed)


def _grant_role(undo: Undo) -> Mapping[str, object]:
    return revoke_role(event=undo.event, membership=undo.answered("membership"), **undo.signed)


def _revoke_role(undo: Undo) -> Mapping[str, object]:
    user = User.objects.filter(pk=undo.before["user"], is_active=True).first()
    return grant_role(
        event=undo.event, user=undo.existing(user), role=Role(undo.before["role"]), **undo.signed
    )


def _delegate_pairing(undo: Undo) -> Mapping[str, object]:
    held = undo.event.memberships.filter(pk=undo.answered("membership")).first()
    undo.stands(held is not None and held.may_pair == undo.after["may_pair"] != undo.before["may_pair"])
    return delegate_pairing(
        event=undo.event,
        membership=undo.answered("membership"),
        may_pair=undo.before["may_pair"],
        **undo.signed,
    )


def _invite_person(undo: Undo) -> Mapping[str, object]:
    return revoke_invitation(event=undo.event, invitation=undo.answered("invitation"), **undo.signed)


def _set_schedule(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    times = {int(number): _moment(iso) for number, iso in undo.before["start_times"].items()}
    now = dict(section.round_set.filter(number__in=times).values_list("number", "starts_at"))
    undo.stands(now == {int(number): _moment(iso) for number, iso in undo.after["start_times"].items()})
    undo.stands(section.online == undo.after["online"])
    return set_schedule(section=section, starts=times, online=undo.before["online"], **undo.signed)


def _change_event(undo: Undo) -> Mapping[str, object]:
    undo.stands(isinstance(undo.before, dict) and isinstance(undo.after, dict))
    before = {key: value for key, value in undo.before.items() if key in _SETTINGS}
    undo.stands(bool(before) and all(_SETTINGS[key](value) for key, value in before.items()))
    now = as_journalled(values_of(Event.objects.get(pk=undo.event.pk)))
    undo.stands(all(now[key] == undo.after.get(key) for key in before))
    before |= {key: date.fromisoformat(before[key]) for key in ("starts", "ends") if key in before}
    return change_event(event=undo.event, reason=undo.reason, **undo.signed, **before)


def _change_section(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    if not (isinstance(undo.before, dict) and isinstance(undo.after, dict) and undo.before):
        raise Refusal("undo-untold")
    now = settings_of(section)
    undo.stands(all(now.get(key) == value for key, value in undo.after.items()))
    if not all(key in OF_SECTION and OF_SECTION[key](value) for key, value in undo.before.items()):
        raise Refusal("undo-untold")
    return change_section(section=section, wanted=undo.before, reason=undo.reason, **undo.signed)


def _set_fixed_table(undo: Undo) -> Mapping[str, object]:
    [entry] = undo.entries()
    undo.stands(entry.fixed_table == undo.after.get("table"))
    return set_fixed_table(entry=entry, table=undo.before.get("table"), **undo.signed)


def _is_table(value: object) -> bool:
    return is_number(value) and 1 <= cast("int", value) <= MOST_TABLE


def _moment(iso: str | None) -> datetime | None:
    return datetime.fromisoformat(iso) if iso else None


def _close_round(undo: Undo) -> Mapping[str, object]:
    return reopen_round(round_=undo.round(), reason=undo.reason, **undo.signed)


def _announce(undo: Undo) -> Mapping[str, object]:
    return withdraw_announcement(event=undo.event, announcement=undo.after["announcement"], **undo.signed)


def _restore(undo: Undo) -> Mapping[str, object]:
    return restore_announcement(event=undo.event, announcement=undo.after["announcement"], **undo.signed)


def _pin(undo: Undo) -> Mapping[str, object]:
    before = undo.before
    return pin_announcement(
        event=undo.event, announcement=before["announcement"], pinned=before["pinned"], **undo.signed
    )


def _undo_booking(undo: Undo) -> Mapping[str, object]:
    row = undo.existing(
        LedgerRow.objects.filter(account__section__event=undo.event, pk=undo.after["ledger_row"]).first()
    )
    undo.stands(row.account_id == undo.after["account"])
    return undo_booking(event=undo.event, row=row.pk, reason=undo.reason, **undo.signed)


def _set_quotas(undo: Undo) -> Mapping[str, object]:
    section, before, after = undo.section(), undo.before["quotas"], undo.after["quotas"]
    standing = {key_of(quota): quota.places for quota in section.quotas.select_related("organisation")}
    undo.stands(
        before.keys() == after.keys() and all(standing.get(key) == places for key, places in after.items())
    )
    return restore_quotas(section=section, quotas=before, **undo.signed)


_ANNOUNCEMENT: Shape = {"announcement": is_number}
_QUOTAS: Shape = {"quotas": is_places}
_PINNED: Shape = {**_ANNOUNCEMENT, "pinned": is_flag}
_BOOKED: Shape = {"account": is_number, "ledger_row": is_number}
_STATUS: Shape = {"status": is_one_of(Entry.Status.values)}
_ENTRIES: Shape = {"entries": is_maybe(is_numbers)}
_CATEGORIES: Shape = {"categories": by_number(is_texts)}
_GRADES: Shape = {"grades": by_number(is_grade)}
_ORDERS = by_number(is_number)
_TEAMS: Shape = {"teams": by_number(is_maybe(is_number))}
_PAIR: Shape = {"kind": is_one_of(PairRule.Kind.values), "first": is_number, "second": is_number}
_MAY_PAIR: Shape = {"may_pair": is_flag}
_STARTS: Shape = {"start_times": by_number(is_maybe(is_moment)), "online": is_flag}
_TABLE: Shape = {"table": is_maybe(_is_table)}
_NEEDED: Shape = {"check_in_needed": is_flag}
_SETTINGS: Shape = {
    **dict.fromkeys(("name", "native_name", "slug", "place", "time_zone"), is_text),
    **dict.fromkeys(("starts", "ends"), is_day),
    **dict.fromkeys(("officials_shown", "titles_shown"), is_flag),
}
"""Of a change those that were among it."""
INVERSES: Mapping[str, Inverse] = {
    "book_payment": Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    BOOKED: Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    "book_fee": Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    "undo_booking": Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    "set_quotas": Inverse(Act.EDIT_EVENT, _set_quotas, _QUOTAS, _QUOTAS),
    "restore_quotas": Inverse(Act.EDIT_EVENT, _set_quotas, _QUOTAS, _QUOTAS),
    Act.ARCHIVE_EVENT: Inverse(Act.ARCHIVE_EVENT, _of_event(unarchive_event)),
    "unarchive_event": Inverse(Act.ARCHIVE_EVENT, _of_event(archive_event)),
    Act.ANNOUNCE: Inverse(Act.ANNOUNCE, _announce, after=_ANNOUNCEMENT),
    "withdraw_announcement": Inverse(Act.ANNOUNCE, _restore, after=_ANNOUNCEMENT),
    "restore_announcement": Inverse(Act.ANNOUNCE, _announce, after=_ANNOUNCEMENT),
    "pin_announcement": Inverse(Act.ANNOUNCE, _pin, _PINNED),
    "change_event": Inverse(Act.EDIT_EVENT, _change_event, after={"whole": is_true}),
    "change_section": Inverse(Act.EDIT_EVENT, _change_section),
    "require_check_in": Inverse(Act.EDIT_EVENT, _require_check_in, _NEEDED, _NEEDED),
    "set_fixed_table": Inverse(Act.CORRECT_PLAYER, _set_fixed_table, _TABLE, _TABLE),
    Act.CHECK_IN: Inverse(Act.CHECK_IN, _check_in, _STATUS, {**_STATUS, **_ENTRIES}),
    Act.SET_ABSENCE: Inverse(
        Act.SET_ABSENCE,
        _set_absence,
        before={"half_point": is_maybe(is_flag), "full_point": is_maybe(is_flag)},
        after={
            "round": is_number,
            "absent": is_flag,
            "half_point": is_maybe(is_flag),
            "full_point": is_maybe(is_flag),
            **_ENTRIES,
        },
    ),
    Act.WITHDRAW: Inverse(
        Act.REINSTATE,
        _withdraw,
        before={**_STATUS, **_ENTRIES},
        after={"withdrawn_after": is_number, **_ENTRIES},
    ),
    Act.REINSTATE: Inverse(Act.WITHDRAW, _reinstate, after=_ENTRIES),
    "set_categories": Inverse(Act.CORRECT_PLAYER, _set_categories, _CATEGORIES, _CATEGORIES),
    "set_grades_by_rating": Inverse(Act.CORRECT_PLAYER, _set_grades, _GRADES, {**_GRADES, **_ENTRIES}),
    Act.SET_TEAMS: Inverse(Act.SET_TEAMS, _set_teams, _TEAMS, _TEAMS),
    "add_team": Inverse(Act.SET_TEAMS, _add_team, after={"team": is_number}),
    Act.RULE_PAIR: Inverse(Act.RULE_PAIR, _rule_pair),
    "lift_rule": Inverse(Act.RULE_PAIR, _lift_rule, {**_PAIR, "until": is_maybe(is_number)}),
    Act.GRANT_ROLE: Inverse(Act.GRANT_ROLE, _grant_role),
    "revoke_role": Inverse(Act.GRANT_ROLE, _revoke_role, {"user": is_number, "role": is_one_of(Role.values)}),
    Act.DELEGATE_PAIRING: Inverse(Act.DELEGATE_PAIRING, _delegate_pairing, _MAY_PAIR, _MAY_PAIR),
    "invite_person": Inverse(Act.GRANT_ROLE, _invite_person),
    Act.SET_SCHEDULE: Inverse(Act.SET_SCHEDULE, _set_schedule, _STARTS, _STARTS),
    "publish_all_rounds": Inverse(Act.PUBLISH_ROUND, _publish_all_rounds),
    "take_back_all_rounds": Inverse(Act.PUBLISH_ROUND, _take_back_all_rounds),
    Act.CLOSE_ROUND: Inverse(Act.REOPEN_ROUND, _close_round),
    **TABLE_INVERSES,
    **TEAM_INVERSES,
}
"""By the act as the journal names it."""

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
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tournaments.acts._section_settings import MOST_TABLE
from tournaments.acts._shapes import (
    Shape,
    by_number,
    fits,
    is_day,
    is_flag,
    is_game,
    is_maybe,
    is_moment,
    is_number,
    is_numbers,
    is_one_of,
    is_text,
    is_texts,
    is_true,
)
from tournaments.acts._undo import Inverse, Undo
from tournaments.acts.adjourning import withdraw_adjournment
from tournaments.acts.all_rounds import publish_all_rounds, take_back_all_rounds
from tournaments.acts.announcements import (
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.acts.attendance import check_in, reinstate, require_check_in, set_absence, withdraw
from tournaments.acts.change_section import change_section, set_fixed_table
from tournaments.acts.common import target_of
from tournaments.acts.event_settings import change_event, kept, values_of
from tournaments.acts.events import archive_event, unarchive_event
from tournaments.acts.fouls import withdraw_foul
from tournaments.acts.people import delegate_pairing, grant_role, revoke_invitation, revoke_role
from tournaments.acts.prizes import set_categories
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.rounds import reopen_round
from tournaments.acts.rulings import lift_rule, rule_pair
from tournaments.acts.sections import set_schedule
from tournaments.acts.teams import place_in_teams, remove_team
from tournaments.models import Absence, Entry, Event, Foul, PairRule, ResultReport, Role
from tournaments.policy import Act
from tournaments.queries.section_settings import settings_of


def _of_event(opposite: Callable[..., Mapping[str, object]]) -> Callable[[Undo], Mapping[str, object]]:
    """Of an act on the event that takes nothing else: its opposite."""

    def do(undo: Undo) -> Mapping[str, object]:
        undo.stands(undo.entry.target == target_of(undo.event))
        return opposite(event=undo.event, **undo.who)

    return do


def _publish_all_rounds(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    undo.stands(section.all_rounds_public)
    return take_back_all_rounds(section=section, **undo.who)


def _take_back_all_rounds(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    undo.stands(not section.all_rounds_public)
    return publish_all_rounds(section=section, **undo.who)


def _check_in(undo: Undo) -> Mapping[str, object]:
    entries, was, now = undo.entries(), undo.before["status"], undo.after["status"]
    undo.stands(was != now and all(entry.status == now for entry in entries))
    return check_in(entries=entries, present=was == Entry.Status.CHECKED_IN, **undo.who)


def _require_check_in(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    undo.stands(section.check_in_needed == undo.after["check_in_needed"])
    return require_check_in(section=section, needed=undo.before["check_in_needed"], **undo.who)


def _set_absence(undo: Undo) -> Mapping[str, object]:
    entries, number, absent = undo.entries(), undo.after["round"], undo.after["absent"]
    was, half = bool(undo.before.get("half_point")), bool(undo.after.get("half_point"))
    away = Absence.objects.filter(entry__in=entries, round_number=number)
    undo.stands(away.count() == (len(entries) if absent else 0))
    undo.stands(away.filter(half_point=True).count() == (len(entries) if half else 0))
    # Of several, some were absent before: that cannot be put together again by one act.
    undo.stands("entries" not in undo.before)
    return set_absence(
        entries=entries,
        round_number=number,
        absent=was or not absent,
        half_point=was,
        reason=undo.reason,
        **undo.who,
    )


def _withdraw(undo: Undo) -> Mapping[str, object]:
    entries = undo.entries()
    undo.stands(all(entry.withdrawn_after == undo.after["withdrawn_after"] for entry in entries))
    return reinstate(entries=entries, reason=undo.reason, **undo.who)


def _reinstate(undo: Undo) -> Mapping[str, object]:
    return withdraw(entries=undo.entries(), reason=undo.reason, **undo.who)


def _set_categories(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before = {int(key): keys for key, keys in undo.before["categories"].items()}
    after = {int(key): keys for key, keys in undo.after["categories"].items()}
    entries = section.entries.filter(pk__in=after).prefetch_related("categories")
    now = {entry.pk: sorted(one.key for one in entry.categories.all()) for entry in entries}
    undo.stands(now == after and before.keys() == after.keys())
    return set_categories(section=section, categories=before, **undo.who)


def _set_teams(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before = {int(key): team for key, team in undo.before["teams"].items()}
    now = dict(section.entries.filter(pk__in=before).values_list("pk", "team"))
    undo.stands(now == {int(key): team for key, team in undo.after["teams"].items()})
    return place_in_teams(section=section, teams=before, **undo.who)


def _add_team(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    return remove_team(section=section, team=undo.after["team"], **undo.who)


def _rule_pair(undo: Undo) -> Mapping[str, object]:
    return lift_rule(round_=undo.round(), rule=undo.told("rule"), **undo.who)


def _lift_rule(undo: Undo) -> Mapping[str, object]:
    # One that was for every round stands for the rounds before: that cannot be put together again.
    undo.stands("from_round" not in undo.before)
    pair = {name: undo.before[name] for name in ("kind", "first", "second")}
    until = undo.before.get("until")
    return rule_pair(round_=undo.round(), until=until, reason=undo.reason, **pair, **undo.who)


def _grant_role(undo: Undo) -> Mapping[str, object]:
    return revoke_role(event=undo.event, membership=undo.told("membership"), **undo.who)


def _revoke_role(undo: Undo) -> Mapping[str, object]:
    user = User.objects.filter(pk=undo.before["user"], is_active=True).first()
    return grant_role(event=undo.event, user=undo.found(user), role=Role(undo.before["role"]), **undo.who)


def _delegate_pairing(undo: Undo) -> Mapping[str, object]:
    held = undo.event.memberships.filter(pk=undo.told("membership")).first()
    undo.stands(held is not None and held.may_pair == undo.after["may_pair"] != undo.before["may_pair"])
    return delegate_pairing(
        event=undo.event,
        membership=undo.told("membership"),
        may_pair=undo.before["may_pair"],
        **undo.who,
    )


def _invite_person(undo: Undo) -> Mapping[str, object]:
    return revoke_invitation(event=undo.event, invitation=undo.told("invitation"), **undo.who)


def _set_schedule(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    times = {int(number): _moment(iso) for number, iso in undo.before["start_times"].items()}
    now = dict(section.round_set.filter(number__in=times).values_list("number", "starts_at"))
    undo.stands(now == {int(number): _moment(iso) for number, iso in undo.after["start_times"].items()})
    undo.stands(section.online == undo.after["online"])
    return set_schedule(section=section, starts=times, online=undo.before["online"], **undo.who)


def _change_event(undo: Undo) -> Mapping[str, object]:
    undo.stands(isinstance(undo.before, dict) and isinstance(undo.after, dict))
    before = {key: value for key, value in undo.before.items() if key in _SETTINGS}
    undo.stands(bool(before) and all(_SETTINGS[key](value) for key, value in before.items()))
    now = kept(values_of(Event.objects.get(pk=undo.event.pk)))
    undo.stands(all(now[key] == undo.after.get(key) for key in before))
    before |= {key: date.fromisoformat(before[key]) for key in ("starts", "ends") if key in before}
    return change_event(event=undo.event, reason=undo.reason, **undo.who, **before)


def _change_section(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    if not (isinstance(undo.before, dict) and isinstance(undo.after, dict) and undo.before):
        raise Refusal("undo-untold")
    now = settings_of(section)
    undo.stands(all(now.get(key) == value for key, value in undo.after.items()))
    if not all(key in OF_SECTION and OF_SECTION[key](value) for key, value in undo.before.items()):
        raise Refusal("undo-untold")
    return change_section(section=section, wanted=undo.before, reason=undo.reason, **undo.who)


def _set_fixed_table(undo: Undo) -> Mapping[str, object]:
    [entry] = undo.entries()
    undo.stands(entry.fixed_table == undo.after.get("table"))
    return set_fixed_table(entry=entry, table=undo.before.get("table"), **undo.who)


def _is_table(value: object) -> bool:
    return is_number(value) and 1 <= cast("int", value) <= MOST_TABLE


def _moment(iso: str | None) -> datetime | None:
    return datetime.fromisoformat(iso) if iso else None


def _report_result(undo: Undo) -> Mapping[str, object]:
    """A correction brings the value before it back, a first report is taken back."""
    place = {
        "round_": undo.round(),
        "table": undo.after["table"],
        "game": undo.after.get("game") or 1,
        "seen": undo.told("report"),
        "reason": undo.reason,
    }
    if not undo.before:
        return take_back_result(**place, **undo.who)
    if not fits(undo.before, _RESULT):
        raise Refusal("undo-untold")
    return report_result(value=undo.before["value"], forfeit=undo.before["forfeit"], **place, **undo.who)


def _tell_result(undo: Undo) -> Mapping[str, object]:
    """What both players have said, as long as that is what stands: not what they have agreed on since, nor
    what others have who sit at that table now."""
    round_, table, game = undo.round(), undo.after["table"], undo.after.get("game") or 1
    undo.stands(undo.after["agreed"])
    since = JournalEntry.objects.filter(
        target=undo.entry.target,
        act__in=(Act.TELL_RESULT, Act.REPORT_RESULT, "take_back_result"),
        after__table=table,
        pk__gt=undo.entry.pk,
    )
    later = [line.after for line in since if line.after and (line.after.get("game") or 1) == game]
    undo.stands(all(after.get("agreed") is False for after in later))
    standing = ResultReport.objects.in_force().filter(
        pairing__round=round_,
        pairing__table=table,
        pairing__seats__entry=undo.link_owner(),
        game=game,
        by=None,
    )
    report = undo.found(standing.first())
    return take_back_result(
        round_=round_, table=table, game=game, seen=report.pk, reason=undo.reason, **undo.who
    )


def _take_back_result(undo: Undo) -> Mapping[str, object]:
    return report_result(
        round_=undo.round(),
        table=undo.before["table"],
        value=undo.before["value"],
        forfeit=undo.before["forfeit"],
        game=undo.before.get("game") or 1,
        seen=None,
        reason=undo.reason,
        **undo.who,
    )


def _adjourn_game(undo: Undo) -> Mapping[str, object]:
    # Of a game that was adjourned before, what was noted then is not kept.
    undo.stands("adjourned" not in undo.before)
    return withdraw_adjournment(round_=undo.round(), table=undo.after["table"], **undo.who)


def _log_foul(undo: Undo) -> Mapping[str, object]:
    fouls = Foul.objects.filter(pairing__round=undo.round())
    fouls = fouls.select_related("pairing__round__section__event")
    foul = undo.found(fouls.filter(pk=undo.told("foul")).first())
    return withdraw_foul(foul=foul, reason=undo.reason, **undo.who)


def _close_round(undo: Undo) -> Mapping[str, object]:
    return reopen_round(round_=undo.round(), reason=undo.reason, **undo.who)


def _announce(undo: Undo) -> Mapping[str, object]:
    return withdraw_announcement(event=undo.event, announcement=undo.after["announcement"], **undo.who)


def _restore(undo: Undo) -> Mapping[str, object]:
    return restore_announcement(event=undo.event, announcement=undo.after["announcement"], **undo.who)


def _pin(undo: Undo) -> Mapping[str, object]:
    before = undo.before
    return pin_announcement(
        event=undo.event, announcement=before["announcement"], pinned=before["pinned"], **undo.who
    )


_ANNOUNCEMENT: Shape = {"announcement": is_number}
_PINNED: Shape = {**_ANNOUNCEMENT, "pinned": is_flag}
_STATUS: Shape = {"status": is_one_of(Entry.Status.values)}
_ENTRIES: Shape = {"entries": is_maybe(is_numbers)}
_CATEGORIES: Shape = {"categories": by_number(is_texts)}
_TEAMS: Shape = {"teams": by_number(is_maybe(is_number))}
_PAIR: Shape = {"kind": is_one_of(PairRule.Kind.values), "first": is_number, "second": is_number}
_PLACE: Shape = {"table": is_number, "game": is_game}
_RESULT: Shape = {"value": is_one_of(ResultReport.Value.values), "forfeit": is_flag}
_MAY_PAIR: Shape = {"may_pair": is_flag}
_STARTS: Shape = {"start_times": by_number(is_maybe(is_moment)), "online": is_flag}
_TABLE: Shape = {"table": is_maybe(_is_table)}
_NEEDED: Shape = {"check_in_needed": is_flag}
OF_SECTION: Shape = {
    **dict.fromkeys(("name", "native_name", "slug", "seed", "time_control"), is_text),
    **dict.fromkeys(("grouping", "rulebook", "ladder", "adjourned_as"), is_text),
    **dict.fromkeys(("rounds", "best_of", "first_table", "counted_players", "half_byes_allowed"), is_number),
    **dict.fromkeys(("board_size", "compensation", "handicap_return"), is_number),
    **dict.fromkeys(
        ("final_after", "final_size", "capacity", "half_byes_until", "move_limit"), is_maybe(is_number)
    ),
    **dict.fromkeys(("practice_2009", "early_federation", "third_place", "check_in_needed"), is_flag),
    **dict.fromkeys(("bar", "floor", "grade_categories", "handicap_threshold"), is_text),
    **dict.fromkeys(("handicap_rule", "handicap_placement", "clubs_groups"), is_text),
    **dict.fromkeys(("first_seeding", "second_seeding", "floats_down", "floats_up"), is_text),
    **dict.fromkeys(("absent_halves", "bye_halves", "handicap_ceiling", "first_seeding_until"), is_number),
    **dict.fromkeys(("groups_for_country", "groups_for_club", "random_weight"), is_number),
    **dict.fromkeys(("team_boards", "team_reserves", "team_least"), is_number),
    **dict.fromkeys(("team_order", "team_empty", "team_colours", "team_primary", "team_points"), is_text),
    "team_bye": is_text,
    "team_tiebreaks": is_texts,
    **dict.fromkeys(("round_down", "unplayed_half", "handicap_by_score", "less_handicap"), is_flag),
    **dict.fromkeys(("geography", "wins_end_geography"), is_flag),
    "handicap_correction": lambda value: type(value) is int,
    "online": is_flag,
    "tiebreaks": is_texts,
    "points": lambda value: isinstance(value, dict) and all(map(is_text, value.values())),
}
"""What each setting of a section is, by its key."""
_SETTINGS: Shape = {
    **dict.fromkeys(("name", "native_name", "slug", "place", "time_zone"), is_text),
    **dict.fromkeys(("starts", "ends"), is_day),
    "officials_shown": is_flag,
}
"""Of a change those that were among it."""
INVERSES: Mapping[str, Inverse] = {
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
        before={"half_point": is_maybe(is_flag)},
        after={"round": is_number, "absent": is_flag, "half_point": is_maybe(is_flag), **_ENTRIES},
    ),
    Act.WITHDRAW: Inverse(Act.REINSTATE, _withdraw, after={"withdrawn_after": is_number, **_ENTRIES}),
    Act.REINSTATE: Inverse(Act.WITHDRAW, _reinstate, after=_ENTRIES),
    "set_categories": Inverse(Act.CORRECT_PLAYER, _set_categories, _CATEGORIES, _CATEGORIES),
    Act.SET_TEAMS: Inverse(Act.SET_TEAMS, _set_teams, _TEAMS, _TEAMS),
    "add_team": Inverse(Act.SET_TEAMS, _add_team, after={"team": is_number}),
    Act.RULE_PAIR: Inverse(Act.RULE_PAIR, _rule_pair),
    "lift_rule": Inverse(Act.RULE_PAIR, _lift_rule, {**_PAIR, "until": is_maybe(is_number)}),
    Act.GRANT_ROLE: Inverse(Act.GRANT_ROLE, _grant_role),
    "revoke_role": Inverse(Act.GRANT_ROLE, _revoke_role, {"user": is_number, "role": is_one_of(Role.values)}),
    Act.DELEGATE_PAIRING: Inverse(Act.DELEGATE_PAIRING, _delegate_pairing, _MAY_PAIR, _MAY_PAIR),
    "invite_person": Inverse(Act.GRANT_ROLE, _invite_person),
    Act.SET_SCHEDULE: Inverse(Act.SET_SCHEDULE, _set_schedule, _STARTS, _STARTS),
    Act.REPORT_RESULT: Inverse(Act.CORRECT_RESULT, _report_result, after=_PLACE),
    Act.TELL_RESULT: Inverse(Act.CORRECT_RESULT, _tell_result, after={**_PLACE, "agreed": is_flag}),
    "take_back_result": Inverse(Act.REPORT_RESULT, _take_back_result, {**_PLACE, **_RESULT}),
    Act.ADJOURN_GAME: Inverse(Act.ADJOURN_GAME, _adjourn_game, after={"table": is_number}),
    Act.LOG_FOUL: Inverse(Act.WITHDRAW_FOUL, _log_foul),
    "publish_all_rounds": Inverse(Act.PUBLISH_ROUND, _publish_all_rounds),
    "take_back_all_rounds": Inverse(Act.PUBLISH_ROUND, _take_back_all_rounds),
    Act.CLOSE_ROUND: Inverse(Act.REOPEN_ROUND, _close_round),
}
"""By the act as the journal names it."""

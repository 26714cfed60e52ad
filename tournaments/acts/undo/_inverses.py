"""Which act undoes which: a table. Each inverse is an act of its own, with its own rights and refusals.

An inverse is only done while what the undone act did still stands: it looks, and refuses with
``undo-too-late`` where somebody has gone on from there. What has no inverse is not in the table: a published
version, an adjusted draft, frozen standings and a private link are replaced, never taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, cast

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tournaments.acts._decider_steps import SIDES, VALUES, step_facts
from tournaments.acts._section_settings import MOST_TABLE
from tournaments.acts.adjourning import withdraw_adjournment
from tournaments.acts.all_rounds import publish_all_rounds, take_back_all_rounds
from tournaments.acts.change_section import change_section, set_fixed_table
from tournaments.acts.common import target_of
from tournaments.acts.decider_games import play_decider_games
from tournaments.acts.entering.attendance import check_in, reinstate, require_check_in, set_absence, withdraw
from tournaments.acts.entering.draw_groups import restore_draw_groups
from tournaments.acts.entering.open_to import overrule_condition
from tournaments.acts.entering.quotas import key_of, restore_quotas
from tournaments.acts.event_settings import as_journalled, change_event, event_values
from tournaments.acts.events import archive_event, unarchive_event
from tournaments.acts.handicaps import change_handicap
from tournaments.acts.money.fees import undo_booking
from tournaments.acts.money.payments import BOOKED
from tournaments.acts.money.prizes import set_categories
from tournaments.acts.notices.announcements import (
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.acts.people import delegate_pairing, grant_role, revoke_invitation, revoke_role
from tournaments.acts.refereeing.fouls import withdraw_foul
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.register.grades import restore_grades
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.rounds import reopen_round
from tournaments.acts.sections import set_schedule
from tournaments.acts.stages import set_sources, stage_settings, take_back_groups
from tournaments.acts.teams.decider_boards import play_decider
from tournaments.acts.teams.line_ups import set_roster
from tournaments.acts.teams.match_starts import move_match
from tournaments.acts.teams.team_absences import KINDS, PLAYS, set_team_absence
from tournaments.acts.teams.team_forfeits import lift_forfeit
from tournaments.acts.teams.team_matches import (
    LONGEST_POINTS,
    decide_match,
    forfeit_match,
    last_public,
    penalise_team,
    points_taken,
    reinstate_team,
    withdraw_decision,
    withdraw_team,
)
from tournaments.acts.teams.teams import place_in_teams, rank_teams, remove_team
from tournaments.acts.undo._undo import Inverse, Undo
from tournaments.acts.undo.journal_schema import (
    OF_SECTION,
    Shape,
    by_number,
    fits_shape,
    is_day,
    is_flag,
    is_game,
    is_journalled_grade,
    is_maybe,
    is_missing,
    is_moment,
    is_number,
    is_numbers,
    is_one_of,
    is_places,
    is_text,
    is_texts,
    is_true,
)
from tournaments.models import (
    Absence,
    Entry,
    Event,
    Foul,
    LedgerRow,
    Match,
    PairRule,
    ResultReport,
    Role,
    Seat,
    Team,
)
from tournaments.policy import Act
from tournaments.queries.categories import keys_by_entry
from tournaments.queries.section_settings import settings_of_section
from tournaments.queries.teams.team_matches import roster_order
from tournaments.state.clocks import clock_text
from tournaments.state.deciding import played_from
from tournaments.state.options import CARRIES


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
    entries = section.entries.filter(pk__in=after).values_list("pk", flat=True)
    keys = keys_by_entry(section, after)
    now = {entry: sorted(keys.get(entry, ())) for entry in entries}
    undo.stands(now == after and before.keys() == after.keys())
    return set_categories(section=section, categories=before, **undo.signed)


def _set_grades(undo: Undo) -> Mapping[str, object]:
    section = undo.entries()[0].section
    before = {int(key): grade for key, grade in undo.before["grades"].items()}
    now = dict(section.entries.filter(pk__in=before).values_list("pk", "player__grade"))
    undo.stands(now == {int(key): grade for key, grade in undo.after["grades"].items()})
    return restore_grades(section=section, grades=before, **undo.signed)


def _take_draw_groups(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before = {int(key): group for key, group in undo.before["draw_groups"].items()}
    now = dict(section.entries.filter(pk__in=before).values_list("pk", "group"))
    undo.stands(now == {int(key): group for key, group in undo.after["draw_groups"].items()})
    return restore_draw_groups(section=section, groups=before, **undo.signed)


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
    now = as_journalled(event_values(Event.objects.get(pk=undo.event.pk)))
    undo.stands(all(now[key] == undo.after.get(key) for key in before))
    before |= {key: date.fromisoformat(before[key]) for key in ("starts", "ends") if key in before}
    return change_event(event=undo.event, reason=undo.reason, **undo.signed, **before)


def _change_section(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    if not (isinstance(undo.before, dict) and isinstance(undo.after, dict) and undo.before):
        raise Refusal("undo-untold")
    now = settings_of_section(section)
    undo.stands(all(now.get(key) == value for key, value in undo.after.items()))
    if not all(key in OF_SECTION and OF_SECTION[key](value) for key, value in undo.before.items()):
        raise Refusal("undo-untold")
    return change_section(section=section, wanted=undo.before, reason=undo.reason, **undo.signed)


def _set_fixed_table(undo: Undo) -> Mapping[str, object]:
    [entry] = undo.entries()
    undo.stands(entry.fixed_table == undo.after.get("table"))
    return set_fixed_table(entry=entry, table=undo.before.get("table"), **undo.signed)


def _overrule_condition(undo: Undo) -> Mapping[str, object]:
    [entry] = undo.entries()
    undo.stands(entry.overruled == undo.after["overruled"])
    return overrule_condition(entry=entry, overruled=not entry.overruled, reason=undo.reason, **undo.signed)


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


def _set_sources(undo: Undo) -> Mapping[str, object]:
    section, before, after = undo.section(), undo.before, undo.after
    undo.stands(
        stage_settings(section) == {"sources": after["sources"], "carries": after.get("carries") or ""}
    )
    carries = before.get("carries") or ""
    return set_sources(section=section, sources=before["sources"], carries=carries, **undo.signed)


def _make_groups(undo: Undo) -> Mapping[str, object]:
    section, groups = undo.section(), undo.answered("groups")
    undo.stands(stage_settings(section)["sources"] == undo.after["sources"])
    undo.stands(section.event.sections.filter(pk__in=groups).count() == len(groups))
    return take_back_groups(section=section, groups=groups, reason=undo.reason, **undo.signed)


def _report_result(undo: Undo) -> Mapping[str, object]:
    """A correction brings the value before it back, a first report is taken back."""
    place = {
        "round_": undo.round(),
        "table": undo.after["table"],
        "game": undo.after.get("game") or 1,
        "seen": undo.answered("report"),
        "reason": undo.reason,
    }
    if not undo.before:
        return take_back_result(**place, **undo.signed)
    if not fits_shape(undo.before, _RESULT):
        raise Refusal("undo-untold")
    before, after = undo.before, undo.after
    if before["value"] == after.get("value") and before.get("rated") != after.get("rated"):
        rated = before.get("rated") or before["value"]
        return report_result(value=rated, rating_only=True, **place, **undo.signed)
    return report_result(**_result_before(undo), **place, **undo.signed)


def _result_before(undo: Undo) -> dict[str, Any]:
    """The result as it was, with how the game ended; whatever the rulebook is by now."""
    before = undo.before
    return {
        "value": before["value"],
        "forfeit": before["forfeit"],
        "cause": before.get("cause") or "",
        "article": before.get("article") or "",
        "margin": before.get("margin"),
        "confirmed": True,
    }


def _tell_result(undo: Undo) -> Mapping[str, object]:
    """Take back what the player said."""
    # As long as that is what stands: not what both have agreed on since, nor what others say who sit there
    # now.
    return _reported_before(undo, pairing__seats__entry=undo.link_owner())


def _tell_board(undo: Undo) -> Mapping[str, object]:
    """The same where a captain has said it."""
    return _reported_before(undo, pairing__seats__entry__team=undo.after["team"])


def _reported_before(undo: Undo, **whose: int) -> Mapping[str, object]:
    round_, table, game = undo.round(), undo.after["table"], undo.after.get("game") or 1
    undo.stands(undo.after["agreed"])
    since = JournalEntry.objects.filter(
        target=undo.entry.target,
        act__in=(Act.TELL_RESULT, Act.TELL_BOARD, Act.REPORT_RESULT, "take_back_result"),
        after__table=table,
        pk__gt=undo.entry.pk,
    )
    later = [line.after for line in since if line.after and (line.after.get("game") or 1) == game]
    undo.stands(all(after.get("agreed") is False for after in later))
    standing = ResultReport.objects.in_force().filter(
        **whose, pairing__round=round_, pairing__table=table, game=game, by=None
    )
    report = undo.existing(standing.first())
    return take_back_result(
        round_=round_, table=table, game=game, seen=report.pk, reason=undo.reason, **undo.signed
    )


def _take_back_result(undo: Undo) -> Mapping[str, object]:
    return report_result(
        round_=undo.round(),
        table=undo.before["table"],
        **_result_before(undo),
        game=undo.before.get("game") or 1,
        seen=None,
        reason=undo.reason,
        **undo.signed,
    )


def _adjourn_game(undo: Undo) -> Mapping[str, object]:
    return withdraw_adjournment(round_=undo.round(), table=undo.after["table"], **undo.signed)


def _change_handicap(undo: Undo) -> Mapping[str, object]:
    after, wanted = undo.after, dict[str, Any]((name, undo.before.get(name)) for name in _HANDICAP)
    seats = Seat.objects.filter(
        round=undo.round(),
        pairing__table=after["table"],
        pairing__handicap=after["handicap"],
        pairing__komi=after.get("komi"),
        entry__number=after["black"],
        colour=Seat.Colour.FIRST,
    )
    undo.stands(seats.exists() and wanted["table"] == after["table"])
    return change_handicap(round_=undo.round(), **wanted, reason=undo.reason, **undo.signed)


def _log_foul(undo: Undo) -> Mapping[str, object]:
    fouls = Foul.objects.filter(pairing__round=undo.round())
    fouls = fouls.select_related("pairing__round__section__event")
    foul = undo.existing(fouls.filter(pk=undo.answered("foul")).first())
    return withdraw_foul(foul=foul, reason=undo.reason, **undo.signed)


def _team(undo: Undo) -> Team:
    return undo.existing(undo.section().teams.filter(pk=undo.after["team"]).first())


def _team_absence(undo: Undo) -> Mapping[str, object]:
    team, number = _team(undo), undo.after["round"]
    held = team.absences.filter(round_number=number).first()
    undo.stands((held.kind if held else PLAYS) == undo.after["team_absence"])
    return set_team_absence(
        section=undo.section(),
        team=team.pk,
        round_number=number,
        kind=undo.before["team_absence"],
        reason=undo.reason,
        **undo.signed,
    )


def _match_place(undo: Undo, **stands: str) -> dict[str, Any]:
    """What names the match, as long as it stands as the act left it."""
    round_, table = undo.round(), undo.after["table"]
    undo.stands(round_.matches.filter(table=table, **stands).exists())
    return {"round_": round_, "match": table, "reason": undo.reason, **undo.signed}


def _forfeit_match(undo: Undo) -> Mapping[str, object]:
    place = _match_place(undo, lost_by=undo.after["lost_by"])
    if undo.before:
        _tells(undo, _LOST)
        return forfeit_match(lost_by=undo.before["lost_by"], **place)
    return lift_forfeit(**place)


def _tells(undo: Undo, shape: Shape) -> None:
    """Where an act may have found nothing before it: what it did find is told whole."""
    if not fits_shape(undo.before, shape):
        raise Refusal("undo-untold")


def _lift_forfeit(undo: Undo) -> Mapping[str, object]:
    return forfeit_match(lost_by=undo.before["lost_by"], **_match_place(undo, lost_by=""))


def _decide_match(undo: Undo) -> Mapping[str, object]:
    now = {key: undo.after[key] for key in ("decided_for", "decided_by")}
    place = _match_place(undo, **now)
    if not undo.before:
        return withdraw_decision(**place)
    _tells(undo, _DECIDED)
    return _as_before(undo, place)


def _withdraw_decision(undo: Undo) -> Mapping[str, object]:
    return _as_before(undo, _match_place(undo, decided_for=""))


def _as_before(undo: Undo, place: dict[str, Any]) -> Mapping[str, object]:
    was: dict[str, Any] = {key: undo.before[key] for key in ("decided_for", "decided_by")}
    return decide_match(**place, **was)


def _penalise_team(undo: Undo) -> Mapping[str, object]:
    """By its opposite, of the round that is the newest by now, counted where it was."""
    taken = {key: points_taken(key, undo.after[key]) for key in ("match_points", "board_points")}
    opposite: dict[str, Any] = {key: f"{float(-points):g}" for key, points in taken.items()}
    opposite |= {key: undo.after.get(key) is True for key in ("at_end", "standings_only")}
    return penalise_team(
        section=undo.section(), team=_team(undo).pk, reason=undo.reason, **opposite, **undo.signed
    )


def _withdraw_team(undo: Undo) -> Mapping[str, object]:
    team = _team(undo)
    undo.stands(team.withdrawn_after == undo.after["withdrawn_after"])
    return reinstate_team(section=undo.section(), team=team.pk, reason=undo.reason, **undo.signed)


def _reinstate_team(undo: Undo) -> Mapping[str, object]:
    section, team = undo.section(), _team(undo)
    # It would leave after the newest round: not what was, where one has been published since it left.
    undo.stands(last_public(section) == undo.before["withdrawn_after"])
    return withdraw_team(section=section, team=team.pk, reason=undo.reason, **undo.signed)


def _set_roster(undo: Undo) -> Mapping[str, object]:
    team = _team(undo)
    now = list(roster_order(team.entries.all()).values_list("pk", flat=True))
    undo.stands(now == undo.after["entries"])
    return set_roster(
        section=undo.section(),
        team=team.pk,
        members=undo.before["entries"],
        reason=undo.reason,
        **undo.signed,
    )


def _play_decider(undo: Undo) -> Mapping[str, object]:
    """What was entered first is taken back, while it is the last step; a correction is what it was before."""
    round_, number, before = undo.round(), undo.after["step"], undo.before
    match = undo.existing(round_.matches.filter(table=undo.after["table"]).first())
    played = played_from(match.steps)
    now = played[number - 1] if 0 < number <= len(played) else None
    undo.stands(step_facts(match.table or 0, number, now, of_teams=True) == undo.after)
    if before and not fits_shape(before, _STEP):
        raise Refusal("undo-untold")
    undo.stands(bool(before) or number == len(played))
    players = before.get("players", [])
    return play_decider(
        round_=round_,
        match=match.table or 0,
        step=number,
        begins=before.get("begins", ""),
        first=[first for first, _ in players],
        second=[second for _, second in players],
        results=before.get("results", []),
        reason=undo.reason,
        **undo.signed,
    )


def _play_decider_games(undo: Undo) -> Mapping[str, object]:
    """As `_play_decider`, at a table."""
    round_, table, number, before = undo.round(), undo.after["table"], undo.after["step"], undo.before
    pairing = undo.existing(round_.pairings.filter(table=table).first())
    played = played_from(pairing.steps)
    now = played[number - 1] if 0 < number <= len(played) else None
    undo.stands(step_facts(table, number, now, of_teams=False) == undo.after)
    if before and not fits_shape(before, _GAMES):
        raise Refusal("undo-untold")
    undo.stands(bool(before) or number == len(played))
    clocks = [clock_text(seconds) for seconds in before.get("left") or ()] or ["", ""]
    return play_decider_games(
        round_=round_,
        table=table,
        step=number,
        begins=before.get("begins", ""),
        results=before.get("results", []),
        first_left=clocks[0],
        second_left=clocks[1],
        reason=undo.reason,
        **undo.signed,
    )


def _rank_teams(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before, after = (
        {int(key): rank for key, rank in facts["last_ranks"].items()} for facts in (undo.before, undo.after)
    )
    undo.stands(dict(section.teams.filter(pk__in=before).values_list("pk", "last_rank")) == after)
    return rank_teams(section=section, ranks=before, **undo.signed)


def _move_match(undo: Undo) -> Mapping[str, object]:
    round_, table = undo.round(), undo.after["table"]
    was, now = (
        datetime.fromisoformat(iso) if (iso := facts.get("match_start")) else None
        for facts in (undo.before, undo.after)
    )
    undo.stands(round_.matches.filter(table=table, starts_at=now).exists())
    return move_match(round_=round_, match=table, starts=was, **undo.signed)


def _is_short(value: Any) -> bool:
    """Whether reading it as a number takes no time: no 10^1000000000."""
    return is_text(value) and len(value) <= LONGEST_POINTS


_TEAM: Shape = {"team": is_number}
_AWAY: Shape = {**_TEAM, "round": is_number, "team_absence": is_one_of(KINDS)}
_RANKS: Shape = {"last_ranks": by_number(is_maybe(is_number))}
_MATCH: Shape = {"table": is_number}
_START: Shape = {"match_start": is_maybe(is_moment)}
_ENTERED: Shape = {**_MATCH, "step": is_number}
_GAMES: Shape = {
    **_ENTERED,
    "begins": is_one_of([side for side in SIDES if side]),
    "results": lambda rows: isinstance(rows, list) and all(map(is_one_of(VALUES), rows)),
    "left": lambda seconds: seconds is None or (is_numbers(seconds) and len(seconds) == 2),
}
_STEP: Shape = {
    **_GAMES,
    "players": lambda rows: isinstance(rows, list) and all(is_numbers(row) and len(row) == 2 for row in rows),
}
_LOST: Shape = {"lost_by": is_one_of([value for value in Match.LostBy.values if value])}
_DECIDED: Shape = {
    "decided_for": is_one_of([value for value in Match.DecidedFor.values if value]),
    "decided_by": is_one_of([value for value in Match.DecidedBy.values if value]),
}
_POINTS: Shape = {**_TEAM, "match_points": _is_short, "board_points": _is_short}
_LEFT: Shape = {**_TEAM, "withdrawn_after": is_number}
_MEMBERS: Shape = {**_TEAM, "entries": is_numbers}
TEAM_INVERSES: Mapping[str, Inverse] = {
    "set_team_absence": Inverse(Act.SET_ABSENCE, _team_absence, _AWAY, _AWAY),
    Act.ASK_ABSENCE: Inverse(Act.SET_ABSENCE, _team_absence, _AWAY, _AWAY),
    Act.FORFEIT_MATCH: Inverse(Act.FORFEIT_MATCH, _forfeit_match, after={**_MATCH, **_LOST}),
    "lift_forfeit": Inverse(Act.FORFEIT_MATCH, _lift_forfeit, _LOST, _MATCH),
    "decide_match": Inverse(Act.FORFEIT_MATCH, _decide_match, after={**_MATCH, **_DECIDED}),
    "withdraw_decision": Inverse(Act.FORFEIT_MATCH, _withdraw_decision, _DECIDED, _MATCH),
    Act.PENALISE_TEAM: Inverse(Act.PENALISE_TEAM, _penalise_team, after=_POINTS),
    "withdraw_team": Inverse(Act.REINSTATE, _withdraw_team, after=_LEFT),
    "reinstate_team": Inverse(Act.WITHDRAW, _reinstate_team, _LEFT, _TEAM),
    "play_decider": Inverse(Act.REPORT_RESULT, _play_decider, after=_ENTERED),
    "move_match": Inverse(Act.SET_SCHEDULE, _move_match, _START, {**_MATCH, **_START}),
    "rank_teams": Inverse(Act.SET_TEAMS, _rank_teams, _RANKS, _RANKS),
    Act.SET_ROSTER: Inverse(Act.SET_ROSTER, _set_roster, _MEMBERS, _MEMBERS),
}

_ANNOUNCEMENT: Shape = {"announcement": is_number}
_QUOTAS: Shape = {"quotas": is_places}
_SOURCES: Shape = {"sources": is_texts, "carries": is_maybe(is_one_of(CARRIES))}
_PINNED: Shape = {**_ANNOUNCEMENT, "pinned": is_flag}
_BOOKED: Shape = {"account": is_number, "ledger_row": is_number}
_STATUS: Shape = {"status": is_one_of(Entry.Status.values)}
_ENTRIES: Shape = {"entries": is_maybe(is_numbers)}
_CATEGORIES: Shape = {"categories": by_number(is_texts)}
_GRADES: Shape = {"grades": by_number(is_journalled_grade)}
_ORDERS = by_number(is_number)
_DRAW_GROUPS: Shape = {"draw_groups": by_number(lambda group: is_number(group) and group in (1, 2))}
_TEAMS: Shape = {"teams": by_number(is_maybe(is_number))}
_PAIR: Shape = {"kind": is_one_of(PairRule.Kind.values), "first": is_number, "second": is_number}
_MAY_PAIR: Shape = {"may_pair": is_flag}
_STARTS: Shape = {"start_times": by_number(is_maybe(is_moment)), "online": is_flag}
_TABLE: Shape = {"table": is_maybe(_is_table)}
_NEEDED: Shape = {"check_in_needed": is_flag}
# A change holds only the settings that were among it.
_SETTINGS: Shape = {
    **dict.fromkeys(("name", "native_name", "slug", "place", "time_zone", "framed_by"), is_text),
    **dict.fromkeys(("starts", "ends"), is_day),
    **dict.fromkeys(("officials_shown", "titles_shown"), is_flag),
}
_PLACE: Shape = {"table": is_number, "game": is_game}
_HANDICAP: Shape = {
    "table": is_number,
    "handicap": is_number,
    "black": is_number,
    "komi": is_maybe(is_number),
}
_RESULT: Shape = {
    "value": is_one_of(ResultReport.Value.values),
    "forfeit": is_flag,
}
# By the act as the journal names it.
INVERSES: Mapping[str, Inverse] = {
    "book_payment": Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    BOOKED: Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    "book_fee": Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    "undo_booking": Inverse(Act.KEEP_FEES, _undo_booking, after=_BOOKED),
    "set_sources": Inverse(Act.EDIT_EVENT, _set_sources, _SOURCES, _SOURCES),
    "make_groups": Inverse(Act.EDIT_EVENT, _make_groups, after={"sources": is_texts}),
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
    Act.OVERRULE_CONDITION: Inverse(
        Act.OVERRULE_CONDITION, _overrule_condition, after={"overruled": is_flag}
    ),
    Act.CHECK_IN: Inverse(Act.CHECK_IN, _check_in, _STATUS, {**_STATUS, **_ENTRIES}),
    Act.SET_ABSENCE: Inverse(
        Act.SET_ABSENCE,
        _set_absence,
        # Of several, some were absent before: that cannot be put together again by one act.
        before={
            "half_point": is_maybe(is_flag),
            "full_point": is_maybe(is_flag),
            "entries": is_missing,
        },
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
    "take_draw_groups": Inverse(Act.SET_TEAMS, _take_draw_groups, _DRAW_GROUPS, _DRAW_GROUPS),
    "restore_draw_groups": Inverse(Act.SET_TEAMS, _take_draw_groups, _DRAW_GROUPS, _DRAW_GROUPS),
    "set_grades_by_rating": Inverse(Act.CORRECT_PLAYER, _set_grades, _GRADES, {**_GRADES, **_ENTRIES}),
    Act.SET_TEAMS: Inverse(Act.SET_TEAMS, _set_teams, _TEAMS, _TEAMS),
    "add_team": Inverse(Act.SET_TEAMS, _add_team, after={"team": is_number}),
    Act.RULE_PAIR: Inverse(Act.RULE_PAIR, _rule_pair),
    # One that was for every round stands for the rounds before: that cannot be put together again.
    "lift_rule": Inverse(
        Act.RULE_PAIR, _lift_rule, {**_PAIR, "until": is_maybe(is_number), "from_round": is_missing}
    ),
    Act.GRANT_ROLE: Inverse(Act.GRANT_ROLE, _grant_role),
    "revoke_role": Inverse(Act.GRANT_ROLE, _revoke_role, {"user": is_number, "role": is_one_of(Role.values)}),
    Act.DELEGATE_PAIRING: Inverse(Act.DELEGATE_PAIRING, _delegate_pairing, _MAY_PAIR, _MAY_PAIR),
    "invite_person": Inverse(Act.GRANT_ROLE, _invite_person),
    Act.SET_SCHEDULE: Inverse(Act.SET_SCHEDULE, _set_schedule, _STARTS, _STARTS),
    "publish_all_rounds": Inverse(Act.PUBLISH_ROUND, _publish_all_rounds),
    "take_back_all_rounds": Inverse(Act.PUBLISH_ROUND, _take_back_all_rounds),
    Act.CLOSE_ROUND: Inverse(Act.REOPEN_ROUND, _close_round),
    Act.REPORT_RESULT: Inverse(Act.CORRECT_RESULT, _report_result, after=_PLACE),
    Act.TELL_RESULT: Inverse(Act.CORRECT_RESULT, _tell_result, after={**_PLACE, "agreed": is_flag}),
    Act.TELL_BOARD: Inverse(
        Act.CORRECT_RESULT, _tell_board, after={**_PLACE, "agreed": is_flag, "team": is_number}
    ),
    "take_back_result": Inverse(Act.REPORT_RESULT, _take_back_result, {**_PLACE, **_RESULT}),
    "change_handicap": Inverse(Act.ADJUST_ROUND, _change_handicap, _HANDICAP, _HANDICAP),
    # Of a game that was adjourned before, what was noted then is not kept.
    Act.ADJOURN_GAME: Inverse(
        Act.ADJOURN_GAME, _adjourn_game, {"adjourned": is_missing}, {"table": is_number}
    ),
    Act.LOG_FOUL: Inverse(Act.WITHDRAW_FOUL, _log_foul),
    "play_decider_games": Inverse(Act.REPORT_RESULT, _play_decider_games, after=_ENTERED),
    **TEAM_INVERSES,
}

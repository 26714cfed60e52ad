"""Whether somebody has gone on from an act since: its undo would be too late, and is not offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from portal.journal.models import JournalEntry
from tournaments.acts.money.payments import BOOKED
from tournaments.models import Entry, Foul, LedgerRow, PairRule, Role, Round
from tournaments.policy import Act
from tournaments.state.fees import undoing_of

Subject = tuple[str, ...]
Touching = Callable[[JournalEntry], Iterable[Subject]]


def _facts(entry: JournalEntry) -> dict[str, Any]:
    before, after = entry.before, entry.after
    return {
        **(before if isinstance(before, dict) else {}),
        **(after if isinstance(after, dict) else {}),
    }


def _of_target(subject: str, *names: str) -> Touching:
    """What an act was done to, and the values of these facts."""

    def touching(entry: JournalEntry) -> Iterable[Subject]:
        facts = _facts(entry)
        return [(subject, entry.target, *(str(facts.get(name) or "") for name in names))]

    return touching


def _of_players(subject: str, *names: str) -> Touching:
    """Each player whom an act names, or to whom it was done."""

    def touching(entry: JournalEntry) -> Iterable[Subject]:
        facts = _facts(entry)
        after = entry.after if isinstance(entry.after, dict) else {}
        targets = [f"entry:{key}" for key in _several(after.get("entries"))] or [entry.target]
        return [(subject, target, *(str(facts.get(name) or "") for name in names)) for target in targets]

    return touching


def _of_each(subject: str, name: str) -> Touching:
    """Each key of this fact, which is a table."""

    def touching(entry: JournalEntry) -> Iterable[Subject]:
        return [(subject, entry.target, str(key)) for key in _several(_facts(entry).get(name))]

    return touching


def _of_values(subject: str, name: str) -> Touching:
    """Each value of this fact before and after, such as the teams between which players changed."""

    def touching(entry: JournalEntry) -> Iterable[Subject]:
        tables = [facts.get(name) for facts in (entry.before, entry.after) if isinstance(facts, dict)]
        values = {value for table in tables if isinstance(table, dict) for value in table.values()}
        return [(subject, entry.target, str(value)) for value in values if value is not None]

    return touching


def _several(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | dict) else ()


def _of_result(entry: JournalEntry) -> Iterable[Subject]:
    facts = _facts(entry)
    # What one player says of a game, and the other has not, changes nothing.
    if facts.get("agreed") is False:
        return []
    return [("result", entry.target, str(facts.get("table", "")), str(facts.get("game") or 1))]


def _of_settings(entry: JournalEntry) -> Iterable[Subject]:
    after = entry.after if isinstance(entry.after, dict) else {}
    return [("setting", entry.target, setting) for setting in after if setting != "whole"]


def _of_role(entry: JournalEntry) -> Iterable[Subject]:
    facts = _facts(entry)
    role, user = str(facts.get("role", "")), str(facts.get("user", ""))
    # Of the chief there is one: whoever comes next takes the role of the one before.
    return [("role", role, "" if role in (Role.CHIEF_REFEREE, Role.CHIEF_ORGANISER) else user)]


def _of_fact(subject: str, name: str) -> Touching:
    """The value of this fact alone, whatever the act was done to."""
    return lambda entry: [(subject, str(_facts(entry).get(name, "")))]


def _of_tables(entry: JournalEntry) -> Iterable[Subject]:
    """The tables of a draft that were changed by hand, each of which is its own key."""
    return [("handicap", entry.target, key) for key in _facts(entry) if key.isdigit()]


def _of_grade(entry: JournalEntry) -> Iterable[Subject]:
    after = entry.after if isinstance(entry.after, dict) else {}
    return _of_players("grade")(entry) if "grade" in _several(after.get("fields")) else []


_LEFT = (_of_players("left"), _of_players("here"))
_STAGE = (_of_target("stage"),)
_QUOTAS = (_of_each("quota", "quotas"),)
_ANNOUNCED = (_of_fact("announced", "announcement"),)
_PINNED = (_of_fact("pinned", "announcement"),)
_FORFEIT, _DECISION = (_of_target("forfeit", "table"),), (_of_target("decision", "table"),)
_DECIDER, _ADJOURNED = (_of_target("decider", "table"),), (_of_target("adjourned", "table"),)
_TEAM_AWAY = (_of_target("team-away", "team", "round"),)
_TEAM_LEFT = (_of_target("team-left", "team"),)
_RULE = (_of_target("rule", "kind", "first", "second"),)
_GROUPS = (_of_each("draw-group", "draw_groups"),)

# What each act leaves changed: a later act that changes the same makes an undo of the earlier one too late.
TOUCHES: Mapping[str, tuple[Touching, ...]] = {
    **dict.fromkeys((Act.REPORT_RESULT, "take_back_result", Act.TELL_RESULT, Act.TELL_BOARD), (_of_result,)),
    **dict.fromkeys((Act.ADJOURN_GAME, "withdraw_adjournment", "resume_game"), _ADJOURNED),
    "change_handicap": (_of_target("handicap", "table"),),
    Act.ADJUST_ROUND: (_of_tables,),
    Act.SET_ABSENCE: (_of_players("absence", "round"),),
    Act.CHECK_IN: (_of_players("here"),),
    **dict.fromkeys((Act.WITHDRAW, Act.REINSTATE), _LEFT),
    "set_categories": (_of_each("category", "categories"),),
    "set_grades_by_rating": (
        lambda entry: [("grade", f"entry:{key}") for key in _several(_facts(entry).get("grades"))],
    ),
    Act.CORRECT_PLAYER: (_of_grade,),
    **dict.fromkeys(("take_draw_groups", "restore_draw_groups"), _GROUPS),
    "set_fixed_table": (_of_target("fixed-table"),),
    Act.OVERRULE_CONDITION: (_of_target("overruled"),),
    **dict.fromkeys(("change_event", "change_section"), (_of_settings,)),
    "require_check_in": (_of_target("check-in"),),
    **dict.fromkeys(("publish_all_rounds", "take_back_all_rounds"), (_of_target("all-rounds"),)),
    **dict.fromkeys((Act.CLOSE_ROUND, "reopen_round"), (_of_target("closed"),)),
    Act.SET_SCHEDULE: (_of_each("start", "start_times"),),
    **dict.fromkeys(("set_sources", "make_groups", "take_back_groups"), _STAGE),
    **dict.fromkeys(("set_quotas", "restore_quotas", "remove_quota"), _QUOTAS),
    **dict.fromkeys((Act.ARCHIVE_EVENT, "unarchive_event"), (_of_target("archived"),)),
    **dict.fromkeys((Act.ANNOUNCE, "restore_announcement"), _ANNOUNCED),
    "withdraw_announcement": (*_ANNOUNCED, *_PINNED),
    "pin_announcement": _PINNED,
    **dict.fromkeys((Act.RULE_PAIR, "lift_rule"), _RULE),
    Act.GRANT_ROLE: (_of_role,),
    "revoke_role": (_of_role, _of_fact("may-pair", "user")),
    "accept_invitation": (_of_role, _of_fact("invitation", "invitation")),
    Act.DELEGATE_PAIRING: (_of_fact("may-pair", "user"),),
    **dict.fromkeys(("invite_person", "revoke_invitation"), (_of_fact("invitation", "invitation"),)),
    Act.SET_TEAMS: (_of_each("team-of", "teams"), _of_values("roster", "teams"), _of_values("team", "teams")),
    **dict.fromkeys(("add_team", "remove_team"), (_of_target("team", "team"),)),
    Act.SET_ROSTER: (_of_target("roster", "team"),),
    **dict.fromkeys(("set_team_absence", Act.ASK_ABSENCE), _TEAM_AWAY),
    **dict.fromkeys((Act.FORFEIT_MATCH, "lift_forfeit"), _FORFEIT),
    **dict.fromkeys(("decide_match", "withdraw_decision"), _DECISION),
    **dict.fromkeys(("withdraw_team", "reinstate_team"), _TEAM_LEFT),
    **dict.fromkeys(("play_decider", "play_decider_games"), _DECIDER),
    "move_match": (_of_target("match-start", "table"),),
    "rank_teams": (_of_each("team-rank", "last_ranks"),),
}
# What must stand besides for an undo: of whoever has withdrawn no absence is taken back.
RESTS_ON: Mapping[str, tuple[Touching, ...]] = {
    **dict.fromkeys((Act.SET_ABSENCE, Act.CHECK_IN), (_of_players("left"),)),
    **dict.fromkeys(("set_team_absence", Act.ASK_ABSENCE), _TEAM_LEFT),
    "pin_announcement": _ANNOUNCED,
}
# What these undo is no value that stands again after an undo, but a row of its own: a report, a membership.
_OWN_ROWS = frozenset({"result", "role", "may-pair", "invitation", "rule", "stage", "pinned"})


def superseded(entries: Iterable[JournalEntry]) -> frozenset[int]:
    """The ids of those after which another act, which stands, was done to the same. One query, and one for
    each of bookings, fouls, rules for a pair and absences that are among them."""
    entries = list(entries)
    undoable = [entry for entry in entries if entry.act in TOUCHES]
    return _by_later_acts(undoable) | _by_rows(entries)


def _by_later_acts(undoable: list[JournalEntry]) -> frozenset[int]:
    if not undoable:
        return frozenset()
    since = JournalEntry.objects.filter(
        scope__in={entry.scope for entry in undoable},
        act__in=TOUCHES,
        pk__gt=min(entry.pk for entry in undoable),
    )
    later = list(since.order_by("pk"))
    undone = {entry.undoes_id for entry in later}
    newest: dict[Subject, int] = {}
    for entry in later:
        # An act and its undo leave everything as it was before both, but for rows of their own: an undo takes
        # back only the one it knows.
        paired_off = entry.undoes_id is not None or entry.pk in undone
        touched = _subjects(entry, TOUCHES)
        standing = [item for item in touched if not paired_off or item[0] in _OWN_ROWS]
        newest |= dict.fromkeys(standing, entry.pk)
    return frozenset(
        entry.pk
        for entry in undoable
        if any(newest.get(subject, 0) > entry.pk for subject in _subjects(entry, TOUCHES, RESTS_ON))
    )


def _subjects(entry: JournalEntry, *tables: Mapping[str, tuple[Touching, ...]]) -> set[Subject]:
    return {
        subject for table in tables for touching in table.get(entry.act, ()) for subject in touching(entry)
    }


def _by_rows(entries: list[JournalEntry]) -> frozenset[int]:
    """Those whose row was taken back, or is not the last word any more."""
    return _booked_back(entries) | _fouls_changed(entries) | _rules_lifted(entries) | _rounds_begun(entries)


_BOOKINGS = frozenset({BOOKED, "book_payment", "book_fee", "undo_booking"})


def _booked_back(entries: list[JournalEntry]) -> frozenset[int]:
    rows = {entry.pk: _facts(entry).get("ledger_row") for entry in entries if entry.act in _BOOKINGS}
    if not rows:
        return frozenset()
    booked = LedgerRow.objects.filter(pk__in=[row for row in rows.values() if isinstance(row, int)])
    sources = {undoing_of(kind, key): key for key, kind in booked.values_list("pk", "kind")}
    taken = set(LedgerRow.objects.filter(source__in=sources).values_list("source", flat=True))
    gone = {sources[source] for source in taken}
    return frozenset(key for key, row in rows.items() if row in gone)


def _fouls_changed(entries: list[JournalEntry]) -> frozenset[int]:
    fouls = _answered(entries, str(Act.LOG_FOUL), "foul")
    if not fouls:
        return frozenset()
    changed = set(Foul.objects.filter(supersedes__in=fouls.values()).values_list("supersedes", flat=True))
    return frozenset(key for key, foul in fouls.items() if foul in changed)


def _rules_lifted(entries: list[JournalEntry]) -> frozenset[int]:
    rules = _answered(entries, str(Act.RULE_PAIR), "rule")
    if not rules:
        return frozenset()
    standing = set(PairRule.objects.filter(pk__in=rules.values()).values_list("pk", flat=True))
    return frozenset(key for key, rule in rules.items() if rule not in standing)


def _answered(entries: list[JournalEntry], act: str, name: str) -> dict[int, int]:
    """Which row each line has made."""
    answers = {entry.pk: (entry.answer or {}).get(name) for entry in entries if entry.act == act}
    return {key: row for key, row in answers.items() if isinstance(row, int)}


def _rounds_begun(entries: list[JournalEntry]) -> frozenset[int]:
    """Absences from a round that is public by now."""
    absences = {
        entry.pk: [
            (int(key), _facts(entry).get("round"))
            for _subject, target, *_ in _of_players("absence")(entry)
            if (key := target.partition(":")[2]).isdigit()
        ]
        for entry in entries
        if entry.act == Act.SET_ABSENCE
    }
    if not absences:
        return frozenset()
    players = {player for whom in absences.values() for player, _round in whom}
    sections = dict(Entry.objects.filter(pk__in=players).values_list("pk", "section"))
    begun = Round.objects.filter(section__in=set(sections.values()))
    begun = begun.exclude(state__in=[Round.State.PLANNED, Round.State.DRAFT])
    public = set(begun.values_list("section", "number"))
    return frozenset(
        key
        for key, whom in absences.items()
        if any((sections.get(player), number) in public for player, number in whom)
    )

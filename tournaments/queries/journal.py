"""The journal of an event as a person reads it: ids become names here, and only here (law 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tournaments.models import (
    Appeal,
    AppealDecision,
    Application,
    Document,
    Entry,
    Event,
    FeeTerms,
    Foul,
    Match,
    Organisation,
    PlayerReport,
    Quota,
    ResultReport,
    Role,
    Round,
    Ruling,
    Section,
    Team,
    TeamAbsence,
)
from tournaments.policy import Act
from tournaments.state.conditions import Condition
from tournaments.wording.acts import FACTS, done_name, fact_name, origin_name, value_name
from tournaments.wording.conditions import condition_text
from tournaments.wording.fouls import LADDERS, OFFENCES
from tournaments.wording.grounds import stored_reason_text
from tournaments.wording.handicaps import komi_text
from tournaments.wording.lists import MOST_NAMED, dozen_names, listed
from tournaments.wording.money.money import money_text
from tournaments.wording.names import plain_name
from tournaments.wording.people import column_name
from tournaments.wording.reasons import changes_text
from tournaments.wording.register.kept_columns import NAMES as COLUMN_NAMES
from tournaments.wording.settings import SETTINGS, setting_text
from tournaments.wording.standings import PRESETS

QUIET = frozenset({"digest", "answer", "whole"})
LONGEST = 12
# Characters of a value for which there are no words.
MOST_SHOWN = 200
# The journal holds these settings as codes.
WORDED = frozenset(
    {
        *("tiebreaks", "points", "time_control", "compensation", "grouping"),
        *("handicap_return", "handicap_rule", "handicap_placement"),
    }
)
# The words for values that are codes.
CHOICES: Mapping[str, tuple[tuple[str, str | Promise], ...]] = {
    "role": tuple(Role.choices),
    "state": (*Section.State.choices, *Round.State.choices),
    "status": tuple(Entry.Status.choices),
    "kind": (*Ruling.Kind.choices, *Foul.Kind.choices),
    "document_kind": tuple(Document.Kind.choices),
    "team_absence": (*TeamAbsence.Kind.choices, ("plays", gettext_lazy("plays"))),
    "decided_for": tuple(Match.DecidedFor.choices),
    "decided_by": tuple(Match.DecidedBy.choices),
    "foul": tuple(Foul.Status.choices),
    "ladder": tuple(LADDERS.items()),
    "offence": tuple(OFFENCES.items()),
    "value": tuple(ResultReport.Value.choices),
    "appeal_decision": tuple(AppealDecision.Outcome.choices),
    "appeal_deposit": tuple(Appeal.Deposit.choices),
    "outcome": tuple(PlayerReport.Outcome.choices),
    "system": tuple(Section.System.choices),
    "preset": tuple(PRESETS.items()),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One value that changed or was set."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class JournalLine:
    """Hold one act in words; ``by`` is empty for what the system did.

    ``undoes``: what it undid, in words; ``undone``: whether it was undone itself. ``decides``: not what one
    player alone says of a game."""

    key: int
    code: str
    at: datetime
    day: str
    by: str
    act: str
    target: str
    facts: tuple[Fact, ...]
    reason: str
    origin: str
    undoes: str = ""
    undone: bool = False
    decides: bool = True


@dataclass(frozen=True, slots=True)
class JournalSelection:
    """Say what part of the journal is asked for; what is empty or None does not matter."""

    act: str = ""
    by: int | str | None = None
    section: Section | None = None
    round: int | None = None
    table: int | None = None
    day: date | None = None


# It was done by a private link.
PLAYERS = "players"
EVERYTHING = JournalSelection()


def journal_of(event: Event, selection: JournalSelection = EVERYTHING) -> QuerySet[JournalEntry]:
    """The entries of an event, the newest first."""
    lines_of_event = JournalEntry.objects.filter(scope=f"event:{event.pk}").select_related("by")
    if selection.act:
        lines_of_event = lines_of_event.filter(act=selection.act)
    if selection.by == PLAYERS:
        lines_of_event = lines_of_event.exclude(party="")
    elif selection.by is not None:
        lines_of_event = lines_of_event.filter(by_id=int(selection.by))
    if selection.day is not None:
        start = datetime.combine(selection.day, time(), ZoneInfo(event.time_zone))
        end = datetime.combine(selection.day + timedelta(days=1), time(), ZoneInfo(event.time_zone))
        lines_of_event = lines_of_event.filter(at__gte=start, at__lt=end)
    return lines_of_event.filter(_in_section(selection)) if selection.section else lines_of_event


def _in_section(selection: JournalSelection) -> Q:
    """Select what was done to the section, its rounds and entries, or to one round."""
    entries = Q(target__in=_targets("entry", Entry.objects.filter(section=selection.section)))
    rounds = Round.objects.filter(section=selection.section)
    if selection.round is None:
        inside = Q(target=f"section:{selection.section.pk}") | entries if selection.section else entries
        inside |= Q(target__in=_targets("round", rounds))
    else:
        inside = Q(target__in=_targets("round", rounds.filter(number=selection.round)))
        of_entries = entries | Q(target=f"section:{selection.section.pk}") if selection.section else entries
        # An absence is noted on the entry, and names the round among its facts.
        inside |= of_entries & (Q(after__round=selection.round) | Q(before__round=selection.round))
    if selection.table is not None:
        inside &= Q(after__table=selection.table) | Q(before__table=selection.table)
    return inside


def _targets(kind: str, things: QuerySet[Any]) -> QuerySet[Any]:
    """As the journal names them: ``entry:7``."""
    key = Cast("pk", CharField())
    return things.order_by().annotate(named=Concat(Value(f"{kind}:"), key)).values("named")


def notes_of(round_: Round, table: int, game: int = 1) -> QuerySet[JournalEntry]:
    """What was noted at a table, the newest first; the text is the reason."""
    notes = JournalEntry.objects.filter(target=f"round:{round_.pk}", act=Act.NOTE_TABLE)
    return notes.filter(after__table=table, after__game=game).select_related("by")


def acts_in(event: Event) -> list[tuple[str, str]]:
    """Acts that the journal of the event holds, with their words."""
    acts = JournalEntry.objects.filter(scope=f"event:{event.pk}").order_by().values_list("act", flat=True)
    return sorted(((act, done_name(act)) for act in acts.distinct()), key=lambda pair: pair[1])


def people_in(event: Event) -> list[User]:
    """Who did something at the event."""
    lines_by_people = JournalEntry.objects.filter(scope=f"event:{event.pk}", by__isnull=False).order_by()
    return list(User.objects.filter(pk__in=lines_by_people.values("by").distinct()).order_by("username"))


def journal_lines(entries: Iterable[JournalEntry], zone: str) -> list[JournalLine]:
    """Entries in words, days by the clock of ``zone``. Seven queries for any number."""
    entries = list(entries)
    words = _Words(entries, zone)
    keys = [entry.pk for entry in entries]
    undone = set(JournalEntry.objects.filter(undoes__in=keys).values_list("undoes", flat=True))
    earlier = {line.pk: line for line in JournalEntry.objects.filter(undone_by__in=keys)}
    return [
        JournalLine(
            key=entry.pk,
            code=entry.act,
            at=entry.at,
            day=day_text(entry.at, zone),
            by=str(entry.by) if entry.by else words.party(entry.party),
            act=done_name(entry.act),
            target=words.target(entry.target),
            facts=tuple(words.facts(entry.before, entry.after)),
            reason=stored_reason_text(entry.reason),
            origin=origin_name(entry.origin),
            undoes=_undoes(earlier.get(entry.undoes_id or 0), zone),
            undone=entry.pk in undone,
            decides=not isinstance(entry.after, dict) or bool(entry.after.get("agreed", True)),
        )
        for entry in entries
    ]


def _undoes(earlier: JournalEntry | None, zone: str) -> str:
    """``result, 23 September 2015, 14:02``."""
    if earlier is None:
        return ""
    at = earlier.at.astimezone(ZoneInfo(zone))
    return f"{done_name(earlier.act)}, {day_text(earlier.at, zone)}, {at:%H:%M}"


def day_text(at: datetime, zone: str) -> str:
    """The day as a heading, in the reader's language."""
    return date_format(at.astimezone(ZoneInfo(zone)), "DATE_FORMAT")


def is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


class _Words:
    """Names for the ids that a page of the journal mentions."""

    def __init__(self, entries: list[JournalEntry], zone: str) -> None:
        self.zone = ZoneInfo(zone)
        wanted: dict[str, set[int]] = {
            "section": set(),
            "round": set(),
            "entry": set(),
            "user": set(),
            "team": set(),
            "application": set(),
            "quota": set(),
        }
        for entry in entries:
            for reference in (entry.target, entry.party):
                kind, _, key = reference.partition(":")
                if kind in wanted and is_id(key):
                    wanted[kind].add(int(key))
            for values in (entry.before, entry.after):
                if isinstance(values, dict) and isinstance(several := values.get("entries"), list):
                    wanted["entry"].update(
                        int(number) for number in several[:MOST_NAMED] if is_id(str(number))
                    )
                for name in ("section", "entry", "user", "team"):
                    if isinstance(values, dict) and is_id(str(values.get(name))):
                        wanted[name].add(int(values[name]))
        self.sections = {s.pk: plain_name(s) for s in Section.objects.filter(pk__in=wanted["section"])}
        self.rounds = {
            r.pk: gettext("%(section)s, round %(round)s")
            % {"section": plain_name(r.section), "round": r.number}
            for r in Round.objects.filter(pk__in=wanted["round"]).select_related("section")
        }
        self.entries = {
            e.pk: str(e if e.number else e.player)
            for e in Entry.objects.filter(pk__in=wanted["entry"]).select_related("player")
        }
        applied = Application.objects.filter(pk__in=wanted["application"])
        self.applications = dict(applied.values_list("pk", "name"))
        quotas = Quota.objects.filter(pk__in=wanted["quota"])
        self.quotas = {quota.pk: str(quota) for quota in quotas}
        self.teams = dict(Team.objects.filter(pk__in=wanted["team"]).values_list("pk", "name"))
        paid = [entry for entry in entries if entry.act == "set_fee_table"]
        scopes = [entry.scope.removeprefix("event:") for entry in paid[:1]]
        terms = FeeTerms.objects.filter(event__in=[key for key in scopes if is_id(key)]).first()
        self.currency = terms.currency if terms else ""
        whose = Organisation.objects.all() if paid else Organisation.objects.none()
        self.organisations = {number.pk: str(number) for number in whose}
        self.users = {u.pk: str(u) for u in User.objects.filter(pk__in=wanted["user"])}

    def party(self, party: str) -> str:
        """Who did it by a private link."""
        kind, _, key = party.partition(":")
        if kind == "team" and is_id(key):
            name = self.teams.get(int(key), key)
            return gettext("Captain of %(team)s, by private link") % {"team": name}
        if kind == "application" and is_id(key):
            name = self.applications.get(int(key), key)
            return gettext("%(player)s, by the link of the application") % {"player": name}
        if kind == "quota" and is_id(key):
            name = self.quotas.get(int(key), key)
            return gettext("Office of %(quota)s, by private link") % {"quota": name}
        if kind != "entry" or not is_id(key):
            return ""
        return gettext("No. %(player)s, by private link") % {"player": self.entries.get(int(key), key)}

    def target(self, target: str) -> str:
        kind, _, key = target.partition(":")
        names: Mapping[str, Mapping[int, str]] = {
            "section": self.sections,
            "round": self.rounds,
            "entry": self.entries,
            "application": self.applications,
            "quota": self.quotas,
        }
        if kind not in names or not is_id(key):
            return ""
        return names[kind].get(int(key)) or gettext("deleted (%(what)s)") % {"what": target}

    def facts(self, before: Any, after: Any) -> Iterable[Fact]:
        old = before if isinstance(before, dict) else {}
        new = after if isinstance(after, dict) else {}
        for key in dict.fromkeys([*old, *new]):
            was, now = self.value(key, old.get(key)), self.value(key, new.get(key))
            if key in QUIET or not (was or now):
                continue
            # A table that was changed by hand is its own key.
            name = gettext("table %(table)s") % {"table": key} if key.isdigit() else fact_name(key)
            if key == "0":
                name = fact_name("bye")
            yield Fact(name, "" if was == now else was, now)

    def value(self, key: str, value: Any) -> str:
        if value is None:
            return ""
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        try:
            return self._words(key, value)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # The journal of a restored event says whatever its file says: it is shown as it is.
            return plain_text(value)[:MOST_SHOWN]

    def _words(self, key: str, value: Any) -> str:
        if key == "entries" and isinstance(value, list):
            return dozen_names([self.entries.get(item, str(item)) for item in value])
        # What was taken away, as a team, has no name any more.
        names: Mapping[str, Mapping[int, str]] = {
            "section": self.sections,
            "entry": self.entries,
            "team": self.teams,
            "user": self.users,
        }
        if key in names:
            return names[key].get(value, str(value))
        worded: Mapping[str, Callable[[Any], str]] = {
            "condition": lambda data: condition_text(Condition.from_json(data)),
            "dropped": changes_text,
            "fees": self._fees,
            "fields": lambda fields: listed(map(changed_name, fields)),
            "match_start": self._starts,
            "start_times": self._starts,
            "surcharge": self._amount,
        }
        if key in worded:
            return worded[key](value)
        if key == "quotas":
            return listed(f"{whose} {'–' if places is None else places}" for whose, places in value.items())
        if key in ("texts", "told"):
            return listed(str(SETTINGS[item]) for item in value)
        if key in WORDED:
            return setting_text(key, value)
        if key in CHOICES:
            return str(dict(CHOICES[key]).get(value, value))
        if key == "komi":
            return komi_text(int(value))
        if isinstance(value, dict):
            return str(len(value))
        if isinstance(value, list):
            return " – ".join(map(plain_text, value)) if len(value) <= LONGEST else str(len(value))
        return value_name(key, str(value))

    def _fees(self, rows: Iterable[tuple[str, int, str, int | None]]) -> str:
        return listed(self._fee(*row) for row in rows)

    def _fee(self, name: str, amount: int, category: str, organisation: int | None) -> str:
        """``Standard 120.00``, and for whom it is where not for everybody."""
        only = [category, self.organisations.get(organisation or 0, "")]
        whose = listed(w for w in only if w)
        return f"{name} {self._amount(amount)}" + (f" ({whose})" if whose else "")

    def _amount(self, amount: int) -> str:
        return money_text(amount, self.currency) if self.currency else str(amount)

    def _starts(self, starts: str | Mapping[str, str | None]) -> str:
        """Of a match, or of rounds by number."""
        if isinstance(starts, str):
            return self._start(starts)
        return listed(f"{number}: {self._start(iso)}" for number, iso in starts.items())

    def _start(self, iso: str | None) -> str:
        """``2015-09-23 14:00`` on the event's clock."""
        return datetime.fromisoformat(iso).astimezone(self.zone).strftime("%Y-%m-%d %H:%M") if iso else "–"


def changed_name(field: str) -> str:
    """Name what was changed: a detail of a person, a fact, a setting or a column."""
    name = column_name(field) or FACTS.get(field) or SETTINGS.get(field)
    words = field.replace("_", " ")
    return str(name or COLUMN_NAMES.get(words, words))


def plain_text(value: Any) -> str:
    """Write a value that has no words of its own without the signs of a program."""
    if isinstance(value, list):
        return " ".join(map(plain_text, value))
    if isinstance(value, dict):
        return listed(f"{key}: {plain_text(item)}" for key, item in value.items())
    return "–" if value in (None, "") else str(value)

"""What waits: what a round or a section still needs, and what at an event has to be decided or looked after.

A *need* is one sentence with the address where it is met, who meets it, and the step of the round that waits
for it. The page of a round, the first page of an event and the interface show the same ones. Apps add what
they know: `register` takes a provider, a function of a `Situation` that asks as many queries for ten sections
as for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from tournaments.models import Event, Round, Section
from tournaments.queries.event_overview import Overview, overviews
from tournaments.queries.tables import TableRow, table_rows
from tournaments.queries.teams.line_ups import boards_waiting

# So many tables are listed one by one; of more, only how many they are.
MOST_TABLES = 8


class Stage(StrEnum):
    """The steps in the life of a round, as the strip shows them."""

    PAIR = "pair"
    ADJUST = "adjust"
    PUBLISH = "publish"
    PLAY = "play"
    CLOSE = "close"


class Phase(StrEnum):
    """The checklists of an event: what comes before a section's first round, and after its last."""

    BEFORE = "before"
    AFTER = "after"


def stage_of(round_: Round, *, missing: int) -> Stage | None:
    """The present step; None when the round is closed. ``missing``: how many results it lacks."""
    stages = {Round.State.PLANNED: Stage.PAIR, Round.State.DRAFT: Stage.ADJUST, Round.State.CLOSED: None}
    if round_.is_public and round_.state != Round.State.CLOSED:
        return Stage.PLAY if missing else Stage.CLOSE
    return stages[Round.State(round_.state)]


@dataclass(frozen=True, slots=True)
class Need:
    """``kind`` for programs, ``text`` for people; ``url`` with ``link`` leads to where it is met, empty where
    no page does; ``section`` and ``round``: of what, both None: of the whole event. ``act``: whoever may do
    it is waited for, empty: everybody who works there, None: nobody, or not yet. ``blocks``: the step that
    waits for it. ``done``: it is met, and listed so that a person sees what was looked at. ``phase``: of
    which checklist of the event it is a line."""

    kind: str
    text: str
    section: Section | None = None
    round: Round | None = None
    url: str = ""
    link: str = ""
    act: str | None = None
    blocks: Stage | None = None
    done: bool = False
    phase: Phase | None = None

    @property
    def waits(self) -> bool:
        """Whether somebody is waited for."""
        return self.act is not None and not self.done


@dataclass(slots=True)
class Situation:
    """What is asked about: the current ``rounds`` of a ``whole`` event and how far every section is, or one
    round, whose tables are then told one by one. Rounds come with section and event."""

    event: Event
    rounds: tuple[Round, ...]
    overviews: tuple[Overview, ...] = ()
    whole: bool = False
    rows: Sequence[TableRow] | None = None
    """The tables of one round, where they were read already."""

    @property
    def live(self) -> tuple[Round, ...]:
        """The rounds that are being played."""
        return tuple(r for r in self.rounds if r.is_public and r.state != Round.State.CLOSED)

    def tables(self, round_: Round) -> list[TableRow]:
        """Those of the one round that is asked about, by number."""
        if self.rows is None:
            self.rows = table_rows(round_, None)
        return [row for row in self.rows if row.table is not None]

    def missing(self, round_: Round) -> int:
        """How many tables of a round that is being played still need a result."""
        for overview in self.overviews:
            if overview.current is round_:
                return overview.missing
        return sum(row.is_missing for row in self.tables(round_)) + self.waiting(round_)

    def waiting(self, round_: Round) -> int:
        """How many boards of the one round that is asked about wait for line-ups."""
        return boards_waiting([round_]).get(round_.pk, 0) if round_.is_public else 0


Provider = Callable[[Situation], Iterable[Need]]
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Have ``provider`` asked, in the order of registering: what holds the tournament up comes first."""
    # Called in `AppConfig.ready()`, which may run twice.
    if provider not in _providers:
        _providers.append(provider)


def situation_of(event: Event) -> Situation:
    """The whole event. Five queries for any number of sections."""
    section_overviews = tuple(overviews(event.sections.select_related("event")))
    rounds = tuple(overview.current for overview in section_overviews if overview.current is not None)
    return Situation(event, rounds, section_overviews, whole=True)


def about(round_: Round, rows: Sequence[TableRow] | None = None) -> Situation:
    """One round. ``rows``: its tables, where they were read already."""
    return Situation(round_.section.event, (round_,), rows=rows)


def needs_of(situation: Situation) -> list[Need]:
    """Everything, what is met included."""
    return [need for provider in _providers for need in provider(situation)]


def version_of(needs: Iterable[Need]) -> str:
    """Changes when one of the sentences does: what an open page compares."""
    facts = [
        (need.kind, need.section and need.section.pk, need.round and need.round.pk, need.text)
        for need in needs
    ]
    return sha256(repr(facts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Checklist:
    """One of an event: the lines of the whole event, then those of each section that is at it."""

    phase: Phase
    parts: tuple[tuple[Section | None, tuple[Need, ...]], ...]

    @property
    def left(self) -> int:
        """How many lines are not ticked."""
        return sum(not need.done for _section, needs in self.parts for need in needs)


def checklists_of(needs: Iterable[Need]) -> list[Checklist]:
    """Those that have something on them; one that is done to its last line is none any more."""
    parts: dict[Phase, dict[int, tuple[Section | None, list[Need]]]] = {}
    for need in needs:
        if need.phase:
            of_phase = parts.setdefault(need.phase, {})
            of_phase.setdefault(need.section.pk if need.section else 0, (need.section, []))[1].append(need)
    checklists = [
        Checklist(
            phase, tuple((section, tuple(lines)) for _key, (section, lines) in sorted(of_phase.items()))
        )
        for phase, of_phase in parts.items()
    ]
    return sorted((need for need in checklists if need.left), key=lambda need: need.phase == Phase.AFTER)

"""What the public may know: as things stand, or as they will stand when something has been published.

A *moment* is handed to every question of `public`. Without a preview it is now, and nothing of a draft is
in it. A publishing worker renders the pages of the moment after its switch: it names what it is about to
publish, and pages come out as they will be read then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal, get_args

from django.db.models import CharField, OuterRef, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.published.reading import read_each, read_once
from tournaments.models import Round, RoundVersion, Section, Standing
from tournaments.queries.departures import Departure, departing, departures, departures_of
from tournaments.queries.modes import RoundMode, is_official, modes_in
from tournaments.state.canonical import digest_of

PublicState = Literal[Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED]
PUBLIC_STATES: tuple[PublicState, ...] = get_args(PublicState)


# Rounds and sections read with this attribute say whether the public does not get their pages.
TAKEN_BACK = "taken_back"


def with_rounds_back(rounds: QuerySet[Round]) -> QuerySet[Round]:
    return rounds.annotate(**{TAKEN_BACK: published.withheld(_address("round", "number"))})


def with_sections_back(sections: QuerySet[Section]) -> QuerySet[Section]:
    address = Concat(Value("e/"), OuterRef("event__slug"), Value("/"), OuterRef("slug"), Value("/"))
    return sections.annotate(**{TAKEN_BACK: published.withheld(address)})


def _address(folder: str, number: str) -> Combinable:
    """Of a row of a section that has a page of its own."""
    return Concat(
        *(Value("e/"), OuterRef("section__event__slug"), Value("/"), OuterRef("section__slug")),
        *(Value(f"/{folder}/"), Cast(OuterRef(number), CharField()), Value("/")),
    )


def quotable(frozen: QuerySet[Standing]) -> QuerySet[Standing]:
    """Without those whose page was taken back."""
    return frozen.exclude(published.withheld(_address("standings", "after_round")))


class NotPublicError(LookupError):
    """A question about something that the public does not see."""


@dataclass(frozen=True, slots=True)
class Edition:
    version: int
    published_at: Annotated[str, _("ISO 8601, UTC, to the minute.")]
    digest: Annotated[str, _("Digest of the pairing: equal for equal pairings.")]
    official: Annotated[
        bool | None,
        _("Whether the round was paired in official mode; without a digest, what the imported file says."),
    ]
    departures: Annotated[
        Sequence[Departure], _("How the pairing departs from the regulations; empty where it does not.")
    ]


@dataclass(frozen=True, slots=True)
class PublicSnapshot:
    """``publishing``: the id of a round that is public from this moment on, as version ``version`` at
    ``at``. ``standings``: the id of a section whose standings after round ``after`` are ``data``;
    ``closing``: the id of the round closed with them. ``staff``: it is asked for them, who see what was
    taken back."""

    publishing: int | None = None
    version: int = 0
    at: str = ""
    standings: int | None = None
    after: int = 0
    data: Mapping[str, Any] | None = None
    closing: int | None = None
    staff: bool = False

    @classmethod
    def of(cls, preview: Mapping[str, Any] | None) -> PublicSnapshot:
        """From what a handler gives to ``render_many``; None is now."""
        return cls(**(preview or {}))

    def state(self, round_: Round) -> Round.State:
        if round_.pk == self.publishing and round_.state not in PUBLIC_STATES:
            return Round.State.PUBLISHED
        return Round.State.CLOSED if round_.pk == self.closing else Round.State(round_.state)

    def public_state(self, round_: Round) -> PublicState | None:
        """Return the state of a round as the public may know it."""
        # Whether a round that is not public is paired already is nobody's business, nor is one that was taken
        # back.
        if self._is_back(round_):
            return None
        state = self.state(round_)
        return next((public for public in PUBLIC_STATES if public == state), None)

    def rounds(self, section: Section) -> list[Round]:
        """The rounds that any public page may quote, by number: without those that were taken back."""
        return [r for r in self.published(section) if not self._is_back(r)]

    def published(self, section: Section) -> list[Round]:
        """With those that were taken back, by number: for what says itself that they were."""
        return [r for r in section.round_set.all() if self.state(r) in PUBLIC_STATES]

    def unbroken(self, section: Section) -> list[Round]:
        """The public rounds before the first that was taken back: for what makes no sense with a gap."""
        rounds = self.rounds(section)
        numbers = [r.number for r in self.published(section)]
        return [r for at, r in enumerate(rounds) if r.number == numbers[at]]

    def taken_back(self, section: Section) -> set[int]:
        """The numbers of the published rounds that nobody quotes, as little as they can be read."""
        return {r.number for r in self.published(section) if self._is_back(r)}

    def _is_back(self, round_: Round) -> bool:
        """Whether a round was taken back; lists of rounds come with the answer (`taken_back`)."""
        if self.staff:
            return False
        is_back: bool | None = getattr(round_, TAKEN_BACK, None)
        if is_back is not None:
            return is_back
        section = round_.section
        return published.is_withheld(f"e/{section.event.slug}/{section.slug}/round/{round_.number}/")

    def round(self, section: Section, number: int) -> Round:
        """One public round, taken back or not: it is rendered anew meanwhile. Raises `NotPublicError`."""
        round_ = section.round_set.filter(number=number).first()
        if round_ is None or self.state(round_) not in PUBLIC_STATES:
            raise NotPublicError(f"round {number} of section {section.pk}")
        return round_

    def edition(self, round_: Round) -> Edition:
        """The version of a public round that readers see."""
        if round_.pk == self.publishing:
            return Edition(
                self.version,
                to_the_minute(self.at),
                round_.draft_digest,
                round_.section.official,
                read_once(("departures", round_.pk), lambda: departures_of(round_)),
            )
        versions = RoundVersion.objects.filter(round=round_).annotate(**departing("round__"))
        newest = versions.order_by("-number").first()
        if newest is None:
            raise NotPublicError(f"round {round_.pk} has no version")
        return Edition(
            newest.number,
            to_the_minute(newest.at.isoformat()),
            newest.digest,
            is_official(newest),
            departures(newest),
        )

    def modes(self, section: Section) -> Sequence[RoundMode]:
        """Of the public rounds, in order. One query."""
        public = self.rounds(section)
        modes = self.modes_in(public)
        return [modes[round_.pk] for round_ in public if round_.pk in modes]

    def modes_in(self, rounds: Collection[Round]) -> dict[int, RoundMode]:
        """By id of the round, as `queries.modes.modes_in` has it. One query."""
        by_id = {round_.pk: round_ for round_ in rounds}
        modes = read_each("mode", by_id, lambda keys: modes_in([by_id[key] for key in keys]))
        for round_ in rounds:
            if round_.pk == self.publishing:
                official = round_.section.official
                departed = read_once(("departures", round_.pk), partial(departures_of, round_))
                modes[round_.pk] = RoundMode(round_.number, official, recorded=False, departures=departed)
        return modes

    def section_state(self, section: Section) -> Section.State:
        if self.closing is not None and self.standings == section.pk and self.after == section.rounds:
            return Section.State.FINISHED
        if section.state == Section.State.OPEN and self.published(section):
            return Section.State.RUNNING
        return Section.State(section.state)

    def standing(self, section: Section, after: int) -> tuple[int, Mapping[str, Any]]:
        """Version and data of the frozen standings after a round. Raises `NotPublicError`."""
        newest = Standing.objects.filter(section=section, after_round=after).order_by("-version").first()
        if self.standings == section.pk and self.after == after and self.data is not None:
            same = newest is not None and newest.digest == digest_of(self.data)
            return (newest.version if newest else 0) + (0 if same else 1), self.data
        if newest is None:
            raise NotPublicError(f"standings after round {after} of section {section.pk}")
        return newest.version, newest.data

    def standings_after(self, section: Section) -> list[int]:
        """After which rounds there are frozen standings that any public page may quote, in order."""
        frozen = Standing.objects.filter(section=section)
        if not self.staff:
            frozen = quotable(frozen)
        rounds = set(frozen.values_list("after_round", flat=True))
        if self.standings == section.pk and self.after not in rounds:
            path = f"e/{section.event.slug}/{section.slug}/standings/{self.after}/"
            if self.staff or not published.is_withheld(path):
                rounds.add(self.after)
        return sorted(rounds)


def to_the_minute(iso: str) -> str:
    """``2015-09-23T06:02+00:00``: pages show minutes, so equal pages have equal data."""
    return datetime.fromisoformat(iso).astimezone(UTC).isoformat(timespec="minutes")

"""Finished sections of an organisation, written straight into the database, and lists computed of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any

from portal import outbox
from portal.accounts.models import User
from portal.outbox import Job
from tests.factories import make_event, make_section
from tests.working import compute
from tournaments.acts.ratings.rating_periods import (
    check_rating_lists,
    correct_rating_lists,
    count_sections,
    give_numbers,
    preview_rating_list,
    publish_rating_list,
)
from tournaments.acts.ratings.rating_systems import (
    change_rating_rules,
    make_rating_system,
    open_rating_period,
)
from tournaments.models import (
    Entry,
    Federation,
    ListVersion,
    Office,
    Organisation,
    Pairing,
    Person,
    Player,
    RatingPeriod,
    RatingSystem,
    RefereeReport,
    ResultReport,
    Round,
    Seat,
    Section,
)
from tournaments.queries.ratings.rating_desk import check_key, correct_key, list_publish_key, preview_key

JANUARY, FEBRUARY, MARCH, APRIL = (date(2026, month, 1) for month in (1, 2, 3, 4))
Result = tuple[str, str, str]
"""First, second, value."""


@dataclass
class Ratings:
    """An organisation with a rating officer."""

    organisation: Organisation
    officer: User
    persons: dict[str, Person] = field(default_factory=dict)
    code: str = "xia"

    @property
    def system(self) -> RatingSystem:
        return RatingSystem.objects.get(code=self.code)

    def person(self, name: str, **values: Any) -> Person:
        if name not in self.persons:
            federation, _new = Federation.objects.get_or_create(code="CHN", defaults={"name_en": "China"})
            self.persons[name] = Person.objects.create(name=name, federation=federation, **values).fold()
            self.persons[name].save()
        return self.persons[name]

    def section(self, slug: str, day: date, rounds: Iterable[Sequence[Result]], **values: Any) -> Section:
        """A finished one, all rounds played on ``day``, with a referee's report that was accepted."""
        event = make_event(slug, starts=day, ends=day, organisation=self.organisation, time_zone="UTC")
        rounds = list(rounds)
        section = make_section(event, "open", rounds=len(rounds), state=Section.State.FINISHED, **values)
        RefereeReport.objects.create(
            section=section, state=RefereeReport.State.ACCEPTED, organisation=self.organisation
        )
        entries: dict[str, Entry] = {}
        for name in sorted({name for games in rounds for game in games for name in game[:2]}):
            person = self.person(name)
            player = Player.objects.create(
                event=event, person=person, name=name, federation=person.federation
            )
            entries[name] = Entry.objects.create(section=section, player=player, number=len(entries) + 1)
        for round_, games in zip(Round.objects.filter(section=section), rounds, strict=True):
            round_.state, round_.starts_at = Round.State.CLOSED, datetime.combine(day, time(9), UTC)
            round_.save()
            for table, (first, second, value) in enumerate(games, start=1):
                pairing = Pairing.objects.create(round=round_, table=table)
                for colour, name in (("first", first), ("second", second)):
                    Seat.objects.create(round=round_, entry=entries[name], pairing=pairing, colour=colour)
                if value:
                    ResultReport.objects.create(
                        pairing=pairing,
                        value=value.rstrip("f"),
                        forfeit=value.endswith("f") or value == "0-0",
                    )
        return section

    def made(self, preset: str = "elo", game: str = "xiangqi", **values: Any) -> RatingSystem:
        make_rating_system(
            organisation=self.organisation,
            code=self.code,
            name="Xia rating",
            game=game,
            preset=preset,
            by=self.officer,
            **values,
        )
        return self.system

    def rules(self, **values: Any) -> None:
        arguments = {"k": "20", "start": 1500, "cut": 400} | values
        change_rating_rules(organisation=self.organisation, system=self.code, by=self.officer, **arguments)

    def period(
        self, first: date, end: date, *sections: Section, name: str = "", number: bool = True
    ) -> RatingPeriod:
        answer = open_rating_period(
            organisation=self.organisation,
            system=self.code,
            name=name or first.isoformat()[:7],
            first=first,
            end=end,
            by=self.officer,
        )
        period = RatingPeriod.objects.get(pk=answer["period"])
        if sections:
            self.count(period, *sections)
            if number:
                give_numbers(
                    organisation=self.organisation, system=self.code, period=period.pk, by=self.officer
                )
        return period

    def count(self, period: RatingPeriod, *sections: Section) -> None:
        count_sections(
            organisation=self.organisation,
            system=self.code,
            period=period.pk,
            sections=[section.pk for section in sections],
            by=self.officer,
        )

    def previewed(self, period: RatingPeriod) -> Job:
        preview_rating_list(
            organisation=self.organisation, system=self.code, period=period.pk, by=self.officer
        )
        compute()
        return _latest(preview_key(period))

    def ordered(self, period: RatingPeriod, seen: str) -> Job:
        publish_rating_list(
            organisation=self.organisation, system=self.code, period=period.pk, seen=seen, by=self.officer
        )
        compute()
        return _latest(list_publish_key(period))

    def published(self, period: RatingPeriod) -> ListVersion:
        job = self.previewed(period)
        job = self.ordered(period, (job.outcome or {})["input"])
        assert job.state == Job.State.DONE, job.outcome
        return period.versions.latest("number")

    def checked(self) -> dict[str, Any]:
        check_rating_lists(organisation=self.organisation, system=self.code, by=self.officer)
        compute()
        return _latest(check_key(self.system)).outcome or {}

    def corrected(self) -> Job:
        seen = self.checked()["input"]
        correct_rating_lists(
            organisation=self.organisation, system=self.code, seen=seen, reason="Protest", by=self.officer
        )
        compute()
        return _latest(correct_key(self.system))

    def number(self, name: str) -> str:
        return self.persons[name].numbers.get(issuer=self.code, former=False).number


def _latest(key: str) -> Job:
    job = outbox.latest(key)
    assert job is not None
    return job


def make_ratings(officer: User) -> Ratings:
    organisation = Organisation.objects.create(slug="xia", name="Xia", level="nation")
    Office.objects.create(organisation=organisation, user=officer, role=Office.Role.RATING_OFFICER)
    return Ratings(organisation, officer)


def correct(section: Section, round_: int, table: int, value: str) -> None:
    """The result of a game, as a referee corrects it."""
    pairing = Pairing.objects.get(round__section=section, round__number=round_, table=table)
    last = pairing.reports.get(superseded_by=None)
    ResultReport.objects.create(pairing=pairing, value=value, supersedes=last, reason="Scoresheet")


def ratings_of(version: ListVersion) -> dict[str, Any]:
    return {row.number: row.rating for row in version.rows.order_by("number")}

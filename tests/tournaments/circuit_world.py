"""A circuit of an organisation, and finished sections whose standings go straight into the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from portal.accounts.models import User
from tests.factories import make_event, make_section
from tournaments.acts.ratings.circuits import add_circuit_section, make_circuit, publish_circuit
from tournaments.models import (
    Circuit,
    CircuitSection,
    CircuitVersion,
    Entry,
    Federation,
    Office,
    Organisation,
    Person,
    Player,
    Section,
    Standing,
)
from tournaments.queries.ratings.circuits import read_circuit


@dataclass
class Season:
    """An organisation with an officer, and its circuit."""

    organisation: Organisation
    officer: User
    persons: dict[str, Person] = field(default_factory=dict)

    @property
    def circuit(self) -> Circuit:
        return self.organisation.circuits.earliest("pk")

    @property
    def digest(self) -> str:
        return read_circuit(self.circuit).digest

    def made(self, **values: Any) -> Circuit:
        arguments = {"name": "Grand Prix", "season": "2026"} | values
        make_circuit(organisation=self.organisation, by=self.officer, **arguments)
        return self.circuit

    def person(self, name: str) -> Person:
        if name not in self.persons:
            federation, _new = Federation.objects.get_or_create(code="CHN", defaults={"name_en": "China"})
            self.persons[name] = Person.objects.create(name=name, federation=federation).fold()
            self.persons[name].save()
        return self.persons[name]

    def section(self, slug: str, day: date, *groups: str, **values: Any) -> Section:
        """A finished one. ``groups``: who shares each place, with blanks between them."""
        event = make_event(slug, starts=day, ends=day, organisation=self.organisation, time_zone="UTC")
        section = make_section(event, "open", **{"rounds": 1, "state": Section.State.FINISHED} | values)
        rows, rank = [], 1
        for group in map(str.split, groups):
            for name in group:
                person = self.person(name)
                player = Player.objects.create(
                    event=event, person=person, name=name, federation=person.federation
                )
                Entry.objects.create(section=section, player=player, number=len(rows) + 1)
                rows.append({"number": len(rows) + 1, "rank": rank, "points": str(20 - rank)})
            rank += len(group)
        self.freeze(section, rows)
        return section

    def freeze(self, section: Section, rows: list[dict[str, Any]]) -> None:
        """Standings after the only round, as a new version."""
        Standing.objects.create(
            section=section,
            after_round=1,
            version=section.standings.count() + 1,
            data={"rows": rows},
            digest=f"sha256:{section.standings.count()}",
        )

    def counted(self, slug: str, day: date, *groups: str, **values: Any) -> CircuitSection:
        """Such a section in the circuit; ``values`` as the act takes them."""
        return self.count(self.section(slug, day, *groups), **values)

    def count(self, section: Section, **values: Any) -> CircuitSection:
        answer = add_circuit_section(
            organisation=self.organisation,
            circuit=self.circuit.pk,
            section=section.pk,
            by=self.officer,
            **values,
        )
        return CircuitSection.objects.get(pk=answer["section"])

    def published(self) -> CircuitVersion:
        publish_circuit(
            organisation=self.organisation, circuit=self.circuit.pk, seen=self.digest, by=self.officer
        )
        return self.circuit.versions.latest("number")


def make_season(officer: User, **values: Any) -> Season:
    organisation = Organisation.objects.create(slug="xia", name="Xia", level="nation")
    Office.objects.create(organisation=organisation, user=officer, role=Office.Role.OFFICER)
    season = Season(organisation, officer)
    season.made(**values)
    return season

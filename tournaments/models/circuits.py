"""Circuits of an organisation: events of a season whose places bring points, and the standings over them.

*rule*      how points come about, as `standings.circuits.CircuitRule` has it.
*version*   standings as they were published. A correction of an event adds one.

Versions hold ids of persons, never names (law 8).
"""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Section
from tournaments.models.organisations import Organisation
from tournaments.models.persons import Person

SEASON_LENGTH = 20


class Circuit(models.Model):
    """Hold a circuit of an organisation."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="circuits")
    name = models.CharField(_("name"), max_length=120)
    native_name = models.CharField(_("native name"), max_length=120, blank=True)
    season = models.CharField(_("season"), max_length=SEASON_LENGTH)
    rule = models.JSONField(default=dict)
    # A condition: who gets points. Empty: everybody.
    eligible = models.JSONField(default=dict)
    # Lots that were drawn, by person; the highest goes first.
    lots = models.JSONField(default=dict, db_default={})

    class Meta:
        verbose_name = _("circuit")
        verbose_name_plural = _("circuits")
        ordering = ["-season", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "name", "season"], name="circuit_named_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.season}"


class CircuitCategory(models.Model):
    """Standings of its own. ``rule``: a condition."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="categories")
    name = models.CharField(_("name"), max_length=120)
    native_name = models.CharField(_("native name"), max_length=120, blank=True)
    rule = models.JSONField()

    class Meta:
        verbose_name = _("category of a circuit")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "name"], name="circuit_category_named_once")
        ]

    def __str__(self) -> str:
        return self.name


class CircuitSection(models.Model):
    """Count a section in a circuit."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="sections")
    section = models.ForeignKey(Section, null=True, on_delete=models.SET_NULL, related_name="in_circuits")
    # Of event and section; it stays when they are deleted.
    name = models.CharField(max_length=250)
    level = models.CharField(_("level"), max_length=20, blank=True)
    factor = models.DecimalField(
        _("factor"), max_digits=6, decimal_places=3, default=1, validators=[MinValueValidator(0)]
    )
    # Only so many results of one kind count, where the rule has a cap for it.
    kinds = models.JSONField(default=list)
    # Persons who get no points for it.
    disqualified = models.JSONField(default=list, db_default=[])

    class Meta:
        verbose_name = _("section of a circuit")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["circuit", "section"], name="circuit_section_once")]

    def __str__(self) -> str:
        return self.name


class CircuitBonus(models.Model):
    """Points for somebody beside the places of an event."""

    event = models.ForeignKey(CircuitSection, on_delete=models.CASCADE, related_name="bonuses")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    points = models.DecimalField(
        _("points"), max_digits=7, decimal_places=3, validators=[MinValueValidator(0)]
    )

    class Meta:
        verbose_name = _("bonus in a circuit")
        ordering = ["event", "pk"]
        constraints = [models.UniqueConstraint(fields=["event", "person"], name="circuit_bonus_once")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.points}"


class CircuitVersion(models.Model):
    """Standings as they were published. Insert-only. ``data``: as `queries.circuits` writes it."""

    circuit = models.ForeignKey(Circuit, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    data = models.JSONField()
    digest = models.CharField(max_length=80)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("version of the standings of a circuit")
        ordering = ["circuit", "number"]
        constraints = [models.UniqueConstraint(fields=["circuit", "number"], name="circuit_version_number")]

    def __str__(self) -> str:
        return f"{self.circuit_id} v{self.number}"


class CircuitPlace(models.Model):
    """Hold where somebody stands in the newest published standings, for the page of that person."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="places")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="circuit_places")
    # None for who has played too few events.
    place = models.PositiveIntegerField(null=True)
    # How many have a place.
    of = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("place in a circuit")
        ordering = ["circuit", "pk"]
        constraints = [models.UniqueConstraint(fields=["circuit", "person"], name="circuit_place_once")]

    def __str__(self) -> str:
        return f"{self.circuit_id} {self.person_id} {self.place}"

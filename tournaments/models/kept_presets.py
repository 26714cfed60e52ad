"""Regulations that somebody keeps by name, so that further sections are made by them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Section
from tournaments.models.organisations import Organisation


class KeptPreset(models.Model):
    """Keep the rules of a section, without what is its own."""

    # The organisation's whose event the section is of; of an event of no organisation the person's.
    organisation = models.ForeignKey(
        Organisation, null=True, on_delete=models.CASCADE, related_name="kept_presets"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="kept_presets"
    )
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80)
    game = models.CharField(max_length=10, choices=Section.Game)
    preset = models.CharField(max_length=40)
    teams = models.BooleanField()
    # Of `queries.section_settings.settings_of_section`.
    settings = models.JSONField()

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "name"], name="kept_preset_of_organisation_once"),
            models.UniqueConstraint(fields=["user", "name"], name="kept_preset_of_person_once"),
            models.CheckConstraint(
                condition=Q(organisation=None) ^ Q(user=None), name="kept_preset_of_organisation_or_person"
            ),
        ]

    def __str__(self) -> str:
        return self.name

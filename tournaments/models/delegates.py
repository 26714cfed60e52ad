"""Who comes with the players of a quota without playing."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.applications import Quota


class Delegate(models.Model):
    """Not public: the office that names them reads it, and the desk of the event."""

    class Role(models.TextChoices):
        LEADER = "leader", pgettext_lazy("in a delegation", "leader")
        COACH = "coach", pgettext_lazy("in a delegation", "coach")
        PHYSICIAN = "physician", pgettext_lazy("in a delegation", "physician")

    quota = models.ForeignKey(Quota, on_delete=models.CASCADE, related_name="delegates")
    role = models.CharField(_("role"), max_length=9, choices=Role)
    name = models.CharField(_("name"), max_length=80)
    native_name = models.CharField(_("native name"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("member of a delegation")
        verbose_name_plural = _("members of delegations")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["quota", "role", "name"], name="delegate_once")]

    def __str__(self) -> str:
        return self.name

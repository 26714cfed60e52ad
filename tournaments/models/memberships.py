"""Who has which role at an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Role(models.TextChoices):
    """What somebody does at an event. The order is the order of the documentation's table."""

    CHIEF_ORGANISER = "chief-organiser", _("chief organiser")
    ORGANISER = "organiser", _("organiser")
    CHIEF_REFEREE = "chief-referee", _("chief referee")
    REFEREE = "referee", _("referee")
    DESK = "desk", _("technical desk")
    SUPERVISOR = "supervisor", _("supervisor")


class Membership(models.Model):
    """A role of a user at an event. ``may_pair``: delegated to an organiser by the chief referee (2.4)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=Role)
    may_pair = models.BooleanField(_("pairing delegated"), default=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="membership_once"),
            models.CheckConstraint(
                condition=Q(may_pair=False) | Q(role=Role.ORGANISER), name="membership_delegates_to_organiser"
            ),
            models.UniqueConstraint(
                fields=["event"], condition=Q(role=Role.CHIEF_REFEREE), name="membership_one_chief_referee"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"

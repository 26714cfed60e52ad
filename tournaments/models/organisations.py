"""Federations, associations and clubs as owners of events and keepers of persons.

*level*   how far an organisation reaches. Its parent reaches further, so the tree is at most five deep and
          has no circle.
*office*  what somebody does for an organisation. What each may do says `tournaments.organisation_roles`.
*series*  events that recur, so that their champions have one list.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import SLUG, Event, Federation, LeadsOn
from tournaments.text.name_search import index_text, name_search_key

COLOUR = RegexValidator(r"\A#[0-9a-f]{6}\Z", _("A colour such as #1a5fb4."))


class Organisation(models.Model):
    """``federation``: whose persons a national one keeps. ``email``: where it is written to, in public.
    ``ground`` and ``ink``: the colours of its sign."""

    class Level(models.TextChoices):
        """From the furthest."""

        WORLD = "world", _("world")
        CONTINENT = "continent", _("continent")
        NATION = "nation", _("nation")
        PROVINCE = "province", _("province")
        CLUB = "club", _("club")

    slug = models.CharField(_("URL name"), max_length=50, unique=True, validators=[SLUG])
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=120)
    native_name = models.CharField(_("native name"), max_length=120, blank=True)
    level = models.CharField(_("level"), max_length=9, choices=Level)
    parent = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="parts",
        verbose_name=_("part of"),
    )
    federation = models.OneToOneField(
        Federation,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="organisation",
        verbose_name=_("federation"),
    )
    text = models.TextField(_("text"), blank=True)
    email = models.EmailField(_("e-mail address"), blank=True, db_default="")
    words = models.TextField(editable=False, blank=True, help_text="by which it is found")
    ground = models.CharField(_("colour of the ground"), max_length=7, default="#7a1f1f", validators=[COLOUR])
    ink = models.CharField(_("colour of the letters"), max_length=7, default="#ffffff", validators=[COLOUR])

    class Meta:
        verbose_name = _("organisation")
        verbose_name_plural = _("organisations")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(federation=None) | Q(level="nation"), name="organisation_federation_of_nation"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        addresses = [self.slug, *([self.federation_id.lower()] if self.federation_id else [])]
        self.words = index_text(name_search_key(self.name, self.native_name), *addresses)
        super().save(*args, **kwargs)


class FormerOrganisationAddress(LeadsOn):
    """Of an organisation."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="former_addresses")

    class Meta(LeadsOn.Meta):
        verbose_name = _("former address of an organisation")


class Office(models.Model):
    """``shown``: on the public page, as the holder wishes."""

    class Role(models.TextChoices):
        OFFICER = "officer", pgettext_lazy("of an organisation", "officer")
        REGISTRAR = "registrar", pgettext_lazy("of an organisation", "registrar")
        TREASURER = "treasurer", pgettext_lazy("of an organisation", "treasurer")
        RATING_OFFICER = "rating-officer", pgettext_lazy("of an organisation", "rating officer")
        WEBMASTER = "webmaster", pgettext_lazy("of an organisation", "webmaster")

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="offices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offices")
    role = models.CharField(_("role"), max_length=14, choices=Role)
    shown = models.BooleanField(_("shown in public"), default=False)

    class Meta:
        verbose_name = _("office")
        verbose_name_plural = _("offices")
        ordering = ["organisation", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "user", "role"], name="office_held_once")
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.role}"


class Series(models.Model):
    """Events of an organisation that recur, such as a championship."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="series")
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=120)
    native_name = models.CharField(_("native name"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("series of events")
        verbose_name_plural = _("series of events")
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["organisation", "name"], name="series_named_once")]

    def __str__(self) -> str:
        return self.name


class Handover(models.Model):
    """Offer an event to an organisation."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="handovers")
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="handovers")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    # One offer at a time waits.
    decided_at = models.DateTimeField(null=True, blank=True)
    # Counts once it is decided.
    accepted = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("handing over of an event")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(decided_at=None), name="handover_one_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id} › {self.organisation_id}"

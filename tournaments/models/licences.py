"""Licences: the right to play, to arbitrate or to coach that an organisation gives a person from day to day.

*kind*      a licence of one organisation, with a code by which a section asks for it.
*licence*   of one person, of one kind. Another season is another licence.
"""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.organisations import Organisation
from tournaments.models.persons import Person

LICENCE_CODE_LENGTH = 20
LICENCE_CODE = RegexValidator(
    r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", _("Small letters and figures, such as chn-player.")
)


class LicenceKind(models.Model):
    """``code``: unique on the site, and never changed, since conditions name it. ``closed``: no further
    licence of it is issued."""

    class Permits(models.TextChoices):
        PLAY = "play", pgettext_lazy("a licence permits", "playing")
        ARBITRATE = "arbitrate", pgettext_lazy("a licence permits", "arbitrating")
        COACH = "coach", pgettext_lazy("a licence permits", "coaching")

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="licence_kinds")
    code = models.CharField(_("code"), max_length=LICENCE_CODE_LENGTH, unique=True, validators=[LICENCE_CODE])
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=120)
    native_name = models.CharField(_("native name"), max_length=120, blank=True)
    permits = models.CharField(_("permits"), max_length=9, choices=Permits, default=Permits.PLAY)
    closed = models.BooleanField(_("no longer issued"), default=False)

    class Meta:
        verbose_name = _("kind of licence")
        verbose_name_plural = _("kinds of licences")
        ordering = ["closed", "code"]

    def __str__(self) -> str:
        return self.code


class Licence(models.Model):
    """``starts`` and ``ends`` are included: one until 31 August is valid on 31 August. Days are
    days where the event is played."""

    class State(models.TextChoices):
        ISSUED = "issued", pgettext_lazy("of a licence", "issued")
        SUSPENDED = "suspended", pgettext_lazy("of a licence", "suspended")
        REVOKED = "revoked", pgettext_lazy("of a licence", "revoked")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="licences")
    kind = models.ForeignKey(LicenceKind, on_delete=models.PROTECT, related_name="licences")
    number = models.CharField(pgettext_lazy("of a person", "number"), max_length=20, blank=True)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.ISSUED)

    class Meta:
        verbose_name = _("licence")
        verbose_name_plural = _("licences")
        ordering = ["-ends", "-pk"]
        indexes = [models.Index(fields=["kind", "number"], name="licence_number")]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gte=models.F("starts")), name="licence_ends_after_start")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.starts}"

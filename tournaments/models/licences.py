"""Licences: the right to play, to arbitrate or to coach that an organisation gives a person from day to day.

*kind*      a licence of one organisation, with a code by which a section asks for it.
*licence*   of one person, of one kind. Another season is another licence. One that is asked for is not valid
            before its issuer has issued it.
"""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.organisations import Organisation
from tournaments.models.persons import Person
from tournaments.wording.money.money import amounts_text

LICENCE_CODE_LENGTH = 20
LICENCE_CODE = RegexValidator(
    r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", _("Small letters and figures, such as chn-player.")
)


class LicenceKind(models.Model):
    """Hold a kind of licences.

    ``papers``: what must be there before it is issued."""

    class Permits(models.TextChoices):
        PLAY = "play", pgettext_lazy("a licence permits", "playing")
        ARBITRATE = "arbitrate", pgettext_lazy("a licence permits", "arbitrating")
        COACH = "coach", pgettext_lazy("a licence permits", "coaching")

    class Validity(models.TextChoices):
        YEAR = "year", _("until the end of the year")
        SEASON = "season", _("until the season ends")
        DATES = "dates", _("from day to day, as issued")

    class Paper(models.TextChoices):
        """``GUARDIAN``: of a minor alone."""

        DECLARATION = "declaration", pgettext_lazy("asked of a licence", "declaration")
        PHOTO = "photo", pgettext_lazy("asked of a licence", "photo")
        GUARDIAN = "guardian", pgettext_lazy("asked of a licence", "consent of a guardian")
        FEE = "fee", pgettext_lazy("asked of a licence", "fee")

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="licence_kinds")
    # Unique on the site, and never changed, since conditions name it.
    code = models.CharField(_("code"), max_length=LICENCE_CODE_LENGTH, unique=True, validators=[LICENCE_CODE])
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=120)
    native_name = models.CharField(_("native name"), max_length=120, blank=True)
    permits = models.CharField(_("permits"), max_length=9, choices=Permits, default=Permits.PLAY)
    # No further licence of it is issued.
    closed = models.BooleanField(_("no longer issued"), default=False)
    validity = models.CharField(
        _("valid"), max_length=6, choices=Validity, default=Validity.DATES, db_default=Validity.DATES
    )
    # Month and day on which a season begins.
    season_from = models.CharField(_("season begins"), max_length=5, blank=True, default="", db_default="")
    # In the smallest unit of the currency, None where it costs nothing.
    fee_amount = models.PositiveBigIntegerField(_("fee"), null=True, blank=True)
    fee_currency = models.CharField(_("currency"), max_length=3, blank=True, default="", db_default="")
    papers = models.JSONField(_("asks for"), default=list, db_default=[], blank=True)

    class Meta:
        verbose_name = _("kind of licence")
        verbose_name_plural = _("kinds of licences")
        ordering = ["closed", "code"]

    def __str__(self) -> str:
        return self.code

    @property
    def fee(self) -> str:
        """As it is typed, ``20.00 SGD``; empty where it costs nothing."""
        return fee_typed(self.fee_amount, self.fee_currency)


def fee_typed(amount: int | None, currency: str) -> str:
    return "" if amount is None else f"{amounts_text([amount], currency)} {currency}"


class Licence(models.Model):
    """Hold a licence of a person; days are days where the event is played.

    ``papers``: what is there of those that its kind asks for, the fee among them once it is paid."""

    class State(models.TextChoices):
        ASKED = "asked", pgettext_lazy("of a licence", "asked for")
        ISSUED = "issued", pgettext_lazy("of a licence", "issued")
        SUSPENDED = "suspended", pgettext_lazy("of a licence", "suspended")
        REVOKED = "revoked", pgettext_lazy("of a licence", "revoked")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="licences")
    kind = models.ForeignKey(LicenceKind, on_delete=models.PROTECT, related_name="licences")
    number = models.CharField(pgettext_lazy("of a person", "number"), max_length=20, blank=True)
    # Both days are included: one until 31 August is valid on 31 August.
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.ISSUED)
    # As it was when the licence was asked for, whatever the kind costs since.
    fee_amount = models.PositiveBigIntegerField(_("fee"), null=True, blank=True)
    fee_currency = models.CharField(_("currency"), max_length=3, blank=True, default="", db_default="")
    papers = models.JSONField(_("there"), default=list, db_default=[], blank=True)
    proof = models.CharField(_("proof"), max_length=200, blank=True, default="", db_default="")

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

"""Photos of scoresheets, beside what is typed from them."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.tables import Authored
from tournaments.models import Pairing


class SheetPhoto(Authored):
    """The sheet of one side as somebody photographed it, put straight; the newest of a side counts.

    ``layout``: which printed one it is (`games.photos.layout`), 0 for a photo as it came; ``lines``: of each
    block, where its rows begin and the last one ends, in dots of the ``body`` (JPEG).
    """

    class Side(models.TextChoices):
        FIRST = "first", _("first")
        SECOND = "second", _("second")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="sheet_photos")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    side = models.CharField(max_length=10, choices=Side)
    layout = models.PositiveSmallIntegerField(default=0)
    body = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    lines = models.JSONField(default=list)
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("photo of a scoresheet")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pairing} {self.side} #{self.pk}"

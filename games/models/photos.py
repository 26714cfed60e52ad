"""Photos of scoresheets, beside what is typed from them."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.tables import Authored
from tournaments.models import Pairing


class SheetPhoto(Authored):
    """The sheet of one side as somebody photographed it, put straight; the newest of a side counts."""

    class Side(models.TextChoices):
        FIRST = "first", _("first")
        SECOND = "second", _("second")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="sheet_photos")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    side = models.CharField(max_length=10, choices=Side)
    # Which printed one it is (`games.photos.layout`), 0 for a photo as it came.
    layout = models.PositiveSmallIntegerField(default=0)
    body = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    # Of each block, where its rows begin and the last one ends, in dots of the ``body`` (JPEG).
    lines = models.JSONField(default=list)
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("photo of a scoresheet")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pairing} {self.side} #{self.pk}"


class SheetCells(models.Model):
    """What a worker found in the cells of a photo. Made anew from the photo whenever it is missing."""

    photo = models.OneToOneField(SheetPhoto, on_delete=models.CASCADE, related_name="cells")
    notation = models.CharField(max_length=10)
    # The costs of the texts that may stand in each cell, packed.
    body = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("cells of a photographed scoresheet")

    def __str__(self) -> str:
        return f"{self.photo_id}"


class PhotoGame(Authored):
    """A game to be looked for in one photo or two. The newest counts."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="photo_games")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    first = models.ForeignKey(SheetPhoto, null=True, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(SheetPhoto, null=True, on_delete=models.CASCADE, related_name="+")
    # What people have decided: a move in ICCS by ply from 1, empty where the game had ended before.
    decided = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game in photos of scoresheets")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pairing} #{self.pk}"


class PhotoGameAnswer(models.Model):
    """What a worker made of it: the answer of `games.scoresheets.photographed.follow_sheets`."""

    photo_game = models.OneToOneField(PhotoGame, on_delete=models.CASCADE, related_name="answer")
    data = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game found in photos")

    def __str__(self) -> str:
        return f"{self.photo_game_id}"

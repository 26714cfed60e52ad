"""Keep games that came in bulk: archives, what they are cut into, and collections of games of no
tournament."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.sources import Reading, Source
from tournaments.models import Section


class GameCollection(models.Model):
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("collection of games")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class RecordArchive(models.Model):
    """A ZIP that somebody handed in for a section, whose tables its games belong to, or for a collection."""

    # None in a preview for one that is not there yet.
    collection = models.ForeignKey(
        GameCollection, null=True, on_delete=models.PROTECT, related_name="archives"
    )
    section = models.ForeignKey(Section, null=True, on_delete=models.CASCADE, related_name="+")
    filename = models.CharField(_("file name"), max_length=120, blank=True)
    digest = models.CharField(max_length=80)
    # Emptied once it is cut into parts; how many games it has is known then.
    body = models.BinaryField()
    # Only read, nothing is kept.
    preview = models.BooleanField(default=False)
    games = models.PositiveIntegerField(null=True)
    # Why it was not taken after all, as a code with its parameters.
    fault = models.JSONField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("archive of records")
        ordering = ["pk"]
        indexes = [models.Index(fields=["digest"], name="archive_digest")]
        constraints = [
            models.CheckConstraint(
                condition=(Q(collection__isnull=True) ^ Q(section__isnull=True))
                | Q(collection__isnull=True, preview=True),
                name="archive_one_target",
            )
        ]

    def __str__(self) -> str:
        return self.filename or str(self.pk)


class ArchivePart(models.Model):
    """Some hundred games of an archive, which are read and kept at once or not at all."""

    archive = models.ForeignKey(RecordArchive, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    # Its games one behind the other, compressed, and what `games.records.archives.Part` says of each; both
    # are emptied when it is done.
    raw = models.BinaryField()
    cuts = models.JSONField()
    # How many games became what; None until it is done.
    outcome = models.JSONField(null=True)

    class Meta:
        verbose_name = _("part of an archive")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["archive", "number"], name="archive_part_once")]

    def __str__(self) -> str:
        return f"{self.archive_id} #{self.number}"


class ArchiveLine(models.Model):
    """A line of an archive's report: a game of which there is something to say."""

    class Fate(models.TextChoices):
        REFUSED = "refused", _("refused")
        FAULTY = "faulty", _("kept, with errors")
        ALREADY = "already", _("there already")

    archive = models.ForeignKey(RecordArchive, on_delete=models.CASCADE, related_name="lines")
    file = models.CharField(max_length=300)
    # Which of the file's, and on which line its fault stands, both from 1.
    game = models.PositiveIntegerField()
    line = models.PositiveIntegerField(null=True)
    what = models.CharField(max_length=10, choices=Fate)
    # Why it was refused.
    code = models.CharField(max_length=40, blank=True)
    params = models.JSONField(default=dict)
    # The first of a game that was read with faults, as a reading keeps it.
    fault = models.JSONField(null=True)

    class Meta:
        verbose_name = _("line about an archive")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.file} {self.game}: {self.what}"


class CollectedGame(Source, Reading):
    """A game of a collection."""

    collection = models.ForeignKey(GameCollection, on_delete=models.PROTECT, related_name="games")
    # Who played, as the record says.
    first = models.CharField(max_length=80, blank=True)
    second = models.CharField(max_length=80, blank=True)

    class Meta:
        verbose_name = _("collected game")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "digest"], name="collected_once"),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"

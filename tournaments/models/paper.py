"""Paper that was set, as PDF."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Section


class Paper(models.Model):
    """A PDF of one version of a round or of standings, in one language and size. It can be made again at any
    time and holds names: whoever forgets a person deletes the section's papers.

    ``number``: the round, or after which round; 0 when the paper belongs to the section. ``part``: the table
    when it belongs to one. ``digest``: of its contents and of how they were set. ``source``: of the published
    page that showed the same when it was made, empty where there is none. ``reported``: characters outside
    the font, ``[{"number": entry or null, "characters": "U+20BB7"}]``.
    """

    class Size(models.TextChoices):
        A4 = "a4", pgettext_lazy("size of paper", "A4")
        LETTER = "letter", pgettext_lazy("size of paper", "Letter")

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="papers")
    kind = models.CharField(max_length=24)
    number = models.PositiveSmallIntegerField(default=0)
    part = models.PositiveIntegerField(default=0)
    version = models.PositiveSmallIntegerField(default=0)
    language = models.CharField(max_length=10)
    size = models.CharField(max_length=6, choices=Size, default=Size.A4)
    digest = models.CharField(max_length=80)
    source = models.CharField(max_length=80, blank=True)
    body = models.BinaryField()
    pages = models.PositiveSmallIntegerField()
    reported = models.JSONField(default=list, blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("paper")
        verbose_name_plural = _("papers")
        ordering = ["section", "kind", "number", "part", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "kind", "number", "part", "version", "language", "size"], name="paper_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section}: {self.kind} {self.number}"

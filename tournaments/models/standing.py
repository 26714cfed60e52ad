"""Frozen standings."""

from django.db import models

from tournaments.models.event import Section


class Standing(models.Model):
    """The standings after a round, frozen; a correction adds a version. ``rows``: numbers, never names."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="standings")
    after_round = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    data = models.JSONField()
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["section", "after_round", "version"]
        constraints = [
            models.UniqueConstraint(fields=["section", "after_round", "version"], name="standing_version")
        ]

    def __str__(self) -> str:
        return f"{self.section} {self.after_round} v{self.version}"

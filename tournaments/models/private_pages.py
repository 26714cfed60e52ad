"""Pages behind private links as they were last shown, and by what they are known to be old."""

from __future__ import annotations

from django.db import models

from tournaments.models.applications import Application, Quota
from tournaments.models.people import PlayerLink
from tournaments.models.team_matches import CaptainLink


class PrivateStamp(models.Model):
    """Hold a stamp: another one since something of ``place`` has changed that a private page may show."""

    # `site`, `event:3`, `section:5`; of what one player alone sees, `entry:7`, `pairing:9`, and a table of a
    # round, `table:12/4`.
    place = models.CharField(max_length=40, unique=True)
    stamp = models.CharField(max_length=32)

    class Meta:
        app_label = "tournaments"

    def __str__(self) -> str:
        return self.place


class PrivatePage(models.Model):
    """Keep a page behind a private link, in one language: a cache, which opens nothing."""

    # One of these four says whose page it is.
    link = models.ForeignKey(PlayerLink, null=True, on_delete=models.CASCADE, related_name="+")
    captain = models.ForeignKey(CaptainLink, null=True, on_delete=models.CASCADE, related_name="+")
    application = models.ForeignKey(Application, null=True, on_delete=models.CASCADE, related_name="+")
    quota = models.ForeignKey(Quota, null=True, on_delete=models.CASCADE, related_name="+")
    # Behind it what the address has behind that of the first page: ``en round/4/record/``.
    language = models.CharField(max_length=60)
    release = models.CharField(max_length=40)
    # The stamps of its places when it was read.
    stamps = models.JSONField()
    # From then on the page is another one, by the clock alone.
    until = models.DateTimeField()
    # Compressed, without the secret and the keys of its forms, which each answer gets.
    body = models.BinaryField()

    class Meta:
        app_label = "tournaments"
        constraints = [
            models.UniqueConstraint(fields=["link", "language"], name="private_page_stored_once"),
            models.UniqueConstraint(fields=["captain", "language"], name="captain_page_stored_once"),
            models.UniqueConstraint(fields=["application", "language"], name="applicant_page_stored_once"),
            models.UniqueConstraint(fields=["quota", "language"], name="office_page_stored_once"),
        ]

    def __str__(self) -> str:
        holder = self.link_id or self.captain_id or self.application_id or self.quota_id
        return f"{holder} {self.language}"

"""Pages behind private links as they were last shown, and by what they are known to be old."""

from __future__ import annotations

from django.db import models

from tournaments.models.people import PlayerLink


class PrivateStamp(models.Model):
    """Another one since something of ``place`` has changed that a private page may show. ``place``: ``site``,
    ``event:3``, ``section:5``; of what one player alone sees, ``entry:7``, ``pairing:9``, and a table of a
    round, ``table:12/4``."""

    place = models.CharField(max_length=40, unique=True)
    stamp = models.CharField(max_length=32)

    class Meta:
        app_label = "tournaments"

    def __str__(self) -> str:
        return self.place


class PrivatePage(models.Model):
    """The first page behind a player's link, in one language: a cache, which opens nothing. ``body``:
    compressed, without the secret and the keys of its forms, which each answer gets. ``stamps``: those of its
    places when it was read; ``until``: when the clock alone makes it another."""

    link = models.ForeignKey(PlayerLink, on_delete=models.CASCADE, related_name="+")
    language = models.CharField(max_length=10)
    release = models.CharField(max_length=40)
    stamps = models.JSONField()
    until = models.DateTimeField()
    body = models.BinaryField()

    class Meta:
        app_label = "tournaments"
        constraints = [models.UniqueConstraint(fields=["link", "language"], name="private_page_stored_once")]

    def __str__(self) -> str:
        return f"{self.link_id} {self.language}"

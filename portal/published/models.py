import time

from django.db import models
from django.db.models import F, Value
from django.db.models.functions import Greatest, Now


def next_version(base: int) -> int:
    """Give what follows the version ``base``."""
    # The time in milliseconds, so that what a database has lost at its end (a backup put back, a replica that
    # was behind) never comes again with other content; one more where a clock went back.
    return max(base + 1, _now())


def next_versions() -> Greatest:
    """The same for many pages, in one update."""
    return Greatest(F("version") + 1, Value(_now()), output_field=models.PositiveBigIntegerField())


def _now() -> int:
    return time.time_ns() // 1_000_000


class Page(models.Model):
    """A page that everybody may read. What is frozen is the data behind it; `Rendered` is a cache."""

    # Its address without the language, as ``e/wxc-2015/men/round/5/``.
    path = models.CharField(max_length=255, unique=True)
    kind = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    # Rendered before it is needed; others when somebody asks.
    eager = models.BooleanField(default=True)
    # What readers have been shown, 0 is nothing yet. It moves when the digest of the data does
    # (`next_version`).
    version = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=80, blank=True)
    withdrawn = models.BooleanField(default=False)
    changed_at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        app_label = "portal"
        ordering = ["path"]

    def __str__(self) -> str:
        return f"{self.path} v{self.version}"


class Picture(models.Model):
    """The picture of a page in one language, PNG."""

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="pictures")
    language = models.CharField(max_length=10)
    # Of the page, when the picture was last looked at.
    version = models.PositiveBigIntegerField()
    # Of what it shows, under which it stands.
    digest = models.CharField(max_length=40)
    body = models.BinaryField()

    class Meta:
        app_label = "portal"
        constraints = [
            models.UniqueConstraint(fields=["page", "language"], name="pictured_once"),
        ]

    def __str__(self) -> str:
        return f"{self.page_id} {self.language} {self.digest}"


class Withheld(models.Model):
    """Addresses that the public does not get, whatever is announced there."""

    # All that begin so. Putting back deletes the row; who did what and why stands in the journal.
    prefix = models.CharField(max_length=255, unique=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "portal"
        ordering = ["prefix"]

    def __str__(self) -> str:
        return self.prefix


class Rendered(models.Model):
    """The bytes of one page in one variant, compressed with gzip."""

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="rendered")
    # Of a whole HTML document, or another form of the page.
    language = models.CharField(max_length=10)
    version = models.PositiveBigIntegerField()
    release = models.CharField(max_length=40)
    etag = models.CharField(max_length=40, help_text="without quotes and without the encoding")
    body = models.BinaryField()
    rendered_at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        app_label = "portal"
        constraints = [
            models.UniqueConstraint(fields=["page", "language"], name="rendered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.page_id} {self.language} v{self.version}"

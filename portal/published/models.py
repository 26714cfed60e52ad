import time

from django.db import models
from django.db.models import F, Value
from django.db.models.functions import Greatest, Now


def next_version(base: int) -> int:
    """What follows the version ``base``: the time in milliseconds, so that what a database has lost at its
    end (a backup put back, a replica that was behind) never comes again with other content; one more where a
    clock went back."""
    return max(base + 1, _now())


def next_versions() -> Greatest:
    """The same for many pages, in one update."""
    return Greatest(F("version") + 1, Value(_now()), output_field=models.PositiveBigIntegerField())


def _now() -> int:
    return time.time_ns() // 1_000_000


class Page(models.Model):
    """A page that everybody may read. ``path`` is its address without the language, as
    ``e/wxc-2015/men/round/5/``. What is frozen is the data behind it; `Rendered` is a cache.

    ``version`` names what readers have been shown, 0 is nothing yet. It moves when ``digest``, the digest of
    the data, does (`next_version`). *Eager* pages are rendered before they are needed, others when somebody
    asks.
    """

    path = models.CharField(max_length=255, unique=True)
    kind = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    eager = models.BooleanField(default=True)
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
    """The picture of a page in one language, PNG. It stands under its ``digest``, that of what it shows;
    ``version``: of the page, when that was last looked at."""

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="pictures")
    language = models.CharField(max_length=10)
    version = models.PositiveBigIntegerField()
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
    """Addresses that the public does not get, whatever is announced there: all that begin with ``prefix``.
    Putting back deletes the row; who did what and why stands in the journal."""

    prefix = models.CharField(max_length=255, unique=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "portal"
        ordering = ["prefix"]

    def __str__(self) -> str:
        return self.prefix


class Rendered(models.Model):
    """The bytes of one page in one variant, compressed with gzip: a whole HTML document in a ``language``, or
    another form of the page, which that field names as well."""

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="rendered")
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

"""Lists of ratings of go federations, as they were on a day. Nothing refers to them: what was taken from a
list stands in the entries, and a newer list changes nothing there."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class RatingList(models.Model):
    """Hold a list as it was loaded."""

    class Source(models.TextChoices):
        EGF = "egf", _("EGF: all players")
        FFG = "ffg", _("FFG: échelle")
        AGA = "aga", _("AGA: TDList")
        TABLE = "csv", _("other list (CSV)")

    source = models.CharField(_("list"), max_length=3, choices=Source)
    name = models.CharField(_("name"), max_length=80, blank=True)
    dated = models.DateField(_("date"))
    digest = models.CharField(max_length=71)
    rows = models.PositiveIntegerField(_("players"))
    # Lines that could not be read.
    left_out = models.PositiveIntegerField(default=0)
    # Against the list before it, as `exchange.ratings.rating_list_changes.ListChanges` counts.
    changed = models.JSONField(default=dict, db_default={}, blank=True)
    # Of a table: what each was read as, by which the next one with the same shape of headings is read.
    columns = models.JSONField(default=list, blank=True)
    shape = models.CharField(max_length=20, blank=True)
    # Nothing is made of such a rating but what it is.
    lower = models.BooleanField(_("lower is better"), default=False, db_default=False)
    loaded_at = models.DateTimeField(default=timezone.now)
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["-dated", "-pk"]

    def __str__(self) -> str:
        return f"{self.title} {self.dated.isoformat()}"

    @property
    def title(self) -> str:
        return self.name or self.get_source_display()


class SentList(models.Model):
    """Keep a file that shall become a rating list: a worker reads it."""

    source = models.CharField(_("list"), max_length=3, choices=RatingList.Source)
    name = models.CharField(_("name"), max_length=80, blank=True)
    dated = models.DateField(_("date"), null=True, blank=True)
    # A table waits until somebody has said what these are.
    columns = models.JSONField(default=list, blank=True)
    shape = models.CharField(max_length=20, blank=True)
    lower = models.BooleanField(_("lower is better"), default=False, db_default=False)
    # Deleted when a worker has read it, or when it cannot.
    body = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("uploaded rating list")
        verbose_name_plural = _("uploaded rating lists")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or self.get_source_display()

    @property
    def waits_for_columns(self) -> bool:
        return self.source == RatingList.Source.TABLE and not self.columns


class ListAddress(models.Model):
    """Hold where a list is fetched from, every so many ``days``.

    ``digest``: of what was taken last, or passed over; ``odd``, ``odd_digest``: of a list that waits until an
    administrator has said whether it is loaded; ``failures``: how often in a row nothing came of it."""

    FIDE = "fide"
    SOURCES = (*RatingList.Source.choices, (FIDE, _("FIDE: ratings of persons in the register")))

    class Every(models.IntegerChoices):
        DAY = 1, _("every day")
        WEEK = 7, _("every week")
        MONTH = 30, _("every month")

    source = models.CharField(_("list"), max_length=4, choices=SOURCES)
    name = models.CharField(_("name"), max_length=80, blank=True)
    url = models.CharField(_("address"), max_length=500, unique=True)
    days = models.PositiveSmallIntegerField(_("how often"), choices=Every, default=Every.WEEK)
    digest = models.CharField(max_length=71, blank=True)
    etag = models.CharField(max_length=200, blank=True)
    modified = models.CharField(max_length=200, blank=True)
    odd = models.JSONField(default=list, blank=True)
    odd_digest = models.CharField(max_length=71, blank=True)
    odd_changes = models.JSONField(default=dict, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=40, blank=True)
    error_params = models.JSONField(default=dict, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("address of a rating list")
        verbose_name_plural = _("addresses of rating lists")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or self.get_source_display()


class ListedPlayer(models.Model):
    """Hold a line of a list; ``native`` to ``index`` of tables alone."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="players")
    number = models.CharField(max_length=12, blank=True)
    # Of the name, as `exchange.ratings.rating_matches` has it.
    key = models.CharField(max_length=170)
    surname = models.CharField(max_length=80, blank=True)
    given = models.CharField(max_length=80, blank=True)
    country = models.CharField(max_length=3, blank=True)
    club = models.CharField(max_length=40, blank=True)
    grade = models.CharField(max_length=4, blank=True)
    rating = models.IntegerField(null=True, blank=True)
    native = models.CharField(max_length=40, blank=True, default="", db_default="")
    title = models.CharField(max_length=20, blank=True, default="", db_default="")
    born = models.PositiveSmallIntegerField(null=True, blank=True)
    gender = models.CharField(max_length=1, blank=True, default="", db_default="")
    games = models.PositiveIntegerField(null=True, blank=True)
    k = models.PositiveSmallIntegerField(null=True, blank=True)
    inactive = models.BooleanField(default=False, db_default=False)
    index = models.CharField(max_length=12, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("listed player")
        indexes = [
            models.Index(fields=["rating_list", "key"], name="listed_key"),
            models.Index(fields=["rating_list", "number"], name="listed_number"),
        ]

    def __str__(self) -> str:
        return f"{self.surname} {self.given}".strip()

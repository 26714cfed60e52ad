"""Ratings that an organisation computes: its systems, their periods, what counts in them, and the lists.

*rules*     the numbers of a system, from a period on. Other numbers are another version of the rules.
*version*   a list of a period as it was published. A correction adds one; the one before stays at its
            address.
*input*     the public file of games that a version was computed from. What changes nothing in the list, such
            as a colour, adds an input and no version.

Lists hold numbers, never names (law 8): who is forgotten leaves the number.
"""

from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Section
from tournaments.models.organisations import Organisation
from tournaments.models.persons import ISSUER

CODE_LENGTH, NUMBER_LENGTH, PERIOD_LENGTH = 12, 20, 40


def plain_rating(rating: Decimal) -> str:
    """Without decimals that are none."""
    return f"{rating:.3f}".removesuffix(".000")


class RatingSystem(models.Model):
    """``code``: of the address, and the issuer of its ratings; ``numbers``: whose numbers its lists have."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="rating_systems")
    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, validators=[ISSUER])
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=120)
    native_name = models.CharField(_("native name"), max_length=120, blank=True)
    game = models.CharField(
        pgettext_lazy("xiangqi or weiqi", "game"), max_length=10, choices=Section.Game.choices
    )
    numbers = models.CharField(_("numbers given by"), max_length=CODE_LENGTH, validators=[ISSUER])

    class Meta:
        verbose_name = _("rating system")
        verbose_name_plural = _("rating systems")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class SystemRules(models.Model):
    """The rules of a system from a day on, as `ratings.files.system_document` has them. Insert-only."""

    system = models.ForeignKey(RatingSystem, on_delete=models.PROTECT, related_name="rules")
    version = models.PositiveSmallIntegerField()
    valid_from = models.DateField()
    document = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("rules of a rating system")
        ordering = ["system", "version"]
        constraints = [models.UniqueConstraint(fields=["system", "version"], name="system_rules_version")]

    def __str__(self) -> str:
        return f"{self.system_id} v{self.version}"


class RatingPeriod(models.Model):
    """``end``: the first day that is not in it. Those of a system touch: no gap, no overlap."""

    system = models.ForeignKey(RatingSystem, on_delete=models.PROTECT, related_name="periods")
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=PERIOD_LENGTH)
    first = models.DateField(_("first day"))
    end = models.DateField(_("end"))
    list_date = models.DateField(_("date of the list"))

    class Meta:
        verbose_name = _("rating period")
        verbose_name_plural = _("rating periods")
        ordering = ["system", "first"]
        constraints = [
            models.UniqueConstraint(fields=["system", "first"], name="rating_period_first"),
            models.UniqueConstraint(fields=["system", "end"], name="rating_period_end"),
            models.UniqueConstraint(fields=["system", "list_date"], name="rating_period_list_date"),
            models.UniqueConstraint(fields=["system", "name"], name="rating_period_name"),
            models.CheckConstraint(
                condition=models.Q(end__gt=models.F("first")) & models.Q(list_date__gte=models.F("end")),
                name="rating_period_days",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RatedSection(models.Model):
    """Count a section in a period."""

    system = models.ForeignKey(RatingSystem, on_delete=models.PROTECT, related_name="sections")
    period = models.ForeignKey(RatingPeriod, on_delete=models.PROTECT, related_name="sections")
    # A section that was deleted since counts as the last input has it.
    section = models.ForeignKey(Section, null=True, on_delete=models.SET_NULL, related_name="rated_in")
    # How the public files call it, for ever.
    uid = models.CharField(max_length=120)
    # By the id of an entry the number that it had when it was last counted: it stays when the person is
    # forgotten.
    numbers = models.JSONField(default=dict)
    # Ids of pairings that are not rated, by ruling.
    left_out = models.JSONField(default=list)
    counted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("rated section")
        ordering = ["uid"]
        constraints = [
            models.UniqueConstraint(fields=["system", "section"], name="rated_section_once"),
            models.UniqueConstraint(fields=["system", "uid"], name="rated_section_uid"),
        ]

    def __str__(self) -> str:
        return self.uid


class RatingAdjustment(models.Model):
    """A rating that is set by hand from a day on."""

    class Reason(models.TextChoices):
        """A code, because it is part of the public files: words about a person would be there for ever."""

        TAKEN_OVER = "taken over", _("taken over from another list")
        TITLE = "title", _("first rating for a title")
        RESET = "reset", _("reset")

    system = models.ForeignKey(RatingSystem, on_delete=models.PROTECT, related_name="adjustments")
    number = models.CharField(pgettext_lazy("of a person", "number"), max_length=NUMBER_LENGTH)
    day = models.DateField(_("from"))
    value = models.DecimalField(_("rating"), max_digits=8, decimal_places=3)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)

    class Meta:
        verbose_name = _("adjustment of a rating")
        ordering = ["day", "number"]
        constraints = [
            models.UniqueConstraint(fields=["system", "number", "day"], name="rating_adjustment_once")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.text}"

    @property
    def text(self) -> str:
        return plain_rating(self.value)


class ListVersion(models.Model):
    """Hold a list as it was published; insert-only."""

    period = models.ForeignKey(RatingPeriod, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    rules = models.ForeignKey(SystemRules, on_delete=models.PROTECT, related_name="+")
    # Of its rows.
    digest = models.CharField(max_length=80)
    # Of the list that it was computed from.
    before = models.CharField(max_length=80, blank=True)
    persons = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    moved = models.PositiveIntegerField(default=0)
    # For a correction, the uids of the sections that had changed.
    causes = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("version of a rating list")
        ordering = ["period", "number"]
        constraints = [models.UniqueConstraint(fields=["period", "number"], name="list_version_number")]

    def __str__(self) -> str:
        return f"{self.period} v{self.number}"


class ListInput(models.Model):
    """What a version was computed from, as its public file, packed. Insert-only; the newest is in force."""

    version = models.ForeignKey(ListVersion, on_delete=models.PROTECT, related_name="inputs")
    digest = models.CharField(max_length=80)
    games = models.BinaryField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("input of a rating list")
        ordering = ["version", "pk"]

    def __str__(self) -> str:
        return self.digest


class ListRow(models.Model):
    """Hold a number on a list, with the arithmetic of its change; insert-only.

    ``position``: on the page, from 1, by rating; ``place``: of who has one. ``lines``: the fields of
    `ratings.values.Line` but the number; ``first``: the games of a first rating; ``pool``: of who waits for
    one."""

    class State(models.TextChoices):
        """As `ratings.values.State` has them."""

        ACTIVE = "active", pgettext_lazy("of a rating", "active")
        PROVISIONAL = "provisional", pgettext_lazy("of a rating", "provisional")
        INACTIVE = "inactive", pgettext_lazy("of a rating", "inactive")
        UNRATED = "unrated", pgettext_lazy("of a rating", "unrated")
        BELOW_FLOOR = "below the floor", pgettext_lazy("of a rating", "below the floor")

    version = models.ForeignKey(ListVersion, on_delete=models.PROTECT, related_name="rows")
    number = models.CharField(pgettext_lazy("of a person", "number"), max_length=NUMBER_LENGTH)
    position = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    rating = models.DecimalField(_("rating"), max_digits=8, decimal_places=3, null=True)
    k = models.PositiveSmallIntegerField(null=True)
    n = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    highest = models.DecimalField(max_digits=8, decimal_places=3, null=True)
    last = models.DateField(null=True)
    state = models.CharField(max_length=15, choices=State)
    born = models.PositiveSmallIntegerField(null=True)
    pool = models.JSONField(default=list)
    started = models.BooleanField(default=False)
    before = models.DecimalField(max_digits=8, decimal_places=3, null=True)
    change = models.DecimalField(max_digits=8, decimal_places=3, null=True)
    k_used = models.PositiveSmallIntegerField(null=True)
    total = models.IntegerField(null=True)
    first = models.JSONField(default=list)
    lines = models.JSONField(default=list)

    class Meta:
        verbose_name = _("row of a rating list")
        ordering = ["version", "position"]
        constraints = [
            models.UniqueConstraint(fields=["version", "number"], name="list_row_number"),
        ]
        indexes = [
            models.Index(fields=["version", "position"], name="list_row_position"),
            models.Index(fields=["number"], name="list_row_of_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.rating}"


class PlaceNorm(models.Model):
    """Hold a title that a place gives in events of the organisation and below it."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="place_norms")
    title = models.CharField(_("title"), max_length=20)
    places = models.PositiveSmallIntegerField(_("places"))
    # At least so many must have played.
    participants = models.PositiveSmallIntegerField(_("participants"), default=0)
    women = models.BooleanField(default=False)
    # From this day on until a later one of the same title.
    since = models.DateField(_("from"))
    # Where it names sections, it goes for these alone.
    sections = models.ManyToManyField(Section, related_name="place_norms", blank=True)

    class Meta:
        verbose_name = _("title by place")
        verbose_name_plural = _("titles by place")
        ordering = ["title", "-since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "title", "since"], name="place_norm_once"),
            models.CheckConstraint(condition=models.Q(places__gte=1), name="place_norm_has_places"),
        ]

    def __str__(self) -> str:
        return f"{self.title} 1–{self.places}"


class PercentNorm(models.Model):
    """Hold titles by percentage of a score in events of the organisation and below it."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="percent_norms")
    # From this day on until a later table.
    since = models.DateField(_("from"))
    # Former title, least per cent, title; as `ratings.norms.PercentStep`.
    steps = models.JSONField()
    sections = models.ManyToManyField(Section, related_name="percent_norms", blank=True)

    class Meta:
        verbose_name = _("titles by percentage")
        verbose_name_plural = _("titles by percentage")
        ordering = ["-since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "since"], name="percent_norm_once"),
        ]

    def __str__(self) -> str:
        return self.since.isoformat()


class NormTable(models.Model):
    """Hold what a title asks of a result, in events of the organisation and below it."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="norm_tables")
    title = models.CharField(_("title"), max_length=20)
    # Of `ratings.norms.NormRule`.
    document = models.JSONField()
    # Where it names sections, the games of all of them are one result, and it goes for no other.
    sections = models.ManyToManyField(Section, related_name="norm_tables", blank=True)

    class Meta:
        verbose_name = _("table of a norm")
        verbose_name_plural = _("tables of norms")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["organisation", "title"], name="norm_table_once")]

    def __str__(self) -> str:
        return self.title

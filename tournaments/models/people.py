"""Players, their entries in a section, and the rounds they do not play."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.faults import doubt_from_json
from tournaments.exchange.problems import Problem
from tournaments.models.event import Event, Federation, Section, Team
from tournaments.models.memberships import Role
from tournaments.models.persons import Gender, Person
from tournaments.models.prizes import Category
from tournaments.state.lots import canonical

KEY_LENGTH = 120


def stored_name_key(name: str) -> str:
    """By which a name is found in any spelling of its bytes; what is found is still compared as a whole."""
    return canonical(name)[:KEY_LENGTH]


class NameKey(models.CharField):
    """The `name_key` of the ``name`` beside it, whoever saves or makes the row."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = stored_name_key(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


class Player(models.Model):
    """Hold the event's own copy of a person, which nobody changes from another event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="players")
    # Law 8: names live here and with the person, and nowhere else, so that a person can be forgotten.
    name = models.CharField(_("name"), max_length=80, help_text=_("In Latin letters."))
    name_key = NameKey(max_length=KEY_LENGTH, default="", db_default="", editable=False)
    given_name = models.CharField(
        _("given name"),
        max_length=80,
        blank=True,
        help_text="what the name ends with; else all of it is the surname",
    )
    native_name = models.CharField(_("native name"), max_length=40, blank=True)
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, verbose_name=_("federation"))
    title = models.CharField(_("title"), max_length=20, blank=True, help_text="as `state.titles` has it")
    grade = models.CharField(_("grade"), max_length=20, blank=True, help_text="as `state.titles` has it")
    declared_grade = models.CharField(
        _("declared grade"), max_length=20, blank=True, help_text="what the player claims; `grade` pairs"
    )
    club = models.CharField(_("club"), max_length=80, blank=True)
    native_club = models.CharField(_("native name of the club"), max_length=80, blank=True)
    province = models.CharField(_("province"), max_length=80, blank=True)
    native_province = models.CharField(_("native name of the province"), max_length=80, blank=True)
    egf_pin = models.CharField(_("EGF number (PIN)"), max_length=12, blank=True)
    ffg_licence = models.CharField(_("FFG licence"), max_length=12, blank=True)
    aga_id = models.CharField(_("AGA number"), max_length=12, blank=True)
    wxf_id = models.CharField(_("WXF number"), max_length=12, default="", blank=True, db_default="")
    axf_id = models.CharField(_("AXF number"), max_length=12, default="", blank=True, db_default="")
    fide_id = models.CharField(_("FIDE number (ID)"), max_length=12, default="", blank=True, db_default="")
    national_id = models.CharField(_("national number"), max_length=20, default="", blank=True, db_default="")
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
    )
    gender = models.CharField(_("gender"), max_length=1, choices=Gender, blank=True)
    rating = models.IntegerField(_("rating"), null=True, blank=True)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "pk"]
        indexes = [
            models.Index(fields=["name"], name="player_name"),
            models.Index(fields=["name_key", "federation"], name="player_name_key"),
        ]
        constraints = [models.UniqueConstraint(fields=["event", "person"], name="player_once")]

    def __str__(self) -> str:
        return f"{self.name} {self.native_name}".strip()

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None and "name" in (columns := set(update_fields)):
            update_fields = columns | {"name_key"}
        super().save(update_fields=update_fields, **options)


class Erasure(models.Model):
    """Note that a person was forgotten: the code, and nothing else. Insert-only."""

    # A backup that is older than this is restored without the person.
    uid = models.UUIDField(unique=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("erasure")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.uid)


class Entry(models.Model):
    """A player in a section. ``number`` is the drawn lot; pairing never draws."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        CHECKED_IN = "checked-in", _("checked in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    group = models.PositiveSmallIntegerField(_("group"), default=1)
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("team"), related_name="entries"
    )
    board_order = models.PositiveSmallIntegerField(
        _("place in the team"), null=True, blank=True, help_text="from 1; who has none follows by number"
    )
    rating = models.IntegerField(_("rating"), null=True, blank=True)
    mms_correction = models.SmallIntegerField(
        _("added to the McMahon score"), default=0, help_text=_("1 or 2 for the super-group.")
    )
    categories = models.ManyToManyField(
        Category, blank=True, verbose_name=_("categories"), help_text="those given by hand"
    )
    categories_without = models.ManyToManyField(
        Category,
        blank=True,
        related_name="entries_without",
        help_text="those taken by hand from an entry that meets their rule",
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.ENTERED)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    overruled = models.BooleanField(
        default=False, db_default=False, help_text="plays although the section is not open to the player"
    )
    doubts = models.JSONField(
        default=list,
        blank=True,
        help_text="values of an imported list that were left empty, as `exchange.faults` has them",
    )
    here_from = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the round before which somebody last said that the player is here"
    )
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed table"),
        null=True,
        blank=True,
        help_text=_("For who needs to sit there, whatever the score."),
    )

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="entry_number"),
            models.UniqueConstraint(fields=["section", "player"], name="entry_once"),
            models.CheckConstraint(condition=Q(group__in=(1, 2)), name="entry_group"),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="entry_number_from_1"
            ),
            models.CheckConstraint(
                condition=Q(status="withdrawn", withdrawn_after__isnull=False)
                | (~Q(status="withdrawn") & Q(withdrawn_after__isnull=True)),
                name="entry_withdrawn_after_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number or '–'} {self.player}"

    @property
    def open_doubts(self) -> list[Problem]:
        """Those of ``doubts`` whose value is still empty."""
        return [doubt for doubt in map(doubt_from_json, self.doubts) if not self._has(doubt.column)]

    def _has(self, column: str) -> bool:
        if column in ("team", "rating") and getattr(self, f"{column}_id" if column == "team" else column):
            return True
        column = "federation_id" if column == "federation" else column
        return bool(getattr(self.player, column, None))


class Absence(models.Model):
    """Note a round that an entry does not play: asked for, or before a late entry. No bye, no float."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])
    # Asked for: it scores as a draw.
    half_point = models.BooleanField(_("half-point bye"), default=False)
    # Granted: it scores as a win.
    full_point = models.BooleanField(_("full-point bye"), default=False, db_default=False)
    by_player = models.BooleanField(
        default=False, help_text="the player's own word, told with a private link"
    )

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ["round_number"]
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.round_number}"


class LinkToKeep(models.Model):
    """Keep a private link that is printed and handed out; a revoked one opens nothing."""

    # Only the digest of the secret, and a salt from which this site's key makes it again for whoever prints
    # it: the database alone opens nothing.
    secret_digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class PlayerLink(LinkToKeep):
    """Of one entry."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="links")
    salt = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name = _("private link")
        verbose_name_plural = _("private links")
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(revoked_at__isnull=True), name="link_one_valid"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} ({self.created_at:%Y-%m-%d})"


class Invitation(models.Model):
    """Keep a link sent by e-mail that gives a role once."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(_("role"), max_length=20, choices=Role)
    language = models.CharField(max_length=10, default="en")
    # The digest of its secret, and the salt from which this site's key makes the secret again when the letter
    # is written.
    secret_digest = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "email", "role"],
                condition=Q(revoked_at__isnull=True, accepted_at__isnull=True),
                name="invitation_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.role}"

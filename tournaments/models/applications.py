"""Entries on line: the form of a section, and who has asked for a place with it."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Federation, Section, Team
from tournaments.models.organisations import Organisation
from tournaments.models.people import Entry
from tournaments.state.applications import KEPT_DAYS, LONGEST_LABEL, MOST_KEPT_DAYS
from tournaments.state.quotas import MOST_PLACES


class EntryForm(models.Model):
    """Hold what a section asks of those who enter on line, and when."""

    class Approval(models.TextChoices):
        AUTOMATIC = "automatic", _("at once, while places are free")
        ORGANISER = "organiser", _("by an organiser")

    class MovesUp(models.TextChoices):
        AT_ONCE = "at-once", _("at once")
        ORGANISER = "organiser", _("when an organiser accepts them")

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="entry_form")
    opens_at = models.DateTimeField(_("entries open"))
    closes_at = models.DateTimeField(_("entries close"))
    # Until then late entries are taken; without it `closes_at` is the end.
    late_until = models.DateTimeField(_("late entries until"), null=True, blank=True)
    approval = models.CharField(_("approval"), max_length=10, choices=Approval, default=Approval.AUTOMATIC)
    moves_up = models.CharField(
        _("waiting list moves up"), max_length=10, choices=MovesUp, default=MovesUp.AT_ONCE
    )
    open_to_all = models.BooleanField(
        _("everybody may apply"),
        default=True,
        db_default=True,
        help_text="else only the offices of quotas enter players",
    )
    kept_days = models.PositiveSmallIntegerField(
        _("days for which answers are kept"),
        default=KEPT_DAYS,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_KEPT_DAYS)],
        help_text="after the last day of the event",
    )
    asks = models.JSONField(default=dict, help_text="levels by field, as `state.applications` has them")
    questions = models.JSONField(default=list, blank=True, help_text="as `state.applications` has them")

    class Meta:
        verbose_name = _("entry form")
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_at__gt=models.F("opens_at")), name="entry_form_closes_after_opening"
            ),
            models.CheckConstraint(
                condition=Q(late_until__isnull=True) | Q(late_until__gt=models.F("closes_at")),
                name="entry_form_late_after_close",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section}"


class Quota(models.Model):
    """Hold how many of its own players an organisation enters; its secret opens the page of the office."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="quotas")
    # A federation or an organisation is set, but in a restored event, where the organisation may not be
    # known: the name says then whose it was.
    federation = models.ForeignKey(
        Federation, null=True, blank=True, on_delete=models.PROTECT, verbose_name=_("federation")
    )
    organisation = models.ForeignKey(
        Organisation,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="quotas",
        verbose_name=_("organisation"),
    )
    name = models.CharField(
        pgettext_lazy("of a thing", "name"), max_length=120, blank=True, help_text="of the organisation"
    )
    places = models.PositiveSmallIntegerField(_("places"), validators=[MaxValueValidator(MOST_PLACES)])
    secret_digest = models.CharField(max_length=64, blank=True, help_text="empty without a link")
    salt = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name = _("quota")
        verbose_name_plural = _("quotas")
        ordering = ["federation", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["section", "federation"], name="quota_federation_once"),
            models.UniqueConstraint(fields=["section", "organisation"], name="quota_organisation_once"),
            models.UniqueConstraint(
                fields=["secret_digest"], condition=~Q(secret_digest=""), name="quota_secret"
            ),
        ]

    def __str__(self) -> str:
        return self.federation_id or self.name

    @property
    def revoked_at(self) -> None:
        """A link that was taken back has no secret any more."""
        return None


class Application(models.Model):
    """Hold somebody's request to be entered, or a captain's to enter a team; its secret opens the own page.

    Names stand here until the person is forgotten or the application deleted (law 8)."""

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("application", "not confirmed")
        SUBMITTED = "submitted", pgettext_lazy("application", "to be decided")
        CORRECTION = "correction", pgettext_lazy("application", "correction asked")
        ACCEPTED = "accepted", pgettext_lazy("application", "accepted")
        WAITING = "waiting", pgettext_lazy("application", "on the waiting list")
        REJECTED = "rejected", pgettext_lazy("application", "rejected")
        WITHDRAWN = "withdrawn", pgettext_lazy("application", "withdrawn")

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="applications")
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    # The place in the order of confirmation.
    turn = models.PositiveIntegerField(null=True, blank=True, validators=[MinValueValidator(1)])
    name = models.CharField(_("name"), max_length=80)
    key = models.CharField(max_length=200, help_text="`state.lots.canonical` of the name")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, verbose_name=_("federation"))
    particulars = models.JSONField(default=dict, blank=True, help_text="fields of `acts.entering.Person`")
    members = models.JSONField(
        default=list,
        db_default=[],
        blank=True,
        help_text="of a team, in the order of the boards: each with ``name`` and particulars",
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    guardian = models.CharField(
        max_length=80, blank=True, db_default="", help_text="who agrees for a player under age"
    )
    answers = models.JSONField(default=dict, blank=True, help_text="by label of the question")
    named_in_public = models.BooleanField(_("named in the public list"), default=False)
    language = models.CharField(max_length=10, default="en")
    note = models.CharField(max_length=200, blank=True, help_text="what the applicant is asked or told")
    late = models.BooleanField(_("late entry"), default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    quota = models.ForeignKey(
        Quota,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="applications",
        verbose_name=_("quota"),
        help_text="whose office has entered the player; empty for who applied alone",
    )
    # What it has become.
    entry = models.OneToOneField(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="application"
    )
    team = models.OneToOneField(
        Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="application"
    )
    secret_digest = models.CharField(max_length=64, blank=True, help_text="empty in a restored event")
    salt = models.CharField(max_length=32, blank=True)
    once = models.CharField(max_length=64, blank=True, help_text="of the form that was sent")

    class Meta:
        verbose_name = _("application")
        verbose_name_plural = _("applications")
        ordering = ["turn", "pk"]
        indexes = [models.Index(fields=["section", "state", "turn"], name="application_state")]
        constraints = [
            models.UniqueConstraint(fields=["section", "turn"], name="application_turn"),
            models.UniqueConstraint(
                fields=["secret_digest"], condition=~Q(secret_digest=""), name="application_secret"
            ),
            models.UniqueConstraint(fields=["once"], condition=~Q(once=""), name="application_sent_once"),
            models.CheckConstraint(
                condition=Q(state="draft", turn__isnull=True) | (~Q(state="draft") & Q(turn__isnull=False)),
                name="application_has_turn_when_confirmed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turn or '–'} {self.name}"

    @property
    def size(self) -> int:
        """How many players it enters: so many places it takes."""
        return max(1, len(self.members))

    @property
    def revoked_at(self) -> None:
        """Its link goes on telling what has become of it."""
        return None


class AnswerFile(models.Model):
    """Keep a file with which a question was answered, as it was sent; it goes with the answers."""

    class Format(models.TextChoices):
        PDF = "pdf", "PDF"
        PNG = "png", "PNG"
        JPEG = "jpg", "JPEG"

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="files")
    question = models.CharField(max_length=LONGEST_LABEL, help_text="its label")
    # By the file's bytes, never by its name, which is not kept.
    format = models.CharField(max_length=4, choices=Format)
    body = models.BinaryField()
    size = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("file of an application")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["application", "question"], name="answer_file_once")]

    def __str__(self) -> str:
        """What is said of it in place of an answer."""
        return f"{self.get_format_display()}, {max(1, self.size // 1000)} kB"

"""Hold what an event gives out besides play: papers, pictures, documents, backups, screens."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Event, Section
from tournaments.models.organisations import Organisation
from tournaments.models.persons import Person


class Paper(models.Model):
    """Keep a PDF of one version of a round or of standings, in one language and size.

    It can be made again at any time and holds names: whoever forgets a person deletes the section's
    papers."""

    class Size(models.TextChoices):
        A4 = "a4", pgettext_lazy("size of paper", "A4")
        LETTER = "letter", pgettext_lazy("size of paper", "Letter")

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="papers")
    kind = models.CharField(max_length=24)
    # The round, or after which round; 0 when the paper belongs to the section.
    number = models.PositiveSmallIntegerField(default=0)
    # The table when it belongs to one.
    part = models.PositiveIntegerField(default=0)
    version = models.PositiveSmallIntegerField(default=0)
    language = models.CharField(max_length=10)
    size = models.CharField(max_length=6, choices=Size, default=Size.A4)
    # Of its contents and of how they were set.
    digest = models.CharField(max_length=80)
    # Of a round: the same without what its games bring.
    pairings_digest = models.CharField(max_length=80, blank=True, default="", db_default="")
    # Of the published page that showed the same when it was made, empty where there is none.
    source = models.CharField(max_length=80, blank=True)
    body = models.BinaryField()
    pages = models.PositiveSmallIntegerField()
    # Characters outside the font: `[{"number": entry or null, "characters": "U+20BB7"}]`.
    reported = models.JSONField(default=list, blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("printout")
        verbose_name_plural = _("printouts")
        ordering = ["section", "kind", "number", "part", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "kind", "number", "part", "version", "language", "size"], name="paper_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section}: {self.kind} {self.number}"


class Drawing(models.Model):
    """Keep a picture made anew from what was sent: nothing of the file that came is kept."""

    body = models.BinaryField()
    width = models.PositiveSmallIntegerField(_("width in pixels"))
    height = models.PositiveSmallIntegerField(_("height in pixels"))
    # Of the bytes; its beginning is part of the public address.
    digest = models.CharField(max_length=80)

    class Meta:
        abstract = True

    @property
    def stamp(self) -> str:
        """What of the digest stands in the address."""
        return self.digest.partition(":")[2][:16]


class Logo(Drawing):
    """One picture for an event."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="logo")

    class Meta:
        verbose_name = _("logo")
        verbose_name_plural = _("logos")

    def __str__(self) -> str:
        return f"{self.event}: {self.width} × {self.height}"


class Mark(Drawing):
    """The mark of an organisation, which stands in place of the first letters of its name."""

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, related_name="mark")

    class Meta:
        verbose_name = _("mark of an organisation")

    def __str__(self) -> str:
        return f"{self.organisation}: {self.width} × {self.height}"


class Portrait(Drawing):
    """Keep the photo that a person has put on the own public page: to send it is the consent."""

    # Another photo is another row.
    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="portrait")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("photo of a person")

    def __str__(self) -> str:
        return f"{self.person_id}: {self.width} × {self.height}"


class Document(models.Model):
    """Keep a file of an event that everybody may read, as it was sent."""

    class Kind(models.TextChoices):
        REGULATIONS = "regulations", pgettext_lazy("document", "Regulations")
        INVITATION = "invitation", pgettext_lazy("document", "Invitation")
        PROGRAMME = "programme", pgettext_lazy("document", "Programme")
        ACCOMMODATION = "accommodation", pgettext_lazy("document", "Accommodation")
        OTHER = "other", pgettext_lazy("document", "Other")

    class Format(models.TextChoices):
        PDF = "pdf", "PDF"
        DOCX = "docx", "Word"
        XLSX = "xlsx", "Excel"
        PPTX = "pptx", "PowerPoint"
        ODT = "odt", "OpenDocument"
        ODS = "ods", "OpenDocument"
        ODP = "odp", "OpenDocument"
        PNG = "png", "PNG"
        JPG = "jpg", "JPEG"
        TXT = "txt", pgettext_lazy("document", "Text")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="files")
    kind = models.CharField(max_length=16, choices=Kind)
    title = models.CharField(pgettext_lazy("of a document", "title"), max_length=80, blank=True)
    # By the file's bytes, never by its name.
    format = models.CharField(max_length=4, choices=Format)
    body = models.BinaryField()
    size = models.PositiveIntegerField()
    # Of the bytes; its beginning is part of the public address.
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title or self.get_kind_display()


class Backup(models.Model):
    """The newest backup of an event. It holds names: forgetting a person deletes it."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="backup")
    body = models.BinaryField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")

    def __str__(self) -> str:
        return f"{self.event} {self.digest}"


class KeptEvent(models.Model):
    """Keep the newest file of a finished event that is to be kept for ever (`acts.public.keeping`)."""

    # It holds names: forgetting a person deletes it.
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="kept_event")
    body = models.BinaryField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("event in one file")
        verbose_name_plural = _("events in one file")

    def __str__(self) -> str:
        return f"{self.event} {self.digest}"


class Restoration(models.Model):
    """A file that shall become an event. ``body`` is deleted when it has, or when it cannot."""

    slug = models.CharField(_("URL name"), max_length=50)
    body = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("restoration")
        verbose_name_plural = _("restorations")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.slug} {self.pk}"


class Screen(models.Model):
    """Hold a screen that shows, one after the other and for ever, what it is told to."""

    class Shows(models.TextChoices):
        PAIRINGS = "pairings", _("Pairings")
        BY_NAME = "by-name", _("Pairings by name")
        STANDINGS = "standings", _("Standings")
        COUNTDOWN = "countdown", pgettext_lazy("screen", "Countdown")
        ANNOUNCEMENTS = "announcements", _("Announcements")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    number = models.PositiveSmallIntegerField(_("screen"))
    name = models.CharField(_("location"), max_length=40, blank=True)
    # Without a section it shows every section but drafts, also one that is over.
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, verbose_name=_("section")
    )
    shows = models.JSONField(default=list)
    seconds = models.PositiveSmallIntegerField(
        _("seconds per page"), default=12, validators=[MinValueValidator(5), MaxValueValidator(120)]
    )

    seen_at = models.DateTimeField(null=True, blank=True, help_text="when the screen was last heard of")

    class Meta:
        verbose_name = _("screen")
        verbose_name_plural = _("screens")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="screen_number"),
            models.CheckConstraint(
                condition=Q(number__gte=1, seconds__gte=5, seconds__lte=120), name="screen_turns_slowly"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"

"""The register of persons: who somebody is, whatever the event.

*person*   one human being. A `Player` is the copy of the particulars that an event has: what changes here
           changes no event, and what is corrected at an event changes nothing here.
*issuer*   who gives out numbers, titles or ratings, by its short name: ``wxf``, ``egf``; a national
           association by its code, ``chn``.
"""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Federation
from tournaments.text.name_search import index_text, name_search_key, ring_key
from tournaments.text.pinyin import pinyin

ISSUER = RegexValidator(r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", _("Small letters and figures, such as fide or chn."))
# Characters of a name, without its blanks.
LONGEST = 200
# The column of a player that holds the number, by who issues it.
OF_PLAYERS = {
    "egf": "egf_pin",
    "ffg": "ffg_licence",
    "aga": "aga_id",
    "wxf": "wxf_id",
    "axf": "axf_id",
    "fide": "fide_id",
}
# The number that the player's own federation gives.
NATIONAL = "national_id"


def issuer_of_column(column: str, federation: str) -> str:
    """Who gives the numbers that stand in this column of a player of that federation; empty for nobody."""
    issuers = {column_name: issuer for issuer, column_name in OF_PLAYERS.items()}
    return federation.lower() if column == NATIONAL else issuers.get(column, "")


class Gender(models.TextChoices):
    WOMAN = "f", _("woman")
    MAN = "m", _("man")


class Person(models.Model):
    """Hold a person of the register."""

    # The same on every site that an event is restored on. Who was forgotten keeps no more than this.
    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    given_name = models.CharField(_("given name"), max_length=80, blank=True)
    native_name = models.CharField(_("native name"), max_length=40, blank=True)
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, verbose_name=_("federation"))
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
    )
    gender = models.CharField(_("gender"), max_length=1, choices=Gender, blank=True)
    ring = models.CharField(
        max_length=LONGEST, editable=False, blank=True, help_text="`name_search.ring_key` of the name"
    )
    native_ring = models.CharField(
        max_length=LONGEST, editable=False, blank=True, help_text="the same of the native name"
    )
    pinyin_ring = models.CharField(
        max_length=LONGEST,
        editable=False,
        blank=True,
        default="",
        db_default="",
        help_text="the same of its pinyin, or of the name's where that is in characters",
    )
    words = models.TextField(editable=False, blank=True, help_text="by which the desk finds the person")
    listed = models.BooleanField(
        _("found by the public search"), default=True, help_text="else the person has no public page either"
    )
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    # At whose event the person was registered.
    organisation = models.ForeignKey(
        "Organisation",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="persons",
        editable=False,
    )
    # This turned out to be somebody else's second row: it has no players then, and its address leads there.
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged", editable=False
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("persons")
        ordering = ["name", "pk"]
        indexes = [
            models.Index(fields=["name"], name="person_name"),
            models.Index(fields=["ring", "federation"], name="person_ring"),
            models.Index(fields=["native_ring", "federation"], name="person_native_ring"),
            models.Index(fields=["pinyin_ring", "federation"], name="person_pinyin_ring"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(merged_into=models.F("pk")), name="person_not_into_itself")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.native_name}".strip()

    def fold(self, *further: str) -> Person:
        """Make what the names are found by; ``further``: names besides the two in force, and numbers."""
        self.ring, self.native_ring = ring_key(self.name)[:LONGEST], ring_key(self.native_name)[:LONGEST]
        self.pinyin_ring = ring_key(pinyin(self.native_name) or pinyin(self.name))[:LONGEST]
        keys = [
            name_search_key(self.name, self.native_name),
            *map(name_search_key, further),
            f" {self.federation_id.lower()}",
        ]
        self.words = "".join(map(index_text, keys))
        return self


class PersonName(models.Model):
    """A name besides the one in force: in another script or spelling, or one that the person had before."""

    class Kind(models.TextChoices):
        OTHER = "other", _("another script or spelling")
        FORMER = "former", _("former name")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="names")
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=6, choices=Kind, default=Kind.OTHER)

    class Meta:
        verbose_name = _("further name")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="person_name_once")]

    def __str__(self) -> str:
        return self.name


class PersonNumber(models.Model):
    """Hold the number by which an issuer knows a person: nobody else ever has it."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="numbers")
    issuer = models.CharField(_("issuer"), max_length=12, validators=[ISSUER])
    number = models.CharField(pgettext_lazy("of a person", "number"), max_length=20)
    # One of each issuer is in force.
    former = models.BooleanField(_("former"), default=False)

    class Meta:
        verbose_name = _("number of a person")
        ordering = ["former", "issuer", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["issuer", "number"], name="person_number_once"),
            models.UniqueConstraint(
                fields=["person", "issuer"], condition=Q(former=False), name="person_number_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.issuer} {self.number}"


class PersonTitle(models.Model):
    """A title that was awarded. ``proof``: where that can be read."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="titles")
    title = models.CharField(_("title"), max_length=20, help_text="as `state.titles` has it")
    issuer = models.CharField(_("issuer"), max_length=12, blank=True, validators=[ISSUER])
    awarded = models.DateField(_("awarded on"), null=True, blank=True)
    proof = models.CharField(_("proof"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("title of a person")
        ordering = [models.F("awarded").desc(nulls_last=True), "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "title", "issuer"], name="person_title_once")
        ]

    def __str__(self) -> str:
        return self.title


class PersonRating(models.Model):
    """Hold a rating as a list had it on a day; the newest of a list is the one in force."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ratings")
    issuer = models.CharField(_("issuer"), max_length=12, validators=[ISSUER])
    value = models.IntegerField(_("rating"))
    # With its decimals, where the list has any.
    exact = models.DecimalField(max_digits=8, decimal_places=3, null=True, blank=True)
    # Of a list that was published here.
    version = models.PositiveSmallIntegerField(null=True, blank=True)
    on = models.DateField(_("as of"))
    source = models.CharField(_("source"), max_length=200, blank=True)
    # Of a list that came in: the games of its period, and K.
    games = models.PositiveIntegerField(null=True, blank=True)
    k = models.PositiveSmallIntegerField(null=True, blank=True)
    # None where such a list says so of one of several ratings, and not of which.
    inactive = models.BooleanField(default=False, db_default=False, null=True, blank=True)

    class Meta:
        verbose_name = _("rating of a person")
        ordering = ["issuer", "-on", "-pk"]
        indexes = [models.Index(fields=["issuer", "-value", "id"], name="person_rating_highest")]
        constraints = [models.UniqueConstraint(fields=["person", "issuer", "on"], name="person_rating_once")]

    def __str__(self) -> str:
        return f"{self.issuer} {self.value} {self.on}"


class PersonContact(models.Model):
    """Hold how a person wishes to be reached: for who keeps the person, and on no page of anybody else."""

    # Another contact is another row.
    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="contact")
    contact = models.CharField(_("contact"), max_length=200)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("contact of a person")

    def __str__(self) -> str:
        return self.contact


class Merger(models.Model):
    """Keep what came with ``other`` and what was written over, so that a merger can be undone."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="mergers")
    other = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    # It holds names, and goes with the person who is forgotten.
    moved = models.JSONField(default=dict, help_text="ids by table")
    before = models.JSONField(
        default=dict, help_text="values of the person that were written over, by column"
    )
    after = models.JSONField(default=dict, help_text="the values that they got")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("merger")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.other_id} › {self.person_id}"


class Distinct(models.Model):
    """Note that two rows look like one person and are two: they are no likely twins any more."""

    # The older row.
    one = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("two persons")
        verbose_name_plural = _("two persons")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="distinct_once"),
            models.CheckConstraint(condition=Q(one__lt=models.F("other")), name="distinct_older_first"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} ≠ {self.other_id}"


class Correction(models.Model):
    """Ask the register to say something of a person; ``accepted`` once it is decided.

    ``before``: what stood there when it was accepted, of a further name its key; ``reason``: why it was
    decided so, for the person to read. It holds names, and goes with the person who is forgotten."""

    # A further name, in another script or spelling.
    FURTHER = "names"

    # About whose copy that is by now: one may go to another row.
    player = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="+")
    # Of the person, or `FURTHER`.
    column = models.CharField(max_length=20)
    value = models.JSONField(null=True)
    # The person says so with the private link; else an event has corrected it in its copy.
    own = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(default=False)
    before = models.JSONField(null=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("correction of a person")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "column", "own"],
                condition=Q(decided_at=None),
                name="correction_one_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.column}"

"""Who is a winner of its own: categories of players, and the lists of prizes."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import SLUG, Section


class Category(models.Model):
    """Filter entries by a name (WXC 6.1 (3)): NCNV, youth, veterans, …"""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="categories")
    key = models.CharField(_("key"), max_length=20, validators=[SLUG])
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80)
    native_name = models.CharField(_("Chinese name"), max_length=80, blank=True)
    # Empty where everybody is chosen by hand.
    rule = models.JSONField(default=dict, db_default={}, blank=True, help_text="as `state.conditions` has it")

    class Meta:
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["section", "key"], name="category_key")]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    """Hold a list of prizes: the first ``places`` of all, or of a category.

    ``exclusive_with``: who holds a place of that list is skipped here and the next in line moves up (WXC 6.1
    (4)). ``amounts``: of the places, in the smallest units of the ``currency``."""

    class Sharing(models.TextChoices):
        NONE = "none", pgettext_lazy("prize money", "none: the place decides")
        EQUAL = "equal", pgettext_lazy("prize money", "equal shares for those on equal points")
        HORT = (
            "hort",
            pgettext_lazy(
                "prize money", "Hort system: half of the own prize, half of the pool in equal shares"
            ),
        )

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="prizes")
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80)
    native_name = models.CharField(_("Chinese name"), max_length=80, blank=True)
    category = models.ForeignKey(Category, null=True, blank=True, on_delete=models.CASCADE)
    places = models.PositiveSmallIntegerField(pgettext_lazy("of prizes", "places"), default=3)
    position = models.PositiveSmallIntegerField(_("position"), default=1)
    exclusive_with = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    amounts = models.JSONField(_("prize money"), default=list, blank=True)
    sharing = models.CharField(_("sharing"), max_length=8, choices=Sharing, default=Sharing.NONE)

    class Meta:
        verbose_name = _("prize list")
        verbose_name_plural = _("prize lists")
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["section", "position"], name="prize_position"),
            models.CheckConstraint(condition=Q(places__gte=1), name="prize_has_places"),
        ]

    def __str__(self) -> str:
        return self.name

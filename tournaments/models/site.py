"""What an administrator settles of the whole site: its name, and who may create events there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Site(models.Model):
    """One row at most (`Site.THE`); without it everything is as its defaults say."""

    THE = 1

    class Creators(models.TextChoices):
        ADMINS = "admins", pgettext_lazy("who may create events", "only site administrators")
        NAMED = "named", pgettext_lazy("who may create events", "administrators and the people named below")
        EVERYBODY = "everybody", pgettext_lazy("who may create events", "everyone with an account")

    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=120, blank=True)
    creators = models.CharField(
        _("who may create events"), max_length=10, choices=Creators, default=Creators.ADMINS
    )

    class Meta:
        verbose_name = _("site")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="site_is_one")]

    def __str__(self) -> str:
        return self.name or "Qiyuan"


class Creator(models.Model):
    """A person whom an administrator lets create events."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="creator")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["user__username"]

    def __str__(self) -> str:
        return str(self.user)


def the_site() -> Site:
    """As it is kept, or as it is without."""
    return Site.objects.filter(pk=Site.THE).first() or Site(pk=Site.THE)

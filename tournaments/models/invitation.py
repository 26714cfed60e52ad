"""Who is asked by e-mail to work for an event."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event, Role


class Invitation(models.Model):
    """A link sent by e-mail that gives a role once. Kept are the digest of its secret, and the salt from
    which this site's key makes the secret again when the letter is written."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(_("role"), max_length=20, choices=Role)
    language = models.CharField(max_length=10, default="en")
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

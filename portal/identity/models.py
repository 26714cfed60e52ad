from django.conf import settings
from django.db import models
from django.utils import timezone


class IdentityKey(models.Model):
    """A key with which this site signs who somebody is. The one made last signs."""

    private = models.TextField()
    made_at = models.DateTimeField(default=timezone.now)
    # One that has ended stays published until then, so that what it has signed can be read.
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "portal"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"key of {self.made_at:%Y-%m-%d}"


class DeviceGrant(models.Model):
    """A device without a keyboard that waits for a person to allow it (RFC 8628)."""

    client = models.ForeignKey("allauth_idp_oidc.Client", on_delete=models.CASCADE, related_name="+")
    # Of the device's own code.
    digest = models.CharField(max_length=64, unique=True)
    # What the person types.
    user_code = models.CharField(max_length=20, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(db_index=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    # None until ``user`` has answered. The row is gone once the device has its tokens.
    allowed = models.BooleanField(null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        app_label = "portal"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"device of {self.client_id}"

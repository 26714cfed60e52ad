from django.conf import settings
from django.db import models
from django.utils import timezone


class IdentityKey(models.Model):
    """A key with which this site signs who somebody is. The one made last signs; one that has ended stays
    published until ``ends_at``, so that what it has signed can be read."""

    private = models.TextField()
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "portal"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"key of {self.made_at:%Y-%m-%d}"


class DeviceGrant(models.Model):
    """A device without a keyboard that waits for a person to allow it (RFC 8628): ``user_code`` is what the
    person types, of the device's own code only the digest is kept. ``allowed`` is None until ``user`` has
    answered. Gone once the device has its tokens."""

    client = models.ForeignKey("allauth_idp_oidc.Client", on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    user_code = models.CharField(max_length=20, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(db_index=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    allowed = models.BooleanField(null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        app_label = "portal"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"device of {self.client_id}"

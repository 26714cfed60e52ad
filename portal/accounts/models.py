from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody who signs in: staff of an event, a player with an account, a site administrator."""

    class Meta:
        app_label = "portal"

    def __str__(self) -> str:
        return self.get_full_name() or self.username

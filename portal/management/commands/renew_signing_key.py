"""``renew_signing_key``: from now on another key signs who somebody is (docs/operate/sign-in.md)."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from portal.identity.keys import READABLE_FOR, renew_signing_key


class Command(BaseCommand):
    help = "Make another key to sign with for apps that sign people in; the former is readable for a day."

    def handle(self, *_args: Any, **_options: Any) -> None:
        renew_signing_key()
        hours = int(READABLE_FOR.total_seconds() // 3600)
        self.stdout.write(
            f"Another key signs from now on; what the former has signed is read for {hours} hours."
        )

"""``push_keys``: the key by which push services know this site."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from portal.push.keys import renew_key, site_key


class Command(BaseCommand):
    help = "Print the public key for notifications, or make another pair."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--new", action="store_true", help="make another pair; all devices have to subscribe again"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["new"]:
            self.stdout.write(f"Devices forgotten: {renew_key()}")
        self.stdout.write(site_key().public)

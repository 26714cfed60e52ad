from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from portal.push.models import SuppressedAddress
from portal.push.suppressed import allow, suppress


class Command(BaseCommand):
    help = (
        "Write to e-mail addresses no more, as bounces and complaints ask for, or again with --allow. "
        "They are read from the standard input where none is given, one a line."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("addresses", nargs="*", metavar="ADDRESS")
        parser.add_argument("--why", choices=SuppressedAddress.Why.values, default="bounce")
        parser.add_argument("--allow", action="store_true", help="take them from the list")

    def handle(self, *args: Any, **options: Any) -> None:
        addresses = options["addresses"] or sys.stdin.read().split()
        for address in addresses:
            if options["allow"]:
                allow(address)
            else:
                suppress(address, options["why"])
        self.stdout.write(f"Addresses: {len(addresses)}")

"""Say that this machine is about to stop, so that a balancer sends nobody here any more."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from portal.health import draining_file


class Command(BaseCommand):
    help = "Have balancers look elsewhere: health addresses answer 503. Before a web server stops."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seconds", type=float, default=5.0, help="to wait (%(default)s)")
        parser.add_argument("--over", action="store_true", help="take it back: the machine stays")

    def handle(self, *, seconds: float, over: bool, **options: Any) -> None:
        if over:
            draining_file().unlink(missing_ok=True)
            return
        draining_file().touch()
        time.sleep(seconds)

"""Tell Prometheus the figures of this machine."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.ops.supervisor import port_number
from portal.telemetry.exporter import LOOPBACK, serve


class Command(BaseCommand):
    help = (
        "Tell Prometheus the figures of this machine's processes, the database and the disk, until stopped."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
        parser.add_argument("--port", type=port_number, default=9127, help="port to listen on (%(default)s)")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        if host not in LOOPBACK and not settings.METRICS_TOKEN:
            raise CommandError(f"{host} can be reached by others: set METRICS_TOKEN, or listen on 127.0.0.1.")
        serve(host, port, settings.METRICS_TOKEN)

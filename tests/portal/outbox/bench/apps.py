import os

from django.apps import AppConfig


class BenchConfig(AppConfig):
    name = "tests.portal.outbox.bench"
    label = "bench"

    def ready(self) -> None:
        from portal import outbox
        from portal.outbox import sweeper
        from tests.portal.outbox.bench.handlers import Note

        outbox.register("note", Note(), lease=1.5)
        sweeper.EVERY = float(os.environ.get("SWEEP_EVERY", sweeper.EVERY))

"""``search_index``: make what everybody can search in anew, for all events."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from tournaments.models import Event
from tournaments.pages.search_index import event_search_keys, store_keys


class Command(BaseCommand):
    help = "Make the index of the public search anew, for all events."

    def handle(self, *args: Any, **options: Any) -> None:
        changed = events = 0
        for key in Event.objects.order_by("pk").values_list("pk", flat=True):
            with transaction.atomic():
                event = Event.objects.select_for_update().get(pk=key)
                changed += store_keys(event, event_search_keys(event))
            events += 1
        self.stdout.write(f"{events} events looked at, {changed} keys changed.")

from django.db import migrations


def copy(apps, schema_editor):
    """A player stays the first event's; every other one gets a copy, of the same person. Who plays nowhere is
    at no event, and is known to nobody."""
    Player, Entry = (apps.get_model("tournaments", name) for name in ("Player", "Entry"))
    events = {}
    for player, event in Entry.objects.order_by("section__event", "pk").values_list("player", "section__event"):
        events.setdefault(player, {})[event] = None
    for player in Player.objects.order_by("pk").iterator():
        first, *others = events.get(player.pk, [None])
        old = player.pk
        Player.objects.filter(pk=old).update(event=first)
        for event in others:
            player.pk, player.event_id = None, event
            player.save(force_insert=True)
            Entry.objects.filter(player=old, section__event=event).update(player=player)
    Player.objects.filter(event=None).delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_players_of_an_event")]

    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]

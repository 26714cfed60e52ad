from django.db import migrations, models

import tournaments.models.people

AT_ONCE = 1000


def fill(apps, schema_editor):
    players = apps.get_model("tournaments", "Player").objects.using(schema_editor.connection.alias)
    waiting = []
    for player in players.only("pk", "name").iterator(chunk_size=AT_ONCE):
        player.name_key = tournaments.models.people.stored_name_key(player.name)
        waiting.append(player)
        if len(waiting) == AT_ONCE:
            players.bulk_update(waiting, ["name_key"])
            waiting = []
    players.bulk_update(waiting, ["name_key"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0087_urgent_announcements")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="name_key",
            field=tournaments.models.people.NameKey(
                db_default="", default="", editable=False, max_length=120
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["name_key", "federation"], name="player_name_key"),
        ),
    ]

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Each event gets its own copy of a player; the next two fill it and close it: PostgreSQL changes no table
    whose rows were written in the same transaction."""

    dependencies = [("tournaments", "0013_entry_here_from")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="players",
                to="tournaments.event",
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="uid",
            field=models.UUIDField(db_index=True, default=uuid.uuid4, editable=False),
        ),
    ]

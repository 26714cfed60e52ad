import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_copy_players_to_events")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="players", to="tournaments.event"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("event", "uid"), name="player_once"),
        ),
    ]

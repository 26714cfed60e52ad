import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0051_copy_persons")]

    operations = [
        migrations.RemoveConstraint(model_name="player", name="player_once"),
        migrations.AlterField(
            model_name="player",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="players", to="tournaments.person"
            ),
        ),
        migrations.RemoveField(model_name="player", name="uid"),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("event", "person"), name="player_once"),
        ),
    ]

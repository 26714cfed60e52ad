from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0120_facts_of_ratings")]

    operations = [
        migrations.AddField(
            "paper",
            "pairings_digest",
            models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
    ]

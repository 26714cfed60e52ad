from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0119_organisation_email")]

    operations = [
        migrations.AddField("personrating", "games", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("personrating", "k", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField(
            "personrating",
            "inactive",
            models.BooleanField(blank=True, db_default=False, default=False, null=True),
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models

from portal.immutable import InsertOnly


def by_entry() -> models.ForeignKey:
    return models.ForeignKey(
        blank=True,
        help_text="A player.",
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to="tournaments.entry",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_scoresheets"),
        ("tournaments", "0006_links_invitations_and_what_players_say"),
    ]

    operations = [
        migrations.AddField(model_name="boardcount", name="by_entry", field=by_entry()),
        migrations.AddField(model_name="countconsent", name="by_entry", field=by_entry()),
        migrations.AddField(
            model_name="countconsent",
            name="ruling",
            field=models.CharField(
                blank=True,
                choices=[("", "the count holds"), ("no-result", "no result")],
                default="",
                max_length=10,
            ),
        ),
        InsertOnly(model_name="BoardCount"),
        InsertOnly(model_name="CountConsent"),
    ]

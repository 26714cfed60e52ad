import django.db.models.deletion
from django.db import migrations, models

from portal.immutable import InsertOnly


def seated() -> models.ForeignKey:
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to="tournaments.entry",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_forgetting"),
    ]

    operations = [
        migrations.AddField(model_name="boardcount", name="first", field=seated()),
        migrations.AddField(model_name="boardcount", name="second", field=seated()),
        InsertOnly(model_name="BoardCount", blanks={"reason": "'▮▮▮'"}),
    ]

import django.db.models.deletion
from django.db import migrations, models


def _key():
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def _person(name):
    return models.OneToOneField(
        on_delete=django.db.models.deletion.CASCADE, related_name=name, to="tournaments.person"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0079_pinyin_of_persons"),
    ]

    operations = [
        migrations.CreateModel(
            name="PersonContact",
            fields=[
                ("id", _key()),
                ("contact", models.CharField(max_length=200, verbose_name="contact")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("person", _person("contact")),
            ],
            options={"verbose_name": "contact of a person"},
        ),
        migrations.CreateModel(
            name="Portrait",
            fields=[
                ("id", _key()),
                ("body", models.BinaryField()),
                ("width", models.PositiveSmallIntegerField(verbose_name="width in pixels")),
                ("height", models.PositiveSmallIntegerField(verbose_name="height in pixels")),
                ("digest", models.CharField(max_length=80)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("person", _person("portrait")),
            ],
            options={"verbose_name": "photo of a person"},
        ),
    ]

from django.db import migrations, models

from tournaments.text.name_search import ring_key
from tournaments.text.pinyin import pinyin

AT_A_TIME, LONGEST = 1000, 200


def read(apps, editor):
    """The names of persons who are there already."""
    Person = apps.get_model("tournaments", "Person")
    some = []
    for person in Person.objects.filter(erased_at=None).iterator(AT_A_TIME):
        person.pinyin_ring = ring_key(pinyin(person.native_name) or pinyin(person.name))[:LONGEST]
        if person.pinyin_ring:
            some.append(person)
        if len(some) == AT_A_TIME:
            Person.objects.bulk_update(some, ["pinyin_ring"])
            some = []
    Person.objects.bulk_update(some, ["pinyin_ring"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0078_guardians"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="pinyin_ring",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="the same of its pinyin, or of the name's where that is in characters",
                max_length=200,
            ),
        ),
        migrations.RunPython(read, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(fields=["pinyin_ring", "federation"], name="person_pinyin_ring"),
        ),
    ]

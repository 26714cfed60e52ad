from itertools import groupby

from django.db import migrations
from django.db.models import OuterRef, Subquery

AT_A_TIME = 1000
COPIED = ("name", "given_name", "native_name", "federation_id", "birth_year", "gender")
NUMBERS = {"egf": "egf_pin", "ffg": "ffg_licence", "aga": "aga_id"}


def copy(apps, schema_editor):
    """Each code is a person, as the newest event has it; where that says nothing, as one before. Other names
    under which events have the person are former ones. A number that two persons have stays with the first."""
    Player = apps.get_model("tournaments", "Player")
    players = Player.objects.order_by("uid", "-pk").iterator(chunk_size=AT_A_TIME)
    found = []
    for _uid, copies in groupby(players, key=lambda player: player.uid):
        found.append(list(copies))
        if len(found) == AT_A_TIME:
            store(apps, found)
            found = []
    store(apps, found)
    of_code = apps.get_model("tournaments", "Person").objects.filter(uid=OuterRef("uid"))
    Player.objects.update(person=Subquery(of_code.values("pk")[:1]))


def store(apps, found):
    Person, Name, Number, Title = (
        apps.get_model("tournaments", name) for name in ("Person", "PersonName", "PersonNumber", "PersonTitle")
    )
    persons = Person.objects.bulk_create(
        Person(
            uid=copies[0].uid,
            erased_at=copies[0].erased_at,
            listed=copies[0].erased_at is None,
            **{column: newest(copies, column) for column in COPIED},
        )
        for copies in found
    )
    names, numbers, titles = [], [], []
    for person, copies in zip(persons, found, strict=True):
        for issuer, column in NUMBERS.items():
            if number := newest(copies, column):
                numbers.append(Number(person=person, issuer=issuer, number=number))
        if title := newest(copies, "title"):
            titles.append(Title(person=person, title=title))
        called = (name for copy in copies for name in (copy.name, copy.native_name))
        others = dict.fromkeys(name for name in called if name not in ("", person.name, person.native_name))
        names += [Name(person=person, name=name, kind="former") for name in others]
    Name.objects.bulk_create(names)
    Number.objects.bulk_create(numbers, ignore_conflicts=True)
    Title.objects.bulk_create(titles)


def newest(copies, column):
    """What the newest copy says that says something."""
    values = [getattr(copy, column) for copy in copies]
    return next((value for value in values if value), values[0])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0050_persons")]

    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]

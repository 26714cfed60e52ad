import uuid

from django.db import migrations, models
from django.utils import timezone

from portal.immutable import InsertOnly

MARK = "'▮▮▮'"


def give_codes(apps, schema_editor):
    """Everybody who is there already gets a code of their own."""
    Player = apps.get_model('tournaments', 'Player')
    for key in Player.objects.values_list('pk', flat=True):
        Player.objects.filter(pk=key).update(uid=uuid.uuid4())


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_schedule_and_signs'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='erased_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='forgotten'),
        ),
        migrations.AddField(
            model_name='player',
            name='uid',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(unique=True)),
                ('at', models.DateTimeField(default=timezone.now)),
            ],
            options={
                'verbose_name': 'erasure',
                'ordering': ['pk'],
            },
        ),
        InsertOnly(model_name='Erasure'),
        InsertOnly(model_name='ResultReport', blanks={'reason': MARK}),
        InsertOnly(model_name='Foul', blanks={'reason': MARK}),
    ]

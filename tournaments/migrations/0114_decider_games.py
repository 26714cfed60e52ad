from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('tournaments', '0113_titles_by_place'),
    ]

    operations = [
        migrations.AddField(
            model_name='pairing',
            name='steps',
            field=models.JSONField(
                blank=True,
                db_default=[],
                default=list,
                help_text='decider games of a level match of players, as `state.deciding.as_rows` writes them',
            ),
        ),
    ]

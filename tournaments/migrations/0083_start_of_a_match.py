from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0082_numbers_of_players'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='starts_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='starts'),
        ),
    ]
